"""Canberra Poker 1997 (S89-1997): where the earlier rules differ, under their own numbers."""

from cardtable.rules.places import DISCARD
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

_HANDS = {1: PAIR, 2: LOW, D: ACE_KING}


def _wagered(**given):
    return Felt("canberra-1997", **given).wagers({1: 1000, 2: 1000}, [1])


def _dealt(hands=None, **given):
    return _wagered(**given).deal(hands or _HANDS)


def _rebuilt(felt):
    assert snapshot(felt.again()) == snapshot(felt.round)


def test_S89_1997_r5_1_limits_under_their_own_numbers():
    felt = Felt("canberra-1997", ante_min=500, ante_max=10000, advised=(2,))
    assert felt.refused("ante", 1, 700) == ("not_a_multiple", "S89-1997 5.1(b)")
    assert felt.refused("ante", 2, 200) == ("under_minimum_again", "S89-1997 5.1(c)")
    felt.give("ante", 1, 200)
    felt.give("ante", 2, 15000)
    assert felt.irregular() == [
        ("S89-1997 5.1(c)", "under_minimum"),
        ("S89-1997 5.1(d)", "over_maximum"),
    ]
    assert felt.refused("box_limit", 3, 20000)[0] == "no_box_limits"


def test_S89_1997_r8_2_no_more_bets_closes_the_wagers():
    felt = _wagered()
    felt.give("begin")
    assert felt.refused("ante", 3, 500) == ("cards_are_dealt", "S89-1997 6.1, 6.5")
    assert felt.refused("jackpot", 2)[0] == "cards_are_dealt"
    assert felt.refused("begin")[0] == "cards_are_dealt"
    felt.deal(_HANDS)
    assert felt.round.phase == "act"


def test_S89_1997_r11_1_a_jackpot_wager_needs_an_ante():
    assert _wagered().refused("jackpot", 3) == ("no_ante", "S89-1997 11.1")


def test_S89_1997_r9_4_no_hand_pays_the_antes_and_voids_the_bets():
    felt = _dealt({1: PAIR, 2: LOW, D: NO_HAND})
    felt.bets(1, 2).shows(D)
    assert felt.settled(1) == felt.settled(2) == (1000, 0, "void", "S89-1997 9.4")
    felt.shows(1)  # r 9.4(b): the hands are laid open all the same
    felt.give("collect", None)
    assert felt.round.outcome == "settled"


def test_S89_1997_r9_5_settlement_under_its_own_numbers():
    felt = Felt("canberra-1997").wagers({1: 1000, 2: 1000, 3: 1000})
    felt.deal({1: PAIR, 2: "AhKc9d5h3d", 3: LOW, D: ACE_KING}).bets(1, 2, 3).shows(D, 3, 2, 1)
    assert felt.settled(1) == (1000, 2000, "won", "S89-1997 9.5(a)(i)")
    assert felt.settled(2) == (0, 0, "void", "S89-1997 9.5(a)(iii)")
    assert felt.settled(3) == (-1000, -2000, "lost", "S89-1997 9.5(a)(ii)")


def test_S89_1997_r9_1_a_fold_loses_ante_and_jackpot_wager():
    felt = _dealt()
    felt.give("fold", 1)
    assert felt.settled(1) == (-1000, 0, "lost", "S89-1997 9.1")


# ---- jackpot


def test_S89_1997_r11_2_the_winning_chip_is_collected_by_the_house():
    felt = _dealt({1: FLUSH, 2: LOW, D: ACE_KING})
    felt.bets(1, 2).shows(D, 1, 2)
    felt.give("declare", 1)
    felt.give("collect", None)
    assert ("jackpot_kept", 1, 100, "S89-1997 11.2") in felt.records
    assert felt.round.stacks[1] == felt.start[1] + 11000 - 100
    assert felt.round.jackpots() == [(1, 100, "flush")]
    assert felt.round.money()[2:] == (3000 - 11000 + 100, 0)


def test_S89_1997_r12_the_sign_at_the_time_of_the_winning_hand_counts():
    felt = Felt("canberra-1997", display=2000000).wagers({1: 1000}, [1])
    felt.deal({1: "AhKhQhJhTh", D: ACE_KING}).bets(1).shows(D, 1)
    felt.give("display", 2000500)
    felt.give("declare", 1)
    felt.give("display", 2000600)  # another table's wagers
    felt.give("collect", None)
    assert felt.round.display_for(1) == 2000500


def test_S89_1997_r13_1_an_undeclared_hand_is_not_paid():
    felt = _dealt({1: FLUSH, 2: LOW, D: ACE_KING})
    felt.bets(1, 2).shows(D, 1, 2)
    felt.give("collect", 1)
    assert felt.refused("declare", 1) == ("cards_are_collected", "S89-1997 13.1")
    assert felt.round.jackpots() == [(1, 100, None)]


# ---- irregularities


def test_S89_1997_r13_2_three_exposed_cards_are_a_misdeal():
    felt = _wagered()
    felt.deal(_HANDS, passes=2)
    felt.give("expose", 1)
    assert felt.refused("expose", 1) == ("card_seen_already", "S89-1997 13.2")
    felt.give("expose", 2)
    felt.give("card", 1, faces(_HANDS[1])[2])
    assert felt.round.outcome is None
    felt.give("expose", 1)
    assert felt.records[-1] == ("end", "misdeal", "S89-1997 13.2")
    assert felt.round.stacks == felt.start


def test_S89_1997_r13_2_the_dealers_exposed_card_counts_and_the_fifth_still_lies_open():
    felt = _wagered()
    felt.deal(_HANDS, passes=2)
    assert [r[0] for r in felt.give("expose", D)] == ["irregular"]  # turned over again: not told
    assert felt.round.exposed == 1
    for n in (2, 3, 4):
        for place in (1, 2, D):
            felt.give("card", place, faces(_HANDS[place])[n])
    assert felt.round.dealer[-1] == "3s"


def test_S89_1997_r13_3_a_card_out_of_turn_voids_that_hand_and_the_others_play_on():
    felt = _wagered()
    felt.give("card", 1, "8s")
    felt.give("card", 1, "6c")  # a second at once
    assert felt.settled(1) == (0, 0, "returned", "S89-1997 13.3, 13.4")
    assert felt.round.stacks[1] == felt.start[1]
    assert felt.round.due() == 2
    for place in (2, D):
        felt.give("card", place, faces(_HANDS[place])[0])
    for n in range(1, 5):
        for place in (1, 2, D):
            felt.give("card", place, faces(_HANDS[place])[n])
    assert felt.refused("bet", 1, None)[0] == "decided_already"
    assert felt.refused("declare", 1) == ("hand_is_void", "S89-1997 13.4")
    felt.bets(2).shows(D, 2)
    felt.give("collect", None)
    assert felt.round.jackpots() == []
    assert felt.round.stacks[2] == felt.start[2] - 3000
    _rebuilt(felt)


def test_S89_1997_r13_3_a_player_passed_over_has_no_hand():
    felt = _wagered()
    felt.give("card", 2, "Qd")
    assert felt.irregular() == [("S89-1997 13.3, 13.4", "missed_in_the_deal")]
    assert felt.settled(1)[2] == "returned"
    assert felt.round.due() == D


def test_S89_1997_r13_4_a_sixth_card_voids_that_hand_at_any_time():
    for step in range(3):
        felt = _dealt()
        if step > 0:
            felt.bets(1, 2)
        if step > 1:
            felt.shows(D, 2, 1)
            assert felt.round.stacks[1] > felt.start[1]
        felt.give("card", 1, "6c")
        assert felt.irregular() == [("S89-1997 13.4", "card_after_the_deal")]
        assert felt.round.stacks[1] == felt.start[1]
        assert felt.round.outcome is None
        _rebuilt(felt)


def test_S89_1997_r13_4_a_wrong_count_voids_that_hand_folded_or_not():
    felt = _dealt()
    felt.give("fold", 1)
    felt.give("count", 1, 4)
    assert felt.round.stacks[1] == felt.start[1]
    felt.bets(2).shows(D, 2)
    felt.give("count", 2, 6)
    assert felt.round.stacks[2] == felt.start[2]
    felt.give("collect", None)
    assert felt.round.outcome == "settled"
    assert felt.round.money() == (0, 0, 0, 0)


def test_S89_1997_r13_5_a_dealer_with_six_cards_has_no_hand():
    felt = _dealt()
    felt.give("fold", 2)
    felt.give("card", D, "6c")
    assert felt.irregular() == [("S89-1997 13.5", "dealer_miscounted")]
    felt.shows(D)  # whoever has not folded has won the ante
    assert felt.settled(1) == (1000, 0, "void", "S89-1997 13.5")
    assert felt.settled(2)[2] == "lost"
    felt.give("collect", None)
    assert felt.round.outcome == "settled"
    _rebuilt(felt)


def test_S89_1997_r13_5_a_dealer_who_missed_himself_has_no_hand():
    felt = _wagered()
    hands = {1: PAIR, 2: LOW, D: ACE_KING}
    for n in range(5):
        for place in (1, 2, D):
            if (n, place) != (1, D):
                felt.give("card", place, faces(hands[place])[n])
    assert felt.irregular() == [("S89-1997 13.5", "dealer_miscounted")]
    felt.bets(1, 2).shows(D)
    assert felt.settled(1) == felt.settled(2) == (1000, 0, "void", "S89-1997 13.5")


def test_S89_1997_r13_5_a_dealers_count_found_wrong_later_settles_what_was_not_settled():
    felt = _dealt()
    felt.bets(1, 2).shows(D, 2)
    assert felt.settled(2)[2] == "lost"
    felt.give("count", D, 4)
    assert felt.settled(2)[2] == "lost", "settled before it was found"
    assert felt.settled(1) == (1000, 0, "void", "S89-1997 13.5"), "nothing is compared any more"
    _rebuilt(felt)


def test_S89_1997_r13_5_r9_1_who_folded_or_was_excluded_gets_nothing_for_the_dealers_count():
    felt = _dealt()
    felt.give("fold", 1)
    felt.bets(2).shows(D)
    felt.give("count", D, 6)
    assert felt.settled(1)[2] == "lost" and felt.settled(2)[:3] == (1000, 0, "void")
    felt = _dealt()
    felt.give("rule_fold", 1)
    felt.bets(2).shows(D)
    felt.give("card", D, "6c")
    assert felt.settled(1)[2] == "lost" and felt.settled(2)[:3] == (1000, 0, "void")


def test_S89_1997_r13_7_a_hand_on_a_box_without_an_ante_is_void():
    felt = _wagered()
    felt.give("card", 1, "8s")
    felt.give("card", 3, "6c")
    assert felt.irregular() == [("S89-1997 13.7", "no_ante_there")]
    assert felt.round.due() == 2 and felt.round.outcome is None
    assert felt.refused("card", 2, "6c")[0] == "card_dealt_already"
    assert felt.round.stacks[3] == felt.start[3]


def test_S89_1997_all_hands_void_and_the_cards_are_collected():
    felt = _wagered()
    felt.give("card", D, "As")  # both passed over
    assert [felt.settled(seat)[2] for seat in (1, 2)] == ["returned", "returned"]
    assert felt.round.expects() == [("collect", 1), ("collect", 2), ("collect", None)]
    felt.give("collect", None)
    assert felt.round.stacks == felt.start


def test_S89_1997_r13_6_a_hand_in_the_rack_is_reconstructed():
    felt = _dealt()
    felt.give("discard", 1, "8s")
    assert felt.refused("bet", 1, None) == ("hand_in_the_discard_rack", "S89-1997 13.6")
    felt.give("move", "8s", DISCARD, 1)
    felt.bets(1)


def test_S89_1997_r6_9_who_exchanges_cards_forfeits_ante_and_jackpot():
    felt = _dealt()
    felt.give("rule_fold", 1)
    assert felt.settled(1) == (-1000, 0, "lost", "S89-1997 6.9")
    assert felt.refused("declare", 1)[0] == "folded"


def test_S89_1997_r15_decisions():
    felt = _dealt()
    felt.give("rule_return", 1, None)
    assert felt.settled(1)[3] == "S89-1997 15.2(a)"
    felt.give("rule_void", None)
    assert felt.records[-1] == ("end", "void", "S89-1997 15.3")
    felt = _dealt()
    felt.give("rule_misdeal", None)
    assert felt.records[-1] == ("end", "misdeal", "S89-1997 13.2")


def test_S89_1997_has_no_shuffling_shoe():
    assert _dealt().refused("shoe_fail") == ("no_shuffling_shoe", "S89-1997 7.4")
