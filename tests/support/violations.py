"""Which rules somebody tried to break in the rounds of the gallery, and was refused or told.

A rule counts as tried when its own number stands in the refusal of a line that had to be refused,
in a record of something irregular, or in the refusal of determinations. Nothing is read from names
or comments: the rounds are played.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardtable.rules.determinations import DOCUMENTS
from host_tools.rulebook.citations import TESTS
from host_tools.rulebook.entries import Book, book
from host_tools.rulebook.numbers import several
from host_tools.scenarios.expect import differences
from host_tools.scenarios.player import Played, play
from host_tools.scenarios.reader import RoundFile, read

ROUNDS = TESTS / "scenarios" / "rounds"


def holds(file: RoundFile, played: Played) -> list[str]:
    """What is wrong with a round that was played: nothing, when it came out as its file says."""
    return [*played.problems, *differences(file.expect, played.results)]


def tried(file: RoundFile, played: Played) -> set[str]:
    """The rules that were cited against somebody: numbers as the document's entries write them."""
    entries = book(DOCUMENTS[file.game])
    cited = {rule for _, rule in played.refused} | set(played.results["irregular"])
    if "error" in file.expect and played.results["error"]:
        cited.add(played.results["error"])
    return {rule for text in cited for rule in _entries_of(text, entries)}


def _entries_of(text: str, entries: Book) -> list[str]:
    """The entries that a citation names, and the rule above a paragraph."""
    by_steps = {tuple(several(rule)[0]): rule for rule in entries.entries}
    found = []
    for steps in several(text):
        while steps:
            if tuple(steps) in by_steps:
                found.append(by_steps[tuple(steps)])
                if not steps[-1].isalpha():
                    break
            steps = steps[:-1]
    return found


@cache
def violations(document: str) -> dict[str, list[str]]:
    """Rule → rounds of the gallery in which an attempt to break it was refused or told."""
    found: dict[str, list[str]] = {}
    for path in sorted(ROUNDS.glob("*.toml")):
        for rule in violated_in(path).get(document, ()):
            found.setdefault(rule, []).append(path.stem)
    return found


@cache
def violated_in(path: Path) -> dict[str, frozenset[str]]:
    file = read(path)
    played = play(file)
    if holds(file, played):
        return {}
    return {DOCUMENTS[file.game]: frozenset(tried(file, played))}
