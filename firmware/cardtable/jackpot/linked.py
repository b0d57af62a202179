"""A table whose jackpot is linked: the pool is the room's, here is only what belongs to it.

Lost wagers are told (`linked_in`), bonus prizes are paid by the dealer and told (`linked_paid`),
a major hand is told with the sign that counts for it (`linked_hit`): what it wins the room reckons,
by the time of its last card, which lies in the records of every hand (docs/linked-jackpot.md).
"""

from cardtable.jackpot.books import LIVE
from cardtable.jackpot.payouts import is_major, nominal


def settle(books, jackpots, display_for):
    """The records of one round's jackpot wagers, as jackpot/moves.py has them for one table."""
    if books.mode != LIVE:
        return []
    records = []
    lost = 0
    for seat, wager, prize in jackpots:
        if not prize:
            lost += wager
        elif is_major(prize):
            records.append(("linked_hit", seat, prize, display_for(seat)))
        else:
            records.append(("linked_paid", seat, prize, nominal(prize, 0)))
    if lost:
        records.append(("linked_in", lost))
    if records:
        records.append(("meter", books.meter.pool, books.meter.reserve))
    return records
