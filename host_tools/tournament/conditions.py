"""The approved conditions of a tournament as a file, checked against the game's document.

NI2004-492 r 17.3–17.5, NI2005-66 and NI2006-156 r 20.3–20.5, S89-1997 r 16.2–16.3: conditions are
approved, and where they depart from a rule they prevail. So a departure is named, with its rule.
"""

from __future__ import annotations

import tomllib
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from cardtable.rules.determinations import DETERMINATIONS, resolve
from cardtable.rules.round import Refused
from host_tools.common.toml_file import BadToml, Fault
from host_tools.common.untrusted_files import parsed_toml
from host_tools.rulebook.entries import book, parts
from host_tools.scenarios.amounts import Unreadable, cents, percent
from host_tools.tournament.documents import TournamentRules, rules_for
from host_tools.tournament.money import WHOLE, most_retained

_MONEY = ("cents",)  # types of determinations that are written in dollars


class BadConditions(BadToml):
    """Conditions under which no tournament can be run."""


def _cents(value: object) -> int:
    try:
        return cents(value)
    except Unreadable as failure:
        raise ValueError(str(failure)) from None


def _share(value: object) -> int:
    try:
        return int(percent(value) * 100)
    except Unreadable as failure:
        raise ValueError(str(failure)) from None


Dollars = Annotated[int, BeforeValidator(_cents)]  # written in dollars, kept in cents
Percent = Annotated[int, BeforeValidator(_share)]  # kept in hundredths of a per cent


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Entry(_Section):
    """r 17.4(c)–(f), 20.4(c)–(f)."""

    fee: Dollars
    commission: Dollars = 0  # retained of each fee (17.25, 20.20)
    chips: Annotated[Dollars, Field(gt=0)]  # in units of the chips' own dollars
    least: Annotated[int, Field(ge=2)] = 2
    most: Annotated[int, Field(ge=2, le=1000)] = 100
    restricted_to: str = ""


class Level(_Section):
    """Limits that hold for a while: minutes of play, or rounds of play at each table."""

    minutes: Annotated[int, Field(ge=1)] | None = None
    rounds: Annotated[int, Field(ge=1)] | None = None
    break_minutes: Annotated[int, Field(ge=0)] = 0  # after it (17.19, 20.15)
    limits: dict[str, Any] = {}  # determinations, amounts in dollars

    @model_validator(mode="after")
    def _one_length(self) -> Level:
        if (self.minutes is None) == (self.rounds is None):
            raise ValueError("a level lasts for minutes or for rounds: write one of them")
        return self


class Session(_Section):
    """A heat, a semi-final or the final (dictionary: Session)."""

    name: str
    starts: datetime | None = None  # the published time (17.9, 20.9); the first one's is above
    # How it ends: after so many rounds at each table, after minutes, or with so many players left
    rounds: Annotated[int, Field(ge=1)] | None = None
    minutes: Annotated[int, Field(ge=1)] | None = None
    players_left: Annotated[int, Field(ge=1)] | None = None
    advance: Annotated[int, Field(ge=1)] | None = None  # how many go on; None: all who have chips
    chips_carried: bool = True  # or everybody begins anew with `entry.chips`
    players_a_table: Annotated[int, Field(ge=2, le=10)] | None = None  # 17.8, 20.8

    @model_validator(mode="after")
    def _one_end(self) -> Session:
        if sum(v is not None for v in (self.rounds, self.minutes, self.players_left)) != 1:
            raise ValueError("it ends by rounds, by minutes or by players_left: write one of them")
        return self


class Prizes(_Section):
    """How the pool is divided, from so many entries on (17.4(h), 20.4(h))."""

    from_entries: Annotated[int, Field(ge=1)] = 1
    shares: Annotated[list[Percent], Field(min_length=1)]

    @model_validator(mode="after")
    def _whole(self) -> Prizes:
        if sum(self.shares) != WHOLE:
            given = Decimal(sum(self.shares)) / 100
            raise ValueError(f"the shares come to {given} per cent; the whole pool is returned")
        if len(self.shares) > self.from_entries:
            raise ValueError(
                f"{len(self.shares)} prizes for {self.from_entries} entries: raise from_entries"
            )
        return self


class Departure(_Section):
    """Where the approved conditions depart from a rule, and how."""

    rule: str
    text: Annotated[str, Field(min_length=3)]


class Conditions(_Section):
    name: Annotated[str, Field(min_length=1, max_length=60)]
    game: Literal["draw", "omaha", "holdem", "stud", "canberra", "canberra-1997"]
    starts: datetime
    approved_by: Annotated[str, Field(min_length=1)]
    freeze_out: bool = False
    hand_for_hand: bool = False  # rounds at all tables begin together once places are at stake
    entry: Entry
    sessions: Annotated[list[Session], Field(min_length=1)]
    levels: Annotated[list[Level], Field(min_length=1)]
    prizes: Annotated[list[Prizes], Field(min_length=1)]
    departures: list[Departure] = []

    @cached_property
    def rules(self) -> TournamentRules:
        return rules_for(self.game, self.freeze_out)

    def departs_from(self, what: str) -> Departure | None:
        """The departure from the rule behind `what`, if one was approved."""
        number = parts(self.rules.numbers.get(what, ""))
        return next((one for one in self.departures if parts(one.rule) == number), None)

    def starts_at(self, session: int) -> datetime | None:
        """The published start of a session, if it was published."""
        return self.sessions[session].starts or (self.starts if session == 0 else None)

    def starts_ms(self, session: int) -> int | None:
        """When a session begins as it was published; a time without a zone is this computer's."""
        published = self.starts_at(session)
        return None if published is None else int(published.timestamp() * 1000)

    def shares_for(self, entries: int) -> list[int]:
        """The breakdown that holds for so many entries."""
        best = [one for one in self.prizes if one.from_entries <= entries]
        if not best:
            raise ValueError(f"no prizes are determined for {entries} entries")
        return list(max(best, key=lambda one: one.from_entries).shares)

    def values_at(self, level: int) -> dict[str, Any]:
        """Every determination of a level, in cents, as a table plays by them."""
        return resolve(self.game, self.given_at(level))

    def given_at(self, level: int) -> dict[str, Any]:
        """The determinations that a level names; a later level keeps what it does not name."""
        given: dict[str, Any] = {"tournament": 1}
        for one in self.levels[: level + 1]:
            given.update({name: _determined(name, v) for name, v in one.limits.items()})
        return given


def _determined(name: str, value: Any) -> Any:
    if name not in DETERMINATIONS.names():
        return value  # refused by `resolve`, with the rule
    declared = DETERMINATIONS.fields(name)[0]
    if declared.type in _MONEY and value is not None:
        return [cents(v) for v in value] if isinstance(value, list) else cents(value)
    return int(value) if isinstance(value, bool) else value


def parse(text: str, name: str = "the conditions") -> Conditions:
    """The conditions that a text tells; BadConditions with everything that is wrong with them."""
    try:
        given = parsed_toml(text, Decimal)
    except tomllib.TOMLDecodeError as failure:
        raise BadConditions(name, [Fault("", f"this is not TOML: {failure}")]) from failure
    made, faults = check(given)
    if made is None:
        raise BadConditions(name, faults)
    return made


def check(given: dict[str, Any]) -> tuple[Conditions | None, list[Fault]]:
    """(conditions or None, everything that is wrong)."""
    try:
        made = Conditions.model_validate(given)
    except ValidationError as failure:
        return None, [_fault(error) for error in failure.errors()]
    faults = [*_by_the_document(made), *_levels(made)]
    return (None if faults else made), faults


def _fault(error: Any) -> Fault:
    path = ""
    for part in error["loc"]:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    plain = {"missing": "is missing", "extra_forbidden": "is not known here"}
    what = plain.get(error["type"]) or str(error["msg"]).removeprefix("Value error, ")
    return Fault(path, f": {what}" if path else what)


def _by_the_document(made: Conditions) -> list[Fault]:
    faults = []
    rules, entry = made.rules, made.entry
    if entry.commission > entry.fee:
        advice = f"It is a part of the fee ({rules.cite('fees')})."
        faults.append(Fault("entry.commission", " is more than the fee", advice))
    most = most_retained(rules, entry.fee)
    if most is not None and entry.commission > most:
        advice = f"At most {rules.most_commission_percent} % of the fee ({rules.cite('fees')})."
        faults.append(Fault("entry.commission", " is too high", advice))
    if entry.least > entry.most:
        faults.append(Fault("entry.least", " is above entry.most", "Write the smaller one first."))
    if min(one.from_entries for one in made.prizes) > entry.least:
        advice = f"{entry.least} entries are enough to play: say what they play for."
        faults.append(Fault("prizes", " begin with more entries than entry.least", advice))
    document = book(rules.document)
    for n, one in enumerate(made.departures):
        if document.find(one.rule) is None:
            near = ", ".join(document.near(one.rule))
            advice = f"Name it as {rules.document} numbers it{f': {near}?' if near else '.'}"
            faults.append(
                Fault(f"departures[{n}].rule", f' = "{one.rule}" is no rule here', advice)
            )
    last = made.sessions[-1]
    if last.advance is not None:
        faults.append(Fault("sessions[-1].advance", ": nobody goes on from the last session"))
    return [*faults, *_times(made), *_freeze_out(made)]


def _times(made: Conditions) -> list[Fault]:
    """A session is not published to start before the one that it follows."""
    faults, before = [], None
    for n in range(len(made.sessions)):
        try:
            at = made.starts_ms(n)
        except (OverflowError, ValueError, OSError):
            faults.append(Fault(f"sessions[{n}].starts", " is a time that no clock shows"))
            continue
        if at is not None and before is not None and at < before:
            faults.append(Fault(f"sessions[{n}].starts", " is before the session before it"))
        before = at if at is not None else before
    return faults


def _freeze_out(made: Conditions) -> list[Fault]:
    """TGC-2006 B 16: one game at one stake, down to the last player."""
    if not made.freeze_out:
        named = [n for n, one in enumerate(made.levels) if one.limits.get("freeze_wager")]
        advice = "Write freeze_out = true (TGC-2006 B16)."
        return [Fault(f"levels[{n}].limits", " are a freeze-out's", advice) for n in named]
    if made.game != "stud":
        return [Fault("freeze_out", " is a condition of stud", "TGC-2006 B16.")]
    faults = []
    if len(made.sessions) > 1 or made.sessions[0].players_left != 1:
        advice = "One session, players_left = 1 (TGC-2006 B16.6)."
        faults.append(Fault("sessions", " of a freeze-out go on until one player is left", advice))
    if len(made.levels) > 1 or not made.levels[0].limits.get("freeze_wager"):
        advice = "One level with its freeze_wager (TGC-2006 B16.5)."
        faults.append(Fault("levels", " of a freeze-out are in its rules", advice))
    if made.departures:
        faults.append(Fault("departures", " are no freeze-out's: its rules are the conditions"))
    return faults


def _levels(made: Conditions) -> list[Fault]:
    """Every level must be something a table can play by."""
    faults = []
    for n in range(len(made.levels)):
        try:
            made.values_at(n)
        except Refused as refusal:
            faults.append(Fault(f"levels[{n}].limits", f": {refusal.code}", f"({refusal.rule})"))
        except (Unreadable, TypeError, ValueError) as failure:
            faults.append(Fault(f"levels[{n}].limits", f": {failure}"))
    return faults
