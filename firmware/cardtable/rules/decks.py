"""Which cards make a deck, and which deck is reduced.

Deck sizes count the suited cards; the joker comes on top of them (NI2005-66 r 2.2-2.3).
"""

from cardtable.rules.cards import JOKER, CardError

SIZES = (52, 48, 44, 40, 36, 32)  # NI2005-66 r 2.2(a)-(f), NI2006-156 r 2.2


def is_reduced(cards: int, joker: bool) -> bool:
    """Whether the reduced order of hands applies: fewer than 52 cards, the joker counted.

    NI2005-66, dictionary, Full Deck and Reduced Deck.
    """
    return cards + joker < 52


def lowest_rank(cards: int) -> int:
    """The lowest rank of the deck besides the ace: 0 (a two) with 52 cards, 5 (a seven) with 32."""
    if cards not in SIZES:
        raise CardError("a deck has 52, 48, 44, 40, 36 or 32 cards (and a joker); not %s" % cards)
    return 13 - cards // 4


def deck_cards(cards: int, joker: bool) -> list:
    """The codes of every card of the deck, the joker last."""
    deck = list(range(lowest_rank(cards) * 4, 52))
    if joker:
        deck.append(JOKER)
    return deck
