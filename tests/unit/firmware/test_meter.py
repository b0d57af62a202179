"""The Boomerang meter and the books: every move, and the audit equation after it."""

from cardtable.jackpot import moves
from cardtable.jackpot.books import Books, new_books
from cardtable.records import dumps
from cardtable.rules.round import Refused


def books(**more):
    """Books with an 80 % share."""
    given = {"pool": 2000000, "reserve": 300000, "start_up": 1000000, "pool_share": 8000}
    given.update(more)
    return new_books(**given)


def moved(of, records):
    """Apply records one by one; the books balance after each of them."""
    assert of.why_not() is None
    for record in records:
        of.apply(record, "t", 1700000000000)
        assert of.why_not() is None, record
        if record[0] == "meter":
            assert record[1:] == (of.meter.pool, of.meter.reserve)
    return of.meter


def settled(of, jackpots, display=None, limited=True):
    amount = of.meter.display if display is None else display
    return moved(of, moves.settle(of, jackpots, lambda seat: amount, limited))


def refusal(call, *given):
    try:
        call(*given)
    except Refused as refused:
        return refused.code
    raise AssertionError("not refused")


def test_10_5_only_non_winning_wagers_go_to_the_pools_by_their_shares():
    of = books()
    jackpots = [(seat, 100, None) for seat in range(1, 6)] + [(6, 100, "flush")]
    meter = settled(of, jackpots)
    assert (meter.pool, meter.reserve) == (2000400, 300100)
    assert meter.wagers_in == 500


def test_what_a_share_leaves_over_is_carried_to_the_last_fraction():
    of = books(pool_share=3333)
    for _ in range(10000):
        settled(of, [(1, 1, None)])
    assert of.meter.pool == 2003333 and of.meter.carry == 0
    assert of.meter.reserve == 306667


def test_over_the_ceiling_goes_to_the_overflow_and_comes_back_with_the_seed():
    of = books(ceiling=2000100)
    meter = settled(of, [(1, 1000, None)])
    assert (meter.pool, meter.overflow, meter.reserve) == (2000100, 700, 300200)
    settled(of, [(2, 100, "royal_flush")])
    moved(of, moves.confirm(of, 1, "ann"))
    assert meter.overflow == 0 and meter.pool == 1000700


def test_a_major_hit_is_pending_frozen_and_locked_until_an_attendant_confirms():
    of = books()
    meter = settled(of, [(3, 100, "straight_flush"), (4, 100, None)])
    assert meter.pending == [[1, 3, 1, 200000]] and not meter.locked
    meter.locks = 1  # the operator's choice: lock_while_pending
    assert meter.locked
    assert meter.display == 2000000  # as it stood when it was hit
    assert meter.pool == 1800080
    assert refusal(moves.confirm, of, 7, "ann") == "no_such_prize_pending"
    moved(of, moves.confirm(of, 1, "ann"))
    assert not meter.locked and meter.display == 1800080
    assert meter.paid == 200000 and meter.house_in == 0


def test_a_royal_flush_empties_the_pool_which_is_seeded_from_reserve_then_house():
    of = books()
    meter = settled(of, [(3, 100, "royal_flush")])
    assert meter.pool == 0 and meter.won == 1
    moved(of, moves.confirm(of, 1, "ann"))
    assert (meter.pool, meter.reserve, meter.house_in) == (1000000, 0, 700000)


def test_11_1_the_floor_of_a_single_royal_flush_is_made_up_by_reserve_then_house():
    of = books(pool=820000, reserve=100000)
    meter = settled(of, [(3, 100, "royal_flush")])
    assert meter.pending[0][3] == 1000000
    assert (meter.pool, meter.reserve, meter.house_in) == (0, 0, 80000)


def test_11_2_two_major_hands_of_one_round_share_the_display():
    of = books(pool=2200000)
    meter = settled(of, [(1, 100, "royal_flush"), (2, 100, "straight_flush")])
    assert [one[3] for one in meter.pending] == [2000000, 200000]
    moved(of, moves.confirm(of, 2, "ann"))
    meter.locks = 1
    assert meter.locked  # the other one is still to be paid
    moved(of, moves.confirm(of, 1, "ann"))
    assert not meter.locked and meter.pool == 1000000


def test_11_3_a_display_that_an_earlier_win_has_overtaken_is_capped_by_the_pool():
    of = books(pool=400000)
    meter = settled(of, [(1, 100, "royal_flush")], display=5000000)
    assert meter.pending[0][3] == 400000


def test_1997_has_no_aggregate_limit():
    of = books()
    meter = settled(of, [(1, 100, "royal_flush"), (2, 100, "royal_flush")], limited=False)
    assert [one[3] for one in meter.pending] == [2000000, 2000000]
    assert meter.house_in == 1700000


def test_bonus_prizes_are_the_house_s_or_the_reserve_s():
    of = books()
    meter = settled(of, [(1, 100, "four_of_a_kind")])
    assert meter.house_in == 50000 and meter.reserve == 300000 and not meter.locked
    of = books(bonus_from=1, reserve=20000)
    meter = settled(of, [(1, 100, "four_of_a_kind")])
    assert (meter.reserve, meter.house_in) == (0, 30000)


def test_hits_and_wins_are_counted_by_prize_and_the_last_25_are_kept_in_order():
    of = books()
    for _ in range(30):
        settled(of, [(1, 100, "flush"), (2, 100, "full_house")])
    meter = of.meter
    assert meter.prizes[4] == [30, 300000] and meter.prizes[3] == [30, 450000]
    assert len(meter.last) == 25
    assert [hit[0] for hit in meter.last] == list(range(36, 61))
    assert meter.last[-1] == [60, "t", 1700000000000, 2, 3, 15000]


def test_parameters_change_only_when_the_jackpot_has_been_won():
    of = books()
    moved(of, moves.change(of, "pool_share", 5000, "sue"))
    moved(of, moves.change(of, "start_up", 1500000, "sue"))
    settled(of, [(1, 100, None)])
    assert of.meter.pool_share == 8000
    settled(of, [(1, 100, "straight_flush")])  # a part of it
    moved(of, moves.confirm(of, 1, "ann"))
    assert of.meter.pool_share == 8000 and len(of.meter.waiting) == 2
    settled(of, [(1, 100, "royal_flush")])
    moved(of, moves.confirm(of, 2, "ann"))
    assert of.meter.pool_share == 5000 and of.meter.waiting == []
    assert of.meter.pool == 1500000


def test_impossible_parameters_are_refused():
    of = books()
    assert refusal(moves.change, of, "pool_share", 10001, "sue") == "share_over_the_whole"
    assert refusal(moves.change, of, "ceiling", 999, "sue") == "ceiling_under_start_up"
    assert refusal(moves.change, of, "colour", 1, "sue") == "unknown_parameter"
    assert refusal(moves.change, of, "start_up", -1, "sue") == "not_whole_cents"
    assert refusal(moves.change, of, "bonus_from", 2, "sue") == "unknown_source"


def test_corrections_need_a_name_and_a_reason_and_cannot_overdraw():
    of = books()
    assert refusal(moves.correct, of, 1, 0, 0, "", "why") == "name_and_reason_needed"
    assert refusal(moves.correct, of, -3000000, 0, 0, "sue", "why") == "not_enough_there"
    meter = moved(of, moves.correct(of, -100, 50, 0, "sue", "miscount"))
    assert (meter.pool, meter.reserve, meter.corrected) == (1999900, 300050, -50)
    settled(of, [(1, 100, "straight_flush")])
    assert refusal(moves.correct, of, 1, 0, 0, "sue", "why") == "prize_pending"


def test_an_excessive_increment_is_held_and_locks_until_a_supervisor_frees_it():
    of = books(most_in=900)
    meter = settled(of, [(1, 600, None), (2, 600, None)])
    assert (meter.pool, meter.held, meter.locked) == (2000000, 1200, True)
    assert refusal(moves.free, of, 1201, "sue") == "name_and_amount_needed"
    moved(of, moves.free(of, 960, "sue"))
    assert (meter.pool, meter.reserve, meter.held) == (2000960, 300240, 0)
    assert refusal(moves.free, of, 0, "sue") == "nothing_held"


def test_tests_and_tournaments_never_move_the_books():
    of = books()
    for mode in ("test", "tournament"):
        moved(of, moves.set_mode(of, mode))
        before = dumps(of.dump())
        assert moves.settle(of, [(1, 100, "royal_flush"), (2, 100, None)], lambda seat: 0) == []
        of.apply(("meter_in", 80, 20, 0, 0))
        of.apply(("commission", 0, 500, "NI2005-66 15.2"))
        assert dumps(of.dump()) == before
        assert refusal(moves.correct, of, 1, 0, 0, "sue", "why") == "not_in_live_play"
    moved(of, moves.set_mode(of, "live"))
    settled(of, [(1, 100, None)])
    assert of.meter.pool == 2000080


def test_commission_is_kept_by_gaming_day_against_the_counted_drop():
    of = books()
    moved(of, moves.open_day(of, "2026-11-16"))
    assert refusal(moves.open_day, of, "2026-11-16") == "day_known_already"
    moved(of, [("commission", 0, 500, "NI2005-66 15.2"), ("commission", 1, 250, "C17.1")])
    moved(of, moves.open_day(of, "2026-11-17"))
    moved(of, [("commission", 0, 300, "C17.1")])
    assert of.days.difference("2026-11-16") is None
    moved(of, moves.count_drop(of, "2026-11-16", 740, "sue"))
    assert of.days.difference("2026-11-16") == -10
    assert refusal(moves.count_drop, of, "2026-11-30", 1, "sue") == "unknown_day"
    for day in ("2026-11-18", "2026-11-19", "2026-11-20"):
        moved(of, moves.open_day(of, day))
    assert len(of.days.days) == 4 and of.days.difference("2026-11-16") is None


def test_books_come_back_whole_from_their_sections_and_each_fits_a_record():
    of = books(ceiling=99999999999, most_in=99999)
    moved(of, moves.open_day(of, "2026-11-16"))
    moved(of, moves.change(of, "pool_share", 5000, "sue"))
    for _ in range(40):
        settled(of, [(10, 100, "dead_mans_hand"), (9, 33, None)])
    settled(of, [(1, 100, "royal_flush"), (2, 100, "straight_flush")])
    again = Books()
    again.load(of.dump())
    assert dumps(again.dump()) == dumps(of.dump()) and again.why_not() is None
    replayed = Books()
    replayed.apply(("restored", "ledger", 1, 9, "sue"))
    for name, values in of.sections():
        record = dumps((1, 12345, 123456789, "t", 1700000000000, "0" * 32, "books", name, values))
        assert len(record) <= 500, name
        replayed.apply(("books", name, values))
    assert dumps(replayed.dump()) == dumps(of.dump())


def test_the_largest_books_fit_their_slot():
    from cardtable.vault.layout import BOOKS_SLOT
    from cardtable.vault.slots import HEAD

    big = 99999999999  # a thousand million dollars
    of = books(pool=big, reserve=big, start_up=big, ceiling=big)
    of.meter.wagers_in = of.meter.house_in = of.meter.corrected = of.meter.paid = big
    of.meter.overflow = of.meter.held = of.meter.frozen = of.meter.opened = big
    of.meter.prizes = [[999999, big]] * 6
    of.meter.last = [[9999999, "t", 1700000000000, 10, 5, big]] * 25
    of.meter.pending = [[9999999, 10, 5, big]] * 9
    of.meter.waiting = [[k, big] for k in range(5)]
    of.days.days = [["2026-11-16", big, big]] * 4
    state = ["a-table-with-a-long-name", 99999, 999999999, "0" * 32, 999999999, 999999999]
    assert HEAD + len(dumps(state + [of.dump()])) <= BOOKS_SLOT
