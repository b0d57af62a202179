"""A board in service: asked whether it plays, sent into maintenance, greeted when it is back."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable

from cardtable.desk.messages import PROTOCOL
from cardtable.link.lines import LineReader, frame, message
from cardtable.records import dumps
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.link.connection import BoardConnection, NotDone
from host_tools.link.hello import Hello, read_hello
from host_tools.link.persons import chosen
from host_tools.link.roles import TECHNICIAN, KeyRing, signer
from host_tools.link.session import PIN_VARIABLE
from host_tools.link.wire import Unplugged, open_wire

_LISTEN_S = 2.0
_LONGEST_LINE = 4096
_PROMPT = b">>> "
_PROMPTS = 5  # in a row: the application is not on its way up, it has given up


class InRound(Problem):
    """Not now: a round is on, and hidden cards lie on the table."""


def hello(port: str) -> Hello | None:
    """What the application at `port` says, or None when no application answers there."""
    heard = _listen(port)
    return heard if isinstance(heard, Hello) else None


def _listen(port: str) -> Hello | bool:
    """The application's hello; True when a REPL answers instead, False when nobody does."""
    wire = open_wire(port)
    reader = LineReader(_LONGEST_LINE)
    heard = b""
    try:
        wire.write(b"\n" + frame(dumps(("hail", PROTOCOL)).encode()))
        end = time.monotonic() + _LISTEN_S
        while time.monotonic() < end:
            data = wire.read(0.1)
            heard = (heard + data)[-_LONGEST_LINE:]
            for payload in reader.feed(data):
                told = message(payload)
                if told is not None and told[0] == "hello":
                    return read_hello(told)
            if heard.endswith(_PROMPT):
                return True  # it has tried to make sense of our greeting
        return False
    except Unplugged:
        return False
    finally:
        wire.close()


def into_maintenance(port: str, ask_pin: Callable[[], str]) -> None:
    """Send the board into maintenance; a Problem when it is in the middle of a round."""
    with BoardConnection.at(port) as talk:
        if "jumper_only" in talk.hello.able:
            why = f" ({': '.join(talk.stopped)})" if talk.stopped else ""
            raise Problem(
                f"the board cannot load anything that would take an order{why}",
                "Close the maintenance jumper and switch the board off and on.",
            )
        if talk.hello.simulated:
            raise Problem(
                "a simulated table has no files to look at, and in maintenance it would end",
                "Practise on a board with nothing on it: cardtable sim --bare.",
                BAD_INPUT,
            )
        if _in_round(talk):
            raise InRound("the board is in the middle of a round", _FINISH)
        keyed = "keyed" in talk.hello.able
        if not keyed:
            talk.do_without_key("maintenance")
            return
        pin = os.environ.get(PIN_VARIABLE) or ask_pin()
        key = KeyRing().get(talk.hello.table, talk.hello.simulated)
        try:
            name = chosen(talk, TECHNICIAN, ask=PIN_VARIABLE not in os.environ)
            talk.do(signer(key, name, pin), "maintenance")
        except NotDone as refused:
            wrong = refused.refusal == "wrong_key"
            hint = "Check the technician's PIN." if wrong else refused.hint
            raise Problem(f"the board refuses maintenance: {refused}", hint, BAD_INPUT) from refused


_FINISH = (
    "Hidden cards lie on it, and in maintenance everything can be read. Finish the round, or have "
    "a supervisor void it."
)


def _in_round(talk: BoardConnection) -> bool:
    told = {pair[0]: pair[1] for pair in talk.ask("health") if isinstance(pair, list)}
    return bool(told.get("round_in_play"))


def why_safe(port: str) -> str:
    """Why a board is in safe mode, as it says itself."""
    with contextlib.suppress(Problem), BoardConnection.at(port) as talk:
        talk.ask("faults")  # what follows hello has come by then
        if talk.stopped is not None:
            return ": ".join(talk.stopped)
    return ""


def greet(port: Callable[[], str], limit_s: float = 30.0) -> Hello | None:
    """The application's hello after a restart, or None when it did not come up in time."""
    end = time.monotonic() + limit_s
    prompts = 0
    while time.monotonic() < end and prompts < _PROMPTS:
        with contextlib.suppress(Problem):
            heard = _listen(port())
            if isinstance(heard, Hello):
                return heard
            prompts = prompts + 1 if heard else 0
        time.sleep(0.2)
    return None
