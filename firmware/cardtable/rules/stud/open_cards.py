"""What the open cards of stud are worth: who opens, and what a closing check has to beat.

One to four cards make no straight and no flush (TGC-2006 B 11, B 12), only odd cards, pairs,
threes and fours. Values stand on the same scale as `hands.value_of_five` in the same order, so
that a whole hand can be set against four open cards (TGC-2006 B 12.3).
"""

from cardtable.rules.cards import WORDS, CardError
from cardtable.rules.hands.rankings import FULL


def open_value(cards, order: tuple = FULL) -> int:
    """The value of one to four open cards; higher opens. Suits never decide (TGC-2006 B 3.3)."""
    if not 1 <= len(cards) <= 4:
        raise CardError("stud shows one to four open cards; these are %d" % len(cards))
    m = x = s = 0
    for card in cards:
        bit = WORDS[card] & 8191
        m |= bit
        x ^= bit
        s += bit
    y = m ^ x
    g = (s - m - y) >> 1
    if g:
        if y:
            return order[7] | g << 13
        return order[3] | g << 13 | (m ^ g)
    if y & (y - 1):
        return order[2] | y << 13
    if y:
        return order[1] | y << 13 | (m ^ y)
    return order[0] | m
