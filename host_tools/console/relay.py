"""Other programs at the console's board: they speak the link's protocol, as if it were the board.

Questions and signed commands go through the hub. Records come out of the console's ledger, so no
program disturbs another's place in them, and nobody but the console acknowledges. Commands carry a
counter that only rises, for all programs together: one that is used already is not sent on (the
board would record a replay) but answered with `counter_used` and the counter that counts.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from dataclasses import astuple, replace
from typing import TYPE_CHECKING, Any

from cardtable.desk.messages import MESSAGES
from cardtable.link.lines import LineReader, frame, message
from cardtable.records import dumps
from host_tools.common.problems import Problem
from host_tools.ledger.ledger import Ledger
from host_tools.link import sharing
from host_tools.link.connection import SHARED, NotDone

if TYPE_CHECKING:
    from host_tools.console.board_service import BoardService

_LOOK_S = 0.05
_ANSWER_S = 10.0
_WAIT_S = 4.0  # for the board to be there
_LONGEST_LINE = 4096
_BATCH = 64
_MOST = 8  # guests at a time
# Whoever orders these opens the port itself next, which is not to be had.
_NEED_THE_PORT = ("maintenance", "maintenance_now")


class Relay:
    """Lets others in at the claimed port; `close` sends them away."""

    def __init__(self, hub: BoardService, claim: sharing.Claim) -> None:
        self._hub = hub
        self._claim = claim
        self._over = threading.Event()
        self._guests: set[threading.Thread] = set()
        self._listener = sharing.listen(claim.port)
        if self._listener is not None:
            self._listener.settimeout(0.5)
            threading.Thread(target=self._run, name="relay", daemon=True).start()

    def close(self) -> None:
        self._over.set()
        if self._listener is not None:
            with contextlib.suppress(OSError):
                sharing.socket_path(self._claim.port).unlink(missing_ok=True)
            self._listener.close()
        self._claim.release()

    def _run(self) -> None:
        assert self._listener is not None
        while not self._over.is_set():
            try:
                line, _ = self._listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            self._guests = {one for one in self._guests if one.is_alive()}
            if len(self._guests) >= _MOST:
                line.close()
                continue
            guest = threading.Thread(target=self._serve, args=(line,), name="guest", daemon=True)
            self._guests.add(guest)
            guest.start()

    def _serve(self, line: socket.socket) -> None:
        with contextlib.suppress(OSError, Problem), line:
            _Guest(self._hub, line, self._over).serve()


class _Guest:
    """One program: what it says, and what it is told."""

    def __init__(self, hub: BoardService, line: socket.socket, over: threading.Event) -> None:
        self._hub = hub
        self._line = line
        self._over = over
        self._reader = LineReader(_LONGEST_LINE)
        self._sent: int | None = None  # the last record it has; None: it wants none
        self._table = ("", 0)
        self._ledger: Ledger | None = None

    def serve(self) -> None:
        try:
            while not self._over.is_set():
                self._line.settimeout(_LOOK_S)
                try:
                    data = self._line.recv(4096)
                    if not data:
                        return
                except TimeoutError:
                    data = b""
                for payload in self._reader.feed(data):
                    self._take(_message(payload))
                self._feed()
        finally:
            if self._ledger is not None:
                self._ledger.close()

    def _say(self, *told: Any) -> None:
        self._send(frame(dumps(told).encode()))

    def _send(self, data: bytes) -> None:
        self._line.settimeout(5)
        self._line.sendall(data)

    def _take(self, told: list | None) -> None:
        if told is None or MESSAGES.why_not(told) or MESSAGES.row(told[0])[2] != "host":
            self._say("error", "line", "not understood")
            return
        getattr(self, f"_{told[0]}")(*told[1:])

    # ---- what a host says

    def _hail(self, _protocol: int) -> None:
        end = time.monotonic() + _WAIT_S
        while self._hub.hello is None:
            if self._over.is_set() or time.monotonic() > end:
                raise Problem("the board is away", "Plug it in again; nothing is lost.")
            self._over.wait(_LOOK_S)
        hello = self._hub.hello
        number, counter = self._hub.last, self._hub.counter
        self._table = (hello.table, hello.epoch)
        self._say("hello", *astuple(replace(hello, last=number, counter=counter)))
        for told in self._hub.halted:
            self._say(*told)

    def _greet(self, protocol: int, epoch: int, have: int) -> None:
        self._hail(protocol)
        if epoch == self._table[1]:
            self._sent = have

    def _ack(self, _epoch: int, _number: int) -> None:
        pass  # the console has them already, durably

    def _ask(self, number: int, what: str, args: list) -> None:
        try:
            parts = self._hub.ask(what, *args).result(_ANSWER_S)
        except (Problem, TimeoutError) as failure:
            self._say("error", "ask", _plain(failure))
            return
        for at, part in enumerate(parts):
            self._say("answer", number, at, 1, part)
        self._say("answer", number, len(parts), 0, None)

    def _do(self, role: str, counter: int, mac: str, text: str) -> None:
        try:
            command = json.loads(text)
        except (ValueError, RecursionError):
            command = None
        if isinstance(command, list) and command[:1] and command[0] in _NEED_THE_PORT:
            self._say("reply", counter, SHARED, None)
            return
        try:
            detail = self._hub.do_signed(role, counter, mac, text).result(_ANSWER_S)
            self._say("reply", counter, "ok", detail)
        except NotDone as refused:
            self._say("reply", counter, refused.refusal, refused.detail)
        except (Problem, TimeoutError) as failure:
            self._say("error", "do", _plain(failure))

    # ---- records

    def _feed(self) -> None:
        hello = self._hub.hello
        if self._sent is None or hello is None:
            return
        if (hello.table, hello.epoch) != self._table:
            raise Problem("another board is there", "Begin anew.")  # whoever greets anew is told so
        if self._hub.last <= self._sent:
            return
        if self._ledger is None:
            self._ledger = Ledger(self._hub.ledger)
        until = min(self._hub.last, self._sent + _BATCH)
        for _, line in self._ledger.numbered_lines(*self._table, self._sent, until):
            self._send(frame(line))
        self._sent = until


def _message(payload: bytes) -> list | None:
    try:
        return message(payload)
    except RecursionError:
        return None


def _plain(failure: BaseException) -> str:
    text = str(failure) or "no answer"
    return "".join(c if " " <= c <= "~" else "?" for c in text)[:200]
