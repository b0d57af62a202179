"""A short talk with a board: hello, questions, commands. Records that come meanwhile are let pass.

with BoardConnection.at(port) as talk:
    print(talk.hello.table, talk.ask("health"))
    talk.do(signer, "restart")
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

from cardtable.desk.messages import PROTOCOL
from cardtable.link.lines import LineReader, frame, message
from cardtable.records import dumps
from host_tools import wording
from host_tools.common.problems import NO_BOARD, STOPPED, Problem
from host_tools.link import messages
from host_tools.link.hello import Hello, of_message
from host_tools.link.messages import Answer, Error, Message, Reply, named
from host_tools.link.roles import TECHNICIAN, MaskedKey, Signer
from host_tools.link.wire import Unplugged, Wire, is_cable, open_wire
from host_tools.wording import service

_LONGEST_LINE = 4096
_WAIT_S = 5.0
# Of an answer, and of what came and nobody waits for. A board has less; a device that says more
# would be listened to until the memory is full.
_MOST_PARTS = 10_000
_MOST_HEARD = 1000

# What a program says that lets others speak through it (console/relay.py)
COUNTER_USED = "counter_used"  # another has given a command; the detail is the counter that counts
SHARED = "shared"  # needs the port alone
_TRIES = 20


class NotDone(Problem):
    """The board did not carry out a command; `refusal` and `detail` as it said."""

    def __init__(self, refusal: str, detail: Any) -> None:
        self.refusal = refusal
        self.detail = detail
        said = wording.REFUSALS.get(refusal, refusal)
        super().__init__(
            f"{said} ({detail})" if detail else said, service.AFTER_REFUSALS.get(refusal, "")
        )


def signed_command(hello: Hello, counter: int, signer: Signer, command: tuple) -> tuple:
    """The message that orders `command`; a new key in it is masked under this very counter."""
    text = dumps(
        [
            signer.mask(hello.challenge, counter, one.whose, one.key)
            if isinstance(one, MaskedKey)
            else one
            for one in command
        ]
    )
    return ("do", signer.name, counter, signer.mac(hello.challenge, counter, text), text)


class BoardConnection:
    """One conversation over one wire; `now` is a clock in seconds, given in tests."""

    def __init__(self, wire: Wire, now: Callable[[], float] = time.monotonic) -> None:
        self._wire = wire
        self._now = now
        self._reader = LineReader(_LONGEST_LINE)
        self._heard: list[Message] = []
        self._asked = 0
        self.stopped: tuple[str, str] | None = None
        self.hello = self._greet()
        self.counter = self.hello.counter

    @classmethod
    def at(cls, port: str) -> BoardConnection:
        return cls(open_wire(port))

    def __enter__(self) -> BoardConnection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._wire.close()

    def ask(self, what: str, *args: Any) -> list[Any]:
        """The parts of the answer."""
        self._asked += 1
        number = self._asked
        self._say("ask", number, what, list(args))
        parts: list[Any] = []
        while True:
            match self._wait(lambda said: isinstance(said, Answer) and said.id == number):
                case Error(why=why):
                    if "not_installed" in self.hello.able:
                        raise Problem(
                            "no table is configured on this board", "Run cardtable install."
                        )
                    raise Problem(f"the board does not answer: {why}", "Update its firmware.")
                case Answer(more=0):
                    return parts
                case Answer(value=value):
                    parts.append(value)
            if len(parts) > _MOST_PARTS:
                raise Problem("the board answers without end", "Is it a board of ours?", NO_BOARD)

    def do(self, signer: Signer, *command: Any) -> Any:
        """What came of a command; NotDone when the board refused it."""
        for _ in range(_TRIES):
            self.counter += 1
            try:
                return self._ordered(*signed_command(self.hello, self.counter, signer, command))
            except NotDone as refused:
                if refused.refusal != COUNTER_USED or not isinstance(refused.detail, int):
                    raise
                self.counter = refused.detail
        raise Problem("somebody else gives commands at this moment", "Try it again.")

    def do_without_key(self, *command: Any) -> Any:
        """Before keys are installed a board may only be sent into maintenance."""
        self.counter += 1
        return self._ordered("do", TECHNICIAN, self.counter, "00", dumps(list(command)))

    def _ordered(self, *told: Any) -> Any:
        counter = self.counter
        self._say(*told)
        match self._wait(lambda said: isinstance(said, Reply) and said.counter == counter):
            case Reply(code="ok", detail=detail):
                return detail
            case Reply(code=code) if code == SHARED:
                raise Problem(
                    "a console has this board's port, and maintenance needs it alone",
                    "End the console first; the table goes on without it.",
                    NO_BOARD,
                )
            case Reply(code=code, detail=detail):
                raise NotDone(code, detail)
            case Error(why=why):
                raise Problem(f"the command did not reach the board: {why}", "Try it again.")
        raise AssertionError("only replies and errors are waited for")

    def must_play(self) -> None:
        """A Problem when the board has stopped play."""
        if self.stopped is not None:
            code, where = self.stopped
            what, remedy = wording.FAULTS.get(code, (code, ""))
            raise Problem(f"play has stopped: {where}: {what}", remedy, STOPPED)

    def _greet(self) -> Hello:
        self._say("hail", PROTOCOL)
        said = self._wait(lambda said: isinstance(said, messages.Hello), errors=False)
        assert isinstance(said, messages.Hello)
        hello = of_message(said)
        return hello.at_a_cable() if is_cable(self._wire) else hello

    def _say(self, *told: Any) -> None:
        try:
            self._wire.write(frame(dumps(told).encode()))
        except Unplugged as gone:
            raise _gone() from gone

    def _wait(self, wanted: Callable[[Message], bool], errors: bool = True) -> Message:
        """The first message that is wanted, or an error."""
        end = self._now() + _WAIT_S
        while True:
            for said in self._heard:
                if wanted(said) or (errors and isinstance(said, Error)):
                    self._heard.remove(said)
                    return said
            left = end - self._now()
            if left <= 0:
                raise Problem(
                    "the board does not answer",
                    "Is it in maintenance, or is another program using the port?",
                    NO_BOARD,
                )
            try:
                data = self._wire.read(min(left, 0.2))
            except Unplugged as gone:
                raise _gone() from gone
            for payload in self._reader.feed(data):
                self._take(message(payload))

    def _take(self, line: list | None) -> None:
        match named(line):
            case messages.Stopped(code=code, where=where):
                self.stopped = (code, where)
            case (messages.Hello() | Answer() | Reply() | Error()) as said:
                self._heard.append(said)
                del self._heard[:-_MOST_HEARD]


def _gone() -> Problem:
    return Problem("the board has gone", "Plug it in again, and try once more.", NO_BOARD)
