"""The orders of hands as data: which kind of hand is above which, by document and deck.

An order is a tuple of twelve ints: for each category, in the sequence of CATEGORIES, the value
its weakest hand starts from; and last the five ranks that an ace makes a straight with from
below. A hand's value is `base | major ranks << 13 | minor ranks`, below 2**30; the higher wins.
"""

from cardtable.rules.cards import ACE
from cardtable.rules.decks import is_reduced, lowest_rank

CATEGORIES = (
    "five_odd_cards",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
    "royal_flush",
)

# How high each category stands. Fives are above straight flushes: NI2005-66 r 3.3(b)-(c).
_FULL = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)  # NI2005-66 r 3.3, TGC-2006 B 14.1, C 4.3
_ACT_REDUCED = (0, 1, 2, 3, 4, 6, 5, 7, 8, 9, 10)  # NI2005-66 r 3.4(d)-(f)
_TAS_REDUCED = (0, 1, 2, 3, 4, 7, 5, 6, 8, 9, 10)  # TGC-2006 B 14.2.c-e

_ACE_HIGH_ONLY = 0x2000  # a rank no card has: no straight ever matches it
_ACE_BIT = 1 << ACE


def order_of(book: str, cards: int = 52, joker: bool = False, ace_low: bool = True) -> tuple:
    """The order of hands of a document ("act" or "tas") with this deck.

    `ace_low` is the operator's determination of NI2005-66 r 3.5(a); Tasmania's documents always
    let the ace count low (TGC-2006 B 14.1.f, B 14.2.f), and so does Canberra Poker.
    """
    if book not in ("act", "tas"):
        raise ValueError("the order of hands is 'act' or 'tas'; not '%s'" % book)
    if not is_reduced(cards, joker):
        heights = _FULL
    elif book == "act":
        heights = _ACT_REDUCED
    else:
        heights = _TAS_REDUCED
    if ace_low or book == "tas":
        # The ace stands just below the lowest card in use: 5432A, or T987A with 32 cards.
        wheel = _ACE_BIT | 15 << lowest_rank(cards)
    else:
        wheel = _ACE_HIGH_ONLY
    return tuple([height << 26 for height in heights] + [wheel])


FULL = order_of("act")


def category_of(value: int, order: tuple = FULL) -> int:
    """Which category a value belongs to, as an index into CATEGORIES."""
    base = value >> 26 << 26
    for category in range(11):
        if order[category] == base:
            return category
    raise ValueError("%d is no value of a hand" % value)
