"""Rounds a second: our machine beside PokerKit on the same hands; the heap of a round on the board.

A round is everything from the opening to the last chip: cards, every action, showdown, shares.
Hands are prepared before the clock starts: inputs for ours, calls and its own cards for PokerKit.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pokerkit.state import (
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
)
from rich.table import Table

from cardtable.rules import places
from cardtable.rules.determinations import resolve
from sim.micropython import heap as narrow_heap
from sim.micropython.narrow import pico
from sim.micropython.narrow.interpreter import Program
from tests.bench.framework import Contender, Target, race, race_table
from tests.oracles.poker_play import GAMES, Duel

OURS = "cardtable"
THEIRS = "PokerKit"
ON_BOARD = Path(__file__).with_name("on_board_poker.py")
HEAP_LIMIT = 40_000  # bytes on a Pico
_MOST_INPUTS = 200  # of a round
_TIMES = 3
_HANDS = 20
_GAMES = ("no-limit Hold-Em", "fixed Hold-Em", "pot-limit Omaha", "Omaha 8-or-better")


def tables() -> Iterator[Table]:
    for name in _GAMES:
        title = f"rounds of {name}, CPython"
        yield race_table(title, race(contenders(name)), OURS, Target(THEIRS, _TIMES))
    yield heap_table()


def contenders(name: str, count: int = _HANDS) -> dict[str, Contender]:
    prepared = [_prepared(Duel(GAMES[name], seed)) for seed in range(count)]

    def ours() -> int:
        for duel, inputs, _, stacks in prepared:
            if _our_round(duel, inputs) != stacks:
                raise AssertionError("another result than before")
        return len(prepared)

    def theirs() -> int:
        for duel, _, calls, _ in prepared:
            state = duel.their_state()
            for call, arguments in calls:
                getattr(state, call)(*arguments)
        return len(prepared)

    return {OURS: ours, THEIRS: theirs}


Prepared = tuple[Duel, list[tuple[object, ...]], list[tuple[str, tuple[object, ...]]], list[int]]


def _prepared(duel: Duel) -> Prepared:
    """The hand as inputs of ours and as calls of PokerKit."""
    result = duel.play()
    inputs: list[tuple[object, ...]] = []
    calls: list[tuple[str, tuple[object, ...]]] = []
    for operation in result.state.operations:
        seat = duel.seats[getattr(operation, "player_index", 0) or 0]
        if isinstance(operation, BoardDealing):
            calls += [("burn_card", ("??",)), ("deal_board", (operation.cards,))]
            inputs += [("card", places.BOARD, repr(card)) for card in operation.cards]
        elif isinstance(operation, Folding):
            calls.append(("fold", ()))
            inputs.append(("fold", seat))
        elif isinstance(operation, CheckingOrCalling):
            calls.append(("check_or_call", ()))
            inputs.append(("call" if operation.amount else "check", seat))
        elif isinstance(operation, CompletionBettingOrRaisingTo):
            calls.append(("complete_bet_or_raise_to", (operation.amount,)))
            inputs.append(("raise", seat, operation.amount))
    return duel, inputs, calls, result.stacks


def _our_round(duel: Duel, inputs: list[tuple[object, ...]]) -> list[int]:
    table = duel.our_round()
    for given in inputs:
        table.take(given)
    if table.outcome is None:
        for seat in table.in_hand():
            table.take(("show", seat, None))
    return [table.stack[seat] for seat in duel.seats]


# ---- on the board

_TEN_SEATS = {
    "limit": "full-pot",
    "blinds": [100, 200],
    "win": "high-low",
    "low_qualifier": 8,
    "ace_low": 1,
    "low_ace": "low",
    "commission": "act-5",
}


def heap() -> dict[str, int]:
    """Bytes of a Pico's heap: the game's modules, a round opened, at its largest, the same with
    every record kept beside it; and how many records."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        narrow_heap.compile_rules(folder)
        (folder / "values.json").write_text(json.dumps(resolve("omaha", _TEN_SEATS, 10)))
        program = Program()
        program.put(folder, "/board")
        program.put(ON_BOARD, f"/board/{ON_BOARD.name}")
        program.step('import os, sys\nos.chdir("/board")\nsys.path[:] = [""]')
        program.step(f"import {ON_BOARD.stem} as poker")
        first = program.look()
        program.step("poker.load()")
        loaded = program.look()
        # The first round makes what is made once: names, late imports.
        rounds = [_round(program, keep) for keep in (False, False, True)]
        texts, looks = program.run()
    start, plain = rounds[1][1][0], rounds[1][1][1:]
    kept = rounds[2][1]
    return {
        "modules": pico.taken(looks[first], looks[loaded]),
        "opened": pico.without_pools(looks[start], looks[plain[0]]),
        "largest": max(pico.without_pools(looks[start], looks[one]) for one in plain),
        "kept": max(pico.without_pools(looks[kept[0]], looks[one]) for one in kept[1:]),
        "records": int(texts[rounds[1][0]]),
    }


def _round(program: Program, keep: bool) -> tuple[int, list[int]]:
    """(where its records are told, looks: before it, opened, after every input)."""
    program.step("poker.clear()")
    looks = [program.look()]
    program.step(f"poker.open_round({keep})")
    looks.append(program.look())
    for _ in range(_MOST_INPUTS):
        program.step("poker.one()")
        looks.append(program.look())
    return program.step("poker.tell()"), looks


def heap_table() -> Table:
    told = heap()
    table = Table("", title="heap of an Omaha round at ten seats, 32-bit MicroPython")
    table.add_column("bytes on a Pico", justify="right")
    table.add_column("target")
    rows = (
        ("the game's modules", told["modules"]),
        ("a round, opened", told["opened"]),
        ("a round at its largest", told["largest"]),
        (f"the same with its {told['records']} records kept", told["kept"]),
        ("modules and round", told["modules"] + told["largest"]),
    )
    for what, size in rows:
        verdict = ""
        if what == "a round at its largest":
            verdict = f"below {HEAP_LIMIT:,}: {'reached' if size < HEAP_LIMIT else 'MISSED'}"
        table.add_row(what, f"{size:,}", verdict)
    return table
