"""NI2005-66, rules that need a word of their own: determinations, the course of a round, chips."""

from tests.unit.firmware.felt import Felt, error_of
from tests.unit.firmware.test_draw import THREE, draw, to_the_draw, to_the_final_round

FOUR = {1: 200, 2: 200, 3: 200, 4: 200}


def ends(felt, outcome, rule):
    end = felt.records[-1]
    return end[:2] == ("end", outcome) and rule in end[2]


# ---- determinations


def test_NI2005_66_r2_1_a_card_comes_once():
    draw(dealt=False).do("card 1 As").refused("card 2 As", "2.2")


def test_NI2005_66_r4_2a_a_rate_for_small_stakes():
    assert "15.2(e)" in error_of("draw", 3, table_stake=101, commission="act-10")
    draw(dealt=False, table_stake=100).refused("5 join 99", "4.2(a)").do("5 join 100")


def test_NI2005_66_r4_2c_one_two_or_three_blinds():
    for blinds in ([10], [5, 10], [5, 10, 20]):
        felt = Felt("draw", FOUR, 4, blinds=blinds).do("deal")
        assert [post[3] // 100 for post in felt.told("post")] == blinds
    assert "4.2(c)" in error_of("draw", 5, blinds=[1, 2, 3, 4])


def test_NI2005_66_r4_2d_r10_1b_the_kind_of_blind_betting():
    draw(blind_kind="C").refused("3 call", "10.1(c)")
    assert draw(blind_kind="B").do("3 fold").round.out[3]


def test_NI2005_66_r4_2e_over_blinds():
    felt = draw(FOUR, dealt=False).refused("3 over_blind 10", "4.2(f)").do("3 over_blind 20, deal")
    assert felt.round.to_act() == 4 and felt.round.options(4)[0] == 2000
    draw(FOUR, dealt=False, over_blinds=0).refused("3 over_blind 20", "4.2(e)")


def test_NI2005_66_r4_2f_the_level_of_blinds():
    assert "4.2(f)" in error_of("draw", 3, blinds=[2, 1])


def test_NI2005_66_r4_3_nobody_sits_down_with_less_than_the_stake():
    draw(dealt=False, table_stake=100).refused("5 join 99", "4.3")


def test_NI2005_66_r5_2_no_opening_bet_below_the_minimum():
    to_the_final_round().refused("1 bet 9", "5.2").do("1 bet 10")


# ---- the course of a round


def test_NI2005_66_r8_4_who_has_posted_stays():
    draw(FOUR, dealt=False).do("3 over_blind 20").refused("3 leave", "8.4")


def test_NI2005_66_r8_5a_blinds_come_after_the_button():
    felt = draw(dealt=False).do("begin")
    assert [post[1:4] for post in felt.told("post")] == [(1, "blind", 500), (2, "blind", 1000)]


def test_NI2005_66_r8_5b_everyone_pays_the_ante():
    felt = draw(dealt=False, ante=1).do("begin")
    assert felt.stacks() == {1: 199, 2: 199, 3: 199} and felt.round.pot() == 300


def test_NI2005_66_r9_1_r9_3_five_cards_then_bets():
    felt = draw(dealt=False, cards="").do("card 1 As").refused("3 call", "9.3").do("deal")
    assert [len(felt.round.held[seat]) for seat in (1, 2, 3)] == [5, 5, 5]
    assert felt.round.to_act() == 3


def test_NI2005_66_r9_8_the_final_round_after_the_draw():
    felt = to_the_draw().refused("1 check", "9.8").do("1 stand, 2 stand")
    assert felt.round.street == 1
    assert felt.do("3 stand").round.street == 2 and felt.round.to_act() == 1


def test_NI2005_66_r10_2_then_call_raise_or_fold():
    felt = draw().do("3 call")
    assert felt.round.to_act() == 1 and felt.legal() == ["all_in", "call", "fold", "raise"]


def test_NI2005_66_r10_3a_the_last_one_left_wins():
    felt = draw().do("3 fold, 1 fold")
    assert ends(felt, "won", "10.3(a)") and felt.stacks() == {1: 195, 2: 205, 3: 200}


def test_NI2005_66_r10_3b_equal_bets_end_the_first_round():
    felt = draw().do("3 raise 20, 1 call, 2 call")
    assert felt.round.to_act() == 0 and felt.legal() == ["stand", "throw"]


def test_NI2005_66_r12_3_then_call_raise_check_or_fold():
    felt = to_the_final_round().do("1 check")
    assert felt.legal() == ["all_in", "bet", "check", "fold"]
    assert felt.do("2 bet 10").legal() == ["all_in", "call", "fold", "raise"]


def test_NI2005_66_r12_4_one_left_wins():
    felt = to_the_final_round().do("1 bet 10, 2 fold, 3 fold")
    assert ends(felt, "won", "12.4(a)") and felt.stacks() == {1: 220, 2: 190, 3: 190}


# ---- chips


def test_NI2005_66_r14_1_tapping_out_below_the_call():
    felt = draw({1: 200, 2: 200, 3: 8}).do("3 all_in")
    assert felt.round.bet[3] == 800 and felt.round.betting.level == 1000
    felt.do("1 call, 2 check, 1 stand, 2 stand, 3 stand").refused("3 bet 1", "14.1")


def test_NI2005_66_r15_2b_uncalled_bets_are_no_part_of_the_pot():
    felt = to_the_final_round(commission="act-5").do("1 bet 50, 2 fold, 3 fold")
    assert felt.round.commission == 100, "of the 30 that were called"
    assert felt.told("pot")[0][2] == 3000


def test_NI2005_66_r15_2c_equal_hands_alone_pay_nothing():
    cards = "Ks Kd Kh Kc 4s 4d 3h 3c 2s 2d"
    felt = Felt("draw", {1: 200, 2: 200}, 2, cards=cards, blinds=[10, 20], commission="act-5")
    felt.do("deal, 1 call, 2 check, 1 stand, 2 stand, 1 check, 2 check, 1 show, 2 show")
    assert felt.round.commission == 0 and felt.stacks() == {1: 200, 2: 200}


def test_NI2005_66_r15_2e_ten_per_cent_up_to_100_dollars():
    assert not error_of("draw", 3, commission="act-10", table_stake=100)
    assert "15.2(e)" in error_of("draw", 3, commission="act-10", table_stake=101)


def test_NI2005_66_r16_8a_cards_are_not_exchanged():
    felt = to_the_final_round().do("1 check, 2 check, 3 check, 1 show Kd Qh 5s 4s 9h")
    assert "16.8(a)" in felt.irregular() and felt.round.out[1]


# ---- between rounds, and tournaments


def test_NI2005_66_r17_11a_the_big_blind_comes():
    """Seat 3 joins where the big blind is: it is dealt in without posting beforehand."""
    felt = Felt("draw", {1: 200, 2: 200, 5: 200}, 1, blinds=[5, 10]).do("3 join 200, deal")
    assert [post[1] for post in felt.told("post")] == [2, 3]


def test_NI2005_66_r17_11b_or_the_player_posts_it():
    felt = draw(FOUR, dealt=False).do("6 join 200, 6 post 10, deal")
    assert 6 in felt.told("players")[0][1]
    felt = draw(FOUR, dealt=False).do("6 join 200, deal")
    assert 6 not in felt.told("players")[0][1]


def test_NI2005_66_r17_12_no_blind_before_the_button_has_been_round():
    felt = Felt("draw", FOUR, None, blinds=[5, 10]).do("6 join 200, deal")
    assert 6 in felt.told("players")[0][1] and [p[1] for p in felt.told("post")] == [1, 2]


def test_NI2005_66_r17_13_a_seat_further_from_the_blinds():
    felt = draw(FOUR, dealt=False).do("2 moves 8").refused("8 post 5", "17.13").do("deal")
    assert 8 not in felt.told("players")[0][1]


def test_NI2005_66_r17_14_a_round_that_is_over_stays_so():
    draw().do("3 fold, 1 fold").refused("rule_void 19.3", "NI2005-66")


def test_NI2005_66_r20_1_tournament_conditions():
    assert not error_of("draw", 2, tournament=1)
    felt = to_the_final_round(tournament=1, commission="act-5").do("1 bet 50, 2 call, 3 fold")
    felt.do("1 show, 2 show")
    assert felt.round.commission == 0


def test_NI2005_66_r20_7_r20_14_seats_and_chips_stay():
    felt = draw(dealt=False, tournament=1)
    felt.refused("1 moves 5", "20.7").refused("1 buy 10", "20.14").refused("5 join 200", "20.14")
    assert felt.stacks() == dict.fromkeys(THREE, 200)
