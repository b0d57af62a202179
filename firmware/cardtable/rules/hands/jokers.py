"""What a hand with the joker is worth.

The joker is whichever card makes the hand best (NI2005-66 r 3.7). It may be one more of a rank
already held four times, which is how fives come about (r 3.3(b)); in a straight or a flush it is
a card that is not held yet. Hence four cards decide directly, without trying 52 substitutes.
"""

from cardtable.rules.hands.rankings import FULL


def value_of_four_and_joker(a: int, b: int, c: int, d: int, order: tuple = FULL) -> int:
    """The value of four words and the joker; higher wins."""
    m = (a | b | c | d) & 8191
    s = (a + b + c + d) & 32767
    if s == m:  # four different ranks
        suited = a & b & c & d
        run = _run_through(m, order)
        if run:
            if not suited:
                return order[4] | run
            return (order[10] if run == 0x1F00 else order[8]) | run
        top = 0x1000
        if suited:
            while m & top:
                top >>= 1
            return order[5] | m | top
        while not m & top:
            top >>= 1
        return order[1] | top << 13 | (m ^ top)
    x = (a ^ b ^ c ^ d) & 8191
    y = m ^ x
    s -= m
    if s == y:
        q = y & (y - 1)
        if q:  # two pairs: the higher one becomes the threesome
            return order[6] | q << 13 | (y ^ q)
        return order[3] | y << 13 | x
    s = (s - y) >> 1
    if y:
        return order[9] | s << 13
    return order[7] | s << 13 | (m ^ s)


def _run_through(m, order):
    """The highest straight that four different ranks and one more can be, or 0."""
    low = m & -m
    if m & low * 31 == m:
        return low * 31 if low < 0x100 else 0x1F00  # no straight goes above the ace
    if m & order[11] == m:
        return order[11] & 4095
    return 0


def value_of_more_and_joker(words, order: tuple = FULL) -> int:
    """The value of the joker with the best four of four to six words.

    The joker is never worse than the card it takes the place of, so it is always among the five.
    """
    best = 0
    count = len(words)
    for i in range(3, count):
        for j in range(2, i):
            for k in range(1, j):
                for n in range(k):
                    value = value_of_four_and_joker(words[i], words[j], words[k], words[n], order)
                    if value > best:
                        best = value
    return best
