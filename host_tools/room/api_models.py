"""What the API takes and gives, declared once: requests are checked by it, openapi.json is made
from it, and a test holds the answers to it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from host_tools.room.outbox import WANTED
from host_tools.wording import GAMES

Name = Annotated[str, Field(min_length=1, max_length=64)]


class Out(BaseModel):
    model_config = ConfigDict(extra="forbid")


class In(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Error(Out):
    ok: bool
    what: str
    rule: str | None = None


class Room(Out):
    day: str = Field(description="The gaming day")
    zone: str
    database: str = Field(description="Why the database is away; empty: it is there")


class Table(Out):
    """A table, as anybody beside it may know it."""

    table: str
    game: str
    game_name: str
    seats: list[int] = Field(description="Seats that are taken")
    places: int = Field(description="How many seats it has")
    players: int
    round: int
    over: bool = Field(description="Between rounds")
    rounds_an_hour: int | None
    jackpot_cents: int | None
    jackpot_pending: int = Field(description="Prizes that wait to be paid")
    faults: int
    stopped: bool
    link: str = Field(description="up, board (its board is away), quiet or never")
    needs: list[str] = Field(description="What needs a person, in words")
    needs_person: bool
    alarms: int
    opening: str = Field(description="open, closing or closed")
    closes_ms: int | None
    waiting: int = Field(description="How many wait for its game")
    firmware: str
    software: str
    simulated: bool
    mode: str
    day: str
    record: int
    epoch: int


class Tables(Out):
    tables: list[Table]


class Round(Out):
    """What a round came to, as the players saw it; no commission, no house."""

    round: int
    game: str
    outcome: str
    rule: str | None
    record: int
    began_ms: int
    ended_ms: int
    seats: list[int]


class Rounds(Out):
    rounds: list[Round]


class Alarm(Out):
    id: int
    table: str = Field(description="Empty: the room itself")
    kind: str
    words: str
    began_ms: int
    level: int
    for_: str = Field(alias="for")
    acknowledged: bool


class Alarms(Out):
    alarms: list[Alarm]


class Waiting(Out):
    id: int
    game: str
    name: str
    state: str
    joined_ms: int
    table: str | None
    seat: int | None


class WaitingList(Out):
    waiting: list[Waiting]


class Join(In):
    game: Annotated[Name, Field(json_schema_extra={"enum": [*GAMES]})]
    name: Annotated[str, Field(min_length=1, max_length=24)]


class Joined(Out):
    id: int


class Done(Out):
    ok: bool


class Release(Out):
    name: str
    version: str
    added_ms: int


class Releases(Out):
    releases: list[Release]


class NewWebhook(In):
    url: Annotated[
        str,
        Field(min_length=8, max_length=500, examples=["https://signs.example/cardtable"]),
    ]
    events: Annotated[
        list[Annotated[Name, Field(json_schema_extra={"enum": [*WANTED]})]],
        Field(min_length=1, max_length=20),
    ] = ["*"]


class MadeWebhook(Out):
    id: int
    secret: str = Field(description="Shown once: events are signed with it")


class Webhook(Out):
    id: int
    url: str
    events: str
    since_ms: int


class Webhooks(Out):
    webhooks: list[Webhook]


def schemas(models: list[type[BaseModel]]) -> dict[str, Any]:
    """Of all models, by name, as openapi.json refers to them."""
    from pydantic.json_schema import models_json_schema

    _, told = models_json_schema(
        [(one, "serialization" if issubclass(one, Out) else "validation") for one in models],
        ref_template="#/components/schemas/{model}",
    )
    return told["$defs"]
