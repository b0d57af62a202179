"""Every record hashed again, followed from its neighbour and held against the host's own chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtable.records import BrokenChain, digest, origin
from host_tools.ledger.engine import explained
from host_tools.ledger.host_verify import HostVerdict, against, host_verdict
from host_tools.ledger.ledger import ChainInfo, Gap, Ledger, Retired
from host_tools.ledger.lines import decoded


@dataclass(frozen=True)
class Verdict:
    """What came of one chain; `fault` is None when it is whole."""

    chain: ChainInfo
    gaps: list[Gap]
    refused: int
    host: HostVerdict
    record: int | None = None  # the first that is wrong
    fault: str | None = None
    retired: Retired | None = None


def verify(ledger: Ledger, table: str | None = None) -> Iterator[Verdict]:
    """A verdict for every chain. The file's own structure is checked first.

    All of one moment: records that come meanwhile would look like somebody else's.
    """
    with explained(ledger.path), ledger.db.snapshot():
        found = list(_verdicts(ledger, table))
    yield from found


def _verdicts(ledger: Ledger, table: str | None) -> Iterator[Verdict]:
    with explained(ledger.path):
        health = ledger.db.health()
    if health != "ok":
        broken = HostVerdict(fault=f"the file is damaged: {health}")
        for chain in ledger.chains(table):
            yield Verdict(chain, ledger.gaps(chain), 0, broken, None, broken.fault)
        return
    host = host_verdict(ledger)
    chains = ledger.chains(table)
    for chain in chains:
        gaps = ledger.gaps(chain)
        found = _first_fault(ledger, chain, gaps)
        if found is None and host.fault is None and ledger.has_host_chain:
            found = against(ledger, chain, host.of.get((chain.table, chain.epoch)))
        # What of the host's chain is wrong may hide something of every table.
        record, fault = found or (None, host.fault)
        refused, retired = len(ledger.refused(chain)), ledger.retired(chain)
        yield Verdict(chain, gaps, refused, host, record, fault, retired)
    there = {(chain.table, chain.epoch) for chain in chains}
    for (name, epoch), signed in host.of.items():
        if (name, epoch) not in there and signed.runs and table in (None, name):
            gone = ChainInfo(0, name, epoch, 0, 0, 0, "")
            yield Verdict(gone, [], 0, host, None, "all its records were deleted")


def _first_fault(ledger: Ledger, chain: ChainInfo, gaps: list[Gap]) -> tuple[int, str] | None:
    due = 1
    previous: str | None = origin(chain.table, chain.epoch)
    retired = ledger.retired(chain)
    if retired is not None:  # that it is signed, and is this one, is for host_verify to say
        due, previous = retired.last, None
    lost = {gap.first: gap.last for gap in gaps}
    query = "SELECT number, kind, digest, line FROM record WHERE chain = ? ORDER BY number"
    with explained(ledger.path):
        for number, kind, kept, line in ledger.db.each(query, (chain.id,)):
            if due in lost:
                due, previous = lost[due] + 1, None
            if number != due:
                return due, f"record {due} is missing"
            fault = _fault(chain, number, kind, kept, line, previous)
            if fault:
                return number, fault
            due, previous = number + 1, kept
    if due in lost or due <= chain.last:
        return due, f"record {due} is missing"
    return None


def _fault(
    chain: ChainInfo, number: int, kind: str, kept: str, line: bytes, previous: str | None
) -> str | None:
    try:
        record = decoded(line)
    except BrokenChain:
        return f"record {number} was altered: it cannot be read"
    if digest(line) != kept:
        return f"record {number} was altered: its bytes are not those that came"
    if (record[1], record[2], record[6]) != (chain.epoch, number, kind):
        where = f"record {record[2]} of epoch {record[1]}"
        return f"record {number} was altered: {where} stands in its place"
    if previous is not None and record[5] != previous:
        return f"record {number} does not continue record {number - 1}: one of them was altered"
    return None
