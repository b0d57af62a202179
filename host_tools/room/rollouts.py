"""Software over the tables, in stages: one table first, watched; then the others; never in a round.

The room says what is wanted, in its answers to a table's reports; the table's own host fetches the
release, checks whose it is, waits for the end of the round, and flashes (host_tools/updating). It
tells how it went with its next report. Nothing here reaches a board by itself.

    waiting ─▶ wanted ─▶ working ─▶ done            and back, by order of a person:
                             └────▶ failed          done ─▶ back ─▶ back_working ─▶ was_back
                                                                         └────▶ back_failed
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import journal, outbox
from host_tools.room.journal import ROOM, Who
from host_tools.room.store import Refused

GOING, PAUSED, BACK, OVER = "going", "paused", "back", "over"
ACTIVE = ("wanted", "working", "back", "back_working")
_ENDS = ("done", "failed", "was_back", "back_failed", "left")
_TOLD = {  # what a table's host says → the state, on the way there and on the way back
    "flash": {"waiting": "wanted", "working": "working", "done": "done", "failed": "failed"},
    "back": {
        "waiting": "back",
        "working": "back_working",
        "done": "was_back",
        "failed": "back_failed",
    },
}
_SAID = 500  # characters
PATIENCE_MS = 20 * 60_000  # a table that is to change and is not heard for so long has failed


@dataclass(frozen=True)
class Plan:
    """The first table is watched for so long before the others follow, `at_once` at a time."""

    software: str
    tables: tuple[str, ...]
    watch_s: int = 600
    at_once: int = 1
    most_failed: int = 0


@dataclass(frozen=True)
class Step:
    """One table of a rollout."""

    table: str
    place: int
    state: str
    said: str
    changed_ms: int


@dataclass(frozen=True)
class Rollout:
    id: int
    software: str
    began_ms: int
    who: str
    watch_s: int
    at_once: int
    most_failed: int
    state: str
    said: str
    steps: tuple[Step, ...] = ()

    def told(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def failed(self) -> list[Step]:
        return [one for one in self.steps if one.state == "failed"]


@dataclass(frozen=True)
class Health:
    """What the room sees of a table: `why` it is not well; empty when it is."""

    heard_ms: int
    why: str = ""


# ---- what people order


def begin(db: PostgresConnection, who: Who, plan: Plan, now_ms: int) -> int:
    _one_at_a_time(db)
    known = db.execute("SELECT 1 FROM software WHERE name = ?", (plan.software,)).fetchone()
    if known is None:
        raise Refused(f"the room has no release {plan.software}", "See its releases.", status=404)
    if len(set(plan.tables)) < len(plan.tables):
        raise Refused("a table is named twice", status=400)
    row = db.execute(
        "INSERT INTO rollout (software, began_ms, who, watch_s, at_once, most_failed, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (plan.software, now_ms, who.name, plan.watch_s, plan.at_once, plan.most_failed, GOING),
    ).fetchone()
    number = int(row[0])
    db.executemany(
        "INSERT INTO rollout_table (rollout, table_name, place, state, changed_ms)"
        " VALUES (?, ?, ?, 'waiting', ?)",
        [(number, table, place, now_ms) for place, table in enumerate(plan.tables)],
    )
    journal.record(
        db,
        who,
        "rollout.begun",
        now_ms,
        rollout=number,
        **asdict(plan) | {"tables": [*plan.tables]},
    )
    outbox.tell(db, "update.begun", now_ms, rollout=number, version=plan.software)
    return number


def _one_at_a_time(db: PostgresConnection) -> None:
    db.execute("LOCK TABLE rollout IN SHARE ROW EXCLUSIVE MODE")
    there = db.execute("SELECT id FROM rollout WHERE state <> ?", (OVER,)).fetchone()
    if there is not None:
        raise Refused(f"rollout {there[0]} is not over", "End it first, or let it go on.")


def go_on(db: PostgresConnection, who: Who, number: int, now_ms: int) -> None:
    """After a pause: those that failed stay as they are, the others follow."""
    one = _locked(db, number)
    if one.state != PAUSED:
        raise Refused(f"rollout {number} is not paused")
    most = max(one.most_failed, len(one.failed))
    db.execute(
        "UPDATE rollout SET state = ?, said = '', most_failed = ? WHERE id = ?",
        (GOING, most, number),
    )
    journal.record(db, who, "rollout.goes_on", now_ms, rollout=number, failed=len(one.failed))


def pause(db: PostgresConnection, who: Who, number: int, now_ms: int) -> None:
    """Tables that have begun finish; no other begins."""
    one = _locked(db, number)
    if one.state not in (GOING, BACK):
        raise Refused(f"rollout {number} is {one.state}")
    _stop(db, one, who, f"paused by {who.name}", now_ms)


def roll_back(db: PostgresConnection, who: Who, number: int, now_ms: int) -> None:
    """Every table that has it goes back to what it ran before; those that wait are left."""
    one = _locked(db, number)
    if one.state == OVER and not any(step.state == "done" for step in one.steps):
        raise Refused(f"no table has got anything from rollout {number}")
    if one.state == OVER:
        _one_at_a_time(db)
    _move(db, number, ("waiting", "wanted"), "left", "not begun", now_ms)
    db.execute("UPDATE rollout SET state = ?, said = '' WHERE id = ?", (BACK, number))
    journal.record(db, who, "rollout.rolled_back", now_ms, rollout=number)


def end(db: PostgresConnection, who: Who, number: int, now_ms: int) -> None:
    """No further table; what was done stays."""
    one = _locked(db, number)
    if one.state == OVER:
        raise Refused(f"rollout {number} is over")
    if any(step.state in ("working", "back_working") for step in one.steps):
        raise Refused("a table is being updated at this moment", "Pause it, and end it then.")
    _move(db, number, ("waiting", "wanted", "back"), "left", "not begun", now_ms)
    db.execute("UPDATE rollout SET state = ?, said = ? WHERE id = ?", (OVER, "ended", number))
    journal.record(db, who, "rollout.ended", now_ms, rollout=number)


# ---- what is kept


def all_of(db: PostgresConnection, most: int = 20) -> list[Rollout]:
    """The newest first."""
    rows = db.execute(
        "SELECT id, software, began_ms, who, watch_s, at_once, most_failed, state, said"
        " FROM rollout ORDER BY id DESC LIMIT ?",
        (most,),
    ).fetchall()
    return [replace(Rollout(*row), steps=_steps(db, row[0])) for row in rows]


def _steps(db: PostgresConnection, number: int) -> tuple[Step, ...]:
    rows = db.execute(
        "SELECT table_name, place, state, said, changed_ms FROM rollout_table"
        " WHERE rollout = ? ORDER BY place",
        (number,),
    ).fetchall()
    return tuple(Step(*row) for row in rows)


def _locked(db: PostgresConnection, number: int) -> Rollout:
    db.execute("SELECT 1 FROM rollout WHERE id = ? FOR UPDATE", (number,))
    for one in all_of(db, 1000):
        if one.id == number:
            return one
    raise Refused("there is no such rollout", status=404)


def _put(db: PostgresConnection, one: Rollout, step: Step, state: str, said: str, at: int) -> None:
    db.execute(
        "UPDATE rollout_table SET state = ?, said = ?, changed_ms = ?"
        " WHERE rollout = ? AND table_name = ?",
        (state, said[:_SAID], at, one.id, step.table),
    )
    journal.record(
        db, ROOM, f"rollout.{state}", at, rollout=one.id, table=step.table, said=said[:_SAID]
    )
    if state in ("done", "failed", "was_back", "back_failed"):
        event = "update.done" if state in ("done", "was_back") else "update.failed"
        outbox.tell(db, event, at, rollout=one.id, table=step.table, version=one.software)


def _move(
    db: PostgresConnection, number: int, was: tuple[str, ...], to: str, said: str, at: int
) -> None:
    marks = ", ".join("?" * len(was))
    db.execute(
        f"UPDATE rollout_table SET state = ?, said = ?, changed_ms = ?"
        f" WHERE rollout = ? AND state IN ({marks})",
        (to, said, at, number, *was),
    )


def _stop(db: PostgresConnection, one: Rollout, who: Who, why: str, now_ms: int) -> None:
    db.execute("UPDATE rollout SET state = ?, said = ? WHERE id = ?", (PAUSED, why, one.id))
    # Whoever has been asked and has not begun is asked no longer.
    _move(db, one.id, ("wanted",), "waiting", "", now_ms)
    _move(db, one.id, ("back",), "done", "", now_ms)
    journal.record(db, who, "rollout.paused", now_ms, rollout=one.id, why=why)


# ---- what follows by itself


def reported(db: PostgresConnection, table: str, told: dict[str, Any], now_ms: int) -> bool:
    """What a table's host says of an order; whether it was news."""
    number, how, state = told.get("rollout"), str(told.get("how")), str(told.get("state"))
    said = str(told.get("said", ""))[:_SAID]
    wanted = _TOLD.get(how, {}).get(state)
    if not isinstance(number, int) or wanted is None:
        return False
    try:
        one = _locked(db, number)
    except Refused:
        return False
    for step in one.steps:
        # Told late or again it changes nothing; a table that was asked is believed, no other.
        expected = step.state in (("wanted", "working") if how == "flash" else ACTIVE[2:])
        late = how == "flash" and step.state == "waiting" and state == "working"
        news = (step.state, step.said) != (wanted, said)
        if step.table == table and (expected or late) and news:
            _put(db, one, step, wanted, said, now_ms)
            return True
    return False


def advance(db: PostgresConnection, health: dict[str, Health], now_ms: int) -> None:
    """What is due: the next tables, a pause, the end."""
    open_ones = [one for one in all_of(db) if one.state != OVER]
    for one in open_ones:
        one = _locked(db, one.id)
        one = _missing(db, one, health, now_ms)
        if one.state == GOING:
            _forward(db, one, health, now_ms)
        elif one.state == BACK:
            _next(db, one, "done", "back", now_ms)
            _over(db, one, ("done",), now_ms)


def _missing(
    db: PostgresConnection, one: Rollout, health: dict[str, Health], now_ms: int
) -> Rollout:
    """A table that is to change and is not heard any more does not hold up the room for ever."""
    for step in one.steps:
        if step.state in ACTIVE:
            heard = health[step.table].heard_ms if step.table in health else 0
            if now_ms - max(heard, step.changed_ms) > PATIENCE_MS:
                state = "failed" if step.state in ACTIVE[:2] else "back_failed"
                _put(db, one, step, state, "it was not heard any more: look at it", now_ms)
    return replace(one, steps=_steps(db, one.id))


def _forward(db: PostgresConnection, one: Rollout, health: dict[str, Health], now_ms: int) -> None:
    first = one.steps[0]
    if first.state == "failed":
        _stop(db, one, ROOM, f"the first table failed: {first.table}: {first.said}", now_ms)
    elif len(one.failed) > one.most_failed:
        named = ", ".join(step.table for step in one.failed)
        _stop(db, one, ROOM, f"{len(one.failed)} failed: {named}", now_ms)
    elif first.state == "waiting":
        _put(db, one, first, "wanted", "", now_ms)
    elif first.state == "done" and now_ms - first.changed_ms < one.watch_s * 1000:
        why = health[first.table].why if first.table in health else "it is not on the floor"
        if why and now_ms - first.changed_ms > _SETTLES_MS:
            _stop(db, one, ROOM, f"{first.table} was watched and is not well: {why}", now_ms)
    elif first.state in _ENDS:
        _next(db, one, "waiting", "wanted", now_ms)
        _over(db, one, ("waiting",), now_ms)


_SETTLES_MS = 30_000  # after its restart a table is heard again within this


def _next(db: PostgresConnection, one: Rollout, was: str, to: str, now_ms: int) -> None:
    busy = sum(step.state in ACTIVE for step in one.steps)
    for step in one.steps:
        if step.state == was and busy < one.at_once:
            _put(db, one, step, to, "", now_ms)
            busy += 1


def _over(db: PostgresConnection, one: Rollout, left: tuple[str, ...], now_ms: int) -> None:
    steps = _steps(db, one.id)
    if any(step.state in (*ACTIVE, *left) for step in steps):
        return
    counts = {state: sum(step.state == state for step in steps) for state in _ENDS}
    said = ", ".join(f"{count} {state}" for state, count in counts.items() if count)
    db.execute("UPDATE rollout SET state = ?, said = ? WHERE id = ?", (OVER, said, one.id))
    journal.record(db, ROOM, "rollout.over", now_ms, rollout=one.id, said=said)


def wanted_of(db: PostgresConnection) -> dict[str, dict[str, Any]]:
    """Table → what its host is told to do."""
    made = {}
    for one in all_of(db):
        for step in one.steps if one.state != OVER else ():
            if step.state in ACTIVE:
                how = "flash" if step.state in ACTIVE[:2] else "back"
                made[step.table] = {"rollout": one.id, "how": how, "software": one.software}
    for order in made.values():
        row = db.execute("SELECT digest FROM software WHERE name = ?", (order["software"],))
        order["digest"] = row.fetchone()[0]
    return made


def known(db: PostgresConnection, number: int) -> Rollout:
    try:
        return _locked(db, number)
    except Refused as none:
        raise Problem(str(none), "See: room rollouts", BAD_INPUT) from none
