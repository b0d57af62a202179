"""Hold-Em by TGC-2006 part C: the betting, the deal and the showdown, rule by rule."""

from tests.unit.firmware.felt import Felt, error_of

THREE = {1: 200, 2: 200, 3: 200}
FOUR = {1: 200, 2: 200, 3: 200, 4: 200}


def holdem(stacks=None, **given):
    """Blinds 1 and 2, the puck at seat 1, no limit; the hole cards are dealt."""
    given.setdefault("limit", "no-limit")
    if "ante" not in given:
        given.setdefault("blinds", [1, 2])
    return Felt("holdem", stacks or THREE, 1, **given).do("deal")


def fixed(stacks=None):
    return holdem(stacks, limit="fixed", small_bet=2, big_bet=4)


def test_TGC_2006_C2_1_only_the_full_deck():
    assert "C2.1" in error_of("holdem", 3, deck=40)
    assert "C2.1" in error_of("holdem", 3, joker=1)


def test_TGC_2006_C3_4_three_players_needed():
    assert "C3.4" in error_of("holdem", 2)
    assert error_of("holdem", 3) == ""
    felt = Felt("holdem", THREE, 1).do("3 leave")
    felt.refused("card 1 As", "C3.4")


def test_TGC_2006_C5_2_contradictions_are_refused():
    assert "C5.2.b" in error_of("holdem", 3, ante=1, blinds=[1, 2])
    assert "C5.2.b" in error_of("holdem", 3, blinds=[])
    assert "C5.2.c" in error_of("holdem", 4, blinds=[1, 1, 1, 1])
    assert "C5.2.e" in error_of("holdem", 4, blinds=[2, 1])
    assert "C5.2.f" in error_of("holdem", 4, limit="fixed", min_bet=10, max_bet=5)
    assert "C5.2.f" in error_of("holdem", 4, limit="fixed", small_bet=10, big_bet=5)
    assert "C5.2.f" in error_of("holdem", 4, limit="no-limit", max_bet=5)
    assert "C5.2.h" in error_of("holdem", 4, table_stake=100, max_buy_in=50)
    assert "C5.2.g" in error_of("holdem", 4, burn=7)
    assert error_of("holdem", 10, burn=3) == ""


def test_TGC_2006_C5_4_no_chips_during_a_round():
    felt = Felt("holdem", THREE, 1).do("3 buy 50, deal")
    felt.refused("3 buy 50", "C5.4")
    felt.refused("3 leave", "C5.4")


def test_TGC_2006_C5_7_ninety_seconds():
    felt = holdem().do("3 raise 6, 1 raise 12, 2 fold, 3 clock, wait 89")
    assert felt.round.to_act() == 3
    felt.do("wait 1")
    assert felt.stacks() == {1: 208, 2: 198, 3: 194}
    assert "C5.7" in felt.told("act")[-1][4]


def test_TGC_2006_C7_1_three_raises_in_fixed_games():
    felt = fixed().do("3 raise 4, 1 raise 6, 2 raise 8")
    felt.refused("3 raise 10", "C7.1").refused("3 all_in", "C7.1")
    assert "raise" not in felt.legal()
    felt.do("3 call, 1 call")
    assert felt.round.street == 1 and felt.round.phase == "deal"


def test_TGC_2006_C7_1_two_players_raise_without_end():
    fixed().do("3 fold, 1 raise 4, 2 raise 6, 1 raise 8, 2 raise 10, 1 raise 12")


def test_TGC_2006_C7_2_no_cap_in_the_last_round():
    felt = fixed().do("3 call, 1 call, 2 check, deal, 1 check, 2 check, 3 check, deal")
    felt.do("1 check, 2 check, 3 check, deal")
    felt.do("1 bet 4, 2 raise 8, 3 raise 12, 1 raise 16, 2 raise 20")


def test_TGC_2006_C7_3_a_raise_is_not_less_than_the_one_before():
    felt = holdem().do("3 raise 12")
    assert felt.round.options(1) == (1200, 2200, 20000)
    felt.do("1 raise 30")
    assert felt.round.options(2) == (3000, 4800, 20000)


def test_TGC_2006_C7_5_no_cap_without_limit():
    holdem().do("3 raise 4, 1 raise 6, 2 raise 8, 3 raise 10, 1 raise 12, 2 raise 14")


def test_TGC_2006_C8_1_antes_the_puck_opens():
    felt = holdem(ante=1, min_bet=2)
    felt.refused("1 check", "C13.1").refused("1 bet 1", "C8.1")
    assert felt.legal() == ["all_in", "bet", "fold"]
    felt.do("1 bet 2, 2 call, 3 fold")


def test_TGC_2006_C10_1_the_first_puck_is_at_the_left_of_the_dealer():
    felt = Felt("holdem", {4: 200, 2: 200, 7: 200}).do("deal, 7 fold, 2 fold")
    assert [post[1] for post in felt.told("post")] == [2, 4]
    assert felt.told("marker")[-1][1] == 4


def test_TGC_2006_C10_2_nobody_refuses_a_blind():
    felt = Felt("holdem", FOUR, 1).do("3 post 2")
    felt.refused("3 leave", "C10.2").refused("3 moves 8", "C10.2")


def test_TGC_2006_C11_3_the_deal_starts_at_the_puck():
    felt = Felt("holdem", THREE, 2)
    assert ("card", 2, None) in felt.round.expects()
    felt.do("deal")
    assert felt.told("players")[0][1] == [2, 3, 1]
    assert [record[1] for record in felt.told("deal")] == [2, 3, 1, 2, 3, 1]


def test_TGC_2006_C11_4_no_bets_before_the_cards():
    felt = Felt("holdem", THREE, 1).do("begin")
    felt.refused("3 call", "C11.4")


def test_TGC_2006_C11_5_flop_turn_and_river():
    felt = holdem().do("3 call, 1 call, 2 check, deal")
    assert len(felt.round.board) == 3
    felt.do("1 check, 2 check, 3 check, deal")
    assert len(felt.round.board) == 4
    felt.do("1 check, 2 check, 3 check, deal, 1 check, 2 check, 3 check")
    assert len(felt.round.board) == 5 and felt.round.phase == "show"


def test_TGC_2006_C12_1_the_player_after_the_last_blind_opens():
    assert holdem().round.to_act() == 3
    assert holdem(FOUR, blinds=[1, 2, 4]).round.to_act() == 4
    assert holdem(blinds=[2]).round.to_act() == 2


def test_TGC_2006_C12_2_in_turn():
    holdem().refused("1 check", "C12.2").refused("2 check", "C12.2")
    felt = holdem().do("3 call, 1 call, 2 check, deal")
    felt.refused("2 check", "C14.3")


def test_TGC_2006_C12_3_the_last_one_left_wins():
    felt = holdem().do("3 raise 10, 1 fold, 2 fold")
    assert felt.round.outcome == "won"
    assert felt.told("return") == [("return", 3, 800, "TGC-2006 C16.1")]
    assert felt.told("pot") == [("pot", 0, 500, [3])]


def test_TGC_2006_C12_5_the_first_active_after_the_puck_opens():
    assert holdem().do("3 call, 1 fold, 2 check, deal").round.to_act() == 2


def test_TGC_2006_C12_6_the_big_blind_may_raise():
    felt = holdem().do("3 call, 1 call")
    assert felt.legal() == ["all_in", "check", "fold", "raise"]
    felt.do("2 raise 4")
    assert felt.round.to_act() == 3


def test_TGC_2006_C13_2_no_check_after_a_bet():
    felt = holdem().do("3 call, 1 call, 2 check, deal, 1 bet 2")
    felt.refused("2 check", "C13.2")


def test_TGC_2006_C15_1_the_player_called_shows():
    felt = holdem().do("3 fold, 1 call, 2 check, deal, 1 check, 2 check, deal")
    felt.do("1 check, 2 check, deal, 1 bet 5, 2 call")
    felt.refused("1 muck", "C15.1").refused("3 show", "C15.1")
    felt.do("2 muck")
    assert felt.round.outcome is None, "the player called has still to show"
    felt.do("1 show")
    assert felt.round.outcome == "won"


def test_TGC_2006_C15_2_shares_in_units_of_the_table_minimum():
    cards = "As Ad 7c Kh Kc 7d 2s 9h Jd 3s 4h"
    felt = Felt("holdem", THREE, 1, cards=cards, blinds=[5, 5], table_min=5).do("deal")
    felt.do("3 call, 1 call, 2 raise 15, 3 fold, 1 call, deal, 1 check, 2 check, deal")
    felt.do("1 check, 2 check, deal, 1 check, 2 check, 1 show, 2 show")
    assert felt.stacks() == {1: 205, 2: 200, 3: 195}


def test_TGC_2006_C16_1_side_pots():
    cards = "As Kd 7c Ah Kc 7d 2s 9h Jd 3s 4h"
    felt = Felt("holdem", {1: 50, 2: 120, 3: 200}, 1, cards=cards).do("deal, 3 all_in")
    felt.do("1 all_in, 2 all_in, deal, 1 show, 2 show, 3 show")
    assert felt.told("pot") == [("pot", 0, 15000, [1]), ("pot", 1, 14000, [2])]
    assert felt.stacks() == {1: 150, 2: 140, 3: 80}


def test_TGC_2006_C16_2_under_raise_in_fixed_games():
    stacks = {1: 200, 2: 200, 3: 200, 4: 14}
    felt = Felt("holdem", stacks, 1, limit="fixed", small_bet=10, blinds=[5, 10]).do("deal")
    felt.do("3 call, 4 all_in")
    assert felt.told("act")[-1][2] == "under_raise"
    assert felt.round.options(1) == (1400, 2000, 2000)
    felt.do("1 call, 2 call")
    felt.refused("3 raise 20", "C16.2")
    felt.do("3 call")


def test_TGC_2006_C16_2_a_raise_opens_the_betting_again():
    stacks = {1: 200, 2: 200, 3: 200, 4: 14}
    felt = Felt("holdem", stacks, 1, limit="fixed", small_bet=10, blinds=[5, 10]).do("deal")
    felt.do("3 call, 4 all_in, 1 raise 20, 2 fold")
    assert felt.round.options(3) == (2000, 3000, 3000)


def test_TGC_2006_C16_3_nobody_raises_an_under_raise():
    felt = Felt("holdem", {1: 200, 2: 200, 3: 200, 4: 14}, 1).do("deal, 3 raise 10, 4 all_in")
    felt.refused("1 raise 50", "C16.3").refused("1 all_in", "C16.3")
    felt.do("1 call, 2 call")
    felt.refused("3 raise 50", "C16.3")


def test_TGC_2006_C17_commission():
    felt = Felt("holdem", THREE, 1, commission="tas-holdem").do("deal, 3 fold, 1 fold")
    assert felt.round.commission == 100
    felt = Felt("holdem", THREE, 1, commission="tas-holdem").do("deal, 3 raise 30, 1 call, 2 call")
    felt.do("deal, 1 bet 10, 2 fold, 3 fold")
    assert felt.round.commission == 500  # 90 in the pot: two parts of 50


def test_TGC_2006_C17_1_another_scale_is_refused():
    assert "C17.1" in error_of("holdem", 3, commission="act-5")


def test_TGC_2006_cards_mode_follows_cards_only():
    felt = Felt("holdem", THREE, 1, follow="cards").do("deal")
    # Everything is dealt at once here: nothing but cards is waited for.
    assert felt.round.phase == "show" and felt.told("post") == []
    felt.refused("1 call", "C5.2")
    felt.do("3 fold, 1 show, 2 show")
    assert felt.round.outcome == "won" and felt.round.money() == (60000, 0, 0)


def test_TGC_2006_C2_2_a_card_comes_once():
    felt = Felt("holdem", THREE, 1).do("card 1 As")
    felt.refused("card 2 As", "C2.2").refused("card 2 Zz", "C2.2").refused("card 2 Jk", "C2.2")
