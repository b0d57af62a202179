"""Omaha: exactly two of four hole cards with exactly three of the communal cards.

NI2006-156 r 9.1. The sixty ways share ten triples of the board, which all players share in turn:
`triples_of` is made once a board. A triple is (OR, XOR, SUM of the rank bits, common suit).
"""

from cardtable.rules.hands.rankings import FULL


def triples_of(board) -> list:
    """The triples of three to five board words, for `omaha_high` and `omaha_lows.omaha_low`."""
    triples = []
    for i in range(2, len(board)):
        for j in range(1, i):
            for k in range(j):
                a = board[i]
                b = board[j]
                c = board[k]
                triples.append(
                    (
                        (a | b | c) & 8191,
                        (a ^ b ^ c) & 8191,
                        (a & 8191) + (b & 8191) + (c & 8191),
                        (a & b & c) >> 15,
                    )
                )
    return triples


def omaha_high(hole, triples: list, order: tuple = FULL) -> int:  # noqa: C901  # hot: loops in one frame
    """The value of the best hand of four hole words with a board; higher wins."""
    best = -1
    for i in range(1, 4):
        a = hole[i]
        for j in range(i):
            b = hole[j]
            pair_m = (a | b) & 8191
            pair_x = (a ^ b) & 8191
            pair_s = (a & 8191) + (b & 8191)
            suit = (a & b) >> 15
            # As hands.value_of_five, written out: a call a combination would double the time.
            for m, x, s, common in triples:
                m |= pair_m
                s += pair_s
                if s == m:
                    if m == (m & -m) * 31:
                        if common & suit:
                            value = (order[10] if m == 0x1F00 else order[8]) | m
                        else:
                            value = order[4] | m
                    elif m == order[11]:
                        value = (order[8] if common & suit else order[4]) | (m & 4095)
                    elif common & suit:
                        value = order[5] | m
                    else:
                        value = order[0] | m
                else:
                    y = m ^ x ^ pair_x
                    s -= m
                    if s == y:
                        value = (order[2] if y & (y - 1) else order[1]) | y << 13 | (m ^ y)
                    else:
                        s = (s - y) >> 1
                        if not y:
                            value = order[3] | s << 13 | (m ^ s)
                        elif s & y:
                            value = order[7] | y << 13 | (m ^ y)
                        else:
                            value = order[6] | s << 13 | y
                if value > best:
                    best = value
    return best
