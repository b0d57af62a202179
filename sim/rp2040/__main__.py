"""python -m sim.rp2040: plays on the emulated Pico.

python -m sim.rp2040 play canberra --pace fast --seed 3
python -m sim.rp2040 play all --markdown figures.md
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from cardtable.rules.determinations import DETERMINATIONS
from sim.harness.world import GAMES
from sim.rp2040 import flashed, micropython, recorder, tell, tools
from sim.rp2040.cuts import cut
from sim.rp2040.pace import PACES
from sim.rp2040.play import Conditions, play
from sim.rp2040.problem import Problem
from sim.rp2040.recorder import PlannedFault, Setting

_DIFFERENT = 1
_PROBLEM = 2
_FRAM_KB = (32, 64)
FLOODS = ("all", "garbage", "newlines", "nesting", "integers", "hails", "questions", "forgeries")


def main(arguments: list[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        return chosen.verb(chosen)
    except Problem as problem:
        print(f"{problem}", file=sys.stderr)
        if problem.hint:
            print(problem.hint, file=sys.stderr)
        return _PROBLEM


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m sim.rp2040",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("play", help="a recorded play, compared with the desk's")
    verb.add_argument("game", nargs="+", help=f"all, or some of {', '.join(GAMES)}")
    _add_board_options(verb)
    verb.add_argument("--seats", type=int, help="how many boxes are taken, from box 1 on")
    verb.add_argument("--seed", type=int, default=1)
    verb.add_argument("--pace", choices=PACES, default="steady")
    verb.add_argument("--rounds", type=int, default=1)
    verb.add_argument(
        "--fault", action="append", default=[], metavar="FAULT",
        help='"box 3: unplugged @ 5000": at that ms on the desk; with 0 before the @ it ends',
    )  # fmt: skip
    verb.add_argument(
        "--mistakes", type=int, default=0, metavar="N", help="every Nth entry is taken back"
    )
    verb.add_argument(
        "--set", action="append", default=[], type=_determined, metavar="NAME=VALUE",
        help="a determination of the table, e.g. reveal=all",
    )  # fmt: skip
    verb.add_argument("--idle", type=int, default=2000, metavar="MS", help="idle before the play")
    verb.add_argument("--patience", type=int, default=10000, metavar="MS", help="for a record")
    verb.add_argument("--profile", action="store_true", help="time by function and by layer")
    verb.add_argument("--cuts", type=int, default=0, metavar="N", help="cut the power N times")
    verb.add_argument(
        "--flood", choices=FLOODS, help="bytes at full USB speed, for as long as the table plays"
    )
    verb.add_argument("--json", type=Path, default=Path(".cardtable/pico.json"), metavar="FILE")
    verb.add_argument("--markdown", type=Path, metavar="FILE", help="a table for the handbook")
    verb.set_defaults(verb=_play)
    verb = verbs.add_parser("which", help="the MicroPython that would be used")
    verb.add_argument("--uf2", help="a part of its name; stock, romfs")
    verb.set_defaults(verb=_which)
    return parser


def _add_board_options(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--uf2", help="a file, or a part of a name in the cache; stock, romfs")
    verb.add_argument("--by-hand", action="store_true", help="without `cardtable flash`: quicker")
    verb.add_argument("--fram", type=int, choices=_FRAM_KB, default=32, help="kB")
    verb.add_argument("--board", help="a variant of the Pico's definition: pico_7, pico_spi, …")
    verb.add_argument("--flash-timing", choices=("typ", "max"), default="typ")
    verb.add_argument("--mhz", type=int, default=0, help="the board's clock, as board.toml sets it")
    verb.add_argument("--millivolts", type=int, default=0, help="of its core, likewise")
    verb.add_argument("--targets", type=int, choices=(1, 2), default=1, help="cards a list brings")


def _determined(text: str) -> tuple[str, str | int]:
    name, _, value = text.partition("=")
    if name not in DETERMINATIONS or not value:
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=VALUE of docs/configuration.md")
    return name, int(value) if value.isdigit() else value


def _settings(chosen: argparse.Namespace) -> dict[str, Any]:
    """What a board's definition may say beside its wiring (docs/adding-a-board.md)."""
    made: dict[str, Any] = {}
    if chosen.mhz:
        made["clock"] = [chosen.mhz * 1_000_000, chosen.millivolts]
    if chosen.targets != 1:
        made["targets"] = chosen.targets
    return made


def _which(chosen: argparse.Namespace) -> int:
    print(micropython.find(chosen.uf2).path)
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _board(chosen: argparse.Namespace) -> tuple[tools.Tools, flashed.Flashed]:
    found = micropython.find(chosen.uf2)
    ready = tools.tools()
    return ready, flashed.flashed(ready, found, _say, chosen.by_hand)


def _games(names: list[str]) -> list[str]:
    wanted = list(GAMES) if names == ["all"] else names
    unknown = sorted(set(wanted) - set(GAMES))
    if unknown:
        raise Problem(f"no such game: {', '.join(unknown)}", f"There are {', '.join(GAMES)}.")
    return wanted


def _play(chosen: argparse.Namespace) -> int:
    games = _games(chosen.game)
    ready, board = _board(chosen)
    seats = None if chosen.seats is None else tuple(range(1, chosen.seats + 1))
    how = Conditions(
        idle_ms=chosen.idle,
        fram_bytes=0 if chosen.board else chosen.fram * 1024,  # a variant has its own
        flash_timing=chosen.flash_timing,
        patience_ms=chosen.patience,
        profile=chosen.profile,
        settings=_settings(chosen),
        flood=chosen.flood,
    )
    console = Console()
    reports = []
    for game in games:
        faults = tuple(map(PlannedFault.parse, chosen.fault))
        setting = Setting(
            game,
            seats,
            chosen.seed,
            chosen.pace,
            chosen.rounds,
            faults,
            chosen.mistakes,
            chosen.board,
            tuple(chosen.set),
        )
        recording = recorder.record(setting)
        reports.append(play(ready, board, recording, how))
        tell.show(reports[-1], console)
        if chosen.cuts:
            reports[-1]["power_cuts"] = cut(ready, board, recording, how, chosen.cuts)
            tell.show_cuts(reports[-1]["power_cuts"], console)
        if chosen.profile:
            tell.show_profile(reports[-1], console)
    chosen.json.parent.mkdir(parents=True, exist_ok=True)
    chosen.json.write_text(json.dumps(reports, indent=1))
    _say(f"written: {chosen.json}")
    if chosen.markdown:
        chosen.markdown.write_text(tell.markdown(reports))
        _say(f"written: {chosen.markdown}")
    good = all(report["as_on_the_desk"] for report in reports)
    survived = not any(report.get("power_cuts", {}).get("bad") for report in reports)
    return 0 if good and survived else _DIFFERENT


if __name__ == "__main__":
    sys.exit(main())
