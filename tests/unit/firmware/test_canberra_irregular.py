"""Canberra Poker 2004 (NI2004-492): what goes wrong, and what the supervisor decides."""

from cardtable.rules.places import BOARD, DISCARD, SHOE
from tests.unit.firmware.canberra_rounds import ACE_KING, FLUSH, LOW, PAIR, D, Felt, faces, snapshot

_HANDS = {1: PAIR, 2: LOW, D: ACE_KING}


def _wagered(**given):
    return Felt(**given).wagers({1: 1000, 2: 1000}, [1])


def _dealt(**given):
    return _wagered(**given).deal(_HANDS)


def _ends(felt, rule, outcome="void"):
    assert felt.round.outcome == outcome
    assert felt.records[-1] == ("end", outcome, rule)
    assert felt.round.stacks == felt.start
    assert snapshot(felt.again()) == snapshot(felt.round)


# ---- exposed cards


def test_NI2004_492_r14_1_two_exposed_cards_are_no_misdeal():
    felt = _dealt()
    felt.give("expose", 1)
    felt.give("expose", 2)
    assert felt.round.outcome is None
    felt.bets(1, 2).shows(D, 1, 2)
    felt.give("collect", None)
    assert felt.round.outcome == "settled"


def test_NI2004_492_r14_1_third_exposed_card_voids_the_round():
    felt = _wagered()
    for n, place in enumerate((1, 2, D, 1, 2)):
        felt.give("card", place, faces(_HANDS[place])[n // 3])
        if place == 1 or n == 4:
            felt.give("expose", place)
    _ends(felt, "NI2004-492 14.1")


def test_NI2004_492_r14_1_the_next_card_of_the_shoe_counts_as_well():
    felt = _wagered()
    felt.give("card", 1, "As")
    felt.give("expose", SHOE)
    assert felt.round.exposed == 1


def test_NI2004_492_r14_1_only_a_card_that_lies_there_can_be_exposed():
    felt = _wagered()
    assert felt.refused("expose", 1)[1] == "NI2004-492 14.1"
    felt.give("card", 1, "As")
    assert felt.refused("expose", 2)[0] == "no_card_to_expose"
    assert felt.refused("expose", 9)[0] == "no_card_to_expose"
    felt.give("expose", 1)
    assert felt.refused("expose", 1)[0] == "card_seen_already"


def test_NI2004_492_r14_2_the_dealers_exposed_card_is_the_open_one_and_the_fifth_lies_face_down():
    for nth in (1, 2, 3, 4):
        felt = _wagered()
        felt.deal(_HANDS, passes=nth)
        made = felt.give("expose", D)
        assert [r[3] for r in made if r[0] == "turn"] == [faces(ACE_KING)[nth - 1]]
        for n in range(nth, 5):
            for place in (1, 2, D):
                felt.give("card", place, faces(_HANDS[place])[n])
        dealer = [r[2] for r in felt.records if r[0] == "deal" and r[1] == D]
        assert [len(token) for token in dealer] == [32] * 5
        assert felt.round.exposed == 0  # it does not count towards the three
        felt.bets(1, 2).shows(D, 1, 2)
        assert felt.settled(1)[2] == "won"


def test_NI2004_492_r14_2_a_second_card_of_the_dealers_counts_as_exposed():
    felt = _wagered()
    felt.deal(_HANDS, passes=2)
    felt.give("expose", D)
    assert felt.refused("expose", D) == ("card_seen_already", "NI2004-492 14.1")
    for place in (1, 2, D):
        felt.give("card", place, faces(_HANDS[place])[2])
    felt.give("expose", D)
    assert felt.irregular() == [
        ("NI2004-492 14.2", "dealer_card_exposed"),
        ("NI2004-492 14.1", "card_exposed"),
    ]


def test_NI2004_492_r6_2_the_dealers_fifth_card_lies_open_by_right():
    assert _dealt().refused("expose", D) == ("lies_face_up", "NI2004-492 6.2")


# ---- dealt in another way


def test_NI2004_492_r14_3_a_card_out_of_turn_voids_the_round():
    for place in (2, D, 3, 9, BOARD):
        felt = _wagered()
        felt.give("card", place, "As")
        _ends(felt, "NI2004-492 14.3")


def test_NI2004_492_r14_3_a_player_missed_in_the_last_pass_voids_the_round():
    felt = _wagered()
    felt.deal(_HANDS, passes=4)
    felt.give("card", 2, faces(LOW)[4])
    _ends(felt, "NI2004-492 14.3")


def test_NI2004_492_r14_3_a_sixth_card_voids_the_round():
    for place in (1, D, SHOE):
        felt = _dealt()
        felt.give("card", place, "6c")
        _ends(felt, "NI2004-492 14.3")


def test_NI2004_492_r14_3_a_sixth_card_voids_a_settled_round_and_paid_chips_go_back():
    felt = _dealt()
    felt.bets(1, 2).shows(D, 1, 2)
    assert felt.round.stacks[1] > felt.start[1]
    felt.give("card", 1, "6c")
    _ends(felt, "NI2004-492 14.3")


def test_the_rest_of_the_deck_may_leave_the_shoe_when_all_have_decided():
    felt = _dealt()
    felt.bets(1, 2)
    assert felt.refused("card", SHOE, "6c") == ("deal_is_over", "NI2004-492 6.3")


def test_NI2004_492_r14_3_a_packet_of_four_or_six_or_dealt_singly_voids_the_round():
    four = _wagered(shuffling_shoe=1)
    for face in faces(PAIR)[:4]:
        four.give("card", 1, face)
    four.give("card", 2, "Qd")
    _ends(four, "NI2004-492 14.3")
    six = _wagered(shuffling_shoe=1)
    six.packet(1, PAIR)
    six.give("card", 1, "Qd")
    _ends(six, "NI2004-492 14.3")
    none = _wagered(shuffling_shoe=1)
    none.give("card", 3, "Qd")
    _ends(none, "NI2004-492 14.3")


def test_NI2004_492_r12_6_a_malfunction_of_the_shuffling_shoe_voids_the_round():
    felt = _wagered(shuffling_shoe=1)
    felt.packet(1, PAIR)
    felt.give("shoe_fail")
    _ends(felt, "NI2004-492 12.6")


def test_NI2004_492_r12_1_only_a_shuffling_shoe_can_malfunction():
    assert _dealt().refused("shoe_fail") == ("no_shuffling_shoe", "NI2004-492 12.1")


def test_NI2004_492_r12_2_a_card_of_the_other_deck_voids_the_round():
    felt = _wagered(shuffling_shoe=1)
    felt.give("card", 1, "As")
    felt.give("other_deck", 1)
    _ends(felt, "NI2004-492 12.2")


# ---- counts


def test_NI2004_492_r7_4_and_9_7_a_wrong_count_voids_the_round():
    for place, folds in ((1, True), (1, False), (D, False)):
        for count in (0, 4, 6):
            felt = _dealt()
            if folds:
                felt.give("fold", 1)
            else:
                felt.bets(1)
            felt.give("count", place, count)
            _ends(felt, "NI2004-492 14.3")


def test_NI2004_492_r9_7_a_count_of_five_changes_nothing():
    felt = _dealt()
    assert felt.give("count", 1, 5) == [("count", 1, 5)]
    assert felt.refused("count", 3, 5) == ("no_cards_there", "NI2004-492 9.7")
    assert _wagered().refused("count", 1, 5)[0] == "dealer_has_not_five_cards"


def test_a_count_of_five_where_fewer_were_read_asks_for_the_card():
    felt = _wagered(shuffling_shoe=1)
    felt.packet(D, ACE_KING)
    felt.give("card", 1, "8s")
    assert felt.refused("count", 1, 5) == ("card_not_read", "NI2004-492 9.7")


# ---- the discard rack


def test_NI2004_492_r14_4_a_hand_in_the_rack_is_reconstructed():
    felt = _dealt()
    felt.give("discard", 1, "8s")
    assert felt.refused("bet", 1, None) == ("hand_in_the_discard_rack", "NI2004-492 14.4")
    assert ("bet", 1, 2000) not in felt.round.expects()
    felt.give("move", "8s", DISCARD, 1)
    felt.bets(1, 2).shows(D, 1, 2)
    assert felt.settled(1)[2] == "won"
    assert felt.irregular() == [("NI2004-492 14.4", "in_the_discard_rack")]


def test_NI2004_492_r14_4_a_hand_that_is_to_be_verified_is_reconstructed():
    felt = Felt().wagers({1: 1000}, [1]).deal({1: FLUSH, D: ACE_KING})
    felt.bets(1).shows(D)
    felt.give("declare", 1)
    felt.give("discard", 1, "Kh")
    assert felt.refused("show", 1, None)[1] == "NI2004-492 14.4"
    felt.give("move", "Kh", DISCARD, 1)
    felt.shows(1)
    felt.give("collect", None)
    assert felt.round.jackpots() == [(1, 100, "flush")]


def test_NI2004_492_r14_4_who_has_folded_needs_no_hand_back():
    felt = _dealt()
    felt.give("discard", 2, "Qd")
    felt.give("fold", 2)
    felt.bets(1).shows(D, 1)
    felt.give("collect", None)
    assert ("collect", 2, 5) in felt.records
    assert felt.round.outcome == "settled"


def test_NI2004_492_r14_4_cards_move_out_of_the_rack_only():
    felt = _dealt()
    assert felt.refused("move", "8s", 1, 2) == ("only_out_of_the_rack", "NI2004-492 14.4")
    assert felt.refused("move", "8s", DISCARD, 1) == ("no_such_card_there", "NI2004-492 14.4")
    assert felt.refused("discard", 1, "Qd") == ("no_such_card_there", "NI2004-492 14.4")
    assert felt.refused("discard", 3, "Qd") == ("no_cards_there", "NI2004-492 14.4")


# ---- decisions


def test_NI2004_492_r13_2_an_excluded_player_loses_as_by_a_fold():
    felt = _dealt()
    felt.bets(1)
    felt.give("rule_fold", 1)
    assert felt.settled(1) == (-1000, 0, "lost", "NI2004-492 13.2")  # the bet is back
    felt.bets(2).shows(D, 2)
    felt.give("collect", None)
    assert felt.round.stacks[1] == felt.start[1] - 1100
    assert felt.refused("rule_fold", 2)[0] == "round_is_over"


def test_NI2004_492_r13_2_all_excluded_during_the_deal_and_the_cards_are_collected():
    felt = _wagered()
    felt.deal(_HANDS, passes=2)
    felt.give("rule_fold", 1)
    felt.give("card", 1, faces(PAIR)[2])  # the sequence of the deal stays
    felt.give("rule_fold", 2)
    felt.give("collect", None)
    assert felt.round.outcome == "settled"


def test_NI2004_492_r16_2_wagers_declared_void_go_back():
    felt = _dealt()
    felt.bets(1)
    felt.give("rule_return", 1, None)
    assert felt.round.stacks[1] == felt.start[1]
    assert felt.settled(1) == (0, 0, "returned", "NI2004-492 16.2(a)")
    felt.give("fold", 2)
    felt.give("collect", None)
    assert felt.round.jackpots() == []  # nothing of it reaches the pools


def test_NI2004_492_r16_3_a_round_declared_void_never_was():
    for stop in range(4):
        felt = _wagered()
        if stop > 0:
            felt.deal(_HANDS)
        if stop > 1:
            felt.bets(1)
            felt.give("fold", 2)
        if stop > 2:
            felt.shows(D, 1)
            felt.give("collect", 2)
        felt.give("rule_void", None)
        _ends(felt, "NI2004-492 16.3")


def test_a_decision_cites_the_rule_it_was_given():
    felt = _dealt()
    felt.give("rule_void", "13.2")
    _ends(felt, "NI2004-492 13.2")
    felt = _dealt()
    felt.give("rule_misdeal", None)
    _ends(felt, "NI2004-492 14.1")
