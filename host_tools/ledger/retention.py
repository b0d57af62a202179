"""Old records out of a ledger into an archive that anybody can verify, and only then removed.

An archive is a ledger itself, an SQLite file with the records as they came, their times of receipt
and a chain signed by this host: every verb that reads a ledger reads it. In the ledger stay the
last record that was archived, which the rest hangs on, and the host's signed entry that names the
archive, its digest and what of the removed records still counts: the books, the gaming days that
are archived, faults and hits that are open.

A chain is cut before a round is opened, and where gaming days are kept before one of those begins;
so the open round, and what came since, always stays. The archive is whole, checked and on the disk
under its name before anything is removed, in one transaction: a run that ends in between leaves a
ledger with everything in it and a copy too many.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from host_tools.common.problems import NOT_WHOLE, Problem
from host_tools.ledger.books import books_of
from host_tools.ledger.engine import connect, explained
from host_tools.ledger.host_chain import HEAD, SIGNED_RECORDS, HostChain, Row
from host_tools.ledger.host_key import note
from host_tools.ledger.intake import Intake, wall_ms
from host_tools.ledger.ledger import ChainInfo, Ledger, Retired
from host_tools.ledger.lines import believing
from host_tools.ledger.place import Place
from host_tools.ledger.verify import verify

_BATCH = 500
_STANDING = ("boot", "fault", "fault_over", "mode", "day_open", "jackpot_hit", "jackpot_confirmed")


@dataclass(frozen=True)
class Cut:
    """What is retired of one chain: everything up to `last`, which itself stays as well."""

    chain: ChainInfo
    before: Retired | None  # what was retired earlier
    last: int
    digest: str
    received_ms: int
    until: int  # where the archive ends: with its gaming day, a little further
    count: int  # rows up to there
    removed: int  # rows that go
    beside: tuple[tuple[int, int], ...] = ()  # ranges that came with retired ones, and stay


def cuts(ledger: Ledger, before_ms: int) -> list[Cut]:
    """What can be retired of each chain: came before that moment, by this ledger's own times."""
    chains = [chain for chain in ledger.chains() if chain.count]
    newest = {chain.table: chain.epoch for chain in chains}
    found = (_cut(ledger, one, before_ms, one.epoch == newest[one.table]) for one in chains)
    made = {(cut.chain.table, cut.chain.epoch): cut for cut in found if cut is not None}
    with explained(ledger.path):
        for (line,) in ledger.db.each("SELECT line FROM host ORDER BY number"):
            what, *values = json.loads(line)[HEAD:]
            cut = made.get((values[0], values[1])) if what in SIGNED_RECORDS else None
            if cut is not None and values[2][0][0] <= cut.last < values[2][-1][1]:
                stays = [(max(first, cut.last + 1), last) for first, last in values[2]]
                beside = [(first, last) for first, last in stays if first <= last]
                made[values[0], values[1]] = replace(cut, beside=(*cut.beside, *beside))
    return list(made.values())


def _cut(ledger: Ledger, chain: ChainInfo, before_ms: int, is_open: bool) -> Cut | None:
    late = _one(
        ledger,
        "SELECT min(number) FROM record WHERE chain = ? AND received_ms >= ?",
        (chain.id, before_ms),
    )
    if late is None and not is_open:
        last, until = chain.last, chain.last
    else:
        seam = _seam(ledger, chain, chain.last if late is None else late)
        if seam is None:
            return None
        last, until = seam
    # A seam may lie behind a gap: the record before that.
    there = _one(
        ledger, "SELECT max(number) FROM record WHERE chain = ? AND number <= ?", (chain.id, last)
    )
    last = there or 0
    before = ledger.retired(chain)
    if last <= (before.last if before is not None else chain.first):
        return None
    count = _one(
        ledger, "SELECT count(*) FROM record WHERE chain = ? AND number <= ?", (chain.id, until)
    )
    ((_, received_ms, digest),) = ledger.rows(chain.table, chain.epoch, last, last)
    gone = _one(
        ledger, "SELECT count(*) FROM record WHERE chain = ? AND number < ?", (chain.id, last)
    )
    return Cut(chain, before, last, digest, received_ms, until, count or 0, gone or 0)


def _seam(ledger: Ledger, chain: ChainInfo, until: int) -> tuple[int, int] | None:
    """(the last record before a round whose gaming day begins by then, or which itself does so;
    the last record of the day before). A round is opened before the day that it is played on."""
    days = ledger.last_of_kind(chain, "day_open", 1, until)
    if not days and ledger.next_of_kind(chain, "day_open", until):
        return None  # its first day is still wanted
    opened = ledger.last_of_kind(chain, "round", 1, days[0] if days else until)
    if not opened and not days:
        return None
    end = (days or opened)[0] - 1
    return (opened[0] - 1 if opened else end), end


def _one(ledger: Ledger, query: str, values: tuple[Any, ...]) -> int | None:
    with explained(ledger.path):
        return ledger.db.execute(query, values).fetchone()[0]


def retain(place: Place, before_ms: int, folder: Path, name: str) -> tuple[Path, list[Cut]] | None:
    """Archive what came before that moment and remove it; None: there is nothing to retire."""
    with Ledger(place) as ledger:
        faults = [one for one in verify(ledger) if one.fault is not None]
        if faults:
            at = faults[0].chain
            raise Problem(
                f"the ledger is not whole: {at.table}, epoch {at.epoch}: {faults[0].fault}",
                "Nothing was archived or removed. See: cardtable ledger verify",
                NOT_WHOLE,
            )
        taken = cuts(ledger, before_ms)
        if not taken:
            return None
        told = [(cut, facts(ledger, cut)) for cut in taken]
        file = _free(folder, name)
        digest = archive(ledger, taken, file)
    remove(place, told, file.name, digest)
    return file, taken


def _free(folder: Path, name: str) -> Path:
    """A name that is not taken: what is there may be the only copy of something."""
    at, file = 1, folder / f"{name}.db"
    while file.exists():
        at += 1
        file = folder / f"{name}-{at}.db"
    return file


# ---- the archive


def archive(ledger: Ledger, taken: list[Cut], file: Path) -> str:
    """Write what is retired into a new ledger, check it, put it under its name: its SHA-256."""
    beside = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        for cut in taken:
            _copy(ledger, cut, beside)
        _close(beside)
        with Ledger(beside) as made:
            faults = [one.fault for one in verify(made) if one.fault]
            rows = sum(chain.count for chain in made.chains())
        if faults or rows != sum(cut.count for cut in taken):
            raise Problem(
                f"the archive {file} is not whole: {(faults or ['records are missing'])[0]}",
                "Nothing was removed.",
                NOT_WHOLE,
            )
        _close(beside)
        os.link(beside, file)  # never over a file that is there
        folder = os.open(file.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as failure:
        raise Problem(
            f"the archive {file}: {failure.strerror or failure}",
            "Choose another folder. Nothing was removed.",
        ) from failure
    finally:
        for one in (beside, *(beside.with_name(beside.name + end) for end in ("-wal", "-shm"))):
            one.unlink(missing_ok=True)


def _copy(ledger: Ledger, cut: Cut, file: Path) -> None:
    chain = cut.chain
    now = cut.received_ms
    after = cut.before.last if cut.before is not None else 0
    query = (
        "SELECT number, kind, received_ms, line FROM record"
        " WHERE chain = ? AND number >= ? AND number <= ? ORDER BY number"
    )
    intake = Intake(file, lambda: now)  # each as if it came again when it came
    try:
        intake.open(chain.table, chain.epoch)
        with explained(ledger.path):
            for at, (number, kind, received_ms, line) in enumerate(
                ledger.db.each(query, (chain.id, after, cut.until)), 1
            ):
                now = received_ms
                if cut.before is not None and number == after:
                    intake.continue_after(chain.table, chain.epoch, cut.before, kind, line)
                    continue
                intake.missing_before(number)
                intake.follow(line)
                if at % _BATCH == 0:
                    intake.commit()
        intake.commit()
    finally:
        intake.close()


def _close(file: Path) -> None:
    """One file, on the disk: what SQLite keeps beside it goes into it."""
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    handle = os.open(file, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


# ---- what still counts


def facts(ledger: Ledger, cut: Cut) -> dict[str, Any]:
    """Of the records that are retired, what is wanted of them for what comes after."""
    told = cut.before.facts if cut.before is not None else {}
    after = cut.before.last if cut.before is not None else 0
    days = list(told.get("days", [""]))
    standing = _Standing()
    for body in told.get("standing", ()):
        standing.take(tuple(body))
    for entry in ledger.entries(cut.chain, _STANDING, after, cut.last):
        with believing(entry):
            standing.take(entry.body)
            if entry.kind == "day_open" and entry.body[1] not in days:
                days.append(entry.body[1])
    books = None
    with contextlib.suppress(Problem):  # records are missing: nobody can work them out
        books = books_of(ledger, cut.chain, cut.last).books.dump()
    return {"books": books, "days": days, "standing": standing.bodies()}


class _Standing:
    """What stands until something ends it, as the floor asks for it (room/table_state.py)."""

    def __init__(self) -> None:
        self._last: dict[str, tuple] = {}
        self._faults: dict[tuple[str, str], tuple] = {}
        self._hits: list[tuple] = []

    def take(self, body: tuple) -> None:
        kind = body[0]
        if kind == "fault":
            self._faults[body[1], body[2]] = body
        elif kind == "fault_over":
            self._faults.pop((body[1], body[2]), None)
        elif kind == "jackpot_hit":
            self._hits.append(body)
        elif kind == "jackpot_confirmed":
            del self._hits[:1]
        else:
            self._last[kind] = body
            if kind == "boot":
                self._faults.clear()

    def bodies(self) -> list[list]:
        return [list(one) for one in (*self._last.values(), *self._faults.values(), *self._hits)]


# ---- and only then


def remove(
    place: Place,
    taken: list[tuple[Cut, dict[str, Any]]],
    file: str,
    digest: str,
    now_ms: Callable[[], int] = wall_ms,
) -> None:
    """One transaction, signed: all of it or nothing; a Problem when the ledger has changed."""
    db = connect(place, create=True, now_ms=now_ms)
    host = HostChain(db)
    now = now_ms()  # times of receipt are signed as how long ago they were: one moment for all
    try:
        with explained(place), _transaction(db):
            for cut, told in sorted(
                taken, key=lambda one: (one[0].chain.table, one[0].chain.epoch)
            ):
                chain = cut.chain
                if db.lock_row:
                    lock = "SELECT id FROM chain WHERE id = ?" + db.lock_row
                    db.execute(lock, (chain.id,)).fetchone()
                where = "FROM record WHERE chain = ? AND number <= ?"
                (count,) = db.execute(f"SELECT count(*) {where}", (chain.id, cut.until)).fetchone()
                if count != cut.count:
                    raise Problem(
                        f"{chain.table}, epoch {chain.epoch}: records came into what was archived",
                        f"Nothing was removed. Try again; {file} is only a copy.",
                    )
                _keep(db, host, cut, now)
                db.execute(
                    "DELETE FROM record WHERE chain = ? AND number < ?", (chain.id, cut.last)
                )
                db.execute("DELETE FROM gap WHERE chain = ? AND last < ?", (chain.id, cut.last))
                of = (chain.table, chain.epoch, cut.last, cut.digest, cut.received_ms)
                host.retired(*of, file, digest, told)
            end = host.seal(now)
        if end is not None:
            note(place, host.key, *end)
    finally:
        db.close()


def _keep(db: Any, host: HostChain, cut: Cut, now_ms: int) -> None:
    """What came in one commit with retired records is signed anew: that entry can be checked no
    longer."""
    for first, last in cut.beside:
        rows = db.execute(
            "SELECT number, received_ms, digest FROM record WHERE chain = ?"
            " AND number BETWEEN ? AND ? ORDER BY number",
            (cut.chain.id, first, last),
        ).fetchall()
        if rows:
            host.kept(cut.chain.table, cut.chain.epoch, [Row(*row) for row in rows], now_ms)


@contextlib.contextmanager
def _transaction(db: Any) -> Iterator[None]:
    db.begin()
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise
