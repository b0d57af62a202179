"""NI2006-156, rules that need a word of their own: hands, determinations, the course of a round."""

from cardtable.desk.card_lists import parse_cards
from cardtable.rules.hands.lows import low_order_of
from cardtable.rules.hands.omaha_lows import omaha_low_value
from cardtable.rules.hands.omaha_values import omaha_high_value
from cardtable.rules.hands.rankings import order_of
from cardtable.rules.hands.values import high_value
from cardtable.rules.round import Refused
from tests.unit.firmware.felt import Felt, error_of

THREE = {1: 200, 2: 200, 3: 200}
BOARD = 20

DESCENDING = (
    "As Ks Qs Js Ts",
    "Ac Ad Ah As Jk",
    "Jh Th 9h 8h 7h",
    "9c 9d 9h 9s Qc",
    "Kc Kd Kh Js Jc",
    "Kd Jd 9d 7d 5d",
    "Kh Qc Jc Ts 9d",
    "Qh Qc Qd 8s 5d",
    "Qh Qc 4d 4s Jd",
    "Th Tc Kd 6s 2d",
    "Qh Tc 7d 4s 3d",
)


def omaha(**given):
    if "blinds" not in given:
        given["blinds"] = [5, 10]
    return Felt("omaha", THREE, 3, **given)


def to_the_flop(**given):
    return omaha(**given).do("deal, 3 call, 1 call, 2 check, deal")


def to_the_showdown(felt):
    for _ in range(3):
        felt.do("1 check, 2 check, 3 check, deal")
    return felt


def value(text, ace_low=True, joker=False):
    return high_value(parse_cards(text), order_of("act", 52, joker, ace_low))


def ends(felt, outcome, rule):
    end = felt.records[-1]
    return end[:2] == ("end", outcome) and rule in end[2]


# ---- cards and hands


def test_NI2006_156_r2_1_a_card_comes_once():
    omaha().do("card 1 As").refused("card 2 As", "2.2")


def test_NI2006_156_r3_1_suits_are_equal_and_ranks_run_from_ace_to_two():
    assert value("As Kd 9c 7h 2s") == value("Ah Kc 9d 7s 2h")
    ranks = "AKQJT98765432"
    for at in range(12):
        higher, lower = ranks[at], ranks[at + 1]
        rest = " ".join([rank + "h" for rank in ranks if rank not in (higher, lower)][::4])
        pairs = [value(rank + "s " + rank + "d " + rest) for rank in (higher, lower)]
        assert pairs[0] > pairs[1]


def test_NI2005_66_r3_1_suits_are_equal():
    assert value("As Kd 9c 7h 2s") == value("Ah Kc 9d 7s 2h")


def test_NI2006_156_r3_2_all_cards_count():
    assert value("Qs Qd Js Jd Tc") > value("Qh Qc Jh Jc 9c")


def test_NI2006_156_r3_3_order_of_hands_of_a_full_deck():
    values = [value(hand, joker=True) for hand in DESCENDING]
    assert values == sorted(values, reverse=True) and len(set(values)) == len(values)


def test_NI2006_156_r3_5a_the_ace_ends_a_straight_below_when_determined():
    hole, board = parse_cards("As 2d Kh Kc"), parse_cards("3c 4h 5d Kd 9s")
    with_low = omaha_high_value(hole, board, order_of("act", 52, False, True))
    without = omaha_high_value(hole, board, order_of("act", 52, False, False))
    assert with_low > without


def test_NI2006_156_r3_6_straights_and_flushes_do_no_harm_to_a_low():
    low = low_order_of(52, True)
    board = parse_cards("3s 4s 5s Kd Kh")
    straight = omaha_low_value(parse_cards("As 2s Kc Qc"), board, low)
    odd = omaha_low_value(parse_cards("Ad 6d Qd Jc"), board, low)
    assert straight > odd  # the lower low is worth more


def test_NI2006_156_r3_7_the_joker_counts_as_the_card_it_stands_for():
    board = parse_cards("Ks Qs Js 2d 3d")
    order = order_of("act", 52, True, True)
    assert omaha_high_value(parse_cards("As Jk 4c 5c"), board, order) == omaha_high_value(
        parse_cards("As Ts 4c 5c"), board, order
    )


# ---- determinations


def test_NI2006_156_r4_2a_the_stake_fits_the_buy_in():
    assert "4.2(a)" in error_of("omaha", 3, table_stake=300, max_buy_in=200)


def test_NI2006_156_r4_2b_blinds_or_antes():
    assert "4.2(b)" in error_of("omaha", 3, blinds=[1, 2], ante=1)


def test_NI2006_156_r4_2d_the_kind_of_blind_betting():
    omaha(blind_kind="C").do("deal").refused("3 call", "10.2(c)")
    omaha(blind_kind="B").do("deal, 3 call")


def test_NI2006_156_r4_2h_the_first_card_is_burnt_when_determined():
    felt = omaha(burn=1).do("deal, 3 call, 1 call, 2 check").refused("card 20 As", "4.2(h)")
    felt.do("card 21 As, card 20 Ks")
    assert felt.round.board == ["Ks"]


def test_NI2006_156_r4_3_nobody_sits_down_with_less_than_the_stake():
    felt = omaha(table_stake=100).refused("5 join 99", "4.3").do("5 join 100")
    assert felt.stacks()[5] == 100


def test_NI2006_156_r5_2_no_opening_bet_below_the_minimum():
    to_the_flop().refused("1 bet 9", "5.2").do("1 bet 10")


def test_NI2006_156_r6_1_with_antes_the_opening_bet_is_the_minimum_or_more():
    felt = Felt("omaha", THREE, 3, ante=1, min_bet=5).do("deal")
    felt.refused("1 bet 4", "6.1").do("1 bet 5")


def test_NI2006_156_r7_3_cards_come_from_a_shoe():
    assert "7.3" in error_of("omaha", 3, deal="hand")


# ---- the course of a round


def test_NI2006_156_r8_4_who_has_posted_stays():
    omaha().do("3 over_blind 20").refused("3 leave", "8.4")


def test_NI2006_156_r8_5a_blinds_come_after_the_button():
    felt = omaha().do("card 1 As")
    assert [record[1:4] for record in felt.told("post")] == [(1, "blind", 500), (2, "blind", 1000)]


def test_NI2006_156_r8_5b_everyone_pays_the_ante():
    felt = Felt("omaha", THREE, 3, ante=1).do("card 1 As")
    assert felt.stacks() == {1: 199, 2: 199, 3: 199} and felt.round.pot() == 300


def test_NI2006_156_r9_3_no_bets_before_four_cards():
    felt = omaha().do("card 1 As").refused("3 call", "9.3").do("deal")
    assert [len(felt.round.held[seat]) for seat in (1, 2, 3)] == [4, 4, 4]
    assert felt.round.to_act() == 3


def test_NI2006_156_r9_4_r9_5_a_flop_of_three_then_one_by_one_with_bets_between():
    felt = to_the_flop()
    for cards in (3, 4, 5):
        assert len(felt.round.board) == cards and felt.round.to_act() == 1
        felt.do("1 check, 2 check, 3 check, deal")


def test_NI2006_156_r9_6_no_card_after_the_fifth():
    felt = to_the_showdown(to_the_flop())
    felt.take("card", BOARD, "As")
    assert "9.6" in felt.irregular() and len(felt.round.board) == 5


def test_NI2006_156_r10_3_then_call_raise_or_fold():
    felt = omaha().do("deal, 3 call")
    assert felt.round.to_act() == 1 and felt.legal() == ["all_in", "call", "fold", "raise"]
    felt.refused("1 check", "11.2")


def test_NI2006_156_r10_4a_the_last_one_left_wins():
    felt = omaha().do("deal, 3 fold, 1 fold")
    assert ends(felt, "won", "10.4(a)") and felt.stacks() == {1: 195, 2: 205, 3: 200}


def test_NI2006_156_r10_4b_equal_bets_end_the_first_round():
    felt = omaha().do("deal, 3 raise 20, 1 call, 2 call")
    assert felt.round.to_act() == 0 and ("card", BOARD, None) in felt.round.expects()


def test_NI2006_156_r11_3_all_check_and_the_round_is_over():
    felt = to_the_flop().do("1 check, 2 check, 3 check")
    assert felt.round.to_act() == 0 and ("card", BOARD, None) in felt.round.expects()


def test_NI2006_156_r12_1_four_betting_rounds():
    felt = to_the_showdown(to_the_flop())
    assert [record[1] for record in felt.told("street")] == [1, 2, 3, 4]
    assert felt.round.phase == "show"


def test_NI2006_156_r12_2_the_opener_bets_checks_or_folds():
    assert to_the_flop().legal() == ["all_in", "bet", "check", "fold"]


def test_NI2006_156_r12_4_one_left_wins():
    felt = to_the_flop().do("1 bet 10, 2 fold, 3 fold")
    assert ends(felt, "won", "12.4(a)") and felt.stacks() == {1: 220, 2: 190, 3: 190}


def test_NI2006_156_r13_1_the_player_called_shows():
    felt = to_the_flop().do("1 check, 2 check, 3 check, deal, 1 check, 2 check, 3 check, deal")
    felt.do("1 bet 10, 2 call, 3 fold").refused("1 muck", "13.1").do("2 muck, 1 show")
    assert felt.round.outcome == "won" and felt.stacks() == {1: 230, 2: 180, 3: 190}


def test_NI2006_156_r16_8a_other_cards_than_were_dealt():
    felt = to_the_showdown(to_the_flop()).do("1 show As Ks Qs Js")
    assert "16.8(a)" in felt.irregular() and felt.round.out[1]


# ---- irregularities


def test_NI2006_156_r17_1a_a_card_exposed_at_the_cut():
    assert ends(omaha().do("expose_cut"), "misdeal", "17.1(a)")


def test_NI2006_156_r17_1c_a_second_exposed_card():
    felt = omaha(burn=1).do("card 1 As, expose 1, card 2 Kd, expose 2")
    assert ends(felt, "misdeal", "17.1(c)")


def test_NI2006_156_r17_1d_a_card_out_of_turn_and_seen():
    assert ends(omaha().do("card 1 As, card 3 Kd, 3 see"), "misdeal", "17.1(d)")
    felt = omaha().do("card 1 As, card 3 Kd, move Kd 3 2, deal")
    assert felt.round.outcome is None and felt.round.held[2][0] == "Kd"


def test_NI2006_156_r17_10_cards_in_the_discards_stay_there():
    felt = omaha().do("deal")
    card = felt.round.held[1][0]
    felt.take("discard", 1, card)
    assert felt.round.place_of(card) not in (1, None) and "17.10" in felt.irregular()


def test_NI2006_156_r17_11b_a_new_player_may_post_the_big_blind():
    felt = Felt("omaha", THREE, 3, blinds=[5, 10]).do("5 join 100, 5 post 10, deal")
    assert 5 in felt.told("players")[0][1] and felt.stacks()[5] == 90


def test_NI2006_156_r17_14_a_finished_round_takes_nothing_more():
    felt = omaha().do("deal, 3 fold, 1 fold")
    for given in (("call", 2), ("rule_void", None), ("rule_misdeal", None)):
        try:
            felt.round.take(given)
        except Refused as refusal:
            assert refusal.code == "round_is_over"
        else:
            raise AssertionError("taken after the end")


def test_NI2006_156_r20_1_r20_7_in_a_tournament_seats_are_kept_and_nothing_is_raked():
    felt = omaha(tournament=1, commission="act-5").refused("3 moves 5", "20.7")
    felt.do("deal, 3 raise 60, 1 call, 2 fold, deal, 1 bet 20, 3 fold")
    assert felt.round.commission == 0
    cash = omaha(commission="act-5").do("deal, 3 raise 60, 1 call, 2 fold, deal, 1 bet 20, 3 fold")
    assert cash.round.commission > 0
