"""The linked jackpots of a room that is served: what it says when another has taken over."""

from __future__ import annotations

from host_tools.room.jackpot import judging
from host_tools.room.jackpot.keeper import Keeper
from host_tools.room.jackpot.store import DEFAULT, Book
from host_tools.room.store import now_ms, transaction
from tests.integration.room.server import fresh, needs_postgres


@needs_postgres
def test_a_room_that_was_replaced_says_so_and_what_lay_there_last() -> None:
    place = fresh()
    with transaction(place) as db:
        book = Book(DEFAULT)
        book.take_over(db)
        events = judging.opened(book.pool, DEFAULT, 700, 0, {})
        events += [("joined", "t1", [1, 1], 0), ("started",)]
        book.append(db, "test", now_ms(), events)
    first, second = Keeper(place), Keeper(place)
    first.step()
    assert [(one["pool"], one["running"]) for one in first.told()] == [(700, True)]
    assert first.leased() == {"t1"}
    second.step()
    first.step()
    (told,) = first.told()
    assert (told["pool"], told["running"], told["why"]) == (
        700,
        False,
        "another room has taken over",
    )
    assert [one["running"] for one in second.told()] == [True]
