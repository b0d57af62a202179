"""An enforced rule is one that somebody tried to break, and was refused or told."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.rulebook.entries import DOCUMENTS, ENFORCED, book
from tests.support.violations import ROUNDS, violated_in

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_enforced_rule_was_tried_and_cited_against_the_attempt(document):
    unproved = []
    for entry in book(document).entries.values():
        if entry.how != ENFORCED:
            continue
        if "::" in entry.tried:
            path, _, name = entry.tried.partition("::")
            text = (ROOT / path).read_text(encoding="utf-8")
            found = re.search(rf"^def {name}\(.*?(?=^def |\Z)", text, re.MULTILINE | re.DOTALL)
            if not found or "refused(" not in found[0] or entry.rule not in found[0]:
                unproved.append(entry.rule)
        elif entry.rule not in violated_in(ROUNDS / f"{entry.tried}.toml").get(document, ()):
            unproved.append(entry.rule)
    assert not unproved, (
        f"{document}: nobody was refused or told by {', '.join(unproved)} in the round that the "
        "entry names; name one that tries to break the rule, or call it what it is"
    )


def test_without_its_check_the_round_of_a_rule_fails():
    """In a process of its own: tables of other tests have loaded and forgotten rules here."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.mutations"], cwd=ROOT, capture_output=True, text=True
    )
    killed = [int(count) for count in re.findall(r"(\d+) of \d+ killed", done.stdout)]
    assert len(killed) == len(DOCUMENTS) and min(killed) > 20, done.stdout + done.stderr
    assert done.returncode == 0, done.stdout
