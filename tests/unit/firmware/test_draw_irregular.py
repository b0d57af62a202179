"""What goes wrong in Draw Poker: NI2005-66 section 17 and the decisions of section 19."""

from tests.unit.firmware.test_draw import draw, to_the_draw, to_the_final_round


def test_NI2005_66_17_1_a_card_exposed_at_the_cut():
    felt = draw(dealt=False).do("expose_cut")
    assert felt.round.outcome == "misdeal" and "17.1(a)" in felt.irregular()
    assert draw().do("3 raise 20, expose_cut").round.outcome == "misdeal"
    to_the_draw().refused("expose_cut", "17.2")  # the first betting round is over


def test_NI2005_66_17_1_b_not_cut_before_the_first_bet():
    felt = draw().do("rule_misdeal 17.1(b)")
    assert felt.told("end")[0][1:] == ("misdeal", "NI2005-66 17.1(b), 17.3")
    assert felt.stacks() == {1: 200, 2: 200, 3: 200} and felt.round.marker == 3


def test_NI2005_66_17_1_c_out_of_turn():
    felt = draw(dealt=False).do("card 1 Qs, card 3 Kd")
    assert "17.1(c)" in felt.irregular()
    assert felt.do("3 see").round.outcome == "misdeal"
    felt = draw(dealt=False).do("card 1 Qs, card 3 Kd, move Kd 3 2")
    assert felt.round.expects()[0] == ("card", 3, None)


def test_NI2005_66_17_1_d_a_player_missed_and_set_right():
    felt = draw(dealt=False).do("card 1 Qs, card 3 Kd, card 1 5h")
    assert "17.1(d)" in felt.irregular()
    felt.do("move Kd 3 2, move 5h 1 3")
    assert felt.round.fault is None and felt.round.expects()[0] == ("card", 1, None)


def test_NI2005_66_17_1_f_an_excess_card():
    felt = draw(dealt=False).do(
        "card 1 Qs, card 2 Kd, card 3 7c, card 1 Qh, card 2 Kc, card 3 7d, card 1 5s, card 2 2s,"
        "card 3 8c, card 1 4s, card 2 2h, card 3 Td, card 1 9h, card 1 6c"
    )
    assert felt.round.outcome == "misdeal" and "17.1(f)" in felt.irregular()


def test_NI2005_66_17_2_noticed_after_the_first_betting_round():
    to_the_draw().refused("rule_misdeal 17.1(b)", "17.2")


def test_NI2005_66_17_5_an_out_of_turn_bet_stands():
    felt = to_the_final_round().do("3 bet 20, 1 check, 2 check")
    assert felt.round.bet[3] == 2000 and felt.round.to_act() == 1


def test_NI2005_66_17_6_overbet_the_player_acts_again():
    felt = to_the_final_round().do("2 bet 20, 1 bet 40, 2 fold")
    assert felt.stacks()[2] == 190
    to_the_final_round().do("2 bet 20, 1 bet 40, 2 raise 80")


def test_NI2005_66_17_7_deemed_a_call():
    felt = draw().do("3 raise 15")
    assert felt.stacks()[3] == 190 and "17.7" in felt.irregular()


def test_NI2005_66_17_8_short_of_a_call():
    felt = draw().do("3 bet 6")
    assert felt.legal() == ["call", "fold"] and "17.8" in felt.irregular()
    assert felt.do("3 fold").stacks()[3] == 200


def test_NI2005_66_17_9_a_card_too_many_in_the_draw():
    felt = to_the_draw().do("1 throw 9h, deal, card 1 As")
    assert not felt.round.out[1] and "17.1(d)" in felt.irregular()
    assert felt.round.expects()[0] == ("stand", 2)
    felt.do("2 stand, 3 stand")
    assert felt.round.out[1] and "17.9" in felt.irregular()


def test_NI2005_66_17_9_a_card_too_many_while_betting():
    felt = draw().do("3 call, card 2 As")
    assert felt.round.out[2] and "17.9" in felt.irregular()


def test_NI2005_66_17_9_the_last_to_fold_wins():
    felt = to_the_final_round().do("1 check, 2 check, 3 fold, 1 show Qs Qh 5s, 2 show Kd")
    assert felt.stacks() == {1: 190, 2: 190, 3: 220}


def test_NI2005_66_17_10_a_card_in_the_discards():
    felt = draw()
    felt.take("call", 3)
    felt.take("discard", 1, "Qs")
    assert felt.round.out[1] and "17.10" in felt.irregular()


def test_NI2005_66_17_11_to_17_13_new_players_and_seats():
    felt = draw({1: 200, 2: 200, 3: 200, 4: 200}, dealt=False)
    felt.do("6 join 200").refused("6 post 5", "17.11").do("6 post 10")
    felt.do("2 moves 8").refused("8 post 5", "17.13")


def test_NI2005_66_17_17_more_than_one_card_exposed():
    felt = draw(dealt=False).do("card 1 Qs, card 2 Kd, expose 2")
    assert felt.round.outcome is None and "17.17" in felt.irregular()
    assert felt.do("card 3 7c, expose 3").round.outcome == "misdeal"
    assert draw().do("expose 1, expose 2").round.outcome == "misdeal"


def test_NI2005_66_17_18_exposed_in_the_draw():
    felt = to_the_draw().do("1 throw 9h 4s, card 1 As, expose 1, card 1 Ks, expose 1, 2 stand")
    assert felt.round.outcome is None and "17.18" in felt.irregular()


def test_NI2005_66_17_16_seen_while_betting():
    felt = draw().do("3 call, expose 2")
    assert felt.round.outcome is None and "17.16" in felt.irregular()


def test_NI2005_66_19_2_a_decision_folds_a_hand():
    felt = to_the_draw().do("rule_fold 2")
    assert felt.round.out[2] and "19.2(a)" in felt.irregular()


def test_NI2005_66_19_3_void_in_the_draw():
    felt = to_the_draw().do("1 throw 9h, rule_void 19.3")
    assert felt.stacks() == {1: 200, 2: 200, 3: 200} and felt.round.outcome == "void"
