"""One conversation with one board, for many who ask: records into the ledger, questions, commands.

A thread of its own owns wire and ledger. It comes back by itself when the board does; while it is
away, everything that is asked fails at once and says so.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Protocol

from cardtable.link.keys import ROOM
from cardtable.link.lines import LIMIT, bounded, frame
from cardtable.records import body, dumps
from host_tools.common.problems import BAD_INPUT, NO_BOARD, Problem
from host_tools.console.relay import Relay
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place
from host_tools.link import sharing
from host_tools.link.client import LinkClient
from host_tools.link.connection import COUNTER_USED, NotDone, signed_command
from host_tools.link.hello import Hello
from host_tools.link.messages import Answer, Believed, Reply, Stopped, named
from host_tools.link.ports import find_port
from host_tools.link.roles import Signer
from host_tools.link.wire import Unplugged, Wire, is_cable, open_direct, open_wire

_LOOK_S = 0.01  # how long something to send waits for the wire at most
_ANSWER_S = 5.0
_QUIET_S = 2.0  # nothing heard for so long: the board is asked whether it is there
_GONE_S = 5.0  # … and for so long: it is not
_AGAIN_S = 0.5  # between attempts to reach it
_MOST_NUMBER = 99_999_999  # of a question or a command, to reckon with
# Of the eight questions that a board lets wait: more would be errors there, and soon a flood. Who
# asks without a role, and however often, holds up no command by it.
_AT_ONCE = 6
_MOST_WAITING = 200  # questions here, before the next one is told to come again
_HISTORY = 400  # records of before that are told to who has just come

UP = "up"
LOST = "lost"


class Listener(Protocol):
    """Told from the hub's thread, in order."""

    def linked(self, state: str, why: str) -> None:
        """The board is there ("up"), or not ("lost") and why."""

    def greeted(self, hello: Hello, history: list[tuple[int, tuple]]) -> None:
        """The board has said hello; `history` is (number, record) of what is in the ledger."""

    def recorded(self, number: int, record: tuple) -> None:
        """A new record (kind, field, …), durable and acknowledged."""

    def stopped(self, code: str, where: str) -> None:
        """The board has stopped play and waits for a person."""


@dataclass
class _Asked:
    """Something somebody waits for."""

    send: tuple  # ("ask", what, args) or ("do", signer, command)
    future: Future[Any]
    since: float
    parts: list[Any] = field(default_factory=list)


class BoardService:
    """`port` as --port takes it; `ledger` is where the records go."""

    def __init__(
        self,
        port: str,
        ledger: Place,
        listener: Listener,
        wire: Callable[[str], Wire] = open_wire,
        share: str = "",
    ) -> None:
        """`share`: what others are told has the port, and that they may speak through it."""
        self._port = port
        self.ledger = ledger
        self._share = share
        self._relay: Relay | None = None
        self._shared_port = ""
        self._listener = listener
        self._open_wire = wire
        self._to_send: queue.Queue[_Asked] = queue.Queue()
        self._held: deque[_Asked] = deque()  # questions whose turn has not come
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)
        self._questions: dict[int, _Asked] = {}
        self._commands: dict[int, _Asked] = {}
        self._asked = 0
        self.counter = 0  # of the last command, whoever gave it
        self.last = 0  # the last record that is in the ledger
        self.halted: list[tuple] = []  # what the board has said since its hello of having stopped
        self.hello: Hello | None = None  # None while the board is away
        self._state = ("", "")

    @property
    def port(self) -> str:
        """The board's port, as it was found or given."""
        return self._shared_port or self._port

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(10)

    def ask(self, what: str, *args: Any) -> Future[list[Any]]:
        """The parts of the answer, later; a Problem when there is none."""
        return self._submit(("ask", what, list(args)))

    def do(self, signer: Signer, *command: Any) -> Future[Any]:
        """What came of a command, later; NotDone when the board refused it."""
        return self._submit(("do", signer, command))

    def do_signed(self, role: str, counter: int, mac: str, text: str) -> Future[Any]:
        """The same for a command that another program has signed."""
        return self._submit(("signed", role, counter, mac, text))

    def _submit(self, send: tuple) -> Future[Any]:
        future: Future[Any] = Future()
        why = _too_much(send)
        if why is not None:
            future.set_exception(why)
            return future
        if self.hello is None:
            future.set_exception(_away())
        elif send[0] == "ask" and len(self._held) + self._to_send.qsize() >= _MOST_WAITING:
            future.set_exception(_busy())
        else:
            self._to_send.put(_Asked(send, future, time.monotonic()))
        return future

    # ---- the thread

    def _run(self) -> None:
        keep: Intake | None = None
        while not self._stop.is_set():
            wire = None
            try:
                if keep is None:
                    keep = Intake(self.ledger)
                wire = self._opened(find_port(self._port))
                self._converse(wire, keep)
            except Unplugged:
                self._tell(LOST, "It has gone. Plug it in again: the console goes on by itself.")
            except Problem as problem:
                self._tell(LOST, problem.line()[:1].upper() + problem.line()[1:])
            except Exception as unexpected:  # a hub that ends would leave every page waiting
                why = f"{type(unexpected).__name__}: {unexpected}"[:200]
                self._tell(LOST, f"The console met something unexpected ({why}). It tries again.")
                keep = _closed(keep)
            finally:
                self.hello = None
                if wire is not None:
                    wire.close()
                self._fail_all()
            self._stop.wait(_AGAIN_S)
        _closed(keep)
        self._unshare()

    def _opened(self, port: str) -> Wire:
        """The port itself, claimed and shared; or through the program that has it."""
        if not self._share:
            return self._open_wire(port)
        if self._relay is not None and self._shared_port != port:
            self._unshare()
        if self._relay is None:
            claim = sharing.claim(port, self._share)
            if claim is not None:
                self._relay, self._shared_port = Relay(self, claim), port
        return self._open_wire(port) if self._relay is None else open_direct(port)

    def _unshare(self) -> None:
        if self._relay is not None:
            self._relay.close()
            self._relay = None

    def _converse(self, wire: Wire, keep: Intake) -> None:
        client = LinkClient(keep)
        heard = asked = time.monotonic()
        known: tuple | None = None  # table and epoch whose history has been told
        said: Hello | None = None
        while not self._stop.is_set():
            self._send_waiting(client)
            if client.outgoing:
                wire.write(bytes(client.outgoing))
                client.outgoing.clear()
            data = wire.read(_LOOK_S)
            now = time.monotonic()
            fresh = client.receive(data)
            self.last = keep.number
            if data:
                heard = now
            elif now - heard > _GONE_S:
                raise Problem(
                    "the board does not answer",
                    "Is it in maintenance? It is asked again and again.",
                    NO_BOARD,
                )
            elif now - heard > _QUIET_S and now - asked > _QUIET_S:
                asked = now
                client.greet()
            hello = client.hello
            if hello is not said and hello is not None:
                if said is None or hello.challenge != said.challenge:
                    self.counter = 0
                    self.halted = []
                said = hello
                hello = hello.at_a_cable() if is_cable(wire) else hello
                self.hello = hello
                self.counter = max(self.counter, hello.counter)
                if known is None or self._is_new(hello, known):
                    self._fail_all()
                until = fresh[0][2] - 1 if fresh else keep.number
                self._tell(UP, "")
                self._listener.greeted(hello, self._history(hello, until))
                known = (hello.table, hello.epoch, hello.challenge)
            for record in fresh:
                self._listener.recorded(record[2], body(record))
            self._take_told(client)
            self._forget_old(now)

    @staticmethod
    def _is_new(hello: Hello, known: tuple) -> bool:
        return (hello.table, hello.epoch, hello.challenge) != known

    def _history(self, hello: Hello, until: int) -> list[tuple[int, tuple]]:
        """The last rounds, as far as they are in the ledger, from the opening of a round on."""
        with Ledger(self.ledger) as ledger:
            for chain in ledger.chains(hello.table):
                if chain.epoch == hello.epoch:
                    after = max(0, until - _HISTORY)
                    found = [
                        (entry.number, entry.body) for entry in ledger.entries(chain, None, after)
                    ]
                    return [one for one in found if one[0] <= until]
        return []

    def _send_waiting(self, client: LinkClient) -> None:
        while self.hello is not None:
            try:
                waiting = self._to_send.get_nowait()
            except queue.Empty:
                self._send_questions(client)
                return
            if waiting.send[0] == "ask":
                self._held.append(waiting)
                continue
            if waiting.send[0] == "signed":
                counter = waiting.send[2]
                if waiting.send[1] != ROOM:  # a lease has a number of the room's own
                    if counter <= self.counter:
                        _failed(waiting.future, NotDone(COUNTER_USED, self.counter))
                        continue
                    self.counter = counter
                self._commands[counter] = waiting
                told = ("do", *waiting.send[1:])
            else:
                self.counter += 1
                self._commands[self.counter] = waiting
                _, signer, command = waiting.send
                told = signed_command(self.hello, self.counter, signer, command)
            client.outgoing += frame(dumps(told).encode())

    def _send_questions(self, client: LinkClient) -> None:
        while self._held and len(self._questions) < _AT_ONCE:
            waiting = self._held.popleft()
            self._asked += 1
            self._questions[self._asked] = waiting
            told = ("ask", self._asked, *waiting.send[1:])
            client.outgoing += frame(dumps(told).encode())

    def _take_told(self, client: LinkClient) -> None:
        told, client.told = client.told, []
        errors, client.errors = client.errors, []
        for line in told:
            match named(list(line)):
                case Answer(id=number, more=more, value=value) if number in self._questions:
                    waiting = self._questions[number]
                    if more:
                        waiting.parts.append(value)
                    else:
                        del self._questions[number]
                        _answered(waiting.future, waiting.parts)
                case Reply(counter=counter, code="ok", detail=value) if counter in self._commands:
                    _answered(self._commands.pop(counter).future, value)
                case Reply(counter=counter, code=code, detail=rule) if counter in self._commands:
                    _failed(self._commands.pop(counter).future, NotDone(code, rule))
                case Believed():
                    self.halted = [*self.halted, tuple(line)]
                case Stopped(code=code, where=where):
                    self.halted = [tuple(line)]
                    self._listener.stopped(code, where)
        for error in errors:
            self._fail_oldest(error)

    def _fail_oldest(self, error: str) -> None:
        of = self._commands if error.startswith("do") else self._questions
        if of:
            why = Problem(f"the board did not understand: {error}", "Update its firmware.")
            _failed(of.pop(min(of)).future, why)

    def _forget_old(self, now: float) -> None:
        while self._held and now - self._held[0].since > _ANSWER_S:
            _failed(self._held.popleft().future, _busy())
        for waiting in (self._questions, self._commands):
            for number in [n for n, one in waiting.items() if now - one.since > _ANSWER_S]:
                _failed(waiting.pop(number).future, _away())

    def _fail_all(self) -> None:
        waiting = [*self._questions.values(), *self._commands.values(), *self._held]
        self._held.clear()
        self._questions.clear()
        self._commands.clear()
        while not self._to_send.empty():
            waiting.append(self._to_send.get())
        for one in waiting:
            _failed(one.future, _away())

    def _tell(self, state: str, why: str) -> None:
        if (state, why) != self._state:
            self._state = (state, why)
            self._listener.linked(state, why)


def _closed(keep: Intake | None) -> None:
    if keep is not None:
        keep.close()


def _too_much(send: tuple) -> Problem | None:
    """Why something cannot be said on the link at all; found before the hub's thread meets it."""
    try:
        if send[0] == "ask":
            told: tuple = ("ask", _MOST_NUMBER, *send[1:])
        elif send[0] == "signed":
            told = ("do", *send[1:])
        else:
            told = signed_command(Hello(1, "", "", "", 1, 0), _MOST_NUMBER, send[1], send[2])
        payload = dumps(told).encode()
        if len(frame(payload)) <= LIMIT and bounded(payload):
            return None  # else the board would not parse it, and nobody would hear of it
    except (RecursionError, TypeError, ValueError):
        pass
    return Problem(
        "that is longer or deeper than a line to the board may be, or a number in it is",
        "Send less of it.",
        BAD_INPUT,
    )


def _answered(future: Future[Any], value: Any) -> None:
    if future.set_running_or_notify_cancel():  # else nobody waits any more
        future.set_result(value)


def _failed(future: Future[Any], why: Exception) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(why)


def _busy() -> Problem:
    return Problem("the board is being asked too much", "Nothing was done. Try again.", NO_BOARD)


def _away() -> Problem:
    return Problem(
        "the board does not answer", "Nothing was done. Wait until it is back.", NO_BOARD
    )
