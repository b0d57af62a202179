"""Records from another ledger, e.g. of a technician's laptop: each once, gaps are filled."""

from __future__ import annotations

from dataclasses import dataclass

from cardtable.records import BrokenChain
from host_tools.common.problems import NOT_WHOLE, Problem
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place

_BATCH = 500


@dataclass(frozen=True)
class Merged:
    """What came of one chain."""

    table: str
    epoch: int
    new: int
    known: int


def merge(source: Ledger, into: Place) -> list[Merged]:
    """Take every record of `source`; a chain that forks from the one here is refused."""
    intake = Intake(into)
    try:
        return [
            _chain(source, intake, chain.table, chain.epoch)
            for chain in source.chains()
            if chain.count
        ]
    finally:
        intake.close()


def _chain(source: Ledger, intake: Intake, table: str, epoch: int) -> Merged:
    intake.open(table, epoch)
    new = known = 0
    for at, (number, line) in enumerate(source.numbered_lines(table, epoch), 1):
        try:
            intake.missing_before(number)
            taken = intake.follow(line)
        except BrokenChain as broken:
            raise Problem(
                f"{source.path}: table {table}, epoch {epoch}: {broken}",
                "The two ledgers do not belong together; what was stored before is unchanged.",
                NOT_WHOLE,
            ) from broken
        new += taken is not None
        known += taken is None
        if at % _BATCH == 0:
            intake.commit()
    intake.commit()
    return Merged(table, epoch, new, known)
