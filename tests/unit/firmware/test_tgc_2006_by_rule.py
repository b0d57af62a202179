"""TGC-2006, rules that need a word of their own: hands, stakes, limits, the course of a round."""

from cardtable.desk.card_lists import parse_cards
from cardtable.rules import places
from cardtable.rules.hands.rankings import order_of
from cardtable.rules.hands.values import high_value
from tests.unit.firmware.felt import Felt, error_of

THREE = {1: 200, 2: 200, 3: 200}
BOARD = 20

DESCENDING = (
    "As Ks Qs Js Ts",
    "9h 8h 7h 6h 5h",
    "5s 4s 3s 2s As",
    "9c 9d 9h 9s Qc",
    "Ac Ad Ah 8s 8c",
    "Kd Jd 9d 7d 5d",
    "Kh Qc Jc Ts 9d",
    "5h 4c 3c 2s Ad",
    "Qh Qc Qd 8s 5d",
    "Qh Qc 7d 7s 6d",
    "Qh Qc 7d 7s 4d",
    "Th Tc Kd 6s 2d",
    "Qh Tc 7d 4s 3d",
)


def holdem(**given):
    return Felt("holdem", THREE, 1, **given)


def value(text):
    return high_value(parse_cards(text), order_of("tas"))


def to_the_flop(felt):
    return felt.do("deal, 3 call, 1 call, 2 check, deal")


def test_TGC_2006_B1_1_C1_2_ten_numbered_places():
    assert [seat for seat in range(40) if places.is_seat(seat)] == list(range(1, 11))


def test_TGC_2006_B3_3_C4_1_suits_are_equal_and_ranks_run_from_ace_to_two():
    assert value("As Kd 9c 7h 2s") == value("Ah Kc 9d 7s 2h")
    ranks = "AKQJT98765432"
    for at in range(12):
        higher, lower = ranks[at], ranks[at + 1]
        rest = " ".join([rank + "h" for rank in ranks if rank not in (higher, lower)][::4])
        pairs = [value(rank + "s " + rank + "d " + rest) for rank in (higher, lower)]
        assert pairs[0] > pairs[1]


def test_TGC_2006_B14_1_C4_3_order_of_hands():
    values = [value(hand) for hand in DESCENDING]
    assert values == sorted(values, reverse=True) and len(set(values)) == len(values)


def test_TGC_2006_C4_2_all_cards_count():
    assert value("Qs Qd Js Jd Tc") > value("Qh Qc Jh Jc 9c")


def test_TGC_2006_C5_2_a_the_stake_fits_the_buy_in():
    assert "C5.2.a" in error_of("holdem", 3, table_stake=300, max_buy_in=200)
    assert not error_of("holdem", 3, table_stake=100, max_buy_in=200)


def test_TGC_2006_C5_2_d_a_fixed_limit_has_one_size():
    felt = holdem(limit="fixed", small_bet=2, big_bet=4).do("deal")
    felt.refused("3 raise 7", "C5.2.d").do("3 raise 4")


def test_TGC_2006_C5_2_e_blinds_rise():
    assert "C5.2.e" in error_of("holdem", 3, blinds=[2, 1])


def test_TGC_2006_C5_2_h_C5_5_a_stake_grows_up_to_the_buy_in():
    felt = holdem(max_buy_in=250).refused("3 buy 51", "C5.2.h").do("3 buy 50")
    assert felt.stacks()[3] == 250


def test_TGC_2006_C5_3_nobody_sits_down_with_less_than_the_stake():
    felt = holdem(table_stake=100).refused("5 join 99", "C5.3").do("5 join 100")
    assert felt.stacks()[5] == 100


def test_TGC_2006_C8_2_a_raise_is_not_below_the_opening_bet():
    felt = holdem(ante=1, min_bet=2).do("deal, 1 bet 10")
    assert felt.round.options(2)[:2] == (1000, 2000)
    felt.do("2 raise 35")
    assert felt.round.options(3)[1] == 6000


def test_TGC_2006_C10_3_the_blinds_are_in_before_the_first_card():
    felt = holdem(blinds=[1, 2]).do("card 1 As")
    kinds = [record[0] for record in felt.records]
    assert kinds.index("deal") > max([n for n in range(len(kinds)) if kinds[n] == "post"])
    assert felt.stacks() == {1: 199, 2: 198, 3: 200}


def test_TGC_2006_C11_2_C14_1_four_betting_rounds():
    felt = to_the_flop(holdem())
    for _ in range(3):
        assert felt.round.phase == "bets"
        felt.do("1 check, 2 check, 3 check, deal")
    assert [record[1] for record in felt.told("street")] == [1, 2, 3, 4]
    assert felt.round.phase == "show"


def test_TGC_2006_C11_6_C11_7_C11_8_bets_after_flop_turn_and_river():
    felt = to_the_flop(holdem())
    for cards in (3, 4, 5):
        assert len(felt.round.board) == cards and felt.round.to_act() == 1
        felt.do("1 check, 2 check, 3 check, deal")


def test_TGC_2006_C11_9_no_card_after_the_river():
    felt = to_the_flop(holdem())
    for _ in range(3):
        felt.do("1 check, 2 check, 3 check, deal")
    felt.take("card", BOARD, "As")
    assert "C11.9" in felt.irregular() and len(felt.round.board) == 5


def test_TGC_2006_C13_3_all_check_and_the_round_is_over():
    felt = to_the_flop(holdem()).do("1 check, 2 check, 3 check")
    assert felt.round.to_act() == 0 and ("card", BOARD, None) in felt.round.expects()


def test_TGC_2006_C14_2_the_opener_bets_checks_or_folds():
    assert to_the_flop(holdem()).legal() == ["all_in", "bet", "check", "fold"]


def test_TGC_2006_C14_4_one_left_wins_and_equal_bets_end_the_round():
    felt = to_the_flop(holdem(blinds=[1, 2])).do("1 bet 10, 2 call, 3 call")
    assert felt.round.to_act() == 0 and felt.round.pot() == 3600
    felt.do("deal, 1 bet 10, 2 fold, 3 fold")
    assert felt.round.outcome == "won" and felt.stacks() == {1: 224, 2: 188, 3: 188}


def test_TGC_2006_C18_8_a_other_cards_than_were_dealt():
    felt = to_the_flop(holdem())
    for _ in range(3):
        felt.do("1 check, 2 check, 3 check, deal")
    felt.do("1 show As Ks")
    assert "C18.8.a" in felt.irregular() and felt.round.out[1]
