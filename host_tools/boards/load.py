"""Definitions found, read and checked."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.boards import checks, shape
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.common.toml_file import BadToml, Fault, joined, read_toml
from sim.roots import BOARDS

FILE = "board.toml"
_EXTENDS = "extends"


class BadBoard(BadToml):
    """A definition that cannot be used."""


@dataclass(frozen=True)
class Board:
    """A definition that holds together."""

    file: Path
    data: dict

    @property
    def name(self) -> str:
        return self.data["board"]["name"]

    @property
    def title(self) -> str:
        return self.data["board"]["title"]

    @property
    def machine(self) -> str:
        return self.data["board"]["machine"]

    @property
    def architecture(self) -> str:
        """Whose machine code it runs, as long as nobody has asked the board itself."""
        return self.data["board"]["architecture"]

    @property
    def usb(self) -> tuple[int, int]:
        return self.data["usb"]["vid"], self.data["usb"]["pid"]


def names(folder: Path = BOARDS) -> list[str]:
    """The boards that come with Cardtable."""
    return sorted(path.parent.name for path in folder.glob(f"*/{FILE}"))


def architectures(folder: Path = BOARDS) -> list[str]:
    """All that there must be firmware for."""
    return sorted({load(name, folder).architecture for name in names(folder)})


def load(name: str, folder: Path = BOARDS) -> Board:
    """A board that comes with Cardtable, by name."""
    known = names(folder)
    if name not in known:
        close = get_close_matches(name, known, 1, 0.5)
        hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(known)}."
        raise Problem(f"no board named '{name}'", hint, BAD_INPUT)
    return load_file(folder / name / FILE)


def named(given: str) -> Board:
    """As people write it behind a verb: a board that comes with Cardtable, or a file.toml."""
    if not given.endswith(".toml"):
        return load(given)
    try:
        return load_file(Path(given))
    except BadBoard as bad:
        count = len(bad.faults)
        raise Problem(
            f"{given} has {count} thing{'' if count == 1 else 's'} to mend",
            f"See: cardtable boards --check {given}",
            BAD_INPUT,
        ) from bad


def _whole(file: Path) -> dict[str, Any]:
    """What the file says, over the board that it extends: a variant tells only what is otherwise.

    Tables are joined, anything else is taken from the variant; false takes away what is there.
    """
    given = deepcopy(_tables(file))
    if _EXTENDS not in given:
        return given
    name = given.pop(_EXTENDS)
    known = [one for one in names() if not is_variant(one)]
    if name not in known:
        advice = f"Name one that is whole: {', '.join(known)}."
        raise BadBoard(str(file), [Fault(_EXTENDS, f" = {name!r}: no such board", advice)])
    faults: list[Fault] = []
    made = _over(deepcopy(_tables(BOARDS / name / FILE)), given, "", faults)
    if faults:
        raise BadBoard(str(file), faults)
    return made


def _over(base: dict[str, Any], given: dict[str, Any], path: str, faults: list[Fault]) -> dict:
    made = dict(base)
    for key, value in given.items():
        if value is False:
            if made.pop(key, None) is None:
                advice = "Take the line out."
                faults.append(Fault(joined(path, key), " = false: there is none", advice))
        elif isinstance(value, dict) and isinstance(made.get(key), dict):
            made[key] = _over(made[key], value, joined(path, key), faults)
        else:
            made[key] = value
    return made


def is_variant(name: str, folder: Path = BOARDS) -> bool:
    """Whether a board that comes with Cardtable extends another: the same chip, another table."""
    return _EXTENDS in _tables(folder / name / FILE)


@cache
def _tables_as_of(file: Path, changed_ns: int, size: int) -> dict[str, Any]:
    return read_toml(file, BadBoard)


def _tables(file: Path) -> dict[str, Any]:
    """What the file says, not to be changed. Each variant looks at all the other boards, and a
    file is not parsed again until it has changed."""
    try:
        seen = file.stat()
    except OSError:
        return read_toml(file, BadBoard)  # which says what is wrong with it
    return _tables_as_of(file, seen.st_mtime_ns, seen.st_size)


def load_file(file: Path) -> Board:
    """A definition of one's own; BadBoard with everything that is wrong with it."""
    data, faults = shape.read(_whole(file))
    faults += checks.check(data or {})
    if faults:
        raise BadBoard(str(file), faults)
    return Board(file, data)
