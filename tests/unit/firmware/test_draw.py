"""Draw Poker by NI2005-66, rule by rule."""

from cardtable.rules.seals import Sealer
from tests.unit.firmware.felt import Felt, error_of

THREE = {1: 200, 2: 200, 3: 200}
BURN = 21
CARDS = "Qs Kd 7c Qh Kc 7d 5s 2s 8c 4s 2h Td 9h 6c Jd"


def draw(stacks=None, dealt=True, cards=CARDS, **given):
    """Blinds 5 and 10 after the button, which is at the highest seat; no limit."""
    stacks = stacks or THREE
    if "ante" not in given:
        given.setdefault("blinds", [5, 10])
    felt = Felt("draw", stacks, max(stacks), cards=cards if len(stacks) == 3 else "", **given)
    return felt.do("deal") if dealt else felt


def to_the_draw(**given):
    return draw(**given).do("3 call, 1 call, 2 check")


def to_the_final_round(**given):
    return to_the_draw(**given).do("1 stand, 2 stand, 3 stand")


def places(felt):
    """Where the cards of the draw went, in order."""
    start = [record[0] for record in felt.records].index("gather")
    return [record[1] for record in felt.records[start:] if record[0] == "deal"]


def drawn(felt, counts):
    """Everyone throws as many cards as told, in the order of the draw; what is due is dealt."""
    while felt.round.street == 1:
        expected = felt.round.expects()[0]
        if expected[0] == "stand":
            seat = expected[1]
            felt.take("throw", seat, list(felt.round.held[seat][: counts.get(seat, 0)]))
        else:
            felt.do("deal")
    return places(felt)


def test_NI2005_66_2_2_decks_and_players():
    for deck, most in ((52, 10), (48, 9), (44, 8), (40, 8), (36, 7), (32, 6)):
        assert not error_of("draw", most, deck=deck), deck
        if most < 10:
            assert "2.2" in error_of("draw", most + 1, deck=deck), deck
    draw(deck=32, dealt=False, cards="").refused("card 1 6s", "2.2")


def test_NI2005_66_2_2_a_player_too_many_joins():
    felt = draw(dict.fromkeys(range(1, 7), 200), deck=32, dealt=False, ante=1)
    felt.do("7 join 200").refused("begin", "2.2")


def test_NI2005_66_2_3_one_joker_more():
    assert not error_of("draw", 9, deck=44, joker=1), "forty-five cards for nine players"
    draw(dealt=False).refused("card 1 Jk", "2.2")


def test_NI2005_66_4_2_contradictions_are_refused():
    assert "4.2(b)" in error_of("draw", 3, ante=1, blinds=[1, 2])
    assert "4.2(c)" in error_of("draw", 5, blinds=[1, 2, 3, 4])
    assert "7.3" in error_of("draw", 3, deal="hand")
    assert "15.2(e)" in error_of("draw", 3, commission="act-10", table_stake=101)
    assert "15.2" in error_of("draw", 3, commission="tas-stud-normal")


def test_NI2005_66_4_2_g_full_and_half_pot():
    assert draw(limit="full-pot").round.options(3) == (1000, 2000, 3500)
    assert draw(limit="half-pot").round.options(3) == (1000, 2000, 2250)
    draw(limit="full-pot").refused("3 raise 36", "4.2(g)")


def test_NI2005_66_4_4_no_chips_during_a_round():
    draw().refused("3 buy 10", "4.4")


def test_NI2005_66_4_6_ninety_seconds():
    felt = draw().do("3 raise 20, 1 clock, wait 60, wait 30")
    assert felt.round.out[1] and "4.6" in felt.told("act")[-1][4]
    draw().refused("1 clock", "4.6")


def test_NI2005_66_4_6_ninety_seconds_in_the_draw():
    felt = to_the_draw().refused("2 clock", "4.6").do("1 clock, wait 89, 1 stand, wait 90")
    assert not felt.round.out[1] and felt.round.turn() == 2
    felt.do("2 clock, wait 90")
    assert felt.round.out[2] and felt.round.turn() == 3


def test_NI2005_66_5_1_three_raises():
    felt = draw().do("3 raise 20, 1 raise 30, 2 raise 40").refused("3 raise 50", "5.1")
    assert felt.legal() == ["call", "fold"]


def test_NI2005_66_6_1_the_opener_bets_in_an_ante_game():
    felt = draw(ante=1, min_bet=5)
    assert felt.round.to_act() == 1 and felt.legal() == ["all_in", "bet"]
    felt.refused("1 fold", "10.1(d)").refused("1 check", "11.1").refused("1 bet 4", "6.1")


def test_NI2005_66_6_2_antes_have_no_cap():
    draw(ante=1, min_bet=5).do(
        "1 bet 5, 2 raise 10, 3 raise 15, 1 raise 20, 2 raise 25, 3 raise 30"
    )


def test_NI2005_66_8_3_the_first_button():
    felt = Felt("draw", THREE).do("deal, 3 fold, 1 fold")
    assert felt.told("marker")[0][1] == 3 and felt.told("marker")[-1][1] == 1


def test_NI2005_66_9_2_the_button_gets_the_last_card():
    assert draw().told("players")[0][1] == [1, 2, 3]
    assert [record[1] for record in draw().told("deal")] == [1, 2, 3] * 5


def test_NI2005_66_9_4_in_sequence_from_the_button():
    felt = to_the_draw()
    assert felt.legal() == ["stand", "throw"]
    felt.refused("2 stand", "9.4").refused("3 throw 7c", "9.4")
    draw().refused("3 stand", "9.4")
    to_the_final_round().refused("1 throw 9h", "9.4")


def test_NI2005_66_9_4_those_who_folded_replace_nothing():
    felt = draw().do("3 call, 1 fold, 2 check").refused("1 stand", "9.4")
    assert drawn(felt, {2: 1, 3: 2}) == [2, 3, 3]


def test_NI2005_66_9_4_tapped_out_players_draw():
    felt = draw({1: 5, 2: 10, 3: 200}).do("3 call")
    assert drawn(felt, {1: 2}) == [1, 1]


def test_NI2005_66_9_5_as_many_as_passed_in_and_at_once():
    felt = to_the_draw().do("1 throw 5s 4s 9h")
    assert felt.round.expects() == [("card", 1, None)]
    felt.refused("2 stand", "9.5").do("deal")
    assert places(felt) == [1, 1, 1] and len(felt.round.held[1]) == 5
    assert felt.round.discards == ["5s", "4s", "9h"]


def test_NI2005_66_9_5_only_cards_of_the_hand():
    to_the_draw().refused("1 throw Kd", "9.5").refused("1 throw 5s 5s", "9.5")


def test_NI2005_66_9_6_a_not_the_last_to_replace():
    assert drawn(to_the_draw(), {1: 5, 2: 1, 3: 2}) == [1, 1, 1, 1, 2, 3, 3, 1]
    assert drawn(to_the_draw(), {1: 5, 2: 5, 3: 1}) == [1] * 4 + [2] * 4 + [3, 1, 2]


def test_NI2005_66_9_6_b_the_last_to_replace():
    assert drawn(to_the_draw(), {3: 5}) == [3, 3, 3, 3, BURN, 3]
    assert drawn(to_the_draw(), {1: 2, 2: 5}) == [1, 1, 2, 2, 2, 2, BURN, 2]
    assert drawn(to_the_draw(), {1: 5}) == [1, 1, 1, 1, BURN, 1]


def test_NI2005_66_9_6_two_and_three_replace_five():
    assert drawn(to_the_draw(), {1: 5, 2: 5}) == [1] * 4 + [2] * 4 + [BURN, 2, 1]
    assert drawn(to_the_draw(), {1: 5, 2: 5, 3: 5}) == (
        [1] * 4 + [2] * 4 + [3] * 4 + [BURN, 3, 1, 2]
    )


def test_NI2005_66_9_6_a_fifth_card_out_of_order_is_still_a_hand():
    for seat in (1, 3):
        felt = to_the_draw()
        for other in range(1, seat):
            felt.do(f"{other} stand")
        felt.take("throw", seat, list(felt.round.held[seat]))
        for card in ("3s", "3h", "4d", "Ac", "3c"):
            felt.do(f"card {seat} {card}")
        assert not felt.round.out[seat] and "9.6" in felt.told("irregular")[-1][1]
        assert len(felt.round.held[seat]) == 5
        felt.do(f"card {seat} 3d")
        if seat == 1:  # the betting is not open yet
            felt.do("2 stand, 3 stand")
        assert felt.round.out[seat] and "17.9" in felt.told("irregular")[-1][1]


def six_and_two_left():
    """Six players, thirty-two cards; seat 4 has folded."""
    felt = Felt("draw", dict.fromkeys(range(1, 7), 100), 6, deck=32, ante=1, min_bet=2)
    return felt.do("deal, 1 bet 2, 2 call, 3 call, 4 fold, 5 call, 6 call")


def test_NI2005_66_9_7_the_discards_come_again():
    felt = six_and_two_left()
    thrown = list(felt.round.held[1][:3])
    folded = list(felt.round.held[4])
    felt.refused("reshuffle", "9.7")
    felt.take("throw", 1, thrown)
    assert felt.round.left() == 2
    felt.do("deal")
    assert felt.round.expects() == [("reshuffle",)]
    felt.do("reshuffle")
    back = [record[1] for record in felt.told("move")]
    assert sorted(back) == sorted(folded) and felt.round.left() == 5, "of every other player"
    felt.refused("card 1 " + thrown[0], "9.7")
    felt.take("card", 1, folded[0])
    assert felt.round.expects()[0] == ("stand", 2)


def test_NI2005_66_9_7_except_of_those_replacing_five():
    felt = six_and_two_left()
    five = list(felt.round.held[1])
    felt.take("throw", 1, list(five))
    felt.do("deal, reshuffle")
    assert sorted([record[1] for record in felt.told("move")]) == sorted(felt_folded(felt))
    felt.refused("card 1 " + five[0], "2.2")


def felt_folded(felt):
    return [record[2] for record in felt.told("deal") if record[1] == 4]


def test_NI2005_66_9_7_no_card_for_the_draw():
    """Everyone replaces five: the discards may not come, and the round cannot go on."""
    felt = Felt("draw", dict.fromkeys(range(1, 7), 100), 6, deck=32, ante=1, min_bet=2)
    felt.do("deal, 1 bet 2, 2 call, 3 call, 4 call, 5 call, 6 call")
    felt.take("throw", 1, list(felt.round.held[1]))
    felt.do("deal").refused("reshuffle", "9.7")
    assert felt.round.expects() == [("rule_void", None)]
    felt.do("rule_void")
    assert felt.round.outcome == "void" and felt.stacks() == dict.fromkeys(range(1, 7), 100)


def test_NI2005_66_10_1_blinds_a_b_and_c():
    felt = draw(blind_kind="A").refused("3 fold", "10.1(a)")
    assert felt.legal() == ["all_in", "call", "call_fold", "raise"]
    assert felt.do("3 call_fold").stacks()[3] == 190 and felt.round.out[3]
    assert draw(blind_kind="B").legal() == ["all_in", "call", "fold", "raise"]
    assert draw(blind_kind="C").refused("3 call", "10.1(c)").legal() == ["all_in", "fold", "raise"]


def test_NI2005_66_10_1_the_last_blind_may_raise():
    felt = draw().do("3 call, 1 call")
    assert felt.legal() == ["all_in", "check", "fold", "raise"]


def test_NI2005_66_11_1_everyone_may_check_in_the_final_round():
    felt = to_the_final_round().do("1 check, 2 check, 3 check")
    assert felt.round.phase == "show"


def test_NI2005_66_11_2_no_check_after_a_bet():
    to_the_final_round().do("1 bet 10").refused("2 check", "11.2")


def test_NI2005_66_11_4_checking_refused_in_the_final_round():
    felt = to_the_final_round(final_check=0)
    assert felt.legal() == ["all_in", "bet", "fold"]
    felt.refused("1 check", "11.4").do("1 fold").refused("2 check", "11.4")
    felt.do("2 fold")
    assert felt.round.outcome == "won" and felt.stacks()[3] == 220
    draw(final_check=0).do("3 call, 1 call, 2 check")


def test_NI2005_66_12_1_two_betting_rounds_and_no_more():
    assert len(to_the_final_round().told("street")) == 2
    to_the_draw().refused("1 bet 10", "9.8")


def test_NI2005_66_12_2_the_first_active_player_after_the_button_opens():
    felt = draw().do("3 raise 20, 1 fold, 2 call, 2 stand, 3 stand")
    assert felt.round.to_act() == 2


def test_NI2005_66_13_1_the_player_called_shows():
    felt = to_the_final_round().do("1 check, 2 bet 10, 3 call, 1 fold")
    felt.refused("2 muck", "13.1").do("3 muck, 2 show")
    assert felt.round.outcome == "won"


def test_NI2005_66_13_2_the_odd_chip_goes_left_of_the_button():
    cards = "Kd 7c Ks Kc 7d Kh 4s 8c 4d 3h Td 3s 2c Jd 2d"
    felt = Felt("draw", THREE, 1, cards=cards, blinds=[5, 5], smallest_chip=5)
    felt.do("deal, 1 call, 2 call, 3 check, 2 stand, 3 stand, 1 stand")
    felt.do("2 check, 3 check, 1 check, 2 show, 3 muck, 1 show")
    assert felt.stacks() == {1: 200, 2: 205, 3: 195}


def test_NI2005_66_14_2_tap_outs_at_two_levels():
    felt = draw({1: 20, 2: 30, 3: 200}).do("3 raise 40, 1 all_in, 2 all_in")
    felt.do("1 stand, 2 stand, 3 stand, 1 show, 2 show, 3 show")
    assert [pot[2] for pot in felt.told("pot")] == [6000, 2000]


def test_NI2005_66_14_5_nobody_raises_a_tap_out():
    felt = draw({1: 14, 2: 200, 3: 200}).do("3 call, 1 all_in").refused("2 raise 40", "14.5")
    assert felt.legal() == ["call", "fold"]


def test_NI2005_66_15_2_commission():
    felt = to_the_final_round(commission="act-5").do("1 check, 2 check, 3 check")
    felt.do("1 muck, 3 muck")
    assert felt.round.commission == 100 and felt.stacks()[2] == 219
    felt = to_the_final_round(commission="act-5", commission_max=2)
    felt.do("1 bet 20, 2 call, 3 fold, 2 muck, 1 show")
    assert felt.round.commission == 200, "five per cent of 70 is 3, at most 2"


def test_NI2005_66_15_2_d_only_blinds():
    felt = draw(commission="act-10", blinds=[10, 20]).do("3 fold, 1 fold")
    assert felt.round.commission == 0


def test_NI2005_66_15_3_time_is_no_rake():
    felt = to_the_final_round(commission="time").do("1 bet 50, 2 call, 3 fold, 1 show, 2 show")
    assert felt.round.commission == 0


def test_no_communal_cards_in_draw():
    felt = draw(dealt=False).refused("card 20 As", "9.1")
    felt.do("deal").refused("card 20 As", "9.1").refused("card 21 As", "9.1")
    to_the_draw().refused("card 20 As", "9.1").refused("card 21 As", "9.6(b)")


def test_only_cards_are_followed():
    felt = draw(follow="cards", blinds=[1, 2])
    felt.refused("1 bet 10", "4.2").do("1 throw 9h, deal, 2 fold, 3 stand, 1 show, 3 show")
    assert [win[2] for win in felt.told("win")] == [1] and felt.round.money()[1] == 0


def test_thrown_cards_stay_sealed():
    """What is told of the draw does not depend on what lies face down."""
    told = []
    for order in (1, -1):
        felt = draw(dealt=False, cards="")
        felt.round.sealer = sealer = Sealer(b"secret")
        deck = [rank + suit for rank in "AKQJT" for suit in "cdhs"][::order]
        felt.do("begin")
        for card in deck[:15]:
            felt.take("card", felt.round.expects()[0][1], card)
        felt.do("3 call, 1 call, 2 check")
        felt.take("throw", 1, [sealer.face(token) for token in felt.round.held[1][:2]])
        felt.take("card", 1, deck[15])
        felt.take("card", 1, deck[16])
        told.append([record for record in felt.records if record[0] not in ("deal", "throw")])
        assert max([len(token) for token in felt.told("throw")[0][2]]) == 32
        assert min([len(record[2]) for record in felt.told("deal")]) == 32
    assert told[0] == told[1]
