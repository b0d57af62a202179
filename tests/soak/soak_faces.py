"""Power cuts at the writes about the end of a round and about a release, and whatever a host or a
supervisor does then: no hand is released early, none is lost."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import product
from random import Random

from tests.integration.table import test_around_release as evenings
from tests.integration.table.around_release import Cut, judged, policy
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/**/*.py",
    "sim/**/*.py",
    "tests/integration/table/around_release.py",
    "tests/integration/table/test_around_release.py",
)

_GAMES = ("holdem", "stud")
_KINDS = ("end", "released")
_PARTS = 8
_STEP = 16 * _PARTS  # writes: one of sixteen, over all parts
_OFFSETS = 12


def chunks() -> Iterator[Chunk]:
    for game in _GAMES:
        for kind, nth, minutes in product(_KINDS, (0, 1), (0, 1)):
            for part in range(_PARTS):
                arguments = {"game": game, "kind": kind, "nth": nth, "minutes": minutes}
                name = f"{game}, {minutes} minutes, cuts at {kind} {nth}, part {part}"
                yield Chunk(name, cuts, arguments | {"first": 16 * part})
        for what in evenings.WHAT:
            yield Chunk(f"{game}, {what}", hosts, {"game": game, "what": what})


def cuts(game: str, kind: str, nth: int, minutes: int, first: int) -> Figures:
    start, end = evenings.writes(evenings.undisturbed(game, minutes), kind, nth)
    dice = Random(f"{game} {kind} {nth} {minutes} {first}")
    given = policy("all", minutes)
    cut = 0
    for at in range(start + first, end, _STEP):
        planned = [Cut(at, torn=bool(at % 3))]
        if at % 5 == 0:
            planned.append(Cut(dice.randint(1, 900)))
        with tempfile.TemporaryDirectory() as folder:
            told = evenings.evening(folder, cuts=planned, game=game, given=given)
        _hold(told, 2, f"{game}, cuts {planned}")
        cut += len(told.cuts)
    return {"faces cut": cut}


def hosts(game: str, what: str) -> Figures:
    dice = Random(f"{game} {what}")
    for _ in range(_OFFSETS):
        offset_ms = dice.randint(-50_000, 5_000)
        with tempfile.TemporaryDirectory() as folder:
            told = evenings.evening(
                folder, then=evenings.WHAT[what], offset_ms=offset_ms, game=game
            )
        _hold(told, 3, f"{game}, {what} at {offset_ms} ms")
    return {"evenings disturbed": _OFFSETS}


def _hold(told: evenings.Evening, rounds: int, what: str) -> None:
    try:
        if judged(told) != rounds:
            raise AssertionError(f"{len(told.rounds())} rounds")
    except AssertionError as failure:
        raise AssertionError(f"{what}: {failure}") from failure


def check(figures: Figures) -> str | None:
    few = [what for what in ("faces cut", "evenings disturbed") if figures.get(what, 0) < 100]
    return f"too few of {few}" if few else None
