"""Alarms: what needs a person now, kept until it is over, and who has taken it on.

An alarm follows from a table's records and from what the room itself observes; nobody raises one.
It has a cause, so that the same hit, reader or silence is one alarm however often it is looked at,
also by a room that was started again. Nobody has taken it on: it becomes louder and goes to the
next role, step by step. What is over ends by itself; refused PINs are over once somebody has
looked and they have stopped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from cardtable.link.keys import ROOM as ROOM_KEY
from host_tools import wording
from host_tools.ledger.place import DatabaseUrl
from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import journal, outbox
from host_tools.room.jackpot.pool import Pool
from host_tools.room.journal import ROLES, ROOM, Who
from host_tools.room.store import Refused, transaction
from host_tools.room.table_state import TableState

HIT, STOPPED, READER, PINS, LINK, RECORDS, LEASE = KINDS = (
    "jackpot_hit", "stopped", "reader_silent", "refused_pins", "link_lost", "records_refused",
    "no_lease",
)  # fmt: skip
STICKY = (PINS,)  # nothing says that it is over: somebody has to look
_READERS = ("reader_silent", "reader_wrong_chip", "panel_silent")
LINK_MS = 20_000  # a cable that is pushed in again at once alarms nobody; a lease that is late
STARTING_MS = 60_000  # tables that are still to be heard after the room's own start
PINS_MS = 10 * 60_000
PINS_MOST = 3


@dataclass(frozen=True)
class Cause:
    """Why there is an alarm: the same cause is the same alarm."""

    table: str
    kind: str
    cause: str
    words: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.table, self.kind, self.cause


@dataclass(frozen=True)
class Alarm:
    """One that is not over."""

    id: int
    table: str
    kind: str
    cause: str
    words: str
    began_ms: int
    level: int = 0
    acknowledged_ms: int | None = None
    acknowledged_by: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        return self.table, self.kind, self.cause

    @property
    def for_role(self) -> str:
        return ROLES[min(self.level, 2)]

    def told(self, names: bool = True) -> dict[str, Any]:
        """As pages and doors get it; without names where they leave the house."""
        made = asdict(self) | {"for": self.for_role, "order": KINDS.index(self.kind)}
        made["acknowledged"] = made["acknowledged_ms"] is not None
        if not names:
            del made["acknowledged_by"]
        return made


@dataclass(frozen=True)
class Escalation:
    """Unacknowledged for so long, an alarm goes to the next role."""

    after_ms: tuple[int, ...] = (120_000, 300_000)

    def level(self, alarm: Alarm, now_ms: int) -> int:
        if alarm.acknowledged_ms is not None:
            return alarm.level
        waited = now_ms - alarm.began_ms
        return max(alarm.level, sum(waited >= limit for limit in self.after_ms))


# ---- what there is to alarm about


def causes(
    state: TableState, now_ms: int, since_ms: int, closed: bool, leased: bool = False
) -> tuple[list[Cause], bool]:
    """(what is wrong at a table, whether that can be told yet). `leased`: it is to have leases."""
    found = [
        Cause(state.name, HIT, f"{state.epoch}:{number}", _hit(seat, prize, cents))
        for number, seat, prize, cents in state.unpaid.values()
    ]
    link, why = state.link(now_ms)
    halt = state.status.get("halt")
    if halt:
        found.append(Cause(state.name, STOPPED, "halt", str(halt)[:300]))
    for code, where in sorted(state.faults):
        if code in _READERS:
            what, _ = wording.FAULTS.get(code, (code, ""))
            found.append(Cause(state.name, READER, f"{code} {where}", f"{where}: {what}"))
    without = state.faults.get(("no_lease", "room"))
    if leased and not closed and without is not None and now_ms - without >= LINK_MS:
        words = "no lease of the linked jackpot: wagers on it are refused"
        found.append(Cause(state.name, LEASE, "lease", words))
    denials = state.denials(now_ms - PINS_MS)
    forged = [one for one in denials if one[2] == ROOM_KEY]
    if len(forged) >= PINS_MOST:
        words = "leases that are not signed with its key: an old key, or another room"
        found.append(Cause(state.name, LEASE, "key", words))
    burst = [one for one in denials if one[2] != ROOM_KEY]
    if len(burst) >= PINS_MOST:
        roles = ", ".join(sorted({role for _, _, role in burst}))
        words = f"wrong PINs are being tried ({roles or 'unknown role'})"
        found.append(Cause(state.name, PINS, f"{state.epoch}:{burst[0][1]}", words))
    if state.broken:
        words = f"its records are refused: {state.broken}"[:300]
        found.append(Cause(state.name, RECORDS, "chain", words))
    starting = link == "never" and now_ms - since_ms < STARTING_MS
    if link != "up" and not starting and not closed:
        lost = state.lost_ms(now_ms, since_ms)
        if lost >= LINK_MS:
            found.append(Cause(state.name, LINK, "link", why))
    return found, not starting


def _hit(seat: int, prize: str, cents: int, which: str = "jackpot") -> str:
    named = wording.PRIZES.get(prize, prize)
    return f"box {seat} has hit the {which}: {named}, {wording.money(cents)} to be paid"


def of_a_link(name: str, pool: Pool, problem: str) -> list[Cause]:
    """What a jackpot over several tables needs people for."""
    found = [
        Cause(one.table, HIT, f"{name} {one.hit}",
              _hit(one.seat, one.prize, one.cents, f"linked jackpot ({name}, prize {one.hit})"))
        for one in pool.pending
    ]  # fmt: skip
    if problem:
        words = f"the linked jackpot {name} signs no leases: {problem}"[:300]
        found.append(Cause("", LEASE, name, words))
    return found


def of_the_room(refused: list[journal.Entry]) -> list[Cause]:
    """Wrong PINs and passwords on the room's own pages."""
    if len(refused) < PINS_MOST + 2:  # people mistype
        return []
    return [Cause("", PINS, str(refused[0].number), "wrong PINs are being tried on this page")]


# ---- what is kept


class Board:
    """The open alarms as the database has them, and what follows from the latest look."""

    def __init__(self, escalation: Escalation) -> None:
        self.escalation = escalation
        self.open: dict[int, Alarm] = {}
        self.is_read = False

    def read(self, db: PostgresConnection) -> None:
        rows = db.execute(
            "SELECT id, table_name, kind, cause, words, began_ms, level, acknowledged_ms,"
            " acknowledged_by FROM alarm WHERE ended_ms IS NULL"
        ).fetchall()
        self.open = {row[0]: Alarm(*row) for row in rows}
        self.is_read = True

    def due(
        self, found: Iterable[Cause], unknown: set[str], known: set[str], now_ms: int
    ) -> tuple[list[Cause], list[Alarm], list[Alarm]]:
        """(new, over, to the next role). `unknown`: tables of which nothing can be told yet."""
        wanted = {one.key: one for one in found}
        there = {one.key for one in self.open.values()}
        new = [one for key, one in wanted.items() if key not in there]
        over, louder = [], []
        for one in self.open.values():
            gone = one.table not in known and one.table != ""
            ends = one.key not in wanted and one.table not in unknown
            if one.kind in STICKY and one.acknowledged_ms is None:
                ends = False
            if ends or gone:
                over.append(one)
                continue
            level = self.escalation.level(one, now_ms)
            if level > one.level:
                louder.append(replace(one, level=level))
        return new, over, louder

    def write(
        self,
        place: DatabaseUrl,
        new: list[Cause],
        over: list[Alarm],
        louder: list[Alarm],
        now_ms: int,
    ) -> None:
        """What has changed, in one transaction; then the open ones are read again."""
        with transaction(place) as db:
            for cause in new:
                _raise(db, cause, now_ms)
            for alarm in over:
                done = db.execute(
                    "UPDATE alarm SET ended_ms = ? WHERE id = ? AND ended_ms IS NULL",
                    (now_ms, alarm.id),
                )
                if done.rowcount:
                    _note(db, ROOM, "alarm.over", alarm, now_ms)
            for alarm in louder:
                done = db.execute(
                    "UPDATE alarm SET level = ? WHERE id = ? AND level < ? AND ended_ms IS NULL"
                    " AND acknowledged_ms IS NULL",
                    (alarm.level, alarm.id, alarm.level),
                )
                if done.rowcount:
                    _note(db, ROOM, "alarm.escalated", alarm, now_ms, to=alarm.for_role)
            self.read(db)


def _raise(db: PostgresConnection, cause: Cause, now_ms: int) -> None:
    row = db.execute(
        "INSERT INTO alarm (table_name, kind, cause, words, began_ms) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING RETURNING id",
        (cause.table, cause.kind, cause.cause, cause.words, now_ms),
    ).fetchone()
    if row is not None:  # else another room on this database was quicker
        made = Alarm(row[0], *cause.key, cause.words, now_ms)
        _note(db, ROOM, "alarm.raised", made, now_ms)


def _note(
    db: PostgresConnection, who: Who, what: str, alarm: Alarm, now_ms: int, **more: Any
) -> None:
    journal.record(
        db, who, what, now_ms, alarm=alarm.id, table=alarm.table, kind=alarm.kind,
        words=alarm.words, **more,
    )  # fmt: skip
    outbox.tell(
        db, what, now_ms, alarm=alarm.id, table=alarm.table, kind=alarm.kind, words=alarm.words,
        level=alarm.level,
    )  # fmt: skip


def acknowledge(db: PostgresConnection, who: Who, number: int, now_ms: int) -> None:
    """Somebody has taken it on; the first one counts."""
    row = db.execute(
        "SELECT id, table_name, kind, cause, words, began_ms, level, acknowledged_ms,"
        " acknowledged_by FROM alarm WHERE id = ? AND ended_ms IS NULL FOR UPDATE",
        (number,),
    ).fetchone()
    if row is None:
        raise Refused("there is no such alarm any more", status=404)
    alarm = Alarm(*row)
    if alarm.acknowledged_ms is not None:
        raise Refused(f"{alarm.acknowledged_by} has taken it on already")
    db.execute(
        "UPDATE alarm SET acknowledged_ms = ?, acknowledged_by = ? WHERE id = ?",
        (now_ms, who.name, number),
    )
    _note(db, who, "alarm.acknowledged", alarm, now_ms, after_ms=now_ms - alarm.began_ms)


def past(db: PostgresConnection, since_ms: int, until_ms: int) -> list[dict[str, Any]]:
    """Alarms that began in a time, for reports: how long until somebody took them on."""
    rows = db.execute(
        "SELECT table_name, kind, words, began_ms, level, acknowledged_ms, acknowledged_by,"
        " ended_ms FROM alarm WHERE began_ms >= ? AND began_ms < ? ORDER BY began_ms",
        (since_ms, until_ms),
    ).fetchall()
    names = ("table", "kind", "words", "began_ms", "level", "acknowledged_ms", "acknowledged_by")
    return [dict(zip((*names, "ended_ms"), row, strict=True)) for row in rows]
