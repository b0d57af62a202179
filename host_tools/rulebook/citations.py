"""Which tests cite which rules: by their names, and rounds of the gallery by name and content.

    test_TGC_2006_C16_2_under_raise, test_NI2006_156_r15_2e_…, rounds/omaha-17.5-….toml

A test of a paragraph cites the rule above it too. Only names are read: nothing is imported.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from host_tools.rulebook.entries import DOCUMENTS, Book, book, parts

TESTS = Path(__file__).parents[2] / "tests"

_SPELLED = {document.replace("-", "_"): document for document in DOCUMENTS} | {
    "TGC2006": "TGC-2006"
}
_MARK = re.compile("(" + "|".join(_SPELLED) + ")_")
_TEST = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)
_FIRST = re.compile(r"r?([A-D]?)([0-9]+)([a-z]?)")
_GAMES = {
    "holdem": "TGC-2006",
    "stud": "TGC-2006",
    "omaha": "NI2006-156",
    "draw": "NI2005-66",
    "canberra": "NI2004-492",
    "canberra-1997": "S89-1997",
}
_WRITTEN = re.compile(r"[A-D]?[0-9]+\.[0-9]+(?:\([a-z]\)|\.?[a-z](?![a-z]))?|\b[BC][0-9]+\b")
_REFUSED = re.compile(r"refuse\(((?:[^()]|\([^()]*\))*)\)")
_EXPECTED = re.compile(r"^\s*(?:irregular|error)\s*=\s*(.+)$", re.MULTILINE)

Cited = dict[str, list[str]]  # rule → tests, as "file: test" or a gallery file


def citations(document: str, tests: Path = TESTS) -> Cited:
    """Every rule of a document that a test cites, with those tests."""
    found: dict[str, set[str]] = defaultdict(set)
    entries = book(document)
    for path in sorted(tests.rglob("test_*.py")):
        where = path.relative_to(tests.parent).as_posix()
        for name in _TEST.findall(path.read_text(encoding="utf-8")):
            for rule in rules_in_name(name, entries):
                found[rule].add(f"{where}: {name}")
    for path in sorted((tests / "scenarios" / "rounds").glob("*.toml")):
        where = path.relative_to(tests.parent).as_posix()
        for rule in _rules_of_round(path, entries):
            found[rule].add(where)
    return {rule: sorted(found[rule]) for rule in entries.entries if rule in found}


def rules_in_name(name: str, entries: Book) -> set[str]:
    """The rules of a document that a test's name cites, those above a paragraph included."""
    found: set[str] = set()
    marks = list(_MARK.finditer(name))
    for at, mark in enumerate(marks):
        if _SPELLED[mark[1]] != entries.document:
            continue
        end = marks[at + 1].start() if at + 1 < len(marks) else len(name)
        words = name[mark.end() : end].split("_")
        while words:
            rule, words = _next_rule(words, entries)
            if rule is None:
                break
            found |= _with_parents(rule, entries)
    return found


def _next_rule(words: list[str], entries: Book) -> tuple[str | None, list[str]]:
    """The rule that the words begin with, and the words after it."""
    first = _FIRST.fullmatch(words[0])
    if not first:
        return None, words
    part, section, letter = first.groups()
    number, rest = "", words[1:]
    if not letter and rest and (second := re.fullmatch(r"([0-9]+)([a-z]?)", rest[0])):
        number, letter = second.groups()
        rest = rest[1:]
    base = f"{part}{section}" + (f".{number}" if number else "")
    if not letter and rest and re.fullmatch("[a-z]", rest[0]):
        # "…_14_1_a_tap_out" has an article, "…_17_1_a_card" a paragraph: where there is one
        paragraph = entries.find(f"{base}({rest[0]})")
        if paragraph:
            return paragraph.rule, rest[1:]
    entry = entries.find(f"{base}({letter})" if letter else base) or entries.find(base)
    return (entry.rule if entry else base), rest


def _with_parents(rule: str, entries: Book) -> set[str]:
    """The rule and those above it, as far as the document has them."""
    part, section, number, letter = (*parts(rule), "", "", "")[:4]
    found = set()
    for steps in ((part, section, number, letter), (part, section, number, "")):
        for entry in entries.entries.values():
            if parts(entry.rule) == steps:
                found.add(entry.rule)
    return found


def _rules_of_round(path: Path, entries: Book) -> set[str]:
    text = path.read_text(encoding="utf-8")
    game = re.search(r'^game = "([^"]+)"', text, re.MULTILINE)
    if not game or _GAMES.get(game[1]) != entries.document:
        return set()
    cited = [path.stem.removeprefix(game[1] + "-").split("-")[0]]
    cited += _REFUSED.findall(text) + _EXPECTED.findall(text)
    found: set[str] = set()
    for piece in cited:
        for rule in _WRITTEN.findall(piece):
            entry = entries.find(rule) or entries.find(re.sub(r"\.?\(?[a-z]\)?$", "", rule))
            if entry:
                found |= _with_parents(entry.rule, entries)
    return found
