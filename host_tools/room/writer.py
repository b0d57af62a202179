"""Reports into the ledger: exactly once, whoever sends them and however often.

One thread writes. What has come in meanwhile, from whichever tables, is one transaction: the head
of each (table, epoch) is locked in the order of names, every chain checked, what is new inserted,
then one commit; whoever waits is answered after it. Several rooms on one database take turns at
the heads.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from cardtable.records import HEAD, BrokenChain
from host_tools.common.problems import Problem
from host_tools.forwarding.protocol import Report
from host_tools.ledger.intake import Intake, wall_ms
from host_tools.ledger.lines import decoded
from host_tools.ledger.place import Place

_MOST = 64  # reports to a transaction
_WAITING = 4096  # reports that may wait; beyond that the room says it is busy


@dataclass
class Taken:
    """What came of a report."""

    table: str
    epoch: int
    last: int = 0
    gaps: list[tuple[int, int]] = field(default_factory=list)
    fresh: list[tuple[int, int, tuple]] = field(default_factory=list)  # number, received, body
    broken: str = ""


class Busy(Exception):
    """More is waiting than can be stored soon."""


class Writer:
    """`taken` is told of every commit, from the writer's thread."""

    def __init__(
        self,
        place: Place,
        taken: Callable[[list[Taken]], None],
        now_ms: Callable[[], int] = wall_ms,
    ) -> None:
        self._place = place
        self._taken = taken
        self._now_ms = now_ms
        self._queue: queue.Queue[tuple[str, Report, Future[Taken]] | None] = queue.Queue(_WAITING)
        self._intake: Intake | None = None
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.stored = 0
        self.commits = 0

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._queue.put(None)
        self._thread.join(30)

    def deliver(self, table: str, report: Report) -> Future[Taken]:
        """What came of it, later; a Problem when the database is away."""
        future: Future[Taken] = Future()
        try:
            self._queue.put_nowait((table, report, future))
        except queue.Full:
            raise Busy from None
        return future

    def _run(self) -> None:
        over = False
        while not over:
            waiting = [self._queue.get()]
            while len(waiting) < _MOST and not self._queue.empty():
                waiting.append(self._queue.get_nowait())
            batch = [one for one in waiting if one is not None]
            over = len(batch) < len(waiting)
            if batch:
                self._store(batch)
        self._drop()

    def _store(self, batch: list[tuple[str, Report, Future[Taken]]]) -> None:
        batch.sort(key=lambda one: (one[0], one[1].epoch))  # stable: of one table, as they came
        try:
            if self._intake is None:
                self._intake = Intake(self._place, self._now_ms)
            done = [(self._take(table, report), future) for table, report, future in batch]
            self._intake.commit()
        except Exception as failure:
            self._drop()
            why = (
                failure
                if isinstance(failure, Problem)
                else Problem(f"not stored: {failure!r}", "It is sent again by itself.")
            )
            for _, _, future in batch:
                if future.set_running_or_notify_cancel():
                    future.set_exception(why)
            return
        self.commits += 1
        self.stored += sum(len(taken.fresh) for taken, _ in done)
        self._taken([taken for taken, _ in done])
        for taken, future in done:
            if future.set_running_or_notify_cancel():
                future.set_result(taken)

    def _take(self, table: str, report: Report) -> Taken:
        intake = self._intake
        assert intake is not None
        intake.turn_to(table, report.epoch)
        made = Taken(table, report.epoch)
        lost = {(first, last) for first, last in report.gaps}
        try:
            for line in report.lines:
                number = decoded(line)[2]
                if number > intake.number + 1:
                    if (intake.number + 1, number - 1) not in lost:
                        break  # something was overtaken: it is asked for by how far we are
                    intake.missing_before(number)
                record = intake.follow(line)
                if record is not None:
                    made.fresh.append((number, self._now_ms(), tuple(record[HEAD:])))
        except BrokenChain as broken:
            made.broken = str(broken)
        made.last, made.gaps = intake.number, intake.gaps()
        return made

    def _drop(self) -> None:
        if self._intake is not None:
            self._intake.close()
            self._intake = None
