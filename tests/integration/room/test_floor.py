"""The floor: what needs a person first, by the room's clock, and the gaming day it is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from host_tools.common.problems import Problem
from host_tools.ledger.place import DatabaseUrl, place_of
from host_tools.room.gaming_day import calendar
from host_tools.room.table_state import TableState

NOW = 1_794_830_400_000


def heard(name, **status):
    state = TableState(name)
    told = {"link": "up", "why": "", "halt": None, "clock_ms": NOW}
    state.report(told | status, NOW)
    return state


def test_tables_are_ordered_by_what_needs_a_person():
    stopped = heard("stopped", halt="play has stopped: vault: both copies differ")
    pending = heard("pending")
    pending.apply(1, 1, NOW, ("jackpot_hit", 3, "royal", 1, 1, 0, 0))
    quiet = heard("quiet")
    quiet.heard_ms -= 20_000
    board = heard("board", link="lost", why="the board has gone")
    fault = heard("fault")
    fault.apply(1, 1, NOW, ("fault", "reader_silent", "box 3", 1))
    clock = heard("clock", clock_ms=NOW + 3_600_000)
    fine = heard("fine")
    never = TableState("never")
    tables = [fine, never, clock, fault, board, quiet, pending, stopped]
    rows = sorted((one.row(NOW) for one in tables), key=lambda row: (row["urgency"], row["table"]))
    assert [row["table"] for row in rows] == [
        "stopped", "pending", "board", "quiet", "fault", "clock", "never", "fine",
    ]  # fmt: skip
    assert rows[3]["needs"] == ["not heard for 20 s"]
    assert rows[5]["needs"] == ["its host's clock is 60 min fast"]


def test_a_fault_ends_when_the_board_says_so_or_starts_again():
    state = heard("t1")
    state.apply(1, 1, NOW, ("fault", "reader_silent", "box 3", 1))
    state.apply(1, 2, NOW, ("fault", "reader_silent", "box 4", 1))
    state.apply(1, 3, NOW, ("fault_over", "reader_silent", "box 3"))
    assert state.row(NOW)["faults"] == 1
    state.apply(1, 4, NOW, ("boot", "0.2.0", "pico", "t1", "power"))
    assert (state.row(NOW)["faults"], state.row(NOW)["firmware"]) == (0, "0.2.0")


def test_the_pace_is_by_when_rounds_came_whatever_the_boards_clock_says():
    state = heard("t1")
    for number in range(1, 7):
        state.apply(1, number, NOW + number * 60_000, ("end", "settled", None))
    assert state.row(NOW + 7 * 60_000)["pace"] == 60


def test_rounds_that_come_all_at_once_when_a_link_is_back_have_no_pace():
    state = heard("t1")
    for number in range(1, 7):
        state.apply(1, number, NOW + number * 3, ("end", "settled", None))
    assert state.row(NOW + 1000)["pace"] is None


def test_records_that_make_no_sense_do_not_stop_the_floor():
    state = heard("t1", config=[["game"]])
    for number, record in enumerate(
        [("round",), ("round", "x", 5, None, None, 7), ("ante", None), ("fault",), ("end",)], 1
    ):
        state.apply(1, number, NOW, record)
    assert state.row(NOW)["record"] == 5 and state.told[-1]["news"] == "fault"


def test_a_new_epoch_begins_anew_and_an_old_one_changes_nothing():
    state = heard("t1")
    state.apply(1, 9, NOW, ("day_open", "2026-11-16"))
    state.apply(2, 1, NOW, ("day_open", "2026-11-17"))
    state.apply(1, 10, NOW, ("day_open", "2026-11-16"))
    assert (state.epoch, state.last, state.day) == (2, 1, "2026-11-17")


@pytest.mark.parametrize(
    ("at", "zone", "day"),
    [
        ((2026, 11, 16, 5, 59), "UTC", "2026-11-15"),
        ((2026, 11, 16, 6, 0), "UTC", "2026-11-16"),
        ((2026, 11, 16, 18, 59), "Australia/Sydney", "2026-11-16"),  # 05:59 there
        ((2026, 11, 16, 19, 0), "Australia/Sydney", "2026-11-17"),
        ((2026, 3, 29, 3, 59), "Europe/Paris", "2026-03-28"),  # clocks went forward that night
        ((2026, 3, 29, 4, 0), "Europe/Paris", "2026-03-29"),
        ((2026, 10, 25, 4, 59), "Europe/Paris", "2026-10-24"),  # and back
        ((2026, 10, 25, 5, 0), "Europe/Paris", "2026-10-25"),
    ],
)
def test_a_gaming_day_begins_by_the_clock_on_the_wall(at, zone, day):
    days = calendar(zone, "06:00")
    ms = int(datetime(*at, tzinfo=UTC).timestamp() * 1000)
    assert days.day(ms) == day
    assert days.begin_ms(day) <= ms


def test_a_day_with_a_change_of_clocks_is_as_long_as_it_is():
    days = calendar("Europe/Paris", "06:00")
    hours = (days.begin_ms("2026-03-29") - days.begin_ms("2026-03-28")) / 3_600_000
    assert hours == 23


def test_zones_and_hours_that_are_none_are_refused_in_words():
    with pytest.raises(Problem, match="no time zone"):
        calendar("Atlantis/Centre", "06:00")
    with pytest.raises(Problem, match="no time of day"):
        calendar(None, "half past six")


def test_a_ledger_is_a_file_unless_it_is_written_as_an_address():
    url = place_of("postgresql://room:secret@db/room?password=also&sslmode=require")
    assert isinstance(url, DatabaseUrl)
    assert str(url) == "postgresql://room@db/room?sslmode=require"
    assert str(place_of("ledger.db")) == "ledger.db"
    with pytest.raises(Problem, match="mysql"):
        place_of("mysql://x/y")
