"""The page's second language: whatever the table tells has its German, word by word of it.

The page's own program translates, in node; the sentences come from records of the round files and
from every word that the host has for a code.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable

import pytest

from cardtable.link.keys import ROLES
from cardtable.rules.determinations import settled
from host_tools import wording
from host_tools.console import forms
from host_tools.console.lines import Lines
from host_tools.console.server import PAGE
from host_tools.scenarios.player import NotPlayable, play
from host_tools.scenarios.reader import read
from host_tools.wording import instructions, poker, service
from sim.npm import node
from sim.roots import ROOT

ROUNDS = sorted((ROOT / "tests" / "scenarios" / "rounds").glob("*.toml"))
_TRANSLATE = """
globalThis.localStorage = { getItem: () => 'de' };
globalThis.document = { documentElement: {}, querySelectorAll: () => [] };
const texts = await import(process.argv[1]);
await texts.begin();
let given = '';
for await (const part of process.stdin) given += part;
const told = JSON.parse(given).map((one) => texts.tr(one));
console.log(JSON.stringify({ told, untold: [...texts.untold] }));
"""


def _translated(given: Iterable[str]) -> tuple[list[str], list[str]]:
    """What the page makes of texts, and what nobody has translated of them."""
    program = node()
    if program is None:
        pytest.skip("node is not installed here: make setup")
    done = subprocess.run(
        [str(program), "--input-type=module", "-e", _TRANSLATE, (PAGE / "texts.js").as_uri()],
        input=json.dumps(list(given)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    return answer["told"], answer["untold"]


def _told(paths: Iterable) -> list[str]:
    texts: dict[str, None] = {}
    for path in paths:
        try:
            records = play(read(path)).records
        except NotPlayable:
            continue
        lines = Lines()
        for number, record in enumerate(records, 1):
            texts |= {line["text"]: None for line in lines.tell(number, record)}
    return list(texts)


def test_what_rounds_of_every_game_tell_is_told_in_german():
    texts = _told(ROUNDS)
    assert len(texts) > 1000
    told, untold = _translated(texts)
    assert untold == []
    left = re.compile(r"\b(the|is|of|shows|folds|wins|calls|cards|box|boxes|player|hand)\b")
    assert [one for one in told if left.search(one)] == []


def test_every_refusal_irregularity_fault_and_step_is_told_in_german():
    faults = [text for both in wording.FAULTS.values() for text in both]
    decided = [f"The {role} has {what}." for role in ROLES for what in service.COMMANDS.values()]
    _, untold = _translated(
        [
            *wording.REFUSALS.values(),
            *wording.IRREGULARITIES.values(),
            *poker.BY_RULE.values(),
            *faults,
            *instructions.USUAL.values(),
            *instructions._BY_RULE.values(),
            *instructions._ENDS.values(),
            *instructions.DECISIONS.values(),
            *wording.PRIZES.values(),
            *decided,
        ]
    )
    assert untold == []


def test_every_determination_is_told_in_german():
    texts = set()
    for game in wording.GAMES:
        for one in forms.all_forms(game, settled(game, {})["values"])["determinations"]:
            texts |= {one["label"].capitalize(), one["about"], one["when"]}
            texts |= {label for _, label in one["options"] or ()}
    _, untold = _translated(sorted(texts))
    assert untold == []


def test_the_search_for_what_is_untold_finds_it():
    told, untold = _translated(["Box 3 folds.", "Box 3 dances.", "a sentence nobody knows"])
    assert told == ["Box 3 passt.", "Box 3 dances.", "a sentence nobody knows"]
    assert untold == ["Box 3 dances.", "a sentence nobody knows"]
