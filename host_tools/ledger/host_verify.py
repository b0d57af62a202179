"""The host's own chain followed from its beginning, and every record held against it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from cardtable.records import digest
from host_tools.ledger.engine import explained
from host_tools.ledger.host_chain import HEAD, ORIGIN, VERSION, Row, digest_of
from host_tools.ledger.host_key import is_signed, key_id, known_key, noted
from host_tools.ledger.ledger import ChainInfo, Ledger, Retired

_RECORDS = ("took", "adopted")
_AHEAD = 500  # records that are read together: an entry may have signed one


@dataclass
class Signed:
    """What the host has signed of one table and epoch."""

    runs: list[tuple[int, int]] = field(default_factory=list)  # first, last
    gaps: set[tuple[int, int]] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    retired: Retired | None = None
    fault: str | None = None  # the first thing that is not as it was signed
    record: int | None = None


class _Rows:
    """Records of one chain by number. The next ones are asked for with them: they came in order."""

    def __init__(self, ledger: Ledger, chain: tuple[str, int]) -> None:
        self._ledger = ledger
        self._chain = chain
        self._first, self._last = 1, 0  # what was asked for
        self._found: dict[int, Row] = {}

    def between(self, first: int, last: int) -> list[Row]:
        if first < self._first:  # something of before that came late
            return [Row(*row) for row in self._ledger.rows(*self._chain, first, last)]
        if last > self._last:
            self._first, self._last = first, max(last, first + _AHEAD)
            rows = self._ledger.rows(*self._chain, self._first, self._last)
            self._found = {row[0]: Row(*row) for row in rows}
        numbers = range(first, last + 1)
        return [self._found[number] for number in numbers if number in self._found]


@dataclass
class HostVerdict:
    """The host's chain itself."""

    entries: int = 0
    digest: str = ""
    keys: list[tuple[str, int]] = field(default_factory=list)  # (key, the first entry it signed)
    ours: str | None = None  # this computer's key
    noted: bool = False  # this computer has a note of the ledger, and it fits
    before: int = 0  # entries of a ledger that lay here before this one
    fault: str | None = None
    of: dict[tuple[str, int], Signed] = field(default_factory=dict)
    retired: dict[tuple[str, int], Retired | None] = field(default_factory=dict)  # as it is said

    @property
    def key(self) -> str | None:
        return self.keys[-1][0] if self.keys else None


def host_verdict(ledger: Ledger) -> HostVerdict:
    """Every entry checked; what each chain must look like, and the first thing that does not."""
    made = HostVerdict()
    key = known_key()
    made.ours = key.id if key else None
    note = noted(ledger.path)
    seen: dict[int, str] = {}
    rows: dict[tuple[str, int], _Rows] = {}
    if ledger.has_host_chain:
        # Known beforehand: what came long ago is gone by an entry that follows much later.
        for chain in ledger.chains():
            made.retired[chain.table, chain.epoch] = ledger.retired(chain)
        for entry in _followed(ledger, made):
            if note is not None and entry[1] == note.number:
                seen[note.number] = made.digest
            _take(ledger, made, entry, rows)
    if note is not None and made.fault is None:
        if note.why:
            made.fault = note.why
        elif seen.get(note.number) != note.digest:
            made.fault = (
                f"this host has signed entry {note.number} of a ledger here, and that is not in it:"
                " it was put back to an earlier state, or exchanged"
            )
        else:
            made.noted = True
    return made


def _followed(ledger: Ledger, made: HostVerdict) -> Iterator[list]:
    with explained(ledger.path):
        keys = {
            name: public
            for name, public in ledger.db.execute("SELECT id, public FROM host_key").fetchall()
            if isinstance(public, bytes) and key_id(public) == name
        }
        previous, due = ORIGIN, 1
        for number, line, signature in ledger.db.each(
            "SELECT number, line, signature FROM host ORDER BY number"
        ):
            if number != due:
                made.fault = f"entry {due} of the host's chain is missing"
                return
            entry = _entry(line)
            if entry is None or entry[:2] != [VERSION, number] or not isinstance(line, bytes):
                made.fault = f"entry {number} of the host's chain was altered"
                return
            if entry[3] != previous:
                made.fault = f"entry {number} of the host's chain does not continue the one before"
                return
            public = keys.get(entry[4]) if isinstance(entry[4], str) else None
            if public is None or not is_signed(public, signature, line):
                made.fault = f"entry {number} of the host's chain is not signed by the key it names"
                return
            if not made.keys or made.keys[-1][0] != entry[4]:
                made.keys.append((entry[4], number))
            previous, due = digest(line), number + 1
            made.entries, made.digest = number, previous
            yield entry


def _entry(line: Any) -> list | None:
    try:
        entry = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return None
    fits = isinstance(line, bytes) and isinstance(entry, list) and len(entry) > HEAD
    return entry if fits else None


def _take(
    ledger: Ledger, made: HostVerdict, entry: list, kept: dict[tuple[str, int], _Rows]
) -> None:
    """What is signed was written by this program: its shape is believed, its facts are compared."""
    now_ms, what, values = entry[2], entry[HEAD], entry[HEAD + 1 :]
    if what == "begun":
        made.before = values[0]
        return
    if what not in (*_RECORDS, "gap", "refused", "retired", "kept"):
        return
    table, epoch, *rest = values
    signed = made.of.setdefault((table, epoch), Signed())
    if what == "gap":
        signed.gaps.add((rest[0], rest[1]))
    elif what == "refused":
        signed.refused.add(rest[0])
    elif what == "retired":
        signed.retired = Retired(*rest)
    else:
        runs, ages, of = rest
        times = [now_ms - age for age in ages]
        said = made.retired.get((table, epoch))
        gone = said.last if said is not None else 0
        if what != "kept":
            for first, last in runs:
                if last > gone:
                    signed.runs.append((max(first, gone + 1), last))
                _fill(signed.gaps, first, last)
        if signed.fault is None:
            chain = (table, epoch)
            rows = kept.setdefault(chain, _Rows(ledger, chain))
            _compare(rows, signed, runs, times, of, gone)


def _fill(gaps: set[tuple[int, int]], first: int, last: int) -> None:
    for gap in [one for one in gaps if one[0] <= last and first <= one[1]]:
        gaps.remove(gap)
        if gap[0] < first:
            gaps.add((gap[0], first - 1))
        if last < gap[1]:
            gaps.add((last + 1, gap[1]))


def _compare(rows: _Rows, signed: Signed, runs: list, times: list[int], of: str, gone: int) -> None:
    """`gone`: up to where the chain was retired. What came with such records is signed anew."""
    found: dict[int, Row] = {}
    for first, last in runs:
        if last > gone:
            found |= {row.number: row for row in rows.between(max(first, gone + 1), last)}
    numbers = [number for first, last in runs for number in range(first, last + 1)]
    for number, time_ms in zip(numbers, times, strict=False):
        if number <= gone:
            continue
        row = found.get(number)
        if row is None:
            signed.record = number
            signed.fault = f"record {number} came on {_when(time_ms)} and was deleted since"
            return
        if row.received_ms != time_ms:
            signed.record = number
            signed.fault = f"the time of receipt of record {number} was altered: {_when(time_ms)}"
            return
    if numbers[0] > gone and digest_of(found[number] for number in numbers) != of:
        signed.record = numbers[0]
        which = f"record {numbers[0]}"
        if len(numbers) > 1:
            which = f"one of the records {numbers[0]} to {numbers[-1]}"
        signed.fault = f"{which} is not the one that came on {_when(times[0])}"


def _when(ms: int) -> str:
    try:
        return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return f"{ms} ms"


def against(
    ledger: Ledger, chain: ChainInfo, signed: Signed | None
) -> tuple[int | None, str] | None:
    """(record, what is not as the host has signed it) of one chain; None when everything is."""
    if signed is None:
        return (None, "this host has signed nothing of it") if chain.count else None
    if signed.fault is not None:
        return signed.record, signed.fault
    retired = ledger.retired(chain)
    if retired != signed.retired:
        last = (signed.retired or retired or Retired(0, "", 0, "", "")).last
        return last, f"what was retired up to record {last} is not what this host has signed"
    if retired is not None:
        anchor = (retired.last, retired.received_ms, retired.digest)
        if [tuple(row) for row in ledger.rows(chain.table, chain.epoch, 0, retired.last)] != [
            anchor
        ]:
            return retired.last, (
                f"of the records up to {retired.last}, which were retired, there is another left"
                " than this host has kept"
            )
        signed.runs.append((retired.last, retired.last))
        signed.gaps = {gap for gap in signed.gaps if gap[0] > retired.last}
    if chain.count != sum(last - first + 1 for first, last in signed.runs):
        number = _stranger(ledger, chain, signed)
        return number, f"record {number} was put in by somebody else than this host"
    gaps = {(gap.first, gap.last) for gap in ledger.gaps(chain)}
    if gaps != signed.gaps:
        first, last = min(gaps ^ signed.gaps)
        kind = "made up" if (first, last) in gaps else "taken out"
        return (
            first,
            f"the gap from record {first} to {last} was {kind}: this host has not signed it",
        )
    refused = {digest(line) for _, line in ledger.refused(chain)}
    if refused != signed.refused:
        return None, "what was set aside is not what this host has set aside"
    return None


def _stranger(ledger: Ledger, chain: ChainInfo, signed: Signed) -> int:
    ours = sorted(signed.runs)
    at = 0
    for number, _, _ in ledger.rows(chain.table, chain.epoch, 0, chain.last):
        while at < len(ours) and ours[at][1] < number:
            at += 1
        if at == len(ours) or number < ours[at][0]:
            return number
    return chain.last
