"""Definitions found, read and checked."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from host_tools.boards import checks, shape
from host_tools.problems import BAD_INPUT, Problem
from host_tools.toml_file import BadToml, read_toml
from sim.roots import BOARDS

FILE = "board.toml"


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


def load_file(file: Path) -> Board:
    """A definition of one's own; BadBoard with everything that is wrong with it."""
    data, faults = shape.read(read_toml(file, BadBoard))
    faults += checks.check(data or {})
    if faults:
        raise BadBoard(str(file), faults)
    return Board(file, data)
