"""Every record hashed again and followed from its neighbour: names the first that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtable.records import BrokenChain, decode, digest, origin
from host_tools.ledger.ledger import ChainInfo, Gap, Ledger
from host_tools.ledger.schema import explained


@dataclass(frozen=True)
class Verdict:
    """What came of one chain; `fault` is None when it is whole."""

    chain: ChainInfo
    gaps: list[Gap]
    refused: int
    record: int | None = None  # the first that is wrong
    fault: str | None = None


def verify(ledger: Ledger, table: str | None = None) -> Iterator[Verdict]:
    """A verdict for every chain. The file's own structure is checked first."""
    with explained(ledger.path):
        ((health,),) = ledger.db.execute("PRAGMA quick_check(1)").fetchall()
    for chain in ledger.chains(table):
        gaps = ledger.gaps(chain)
        refused = len(ledger.refused(chain))
        if health != "ok":
            yield Verdict(chain, gaps, refused, None, f"the file is damaged: {health}")
            continue
        record, fault = _first_fault(ledger, chain, gaps) or (None, None)
        yield Verdict(chain, gaps, refused, record, fault)


def _first_fault(ledger: Ledger, chain: ChainInfo, gaps: list[Gap]) -> tuple[int, str] | None:
    due = 1
    previous: str | None = origin(chain.table, chain.epoch)
    lost = {gap.first: gap.last for gap in gaps}
    query = "SELECT number, kind, digest, line FROM record WHERE chain = ? ORDER BY number"
    with explained(ledger.path):
        for number, kind, kept, line in ledger.db.execute(query, (chain.id,)):
            if due in lost:
                due, previous = lost[due] + 1, None
            if number != due:
                return due, f"record {due} is missing"
            fault = _fault(chain, number, kind, kept, line, previous)
            if fault:
                return number, fault
            due, previous = number + 1, kept
    if due in lost:
        return due, f"record {due} is missing"
    return None


def _fault(
    chain: ChainInfo, number: int, kind: str, kept: str, line: bytes, previous: str | None
) -> str | None:
    try:
        record = decode(line)
    except (BrokenChain, RecursionError):
        return f"record {number} was altered: it cannot be read"
    if digest(line) != kept:
        return f"record {number} was altered: its bytes are not those that came"
    if (record[1], record[2], record[6]) != (chain.epoch, number, kind):
        where = f"record {record[2]} of epoch {record[1]}"
        return f"record {number} was altered: {where} stands in its place"
    if previous is not None and record[5] != previous:
        return f"record {number} does not continue record {number - 1}: one of them was altered"
    return None
