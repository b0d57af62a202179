"""What persons do on the floor page: each deed by its name, who may do it, and what it takes.

    POST /do/NAME   a JSON object, from the room's own page, with a session

Every deed is judged and recorded by the module it belongs to; here only the doors are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import alarms, opening, persons, rollouts, waiting_list
from host_tools.room.desk import Desk
from host_tools.room.journal import Who
from host_tools.room.store import Refused

Name = Annotated[str, Field(min_length=1, max_length=64)]
Id = Annotated[int, Field(ge=1, lt=1 << 62)]
Seat = Annotated[int, Field(ge=1, le=10)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class OfAlarm(_Body):
    alarm: Id


class Joins(_Body):
    game: Name
    name: Annotated[str, Field(max_length=80)]


class OfPlayer(_Body):
    player: Id
    table: Name
    seat: Seat | None = None


class Leaves(_Body):
    player: Id
    how: Name = waiting_list.LEFT


class OfTable(_Body):
    table: Name


class Notice(_Body):
    table: Name
    minutes: int
    inspector: bool = False


class MustMove(_Body):
    table: Name
    to: Name | None = None


class NewPerson(_Body):
    name: Name
    role: Name
    secret: Annotated[str, Field(max_length=200)]


class ChangedPerson(_Body):
    name: Name
    role: str = ""
    secret: Annotated[str, Field(max_length=200)] = ""


class OfPerson(_Body):
    name: Name


class NewRollout(_Body):
    software: Name
    tables: Annotated[list[Name], Field(min_length=1, max_length=200)]
    watch_minutes: Annotated[int, Field(ge=0, le=1440)] = 10
    at_once: Annotated[int, Field(ge=1, le=20)] = 1
    most_failed: Annotated[int, Field(ge=0, le=200)] = 0


class OfRollout(_Body):
    rollout: Id


Act = Callable[[Desk, Who, Any], Callable[[PostgresConnection, int], Any]]


@dataclass(frozen=True)
class Deed:
    role: str
    takes: type[_Body]
    act: Act


def _seated(desk: Desk, table: str) -> tuple[str, int]:
    seats = desk.seats(table)
    return seats.game, len(seats.taken)


def _notice(desk: Desk, who: Who, body: Notice) -> Callable[[PostgresConnection, int], Any]:
    game, _ = _seated(desk, body.table)
    return lambda db, now: opening.give_notice(
        db, who, body.table, game, body.minutes, body.inspector, now
    )


def _close(desk: Desk, who: Who, body: OfTable) -> Callable[[PostgresConnection, int], Any]:
    game, seated = _seated(desk, body.table)
    return lambda db, now: opening.close(db, who, body.table, game, seated, now)


def _open(desk: Desk, who: Who, body: OfTable) -> Callable[[PostgresConnection, int], Any]:
    desk.seats(body.table)
    return lambda db, now: opening.open_table(db, who, body.table, now)


def _must_move(desk: Desk, who: Who, body: MustMove) -> Callable[[PostgresConnection, int], Any]:
    for table in (body.table, body.to):
        if table is not None:
            desk.seats(table)
    return lambda db, now: opening.set_must_move(db, who, body.table, body.to, now)


def _rollout(desk: Desk, who: Who, body: NewRollout) -> Callable[[PostgresConnection, int], Any]:
    for table in body.tables:
        desk.seats(table)
    plan = rollouts.Plan(
        body.software, tuple(body.tables), body.watch_minutes * 60, body.at_once, body.most_failed
    )
    return lambda db, now: rollouts.begin(db, who, plan, now)


def _of_list(deed: Callable[..., None]) -> Act:
    def act(desk: Desk, who: Who, body: OfPlayer) -> Callable[[PostgresConnection, int], Any]:
        seats = desk.seats(body.table)
        if deed is waiting_list.call:
            return lambda db, now: deed(db, who, body.player, seats, now)
        return lambda db, now: deed(db, who, body.player, seats, body.seat, now)

    return act


DEEDS: dict[str, Deed] = {
    "acknowledge": Deed(
        "floor", OfAlarm,
        lambda _, who, b: lambda db, now: alarms.acknowledge(db, who, b.alarm, now),
    ),
    "join": Deed(
        "floor", Joins,
        lambda _, who, b: lambda db, now: waiting_list.join(db, who, b.game, b.name, now),
    ),
    "call": Deed("floor", OfPlayer, _of_list(waiting_list.call)),
    "seat": Deed("floor", OfPlayer, _of_list(waiting_list.take_seat)),
    "move": Deed("floor", OfPlayer, _of_list(waiting_list.move)),
    "leave": Deed(
        "floor", Leaves,
        lambda _, who, b: lambda db, now: waiting_list.leave(db, who, b.player, b.how, now),
    ),
    "open": Deed("supervisor", OfTable, _open),
    "notice": Deed("supervisor", Notice, _notice),
    "close": Deed("supervisor", OfTable, _close),
    "must-move": Deed("supervisor", MustMove, _must_move),
    "rollout": Deed("manager", NewRollout, _rollout),
    "rollout-on": Deed(
        "manager", OfRollout,
        lambda _, who, b: lambda db, now: rollouts.go_on(db, who, b.rollout, now),
    ),
    "rollout-pause": Deed(
        "manager", OfRollout,
        lambda _, who, b: lambda db, now: rollouts.pause(db, who, b.rollout, now),
    ),
    "rollout-back": Deed(
        "manager", OfRollout,
        lambda _, who, b: lambda db, now: rollouts.roll_back(db, who, b.rollout, now),
    ),
    "rollout-end": Deed(
        "manager", OfRollout,
        lambda _, who, b: lambda db, now: rollouts.end(db, who, b.rollout, now),
    ),
    "person-add": Deed(
        "admin", NewPerson,
        lambda _, who, b: lambda db, now: persons.add(db, who, b.name, b.role, b.secret, now),
    ),
    "person-change": Deed(
        "admin", ChangedPerson,
        lambda _, who, b: lambda db, now: persons.change(db, who, b.name, now, b.role, b.secret),
    ),
    "person-end": Deed(
        "admin", OfPerson,
        lambda _, who, b: lambda db, now: persons.end(db, who, b.name, now),
    ),
}  # fmt: skip


async def do(desk: Desk, who: Who, name: str, body: Any) -> Any:
    """What the deed gives back; Refused in words."""
    deed = DEEDS.get(name)
    if deed is None:
        raise Refused("there is no such thing to do", status=404)
    if not who.may(deed.role):
        raise Refused(f"this is for a {deed.role}", status=403)
    return await desk.do(who, deed.role, deed.act(desk, who, checked(deed.takes, body)))


def checked(takes: type[_Body], body: Any) -> Any:
    try:
        return takes.model_validate(body)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(one) for one in first["loc"]) or "the request"
        raise Refused(f"{where}: {first['msg'].lower()}", status=400) from None
