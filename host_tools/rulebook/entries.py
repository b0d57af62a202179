"""The rule entries as data: one file a document, one line a rule."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

ENFORCED = "enforced"
RECKONED = "reckoned"
SHOWN = "shown"
PEOPLE = "people"
OUTSIDE = "outside"
NOT_YET = "not yet"

WORDS = {
    ENFORCED: "enforced",
    RECKONED: "reckoned by the table",
    SHOWN: "shown",
    PEOPLE: "decided by people",
    OUTSIDE: "outside the table",
    NOT_YET: "not yet",
}
DOCUMENTS = ("TGC-2006", "NI2006-156", "NI2005-66", "NI2004-492", "S89-1997")

_FOLDER = Path(__file__).with_name("entries")
_CODE = "cardtable.rules."
_RULE = re.compile(r"([a-d]?)([0-9]*)(?:\.([0-9]+))?(?:\(([a-z])\)|\.?([a-z]))?")


class Wrong(Exception):
    """An entry that cannot be right; the text says where and why."""


@dataclass(frozen=True)
class Entry:
    """One rule and how the table meets it."""

    document: str
    rule: str
    title: str
    how: str
    reason: str = ""
    code: tuple[str, ...] = ()
    tried: str = ""  # the round, or the test, in which somebody tries to break an enforced rule

    @property
    def name(self) -> str:
        return f"{self.document} {self.rule}"


@dataclass(frozen=True)
class Book:
    """The entries of one document, in its order."""

    document: str
    game: str
    entries: dict[str, Entry]

    def totals(self) -> dict[str, int]:
        """How many rules are met in which way, in the order of WORDS."""
        counts = Counter(entry.how for entry in self.entries.values())
        return {how: counts[how] for how in WORDS}

    def find(self, rule: str) -> Entry | None:
        """The entry of a rule however it is written: C16.2, c 16.2, 4.2 (g), 4.2.g."""
        wanted = parts(rule)
        for entry in self.entries.values():
            if parts(entry.rule) == wanted:
                return entry
        return None

    def near(self, rule: str) -> list[str]:
        """Rules that are written much like this one."""
        names = {key.lower(): key for key in self.entries}
        found = get_close_matches(rule.lower().replace(" ", ""), list(names), 3, 0.5)
        return [names[name] for name in found]


def parts(rule: str) -> tuple[str, ...]:
    """A rule number in its steps: part letter, section, number, paragraph; empty where none is."""
    plain = re.sub(r"\s|^r\.?(?=\s*[0-9])|rule", "", rule.strip().lower())
    found = _RULE.fullmatch(plain)
    if not found or not plain:
        return ("?", plain)
    part, section, number, bracket, letter = found.groups()
    return (part, section, number or "", bracket or letter or "")


@cache
def book(document: str) -> Book:
    """A document's entries, checked line by line."""
    path = _FOLDER / f"{document}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    entries = {rule: _entry(document, rule, row) for rule, row in data["rules"].items()}
    return Book(document, data["game"], entries)


def books() -> list[Book]:
    return [book(document) for document in DOCUMENTS]


def _entry(document: str, rule: str, row: list[str]) -> Entry:
    def wrong(why: str) -> Wrong:
        return Wrong(f"{document} {rule}: {why}")

    if parts(rule)[0] == "?":
        raise wrong("no number of a rule")
    if len(row) < 2 or row[1] not in WORDS:
        raise wrong(f"write [title, how, …]; how is one of {', '.join(WORDS)}")
    title, how, more = row[0], row[1], row[2:]
    if how == NOT_YET:
        if more:
            raise wrong("'not yet' says nothing more")
        return Entry(document, rule, title, how)
    if how == ENFORCED:
        if len(more) != 2:
            raise wrong("name the code, module:name, and the round that tries to break the rule")
        return Entry(document, rule, title, how, code=_code(more[0]), tried=more[1])
    if how in (RECKONED, SHOWN):
        if len(more) != 1:
            raise wrong("name the code after the word, module:name")
        return Entry(document, rule, title, how, code=_code(more[0]))
    if len(more) not in (1, 2) or not more[0]:
        raise wrong("give the reason after the word")
    return Entry(document, rule, title, how, more[0], _code(more[1]) if more[1:] else ())


def _code(text: str) -> tuple[str, ...]:
    names = [name.strip() for name in text.split(",")]
    return tuple(name if "." in name.split(":")[0] else _CODE + name for name in names)
