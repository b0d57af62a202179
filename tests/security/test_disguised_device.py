"""A device on USB that behaves like a board and is none: what a host tells it, and how long it
listens to it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from cardtable.link.lines import LineReader, frame, message
from cardtable.records import dumps
from host_tools.common.problems import Problem
from host_tools.console.board_service import BoardService, Listener
from host_tools.link.connection import BoardConnection
from host_tools.link.hello import Hello
from host_tools.link.roles import DEMO_PINS, KeyRing
from host_tools.link.session import Session

pty = pytest.importorskip("pty")
import tty  # noqa: E402  # there is none on Windows either

_HELLO = ("hello", 1, "0.2.0", "pico", "t9", 0, 0, "ab" * 8, 0)
_LIMIT_S = 30.0
Says = Callable[[list], list[tuple]]


@contextmanager
def device(says: Says) -> Iterator[str]:
    """Its port; it says what `says` makes of each message."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    reader = LineReader(4096)

    def run() -> None:
        with suppress(OSError):
            while data := os.read(ours, 4096):
                for payload in reader.feed(data):
                    for told in says(message(payload) or []):
                        os.write(ours, frame(dumps(told).encode()))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield os.ttyname(theirs)
    finally:
        os.close(theirs)
        os.close(ours)
        thread.join(_LIMIT_S)


def disguised(told: list) -> list[tuple]:
    return [(*_HELLO, ["keyed", "simulated"])] if told[:1] in (["hail"], ["greet"]) else []


def test_a_device_that_calls_itself_simulated_is_told_no_pin_under_the_known_key(
    tmp_path, monkeypatch
):
    """A command signed with it would give the PIN to whoever tries all of them."""
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path))
    heard: list[list] = []

    def says(told: list) -> list[tuple]:
        heard.append(told)
        return disguised(told)

    with device(says) as port:
        with Session(port, pin=lambda _: DEMO_PINS["supervisor"]) as session:
            assert not session.talk.hello.simulated and "keyed" in session.talk.hello.able
            with pytest.raises(Problem, match="no key for table t9"):
                session.order("supervisor", "restart")
        assert not [one for one in heard if one[:1] == ["do"]]


def test_the_console_believes_it_no_more(tmp_path):
    believed: list[Hello | None] = []
    greeted = threading.Event()

    class Listening(Listener):
        def greeted(self, hello, history):
            believed.extend([hello, hub.hello])
            greeted.set()

    with device(disguised) as port:
        hub = BoardService(port, tmp_path / "ledger.db", Listening())
        hub.start()
        try:
            assert greeted.wait(_LIMIT_S)
        finally:
            hub.stop()
    for hello in believed[:2]:
        assert hello is not None and not hello.simulated
        with pytest.raises(Problem):
            KeyRing(tmp_path).get(hello.table, hello.simulated)


def test_an_answer_without_end_is_not_listened_to_for_ever():
    def says(told: list) -> list[tuple]:
        if told[:1] == ["ask"]:
            return [("answer", told[1], k, 1, ["x" * 200]) for k in range(20_000)]
        return disguised(told)

    without_end = pytest.raises(Problem, match="without end")
    with device(says) as port, BoardConnection.at(port) as talk, without_end:
        talk.ask("health")


def test_what_nobody_waits_for_fills_no_memory():
    def says(told: list) -> list[tuple]:
        if told[:1] == ["ask"]:
            others = [("answer", 10_000 + k, 0, 1, "x") for k in range(3000)]
            return [*others, ("answer", told[1], 0, 1, 7), ("answer", told[1], 1, 0, None)]
        return disguised(told)

    with device(says) as port, BoardConnection.at(port) as talk:
        assert talk.ask("health") == [7]
        assert len(talk._heard) <= 1000
