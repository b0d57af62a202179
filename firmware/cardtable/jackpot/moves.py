"""What moves the books: each call judges and gives the records; applying them is the meter's.

A refusal is `Refused` with a code and, where there is one, the rule. Nothing here changes state.
"""

from cardtable.jackpot.books import LIVE, MODES
from cardtable.jackpot.meter import BONUS_FROM_RESERVE, PARAMETERS, WHOLE
from cardtable.jackpot.payouts import is_major, payouts
from cardtable.rules.round import Refused

_POOL_RULE = "NI2004-492 10.5"
_LATER_RULE = "NI2004-492 11.3"


class Ahead:
    """The pools as they will be after the records made so far."""

    def __init__(self, meter):
        self.pool = meter.pool
        self.reserve = meter.reserve
        self.overflow = meter.overflow
        self.carry = meter.carry


def settle(books, jackpots, display_for, limited=True):
    """The records of one round's jackpot wagers: [(seat, wager, prize or None), …] by order of win.

    `display_for(seat)` is the amount that counts for a win; `limited` is NI2004-492's aggregate
    limit (r 11.2, 11.3), which goes by one amount for the whole round.
    """
    if books.mode != LIVE:
        return []
    meter = books.meter
    records = []
    ahead = Ahead(meter)
    won = [(seat, prize) for seat, _, prize in jackpots if prize]
    if limited and won:
        display = display_for(won[0][0])
        # r 11.3: a display that an earlier major win has overtaken is capped by the pool of now.
        cap = meter.pool if display > meter.pool else None
        amounts = payouts([prize for _, prize in won], display, True, cap)
    else:
        amounts = [payouts([prize], display_for(seat), False)[0] for seat, prize in won]
    for (seat, prize), amount in zip(won, amounts):
        kind = "jackpot_hit" if is_major(prize) else "jackpot_paid"
        records.append((kind, seat, prize, amount) + _sources(meter, ahead, prize, amount))
    lost = sum([wager for _, wager, prize in jackpots if not prize])
    if meter.most_in and lost > meter.most_in:
        records.append(("fault", "excessive_increment", "meter", 1))
        records.append(("meter_held", lost))
    elif lost:
        records.append(("meter_in",) + _share(meter, ahead, lost))
    if records:
        records.append(("meter", ahead.pool, ahead.reserve))
    return records


def _sources(meter, ahead, prize, amount):
    """(from the pool, from the reserve, from the house): a major prize empties the pool first."""
    from_pool = from_reserve = 0
    if is_major(prize):
        from_pool = min(amount, ahead.pool)
    if is_major(prize) or meter.bonus_from == BONUS_FROM_RESERVE:
        from_reserve = min(amount - from_pool, ahead.reserve)
    ahead.pool -= from_pool
    ahead.reserve -= from_reserve
    return from_pool, from_reserve, amount - from_pool - from_reserve


def _share(meter, ahead, wagers):
    """Non-winning wagers (r 10.5): (to the pool, to the reserve, new carry, to the overflow)."""
    share = wagers * meter.pool_share + ahead.carry
    to_pool = share // WHOLE
    ahead.carry = share % WHOLE
    to_reserve = wagers - to_pool
    to_overflow = 0
    if meter.ceiling:
        to_overflow = min(to_pool, max(0, ahead.pool + to_pool - meter.ceiling))
    to_pool -= to_overflow
    ahead.pool += to_pool
    ahead.reserve += to_reserve
    ahead.overflow += to_overflow
    return to_pool, to_reserve, ahead.carry, to_overflow


def free(books, to_pool, who):
    """A supervisor has looked into what is held: so much to the pool, the rest to the reserve."""
    _live(books)
    meter = books.meter
    if not meter.held:
        raise Refused("nothing_held", _POOL_RULE)
    if not who or not 0 <= to_pool <= meter.held:
        raise Refused("name_and_amount_needed", _POOL_RULE)
    to_reserve = meter.held - to_pool
    over = 0
    if meter.ceiling:
        over = min(to_pool, max(0, meter.pool + to_pool - meter.ceiling))
    return [
        ("meter_freed", to_pool - over, to_reserve, over, who),
        ("fault_over", "excessive_increment", "meter"),
        ("meter", meter.pool + to_pool - over, meter.reserve + to_reserve),
    ]


def confirm(books, hit, who):
    """An attendant has paid a pending prize; after the last one the pool is seeded again."""
    _live(books)
    meter = books.meter
    if hit not in [one[0] for one in meter.pending]:
        raise Refused("no_such_prize_pending", _LATER_RULE)
    records: list = [("jackpot_confirmed", hit, who)]
    if len(meter.pending) > 1:
        return records
    start_up, ceiling = meter.start_up, meter.ceiling
    if meter.won:
        for at, value in meter.waiting:
            records.append(("meter_changed", PARAMETERS[at], value))
            if PARAMETERS[at] == "start_up":
                start_up = value
            elif PARAMETERS[at] == "ceiling":
                ceiling = value
    missing = max(0, start_up - meter.pool)
    from_reserve = min(missing, meter.reserve)
    room = max(0, ceiling - meter.pool - missing) if ceiling else meter.overflow
    from_overflow = min(meter.overflow, room)
    records.append(("meter_seed", from_reserve, missing - from_reserve, from_overflow))
    pool = meter.pool + missing + from_overflow
    records.append(("meter", pool, meter.reserve - from_reserve))
    return records


def change(books, name, value, who):
    """A parameter is to change: it waits until the jackpot is won."""
    _live(books)
    if name not in PARAMETERS:
        raise Refused("unknown_parameter", _POOL_RULE)
    meter = books.meter
    wanted = {key: getattr(meter, key) for key in PARAMETERS}
    for at, waits in meter.waiting:
        wanted[PARAMETERS[at]] = waits
    wanted[name] = value
    reason = why_not_parameters(wanted)
    if reason:
        raise Refused(reason, _POOL_RULE)
    return [("meter_change", name, value, who)]


def why_not_parameters(wanted):
    """None, or the code of why these parameters cannot stand together."""
    for name in PARAMETERS:
        if not isinstance(wanted[name], int) or wanted[name] < 0:
            return "not_whole_cents"
    if wanted["pool_share"] > WHOLE:
        return "share_over_the_whole"
    if wanted["ceiling"] and wanted["ceiling"] < wanted["start_up"]:
        return "ceiling_under_start_up"
    if wanted["bonus_from"] > BONUS_FROM_RESERVE:
        return "unknown_source"
    return None


def correct(books, pool, reserve, overflow, who, why):
    """A supervisor sets the pools right by signed amounts."""
    _live(books)
    meter = books.meter
    if not who or not why:
        raise Refused("name_and_reason_needed", _POOL_RULE)
    if meter.pending:
        raise Refused("prize_pending", _LATER_RULE)
    after = (meter.pool + pool, meter.reserve + reserve, meter.overflow + overflow)
    if min(after) < 0:
        raise Refused("not_enough_there", _POOL_RULE)
    if meter.ceiling and after[0] > meter.ceiling:
        raise Refused("over_the_ceiling", _POOL_RULE)
    return [
        ("meter_correct", pool, reserve, overflow, who, why),
        ("meter", after[0], after[1]),
    ]


def set_mode(books, mode):
    """Live play, a test or a tournament; not while a prize is pending."""
    if mode not in MODES:
        raise Refused("unknown_mode", "")
    if books.meter.pending:
        raise Refused("prize_pending", _LATER_RULE)
    return [("mode", mode)]


def open_day(books, day):
    """A gaming day begins."""
    _live(books)
    if not day or len(day) > 10 or day in [one[0] for one in books.days.days]:
        raise Refused("day_known_already", "")
    return [("day_open", day)]


def count_drop(books, day, cents, who):
    """The drop box of a gaming day was counted."""
    _live(books)
    if day not in [one[0] for one in books.days.days]:
        raise Refused("unknown_day", "")
    if cents < 0:
        raise Refused("not_whole_cents", "")
    return [("drop", day, cents, who)]


def _live(books):
    if books.mode != LIVE:
        raise Refused("not_in_live_play", "")
