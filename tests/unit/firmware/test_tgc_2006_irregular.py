"""Irregularities and the time between rounds by TGC-2006 C19, rule by rule."""

from tests.unit.firmware.felt import Felt

THREE = {1: 200, 2: 200, 3: 200}
FOUR = {1: 200, 2: 200, 3: 200, 4: 200}
SAME = {1: 200, 2: 200, 3: 200}
BOARD = 20
SHOE = 23


def holdem(stacks=None, **given):
    return Felt("holdem", stacks or THREE, 1, **given)


def is_misdeal(felt, rule):
    end = felt.records[-1]
    assert end[:2] == ("end", "misdeal") and rule in end[2], end
    assert not [m for m in felt.told("marker") if m[2] == "next"], "the puck stays"
    return felt.stacks() == SAME


def test_TGC_2006_C19_1_a_card_exposed_at_the_cut():
    assert is_misdeal(holdem().do("expose_cut"), "C19.1.a")
    assert is_misdeal(holdem().do("deal, expose_cut"), "C19.1.a")


def test_TGC_2006_C19_1_b_no_cut_is_a_decision():
    assert is_misdeal(holdem().do("deal, rule_misdeal C19.1.b"), "C19.1.b")


def test_TGC_2006_C19_1_c_a_second_exposed_card():
    felt = holdem(burn=1).do("card 1 As, expose 1, card 2 Kd, expose 2")
    assert is_misdeal(felt, "C19.1.c")


def test_TGC_2006_C19_1_d_out_of_turn_and_set_right():
    felt = holdem().do("card 1 As, card 3 Kd")
    assert "C19.1.d" in felt.irregular()
    felt.do("move Kd 3 2")
    assert ("card", 3, None) in felt.round.expects()
    felt.do("deal")
    assert felt.round.to_act() == 3 and felt.round.held[2][0] == "Kd"


def test_TGC_2006_C19_1_d_out_of_turn_and_seen():
    assert is_misdeal(holdem().do("card 1 As, card 3 Kd, 3 see"), "C19.1.d")


def test_TGC_2006_C19_1_d_another_player_may_look_at_cards_of_their_own():
    felt = holdem().do("card 1 As, card 3 Kd, 1 see")
    assert felt.round.outcome is None


def test_TGC_2006_C19_1_d_not_after_the_first_action():
    felt = holdem().do("card 1 As, card 3 Kd, card 2 7c, deal, 3 call")
    felt.refused("move Kd 3 2", "C19.1.d")


def test_TGC_2006_C19_1_e_a_missed_player_gets_the_card():
    felt = holdem().do("card 1 As, card 2 Kd, card 3 7c, card 1 Ah, card 3 Kc, card 2 7d")
    assert "C19.1.e" in felt.irregular()
    assert [len(felt.round.held[seat]) for seat in (1, 2, 3)] == [2, 2, 2]
    felt.do("3 call")


def test_TGC_2006_C19_1_e_an_extra_card_goes_back():
    felt = holdem().do("deal, card 3 As")
    assert "C19.1.e" in felt.irregular()
    felt.do("move As 3 23, 3 call")
    assert len(felt.round.held[3]) == 2 and felt.round.place_of("As") is None


def test_TGC_2006_C19_1_e_an_extra_card_after_a_look():
    assert is_misdeal(holdem().do("deal, 1 see, card 3 As"), "C19.1.e")


def test_TGC_2006_C19_2_a_premature_communal_card_goes_back():
    felt = holdem().do("deal, 3 call, 1 call, card 20 As")
    assert "C19.2" in felt.irregular() and felt.round.board == []
    felt.do("2 check, card 20 As")
    assert felt.round.board == ["As"]


def test_TGC_2006_C19_3_the_first_card_is_used():
    felt = holdem().do("deal, 3 call, 1 call, 2 check, expose 23")
    assert "C19.3" in felt.irregular()
    felt.do("deal")
    assert felt.round.to_act() == 1


def test_TGC_2006_C19_4_the_burn_card_replaces_an_exposed_card():
    felt = holdem(burn=1).do("card 1 As, expose 1, card 2 Kd, card 3 7c, card 1 Ah, card 2 Kc")
    felt.do("card 3 7d")
    assert ("card", 1, None) in felt.round.expects()
    felt.do("card 1 Qs, 3 call, 1 call, 2 check")
    assert felt.round.held[1] == ["Ah", "Qs"] and felt.round.discards == ["As"]
    assert ("card", BOARD, None) in felt.round.expects(), "no burn before the flop"
    felt.do("card 20 2s, card 20 3s, card 20 4s, 1 check, 2 check, 3 check")
    assert ("card", 21, None) in felt.round.expects(), "a burn before the turn"


def test_TGC_2006_C19_4_an_exposed_card_that_is_in_the_discards_already():
    felt = holdem(burn=1).do("card 1 As, expose 1, card 2 Kd, card 3 7c, card 1 Ah, card 2 Kc")
    felt.round.take(("discard", 1, "As"))
    felt.do("card 3 7d")
    assert felt.round.expects()[0] == ("card", 1, None), "the burn card replaces it all the same"
    felt.do("card 1 Qs, 3 call, 1 call, 2 check")
    assert felt.round.held[1] == ["Ah", "Qs"] and felt.round.discards == ["As"]
    assert ("card", BOARD, None) in felt.round.expects(), "no burn before the flop"


def test_TGC_2006_C19_1_e_a_hand_too_many_stays_one_when_a_card_goes_out_of_turn_besides():
    felt = holdem().do("card 1 As, card 7 Kd, card 3 7c")  # 7 does not play, 2 was passed over
    assert "C19.1.e" in str(felt.round.fault)
    assert is_misdeal(felt.do("1 see"), "C19.1.e"), "whoever looks, also at the own card"


def test_TGC_2006_C19_5_an_exposed_card_without_burn():
    assert is_misdeal(holdem().do("card 1 As, card 2 Kd, expose 2"), "C19.5")


def test_TGC_2006_C19_7_a_new_player_pays_the_big_blind():
    felt = holdem(blinds=[1, 2]).do("5 join 100")
    felt.refused("5 post 1", "C19.7")
    felt.do("5 post 2, deal, 3 fold, 5 check")
    assert felt.stacks()[5] == 98


def test_TGC_2006_C19_7_not_before_the_blinds_have_passed():
    felt = Felt("holdem", {1: 200, 3: 200, 5: 200}, 1).do("2 join 100")
    felt.refused("2 post 2", "C19.7")
    felt.do("deal")
    assert felt.told("players")[0][1] == [1, 3, 5], "dealt out until then"


def test_TGC_2006_C19_8_a_better_seat_costs_a_big_blind():
    felt = Felt("holdem", FOUR, 1).do("2 moves 7")
    felt.refused("7 post 1", "C19.8")
    felt.do("deal")
    assert felt.told("players")[0][1] == [1, 3, 4], "waits for the big blind"
    felt = Felt("holdem", {1: 200, 3: 200, 4: 200, 5: 200}, 1).do("5 moves 2, deal")
    assert felt.told("players")[0][1] == [1, 2, 3, 4], "nearer to the blinds: nothing gained"


def test_TGC_2006_C19_9_the_small_blind_leaves():
    felt = Felt("holdem", FOUR, 1).do("1 leave, deal")
    assert [(post[1], post[3]) for post in felt.told("post")] == [(2, 200)]
    assert felt.round.to_act() == 3 and felt.round.marker == 2
    felt.do("3 fold, 4 fold")
    assert felt.told("marker")[-1][1:3] == (2, "next"), "the puck stays for the following round"


def test_TGC_2006_C19_10_missed_blinds_are_posted():
    felt = Felt("holdem", FOUR, 1).do("3 post 3, deal")
    assert felt.round.bet[3] == 200 and felt.round.dead[3] == 100
    assert felt.legal() == ["all_in", "check", "fold", "raise"]


def test_TGC_2006_C19_11_out_of_turn_call_or_fold():
    felt = Felt("holdem", FOUR, 1).do("deal, 4 raise 20, 3 call")
    assert "C19.11" in felt.irregular()
    felt.refused("4 raise 20", "C19.11")
    felt.do("4 call")
    assert felt.stacks()[4] == 198


def test_TGC_2006_C19_12_overbet_and_folded():
    felt = Felt("holdem", FOUR, 1).do("deal, 4 raise 6, 3 raise 20")
    felt.refused("4 raise 40", "C19.12")
    felt.do("4 fold")
    assert felt.stacks()[4] == 200


def test_TGC_2006_C19_13_deemed_a_call():
    felt = holdem().do("deal, 3 raise 10, 1 raise 13")
    assert felt.stacks()[1] == 190 and felt.told("return")[-1][1:3] == (1, 300)
    felt = Felt("holdem", {1: 13, 2: 200, 3: 200}, 1).do("deal, 3 raise 10, 1 all_in")
    assert felt.told("act")[-1][2:4] == ("under_raise", 1300), "unless the player is tapping out"


def test_TGC_2006_C19_14_short_of_a_call():
    felt = holdem().do("deal, 3 raise 10, 1 bet 5")
    assert felt.round.to_act() == 1 and felt.legal() == ["call", "fold"]
    felt.refused("1 raise 40", "C19.14")
    felt.do("1 fold")
    assert felt.stacks()[1] == 199, "the blind stays, the rest goes back"


def _heads_up_to_the_river(**given):
    felt = holdem(**given).do("deal, 3 fold, 1 call, 2 check, deal, 1 check, 2 check, deal")
    return felt.do("1 check, 2 check, deal, 1 check, 2 check")


def test_TGC_2006_C19_15_a_wrong_count_is_folded():
    felt = _heads_up_to_the_river()
    first = felt.round.held[1][0]
    felt.do("1 show " + first + ", 2 show")
    assert "C19.15" in felt.irregular() and felt.stacks() == {1: 198, 2: 202, 3: 200}


def test_TGC_2006_C19_15_the_last_to_fold_wins():
    felt = _heads_up_to_the_river()
    felt.do("1 show " + felt.round.held[1][0] + ", 2 show " + felt.round.held[2][0])
    assert felt.stacks() == {1: 198, 2: 198, 3: 204}


def test_TGC_2006_C19_15_an_extra_card_during_the_betting():
    felt = holdem().do("deal, 3 call, card 2 As")
    assert felt.round.out[2] and "C19.15" in felt.irregular()


def test_TGC_2006_C19_16_a_card_in_the_discards():
    felt = holdem().do("deal, 3 call")
    felt.take("discard", 1, felt.round.held[1][0])
    assert "C19.16" in felt.irregular() and felt.round.out[1]
    assert felt.round.to_act() == 2


def test_TGC_2006_C19_17_a_fold_out_of_turn():
    felt = holdem().do("deal, 1 fold")
    assert "C19.17" in felt.irregular() and felt.round.to_act() == 3


def test_TGC_2006_C19_18_an_exposed_card_later_is_left_to_people():
    felt = holdem().do("deal, 3 call, expose 1")
    assert "C19.18" in felt.irregular() and felt.round.to_act() == 1


def test_TGC_2006_C19_6_after_a_misdeal_every_chip_is_back():
    felt = holdem().do("deal, 3 raise 20, 1 call, rule_misdeal")
    assert is_misdeal(felt, "C19.6")
