"""The room's own tables in its database: one transaction a deed, all or nothing."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.ledger.engine import explained, one_transaction
from host_tools.ledger.place import DatabaseUrl
from host_tools.ledger.postgres import PostgresConnection


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Refused(Problem):
    """A deed that is not done, in words; `rule` when a document says so."""

    def __init__(self, text: str, hint: str = "", rule: str = "", status: int = 409) -> None:
        super().__init__(text, hint, BAD_INPUT)
        self.rule = rule
        self.status = status  # as HTTP counts it


@contextlib.contextmanager
def transaction(place: DatabaseUrl) -> Iterator[PostgresConnection]:
    """What is done within is in force when it ends, and not at all when it fails."""
    with explained(place):
        db = PostgresConnection(place)
        with one_transaction(db):
            yield db
