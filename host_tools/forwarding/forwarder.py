"""Everything the ledger has of one table, forwarded to the room: a thread that nobody waits for.

The ledger is the spool. The room says how far it has got and is sent what comes after; whatever
vanishes meanwhile, the next attempt begins by asking again. Nothing is ever forgotten here on the
room's word alone: a room that was put back to an earlier day is sent the rest once more.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlsplit

from host_tools.common.problems import Problem
from host_tools.forwarding.protocol import HEART_S, MOST_BYTES, MOST_RECORDS, Report
from host_tools.forwarding.room_key import RoomKey
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place

_LOOK_S = 0.1  # how often the ledger is looked at when nobody nudges
_ANSWER_S = 15.0
_AGAIN_S = (0.3, 5.0)  # the first pause after a failure, and the longest
_REFUSED_S = 20.0  # somebody has to do something first: less often


class Away(Exception):
    """The room cannot be reached, or cannot store at this moment."""


class Refused(Exception):
    """The room does not take this: the key, or the records. People must look."""


class Post(Protocol):
    """Sends one report and gives the answer; Away or Refused else."""

    def __call__(self, report: Report) -> dict[str, Any]: ...


class HttpsPost:
    """One connection that is kept, over TLS, to the room of a key."""

    def __init__(self, key: RoomKey) -> None:
        self._key = key
        self._context = key.context()
        self._line: http.client.HTTPSConnection | None = None

    def __call__(self, report: Report) -> dict[str, Any]:
        headers = {
            "authorization": f"Bearer {self._key.secret}",
            "content-type": "application/x-ndjson",
        }
        try:
            if self._line is None:
                at = urlsplit(self._key.room)
                self._line = http.client.HTTPSConnection(
                    at.hostname or "", at.port or 443, timeout=_ANSWER_S, context=self._context
                )
            self._line.request("POST", f"/intake/{self._key.table}", report.body(), headers)
            answer = self._line.getresponse()
            told = json.loads(answer.read())
            status = answer.status
        except (OSError, http.client.HTTPException, ValueError) as failure:
            self.close()
            raise Away(str(failure) or type(failure).__name__) from failure
        if status == 200 and isinstance(told, dict) and told.get("ok"):
            return told
        said = str(told.get("what", status)) if isinstance(told, dict) else str(status)
        if status in (400, 401, 403, 404, 409, 413):
            raise Refused(said)
        raise Away(said)

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class Forwarder:
    """One table. `status` gives what the room is told beside the records."""

    def __init__(
        self,
        ledger: Place,
        table: str,
        post: Post,
        status: Callable[[], dict[str, Any]],
        say: Callable[[str], None] = lambda _text: None,
    ) -> None:
        self._ledger = ledger
        self._table = table
        self._post = post
        self._status = status
        self._say = say
        self._said = ""
        self._have: dict[int, int] = {}  # epoch → the room's last record, as it said
        self._gaps: dict[int, list[list[int]]] = {}  # … and what it lacks before that
        self._told: dict[str, Any] = {}
        self._beat = 0.0
        self._reading: Ledger | None = None
        self._stop = threading.Event()
        self._nudged = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"room {table}", daemon=True)
        self.sent = 0
        self.ordered: Callable[[Any], None] = lambda _order: None  # what the room wants done
        self.leased: Callable[[Any], None] = lambda _lease: None  # what it has signed for the board

    def start(self) -> None:
        self._thread.start()

    def stop(self, limit_s: float = 2.0) -> None:
        self._stop.set()
        self._nudged.set()
        self._thread.join(limit_s)

    def nudge(self) -> None:
        """There is something new."""
        self._nudged.set()

    def is_up_to_date(self) -> bool:
        """Whether the room has everything that is in the ledger, as far as it has said."""
        with Ledger(self._ledger) as ledger:
            heads = ledger.heads(self._table)
        return all(self._have.get(epoch, 0) >= last for epoch, last in heads.items())

    def _run(self) -> None:
        pause = _AGAIN_S[0]
        while not self._stop.is_set():
            try:
                moved = self.step()
                pause = _AGAIN_S[0]
                self._tell("")
                if not moved:
                    self._nudged.wait(_LOOK_S)
                self._nudged.clear()
                continue
            except Away as away:
                self._tell(f"the room is away ({away}); its records wait here")
                wait, pause = pause, min(_AGAIN_S[1], pause * 2)
            except Refused as refused:
                self._tell(f"the room refuses table {self._table}: {refused}")
                wait = _REFUSED_S
            except Problem as problem:  # the ledger here is being written, moved or mended
                self._tell(problem.line())
                wait, pause = pause, min(_AGAIN_S[1], pause * 2)
            self._forget()
            # A room that comes back is not greeted by everybody in the same moment.
            self._stop.wait(wait * random.uniform(0.7, 1.3))
        self._close()

    def _forget(self) -> None:
        """Ask anew next time: it may be another room by then, or an older copy of it."""
        self._have.clear()
        self._gaps.clear()
        self._close()

    def _close(self) -> None:
        close = getattr(self._post, "close", None)
        if close is not None:
            close()
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    def _tell(self, text: str) -> None:
        if text != self._said:
            self._said = text
            self._say(text or "the room has everything again")

    def step(self) -> bool:
        """Send one report if there is anything to say: whether records went."""
        if self._reading is None:
            self._reading = Ledger(self._ledger)
        heads = self._reading.heads(self._table)
        for epoch, last in heads.items():
            if epoch not in self._have:
                self._send(Report(epoch, status=self._now()))
            if self._fill(epoch):
                return True
            if self._have[epoch] < last:
                return self._forward(epoch)
        status = self._status()
        if status != self._told or time.monotonic() - self._beat >= HEART_S:
            self._send(Report(max(heads, default=0), status=self._now()))
        return False

    def _now(self) -> dict[str, Any]:
        self._told = self._status()
        return self._told | {"clock_ms": time.time_ns() // 1_000_000}

    def _send(self, report: Report) -> None:
        told = self._post(report)
        self._beat = time.monotonic()
        self.ordered(told.get("wanted"))
        if told.get("lease") is not None:
            self.leased(told["lease"])
        if report.epoch:
            self._have[report.epoch] = int(told["last"])
            self._gaps[report.epoch] = [list(one) for one in told.get("gaps", [])]

    def _forward(self, epoch: int) -> bool:
        after = self._have[epoch]
        lines = self._piece(epoch, after, after + 4 * MOST_RECORDS)
        if not lines:  # a gap that is wider than that
            assert self._reading is not None
            lines = self._piece(epoch, after, (1 << 62) - 1)
        changed = self._status() != self._told
        report = Report(epoch, lines, self._lost(epoch), self._now() if changed else None)
        self._send(report)
        self.sent += len(lines)
        return self._have[epoch] > after

    def _piece(self, epoch: int, after: int, until: int) -> list[bytes]:
        assert self._reading is not None
        lines, size = [], 0
        for _, line in self._reading.numbered_lines(self._table, epoch, after, until):
            size += len(line) + 1
            if len(lines) == MOST_RECORDS or size > MOST_BYTES // 2:
                break
            lines.append(line)
        return lines

    def _lost(self, epoch: int) -> list[list[int]]:
        assert self._reading is not None
        gaps = self._reading.gaps_of(self._table, epoch)
        return [[gap.first, gap.last] for gap in gaps]

    def _fill(self, epoch: int) -> bool:
        """What the room lacks and this host has (learnt since, by import)."""
        gaps, self._gaps[epoch] = self._gaps.get(epoch, []), []
        for first, last in gaps:
            lines = self._piece(epoch, first - 1, last)
            if lines:
                self._send(Report(epoch, lines))
                self.sent += len(lines)
                return True
        return False
