"""Canberra Poker's rules that the other tests do not name: ranks, settlement, decisions."""

from cardtable.desk.card_lists import parse_cards
from cardtable.jackpot.books import new_books
from cardtable.jackpot.moves import settle
from cardtable.rules.determinations import resolve
from cardtable.rules.hands.values import high_value
from cardtable.rules.round import Refused
from tests.unit.firmware.canberra_rounds import ACE_KING, LOW, NO_HAND, PAIR, D, Felt

OLD = "canberra-1997"


def worth(hand):
    return high_value(parse_cards(hand))


def played(game, player, dealer):
    """One hand against the dealer's: (ante, bet, what became of it)."""
    felt = Felt(game, seats=(1,), ante_max=20000, ante_multiple=1).wagers({1: 500})
    felt.deal({1: player, D: dealer})
    felt.give("bet", 1, 1000)
    felt.give("show", D, None)
    if ("show", 1) in felt.round.expects():
        felt.give("show", 1, None)
    return [record for record in felt.records if record[0] == "settle"][-1][2:5]


def ranks_and_order():
    """From the highest hand to the lowest, and what decides within a kind."""
    order = [
        "AsKsQsJsTs", "Kh" + "QhJhTh9h", "5c4c3c2cAc", "AsAdAhAc4s", "KsKdKhJsJd", "KdJd9d7d5d",
        "AsKdQhJcTs", "5s4d3h2cAs", "QsQdQh8c5s", "QsQd4h4cJs", "QsQd4h4cTs", "TsTdKh6c2s",
        "TsTdKh5c2s", "AsKd9h5c3s", "AsKd9h5c2s",
    ]  # fmt: skip
    values = [worth(hand) for hand in order]
    assert values == sorted(values, reverse=True) and len(set(values)) == len(values)


def test_NI2004_492_r2_5_NI2004_492_r2_6_NI2004_492_r2_7_NI2004_492_r2_8_order_of_hands():
    ranks_and_order()


def test_S89_1997_r4_1_S89_1997_r4_2_S89_1997_r4_3_order_of_hands():
    ranks_and_order()
    assert worth("QsQdJhJcTs") > worth("QsQdJhJc9s"), "all cards count"


def test_NI2004_492_r2_9_S89_1997_r4_1_suits_are_equal():
    assert worth("AsKd9h5c3s") == worth("AhKc9d5h3d")


def test_S89_1997_r3_1_a_card_comes_once_and_there_is_no_joker():
    felt = Felt(OLD).wagers({1: 500})
    felt.give("card", 1, "As")
    assert felt.refused("card", D, "As")[1] == "S89-1997 3.1"
    assert felt.refused("card", D, "Jk")[1] == "S89-1997 3.1"


def wagers_close(game):
    felt = Felt(game).wagers({1: 500}, [1])
    felt.give("card", 1, "As")
    return felt.refused("ante", 2, 500)[1], felt.refused("jackpot", 1)[1]


def test_NI2004_492_r4_1_wagers_before_the_first_card():
    assert wagers_close("canberra") == ("NI2004-492 4.1, 4.4", "NI2004-492 4.1, 4.4")


def test_S89_1997_r6_1a_S89_1997_r6_1b_S89_1997_r6_5_wagers_before_the_first_card():
    assert wagers_close(OLD) == ("S89-1997 6.1, 6.5", "S89-1997 6.1, 6.5")
    felt = Felt(OLD).wagers({1: 500})
    felt.give("card", 1, "As")
    assert "6.5" in felt.refused("ante", 1, 0)[1]


def test_S89_1997_r6_7_S89_1997_r6_8_one_wager_a_box():
    assert Felt(OLD).wagers({1: 500}).refused("ante", 1, 500)[1] == "S89-1997 6.7, 6.8"


def test_S89_1997_r5_1a_S89_1997_r5_1b_limits_and_units():
    felt = Felt(OLD, ante_min=500, ante_max=2000)
    assert felt.refused("ante", 1, 700)[1] == "S89-1997 5.1(b)"
    felt.give("ante", 1, 2000)


def test_S89_1997_r5_1c_once_below_the_minimum():
    felt = Felt(OLD, ante_min=500)
    felt.give("ante", 1, 100)
    felt.give("ante", 1, 0)
    assert felt.refused("ante", 1, 100)[1] == "S89-1997 5.1(c)"


def test_S89_1997_r5_1d_above_the_maximum_counts_to_it():
    felt = Felt(OLD, ante_max=1000, ante_min=500).wagers({1: 3000})
    assert felt.records[0][1:3] == ("S89-1997 5.1(d)", "over_maximum")


def in_the_sequence(game):
    """The shoe's order; the dealer's last card alone lies face up."""
    felt = Felt(game, seats=(1, 2)).wagers({1: 500, 2: 500})
    felt.deal({1: PAIR, 2: LOW, D: ACE_KING})
    assert [len(token) == 2 for token in felt.round.dealer] == [False] * 4 + [True]
    assert not [t for seat in (1, 2) for t in felt.round.boxes[seat].tokens if len(t) == 2]
    return felt


def test_NI2004_492_r6_1_from_a_shoe():
    in_the_sequence("canberra")


def test_S89_1997_r7_4_S89_1997_r8_1_S89_1997_r6_2_from_a_shoe_then_bet_or_fold():
    felt = Felt(OLD, seats=(1,)).wagers({1: 500})
    assert "6.2" in felt.refused("fold", 1)[1]
    felt = in_the_sequence(OLD)
    felt.give("fold", 1)
    assert felt.round.boxes[1].fate == "lost"


def test_S89_1997_r6_3_S89_1997_r6_4_a_fold_loses_the_ante_a_bet_is_twice_it():
    felt = in_the_sequence(OLD)
    assert felt.refused("bet", 1, 500)[1] == "S89-1997 6.4"
    felt.give("bet", 1, 1000)
    felt.give("fold", 2)
    assert felt.round.boxes[2].won == -500


def test_NI2004_492_r9_5_NI2004_492_r9_6_lower_hands_lose_and_equal_ones_are_void():
    assert played("canberra", LOW, ACE_KING) == (-500, -1000, "lost")
    assert played("canberra", "AhKc9d5h3d", ACE_KING)[2] == "void"


def test_S89_1997_r9_2_S89_1997_r9_3_S89_1997_r10_the_dealer_plays_with_ace_and_king():
    assert played(OLD, PAIR, NO_HAND)[:2] == (500, 0)
    assert played(OLD, PAIR, ACE_KING) == (500, 1000, "won")
    assert played(OLD, "8s8d4h4c2d", ACE_KING) == (500, 2000, "won"), "two pairs pay 2 to 1"
    felt = in_the_sequence(OLD)
    assert "9.2" in felt.refused("show", D, None)[1], "not before the last has decided"


def contributed(limited):
    books = new_books(100000, 5000, 100000, 8000)
    for record in settle(books, [(1, 100, None), (2, 100, "flush")], lambda seat: 100000, limited):
        books.apply(record)
    return books.meter.pool, books.meter.reserve


def test_NI2004_492_r10_5_S89_1997_r11_3_lost_wagers_are_shared():
    assert contributed(True) == contributed(False) == (100080, 5020)


def test_NI2004_492_r16_1_NI2004_492_r16_2a_decisions_give_wagers_back():
    felt = Felt("canberra", seats=(1, 2)).wagers({1: 500, 2: 500})
    felt.deal({1: PAIR, 2: LOW, D: ACE_KING})
    felt.give("rule_return", 1, None)
    assert felt.round.boxes[1].fate == "returned"
    felt.give("rule_void", "16.1")
    assert felt.records[-1] == ("end", "void", "NI2004-492 16.1")


def test_S89_1997_r15_2a_S89_1997_r15_3_S89_1997_r15_4_all_bets_are_refunded():
    felt = in_the_sequence(OLD)
    felt.give("rule_return", 1, None)
    felt.give("bet", 2, 1000)
    felt.give("rule_void", None)
    assert felt.records[-1] == ("end", "void", "S89-1997 15.3")
    assert felt.round.stacks == felt.start


def test_NI2004_492_r17_1_S89_1997_r16_1_tournament_rules_are_for_tournaments():
    for game in ("canberra", OLD):
        Felt(game).wagers({1: 500}, [1])
        assert Felt(game, tournament=1).wagers({1: 500}).round.why_not(("jackpot", 1)) is not None


def test_NI2004_492_r7_2_S89_1997_r6_4_cards_alone_do_not_settle_a_round_against_the_bank():
    for game, rule in (("canberra", "NI2004-492 7.2"), (OLD, "S89-1997 6.4")):
        try:
            resolve(game, {"follow": "cards"})
            raise AssertionError("was taken")
        except Refused as refusal:
            assert (refusal.code, refusal.rule) == ("wagers_are_always_followed", rule)
