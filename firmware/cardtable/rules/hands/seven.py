"""What the best five of six or seven cards are worth, without a joker: Hold-Em.

Words, orders and the arithmetic are those of hands.py.
"""

from cardtable.rules.hands.five import value_of_five
from cardtable.rules.hands.rankings import FULL


def value_of_seven(  # noqa: C901  # hot: loops in one frame
    a: int, b: int, c: int, d: int, e: int, f: int, g: int, order: tuple = FULL
) -> int:
    """The value of the best five of seven words; higher wins.

    A flush takes five different ranks, fours or a full house leave room for four at most: seven
    cards never hold both, so this answer is right in every order of hands.
    """
    m = (a | b | c | d | e | f | g) & 8191
    s = a + b + c + d + e + f + g
    u = s >> 15
    if u & (u << 1 | u << 2) & 0o4444:  # a suit counted five times or more
        return _flush_of_seven(a, b, c, d, e, f, g, u, order)
    s &= 32767
    t = y = 0
    if s != m:
        y = m ^ ((a ^ b ^ c ^ d ^ e ^ f ^ g) & 8191)
        t = (s - m - y) >> 1
        if t:
            q = t & y
            if q:
                m ^= q
                while m & (m - 1):
                    m &= m - 1
                return order[7] | q << 13 | m
            q = t & (t - 1)
            if q:  # two threes: the lower gives the pair
                return order[6] | q << 13 | (t ^ q)
            if y:
                if y & (y - 1):
                    y &= y - 1
                return order[6] | t << 13 | y
    u = m & m << 1
    u &= u << 2
    u &= m << 4
    if u:  # a bit for the top of each run of five
        while u & (u - 1):
            u &= u - 1
        return order[4] | (u << 1) - (u >> 4)
    q = order[11]
    if m & q == q:
        return order[4] | (q & 4095)
    if t:
        m ^= t
        m &= m - 1
        return order[3] | t << 13 | m & (m - 1)
    if y:
        q = y & (y - 1)
        if q:
            if q & (q - 1):  # three pairs: the lowest may still give the odd card
                m ^= q
                return order[2] | q << 13 | m & (m - 1)
            m ^= y
            m &= m - 1
            return order[2] | y << 13 | m & (m - 1)
        m ^= y
        m &= m - 1
        return order[1] | y << 13 | m & (m - 1)
    m &= m - 1
    return order[0] | m & (m - 1)


def _flush_of_seven(a, b, c, d, e, f, g, counts, order):
    suit = 0o1111 & counts >> 2 & (counts >> 1 | counts)
    counts &= suit * 7
    k = suit << 15
    q = 0
    if a & k:
        q = a
    if b & k:
        q |= b
    if c & k:
        q |= c
    if d & k:
        q |= d
    if e & k:
        q |= e
    if f & k:
        q |= f
    if g & k:
        q |= g
    q &= 8191
    t = q & q << 1
    t &= t << 2
    t &= q << 4
    if t:
        while t & (t - 1):
            t &= t - 1
        return (order[10] if t == 4096 else order[8]) | (t << 1) - (t >> 4)
    t = order[11]
    if q & t == t:
        return order[8] | (t & 4095)
    while counts > suit * 5:
        q &= q - 1
        counts -= suit
    return order[5] | q


def value_of_six(a: int, b: int, c: int, d: int, e: int, f: int, order: tuple = FULL) -> int:
    """The value of the best five of six words (Hold-Em after the fourth communal card)."""
    return max(
        value_of_five(a, b, c, d, e, order),
        value_of_five(a, b, c, d, f, order),
        value_of_five(a, b, c, e, f, order),
        value_of_five(a, b, d, e, f, order),
        value_of_five(a, c, d, e, f, order),
        value_of_five(b, c, d, e, f, order),
    )
