"""A linked jackpot's books: what supervisors may do when, and every cent of it."""

from __future__ import annotations

import pytest

from host_tools.room.jackpot import judging
from host_tools.room.jackpot.carrying import from_link, to_link
from host_tools.room.jackpot.leases import on_the_sign
from host_tools.room.jackpot.pool import Event, Pool, Win
from host_tools.room.store import Refused


def does(pool: Pool, events: list[Event]) -> None:
    for event in events:
        pool.apply(event)
        assert pool.why_not() is None, event


def opened(**parameters: int) -> Pool:
    pool = Pool()
    does(pool, judging.opened(pool, "boomerang", 2_000_000, 50_000, parameters))
    for table in ("t1", "t2"):
        does(pool, judging.joined(pool, table, (1, 1), 0))
    does(pool, judging.started(pool))
    return pool


def win(pool: Pool, stamp: int, table: str, number: int, *hands: tuple[int, str, int]) -> list[int]:
    """What the prizes of a round are."""
    told = [list(hand) for hand in hands]
    does(pool, [("hit", table, [1, number], stamp, told)])
    before = len(pool.pending)
    does(pool, judging.settled(pool, pool.waiting[0]))
    return [one.cents for one in pool.pending[before:]]


def test_parameters_do_not_change_while_it_runs():
    pool = opened()
    with pytest.raises(Refused, match="while the jackpot runs"):
        judging.parameter(pool, "start_up", 5)
    does(pool, judging.stopped(pool))
    with pytest.raises(Refused, match="not every table has said"):
        judging.parameter(pool, "start_up", 5)
    does(pool, judging.quiet(pool))
    does(pool, judging.parameter(pool, "start_up", 5))
    assert pool.parameters["start_up"] == 5
    assert win(pool, 10, "t1", 5, (1, "royal_flush", 2_000_000)) == [2_000_000]
    with pytest.raises(Refused, match="not settled and paid"):
        judging.parameter(pool, "start_up", 6)
    does(pool, judging.confirmed(pool, 1))
    does(pool, judging.parameter(pool, "start_up", 6))


def test_no_lease_outlasts_thirty_seconds():
    for length in (1999, 20_001, 60_000):
        with pytest.raises(Refused, match="a lease is"):
            judging.opened(Pool(), "b", 0, 0, {"length_ms": length})
    with pytest.raises(Refused, match="skew"):
        judging.opened(Pool(), "b", 0, 0, {"length_ms": 2000, "skew_ms": 1001})


def test_what_cannot_be_a_parameter_is_refused():
    for wrong in ({"nonsense": 1}, {"pool_share": 10_001}, {"start_up": 2, "ceiling": 1},
                  {"bonus_from": 2}, {"start_up": -1}):  # fmt: skip
        with pytest.raises(Refused):
            judging.opened(Pool(), "b", 0, 0, wrong)


def test_10_5_contributions_are_shared_and_remainders_carried():
    pool = opened(pool_share=3333)
    for number in range(2, 12):
        does(pool, judging.contribution(pool, "t1", (1, number), number, 101))
    assert pool.pool - 2_000_000 == 1010 * 3333 // 10_000
    assert pool.contributed == 1010 == pool.members["t1"].contributed
    with pytest.raises(ValueError, match="already"):
        does(pool, judging.contribution(pool, "t1", (1, 11), 11, 101))


def test_over_the_ceiling_it_waits_for_the_next_pool():
    pool = opened(ceiling=2_000_100, start_up=1_000_000)
    does(pool, judging.contribution(pool, "t1", (1, 2), 1, 300))
    assert (pool.pool, pool.overflow) == (2_000_100, 200)
    win(pool, 9, "t2", 2, (1, "royal_flush", 2_000_100))
    assert (pool.pool, pool.overflow, pool.reserve) == (1_000_200, 0, 0)
    assert pool.house == 950_000


def test_an_unreasonable_contribution_is_held_until_somebody_frees_it():
    pool = opened(most_in=500)
    does(pool, judging.contribution(pool, "t1", (1, 2), 1, 501))
    assert (pool.held, pool.pool) == (501, 2_000_000)
    with pytest.raises(Refused):
        judging.freed(pool, 502)
    does(pool, judging.freed(pool, 400))
    assert (pool.held, pool.pool, pool.reserve) == (0, 2_000_400, 50_101)


def test_11_2_two_major_hands_of_one_round_share_the_sign():
    pool = opened()
    hands = ((1, "royal_flush", 1_100_000), (2, "straight_flush", 1_100_000))
    assert win(pool, 9, "t1", 2, *hands) == [1_000_000, 100_000]


def test_11_3_a_later_win_is_limited_to_the_pool_of_its_time():
    pool = opened(start_up=1_000_000)
    does(pool, judging.contribution(pool, "t2", (1, 2), 90, 700))  # after both were determined
    assert win(pool, 50, "t1", 2, (1, "royal_flush", 2_000_000)) == [2_000_000]
    assert win(pool, 60, "t2", 3, (1, "royal_flush", 2_000_000)) == [1_000_000]
    assert pool.pool == 1_000_700


def test_1997_has_no_limit():
    pool = opened(limited=0, start_up=1_000_000)
    assert win(pool, 50, "t1", 2, (1, "royal_flush", 2_000_000)) == [2_000_000]
    assert win(pool, 60, "t2", 2, (1, "royal_flush", 2_000_000)) == [2_000_000]


def test_a_prize_is_paid_once_and_bonuses_come_out_of_escrow():
    pool = opened(escrow=20_000, bonus_from=1)
    does(pool, judging.granted(pool, "t1"))
    assert (pool.escrow, pool.reserve, pool.house) == (20_000, 30_000, 0)
    does(pool, judging.bonus(pool, "t1", (1, 2), 15_000))
    does(pool, judging.bonus(pool, "t1", (1, 3), 10_000))  # more than lies there: the house's
    assert (pool.escrow, pool.house, pool.members["t1"].spent) == (0, 5_000, 25_000)
    win(pool, 9, "t1", 4, (1, "straight_flush", 2_000_000))
    does(pool, judging.confirmed(pool, 1))
    with pytest.raises(Refused, match="not pending"):
        judging.confirmed(pool, 1)


def test_it_ends_only_empty_and_without_tables():
    pool = opened()
    with pytest.raises(Refused, match="still linked"):
        judging.ended(pool)
    does(pool, judging.stopped(pool))
    for table in ("t1", "t2"):
        does(pool, judging.leaving(pool, table))
        does(pool, judging.gone(pool, table))
    does(pool, judging.quiet(pool))
    with pytest.raises(Refused, match="money lies in it"):
        judging.ended(pool)
    with pytest.raises(Refused, match="say why"):
        judging.corrected(pool, -pool.pool, -pool.reserve, 0, "", 9)
    does(pool, judging.corrected(pool, -pool.pool, -pool.reserve, 0, "to the bank", 9))
    does(pool, judging.ended(pool))
    with pytest.raises(Refused, match="no such"):
        judging.started(pool)


def test_the_first_by_its_fifth_card_comes_first_whenever_it_is_told():
    pool = opened()
    does(pool, [("hit", "t1", [1, 5], 70, [[1, "royal_flush", 9]])])
    does(pool, [("hit", "t2", [1, 5], 60, [[2, "royal_flush", 9]])])
    assert [one.table for one in pool.waiting] == ["t2", "t1"]
    assert pool.waiting[0] == Win(60, "t2", (1, 5), ((2, "royal_flush", 9),))


def test_a_correction_does_not_touch_what_was_won_before_it():
    pool = opened(start_up=1_000_000)
    win(pool, 10, "t1", 2, (1, "royal_flush", 2_000_000))  # so the next one is limited
    does(pool, judging.corrected(pool, 500_000, 0, 0, "forgotten", 70))
    assert win(pool, 60, "t2", 2, (1, "royal_flush", 1_500_000)) == [1_000_000]
    does(pool, judging.confirmed(pool, 1))
    does(pool, judging.confirmed(pool, 2))
    does(pool, judging.stopped(pool))
    does(pool, judging.quiet(pool))
    had = pool.pool
    does(pool, judging.corrected(pool, -had, 0, 0, "counted", 90))
    # A table that was given up tells of a hand that was determined before: it is worth what lay
    # there, though nothing lies there now.
    assert win(pool, 80, "t2", 5, (1, "royal_flush", had)) == [had]


def carried(pool: Pool, table: str, number: int, why: str, *cents: int) -> list[Event]:
    return judging.moved(pool, table, (1, number), 5, (cents[0], cents[1], cents[2]), why)


def test_a_tables_own_meter_comes_into_the_pool_and_goes_back_and_each_cent_once():
    pool = opened(ceiling=2_100_000)
    into = to_link("boomerang")
    does(pool, carried(pool, "t1", 2, into, -150_000, -7, -3))
    assert (pool.pool, pool.reserve, pool.overflow) == (2_100_000, 50_007, 50_003)
    assert pool.brought == pool.members["t1"].brought == 150_010
    with pytest.raises(ValueError, match="already"):
        does(pool, carried(pool, "t1", 2, into, -150_000, 0, 0))
    assert carried(pool, "t1", 3, to_link("other"), -1, 0, 0) == []
    assert carried(pool, "t1", 3, into, 1, 0, 0) == []  # not that way round
    with pytest.raises(Refused, match="while it runs"):
        judging.giving(pool, "t1", 100_000, 0, 9)
    does(pool, judging.stopped(pool))
    does(pool, judging.quiet(pool))
    with pytest.raises(Refused, match="so much"):
        judging.giving(pool, "t1", 2_100_001, 0, 9)
    does(pool, judging.giving(pool, "t1", 100_000, 10, 9))
    assert (pool.going, pool.pool, pool.reserve) == (100_010, 2_000_000, 49_997)
    does(pool, judging.leaving(pool, "t1"))
    back = from_link("boomerang", 1)
    assert carried(pool, "t1", 4, back, 100_000, 11, 0) == []  # not what was given
    assert carried(pool, "t2", 4, back, 100_000, 10, 0) == []  # another table
    does(pool, carried(pool, "t1", 4, back, 100_000, 10, 0))
    assert (pool.going, pool.brought) == (0, 50_000)
    assert carried(pool, "t1", 5, back, 100_000, 10, 0) == []  # brought twice


@pytest.mark.parametrize("name", ["", "seventeen-letters", "with space", "a\nb"])
def test_a_name_that_no_board_could_keep_is_refused(name: str):
    with pytest.raises(Refused, match="name"):
        judging.opened(Pool(), name, 0, 0, {})


def test_a_sign_names_a_table_as_far_as_seven_segments_can():
    named = {"t1": "t1", "harbour": "HArboUr", "bay": "bAY", "poker_12": "PoHEr-12"}
    assert {name: on_the_sign(name) for name in named} == named
    assert on_the_sign("a-long-name-7") == "G-nAnE-7"


def test_a_table_that_was_given_up_is_linked_again_with_another_board():
    pool = opened(escrow=20_000)
    does(pool, judging.granted(pool, "t1"))
    does(pool, judging.lost(pool, "t1"))
    with pytest.raises(Refused, match="given up already"):
        judging.lost(pool, "t1")
    does(pool, judging.joined(pool, "t1", (2, 1), 0))
    assert (pool.escrow, pool.reserve, pool.members["t1"].generation) == (0, 70_000, 2)
    with pytest.raises(Refused, match="linked already"):
        judging.joined(pool, "t1", (2, 1), 0)
