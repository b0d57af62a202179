"""One conversation with a simulated board: many who ask, a cable that goes and comes back."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtable.records import Chain
from host_tools.cli.sim import prepare
from host_tools.common.problems import Problem
from host_tools.console.board_service import BoardService
from host_tools.ledger.ledger import Ledger
from host_tools.link.connection import NotDone
from host_tools.link.roles import DEALER, DEMO_KEY, DEMO_PINS, SUPERVISOR, signer
from sim.roots import ROOT

_LIMIT_S = 60.0


class Heard:
    """What the hub tells, kept."""

    def __init__(self) -> None:
        self.links: list[str] = []
        self.hellos: list[Any] = []
        self.histories: list[list] = []
        self.numbers: list[int] = []
        self.kinds: list[str] = []

    def linked(self, state: str, why: str) -> None:
        self.links.append(state)

    def greeted(self, hello: Any, history: list[tuple[int, tuple]]) -> None:
        self.hellos.append(hello)
        self.histories.append(history)

    def recorded(self, number: int, record: tuple) -> None:
        self.numbers.append(number)
        self.kinds.append(record[0])

    def stopped(self, code: str, where: str) -> None:
        raise AssertionError((code, where))


def until(holds: Callable[[], object], what: str) -> None:
    end = time.monotonic() + _LIMIT_S
    while not holds():
        assert time.monotonic() < end, f"not within {_LIMIT_S:.0f} s: {what}"
        time.sleep(0.01)


def board(folder: Path, port: int = 0) -> tuple[subprocess.Popen[str], int]:
    words = [
        "-m",
        "sim.harness.serve",
        "--folder",
        str(folder),
        "--port",
        str(port),
        "--speed",
        "20",
    ]
    process = subprocess.Popen(
        [sys.executable, *words, "--house", "cards"], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    found = re.search(r":(\d+)$", process.stdout.readline().strip())
    assert found is not None
    return process, int(found.group(1))


def test_questions_commands_a_killed_board_and_its_return(tmp_path):
    folder = prepare(tmp_path / "board")
    process, port = board(folder)
    heard = Heard()
    hub = BoardService(f"socket://127.0.0.1:{port}", tmp_path / "ledger.db", heard)
    with pytest.raises(Problem, match="does not answer"):
        hub.ask("config").result(5)  # nobody has said hello yet
    hub.start()
    try:
        until(lambda: heard.hellos, "hello")
        # Several questions at once: each gets its own answer.
        asked = [hub.ask("config"), hub.ask("readers"), hub.ask("expects"), hub.ask("config")]
        told = [one.result(_LIMIT_S) for one in asked]
        assert told[0] == told[3] and ["game", "canberra"] in told[0]
        assert told[1][0][0] == "shoe"
        with pytest.raises(Problem, match="did not understand"):
            hub.ask("secrets").result(_LIMIT_S)

        dealer = signer(DEMO_KEY, DEALER, DEMO_PINS[DEALER])
        hub.do(dealer, "input", ["ante", 3, 1000]).result(_LIMIT_S)
        until(lambda: "ante" in heard.kinds, "the record of the ante")
        with pytest.raises(NotDone) as refused:
            hub.do(dealer, "input", ["ante", 3, 1000]).result(_LIMIT_S)
        assert refused.value.refusal == "ante_placed_already"
        assert refused.value.detail.startswith("NI2004-492")
        with pytest.raises(NotDone) as refused:
            hub.do(dealer, "mode", "test").result(_LIMIT_S)
        assert refused.value.refusal == "wrong_role"
        with pytest.raises(NotDone) as refused:
            hub.do(signer(DEMO_KEY, SUPERVISOR, "9999"), "mode", "test").result(_LIMIT_S)
        assert refused.value.refusal == "wrong_key"

        process.kill()
        process.wait(_LIMIT_S)
        until(lambda: heard.links[-1] == "lost", "the board is lost")
        with pytest.raises(Problem, match="does not answer"):
            hub.ask("config").result(1)

        before = len(heard.numbers)
        process, _ = board(folder, port)
        until(lambda: len(heard.numbers) > before, "records of the board that came back")
        # A new challenge, the same key: the round goes on and takes commands.
        hub.do(dealer, "input", ["jackpot", 3]).result(_LIMIT_S)
        until(lambda: "jackpot" in heard.kinds, "the record of the jackpot wager")
        assert len(heard.hellos) >= 2
        assert heard.hellos[0].challenge != heard.hellos[-1].challenge
        assert heard.numbers == sorted(set(heard.numbers)), "each record once, in order"
        assert any(record[0] == "ante" for _, record in heard.histories[-1])
    finally:
        hub.stop()
        process.terminate()
        process.wait(_LIMIT_S)
    chain = Chain("sim-1", 1)
    for line in Ledger(tmp_path / "ledger.db").lines("sim-1", 1):
        chain.follow(line)
    assert chain.number == heard.numbers[-1]
