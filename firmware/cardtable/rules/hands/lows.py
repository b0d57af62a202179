"""What a hand is worth when the lowest wins.

Straights and flushes do not count (NI2005-66 r 3.6): any five odd cards are below a pair, a
lower pair is below a higher one, and so on. The value of a low is turned round, so that here,
too, the higher value wins.

A low order is a tuple: whether the ace counts below every other card, and the ranks of the deck
as bits in that ranking. The literal text keeps the ace high in a low (r 3.1, r 3.5(a)).
"""

from cardtable.rules.cards import ACE
from cardtable.rules.decks import lowest_rank

TOP = (8 << 26) - 1  # no low scores fours or more above this
_QUALIFYING = 1 << 7  # the first rank above the eight, as a bit, when the ace is high


def low_order_of(cards: int = 52, ace_low: bool = False) -> tuple:
    """The ranking of lows with this deck; `ace_low` is the setting low_ace = "low"."""
    ranks = 8191 >> lowest_rank(cards) << lowest_rank(cards)
    return (ace_low, _ace_below(ranks) if ace_low else ranks)


LOW_ACE_HIGH = low_order_of()


def _ace_below(bits):
    return (bits << 1 | bits >> 12) & 8191


def low_of_five(a: int, b: int, c: int, d: int, e: int, low: tuple = LOW_ACE_HIGH) -> int:
    """The value of five words as a low; higher wins."""
    m = (a | b | c | d | e) & 8191
    s = (a & 8191) + (b & 8191) + (c & 8191) + (d & 8191) + (e & 8191)
    return low_from(m, (a ^ b ^ c ^ d ^ e) & 8191, s, low[0])


def low_of_four_and_joker(a: int, b: int, c: int, d: int, low: tuple = LOW_ACE_HIGH) -> int:
    """The value of four words and the joker as a low: it is the lowest rank not held yet."""
    return low_of_five(a, b, c, d, joker_bit((a | b | c | d) & 8191, low), low)


def joker_bit(held, low):
    """The rank, as a bit, that the joker counts as beside the ranks held."""
    ace_low, ranks = low
    free = ranks & ~(_ace_below(held) if ace_low else held)
    bit = free & -free
    if ace_low:
        return bit >> 1 if bit > 1 else 1 << ACE
    return bit


def low_from(m: int, x: int, s: int, ace_low: bool) -> int:
    """The value of a low from the OR, XOR and SUM of its five rank bits."""
    y = m ^ x
    g = (s - m - y) >> 1
    if ace_low:
        m = (m << 1 | m >> 12) & 8191
        y = (y << 1 | y >> 12) & 8191
        g = (g << 1 | g >> 12) & 8191
    if not y and not g:
        return TOP - m
    if not g:
        return TOP - ((2 if y & (y - 1) else 1) << 26 | y << 13 | (m ^ y))
    if not y:
        return TOP - (3 << 26 | g << 13 | (m ^ g))
    if g & y:
        return TOP - (7 << 26 | y << 13 | (m ^ y))
    return TOP - (6 << 26 | g << 13 | y)


def low_category(value: int) -> int:
    """Which category the low belongs to, as an index into orders.CATEGORIES."""
    return (TOP - value) >> 26


def low_qualifies(value: int, low: tuple = LOW_ACE_HIGH) -> bool:
    """Whether the low is five odd cards, none above an eight (NI2005-66 r 3.5(d))."""
    return TOP - value < (_QUALIFYING << 1 if low[0] else _QUALIFYING)
