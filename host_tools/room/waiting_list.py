"""The waiting list: who waits for which game, is called, sits, moves, and leaves.

The first who joined is called first. A must-move table feeds another: whoever has sat there longest
moves first. A supervisor may go out of order, and the journal says so.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from host_tools import wording
from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import journal, opening
from host_tools.room.journal import Who
from host_tools.room.store import Refused

NO_SHOW, LEFT = "no_show", "left"
_LONGEST = 24
_MOST = 500  # waiting at once: more is a mistake or mischief


@dataclass(frozen=True)
class Seats:
    """What the room knows of a table's places, from its records."""

    table: str
    game: str
    places: int
    taken: tuple[int, ...]


@dataclass(frozen=True)
class Player:
    """Somebody on the list, by the name they are called by; nobody's account."""

    id: int
    game: str
    name: str
    joined_ms: int
    called_ms: int | None = None
    seated_ms: int | None = None
    table: str | None = None
    seat: int | None = None

    @property
    def state(self) -> str:
        if self.seated_ms is not None:
            return "seated"
        return "called" if self.called_ms is not None else "waiting"

    def told(self) -> dict[str, Any]:
        return asdict(self) | {
            "state": self.state,
            "game_name": wording.GAMES.get(self.game, self.game),
        }


_COLUMNS = "id, game, name, joined_ms, called_ms, seated_ms, table_name, seat"


def all_of(db: PostgresConnection) -> list[Player]:
    """Everybody who waits or sits, first come first."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM waiting WHERE ended_ms IS NULL ORDER BY joined_ms, id"
    ).fetchall()
    return [Player(*row) for row in rows]


def _locked(db: PostgresConnection) -> list[Player]:
    # Order is what the list is about: one change at a time.
    db.execute("LOCK TABLE waiting IN SHARE ROW EXCLUSIVE MODE")
    return all_of(db)


def _one(players: list[Player], number: int) -> Player:
    for one in players:
        if one.id == number:
            return one
    raise Refused("they are not on the list any more", status=404)


def join(db: PostgresConnection, who: Who, game: str, name: str, now_ms: int) -> int:
    """The number they have on the list."""
    name = " ".join(name.split())
    if game not in wording.GAMES:
        raise Refused(f"there is no game '{game[:40]}'", "See the tables.", status=400)
    if not 0 < len(name) <= _LONGEST or not name.isprintable():
        raise Refused(f"a name has 1 to {_LONGEST} characters", status=400)
    there = _locked(db)
    for one in there:
        if one.game == game and one.name.casefold() == name.casefold() and one.seated_ms is None:
            raise Refused(f"{one.name} is on the list for this game already")
    if len(there) >= _MOST:
        raise Refused("the list is full")
    row = db.execute(
        "INSERT INTO waiting (game, name, joined_ms) VALUES (?, ?, ?) RETURNING id",
        (game, name, now_ms),
    ).fetchone()
    journal.record(db, who, "waiting.joined", now_ms, player=row[0], name=name, game=game)
    return int(row[0])


def call(db: PostgresConnection, who: Who, number: int, seats: Seats, now_ms: int) -> None:
    """Call the next one to a table that has a place for them."""
    there = _locked(db)
    one = _one(there, number)
    if one.seated_ms is not None:
        raise Refused(f"{one.name} sits at table {one.table}")
    _plays(one, seats)
    _is_open(db, seats.table)
    called = sum(1 for p in there if p.state == "called" and p.table == seats.table)
    if len(seats.taken) + called >= seats.places and one.table != seats.table:
        raise Refused(f"table {seats.table} has no free seat for one more")
    first = next(p for p in there if p.game == one.game and p.seated_ms is None)
    before = [p for p in there if p.game == one.game and p.state == "waiting"]
    out_of_order = one.state == "waiting" and before and before[0].id != one.id
    _in_order(who, out_of_order, f"{(before or [first])[0].name} is before {one.name}")
    db.execute(
        "UPDATE waiting SET called_ms = ?, table_name = ? WHERE id = ?",
        (now_ms, seats.table, number),
    )
    journal.record(
        db, who, "waiting.called", now_ms, player=number, table=seats.table,
        out_of_order=bool(out_of_order),
    )  # fmt: skip


def take_seat(
    db: PostgresConnection, who: Who, number: int, seats: Seats, seat: int | None, now_ms: int
) -> None:
    """They sit down where they were called to."""
    there = _locked(db)
    one = _one(there, number)
    if one.seated_ms is not None:
        raise Refused(f"{one.name} sits at table {one.table}: move them instead")
    if one.called_ms is None or one.table != seats.table:
        raise Refused(f"{one.name} was not called to table {seats.table}", "Call them first.")
    _plays(one, seats)
    _is_open(db, seats.table)
    _is_free(there, seats, seat, one)
    db.execute("UPDATE waiting SET seated_ms = ?, seat = ? WHERE id = ?", (now_ms, seat, number))
    journal.record(db, who, "waiting.seated", now_ms, player=number, table=seats.table, seat=seat)


def move(
    db: PostgresConnection, who: Who, number: int, seats: Seats, seat: int | None, now_ms: int
) -> None:
    """From a must-move table to the one it feeds: the longest seated first."""
    there = _locked(db)
    one = _one(there, number)
    if one.seated_ms is None or one.table is None:
        raise Refused(f"{one.name} does not sit anywhere yet")
    if one.table == seats.table:
        raise Refused(f"{one.name} sits at table {one.table}")
    fed = opening.all_of(db).get(one.table, opening.Opening(one.table)).must_move_to
    _plays(one, seats)
    _is_open(db, seats.table)
    _is_free(there, seats, seat, one)
    beside = sorted(
        (p for p in there if p.table == one.table and p.seated_ms is not None),
        key=lambda p: (p.seated_ms, p.id),
    )
    wrong = ""
    if fed != seats.table:
        wrong = f"table {one.table} does not feed table {seats.table}"
    elif beside[0].id != one.id:
        wrong = f"{beside[0].name} has sat there longer than {one.name}"
    _in_order(who, wrong, wrong)
    db.execute(
        "UPDATE waiting SET seated_ms = ?, table_name = ?, seat = ? WHERE id = ?",
        (now_ms, seats.table, seat, number),
    )
    journal.record(
        db, who, "waiting.moved", now_ms, player=number, table=seats.table, was=one.table,
        seat=seat, out_of_order=bool(wrong),
    )  # fmt: skip


def leave(db: PostgresConnection, who: Who, number: int, how: str, now_ms: int) -> None:
    """Off the list: they have gone, or did not come when they were called."""
    one = _one(_locked(db), number)
    if how not in (LEFT, NO_SHOW):
        raise Refused(f"'{how[:20]}' is no way to leave", status=400)
    if how == NO_SHOW and one.state != "called":
        raise Refused(f"{one.name} was not called")
    db.execute("UPDATE waiting SET ended_ms = ?, how = ? WHERE id = ?", (now_ms, how, number))
    journal.record(db, who, "waiting.left", now_ms, player=number, how=how, table=one.table)


def _plays(one: Player, seats: Seats) -> None:
    if seats.game != one.game:
        plays = wording.GAMES.get(seats.game, seats.game or "nothing yet")
        raise Refused(f"table {seats.table} plays {plays}")


def _is_open(db: PostgresConnection, table: str) -> None:
    state = opening.all_of(db).get(table, opening.Opening(table)).state
    if state != opening.OPEN:
        raise Refused(f"table {table} is {state}")


def _is_free(there: list[Player], seats: Seats, seat: int | None, one: Player) -> None:
    if seat is None:
        return
    if not 1 <= seat <= seats.places:
        raise Refused(f"table {seats.table} has seats 1 to {seats.places}", status=400)
    named = [p for p in there if p.table == seats.table and p.seat == seat and p.id != one.id]
    if seat in seats.taken or named:
        raise Refused(f"seat {seat} at table {seats.table} is taken")


def _in_order(who: Who, wrong: object, words: str) -> None:
    if wrong and not who.may("supervisor"):
        raise Refused(words, "A supervisor may go out of order.", status=403)
