"""python -m sim.charging: the desk that charges, alone and beside the emulated Pico.

python -m sim.charging measure                      measure costs.json anew
python -m sim.charging compare omaha --seed 5       the same play on both, side by side
python -m sim.charging play all                     on the desk alone: a second a game
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from sim.charging import fit
from sim.charging.clock import ChargingClock
from sim.charging.costs import FILE
from sim.charging.gates import wrong
from sim.charging.replay import DONE, Replayed, replay
from sim.harness.world import GAMES
from sim.rp2040 import flashed, micropython, recorder, tools
from sim.rp2040.figures import phase
from sim.rp2040.pace import PACES
from sim.rp2040.play import Conditions, observe
from sim.rp2040.problem import Problem
from sim.rp2040.recorder import Recording, Setting

FIT_SEED = 11
WITHIN = 0.20  # of the emulated Pico
IDLE_MS = 8000  # in its first seconds a board still loads what comes after hello
_FIT_IDLE_MS = 4000
_FRAM_BYTES = 65536
_DIFFERENT = 1
_PROBLEM = 2
# Freeze-out is stud once more
_FITTED = [game for game in GAMES if game != "freeze-out"]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m sim.charging",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("measure", help="costs.json anew, from plays on the emulated Pico")
    verb.add_argument("--uf2", default="romfs", help="a file, or a part of a name in the cache")
    verb.add_argument("--games", nargs="+", default=_FITTED)
    verb.set_defaults(verb=_measure)
    verb = verbs.add_parser("compare", help="the same play on the desk and on the emulated Pico")
    verb.add_argument("--uf2", default="romfs", help="a file, or a part of a name in the cache")
    _add_play(verb)
    verb.set_defaults(verb=_compare)
    verb = verbs.add_parser("play", help="on the desk alone")
    verb.add_argument("--slower", type=float, default=1.0, help="2: a board of half the speed")
    _add_play(verb)
    verb.set_defaults(verb=_play)
    chosen = parser.parse_args(arguments)
    try:
        return chosen.verb(chosen)
    except Problem as problem:
        print(f"{problem}", file=sys.stderr)
        if problem.hint:
            print(problem.hint, file=sys.stderr)
        return _PROBLEM


def _add_play(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("game", nargs="+", help=f"all, or some of {', '.join(GAMES)}")
    verb.add_argument("--seed", type=int, default=5, help=f"not {FIT_SEED}: that one was measured")
    verb.add_argument("--pace", choices=PACES, default="steady")


def _recordings(chosen: argparse.Namespace) -> Iterator[Recording]:
    games = list(GAMES) if chosen.game == ["all"] else chosen.game
    for game in games:
        if game not in GAMES:
            raise Problem(f"no such game: {game}", f"There are {', '.join(GAMES)}.")
        yield recorder.record(Setting(game, seed=chosen.seed, pace=chosen.pace))


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _measure(chosen: argparse.Namespace) -> int:
    ready = tools.tools()
    board = flashed.flashed(ready, micropython.find(chosen.uf2), _say)
    if board.micropython.symbols is None:
        raise Problem(
            f"{board.micropython.name} has no symbols beside it",
            "Costs are told by function: put what `nm -n -S` prints of its ELF file beside it.",
        )
    how = Conditions(idle_ms=_FIT_IDLE_MS, fram_bytes=_FRAM_BYTES, profile=True)
    recordings, seen = [], []
    for game in chosen.games:
        recordings.append(recorder.record(Setting(game, seed=FIT_SEED)))
        seen.append(fit.observe(ready, board, recordings[-1], how))
        _say(f"measured: {game}")
    costs = fit.fit(recordings, fit.Measured(seen), _FIT_IDLE_MS, _say)
    costs.measured = fit.described(board, recordings)
    costs.write()
    _say(f"written: {FILE}")
    return 0


def _compare(chosen: argparse.Namespace) -> int:
    ready = tools.tools()
    board = flashed.flashed(ready, micropython.find(chosen.uf2), _say)
    how = Conditions(idle_ms=IDLE_MS, fram_bytes=_FRAM_BYTES)
    good = True
    for recording in _recordings(chosen):
        seen = observe(ready, board, recording, how)
        if "play" not in seen["phases"] or seen["outcome"] != DONE:
            raise Problem(f"the emulated Pico did not come to the end: {seen['outcome']}")
        replayed = replay(recording, ChargingClock(), IDLE_MS)
        good &= replayed.outcome == DONE and replayed.comparison(recording).identical
        print(_title(recording))
        for name, pico, desk in side_by_side(seen, replayed):
            off = desk / pico - 1
            good &= abs(off) <= WITHIN
            print(f"  {name:28} Pico {pico:8.1f}   desk {desk:8.1f}   {100 * off:+6.1f} %")
    return 0 if good else _DIFFERENT


def side_by_side(seen: dict, replayed: Replayed) -> Iterator[tuple[str, float, float]]:
    """(figure, on the emulated Pico, on the desk)."""
    for name, words in (("idle", "idle"), ("play", "in play")):
        pico, desk = phase(seen["phases"][name]), replayed.figures(name)
        yield f"{words}: CPU busy, %", pico["busy_percent"], desk["busy_percent"]
        for which in ("median", "p95"):
            yield f"{words}: place {which}, ms", pico["place_ms"][which], desk["place_ms"][which]


def _play(chosen: argparse.Namespace) -> int:
    good = True
    for recording in _recordings(chosen):
        replayed = replay(recording, ChargingClock(slower=chosen.slower), IDLE_MS)
        print(_title(recording))
        for line in told(replayed, recording):
            print(f"  {line}")
        for why in wrong(replayed, recording):
            print(f"  WRONG: {why}")
            good = False
    return 0 if good else _DIFFERENT


def told(replayed: Replayed, recording: Recording) -> Iterator[str]:
    """What came of it, in lines."""
    compared = replayed.comparison(recording)
    yield f"{replayed.outcome}; records {compared.got} of {compared.wanted}" + (
        "" if compared.identical else f", the first difference at {compared.first_difference}"
    )
    for name in replayed.phases:
        seen = replayed.figures(name)
        place = seen["place_ms"]
        yield (
            f"{name}: busy {seen['busy_percent']} %, place {place['median']} / {place['p95']} / "
            f"{place['max']} ms, longest stall {seen['stall_ms']} ms, "
            f"{seen['collections']} collections"
        )
    if "play" in replayed.phases:
        keys = replayed.keys()
        yield f"keys: {keys['pressed']} pressed, {keys['seen']} seen"


def _title(recording: Recording) -> str:
    setting = recording.setting
    return f"{setting.game}, {len(setting.players)} seats, {setting.pace}, seed {setting.seed}"


if __name__ == "__main__":
    sys.exit(main())
