"""Console, sync, table and simulated board killed without a word, again and again.

Whatever was acknowledged to the board is in the ledger, the ledger is whole, no process and no
claim is left behind, and the next one starts.
"""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from host_tools.common.problems import Problem
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.verify import verify
from host_tools.link import sharing
from host_tools.link.connection import BoardConnection
from sim.roots import ROOT
from tests.support.process import COMMAND

WHO = ("sync", "sync", "console", "sim", "sync", "console", "table")
_LIMIT_S = 300.0  # of a machine that is busy, too: twenty kills took eleven minutes on one


def until(holds, what: str) -> None:
    end = time.monotonic() + _LIMIT_S
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.01)


class _Board:
    """A simulated board in a process of its own that comes back at the same port."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = "socket://127.0.0.1:0"
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        number = self.port.rpartition(":")[2]
        words = ["--folder", str(self._folder), "--port", number, "--speed", "300", "--seats", "2"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sim.harness.serve", "--with-stdin", *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("listening on "), f"the next start was not clean: {line}"
        self.port = "socket://" + line.removeprefix("listening on ").strip()

    def kill(self) -> None:
        assert self.process is not None
        _kill(self.process)


def _kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(_LIMIT_S)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )


def kills(folder: Path, seed: int, count: int) -> dict[str, int]:
    """Kill `count` times; AssertionError at the first thing that is not as it must be."""
    dice = random.Random(seed)
    ledger = folder / "ledger.db"
    board = _Board(folder / "board")
    figures = {"kills": 0, "records": 0}
    try:
        for at in range(count):
            who = WHO[at % len(WHO)]
            if who == "table":
                _kill_table(folder / "table", dice)
            else:
                _kill_one(who, board, ledger, dice)
                _nothing_is_lost(board, ledger)
            figures["kills"] += 1
            figures[who] = figures.get(who, 0) + 1
        _synced_to_the_end(board, ledger)
        with Ledger(ledger) as opened:
            figures["records"] = sum(chain.count for chain in opened.chains())
    finally:
        board.kill()
    return figures


def _synced_to_the_end(board: _Board, ledger: Path) -> None:
    """The last sync ends by itself; one that does not has to say where it was."""
    words = ["sync", "--once", "--verify", "--port", board.port, "--ledger", str(ledger)]
    process = subprocess.Popen(
        [sys.executable, "-X", "faulthandler", *COMMAND[1:], *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said, _ = process.communicate(timeout=_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)  # faulthandler writes down every thread's place
        said, _ = process.communicate(timeout=_LIMIT_S)
        at = ledger.stat().st_size
        raise AssertionError(f"a sync without an end; the ledger has {at} bytes\n{said}") from None
    assert process.returncode == 0, said


def _kill_one(who: str, board: _Board, ledger: Path, dice: random.Random) -> None:
    verb = "console" if who == "console" else "sync"
    words = [verb, "--port", board.port, "--ledger", str(ledger)]
    process = _started(*words, *(["--listen", "0"] if verb == "console" else []))
    try:
        until(
            lambda: (by := sharing.holder(board.port)) is not None and by.pid == process.pid,
            f"the {verb} has not reached the board",
        )
        time.sleep(dice.random() * 0.4)  # any moment
        if who == "sim":
            board.kill()
    finally:
        _kill(process)
    assert sharing.holder(board.port) is None, "a claim is left behind"
    if who == "sim":
        board.start()


def _nothing_is_lost(board: _Board, ledger: Path) -> None:
    with BoardConnection.at(board.port) as talk:
        acked = dict(talk.ask("vault"))["acknowledged"]
    try:
        with Ledger(ledger) as opened:
            last = opened.chains()[-1].last if opened.chains() else 0
            faults = [one.fault for one in verify(opened)]
    except Problem as problem:
        assert not acked and "empty" in str(problem), problem
        return
    assert last >= acked, f"record {acked} was acknowledged, the ledger has {last}"
    assert set(faults) <= {None}, faults


def _kill_table(folder: Path, dice: random.Random) -> None:
    from tests.integration.host.test_simulated_table import boards

    words = ["table", "--speed", "300", "--listen", "0", "--seats", "2", "--folder", str(folder)]
    process = _started(*words)
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        assert line.startswith("The table is at "), f"the next start was not clean: {line}"
        time.sleep(dice.random() * 0.6)
    finally:
        _kill(process)
    until(lambda: not boards(folder), "a board without its table")
    with Ledger(folder / "ledger.db") as opened:
        assert {one.fault for one in verify(opened)} <= {None}
