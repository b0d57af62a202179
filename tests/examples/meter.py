"""Kinds about the Boomerang meter: what lost wagers add to the pools."""

from __future__ import annotations

from typing import Any

from cardtable.jackpot.books import new_books
from cardtable.jackpot.moves import settle
from tests.examples.registry import Example, answers


@answers("jackpot_meter")
def jackpot_meter(example: Example) -> dict[str, Any]:
    given = example.given
    split = given.get("approved_split", {})
    share = split.get("prize_pool_pct", split.get("pool_pct"))
    if share is None:
        share = 100 - split.get("reserve_pct", 0)
    pool, reserve = given["pool_c"], given["reserve_c"]
    books = new_books(pool, reserve, given.get("start_up_c", pool), int(share * 100))
    won = given.get("winning_wagers", 0)
    prize = given.get("prize", "flush")  # a bonus prize is the house's and moves no pool
    wagers = [
        (seat, given["wager_c"], prize if seat <= won else None)
        for seat in range(1, given["wagers"] + 1)
    ]
    display = given.get("display_c", pool)
    for record in settle(books, wagers, lambda seat: display, example.source == "NI2004-492"):
        books.apply(record)
    meter = books.meter
    return {
        "pool_c": meter.pool,
        "reserve_c": meter.reserve,
        "contributed_c": meter.pool - pool + meter.reserve - reserve,
    }
