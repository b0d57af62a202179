"""The kinds of example and who answers for them; files of examples; the comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml

from tests.examples import FAMILIES

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # seven times as fast, where it was built
DEFAULT_FILE = Path(__file__).with_name("examples.yaml")


class Unreadable(Exception):
    """A file that holds no examples; the text says why in plain words."""


@dataclass(frozen=True)
class Example:
    """One worked example: what is given, and what the rules make of it."""

    id: str
    kind: str
    given: dict[str, Any]
    expect: dict[str, Any]
    game: str = ""
    source: str = ""


Answer = Callable[[Example], dict[str, Any]]
_answers: dict[tuple[str, str], Answer] = {}


def answers(kind: str, *sources: str) -> Callable[[Answer], Answer]:
    """Register a function from an Example to the fields that the firmware answers.

    With sources it answers for the examples of those documents only.
    """

    def register(function: Answer) -> Answer:
        for source in sources or ("",):
            if (kind, source) in _answers:
                raise ValueError(f"two functions answer for {kind} {source}")
            _answers[kind, source] = function
        return function

    return register


@dataclass
class Outcome:
    """What came of one example: passed, failed with what the firmware said, or skipped."""

    example: Example
    status: str
    got: Any = None


@dataclass
class Tally:
    """Outcomes counted, and the kinds that nobody answers for yet."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    skipped_kinds: dict[str, int] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        setattr(self, outcome.status, getattr(self, outcome.status) + 1)
        if outcome.status == "skipped":
            kind = outcome.example.kind
            self.skipped_kinds[kind] = self.skipped_kinds.get(kind, 0) + 1

    def line(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def load(path: Path) -> list[Example]:
    """The examples of a file; Unreadable says what is wrong and where."""
    try:
        entries = yaml.load(path.read_text(encoding="utf-8"), _LOADER)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}: not a text file in UTF-8") from error
    except yaml.YAMLError as error:
        raise Unreadable(f"{path}: not YAML: {' '.join(str(error).split())}") from error
    if not isinstance(entries, list):
        raise Unreadable(f"{path}: expected a list of examples, each '- id: ...'")
    return [_example(path, place, entry) for place, entry in enumerate(entries, 1)]


def _example(path: Path, place: int, entry: Any) -> Example:
    if not isinstance(entry, dict):
        raise Unreadable(f"{path}: entry {place} is no mapping with id, kind, given and expect")
    name = entry.get("id", f"entry {place}")
    for key, wanted in (("id", str), ("kind", str), ("given", dict), ("expect", dict)):
        if not isinstance(entry.get(key), wanted):
            raise Unreadable(f"{path}: {name} has no usable '{key}'")
    known = Example.__dataclass_fields__
    return Example(**{key: value for key, value in entry.items() if key in known})


def run(examples: list[Example]) -> Iterator[Outcome]:
    """Each example's outcome, in the file's order."""
    for family in FAMILIES:
        import_module(f"tests.examples.{family}")
    for example in examples:
        answer = _answers.get((example.kind, example.source)) or _answers.get((example.kind, ""))
        if answer is None:
            yield Outcome(example, "skipped")
            continue
        try:
            got = answer(example)
        except Exception as error:  # whatever it is, it is this example's failure
            yield Outcome(example, "failed", f"{type(error).__name__}: {error}")
            continue
        yield Outcome(example, "passed" if agrees(example.expect, got) else "failed", got)


def agrees(expect: dict[str, Any], got: dict[str, Any]) -> bool:
    """Whether every expected field is answered alike; what is not expected is not compared."""
    return all(key in got and _same(expect[key], got[key]) for key in expect)


def _same(expected: Any, got: Any) -> bool:
    if got is None:
        return expected is None or expected == "none"
    if isinstance(got, str) and type(expected) is int:
        return str(expected) == got  # YAML reads an unquoted 75432 as a number
    if isinstance(got, bool) or isinstance(expected, bool):
        return expected is got
    return expected == got
