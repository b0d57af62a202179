"""What five cards are worth, without a joker; the best five of more are in seven.py.

The evaluators take words (`cards.WORDS[card]`) and an order (`orders.order_of`), allocate
nothing and use no table. With m, x and s the OR, XOR and SUM of the rank bits:

    y = m ^ x             ranks held twice or four times
    g = (s - m - y) >> 1  ranks held three or four times

so fours are g & y, threes g & x, and pairs y without the fours. 8191 masks the thirteen rank
bits, 32767 their sum. Numbers, not names, index the order: on the board a module-level name
costs a dictionary lookup each time. They are the categories of `orders`.
"""

from cardtable.rules.hands.rankings import FULL


def value_of_five(a: int, b: int, c: int, d: int, e: int, order: tuple = FULL) -> int:
    """The value of five words; higher wins."""
    m = (a | b | c | d | e) & 8191
    s = (a + b + c + d + e) & 32767
    if s == m:  # five different ranks
        if m == (m & -m) * 31:  # in sequence
            if a & b & c & d & e:  # only a suit can be common to five different ranks
                return (order[10] if m == 0x1F00 else order[8]) | m
            return order[4] | m
        if m == order[11]:
            return (order[8] if a & b & c & d & e else order[4]) | (m & 4095)
        return (order[5] if a & b & c & d & e else order[0]) | m
    x = (a ^ b ^ c ^ d ^ e) & 8191
    y = m ^ x
    s -= m
    if s == y:
        return (order[2] if y & (y - 1) else order[1]) | y << 13 | x
    s = (s - y) >> 1
    if y:
        if s & y:
            return order[7] | y << 13 | x
        return order[6] | x << 13 | y
    return order[3] | s << 13 | (m ^ s)
