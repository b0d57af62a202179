"""Docs run: every command of the handbook, against a simulated table where it needs one.

A command with a comment that says "needs" wants a board or hands: it is not run, but its verb and
its options must exist. So must those of every `cardtable …` in the running text and in `sh` blocks.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from host_tools.link.roles import DEMO_KEY, KeyRing
from host_tools.main import app
from sim.roots import ROOT
from tests.integration.verbs.rig import PINS, SimTable, cardtable

PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("boards/**/*.md"), *ROOT.glob("*.md")])
_README = ROOT / "README.md"  # its commands are run by tests/docs/test_readme.py
_NEEDS = re.compile(r"#.*\bneeds?\b")
_INLINE = re.compile(r"`(cardtable [^`\n]+)`")
_IN_SHELL = re.compile(r"^(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?(cardtable .+)$", re.M)
_LIMIT_S = 180
_VERBS: Any = typer.main.get_command(app)


def commands(page: Path) -> list[str]:
    """What stands after a $ in the console blocks of a page."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line[2:] for line in lines if line.startswith("$ ")]


def to_run(page: Path) -> list[str]:
    return [one for one in commands(page) if not _NEEDS.search(one)]


def why_not(command: str) -> str | None:
    """Why a `cardtable` command cannot be: a verb or an option that does not exist."""
    words = shlex.split(command, comments=True)
    assert words[0] == "cardtable"
    at = _VERBS
    words = words[1:]
    while words and hasattr(at, "commands") and not words[0].startswith("-"):
        if words[0] not in at.commands:
            return None if _placeholder(words[0]) else f"no verb {words[0]}"
        at = at.commands[words.pop(0)]
    known = {name for one in at.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}
    for word in words:
        if word.startswith("-") and word.partition("=")[0] not in known:
            return f"no option {word}"
    return None


def _placeholder(word: str) -> bool:
    return word.isupper() or word == "…"


# ---- what is written


def test_the_handbook_has_commands_of_every_kind():
    run = [one for page in PAGES for one in to_run(page)]
    assert len(run) >= 25
    assert sum(len(commands(page)) for page in PAGES) - len(run) >= 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_verb_and_option_on_a_page_exists(page):
    text = page.read_text(encoding="utf-8")
    told = [one for one in commands(page) if one.startswith("cardtable ")]
    told += [one.replace("\\|", "|").partition(" > ")[0] for one in _INLINE.findall(text)]
    for block in re.findall(r"```sh\n(.*?)```", text, re.S):
        told += _IN_SHELL.findall(block)
    wrong = [f"{one}: {why}" for one in told if (why := why_not(one)) is not None]
    assert wrong == []


def test_a_wrong_command_would_be_noticed():
    assert why_not("cardtable dance") == "no verb dance"
    assert why_not("cardtable ledger polish") == "no verb polish"
    assert why_not("cardtable flash --quickly") == "no option --quickly"
    assert why_not("cardtable flash --dry-run  # --fine") is None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_on_a_page_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), target
        if anchor:
            assert anchor in _anchors(there), target


def _anchors(page: Path) -> set[str]:
    """Of every heading, as GitHub makes them."""
    found = set()
    for title in re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M):
        plain = re.sub(r"[^\w\- ]", "", title.lower())
        found.add(plain.replace(" ", "-"))
    return found


def test_every_page_is_reached_from_the_index():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name == "README.md" or f"({page.name}" in index, page.name


@pytest.mark.parametrize("package", ["cardtable", "host_tools"])
def test_the_layers_in_the_architecture_are_those_that_are_checked(package):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (
        one["layers"]
        for one in contracts
        if one["type"] == "layers" and one["layers"][0].startswith(package)
    )
    rows = [re.split(r"\s*[:|]\s*", row.replace(f"{package}.", "")) for row in layers]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert "```\n" + "\n".join(" · ".join(row) for row in rows) + "\n```\n" in page


# ---- what is run


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Iterator[tuple[Path, dict[str, str]]]:
    """(a folder like a checkout that may be written to, an environment with a table)."""
    place = tmp_path_factory.mktemp("docs")
    checkout = place / "checkout"
    checkout.mkdir()
    for path in ROOT.iterdir():
        if path.name not in (".git", "build", "dist", ".cardtable"):
            (checkout / path.name).symlink_to(path)
    ring = KeyRing(place / "keys")
    ring.keep("sim-1", DEMO_KEY)
    table = SimTable(place / "table", "--full", "--rounds", "2", house="play")
    env = {key: value for key, value in os.environ.items() if not key.startswith("CARDTABLE")}
    env |= PINS | {
        "CARDTABLE_PORT": table.port,
        "CARDTABLE_LEDGER": str(place / "ledger.db"),
        "CARDTABLE_KEYS": str(ring.folder),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), env.get("PATH", "")]),
        "NO_COLOR": "1",
    }
    try:
        end = time.monotonic() + _LIMIT_S
        while _rounds(env) < 2:
            assert time.monotonic() < end, "the two rounds have not been played"
        yield checkout, env
    finally:
        table.close()


def _rounds(env: dict[str, str]) -> int:
    """How many rounds have ended, by the ledger."""
    given = _ours(env)
    cardtable("sync", "--once", env=given)
    return cardtable("events", "--kind", "end", "--json", "--last", "0", env=given)[1].count("\n")


def _run(command: str, env: dict[str, str]) -> tuple[int, str]:
    """(exit code, all it said). Our own verbs run in this process: a start takes a second."""
    words = shlex.split(command, comments=True)
    if words[0] == "cardtable":
        code, out, errors = cardtable(*words[1:], env=_ours(env))
        return code, out + errors
    done = subprocess.run(
        command,
        shell=True,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=_LIMIT_S,
        check=False,
    )
    return done.returncode, done.stdout


def _ours(env: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if name.startswith("CARDTABLE")}


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if to_run(page) and page != _README],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_the_commands_of_a_page_work_in_their_order(page, desk, monkeypatch):
    checkout, env = desk
    monkeypatch.chdir(checkout)
    for command in to_run(page):
        # What a virgin board would get is told where there is no board.
        given = env | {"CARDTABLE_PORT": "auto"} if "--dry-run" in command else env
        code, said = _run(command, given)
        assert code == 0, f"$ {command}\n{said}"
