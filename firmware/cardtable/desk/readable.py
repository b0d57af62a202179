"""Cards and hands as people read them: 33AKQ, 5432A. For the desk; a board shows nothing."""

from cardtable.rules.cards import ACE, JOKER, RANKS, card_text
from cardtable.rules.hands.categories import (
    FIVE_OF_A_KIND,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ONE_PAIR,
    THREE_OF_A_KIND,
    TWO_PAIRS,
)
from cardtable.rules.hands.lows import LOW_ACE_HIGH, TOP, joker_bit
from cardtable.rules.hands.rankings import FULL, category_of


def rank_of(card: int) -> int:
    """The rank, 0 for a two up to 12 for an ace. The joker has none: 13, above every rank."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit as an index into SUITS."""
    return card & 3


def cards_text(cards) -> str:
    """Several cards in one word, as `parse_cards` reads them: `KsKhKdJcJs`."""
    return "".join([card_text(card) for card in cards])


def ranks_text(ranks) -> str:
    """Ranks in the order given: `33AKQ`."""
    return "".join([RANKS[rank] for rank in ranks])


def winners_of(values) -> list:
    """The places of the highest value: one, or several that share."""
    best = max(values)
    return [place for place in range(len(values)) if values[place] == best]


def bits_down(bits: int) -> list:
    """The ranks in a mask, highest first."""
    return [rank for rank in range(ACE, -1, -1) if bits >> rank & 1]


def read_ranks(value: int, order: tuple = FULL) -> list:
    """The five ranks of a value in the order people read them: 33AKQ, KKKJJ, 5432A."""
    category = category_of(value, order)
    return ranks_of_category(category, bits_down(value >> 13 & 8191), bits_down(value & 8191))


def ranks_of_category(category: int, major: list, minor: list) -> list:
    """Major and minor ranks, highest first, repeated as the category has them."""
    if category == ONE_PAIR:
        return major + major + minor
    if category == TWO_PAIRS:
        return [major[0], major[0], major[1], major[1]] + minor
    if category == THREE_OF_A_KIND:
        return major * 3 + minor
    if category == FULL_HOUSE:
        return major * 3 + minor * 2
    if category == FOUR_OF_A_KIND:
        return major * 4 + minor
    if category == FIVE_OF_A_KIND:
        return major * 5
    if len(minor) == 4:  # a straight from the low ace keeps the ace out of its value
        return minor + [ACE]
    return minor


def joker_rank_in_low(cards, low: tuple = LOW_ACE_HIGH) -> int:
    """The rank that the joker counts as beside the other cards of a low."""
    held = 0
    for card in cards:
        if card != JOKER:
            held |= 1 << rank_of(card)
    return bits_down(joker_bit(held, low))[0]


def low_ranks(value: int, low: tuple = LOW_ACE_HIGH) -> list:
    """The five ranks of a low in reading order: 75432, 5432A when the ace is low, 33754."""
    score = TOP - value
    ranks = ranks_of_category(score >> 26, bits_down(score >> 13 & 8191), bits_down(score & 8191))
    if not low[0]:
        return ranks
    return [rank - 1 if rank else ACE for rank in ranks]
