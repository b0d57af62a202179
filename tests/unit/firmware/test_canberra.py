"""Canberra Poker 2004 (NI2004-492): wagers, deal, bet or fold, settlement, jackpot."""

from cardtable.rules.round import Refused
from tests.unit.firmware.canberra_rounds import (
    ACE_KING,
    FLUSH,
    LOW,
    NO_HAND,
    PAIR,
    D,
    Felt,
    faces,
    snapshot,
)


def _two(dealer=ACE_KING, hands=(PAIR, LOW), jackpots=(), **given):
    """Two players with hands in front of them, the dealer's last card up."""
    felt = Felt(**given)
    felt.wagers({1: 1000, 2: 1000}, jackpots)
    return felt.deal({1: hands[0], 2: hands[1], D: dealer})


def _error(given, game="canberra"):
    try:
        Felt(game, **given)
    except Refused as refusal:
        return refusal.rule
    raise AssertionError("taken: " + repr(given))


# ---- wagers


def test_NI2004_492_r3_4_a_first_wager_under_the_minimum_is_taken_with_advice():
    felt = Felt()
    felt.give("ante", 1, 200)
    assert felt.irregular() == [("NI2004-492 3.4", "under_minimum")]
    assert felt.round.advised == [1]


def test_NI2004_492_r3_4_a_further_wager_under_the_minimum_is_returned():
    felt = Felt(advised=(1,))
    assert felt.refused("ante", 1, 200) == ("under_minimum_again", "NI2004-492 3.4")
    felt.give("ante", 1, 500)


def test_NI2004_492_r3_4_a_wager_under_the_minimum_is_paid_as_any_other():
    felt = Felt()
    felt.wagers({1: 200}).deal({1: PAIR, D: ACE_KING}).bets(1).shows(D, 1)
    assert felt.settled(1) == (200, 400, "won", "NI2004-492 9.4")


def test_NI2004_492_r3_5_a_wager_above_the_maximum_is_collected_to_the_maximum():
    felt = Felt(ante_max=10000)
    felt.wagers({1: 15000}).deal({1: LOW, D: ACE_KING}).bets(1)
    assert felt.round.boxes[1].bet == 30000
    felt.shows(D, 1)
    assert felt.settled(1) == (-10000, -20000, "lost", "NI2004-492 9.5")
    assert felt.irregular() == [("NI2004-492 3.5", "over_maximum")]


def test_NI2004_492_r3_5_a_wager_above_the_maximum_is_paid_to_the_maximum():
    felt = Felt(ante_max=10000)
    felt.wagers({1: 15000}).deal({1: FLUSH, D: ACE_KING}).bets(1).shows(D, 1)
    assert felt.settled(1) == (10000, 100000, "won", "NI2004-492 9.4")


def test_NI2004_492_r3_5_a_folded_wager_above_the_maximum_loses_the_maximum():
    felt = Felt(ante_max=10000)
    felt.wagers({1: 15000}).deal({1: LOW, D: ACE_KING})
    felt.give("fold", 1)
    assert felt.round.stacks[1] == felt.start[1] - 10000


def test_NI2004_492_r3_2_a_marker_at_a_box_raises_its_maximum():
    felt = Felt(ante_max=10000)
    felt.give("box_limit", 1, 20000)
    felt.wagers({1: 20000}).deal({1: LOW, D: ACE_KING}).bets(1).shows(D, 1)
    assert felt.settled(1)[:2] == (-20000, -40000)
    assert felt.irregular() == []
    assert Felt(ante_max=10000).refused("box_limit", 1, 500)[1] == "NI2004-492 3.2"


def test_NI2004_492_r3_3_wagers_come_in_the_multiples_displayed():
    felt = Felt(ante_multiple=500)
    assert felt.refused("ante", 1, 700) == ("not_a_multiple", "NI2004-492 3.3")
    felt.give("ante", 1, 1500)
    Felt().give("ante", 1, 700)  # none displayed: any amount


def test_NI2004_492_r4_3_a_box_takes_one_ante():
    felt = Felt()
    felt.give("ante", 1, 500)
    assert felt.refused("ante", 1, 500) == ("ante_placed_already", "NI2004-492 4.3")


def test_NI2004_492_r4_4_an_ante_may_be_taken_back_until_the_first_card():
    felt = Felt()
    felt.wagers({1: 500, 2: 500}, [1])
    felt.give("ante", 1, 0)
    assert felt.round.stacks[1] == felt.start[1] and 1 not in felt.round.boxes
    felt.give("card", 2, "As")
    assert felt.refused("ante", 2, 0)[1] == "NI2004-492 4.1, 4.4"


def test_NI2004_492_r4_4_no_wager_after_the_first_card():
    felt = Felt()
    felt.wagers({1: 500})
    felt.give("card", 1, "As")
    assert felt.refused("ante", 2, 500) == ("cards_are_dealt", "NI2004-492 4.1, 4.4")
    assert felt.refused("jackpot", 1) == ("cards_are_dealt", "NI2004-492 4.1, 4.4")
    assert felt.refused("begin")[1] == "NI2004-492 4.1, 4.4"  # no call closes them earlier


def test_NI2004_492_r4_2_a_wager_is_made_with_chips_that_are_there():
    felt = Felt()
    assert felt.refused("ante", 1, 0) == ("no_wager", "NI2004-492 4.2")
    assert felt.refused("ante", 1, 100001) == ("not_enough_chips", "NI2004-492 4.2")


def test_NI2004_492_r2_1_one_deck_serves_nine_boxes():
    felt = Felt(seats=range(1, 11))
    felt.wagers(dict.fromkeys(range(1, 10), 500))
    assert felt.refused("ante", 10, 500) == ("too_many_boxes_for_the_deck", "NI2004-492 2.1")


def test_NI2004_492_r10_1_a_jackpot_wager_needs_an_ante():
    assert Felt().refused("jackpot", 1) == ("no_ante", "NI2004-492 10.1")


def test_NI2004_492_r10_2_one_jackpot_wager_of_the_approved_amount():
    felt = Felt(jackpot_wager=250)
    felt.give("ante", 1, 500)
    assert felt.give("jackpot", 1) == [("jackpot", 1, 250)]
    assert felt.refused("jackpot", 1) == ("jackpot_wagered_already", "NI2004-492 10.2")
    none = Felt(jackpot_wager=0)
    none.give("ante", 1, 500)
    assert none.refused("jackpot", 1) == ("no_jackpot_here", "NI2004-492 10.2")


def test_NI2004_492_r17_18_no_jackpot_in_a_tournament():
    felt = Felt(tournament=1)
    felt.give("ante", 1, 500)
    assert felt.refused("jackpot", 1) == ("no_jackpot_in_tournaments", "NI2004-492 17.18")


def test_NI2004_492_r17_14_a_tournament_wager_is_at_least_the_minimum():
    assert Felt(tournament=1).refused("ante", 1, 200) == ("under_minimum", "NI2004-492 17.14")


# ---- determinations


def test_contradicting_determinations_are_refused_by_rule():
    assert _error({"ante_min": 1000, "ante_max": 500}) == "NI2004-492 3.1"
    assert _error({"ante_min": 500, "ante_max": 600, "ante_multiple": 1000}) == "NI2004-492 3.3"
    assert _error({"deal": "packets", "shuffling_shoe": 0}) == "NI2004-492 12.1"
    assert _error({"deal": "shoe", "shuffling_shoe": 1}) == "NI2004-492 12.4"
    assert _error({"deck": 48}) == "NI2004-492 2.1"
    assert _error({"joker": 1}) == "NI2004-492 2.1"
    assert _error({"ante_min": 0}) == "NI2004-492 3.1"
    assert _error({"deal": "packets"}, "canberra-1997") == "S89-1997 7.4"
    assert _error({"ante_min": 1000, "ante_max": 500}, "canberra-1997") == "S89-1997 5.1(a)"


def test_what_is_not_determined_follows():
    assert Felt(ante_max=300).values["ante_min"] == 300
    assert Felt(ante_min=50000).values["ante_max"] == 50000
    assert Felt(shuffling_shoe=1).values["deal"] == "packets"
    assert Felt(deal="packets").values["shuffling_shoe"] == 1
    assert Felt("canberra-1997", ante_min=1000).values["ante_multiple"] == 1000
    assert Felt("canberra-1997").values["ante_multiple"] == 500


# ---- the deal


def test_NI2004_492_r6_3_clockwise_one_card_at_a_time_the_dealer_last():
    felt = Felt(seats=(1, 3, 4))
    felt.wagers({4: 500, 1: 500, 3: 500})
    seen = []
    hands = {1: PAIR, 3: FLUSH, 4: LOW, D: ACE_KING}
    place = felt.round.due()
    while place is not None:
        felt.give("card", place, faces(hands[place])[seen.count(place)])
        seen.append(place)
        place = felt.round.due()
    assert seen == [1, 3, 4, D] * 5


def test_NI2004_492_r6_2_only_the_dealers_last_card_is_told():
    felt = _two()
    told = [(record[1], record[2]) for record in felt.records if record[0] == "deal"]
    assert [token for place, token in told if len(token) == 2] == [faces(ACE_KING)[4]]
    assert told[-1] == (D, "3s")


def test_NI2004_492_r6_3_no_card_without_an_ante():
    assert Felt().refused("card", D, "As") == ("no_ante_on_the_table", "NI2004-492 6.3")


def test_NI2004_492_r2_1_a_card_comes_once_and_no_joker():
    felt = Felt()
    felt.wagers({1: 500})
    felt.give("card", 1, "As")
    assert felt.refused("card", D, "As") == ("card_dealt_already", "NI2004-492 2.1")
    assert felt.refused("card", D, "Jk") == ("not_in_the_deck", "NI2004-492 2.1")
    assert felt.refused("card", D, "1x") == ("no_such_card", "NI2004-492 2.1")


def test_NI2004_492_r12_4_packets_of_five_in_any_order_of_boxes():
    felt = Felt(shuffling_shoe=1)
    felt.wagers({1: 500, 2: 500})
    felt.packet(2, LOW).packet(1, PAIR)
    assert felt.refused("bet", 1, None) == ("dealer_has_not_five_cards", "NI2004-492 7.1")
    felt.packet(D, ACE_KING)
    felt.bets(1, 2).shows(D, 1, 2)
    assert felt.settled(1)[2] == "won" and felt.settled(2)[2] == "lost"
    # The packet does not say which card is on top: none is told before it is shown.
    assert [r for r in felt.records if r[0] == "deal" and len(r[2]) == 2] == []


# ---- bet or fold


def test_NI2004_492_r7_1_nobody_acts_before_the_dealers_last_card():
    felt = Felt()
    felt.wagers({1: 500})
    felt.deal({1: PAIR, D: ACE_KING}, passes=4)
    for given in (("bet", 1, None), ("fold", 1), ("see", 1)):
        assert felt.refused(*given) == ("dealer_has_not_five_cards", "NI2004-492 7.1")


def test_NI2004_492_r7_2_the_bet_is_exactly_twice_the_ante():
    felt = _two()
    for wrong in (1000, 1999, 2001, 4000):
        assert felt.refused("bet", 1, wrong) == ("bet_is_twice_the_ante", "NI2004-492 7.2")
    assert felt.give("bet", 1, 2000) == [("bet", 1, 2000)]
    assert felt.refused("bet", 1, 2000) == ("decided_already", "NI2004-492 7.1")
    assert felt.refused("fold", 1) == ("decided_already", "NI2004-492 7.1")


def test_NI2004_492_r7_3_a_fold_loses_ante_and_jackpot_wager():
    felt = _two(hands=(FLUSH, LOW), jackpots=(1, 2))
    felt.give("fold", 1)
    felt.give("fold", 2)
    assert felt.refused("declare", 1) == ("folded", "NI2004-492 7.3")
    felt.give("collect", None)
    assert felt.round.stacks[1] == felt.start[1] - 1100
    assert felt.round.jackpots() == [(1, 100, None), (2, 100, None)]
    assert felt.round.outcome == "settled"
    assert "turn" not in felt.kinds()  # nobody bet: not a card is shown


# ---- settlement


def test_NI2004_492_r9_3_without_ace_and_king_antes_win_and_bets_go_back():
    felt = _two(dealer=NO_HAND)
    felt.bets(1, 2).shows(D)
    assert felt.settled(1) == felt.settled(2) == (1000, 0, "void", "NI2004-492 9.3")
    assert "hand" not in felt.kinds()


def test_NI2004_492_r9_4_to_9_6_against_a_hand_that_plays():
    felt = Felt()
    tie = "AhKc9d5h3d"
    felt.wagers({1: 1000, 2: 1000, 3: 1000}).deal({1: PAIR, 2: tie, 3: LOW, D: ACE_KING})
    felt.bets(1, 2, 3).shows(D, 1, 2, 3)
    assert felt.settled(1) == (1000, 2000, "won", "NI2004-492 9.4")
    assert felt.settled(2) == (0, 0, "void", "NI2004-492 9.6")
    assert felt.settled(3) == (-1000, -2000, "lost", "NI2004-492 9.5")


def test_NI2004_492_r8_1_odds_on_the_bet():
    for hand, odds in (
        ("QcJd9d7c2c", 0), ("8s8d4h3c2d", 1), ("7s7d4h4c2d", 2), ("7s7d7h4c2d", 3),
        ("8s7d6h5d4c", 4), ("KhJh8h6h2h", 5), ("7s7d7h4c4d", 7), ("7s7d7h7c4d", 20),
        ("8h7h6h5h4h", 50), ("AhKhQhJhTh", 250),
    ):  # fmt: skip
        felt = Felt()
        felt.wagers({1: 1000}).deal({1: hand, D: ACE_KING}).bets(1).shows(D, 1)
        expected = (1000, 2000 * odds, "won") if odds else (-1000, -2000, "lost")
        assert felt.settled(1)[:3] == expected, hand


def test_NI2004_492_r8_2_a_bet_is_paid_up_to_the_maximum_payout_the_ante_beside_it():
    felt = Felt(max_payout=30000)
    felt.wagers({1: 1000}).deal({1: "8h7h6h5h4h", D: ACE_KING}).bets(1).shows(D, 1)
    assert felt.settled(1)[:2] == (1000, 30000)


def test_NI2004_492_r9_1_the_dealer_shows_when_all_have_decided():
    felt = _two()
    felt.bets(1)
    assert felt.refused("show", D, None) == ("players_have_not_decided", "NI2004-492 9.1")
    felt.give("fold", 2)
    assert felt.refused("show", 1, None) == ("not_to_be_shown_now", "NI2004-492 9.4")
    felt.shows(D)
    assert felt.refused("show", 2, None) == ("not_to_be_shown_now", "NI2004-492 9.4")


# ---- jackpot


def test_NI2004_492_r10_4_a_declared_hand_wins_though_the_dealer_does_not_play():
    felt = _two(dealer=NO_HAND, hands=(FLUSH, LOW), jackpots=(1,))
    felt.bets(1, 2).shows(D)
    felt.give("declare", 1)
    assert "hand" not in felt.kinds()  # a declaration opens nothing yet
    felt.give("collect", None)
    assert felt.round.jackpots() == [(1, 100, "flush")]
    assert felt.round.stacks[1] == felt.start[1] + 1000  # the chip is back, the meter pays
    assert ("jackpot_back", 1, 100, "NI2004-492 10.5") in felt.records


def test_NI2004_492_r10_3_an_undeclared_hand_is_not_paid():
    felt = _two(hands=(FLUSH, LOW), jackpots=(1,))
    felt.bets(1, 2).shows(D, 1, 2)
    felt.give("collect", 1)
    assert felt.refused("declare", 1) == ("cards_are_collected", "NI2004-492 10.3")
    assert felt.round.jackpots() == [(1, 100, None)]


def test_NI2004_492_r10_3_a_declared_hand_that_wins_nothing_loses_the_wager():
    felt = _two(dealer=NO_HAND, jackpots=(1,))
    felt.bets(1, 2).shows(D)
    felt.give("declare", 1)
    assert felt.refused("declare", 1) == ("declared_already", "NI2004-492 10.3")
    felt.give("collect", None)
    assert felt.round.jackpots() == [(1, 100, None)]


def test_NI2004_492_r10_1_only_who_has_wagered_may_declare():
    felt = _two(jackpots=(1,))
    assert felt.refused("declare", 2) == ("no_jackpot_wager", "NI2004-492 10.1")
    assert felt.refused("declare", 3) == ("not_in_this_round", "NI2004-492 10.1")


def test_NI2004_492_r11_1_the_sign_at_the_commencement_counts():
    felt = Felt(display=2000000)
    felt.wagers({1: 1000}, [1])
    felt.give("display", 2000100)
    felt.deal({1: "AhKhQhJhTh", D: ACE_KING})
    felt.give("display", 2000500)
    felt.bets(1).shows(D, 1)
    felt.give("declare", 1)
    felt.give("collect", None)
    assert felt.round.display_for(1) == felt.round.display == 2000100


def test_the_winning_chip_is_a_setting():
    felt = _two(hands=(FLUSH, LOW), jackpots=(1,), winning_chip="collected")
    felt.bets(1, 2).shows(D, 1, 2)
    felt.give("declare", 1)
    felt.give("collect", None)
    assert felt.round.stacks[1] == felt.start[1] + 11000 - 100
    assert felt.round.money()[3] == 0  # nor does it go to the pools


# ---- the machine


def test_records_alone_rebuild_the_round():
    felt = _two(jackpots=(1,), hands=(FLUSH, LOW))
    felt.give("expose", 1)
    felt.bets(1, 2).shows(D, 1)
    felt.give("declare", 1)
    assert snapshot(felt.again()) == snapshot(felt.round)
    felt.shows(2)
    felt.give("collect", None)
    assert snapshot(felt.again()) == snapshot(felt.round)


def test_a_finished_round_takes_nothing_more():
    felt = _two()
    felt.give("rule_void", None)
    assert felt.round.expects() == []
    for given in (("ante", 3, 500), ("card", 1, "2c"), ("rule_void", None), ("collect", None)):
        assert felt.refused(*given)[0] == "round_is_over"


def test_collecting_seat_by_seat_ends_the_round():
    felt = _two()
    felt.bets(1, 2)
    assert felt.refused("collect", None) == ("hands_not_settled", "NI2004-492 9.7")
    assert felt.refused("collect", 1) == ("hand_not_settled", "NI2004-492 9.7")
    felt.shows(D, 1, 2)
    felt.give("collect", 2)
    assert felt.refused("collect", 2) == ("no_cards_there", "NI2004-492 9.7")
    felt.give("collect", 1)
    assert felt.round.outcome == "settled"
    assert felt.records[-2] == ("collect", D, 5)


def test_NI2004_492_r17_14_no_card_is_asked_for_that_would_be_refused():
    felt = Felt("canberra", (1, 2), tournament=1)
    felt.give("ante", 1, 500)
    assert felt.refused("card", 1, "2c") == ("player_has_not_wagered", "NI2004-492 17.14")
    assert [one for one in felt.round.expects() if one[0] == "card"] == []
    felt.give("ante", 2, 500)
    assert ("card", 1, None) in felt.round.expects()
