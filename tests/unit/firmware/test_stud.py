"""Five Card Stud by TGC-2006 part B, rule by rule."""

from cardtable.rules.seals import Sealer
from tests.unit.firmware.felt import Felt, error_of

THREE = {1: 200, 2: 200, 3: 200}
# Closed 2s Kd 7c; up 9h Jc Td: seat 2 opens.
CARDS = "2s Kd 7c 9h Jc Td"


def stud(stacks=None, dealt=True, cards=CARDS, puck=1, **given):
    """A minimum wager of 5; the puck at seat 1."""
    stacks = stacks or THREE
    if "freeze_wager" not in given:
        given.setdefault("min_bet", 5)
    felt = Felt("stud", stacks, puck, cards=cards, **given)
    return felt.do("deal") if dealt else felt


def to_the_second_round(cards="9s 4d 5s", **given):
    """Everyone has bet 5 and three cards: seat 1 shows a pair of nines."""
    return stud(cards=CARDS + " " + cards, **given).do("2 bet 5, 3 call, 1 call, deal")


def to_the_last_round(cards, **given):
    """Two players of three; all bets and checks are small. Cards: 3 closed, 3 up, then by two."""
    felt = stud(cards=cards, **given)
    for _ in range(40):
        if felt.round.phase == "deal":
            felt.do("deal")
        elif felt.round.street == 4:
            return felt
        elif felt.round.to_act() == 3:
            felt.do("3 bet 5" if felt.round.betting.unopened else "3 fold")
        else:
            kinds = felt.legal()
            word = "check" if "check" in kinds else "call" if "call" in kinds else "bet 5"
            felt.do(str(felt.round.to_act()) + " " + word)
    raise AssertionError("the last betting round was not reached")


def showing(played, seat):
    return played.showing(seat)


def test_TGC_2006_B2_4_three_players():
    assert "B2.4" in error_of("stud", 2)
    assert not error_of("stud", 3)
    felt = stud(dealt=False).do("3 leave").refused("begin", "B2.4")
    assert [given for given in felt.round.expects() if given[0] == "begin"] == []


def test_TGC_2006_B3_4_the_reduced_deck():
    assert not error_of("stud", 5, deck=32)
    assert "B3.4" in error_of("stud", 6, deck=32)
    assert "B3.4" in error_of("stud", 3, deck=36)
    assert "B3.4" in error_of("stud", 3, joker=1)
    stud(deck=32, dealt=False).refused("card 1 6s", "B3.4")
    felt = stud(dict.fromkeys((1, 2, 3, 4, 5), 200), deck=32, dealt=False, cards="")
    felt.do("6 join 200").refused("begin", "B3.4")


def test_TGC_2006_B5_4_ante_and_half_pot():
    felt = stud(dict.fromkeys((1, 2, 3, 4, 5), 200), min_bet=10, cards="2c 3c 4c 5c 6c Kh")
    assert [post[3] for post in felt.told("post")] == [1000] * 5
    assert felt.round.to_act() == 1 and felt.round.options(1) == (0, 1000, 2500)
    felt.refused("1 bet 9", "B5.4").refused("1 bet 26", "B5.4").do("1 bet 25")
    assert felt.round.options(2) == (2500, 5000, 2500 + 3750)
    assert "B5.4" in error_of("stud", 3, ante=5, min_bet=10)
    assert "B5.4" in error_of("stud", 3, limit="no-limit")


def test_TGC_2006_B8_no_chips_during_a_hand():
    stud().refused("3 buy 10", "B8.2")
    stud(dealt=False, table_stake=100).refused("5 join 50", "B8.1").do("5 join 100, 3 buy 50")


def test_TGC_2006_B9_1_the_puck():
    felt = Felt("stud", THREE, cards=CARDS).do("deal")
    assert felt.told("marker")[0][1] == 1
    felt.do("2 bet 1, 3 fold, 1 fold")
    assert felt.told("marker")[-1][1] == 2


def test_TGC_2006_B9_2_one_down_then_one_up():
    felt = stud(dealt=False)
    felt.round.sealer = Sealer(b"secret")
    felt.do("deal")
    tokens = [record[2] for record in felt.told("deal")]
    assert [len(token) for token in tokens[:3]] == [32, 32, 32]
    assert tokens[3:] == ["9h", "Jc", "Td"]
    assert [record[1] for record in felt.told("deal")] == [1, 2, 3, 1, 2, 3]


def test_TGC_2006_B9_2_the_next_cards_in_the_same_order():
    felt = to_the_second_round()
    assert [record[1] for record in felt.told("deal")][6:] == [1, 2, 3]
    assert stud(puck=2).told("players")[0][1] == [2, 3, 1]


def test_TGC_2006_B11_1_a_the_highest_card_opens():
    assert stud().round.to_act() == 2
    assert stud(cards="2s 4d 7c Kd 9s Ks").round.to_act() == 1, "equal: the puck"
    assert stud(cards="2s 4d 7c 9d Kh Ks", puck=2).round.to_act() == 3, "then to the left"
    assert stud(cards="2s 4d 7c 9d Kh Ks", puck=1).round.to_act() == 2


def test_TGC_2006_B11_1_b_the_first_opener_has_to_bet():
    felt = stud()
    assert felt.legal() == ["bet"]
    felt.refused("2 check", "B12.1").refused("2 fold", "B11.1.b").refused("2 call", "B11.1.b")


def test_TGC_2006_B11_1_b_ii_a_raise_is_at_least_the_call():
    felt = stud().do("2 bet 5").refused("3 raise 9", "B11.1.b.ii").do("3 raise 10")
    assert felt.round.options(1)[:2] == (1000, 2000)
    felt.do("1 call")
    assert felt.round.options(2)[:2] == (1000, 1500), "the opener has 5 in already"
    stud().do("2 bet 5").refused("3 bet 4", "B11.1.b.i")


def test_TGC_2006_B11_1_b_raises_without_end():
    felt = stud().do("2 bet 5, 3 raise 10, 1 raise 20, 2 raise 35, 3 raise 60, 1 raise 100")
    assert "raise" in felt.legal()


def test_TGC_2006_B11_1_b_after_a_small_tap_out_everyone_may_raise():
    felt = stud({1: 12, 2: 200, 3: 200}).do("2 bet 5, 3 call, 1 all_in")
    assert felt.round.options(2)[:2] == (700, 900)


def test_TGC_2006_B11_1_c_everyone_else_folds():
    felt = stud().do("2 bet 5, 3 fold, 1 fold")
    assert felt.stacks() == {1: 195, 2: 210, 3: 195} and felt.round.outcome == "won"


def test_TGC_2006_B11_2_a_the_highest_hand_showing():
    assert to_the_second_round().round.to_act() == 1, "a pair of nines"
    assert to_the_second_round("8s 4d 5s").round.to_act() == 2, "jack high"
    felt = to_the_last_round("3s 7d 8c Kd 2s 9s Qd 2h Jd 5c Td 8d")
    assert felt.round.to_act() == 2, "four open cards make no straight and no flush"


def test_TGC_2006_B11_2_a_who_has_tapped_out_does_not_open():
    felt = stud({1: 10, 2: 200, 3: 200}, cards=CARDS + " 9s 4d 5s").do("2 bet 5, 3 call, 1 all_in")
    felt.do("deal")
    assert showing(felt.round, 1) > showing(felt.round, 2) and felt.round.to_act() == 2


def test_TGC_2006_B11_3_c_equal_to_the_cent():
    felt = to_the_last_round("2s 2d 7c Kd Ks 9s Qd Qs 9d 9c 4d 4s", min_bet=5)
    felt.do("1 check, 2 check, 1 show, 2 show")
    assert felt.stacks() == {1: 202.5, 2: 202.5, 3: 195}


def test_TGC_2006_B11_3_d_commission_of_each_pot():
    felt = stud(
        {1: 45, 2: 200, 3: 200},
        cards="As Kd Qc Ah Kc Qd Ac 5s Qh 4s Ks 8c 5h 3h Td",
        min_bet=10,
        commission="tas-stud-normal",
    )
    felt.do("1 bet 15, 2 call, 3 call, deal, 1 check, 2 check, 3 bet 20, 1 call, 2 call, deal")
    felt.do("2 bet 20, 3 call, deal, 2 check, 3 check, 1 show, 2 show, 3 show")
    assert [pot[2] for pot in felt.told("pot")] == [13500, 4000]
    assert [taken[2] for taken in felt.told("commission")] == [600, 200]


def test_TGC_2006_B12_1_checking_goes_round():
    felt = to_the_second_round().do("1 check, 2 check, 3 check")
    assert felt.round.phase == "deal"


def test_TGC_2006_B12_2_no_check_after_a_bet():
    to_the_second_round().do("1 bet 5").refused("2 check", "B12.2")


HOPELESS = "3h Kd 8c Ah Ks 9s Qd Kh Jc 7d 9d 2c"  # ace high against a pair of kings in sight
EARNED = "Ad Kd 8c Ah Ks 9s Qd Kh Jc 7d 9d 2c"


def test_TGC_2006_B12_3_a_check_is_judged_when_shown():
    felt = to_the_last_round(HOPELESS)
    assert felt.round.to_act() == 2
    felt.do("2 check, 1 check")
    assert felt.irregular() == "", "nothing is told before the hand is shown"
    felt.do("1 show, 2 show")
    assert "B12.3" in felt.irregular() and felt.round.outcome == "won"
    felt = to_the_last_round(EARNED).do("2 check, 1 check, 1 show, 2 show")
    assert felt.irregular() == ""


def test_TGC_2006_B12_3_the_hidden_card_is_never_told_by_an_answer():
    """Two hidden cards, the same public round: what is expected or refused is the same."""
    told = []
    for cards in (HOPELESS, EARNED):
        felt = to_the_last_round(cards).do("2 check")
        answers = [repr(felt.round.expects())]
        for given in (("check", 1), ("call", 1), ("bet", 1, 1000), ("fold", 1), ("show", 1, None)):
            why = felt.round.why_not(given)
            answers.append("taken" if why is None else why.code + why.rule)
        felt.do("1 bet 5, 2 call")
        told.append(answers + [repr(felt.round.expects())])
    assert told[0] == told[1] and "taken" in told[0]


def test_TGC_2006_B13_tapping_out():
    felt = stud({1: 8, 2: 200, 3: 200}).do("2 bet 5, 3 call, 1 all_in")
    assert felt.round.put[1] == 800 and felt.round.phase == "deal"


def test_TGC_2006_B14_2_reduced_order():
    cards = "As 7d Kc Qs 7s 8h Ts 7h 9s 7c 8s Kd"
    felt = to_the_last_round(cards, deck=32)
    felt.do("2 check, 1 check, 1 show, 2 show")
    hands = {record[1]: record[2] for record in felt.told("hand")}
    assert hands == {1: "flush", 2: "four_of_a_kind"}
    assert felt.told("pot")[0][3] == [1]


def test_TGC_2006_B17_2_the_last_call_goes_back():
    felt = to_the_last_round(HOPELESS).do("2 bet 5, 1 call")
    assert felt.irregular() == ""
    felt.do("2 show, 1 show")
    assert "B17.2" in felt.irregular()
    assert felt.stacks() == {1: 190, 2: 215, 3: 195}
    felt = to_the_last_round(EARNED).do("2 bet 5, 1 call, 2 show, 1 show")
    assert felt.irregular() == "" and felt.stacks() == {1: 185, 2: 220, 3: 195}


def test_TGC_2006_B17_2_not_when_another_calls_after():
    cards = "3h Kd 8c Ah Ks 9s Qd Kh 9c Jc 7d 8s 9d 2c 4h"
    felt = stud(cards=cards).do("1 bet 5, 2 call, 3 call, deal")
    felt.do("2 check, 3 check, 1 check, deal, 2 check, 3 check, 1 check, deal")
    felt.do("2 bet 5, 3 call, 1 call, 2 show, 3 show, 1 show")
    assert "B17.2" in felt.irregular() and felt.stacks()[1] == 190
    felt = stud(cards=cards, puck=1).do("1 bet 5, 2 call, 3 call, deal")
    felt.do("2 check, 3 check, 1 check, deal, 2 check, 3 check, 1 check, deal")
    felt.do("2 check, 3 bet 5, 1 call, 2 call, 3 show, 1 show, 2 show")
    assert felt.irregular() == "", "seat 1 was not the last to call"


def test_follow_cards():
    felt = stud(follow="cards").refused("2 bet 5", "B5").do("deal, 3 fold, deal, deal")
    assert felt.legal() == ["muck", "muck", "show", "show"]
    felt.do("1 show, 2 show")
    assert felt.round.outcome == "won" and felt.round.money()[1] == 0
