"""Console and command line at one board: nobody is put off, nothing is lost or replayed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
import time

import pytest

from host_tools.common.problems import NO_BOARD, Problem
from host_tools.console.board_service import LOST, BoardService
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.verify import verify
from host_tools.link import sharing
from host_tools.link.connection import BoardConnection
from host_tools.link.ports import find_port
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, MaskedKey, role_key, signer
from host_tools.link.wire import open_wire
from sim.roots import ROOT
from tests.integration.verbs.rig import SimTable, cardtable
from tests.support.process import COMMAND

pytestmark = pytest.mark.skipif(not sharing.IS_POSSIBLE, reason="no Unix sockets here")
_LIMIT_S = 60.0


class Heard:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.links: list[tuple[str, str]] = []
        self.records: list[tuple[int, tuple]] = []

    def linked(self, state, why):
        self.links.append((state, why))

    def greeted(self, hello, history):
        pass

    def recorded(self, number, record):
        self.records.append((number, record))

    def stopped(self, code, where):
        pass


def until(holds, what="it did not happen"):
    end = time.monotonic() + _LIMIT_S
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


@contextlib.contextmanager
def console(table, path, heard):
    hub = BoardService(table.port, path, heard, share="cardtable console")
    hub.start()
    try:
        until(lambda: hub.hello is not None, "the hub has not reached its board")
        yield hub
    finally:
        hub.stop()


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = SimTable(tmp_path_factory.mktemp("shared") / "table")
    yield made
    made.close()


@pytest.fixture
def shared(table, tmp_path):
    heard = Heard()
    with console(table, tmp_path / "l.db", heard) as hub:
        yield table, hub, heard, tmp_path / "l.db"
        assert LOST not in [state for state, _ in heard.links], heard.links


def test_verbs_reach_the_consoles_board_through_it(shared):
    """0.1.0: whoever came last took the cable, and the other said that the board had gone."""
    table, hub, _, path = shared
    for words in (
        ["doctor", "--port", table.port, "--json"],
        ["sensors", "--once", "--port", table.port, "--json"],
        ["config", "show", "--port", table.port, "--json"],
        ["events", "--port", table.port, "--ledger", str(path.with_name("e.db")), "--last", "1"],
        ["sync", "--once", "--port", table.port, "--ledger", str(path.with_name("other.db"))],
        ["sync", "--once", "--port", table.port, "--ledger", str(path)],
    ):
        code, out, errors = cardtable(*words)
        assert code in (0, 1), (words, out, errors)
        assert "gone" not in errors and hub.hello is not None
    with Ledger(path) as ours, Ledger(path.with_name("other.db")) as other:
        chain = other.chains()[-1]
        lines = other.lines(chain.table, chain.epoch)
        assert lines and ours.lines(chain.table, chain.epoch)[: len(lines)] == lines
        assert [one.fault for one in verify(other)] == [None]


def test_auto_finds_the_one_table_that_is_served(shared, capsys):
    table, *_ = shared
    assert find_port("auto", list) == table.port
    assert f"cardtable console (process {os.getpid()})" in capsys.readouterr().err


def test_commands_of_both_count_together_and_none_is_a_replay(shared):
    table, hub, _, path = shared
    by = signer(DEMO_KEY, "technician", DEMO_PINS["technician"])
    failures: list[BaseException] = []

    def at_the_line():
        try:
            with BoardConnection.at(table.port) as talk:
                for _ in range(15):
                    talk.do(by, "time", time.time_ns() // 1_000_000)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=at_the_line) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(15):
        hub.do(by, "time", time.time_ns() // 1_000_000).result(20)
    for thread in threads:
        thread.join(60)
    assert failures == []
    with Ledger(path) as ledger:
        chain = ledger.chains()[-1]
        denied = [one.body for one in ledger.entries(chain, ("denied",))]
    assert denied == []


def test_a_new_key_is_masked_anew_when_somebody_else_took_the_counter(shared):
    """It is masked under the counter: with another one the board would have a key nobody knows."""
    table, hub, *_ = shared
    by = signer(DEMO_KEY, "supervisor", DEMO_PINS["supervisor"])
    with BoardConnection.at(table.port) as talk:
        hub.do(by, "time", time.time_ns() // 1_000_000).result(20)
        masked = MaskedKey("dealer", role_key(DEMO_KEY, "dealer", "445566"))
        talk.do(by, "set_key", "dealer", masked)
    dealer = signer(DEMO_KEY, "dealer", "445566")
    assert hub.do(dealer, "time", time.time_ns() // 1_000_000).result(20) is None


def test_maintenance_wants_the_port_alone(shared):
    table, *_ = shared
    by = signer(DEMO_KEY, "technician", DEMO_PINS["technician"])
    with (
        BoardConnection.at(table.port) as talk,
        pytest.raises(Problem, match="needs it alone") as caught,
    ):
        talk.do(by, "maintenance")
    assert caught.value.code == NO_BOARD


def test_rubbish_from_a_guest_disturbs_nobody(shared):
    table, hub, *_ = shared
    rubbish = [b"\xff" * 5000, b"[" * 4000 + b"\n", b'["do","x",1,"0","' + b"a" * 3000 + b'"]\n']
    for one in rubbish:
        line = sharing.reach(table.port)
        assert line is not None
        with line:
            line.sendall(one)
    with BoardConnection.at(table.port) as talk:
        assert talk.ask("health")
    assert hub.ask("health").result(20)


def test_a_second_console_goes_through_the_first(shared):
    table, _, heard, path = shared
    second = Heard()
    with console(table, path.with_name("second.db"), second) as hub:
        assert hub.ask("vault").result(20)
        until(lambda: hub.last >= 1)
    assert LOST not in [state for state, _ in heard.links]


def test_a_console_that_was_killed_leaves_nothing_in_the_way(table, tmp_path):
    words = ["console", "--port", table.port, "--listen", "0", "--ledger", str(tmp_path / "k.db")]
    process = subprocess.Popen([*COMMAND, *words], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        until(lambda: (by := sharing.holder(table.port)) is not None and by.pid == process.pid)
        until(lambda: sharing.socket_path(table.port).exists())
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()
    assert sharing.socket_path(table.port).exists()  # nobody could clean up
    assert sharing.holder(table.port) is None and sharing.holders() == []
    with BoardConnection.at(table.port) as talk:
        assert talk.ask("health")
    assert not sharing.socket_path(table.port).exists()


def test_a_port_that_a_sync_has_is_said_with_its_process(table, tmp_path):
    words = ["sync", "--port", table.port, "--ledger", str(tmp_path / "s.db")]
    process = subprocess.Popen([*COMMAND, *words], cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        until(lambda: sharing.holder(table.port) is not None)
        with pytest.raises(Problem) as caught:
            open_wire(table.port)
        assert (
            str(caught.value) == f"{table.port} is in use by cardtable sync (process {process.pid})"
        )
        assert caught.value.code == NO_BOARD
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


def test_nobody_else_may_enter(shared):
    table, *_ = shared
    path = sharing.socket_path(table.port)
    assert path.stat().st_mode & 0o077 == 0 and path.parent.stat().st_mode & 0o077 == 0
    assert json.loads(path.with_suffix(".lock").read_text())["pid"] == os.getpid()
