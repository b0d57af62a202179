"""Tournaments: what the table itself plays differently. The director's part: tests/tournament."""

from tests.unit.firmware.canberra_rounds import Felt as Banked
from tests.unit.firmware.felt import Felt


def rule_of(played, given):
    """The rule by which an input is refused."""
    refusal = played.why_not(given)
    assert refusal is not None, given
    return refusal.rule


# ---- at the table


def test_NI2006_156_r20_1_no_commission_from_tournament_pots():
    for play, taken in ((0, 100), (1, 0)):
        conditions = {"commission": "act-5", "blinds": [5, 10], "tournament": play}
        felt = Felt("omaha", {1: 200, 2: 200, 3: 200}, 3, **conditions)
        felt.do("deal, 3 call, 1 call, 2 check, deal, 1 fold, 2 check, 3 check")
        felt.do("deal, 2 check, 3 check, deal, 2 check, 3 check, 2 show, 3 show")
        assert felt.round.commission == taken, (play, felt.round.commission)


def absent(game="omaha", **given):
    return Felt(game, {1: 200, 2: 200, 3: 200, 4: 200}, 4, blinds=[5, 10], tournament=1, **given)


def test_NI2006_156_r20_11_blinds_of_an_absent_player_are_taken_and_the_hand_folded():
    felt = absent().do("2 away, deal")
    assert felt.round.bet[2] == 1000, "the big blind is in the pot"
    felt.do("3 call, 4 fold, 1 call")
    assert felt.round.out[2], "folded when it was the turn"
    assert "20.11" in felt.told("act")[-1][4]
    assert felt.round.stack[2] == 19000


def test_NI2005_66_r20_11_the_ante_of_an_absent_player_is_taken():
    felt = Felt("draw", {1: 200, 2: 200, 3: 200}, 3, ante=2, tournament=1)
    felt.do("3 away, deal, 1 bet 4")
    assert felt.round.put[3] == 200 and not felt.round.out[3]
    felt.do("2 call")
    assert felt.round.out[3] and felt.round.stack[3] == 19800


def test_NI2006_156_r20_11_the_marker_comes_to_absent_players_too():
    felt = absent().do("1 away, deal, 3 fold, 4 fold")
    assert felt.round.outcome == "won" and felt.told("marker")[-1][1:3] == (1, "next")


def test_NI2006_156_r20_14_no_chips_on_and_r20_7_seats_are_kept():
    felt = absent()
    felt.refused("1 buy 50", "20.14")
    felt.refused("5 join 200", "20.7")
    felt.refused("1 moves 5", "20.7")


def canberra(**given):
    return Banked("canberra", tournament=1, **given)


def test_NI2004_492_r17_15_antes_in_order_from_the_starting_marker():
    felt = canberra()
    felt.give("marker", 2)
    for seat in (2, 3, 1):
        felt.give("ante", seat, 500)
    assert not [record for record in felt.records if record[0] == "irregular"]


def out_of_order(felt):
    return [
        (record[3], record[1])
        for record in felt.records
        if record[0] == "irregular" and record[2] == "ante_out_of_order"
    ]


def test_NI2004_492_r17_15_an_ante_out_of_order_stands_and_is_told():
    felt = canberra()
    felt.give("marker", 2)
    felt.give("ante", 3, 500)
    assert out_of_order(felt) == [(3, "NI2004-492 17.15")]
    felt.give("ante", 2, 500)
    felt.give("ante", 1, 500)
    assert len(out_of_order(felt)) == 1, "told once"
    assert sorted(felt.round.boxes) == [1, 2, 3]


def test_NI2004_492_r17_15_who_was_passed_over_shows_who_was_hasty():
    felt = canberra(seats=(1, 2, 3, 4))
    felt.give("marker", 1)
    felt.give("ante", 1, 500)
    felt.give("ante", 3, 500)
    assert out_of_order(felt) == [], "seat 2 may be empty, for all the table knows"
    felt.give("ante", 2, 500)
    assert out_of_order(felt) == [(3, "NI2004-492 17.15")]


def test_NI2004_492_r17_15_an_ante_is_not_changed_after_the_next():
    felt = canberra()
    felt.give("marker", 1)
    felt.give("ante", 1, 500)
    felt.give("ante", 1, 0)
    felt.give("ante", 1, 1000)
    felt.give("ante", 2, 500)
    assert rule_of(felt.round, ("ante", 1, 0)) == "NI2004-492 17.15"
    assert ("ante", 1, 0) not in felt.round.expects()
    assert ("ante", 2, 0) in felt.round.expects()


def test_NI2004_492_r17_15_the_marker_is_for_tournaments_and_before_the_antes():
    assert Banked("canberra").round.why_not(("marker", 1)) is not None
    assert Banked("canberra-1997", tournament=1).round.why_not(("marker", 1)) is not None
    felt = canberra()
    felt.give("ante", 1, 500)
    assert rule_of(felt.round, ("marker", 1)) == "NI2004-492 17.15"


def test_NI2004_492_r17_14_the_table_minimum_and_r17_18_no_jackpot():
    felt = canberra()
    assert rule_of(felt.round, ("ante", 1, 400)) == "NI2004-492 17.14"
    felt.give("ante", 1, 500)
    assert rule_of(felt.round, ("jackpot", 1)) == "NI2004-492 17.18"
