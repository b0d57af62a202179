"""A trace run again through the same code that heard it: client, patience, errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardtable.link.lines import LineReader, message
from cardtable.records import BrokenChain, Chain, decode, digest
from host_tools.common.problems import Problem
from host_tools.link.record_pump import QUIET_S, Syncing
from host_tools.link.trace import HEARD, NOTE, SAID, Step
from host_tools.link.wire import Unplugged

Told = tuple[int, str, Any]  # milliseconds, what, details


class Replayed:
    """The steps of a trace, heard again; `problem` is what it came to, if anything."""

    def __init__(self, steps: list[Step]) -> None:
        self._steps = steps
        self.problem: Problem | None = None

    def run(self) -> Iterator[Told]:
        """What is understood, in order: hello, records, gaps, noise, what the host says."""
        cable: list[Step] = []
        for step in self._steps:
            if step.what == NOTE and step.data.startswith(b"open ") and cable:
                yield from self._cable(cable)
                cable = []
            cable.append(step)
        if cable:
            yield from self._cable(cable)

    def _cable(self, steps: list[Step]) -> Iterator[Told]:
        """One wire, from its opening to its end."""
        self.problem = None
        wire = _Played(steps)
        keep = _Recalled(wire)
        syncing = Syncing(wire, keep, wire.now)
        noise, hello = 0, None
        try:
            while True:
                fresh = syncing.pump(QUIET_S)
                client, ms = syncing.client, wire.ms
                if client.hello is not None and client.hello != hello:
                    hello = client.hello
                    yield ms, "hello", vars(hello)
                yield from ((ms, "gap", gap) for gap in keep.told())
                yield from ((ms, "record", record) for record in fresh)
                if client.noise != noise:
                    yield ms, "noise", f"{client.noise - noise} lines that are not ours"
                    noise = client.noise
        except Unplugged:
            yield wire.ms, "end", wire.ending
        except Problem as problem:
            self.problem = problem
            yield wire.ms, "problem", problem.line()
        said, recorded = wire.said(), wire.recorded()
        if said != recorded:
            yield wire.ms, "differs", _difference(said, recorded)


def _difference(said: list, recorded: list) -> str:
    """The first thing that this program says otherwise than the one that was recorded."""
    for at, (ours, theirs) in enumerate(zip(said, recorded, strict=False)):
        if ours != theirs:
            return f"message {at + 1} to the board was {theirs}, and is {ours} now"
    longer = said if len(said) > len(recorded) else recorded
    return f"{len(recorded)} messages to the board then, {len(said)} now: {longer[-1]}"


class _Played:
    """A wire that gives what was heard, when it was heard; ends when the trace does."""

    def __init__(self, steps: list[Step]) -> None:
        self._heard = [step for step in steps if step.what == HEARD]
        self._was_said = b"".join(step.data for step in steps if step.what == SAID)
        self._said = b""
        self.notes = [step.data.decode() for step in steps if step.what == NOTE]
        self.ms = steps[0].ms
        last = self.notes[-1] if self.notes else ""
        self.ending = "the trace ends" if last.startswith(("open ", "head ")) else last

    def now(self) -> float:
        return self.ms / 1000

    def read(self, wait_s: float) -> bytes:
        if not self._heard:
            raise Unplugged
        due = self._heard[0].ms
        if due > self.ms + wait_s * 1000:
            self.ms += int(wait_s * 1000)
            return b""
        self.ms = max(self.ms, due)
        return self._heard.pop(0).data

    def write(self, data: bytes) -> None:
        self._said += data

    def close(self) -> None:
        pass

    def said(self) -> list:
        """What this program says, but for greetings out of impatience: those go by the clock."""
        return _acknowledged(self._said)

    def recorded(self) -> list:
        return _acknowledged(self._was_said)


def _acknowledged(data: bytes) -> list:
    """The last acknowledgement of each stretch between greetings, and first greetings."""
    made: list = []
    for payload in LineReader(4096).feed(data):
        told = message(payload)
        if not told or told[0] not in ("greet", "ack"):
            continue
        if made and made[-1][0] == told[0]:
            made[-1] = told
        else:
            made.append(told)
    return [told for told in made if told[0] == "ack"][-1:]


class _Recalled:
    """A keep in memory that begins where the ledger was when the trace was made."""

    def __init__(self, wire: _Played) -> None:
        self._heads = [note.split(" ", 4)[1:] for note in wire.notes if note.startswith("head ")]
        self._chain: Chain | None = None
        self._gap_from: int | None = None
        self._gaps: list[str] = []

    @property
    def number(self) -> int:
        return self._chain.number if self._chain else 0

    def told(self) -> list[str]:
        gaps, self._gaps = self._gaps, []
        return gaps

    def open(self, table: str, epoch: int) -> None:
        for head in self._heads:
            if int(head[0]) == epoch and head[3] == table:
                self._chain = Chain(table, epoch, int(head[1]), head[2])
                return
        self._chain = Chain(table, epoch)

    def follow(self, line: bytes) -> list | None:
        assert self._chain is not None
        record = decode(line)
        if record[1] == self._chain.epoch and record[2] <= self._chain.number:
            if record[2] == self._chain.number and digest(line) != self._chain.last:
                raise BrokenChain(f"record {record[2]} is not the one that was stored before")
            return None  # its bytes are in the ledger of then
        if record[2] == self._gap_from:
            self._gaps.append(f"records {self._chain.number + 1} to {record[2] - 1} are missing")
            self._chain.number, self._chain.last = record[2] - 1, record[5]
        if not isinstance(record[4], int):
            raise BrokenChain("not a record")
        return self._chain.follow(line)

    def missing_before(self, number: int) -> None:
        self._gap_from = number

    def commit(self) -> None:
        pass
