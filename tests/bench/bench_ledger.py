"""Records a second into the ledger, against plain inserts into SQLite in the same run.

Both commit every 16 records, as many as a board sends at once, and wait for the disk each time.
The ledger also reads the line, checks its chain, hashes it and stores it under its number.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from cardtable.link.lines import LineReader, frame
from cardtable.link.server import WINDOW
from cardtable.records import Chain
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.verify import verify
from tests.bench.framework import Contender, Target, race, race_table

OURS = "ledger"
PLAIN = "plain inserts"
TARGET = Target(PLAIN, 0.3)  # checking must not cost more than about two thirds
_BATCH = 20 * WINDOW


def contenders(folder: Path) -> dict[str, Contender]:
    """Each writes a batch of records on every call, into its own file."""
    intake = Intake(folder / "ledger.db")
    intake.open("bench", 1)
    chain = Chain("bench", 1)

    def ledger() -> int:
        for at in range(_BATCH):
            intake.follow(chain.encode(("bet", 3, 1000), "u", chain.number))
            if at % WINDOW == WINDOW - 1:
                intake.commit()
        return _BATCH

    database = sqlite3.connect(folder / "plain.db", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE record (number INTEGER PRIMARY KEY, line BLOB)")
    other = Chain("bench", 1)

    def plain() -> int:
        for at in range(_BATCH):
            if at % WINDOW == 0:
                database.execute("BEGIN")
            line = other.encode(("bet", 3, 1000), "u", other.number)
            database.execute("INSERT INTO record (line) VALUES (?)", (line,))
            if at % WINDOW == WINDOW - 1:
                database.execute("COMMIT")
        return _BATCH

    return {OURS: ledger, PLAIN: plain}


def reading(folder: Path) -> dict[str, Contender]:
    """What else a record goes through: the line off the wire, and a later verification."""
    chain = Chain("bench", 1)
    data = b"".join(frame(chain.encode(("bet", 3, 1000), "u", n)) for n in range(_BATCH))

    def lines() -> int:
        return len(LineReader(4096).feed(data))

    def verified() -> int:
        with Ledger(folder / "ledger.db") as ledger:
            return sum(verdict.chain.count for verdict in verify(ledger))

    return {"lines off the wire": lines, "records verified": verified}


def measured() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as made:
        return race(contenders(Path(made)))


def tables() -> Iterator[Table]:
    with tempfile.TemporaryDirectory() as made:
        rates = race(contenders(Path(made)))
        yield race_table("ledger: records a second, durable", rates, OURS, TARGET)
        other = Table("", title="ledger: beside it")
        other.add_column("a second", justify="right")
        for name, rate in race(reading(Path(made))).items():
            other.add_row(name, f"{rate:,.0f}")
        yield other
