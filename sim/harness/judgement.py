"""How house players who look at their cards decide: for people who watch a demonstration.

Tests play without it: there nobody looks at a card before deciding, so that the same public round
can be played with other cards (house_poker.py).
"""

from itertools import combinations

from cardtable.desk.card_lists import parse_cards
from cardtable.rules.hands.rankings import category_of
from cardtable.rules.hands.values import high_value

_RANKS = "23456789TJQKA"
# How good a hand of a category is, of a hundred: odd cards, pair, two pairs, three, straight …
_CATEGORY = (12, 42, 68, 80, 86, 90, 95, 98, 99, 99, 99)

OF_FOUR = 16  # a hand out of four cards is worth less: everybody has a better one

FOLD, CALL, BET, ALL_IN = "fold", "ante", "bet", "declare"  # keys of the dealer's keypad


def worth(hole, board, exactly_two=False):
    """0 to 100: how good these cards are so far."""
    faces = [face for face in hole if face != "Jk"]
    if len(faces) + len(board) < 5:
        return _beginning(faces, board)
    best = max(_category(five) for five in _hands(faces, board, exactly_two))
    made = _CATEGORY[min(best, len(_CATEGORY) - 1)]
    if len(board) >= 5 and best == _category(board):
        return 22 + _high(faces)  # everybody has it
    if best == 1:  # one pair: with a card of one's own, and how high
        made += _high(faces)
    return min(99, made + (_high(faces) if best == 0 else 0))


def amount(good, level, pot, least, most, step, dice):
    """What a player who bets puts in or raises to: a part of the pot, more with better cards.

    `pot` as it is once the bet is called. Nobody risks more than half of what may be bet with less
    than a very good hand.
    """
    share = (50, 50, 66, 100)[dice.below(4)] if good < 90 else (66, 100)[dice.below(2)]
    wanted = level + pot * share // 100
    if good < 92:
        wanted = min(wanted, most // 2)
    return max(least, min(most, wanted // step * step))


def _beginning(faces, board):
    """Before there are five: pairs, high cards, one suit, neighbours."""
    ranks = sorted((_RANKS.index(face[0]) for face in faces + list(board)), reverse=True)
    pairs = len(ranks) - len(set(ranks))
    suited = any(sum(f[1] == s for f in faces) > 1 for s in "shdc")
    close = len(ranks) > 1 and ranks[0] - ranks[1] in (1, 2)
    points = 24 + 2 * ranks[0] + (ranks[1] if len(ranks) > 1 else 0) + 8 * suited + 6 * close
    return min(98, points + (34 if pairs else 0) + 10 * max(0, pairs - 1))


def _high(faces):
    return max((_RANKS.index(face[0]) for face in faces), default=0)


def _hands(faces, board, exactly_two):
    if exactly_two:
        for two in combinations(faces, 2):
            for three in combinations(board, 3):
                yield two + three
        return
    yield from combinations(list(faces) + list(board), 5)


def _category(five):
    return category_of(high_value(parse_cards("".join(five)))) if len(five) == 5 else 0


def decide(kinds, good, cost, dice):
    """A key: `good` of a hundred, `cost` percent of the pot to stay in, what may be done."""
    good += dice.below(13) - 6  # nobody is sure
    may_bet = "bet" in kinds or "raise" in kinds
    if "check" in kinds:
        wants = good > 58 or dice.chance(7)
        return BET if may_bet and wants and dice.chance(75) else CALL
    if good < 20 + cost and "fold" in kinds:
        return FOLD
    if good > 92 and "all_in" in kinds and dice.chance(12):
        return ALL_IN
    if may_bet and good > 74 + cost // 2 and dice.chance(55):
        return BET
    if "call" in kinds:
        return CALL
    if "all_in" in kinds and good > 66:
        return ALL_IN  # to call takes everything
    return FOLD if "fold" in kinds else BET if may_bet else ALL_IN
