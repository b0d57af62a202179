"""Boomerang Jackpot prizes by both rule sets, in cents."""

from cardtable.desk.card_lists import parse_cards
from cardtable.jackpot.payouts import is_major, nominal, payouts
from cardtable.jackpot.prizes import boomerang_class

_R, _S = "royal_flush", "straight_flush"


def test_NI2004_492_r11_1_floors_and_percentages():
    assert payouts([_R], 3456789) == [3456789]
    assert payouts([_R], 820000) == [1000000]  # a single royal flush has its floor
    assert payouts([_S], 3456789) == [345678]
    assert payouts([_S], 820000) == [100000]
    assert payouts([_R], 0) == [1000000] and payouts([_S], 0) == [100000]


def test_NI2004_492_r11_1_bonuses_whatever_the_sign_says():
    won = ["four_of_a_kind", "full_house", "flush", "dead_mans_hand"]
    for display in (0, 2000000, 99999999):
        assert payouts(won, display) == [50000, 15000, 10000, 5000]
        assert payouts(won, display, False) == [50000, 15000, 10000, 5000]
    assert [is_major(prize) for prize in won] == [False] * 4


def test_NI2004_492_r11_2_major_hands_of_one_round_share_the_sign():
    assert payouts([_R, _S], 2200000) == [2000000, 200000]
    assert payouts([_R, _R, _S], 2100000) == [1000000, 1000000, 100000]
    assert payouts([_R, _S, _S], 2400000) == [2000000, 200000, 200000]
    assert payouts([_S, _R], 1100000) == [100000, 1000000]
    assert payouts([_R, _R], 820000) == [410000, 410000]


def test_NI2004_492_r11_2_prizes_that_fit_are_paid_in_full():
    assert payouts([_S, _S], 2400000) == [240000, 240000]
    assert payouts([_S] * 3, 820000) == [100000] * 3


def test_NI2004_492_r11_2_never_more_than_the_sign_and_bonuses_beside_it():
    for display in (1, 99999, 150000, 820001, 1234567, 5000000):
        for royals in range(3):
            for straights in range(4):
                won = [_R] * royals + [_S] * straights + ["flush"]
                paid = payouts(won, display)
                assert paid[-1] == 10000
                majors = sum(paid[:-1])
                if royals + straights > 1:
                    assert majors <= display
                    wanted = royals * nominal(_R, display) + straights * nominal(_S, display)
                    # At most a cent a winner is left over by the sharing.
                    assert majors == wanted or display - majors < royals + straights


def test_NI2004_492_r11_3_later_rounds_are_capped_by_the_pool():
    assert payouts([_S], 5000000, True, 4500000) == [500000]
    assert payouts([_R], 5000000, True, 4500000) == [4500000]
    assert payouts([_S], 5000000, True, 300000) == [300000]
    assert payouts([_R, _S], 5000000, True, 1100000) == [1000000, 100000]
    assert payouts(["full_house"], 5000000, True, 0) == [15000]


def test_S89_1997_r12_every_hand_has_its_percentage():
    assert payouts([_R, _R, _S], 2100000, False) == [2100000, 2100000, 210000]
    assert payouts([_R, _S], 820000, False) == [1000000, 100000]


def test_which_hands_win_which_prize():
    for hand, prize in (
        ("AhKhQhJhTh", _R), ("KhQhJhTh9h", _S), ("5h4h3h2hAh", _S),
        ("8h8d8s8cAh", "four_of_a_kind"), ("AsAhAd8c8s", "full_house"),
        ("8s8h8dAcAs", "full_house"),
        ("KhJh8h6h2h", "flush"),
        ("AsAh8d8cKs", "dead_mans_hand"), ("AcAd8c8d2c", "dead_mans_hand"), ("AsAh9d9cKs", None),
        ("8s7d6h5c4s", None), ("8s8d8h5c4s", None), ("AsKdQhJc9s", None),
    ):  # fmt: skip
        assert boomerang_class(parse_cards(hand)) == prize, hand
