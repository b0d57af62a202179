"""Whether a board fits: its definition, its MicroPython, and the compiled modules that it loads."""

from __future__ import annotations

from collections.abc import Callable

from host_tools.boards.load import Board, is_variant
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.flashing.find import known_boards
from host_tools.flashing.repl import Facts
from host_tools.release.build import Release
from sim.micropython.cross import PICO
from sim.micropython.mpy_file import ARCHITECTURES, NONE, Kind

Releases = Callable[[str], Release]  # the firmware for an architecture

_DOWNLOAD = "https://micropython.org/download/"
# Of the Cortex-M kinds each also runs what was made for those before it (py/persistentcode.h).
_THUMB = ARCHITECTURES[ARCHITECTURES.index("armv6m") : ARCHITECTURES.index("armv7emdp") + 1]


def check_facts(facts: Facts, wanted: Board | None) -> Board:
    """The board's definition; a Problem when it is another, or its MicroPython is too old."""
    boards = known_boards()
    # Variants call themselves like the board that they extend: whole ones come first.
    same = [one for one in boards if one.machine == facts.machine]
    found = next((one for one in same if not is_variant(one.name)), None)
    if wanted is not None and found is not None and wanted.machine != found.machine:
        raise Problem(
            f"this is a {found.title}, not a {wanted.title}",
            f"Use --board {found.name}.",
            BAD_INPUT,
        )
    board = wanted or found
    if board is None:
        known = ", ".join(one.name for one in boards)
        raise Problem(
            f"no definition fits a board that calls itself '{facts.machine}'",
            f"Say which it is wired like: --board {known.replace(', ', ' or ')}; "
            "or add one: docs/adding-a-board.md.",
            BAD_INPUT,
        )
    oldest = tuple(map(int, board.data["board"]["micropython"].split(".")))
    if facts.version[: len(oldest)] < oldest:
        has = ".".join(map(str, facts.version))
        raise Problem(
            f"the board has MicroPython {has}; Cardtable needs "
            f"{board.data['board']['micropython']} or newer",
            f"Get the .uf2 file from {board.data['board']['download']}, hold BOOTSEL while "
            "plugging the board in, copy the file to the drive that appears. Files stay.",
        )
    return board


def release_for(mpy: Kind, releases: Releases, board: Board | None = None) -> Release:
    """The firmware that a board loads, which has said of itself what it loads; else a Problem."""
    otherwise = board.architecture if board else PICO  # to be compared, and refused
    release = releases(mpy.arch if mpy.arch in ARCHITECTURES[1:] else otherwise)
    download = board.data["board"]["download"] if board else _DOWNLOAD
    check_loads(
        mpy,
        release.manifest.mpy,
        f"Install a stock MicroPython, as new as this Cardtable: {download} Files stay.",
    )
    return release


def check_loads(has: Kind, wanted: Kind, advice: str) -> None:
    """A Problem when a MicroPython that loads `has` could not load a release that is `wanted`."""
    if not has.version:
        raise Problem("the board's MicroPython loads no compiled modules", advice)
    if has.version != wanted.version:
        raise Problem(
            f"the board's MicroPython loads compiled modules of version {has.version}, "
            f"this release has {wanted.version}",
            advice,
        )
    if wanted.arch == NONE:
        return
    if has.arch == NONE:
        raise Problem(
            "the board's MicroPython cannot load machine code, and this release has some", advice
        )
    if has.sub_version != wanted.sub_version:
        raise Problem(
            f"the board's MicroPython loads machine code of version {_version(has)}, "
            f"this release has {_version(wanted)}",
            advice,
        )
    if has.arch not in ARCHITECTURES:
        raise Problem(
            f"the board runs machine code of a kind that has no name here ({has.arch})",
            "Get a newer Cardtable.",
        )
    if not _runs(has.arch, wanted.arch):
        raise Problem(
            f"the board runs machine code for {has.arch}, this release has it for {wanted.arch}",
            advice,
        )


def _runs(board: str, code: str) -> bool:
    if board in _THUMB and code in _THUMB:
        return _THUMB.index(code) <= _THUMB.index(board)
    return board == code


def _version(kind: Kind) -> str:
    return f"{kind.version}.{kind.sub_version}"
