"""Omaha by NI2006-156, rule by rule."""

from tests.unit.firmware.felt import Felt, error_of

THREE = {1: 200, 2: 200, 3: 200}
FOUR = {1: 200, 2: 200, 3: 200, 4: 200}
BOARD = 20


def omaha(stacks=None, dealt=True, **given):
    """Blinds 5 and 10 after the button, which is at the highest seat; no limit."""
    stacks = stacks or THREE
    given.setdefault("limit", "no-limit")
    if "ante" not in given:
        given.setdefault("blinds", [5, 10])
    felt = Felt("omaha", stacks, max(stacks), **given)
    return felt.do("deal") if dealt else felt


def to_the_flop(**given):
    return omaha(**given).do("3 call, 1 call, 2 check, deal")


def to_the_showdown(felt):
    return felt.do(
        "deal, 1 check, 2 check, 3 check, deal, 1 check, 2 check, 3 check, deal,"
        "1 check, 2 check, 3 check"
    )


def test_NI2006_156_2_2_decks_and_players():
    assert error_of("omaha", 10) == ""
    assert "2.2" in error_of("omaha", 10, deck=44)
    assert "2.2" in error_of("omaha", 8, deck=36)
    assert error_of("omaha", 7, deck=36) == ""
    omaha(deck=32, dealt=False).refused("card 1 2s", "2.2")


def test_NI2006_156_3_5_d_a_qualifier_needs_high_low():
    assert "3.5(d)" in error_of("omaha", 3, low_qualifier=8)
    assert error_of("omaha", 3, low_qualifier=8, win="high-low") == ""


def test_NI2006_156_3_5_c_high_and_low_halves():
    cards = "As 2d Kc Ah 3d Ks Kd Qh Qs Qc Jh Js Ac 4h 7d 8s Th"
    felt = omaha(cards=cards, win="high-low", low_qualifier=8, low_ace="low")
    felt.do("3 raise 30, 1 call, 2 call")
    to_the_showdown(felt).do("1 show, 2 show, 3 show")
    parts = {(win[2], win[4]): win[3] for win in felt.told("win")}
    assert parts == {(1, "high"): 4500, (2, "low"): 4500}


def test_NI2006_156_3_5_d_no_qualifying_low():
    cards = "As 2d Kc Ah 3d Ks Kd Qh Qs Qc Jh Js Ac Td 9d 9s Th"
    felt = omaha(cards=cards, win="high-low", low_qualifier=8).do("3 call, 1 call, 2 check")
    to_the_showdown(felt).do("1 show, 2 show, 3 show")
    assert [win[4] for win in felt.told("win")] == ["all"]


def test_NI2006_156_3_5_b_low_ball():
    cards = "As 2d Kc Ah 3d Ks Kd Qh Qs Qc Jh Js 5c 4h 7d 8s Th"
    felt = omaha(cards=cards, win="low").do("3 call, 1 call, 2 check")
    to_the_showdown(felt).do("1 show, 2 show, 3 show")
    assert [win[2] for win in felt.told("win")] == [2]


def test_a_hand_is_reckoned_when_it_is_shown_and_not_again_at_the_settlement():
    """Ten hands of sixty ways in one piece stopped a Pico for 50 ms. Pots of three sizes."""
    felt = omaha(stacks={1: 50, 2: 100, 3: 200})
    felt.do("3 raise 200, 1 all_in, 2 all_in, deal, deal, deal")
    played = felt.round
    reckoned = []
    high = played.high

    def counted(hole, board, order):
        reckoned.append((tuple(hole), tuple(board)))
        return high(hole, board, order)

    played.high = counted  # type: ignore[method-assign]
    felt.do("3 show, 1 show, 2 show")
    assert len(felt.told("pot")) >= 2 and felt.told("win")
    assert len(reckoned) == 3 and len(set(reckoned)) == 3


def test_NI2006_156_4_2_contradictions_are_refused():
    assert "4.2(b)" in error_of("omaha", 3, ante=1, blinds=[1, 2])
    assert "4.2(c)" in error_of("omaha", 5, blinds=[1, 2, 3, 4])
    assert "4.2(f)" in error_of("omaha", 3, blinds=[2, 1])
    assert "4.2(g)" in error_of("omaha", 3, limit="full-pot", min_bet=5, max_bet=2)
    assert "4.2(h)" in error_of("omaha", 3, burn=2)
    assert "7.3" in error_of("omaha", 3, deal="hand")
    assert "15.2(e)" in error_of("omaha", 3, commission="act-10", table_stake=101)
    assert "15.2" in error_of("omaha", 3, commission="tas-holdem")


def test_NI2006_156_4_2_e_over_blinds():
    felt = omaha(FOUR, dealt=False)
    felt.refused("3 over_blind 10", "4.2(f)")
    felt.do("3 over_blind 20, deal")
    assert felt.round.to_act() == 4 and felt.round.options(4)[:2] == (2000, 4000)
    felt.do("4 call, 1 fold, 2 fold")
    assert felt.round.to_act() == 3, "the over-blind is the last blind"
    omaha(dealt=False, over_blinds=0).refused("3 over_blind 20", "4.2(e)")


def test_NI2006_156_4_2_g_full_pot():
    felt = omaha(limit="full-pot")
    assert felt.round.options(3) == (1000, 2000, 3500)
    felt.refused("3 raise 36", "4.2(g)").refused("3 all_in", "4.2(g)")


def test_NI2006_156_4_2_g_half_pot():
    assert omaha(limit="half-pot").round.options(3) == (1000, 2000, 2250)


def test_NI2006_156_straddle_is_twice_the_bet_before():
    felt = omaha(limit="straddle")
    assert felt.round.options(3) == (1000, 2000, 2000)
    assert felt.do("3 raise 20").round.options(1) == (2000, 3000, 4000)


def test_NI2006_156_4_4_no_chips_during_a_round():
    omaha().refused("3 buy 10", "4.4")


def test_NI2006_156_4_5_topping_up():
    felt = omaha({1: 200, 2: 200, 3: 150}, dealt=False, table_stake=200, max_buy_in=500)
    felt.refused("3 buy 10", "4.5").refused("3 buy 351", "4.2(i)")
    felt.do("3 buy 350")
    assert felt.stacks()[3] == 500


def test_NI2006_156_4_8_ninety_seconds():
    felt = omaha().do("3 raise 20, 1 clock, wait 60, wait 30")
    assert felt.round.out[1] and "4.8" in felt.told("act")[-1][4]
    omaha().refused("1 clock", "4.8")


def test_NI2006_156_5_1_three_raises_whatever_the_limit():
    felt = omaha().do("3 raise 20, 1 raise 30, 2 raise 40")
    felt.refused("3 raise 50", "5.1")
    felt = omaha().do("3 fold, 1 raise 20, 2 raise 30, 1 raise 40, 2 raise 50, 1 raise 60")
    assert felt.round.to_act() == 2


def test_NI2006_156_6_2_antes_have_no_cap():
    felt = omaha(ante=1, min_bet=5)
    felt.do("1 bet 5, 2 raise 10, 3 raise 15, 1 raise 20, 2 raise 25, 3 raise 30")


def test_NI2006_156_8_3_the_first_button():
    felt = Felt("omaha", FOUR).do("deal, 3 fold, 4 fold, 1 fold")
    assert [post[1] for post in felt.told("post")] == [1, 2]
    assert felt.told("marker")[0][1] == 4 and felt.told("marker")[-1][1] == 1


def test_NI2006_156_9_2_the_button_gets_the_last_card():
    assert omaha().told("players")[0][1] == [1, 2, 3]


def test_NI2006_156_10_1_who_opens():
    assert omaha(FOUR).round.to_act() == 3
    assert omaha(FOUR, blinds=[5]).round.to_act() == 2
    assert omaha(FOUR, blinds=[5, 10, 20]).round.to_act() == 4
    assert to_the_flop().round.to_act() == 1


def test_NI2006_156_10_2_a_call_and_fold():
    felt = omaha(FOUR, blind_kind="A")
    assert felt.legal() == ["all_in", "call", "call_fold", "raise"]
    felt.refused("3 fold", "10.2(a)")
    felt.do("3 call_fold, 4 fold")
    assert felt.stacks()[3] == 190 and felt.round.out[3]


def test_NI2006_156_10_2_b_call_raise_or_fold():
    assert omaha(FOUR).legal() == ["all_in", "call", "fold", "raise"]


def test_NI2006_156_10_2_c_raise_or_fold():
    felt = omaha(FOUR, blind_kind="C")
    assert felt.legal() == ["all_in", "fold", "raise"]
    felt.refused("3 call", "10.2(c)")
    felt.do("3 raise 20, 4 call")


def test_NI2006_156_10_2_d_with_antes_the_opener_bets():
    felt = omaha(ante=1, min_bet=5)
    assert felt.legal() == ["all_in", "bet"]
    felt.refused("1 fold", "10.2(d)").refused("1 check", "11.1").refused("1 bet 4", "6.1")


def test_NI2006_156_10_2_the_last_blind_may_raise():
    assert "raise" in omaha().do("3 call, 1 call").legal()


def test_NI2006_156_11_2_no_check_after_a_bet():
    to_the_flop().do("1 bet 10").refused("2 check", "11.2")


def test_NI2006_156_12_3_in_turn():
    to_the_flop().refused("2 check", "12.3")


def test_NI2006_156_13_2_the_odd_chip():
    cards = "As Ad 7c Kh Kc 7d 5s 5h 8c 4s 4h 8d Ac Qd Js Jc 3h"
    felt = omaha(cards=cards, smallest_chip=20).do("3 call, 1 call, 2 raise 20, 3 fold, 1 call")
    felt.do("deal, 1 check, 2 check, deal, 1 check, 2 check, deal, 1 check, 2 check")
    felt.do("1 show, 2 show")
    assert felt.stacks() == {1: 210, 2: 200, 3: 190}


def test_NI2006_156_14_1_a_tap_out_below_the_call():
    felt = omaha({1: 200, 2: 200, 3: 200, 4: 26}).do("3 raise 30, 4 all_in")
    assert felt.told("act")[-1][2] == "call" and "raise" in felt.legal()


def test_NI2006_156_14_2_only_the_pots_one_has_a_share_in():
    felt = omaha({1: 50, 2: 200, 3: 200}).do("3 raise 100, 1 all_in, 2 call, deal, 2 check")
    felt.do("3 check, deal, 2 check, 3 check, deal, 2 check, 3 check, 1 show, 2 show, 3 show")
    assert [pot[2] for pot in felt.told("pot")] == [15000, 10000]
    assert 1 not in felt.told("pot")[1][3]


def test_NI2006_156_14_5_nobody_raises_a_tap_out():
    felt = omaha({1: 200, 2: 200, 3: 200, 4: 26}).do("3 raise 20, 4 all_in")
    felt.refused("1 raise 60", "14.5")
    felt.do("1 call, 2 fold")
    felt.refused("3 raise 60", "14.5")


def _raked(commission, raise_to, **given):
    felt = omaha(commission=commission, **given).do(
        "3 raise " + raise_to + ", 1 call, 2 call, deal"
    )
    return felt.do("1 bet 40, 2 fold, 3 fold").round.commission


def test_NI2006_156_15_2_a_five_and_ten_per_cent():
    assert _raked("act-5", "20") == 300
    assert _raked("act-5", "33") == 400  # 99 in the pot, down to whole dollars
    assert _raked("act-10", "20", table_stake=100) == 600
    assert _raked("act-10", "20", commission_max=5) == 500


def test_NI2006_156_15_2_c_equal_hands_alone():
    cards = "As Ad Kh Kc 5s 5h 4s 4h Ac Qd Js Jc 3h"
    felt = omaha({1: 200, 2: 200}, cards=cards, commission="act-5").do("1 call, 2 raise 30, 1 call")
    felt.do("deal, 1 check, 2 check, deal, 1 check, 2 check, deal, 1 check, 2 check")
    felt.do("1 show, 2 show")
    assert felt.round.commission == 0 and felt.stacks() == {1: 200, 2: 200}


def test_NI2006_156_15_2_d_only_blinds():
    assert omaha(commission="act-10").do("3 fold, 1 fold").round.commission == 0


def test_NI2006_156_15_3_time_is_paid_in_advance():
    assert _raked("time", "20") == 0


def test_NI2006_156_17_1_f_an_excess_card_is_a_misdeal():
    felt = omaha().do("card 2 As")
    assert felt.records[-1][:2] == ("end", "misdeal") and "17.1(f)" in felt.records[-1][2]


def test_NI2006_156_17_2_too_late_for_a_misdeal():
    felt = omaha().do("3 call, 1 call, rule_misdeal 17.1(b)")
    assert felt.round.outcome == "misdeal"
    to_the_flop().refused("rule_misdeal 17.1(b)", "17.2")


def test_NI2006_156_17_3_the_button_stays():
    felt = omaha().do("3 raise 20, rule_misdeal")
    assert felt.stacks() == THREE and felt.round.marker == 3
    assert not [m for m in felt.told("marker") if m[2] == "next"]


def test_NI2006_156_17_4_missed_blinds_not_on_the_button():
    felt = omaha(FOUR, dealt=False)
    felt.refused("4 post 15", "17.4").refused("3 post 7", "17.4")
    felt.do("3 post 15, deal")
    assert felt.round.bet[3] == 1000 and felt.round.dead[3] == 500


def test_NI2006_156_17_5_an_out_of_turn_bet_stands():
    felt = to_the_flop().do("2 bet 20, 1 check")
    assert felt.round.to_act() == 3 and felt.round.bet[2] == 2000
    assert "17.5" in felt.irregular()


def test_NI2006_156_17_5_up_to_the_limit():
    felt = to_the_flop(limit="full-pot").do("2 bet 50, 1 check")
    assert felt.round.bet[2] == 3000 and felt.stacks()[2] == 160


def test_NI2006_156_17_6_overbet_the_player_acts_again():
    felt = to_the_flop().do("2 bet 20, 1 bet 40")
    assert felt.legal() == ["all_in", "call", "fold", "raise"]
    felt.do("2 fold")
    assert felt.stacks()[2] == 190
    to_the_flop().do("2 bet 20, 1 bet 40, 2 raise 80")


def test_NI2006_156_17_7_deemed_a_call():
    felt = omaha().do("3 raise 15")
    assert felt.stacks()[3] == 190 and "17.7" in felt.irregular()


def test_NI2006_156_17_8_short_of_a_call():
    felt = omaha().do("3 raise 30, 1 bet 12, 1 call")
    assert felt.stacks()[1] == 170 and "17.8" in felt.irregular()


def test_NI2006_156_17_9_wrong_count():
    felt = to_the_showdown(omaha().do("3 call, 1 call, 2 check"))
    felt.do("1 show " + " ".join(felt.round.held[1][:3]))
    assert felt.round.out[1] and "17.9" in felt.irregular()


def test_NI2006_156_17_11_new_players():
    felt = Felt("omaha", THREE, 7, blinds=[5, 10]).do("7 join 100, 6 join 100")
    felt.refused("7 post 10", "17.11").refused("6 post 5", "17.11")
    felt.do("6 post 10, deal")
    assert felt.told("players")[0][1] == [1, 2, 3, 6]


def test_NI2006_156_17_11_a_waiting_for_the_big_blind():
    felt = Felt("omaha", {1: 200, 3: 200, 4: 200}, 4, blinds=[5, 10]).do("2 join 100, deal")
    assert felt.told("players")[0][1] == [1, 2, 3, 4] and felt.stacks()[2] == 90


def test_NI2006_156_17_12_the_first_round_costs_nothing():
    felt = Felt("omaha", {1: 200, 2: 200}, blinds=[5, 10]).do("4 join 200, deal")
    assert felt.told("players")[0][1] == [1, 2, 4]


def test_NI2006_156_17_13_changing_seats():
    felt = omaha(FOUR, dealt=False).do("2 moves 7, deal")
    assert felt.told("players")[0][1] == [1, 3, 4]


def test_NI2006_156_17_17_premature_communal_card():
    felt = omaha().do("3 call, card 20 As")
    assert "17.17" in felt.irregular() and felt.round.board == []


def test_NI2006_156_17_18_first_card_exposed():
    felt = omaha().do("3 call, 1 call, 2 check, expose 23")
    assert "17.18" in felt.irregular() and ("card", BOARD, None) in felt.round.expects()


def test_NI2006_156_17_1_e_and_f_a_hand_too_many_then_a_card_too_many():
    felt = Felt("omaha", {1: 200, 2: 200, 3: 200}, 3).do("card 1 As, card 7 Kd, card 7 Qd")
    assert felt.round.outcome is None and len(felt.told("irregular")) == 2, "each card is told"
    felt.do(
        "card 2 2c, card 3 3c, card 1 4c, card 2 5c, card 3 6c, card 1 7c, card 2 8c, card 3 9c"
    )
    felt.do("card 1 Tc, card 1 Jc")
    assert felt.round.outcome == "misdeal" and felt.told("irregular")[-1][3] == 1


def test_NI2006_156_17_19_the_burn_card_replaces():
    felt = omaha(burn=1).do("expose 2, deal")
    assert "17.19" in felt.irregular() and len(felt.round.held[2]) == 4
    felt.do("3 call, 1 call, 2 check")
    assert ("card", BOARD, None) in felt.round.expects()


def test_NI2006_156_17_20_without_burn_a_misdeal():
    felt = omaha().do("expose 2")
    assert felt.round.outcome == "misdeal" and "17.20" in felt.records[-1][2]


def test_NI2006_156_19_2_a_a_hand_is_folded():
    felt = omaha().do("3 raise 20, rule_fold 3, 1 fold")
    assert felt.stacks() == {1: 195, 2: 225, 3: 180}


def test_NI2006_156_19_3_void():
    felt = omaha().do("3 raise 20, 1 call, rule_void 19.3")
    assert felt.round.outcome == "void" and felt.stacks() == THREE


def test_NI2006_156_20_14_tournament():
    felt = omaha(dealt=False, tournament=1, commission="act-5")
    felt.refused("3 buy 10", "20.14").refused("5 join 100", "20.14")
    felt.do("deal, 3 raise 20, 1 call, 2 call, deal, 1 bet 20, 2 fold, 3 fold")
    assert felt.round.commission == 0
