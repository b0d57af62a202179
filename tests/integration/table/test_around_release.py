"""About the time at which hands are released, nothing brings one forward and nothing loses one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cardtable.vault import layout
from sim.harness.clock import TICKS_PERIOD
from tests.integration.table.around_release import (
    MINUTE_US,
    Board,
    Cut,
    Evening,
    judged,
    policy,
)

ALL = policy("all", 1)
SEED = 5


def evening(folder, *, then=None, offset_ms=0, cuts=(), game="holdem", given=ALL, start_us=0):
    """Two rounds; `then(board)`, so long before or after the first is due; and one round more."""
    board = Board(Path(folder), given, game, SEED, start_us)

    def script(board):
        yield from board.plays(2)
        if then is not None:
            due_us = board.evening.heard_us[board.evening.rounds()[0]["end"]] + MINUTE_US
            yield from board.waits_until(due_us + 1000 * offset_ms)
            yield from then(board)
            yield from board.plays(1)

    return board.run(script, list(cuts))


@cache
def undisturbed(game: str = "holdem", minutes: int = 1) -> Evening:
    with TemporaryDirectory() as folder:
        return evening(folder, game=game, given=policy("all", minutes))


def restart(board):
    boots = board.evening.boots()
    yield from board.host.do("technician", "restart")
    while board.evening.boots() == boots:
        yield 20


def clocks(board):
    for ms in (4_000_000_000_000, 1_600_000_000_000, 1_790_000_000_000):
        yield from board.clock_is_set(ms)
        yield 700


WHAT = {
    "a clock far ahead": lambda board: board.clock_is_set(4_000_000_000_000),
    "clocks to and fro": clocks,
    "another host": lambda board: board.another_host_comes(),
    "at once from now on": lambda board: board.supervisor_determines(policy("all", 0)),
    "shown hands only from now on": lambda board: board.supervisor_determines(policy("shown", 0)),
    "never from now on": lambda board: board.supervisor_determines(policy("never", 0)),
    "longer from now on": lambda board: board.supervisor_determines(policy("all", 3)),
    "a restart": restart,
}
_APART = 40  # writes
_AN_END = 1200  # bytes that are kept of an end and its hands; of a release there are fewer
# Before it, just before it, and in the very tick
WHEN_MS = (-30_000, -700, 900)


@pytest.mark.parametrize("what", WHAT)
@pytest.mark.parametrize("offset_ms", WHEN_MS)
def test_whoever_is_at_the_cable_brings_nothing_forward_and_loses_nothing(
    what, offset_ms, tmp_path
):
    told = evening(tmp_path, then=WHAT[what], offset_ms=offset_ms)
    assert all(reply[0] == "ok" for reply in told.replies)
    assert judged(told) == 3
    after = told.rounds()[2]
    wanted = {"at": ("all", 0), "shown": ("shown", 0), "never": ("never", 0), "longer": ("all", 3)}
    assert (after["scope"], after["minutes"]) == wanted.get(what.split()[0], ("all", 1))


def test_in_the_middle_of_a_round_no_policy_can_be_set(tmp_path):
    board = Board(tmp_path, ALL, "holdem", SEED)

    def script(board):
        board.world.house.rounds_due = 1
        while not [fact for _, fact in board.evening.of("deal")]:
            yield 50
        yield from board.supervisor_determines(policy("all", 0))
        yield from board.plays(1)

    told = board.run(script, [])
    assert [reply[0] for reply in told.replies] == ["round_in_play"]
    assert {(one["scope"], one["minutes"]) for one in told.rounds()} == {("all", 1)}
    judged(told)


def test_nobody_gets_a_prompt_of_the_board_while_hands_wait(tmp_path):
    board = Board(tmp_path, ALL, "holdem", SEED)

    def script(board):
        yield from board.plays(1)
        yield from board.host.do("technician", "maintenance")
        board.evening.replies.append(board.host.last)

    told = board.run(script, [])
    assert told.replies[0][0] == "faces_wait" and judged(told) == 1


def test_what_finds_no_room_is_told_and_never_released(tmp_path, monkeypatch):
    monkeypatch.setattr(layout, "FACES_SIZE", 100)  # two rounds of four players
    board = Board(tmp_path, ALL, "holdem", SEED)

    def script(board):
        yield from board.plays(4)
        firsts = [one["first"] for one in board.evening.rounds()]
        board.evening.without_room |= set(firsts[2:])

    told = board.run(script, [])
    assert judged(told) == 2
    full = [fact for _, fact in told.of("fault") if fact[1:] == ["faces_full", "fram", 1]]
    assert len(full) == 2, "once for each round"


def test_the_ticks_may_wrap_meanwhile(tmp_path):
    for before_s in (5, 65, 100):  # in the first round, before it is due, before the second is
        start_us = 1000 * (TICKS_PERIOD - 1000 * before_s)
        assert judged(evening(tmp_path / str(before_s), start_us=start_us)) == 2


def writes(told: Evening, kind: str, nth: int) -> tuple[int, int]:
    """Writes to the FRAM while an end is kept, the hands first; or a release, which erases them."""
    erases = kind == "released"
    there = [
        n
        for n, (_, _, where, byte) in enumerate(told.writes)
        if layout.FACES <= where < layout.ENTRIES and (byte == 0) is erases
    ]
    starts = [n for n, before in zip(there, [-_APART, *there], strict=False) if n - before > _APART]
    first = [n for n in starts if not erases or set(_zeros(told, n)) == {0}][nth]
    return (first - _AN_END, first + 80) if erases else (first - 10, first + _AN_END)


def _zeros(told: Evening, at: int) -> list[int]:
    return [byte for _, _, _, byte in told.writes[at : at + 24]]


def spread(kind: str, nth: int, count: int, minutes: int = 1) -> list[int]:
    first, last = writes(undisturbed(minutes=minutes), kind, nth)
    return [first + (last - first) * k // count for k in range(count)]


@pytest.mark.parametrize("nth, kind", [(0, "end"), (0, "released"), (1, "released")])
def test_a_power_cut_brings_nothing_forward_and_loses_nothing(nth, kind, tmp_path):
    cut = 0
    for k, at in enumerate(spread(kind, nth, 5)):
        told = evening(tmp_path / str(at), cuts=[Cut(at, torn=bool(k % 2))])
        assert judged(told) == 2
        cut += len(told.cuts)
    assert cut >= 4


def test_a_cut_before_the_end_is_kept_releases_nothing_before_it(tmp_path):
    """The hands are kept first: where they are released at once, that must not be too early."""
    for at in spread("end", 0, 16, minutes=0):
        told = evening(tmp_path / str(at), cuts=[Cut(at)], given=policy("all", 0))
        assert len(told.cuts) == 1 and judged(told) == 2
        assert len(told.of("released")) == 2, "what was kept for an end that never was is not told"


def test_power_cuts_in_the_start_after_a_power_cut(tmp_path):
    """What waits is looked at, and perhaps erased, in a start: the power goes again there."""
    for at in spread("end", 0, 3)[1:]:
        for again in (60, 400, 700):
            told = evening(tmp_path / f"{at}-{again}", cuts=[Cut(at), Cut(again)])
            assert len(told.cuts) == 2 and judged(told) == 2
