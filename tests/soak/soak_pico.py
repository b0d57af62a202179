"""Two hundred rounds at a card every 220 ms on the emulated Pico, spread over the games, and the
other paces: two hours of table time, and every record as on the desk. What each run has shown is
added to .cardtable/pico-soak.jsonl, a line a run.

Needs a MicroPython for the Pico in the cache (docs/emulated-pico.md); without one it says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from sim.harness.world import GAMES
from sim.rp2040 import flashed, micropython, recorder
from sim.rp2040 import tools as installing
from sim.rp2040.pace import PACES
from sim.rp2040.play import Conditions, play
from sim.rp2040.recorder import Setting
from tests.soak import framework
from tests.soak.framework import Chunk, Figures

SOURCES = ("firmware/**/*.py", "boards/pico/*", "sim/**/*.py", "sim/rp2040/emulator/**/*.mjs")

_SECONDS = 2 * 60 * 60
_SEEDS = range(1, 7)
_ROUNDS = 5  # of one start: seven games, six seeds
_OTHER_ROUNDS = 2  # at the other paces
_SHOWN = framework.ROOT / ".cardtable" / "pico-soak.jsonl"
_SKIPPED = "skipped: no MicroPython for the Pico in the cache"
_NOT_INSTALLED = "skipped: the emulated Pico is not installed (make picosetup)"


def chunks() -> Iterator[Chunk]:
    if installing.missing():
        yield Chunk(_NOT_INSTALLED, _nothing, {"why": _NOT_INSTALLED})
        return
    if not micropython.cached():
        yield Chunk(_SKIPPED, _nothing, {"why": _SKIPPED})
        return
    name = micropython.find().name
    steady = [(game, "steady", seed, _ROUNDS) for seed in _SEEDS for game in GAMES]
    others = [pace for pace in PACES if pace != "steady"]
    for game, pace, seed, rounds in [
        *steady,
        *[(game, pace, 1, _OTHER_ROUNDS) for game in GAMES for pace in others],
    ]:
        yield Chunk(
            f"{game}, {pace}, seed {seed}, {rounds} rounds on {name}",
            played,
            {"game": game, "pace": pace, "seed": seed, "rounds": rounds},
        )


def _nothing(why: str) -> Figures:
    return {why: 1}


def played(game: str, pace: str, seed: int, rounds: int) -> Figures:
    """Some rounds on the board; raises with the first difference from the desk."""
    tools = installing.tools()
    board = flashed.flashed(tools, micropython.find())
    recording = recorder.record(Setting(game, seed=seed, pace=pace, rounds=rounds))
    report = play(tools, board, recording, Conditions(idle_ms=500))
    _SHOWN.parent.mkdir(exist_ok=True)
    with _SHOWN.open("a", encoding="utf-8") as file:
        file.write(json.dumps(report) + "\n")
    if not report["as_on_the_desk"]:
        raise AssertionError(
            f"{report['outcome']}; {report['records']['got']} of {report['records']['wanted']} "
            f"records; {report['records']['context']}; printed {report['printed'][-5:]}"
        )
    return {
        "seconds of table time": int(report["emulated_s"]),
        "rounds": rounds,
        "records": report["records"]["got"],
        "cards": report["cards"]["recorded"],
        "keys": report["keys"]["pressed"],
    }


def check(figures: Figures) -> str | None:
    if _SKIPPED in figures or _NOT_INSTALLED in figures:
        return None
    seconds = figures["seconds of table time"]
    return None if seconds >= _SECONDS else f"{seconds} s of table time, not {_SECONDS}"
