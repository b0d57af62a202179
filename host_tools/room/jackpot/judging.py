"""What moves a linked jackpot's books: each call judges and gives events; nothing changes here."""

from __future__ import annotations

import re

from cardtable.jackpot.meter import PRIZES
from cardtable.jackpot.payouts import is_major, payouts
from host_tools.room.jackpot.carrying import from_link, to_link
from host_tools.room.jackpot.pool import (
    GONE,
    JOINED,
    LEAVING,
    LOST,
    PARAMETERS,
    WHOLE,
    Event,
    Pool,
    Position,
    Win,
)
from host_tools.room.store import Refused

_NAME = re.compile(r"[A-Za-z0-9-]{1,16}")
_POOL_RULE = "NI2004-492 10.5"
_LATER_RULE = "NI2004-492 11.3"
# A sign says an amount for as long as its lease, and is asked for anew before; a prize must show
# everywhere within 30 s (Arkansas 29.1), so no lease may be longer than that less what it takes.
LONGEST_MS = 20_000
SHORTEST_MS = 2_000


def opened(
    pool: Pool, name: str, cents: int, reserve: int, parameters: dict[str, int]
) -> list[Event]:
    if pool.name:
        raise Refused(f"the linked jackpot {pool.name} is there already")
    if not _NAME.fullmatch(name):
        raise Refused("a jackpot's name is up to 16 letters, digits and hyphens")
    if cents < 0 or reserve < 0:
        raise Refused("a pool begins with nothing or more", rule=_POOL_RULE)
    _check(PARAMETERS | parameters)
    return [("opened", name, cents, reserve, parameters)]


def _check(wanted: dict[str, int]) -> None:
    for name, value in wanted.items():
        if name not in PARAMETERS:
            raise Refused(f"there is no parameter {name}", f"Choose: {', '.join(PARAMETERS)}.")
        if value < 0:
            raise Refused(f"{name} is a whole number from 0")
    if wanted["pool_share"] > WHOLE:
        raise Refused("pool_share is in basis points: at most 10000", rule=_POOL_RULE)
    if wanted["ceiling"] and wanted["ceiling"] < wanted["start_up"]:
        raise Refused("the ceiling is under the start-up amount")
    if max(wanted["bonus_from"], wanted["limited"]) > 1:
        raise Refused("bonus_from and limited are 0 or 1")
    if not SHORTEST_MS <= wanted["length_ms"] <= LONGEST_MS:
        raise Refused(f"a lease is {SHORTEST_MS} to {LONGEST_MS} ms long")
    if not 100 <= wanted["skew_ms"] <= wanted["length_ms"] // 2:
        raise Refused("the allowed skew is 100 ms to half of a lease")


def parameter(pool: Pool, name: str, value: int) -> list[Event]:
    """Never while it runs (NY 9 §5321.18)."""
    _there(pool)
    if pool.running:
        raise Refused("parameters do not change while the jackpot runs", "First: stop")
    if pool.waiting or pool.pending:
        raise Refused("a prize is not settled and paid yet", rule=_LATER_RULE)
    _must_be_quiet(pool)
    _check(pool.parameters | {name: value})
    return [("parameter", name, value)]


def started(pool: Pool) -> list[Event]:
    _there(pool)
    if pool.running:
        raise Refused("it runs already")
    return [("started",)]


def stopped(pool: Pool) -> list[Event]:
    _there(pool)
    if not pool.running:
        raise Refused("it does not run")
    return [("stopped",)]


def _must_be_quiet(pool: Pool) -> None:
    """Rounds that have begun under it may still win, and win what it was then."""
    if not pool.quiet:
        raise Refused(
            "not every table has said that its last round under it is over",
            "The room says so as soon as it has heard them all (show); one that is gone for good:"
            " remove --lost.",
            rule=_LATER_RULE,
        )


def quiet(pool: Pool) -> list[Event]:
    return [("quiet",)]


def corrected(
    pool: Pool, cents: int, reserve: int, overflow: int, why: str, now_ms: int
) -> list[Event]:
    _there(pool)
    if not why:
        raise Refused("say why", rule=_POOL_RULE)
    if pool.waiting:
        raise Refused("a win waits to be settled", rule=_LATER_RULE)
    if cents < 0:
        _may_fall(pool)
    if min(pool.pool + cents, pool.reserve + reserve, pool.overflow + overflow) < 0:
        raise Refused("so much does not lie there", rule=_POOL_RULE)
    if pool.parameters["ceiling"] and pool.pool + cents > pool.parameters["ceiling"]:
        raise Refused("that is over the ceiling", rule=_POOL_RULE)
    return [("corrected", cents, reserve, overflow, why, now_ms)]


def _may_fall(pool: Pool) -> None:
    if pool.running:
        raise Refused("the signs may not fall while it runs", "First: stop")
    _must_be_quiet(pool)


def freed(pool: Pool, to_pool: int) -> list[Event]:
    _there(pool)
    if not pool.held:
        raise Refused("nothing is held", rule=_POOL_RULE)
    if not 0 <= to_pool <= pool.held:
        raise Refused(f"0 to {pool.held} cents can go to the pool", rule=_POOL_RULE)
    return [("freed", to_pool, pool.held - to_pool)]


def ended(pool: Pool) -> list[Event]:
    """Decommissioning: nothing lies there and nobody plays for it any more."""
    _there(pool)
    if pool.running or any(one.state not in (GONE, LOST) for one in pool.members.values()):
        raise Refused("tables are still linked", "Stop it, and remove each table.")
    if pool.waiting or pool.pending or pool.held:
        raise Refused("prizes or held contributions are not settled", rule=_LATER_RULE)
    _must_be_quiet(pool)
    if pool.going:
        raise Refused("money is on its way to a table's own meter", "There: keys link --bring")
    if pool.pool or pool.reserve or pool.overflow:
        raise Refused(
            "money lies in it",
            "Say where it went: correct it to nothing, with the reason.",
            rule=_POOL_RULE,
        )
    return [("ended",)]


# ---- tables


def joined(pool: Pool, table: str, taken: Position, spent: int) -> list[Event]:
    _there(pool)
    member = pool.members.get(table)
    if member is not None and member.state not in (GONE, LOST):
        raise Refused(f"table {table} is linked already")
    if member is not None and member.going:
        raise Refused(f"money is on its way to the meter of {table}", "There: keys link --bring")
    return [("joined", table, list(taken), spent)]


def leaving(pool: Pool, table: str) -> list[Event]:
    if _member(pool, table) != JOINED:
        raise Refused(f"table {table} is leaving already")
    return [("state", table, LEAVING)]


def lost(pool: Pool, table: str) -> list[Event]:
    """A supervisor says that nobody need wait for a table; what it tells later still counts."""
    if _member(pool, table) == LOST:
        raise Refused(f"table {table} is given up already")
    return [("state", table, LOST)]


def gone(pool: Pool, table: str) -> list[Event]:
    return [("state", table, GONE)]


def giving(pool: Pool, table: str, cents: int, reserve: int, now_ms: int) -> list[Event]:
    """So much goes to a table's own meter: a supervisor takes it there."""
    _member(pool, table)
    if min(cents, reserve) < 0 or not cents + reserve:
        raise Refused("say how many cents go back", rule=_POOL_RULE)
    if pool.waiting:
        raise Refused("a win waits to be settled", rule=_LATER_RULE)
    _may_fall(pool)
    if cents > pool.pool or reserve > pool.reserve:
        raise Refused("so much does not lie there", rule=_POOL_RULE)
    return [("giving", table, pool.ways + 1, cents, reserve, now_ms)]


def rekeyed(pool: Pool, table: str) -> list[Event]:
    _member(pool, table)
    return [("rekeyed", table)]


def granted(pool: Pool, table: str) -> list[Event]:
    """What is missing of a table's escrow."""
    missing = pool.parameters["escrow"] - pool.members[table].escrow
    if missing <= 0:
        return []
    from_reserve = min(missing, pool.reserve) if pool.parameters["bonus_from"] else 0
    return [("granted", table, from_reserve, missing - from_reserve)]


def _member(pool: Pool, table: str) -> str:
    _there(pool)
    member = pool.members.get(table)
    if member is None or member.state == GONE:
        raise Refused(f"table {table} is not linked")
    return member.state


def _there(pool: Pool) -> None:
    if not pool.name or pool.ended:
        raise Refused("there is no such linked jackpot", "room jackpot open")


# ---- what tables have recorded


def contribution(pool: Pool, table: str, taken: Position, stamp: int, cents: int) -> list[Event]:
    """Non-winning wagers of one round (r 10.5), shared by the approved distribution."""
    most = pool.parameters["most_in"]
    if most and cents > most:
        return [("held", table, list(taken), cents)]
    share = cents * pool.parameters["pool_share"] + pool.carry
    to_pool, carry = divmod(share, WHOLE)
    to_reserve = cents - to_pool
    over, ceiling = 0, pool.parameters["ceiling"]
    if ceiling:
        over = min(to_pool, max(0, pool.pool + to_pool - ceiling))
    return [("contributed", table, list(taken), stamp, to_pool - over, to_reserve, over, carry)]


def moved(
    pool: Pool, table: str, taken: Position, stamp: int, amounts: tuple[int, int, int], why: str
) -> list[Event]:
    """A correction of a table's own meter, if it has to do with this link: it was carried out
    there, so nothing can be refused here; what fits nothing stays a difference that is found."""
    cents, reserve, overflow = amounts
    if why == to_link(pool.name) and max(amounts) <= 0:
        over, ceiling = 0, pool.parameters["ceiling"]
        if ceiling:
            over = min(-cents, max(0, pool.pool - cents - ceiling))
        shares = (-cents - over, -reserve, over - overflow)
        return [("brought", table, list(taken), stamp, *shares)]
    for way, given in pool.members[table].going.items():
        if why == from_link(pool.name, way) and [cents, reserve, overflow] == [*given, 0]:
            return [("gave", table, list(taken), way)]
    return []


def bonus(pool: Pool, table: str, taken: Position, cents: int) -> list[Event]:
    from_house = max(0, cents - pool.members[table].escrow)
    return [("bonus", table, list(taken), cents, from_house)]


def settled(pool: Pool, win: Win) -> list[Event]:
    """The major prizes of one round, and the pool begun anew.

    The amount is the sign at the commencement (r 11.1), shared within the round (r 11.2); after an
    earlier win at most the pool as it was then, whatever the sign says (r 11.3). All of it is
    reckoned at the moment of the win, so it does not matter in which order reports have come.
    """
    had = pool.pool_at(win.stamp)
    prizes = [prize for _, prize, _ in win.hands]
    if pool.parameters["limited"]:
        shown = win.hands[0][2]
        cap = had if pool.last_won and shown > had else None
        amounts = payouts(prizes, shown, True, cap)
    else:
        amounts = [payouts([prize], shown, False)[0] for _, prize, shown in win.hands]
    total = sum(amounts)
    from_pool = min(total, max(0, min(had, pool.pool)))
    from_reserve = min(total - from_pool, pool.reserve)
    from_house = total - from_pool - from_reserve
    paid = [[hand[0], hand[1], cents] for hand, cents in zip(win.hands, amounts, strict=True)]
    taken = list(win.position)
    events: list[Event] = [
        ("won", win.table, taken, win.stamp, paid, from_pool, from_reserve, from_house)
    ]
    missing = max(0, pool.parameters["start_up"] - (had - from_pool))
    reserve = pool.reserve - from_reserve
    after = pool.pool - from_pool + missing
    ceiling = pool.parameters["ceiling"]
    room = max(0, ceiling - after) if ceiling else pool.overflow
    from_overflow = min(pool.overflow, room)
    if missing or from_overflow:
        of_reserve = min(missing, reserve)
        events.append(("seeded", of_reserve, missing - of_reserve, from_overflow))
    return events


def confirmed(pool: Pool, hit: int) -> list[Event]:
    """An attendant has paid."""
    if hit not in [one.hit for one in pool.pending]:
        raise Refused(f"prize {hit} is not pending", rule=_LATER_RULE)
    return [("confirmed", hit)]


def is_prize(name: object) -> bool:
    return name in PRIZES and is_major(name)
