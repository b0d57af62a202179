"""The worked examples of Boomerang prizes, paid out of a meter's pools."""

from __future__ import annotations

import pytest

from cardtable.jackpot.books import new_books
from cardtable.jackpot.moves import settle
from tests.examples.registry import DEFAULT_FILE, Example, load

_EXAMPLES = [example for example in load(DEFAULT_FILE) if example.kind == "boomerang"]


@pytest.mark.parametrize("example", _EXAMPLES, ids=lambda example: example.id)
def test_prizes_come_out_of_the_pools_to_the_cent(example: Example):
    given = example.given
    display = given.get("display_now_c", given["display_at_start_c"])
    pool = given.get("pool_recalculated_c", display)
    books = new_books(pool, 10_000, 1_000_000, 8_000)
    jackpots = [(seat, 100, prize) for seat, prize in enumerate(given["winners"], 1)]
    records = settle(books, jackpots, lambda _: display, example.source == "NI2004-492")
    for record in records:
        books.apply(record)
        assert books.why_not() is None
    paid = [record[3] for record in records if record[0] in ("jackpot_hit", "jackpot_paid")]
    assert paid == example.expect["payouts_c"]
    meter = books.meter
    assert pool + 10_000 + meter.house_in - meter.pool - meter.reserve == sum(paid)


def test_there_are_examples():
    assert len(_EXAMPLES) >= 8
