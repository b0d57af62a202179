"""Rounds that a board has played under a policy of release, in a ledger."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

from cardtable.records import HEAD, Chain
from host_tools.ledger.intake import Intake
from tests.integration.table.rounds import on_cpython

TABLE = "t1"
ALL = (("reveal", "all"), ("reveal_minutes", 0), ("reveal_approval", "GRC 2026/17"))
SHOWN = (("reveal", "shown"), ("reveal_minutes", 0))
NEVER = ()
_EPOCH = 1


@cache
def lines(game: str = "holdem", policy: tuple = ALL, rounds: int = 3, seed: int = 5) -> list[bytes]:
    """The records of a few rounds, as a board has told them."""
    with tempfile.TemporaryDirectory() as folder:
        _, listener = on_cpython(Path(folder), rounds, seed, game=game, determinations=dict(policy))
    told = {json.loads(line)[2]: bytes(line) for line in listener.lines}
    return [told[number] for number in sorted(told)]


def told_by(table: str, records: list[bytes]) -> list[bytes]:
    """The same records as a table of this name would have told them."""
    chain = Chain(table, _EPOCH)
    told = [json.loads(line) for line in records]
    return [chain.encode(tuple(one[HEAD:]), one[3], one[4]) for one in told]


def stored(path: Path, records: list[bytes], table: str = TABLE) -> Path:
    """A ledger with these records under a table's name; what is there already stays."""
    intake = Intake(path)
    intake.open(table, _EPOCH)
    for line in told_by(table, records):
        intake.follow(line)
    intake.commit()
    intake.close()
    return path


def before(records: list[bytes], kind: str, nth: int = 0) -> list[bytes]:
    """The records before the nth of a kind."""
    at = [n for n, line in enumerate(records) if json.loads(line)[HEAD] == kind]
    return records[: at[nth]]
