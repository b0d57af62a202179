# pyright: reportOptionalMemberAccess=false
"""What goes wrong between people: too early, twice, by a slip of the finger, gone for good."""

import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.common.problems import Problem
from host_tools.directing.runner import Desk, Runner
from host_tools.directing.table_setup import Setup, wanted
from host_tools.tournament import journal as journals
from host_tools.tournament.conditions import BadConditions, parse
from host_tools.tournament.director import opened, reopened
from tests.tournament.simulated import Clock as RoomClock
from tests.tournament.simulated import SimulatedTable
from tests.tournament.test_director import (
    CANBERRA,
    EXAMPLE,
    FREEZE_OUT,
    TWO_TABLES,
    Clock,
    at,
    begun,
    refused,
    seated,
)
from tests.tournament.test_every_rule import ALL

ONE_TABLE = {"T1": list(range(1, 10))}
RISING = CANBERRA.replace(
    "[[levels]]\nrounds = 100\nlimits = { ante_min = 5, ante_max = 100 }",
    "[[levels]]\nrounds = 1\nlimits = { ante_min = 5, ante_max = 100 }\n"
    "[[levels]]\nrounds = 100\nlimits = { ante_min = 25, ante_max = 100 }",
)
FINAL = RISING.replace('[[sessions]]\nname = "Heat"\nrounds = 5\nadvance = 3\n', "")


def clock_of(director) -> Clock:
    assert isinstance(director._now, Clock)
    return director._now


def published(director) -> int:
    at = director.conditions.starts_ms(0)
    assert at is not None
    return at


def at_one_table(folder, text, players):
    director = begun(folder, text, players)
    for number in director.draw_seats(ONE_TABLE):
        director.seat(number)
    director.begin_session()
    return director


def told(director, round, chips, put=None):
    """A round by hand: {number: chips}, everybody else as before."""
    players = director.state.tables()["T1"]
    after = {at(one): chips.get(one.number, one.chips) for one in players}
    put = {at(one): (put or {}).get(one.number, 0) for one in players}
    return director.round_played("T1", round, after, put)


# ---- too early


@ALL
def test_NI2004_492_r17_9_NI2005_66_r20_9_NI2006_156_r20_9_nobody_forfeits_before_the_time(
    tmp_path, text, rule
):
    director = seated(begun(tmp_path, text, 8), absent=(2,))
    clock = clock_of(director)
    clock.ms = published(director) - 1
    said = refused("before_the_starting_time", director.begin_session, [2])
    assert said == rule + "9"
    clock.ms += 1
    assert director.begin_session([2]) == [2]


def test_NI2006_156_r20_9_with_everybody_there_a_session_may_begin_early(tmp_path):
    director = seated(begun(tmp_path))
    clock_of(director).ms = published(director) - 60_000
    director.begin_session()
    assert director.state.playing


def test_NI2004_492_r17_4_sessions_are_published_in_the_order_in_which_they_are_played():
    first, final = '[[sessions]]\nname = "Heat"', '[[sessions]]\nname = "Final"'
    with pytest.raises(BadConditions, match=r"sessions\[1\].starts is before the session before"):
        parse(EXAMPLE.replace(final, final + "\nstarts = 2026-11-26T18:00:00"))
    later = EXAMPLE.replace(final, final + "\nstarts = 2026-11-27T18:00:00+11:00")
    assert parse(later).starts_ms(1) == 1_795_762_800_000
    with pytest.raises(BadConditions):
        parse(EXAMPLE.replace(first, first + "\nstarts = 0001-01-01T00:00:00"))


# ---- twice


@pytest.mark.parametrize("again", ["Zoe\u0308 1", "ZOE\u0308 1", "\uff3aoë 1", "  Zoë   1 "])
def test_NI2006_156_r20_6_a_name_that_is_written_otherwise_is_the_same(tmp_path, again):
    director = begun(tmp_path)
    director.enter("Zoë 1")
    assert refused("one_entry_only", director.enter, again) == "NI2006-156 20.6"
    assert unicodedata.is_normalized("NFC", director.enter("Chloe\u0308").name)


@ALL
def test_NI2004_492_r17_6_NI2005_66_r20_6_NI2006_156_r20_6_nobody_plays_for_two(
    tmp_path, text, rule
):
    """Who is out, who has a seat and who has been replaced has had the one entry."""
    director = seated(begun(tmp_path, text, 8, reserves=1), absent=(4,))
    assert refused("one_entry_only", director.substitute, 1, "Player 2") == rule + "6"
    director.substitute(1, "Substitute")
    assert refused("one_entry_only", director.enter, "player 1", True) == rule + "6"
    director.substitute(1, "Player 1")  # and back
    director.replace(4, 9)
    assert refused("one_entry_only", director.substitute, 2, "Player 4") == rule + "6"


def test_NI2006_156_r20_10_who_comes_after_the_ballot_may_be_given_an_empty_seat(tmp_path):
    director = seated(begun(tmp_path), absent=(4,))
    assert refused("the_first_ballot_was_drawn", director.enter, "Late") == "NI2006-156 20.7"
    director.replace(4, director.enter("Late", reserve=True).number)
    director.begin_session()
    said = refused("the_first_ballot_was_drawn", director.enter, "Later", True)
    assert said == "NI2006-156 20.7"


# ---- by a slip of the finger


def test_NI2006_156_r20_14_a_nought_that_was_not_meant_puts_nobody_out_while_a_round_is_on(
    tmp_path,
):
    """The table goes on; the round's records tell what the player really has."""
    clock, place = RoomClock(), tmp_path / "ledger.db"
    director = opened(tmp_path / "t", EXAMPLE, "director", clock)
    for n in range(4):
        director.enter(f"Player {n + 1}")
    for number in director.draw_seats({"t1": [1, 2, 3, 4]}):
        director.seat(number)
    director.begin_session()
    given = {"tournament": 1, "blinds": [500, 1000]}
    table = SimulatedTable("t1", "omaha", place, clock, 5)
    table.seat(given, {at(one): one.chips for one in director.state.in_play})
    table.play(given)
    director.correct(2, 0, "typed into the wrong row")
    assert director.state.entrants[2].standing == "playing"
    director.correct(2, 100_000, "the row above was meant")
    table.send()
    runner = Runner(Desk(tmp_path / "t", "director", clock), place, {})
    assert not runner.step().waits
    with runner.desk.director() as director:
        held = {at(one): one.chips for one in director.state.in_play}
        assert held == {seat: table.round.stack[seat] for seat in table.players}
        director.correct(next(o.number for o in director.state.in_play), 0, "really nothing")
    left = len(held)
    report = runner.step()  # the table is between two rounds: now it counts
    with runner.desk.director() as director:
        assert len(director.state.in_play) == left - 1 and "Out: " in report.news[-1]
        assert director.chips_missing() < 0, "and it is told that chips are missing"


def test_who_was_put_out_by_a_mistake_plays_on_in_the_same_seat(tmp_path):
    director = at_one_table(tmp_path, EXAMPLE, 5)
    told(director, 1, {1: 0, 2: 0, 3: 300_000}, {1: 90_000, 2: 100_000})
    seat = director.state.entrants[1].last_seat
    assert director.state.fallen == [[[2], [1]]]
    refused("a_reason_is_needed", director.bring_back, 1, 5, "")
    refused("nobody_to_bring_back", director.bring_back, 1, 0, "x")
    refused("nobody_to_bring_back", director.bring_back, 3, 500, "is not out")
    director.bring_back(1, 100_000, "the row above was meant")
    director.correct(3, 200_000, "and so was this")
    one = director.state.entrants[1]
    assert (one.seat, one.standing, one.present) == (seat, "playing", True)
    assert director.state.fallen == [[[2]]] and director.chips_missing() == 0
    assert wanted(director, "T1", Setup()).chips[at(one)] == 100_000
    assert reopened(tmp_path, "again", Clock()).state == director.state
    director.end_session()
    refused("no_session_is_played", director.bring_back, 2, 500, "too late")


def test_NI2006_156_r20_19_who_is_corrected_to_nothing_lost_it_in_the_last_round(tmp_path):
    """What was put into its pots decides, although one of them fell by the director's word."""
    director = at_one_table(tmp_path, EXAMPLE, 6)
    after = {1: 0, 2: 70_000, 3: 240_000, 4: 90_000}
    told(director, 1, after, {1: 100_000, 2: 90_000, 3: 0, 4: 10_000})
    assert director.state.fallen == [[[1]]]
    director.correct(2, 0, "the row above was meant")
    director.correct(3, 310_000, "and so was this")
    assert director.between_rounds({"T1"}) == [2]
    assert director.state.fallen == [[[1], [2]]]
    assert director.journal.events[-1]["rule"] == "NI2006-156 20.19"
    director.bring_back(1, 5000, "x")
    director.bring_back(2, 5000, "y")
    assert director.state.fallen == [] and director.state.last_fell == ("", 0)
    director.correct(1, 0, "z")
    assert director.between_rounds({"T1"}) == [1] and director.state.fallen == [[[1]]]
    assert reopened(tmp_path, "again", Clock()).state == director.state


def test_a_correction_does_not_end_the_tournament(tmp_path):
    director = at_one_table(tmp_path, EXAMPLE, 4)
    told(director, 1, {1: 0, 2: 0, 3: 300_000}, {1: 100_000, 2: 100_000})
    assert refused("this_would_end_it", director.correct, 3, 0, "typo") == "NI2006-156 20.17"


@ALL
def test_NI2004_492_r17_20_NI2005_66_r20_16_NI2006_156_r20_16_a_level_too_early_is_taken_back(
    tmp_path, text, rule
):
    director = seated(begun(tmp_path, text.replace(CANBERRA, RISING), 8))
    director.begin_session()
    number = rule + ("20" if "17." in rule else "16")
    assert refused("this_is_the_first_level", director.level_before, "x") == number
    director.next_level()
    assert director.journal.events[-1]["rule"] == number
    refused("a_reason_is_needed", director.level_before, " ")
    assert director.level_before("too early") == 0
    assert director.conditions.values_at(director.state.clock.level)["tournament"] == 1
    director.pause()  # without minutes it is no break (17.19, 20.15), which says how long it is
    assert director.journal.events[-1]["rule"] == number
    for minutes in (0, -1, 10**9):
        said = refused("a_break_has_minutes", director.pause, minutes)
        assert said == rule + ("19" if "17." in rule else "15")


def test_amounts_that_nobody_had_are_refused_when_a_person_types_them(tmp_path):
    director = at_one_table(tmp_path, EXAMPLE, 4)
    with pytest.raises(Exception, match="more_than_there_was"):
        told(director, 1, {}, {1: 100_001})


def test_a_line_that_the_disk_had_no_room_for_was_not_written(tmp_path, monkeypatch):
    director = begun(tmp_path, players=1)
    write = journals.os.write
    monkeypatch.setattr(journals.os, "write", lambda handle, line: write(handle, line[:20]))
    with pytest.raises(Problem, match="No space left"):
        director.enter("Somebody")
    monkeypatch.undo()
    again = reopened(tmp_path, "again", Clock())
    assert again.journal.dropped and len(again.state.entrants) == 1
    again.enter("Somebody")
    assert len(reopened(tmp_path, "again", Clock()).state.entrants) == 2


# ---- the minimum rises (17.14)


def test_NI2004_492_r17_14_who_cannot_wager_a_minimum_that_rose_is_out_before_the_round(tmp_path):
    director = at_one_table(tmp_path, RISING, 5)
    told(director, 1, {1: 2000, 2: 900, 3: 60_000}, dict.fromkeys(range(1, 6), 500))
    assert len(director.state.in_play) == 5, "five dollars were enough"
    director.next_level()
    assert director.between_rounds(["T2"]) == []
    assert director.between_rounds(["T1"]) == [1, 2]
    event = director.journal.events[-1]
    assert event["places"] == [[1, 2]] and event["rule"] == "NI2004-492 17.24"


def test_NI2004_492_r17_14_r17_24_who_fell_before_a_round_does_not_tie_with_who_falls_in_it(
    tmp_path,
):
    """Nobody says when the table is between two rounds: the round itself shows it."""
    director = at_one_table(tmp_path, RISING, 4)
    told(director, 1, {1: 2000}, dict.fromkeys(range(1, 5), 500))
    director.next_level()
    told(director, 2, {2: 0, 3: 90_000, 4: 45_000}, {2: 50_000, 3: 2500, 4: 2500})
    assert director.state.fallen == [[[1]], [[2]]]
    assert director.journal.events[-2]["rule"] == "NI2004-492 17.14"


# ---- equal chips (17.23)


def test_NI2004_492_r17_23_extra_rounds_decide_between_those_who_were_equal_alone(tmp_path):
    """Equal at 500: what they win and lose then passes neither the one above nor the one below."""
    director = at_one_table(tmp_path, FINAL, 4)
    told(director, 1, {1: 50_000, 2: 50_000, 3: 60_000, 4: 30_000}, dict.fromkeys(range(1, 5), 500))
    assert director.end_session() == [[1, 2]]
    told(director, 2, {1: 0, 2: 99_000}, {1: 50_000, 2: 50_000})
    assert director.state.entrants[1].standing == "out"
    assert director.end_session() == []
    places = {one.number: one.place for one in director.state.entrants.values()}
    assert places == {3: 1, 2: 2, 1: 3, 4: 4}


def order(group, rounds):
    """Those who are equal, put in order by the extra rounds that are left: by its own words."""
    if len(group) == 1:
        return [group]
    playing = {n: c for n, c in group.items() if c}
    if len(playing) < 2:
        return [group] if not playing else [playing, {n: c for n, c in group.items() if not c}]
    result, *more = rounds
    placed = []
    for chips in sorted({result[n] for n in group}, reverse=True):
        placed += order({n: chips for n in group if result[n] == chips}, more)
    return placed


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.integers(1, 3), min_size=3, max_size=6), st.integers(0, 2**30))
def test_NI2004_492_r17_23_places_after_extra_rounds_by_a_second_model(tmp_path, chips, seed):
    import random

    dice = random.Random(seed)
    director = at_one_table(tmp_path / f"{seed}-{chips}", FINAL, len(chips))
    held = {n: 10_000 * c for n, c in enumerate(chips, 1)}
    told(director, 1, held, dict.fromkeys(held, 500))
    rounds = []
    while equal := director.end_session():
        tied = [n for group in equal for n in group]
        result = {n: 10_000 * dice.randint(0, 2) for n in tied}
        rounds.append(result)
        told(director, len(rounds) + 1, result, dict.fromkeys(tied, 500))
        if len(director.state.in_play) < 2:
            director.end_session()
            break
    expected, place = {}, 1
    for amount in sorted(set(held.values()), reverse=True):
        group = {n: c for n, c in held.items() if c == amount}
        for one in order(group, rounds):
            expected |= dict.fromkeys(one, place)
            place += len(one)
    assert {n: one.place for n, one in director.state.entrants.items()} == expected
    assert sum(director.state.awards.values()) == director.state.takings.pool


# ---- gone for good, and another day (B16)


def test_TGC_2006_B16_3_nobody_enters_a_freeze_out_that_has_begun(tmp_path):
    director = begun(tmp_path, FREEZE_OUT, 4)
    assert refused("a_freeze_out_is_one_game", director.draw_seats, TWO_TABLES) == "TGC-2006 B16.5"
    director.draw_seats(ONE_TABLE)
    assert refused("the_first_ballot_was_drawn", director.enter, "Late") == "TGC-2006 B16.3"


def test_TGC_2006_B16_4_who_cannot_go_on_leaves_when_the_round_is_over(tmp_path):
    director = at_one_table(tmp_path, FREEZE_OUT, 4)
    assert refused("a_reason_is_needed", director.leaves, 2, " ") == "TGC-2006 B16.4"
    director.leaves(2, "taken ill")
    assert len(director.state.in_play) == 4, "the round that is on is played"
    told(director, 1, {1: 11_000, 2: 9000}, {1: 1000, 2: 1000})
    assert director.state.fallen == [[[2]]] and director.chips_missing() == 0
    assert director.journal.events[-1]["rule"] == "TGC-2006 B16.4"
    director.bring_back(2, 9000, "was well again")
    assert director.chips_missing() == 0 and not director.state.entrants[2].leaves
    director.leaves(2, "was not")
    assert director.between_rounds(["T1"]) == [2] and director.chips_missing() == 0


def test_TGC_2006_B16_7_on_another_day_it_goes_on_with_everybody_or_is_concluded(tmp_path):
    director = at_one_table(tmp_path, FREEZE_OUT, 4)
    told(director, 1, {1: 0, 2: 20_000}, {1: 10_000, 2: 10_000})
    director.pause()
    assert director.journal.events[-1]["rule"] == "TGC-2006 B16.7"
    clock_of(director).ms += 20 * 3_600_000
    director.seat(2)
    director.seat(3)
    assert refused("not_everybody_is_there", director.resume) == "TGC-2006 B16.7"
    director.pause(10)  # whatever is ordered meanwhile does not begin by itself
    clock_of(director).ms += 3_600_000
    assert not director.break_is_over()
    director.seat(4)
    director.resume()
    assert director.state.clock.running_since_ms is not None
    director.pause(10)
    clock_of(director).ms += 600_000
    assert director.break_is_over(), "a break of ten minutes is no other day"
    director.end_session()
    assert director.state.outcome == "finished" and director.state.entrants[2].place == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("players_left = 1", "rounds = 5"), "B16.6"),
        (("limits = { freeze_wager = 5 }", "limits = { min_bet = 5 }"), "B16.5"),
        (("freeze_out = true", "freeze_out = false"), "write freeze_out = true"),
        (('game = "stud"', 'game = "holdem"'), "a condition of stud"),
    ],
)
def test_TGC_2006_B16_5_B16_6_conditions_that_are_no_freeze_out(change, said):
    assert change[0] in FREEZE_OUT
    with pytest.raises(BadConditions, match=f"(?i){said}"):
        parse(FREEZE_OUT.replace(*change))


@ALL
def test_NI2004_492_r17_5_NI2005_66_r20_5_NI2006_156_r20_5_any_rule_may_be_departed_from_by_name(
    tmp_path, text, rule
):
    """17.5 and 20.5 speak of the rules before them; every table and the wall say what departs."""
    from host_tools.directing import view

    departing = text + '\n[[departures]]\nrule = "3.1"\ntext = "Limits of their own."\n'
    director = begun(tmp_path, departing)
    shown = view.wall(director, 0)
    assert shown["departures"] == [{"rule": "3.1", "text": "Limits of their own."}]
    assert shown["starts"] == "2026-11-26 19:00"
    moving = departing.replace('"3.1"', f'"r {rule.split()[1]}7"')
    director = seated(begun(tmp_path / "moving", moving, 4))
    director.begin_session()
    moves = director.balance({name: list(boxes) for name, boxes in TWO_TABLES.items()})
    assert {seat.table for _, seat in moves} == {"T2"}, "one table is enough"
    assert director.journal.events[-1]["rule"] == rule + "5"
