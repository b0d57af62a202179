"""The office's verbs end to end: a simulated board as a process, the command as a process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from host_tools.common.problems import Problem
from host_tools.ledger.books import books_of, newest_chain
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.verify import verify
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, board_keys
from sim.roots import ROOT
from tests.integration.ledger import golden
from tests.support.process import COMMAND
from tests.support.process import cardtable as as_process

_LIMIT_S = 120


def start(folder, port=0, rounds=0, speed=300, seed=5):
    """A simulated board: (process, its port)."""
    folder.mkdir(exist_ok=True)
    words = {"folder": folder, "port": port, "speed": speed, "rounds": rounds}
    words |= {"seats": 2, "seed": seed}
    command = [sys.executable, "-m", "sim.harness.serve"]
    command += [word for name, value in words.items() for word in (f"--{name}", str(value))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("listening on "), line
    return process, "socket://" + line.removeprefix("listening on ").strip()


def stop(process, how=signal.SIGTERM):
    process.send_signal(how)
    process.wait(_LIMIT_S)
    process.stdout.close()


@contextmanager
def board(folder, **options):
    process, port = start(folder, **options)
    try:
        yield port
    finally:
        stop(process)


@pytest.fixture
def env(tmp_path):
    return {**os.environ, "CARDTABLE_LEDGER": str(tmp_path / "l.db"), "TZ": "UTC"}


def cardtable(*words, env):
    """The command, in this process: starting one takes longer than most verbs."""
    with patched(env):
        return Done(*golden.run(list(words)))


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@contextmanager
def patched(env):
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CARDTABLE_LEDGER", "CARDTABLE_PORT"):
            patch.delenv(name, raising=False)
        for name, value in env.items():
            if name.startswith("CARDTABLE_"):
                patch.setenv(name, value)
        yield


def count(path):
    """How many records the ledger has by now; 0 while there is none."""
    try:
        with Ledger(path) as ledger:
            return sum(chain.count for chain in ledger.chains())
    except Problem:
        return 0


def boots(path):
    """How many starts of the board have been told."""
    try:
        with Ledger(path) as ledger:
            return sum(1 for c in ledger.chains() for _ in ledger.entries(c, ("boot",)))
    except Problem:
        return 0


def until(condition):
    """Wait for a condition, with a limit."""
    end = time.monotonic() + _LIMIT_S
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def whole(path):
    with Ledger(path) as ledger:
        return [verdict.fault for verdict in verify(ledger)]


def test_sync_then_every_report_from_a_board_that_plays(tmp_path, env):
    with board(tmp_path / "board") as port:
        env["CARDTABLE_PORT"] = port
        until(
            lambda: json.loads(cardtable("sync", "--once", "--json", env=env).stdout)["have"] > 150
        )
        done = cardtable("sync", "--once", "--verify", env=env)
        assert done.returncode == 0, done.stderr
        assert "whole; digest of record" in done.stdout and done.stderr == ""
        # A reading verb may take what the board has first.
        before = count(tmp_path / "l.db")
        until(lambda: cardtable("rounds", "--port", port, env=env).returncode == 0
              and count(tmp_path / "l.db") > before)  # fmt: skip
    told = cardtable("rounds", "1", env=env)
    assert told.returncode == 0 and "Round 1 · Canberra Poker" in told.stdout
    for verb in ("events", "meter", "day", "rounds"):
        done = cardtable(verb, "--json", env=env)
        assert done.returncode == 0 and done.stderr == "", (verb, done.stderr)
        assert all(json.loads(line)["table"] for line in done.stdout.splitlines())


def test_a_sync_goes_on_by_itself_through_killed_boards_until_ctrl_c(tmp_path, env):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    path = tmp_path / "l.db"
    process, port = start(tmp_path / "board", number)
    sync = subprocess.Popen(
        [*COMMAND, "sync", "--port", port],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=env,
    )
    try:
        for life in (1, 2):
            until(lambda life=life: boots(path) == life)
            stop(process, signal.SIGKILL)  # the board dies without a word
            process, _ = start(tmp_path / "board", number)
        until(lambda: boots(path) == 3)
        sync.send_signal(signal.SIGINT)
        out, err = sync.communicate(timeout=_LIMIT_S)
    finally:
        sync.kill()
        stop(process)
    assert sync.returncode == 130
    assert "sim-1, epoch 1:" in out and "in the ledger." in out
    assert "has gone" in err and "Traceback" not in err
    assert whole(path) == [None]


def test_two_syncs_at_once_into_one_ledger_store_everything_once(tmp_path, env):
    """Of two boards, and two of the same board: the second takes the cable from the first."""
    path = tmp_path / "l.db"
    with board(tmp_path / "one", speed=60) as one, board(tmp_path / "two", seed=9, speed=60) as two:
        # Both tables are called sim-1: the second is another history under the same name.
        words = [*COMMAND, "sync", "--once", "--json", "--port"]
        both = [
            subprocess.Popen([*words, one], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=env)
            for _ in range(2)
        ]
        ends = [process.communicate(timeout=_LIMIT_S) for process in both]
        codes = sorted(process.returncode for process in both)
        assert codes[0] == 0 and set(codes) <= {0, 3}, (codes, ends)  # 3: the cable was taken
        assert whole(path) == [None]
        # Until cards have been dealt, two simulated tables may have the same history.
        until(lambda: cardtable("sync", "--once", "--port", one, env=env).returncode == 0
              and count(path) > 80)  # fmt: skip
        done = cardtable("sync", "--once", "--port", two, env=env)
    assert done.returncode == 4
    # Which of the two is found first depends on how far the boards have played.
    assert "do not belong together" in done.stderr or "the board has only" in done.stderr
    assert done.stderr.count("\n") == 1
    assert whole(path) == [None]


def test_a_board_on_its_own_is_listened_to_as_it_plays(tmp_path, env):
    with board(tmp_path / "board") as port:
        follow = subprocess.Popen(
            [*COMMAND, "events", "--follow", "--json", "--kind", "end", "--port", port],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=env,
        )
        assert follow.stdout is not None
        seen = [json.loads(follow.stdout.readline()) for _ in range(3)]
        follow.send_signal(signal.SIGINT)
        follow.communicate(timeout=_LIMIT_S)
    assert [one["kind"] for one in seen] == ["end"] * 3
    assert seen[0]["number"] < seen[1]["number"] < seen[2]["number"]
    assert follow.returncode == 130


def test_a_replaced_board_goes_on_with_the_books_of_the_ledger(tmp_path, env):
    """Another board with empty devices, the order put on it, the next sync in a new epoch."""
    path = tmp_path / "l.db"
    with board(tmp_path / "old") as port:
        until(lambda: cardtable("sync", "--once", "--port", port, env=env).returncode == 0
              and count(path) > 150)  # fmt: skip
    order = tmp_path / "order.json"
    done = cardtable("restore", "--who", "sue", "--out", str(order), env=env)
    assert done.returncode == 0, done.stderr
    with Ledger(path) as ledger:
        before = books_of(ledger, newest_chain(ledger, "sim-1")).books
    process, _ = start(tmp_path / "new", rounds=1, speed=1)  # a new board, opened as a new table
    stop(process)
    shutil.copy(order, tmp_path / "new" / "vault" / "order.json")
    with board(tmp_path / "new", speed=50) as port:
        done = cardtable("sync", "--once", "--verify", "--port", port, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    with Ledger(path) as ledger:
        first, second = ledger.chains("sim-1")
        assert (first.epoch, second.epoch) == (1, 2)
        told = [entry.body for entry in ledger.entries(second, ("restored", "books"))]
    assert told[0] == ("restored", "ledger", 1, first.last, "sue")
    assert [list(body[1:]) for body in told[1:]] == before.dump()


def test_a_supervisor_sends_the_books_to_a_board_that_has_none_of_this_table(tmp_path, env):
    path = tmp_path / "l.db"
    with board(tmp_path / "old") as port:
        until(lambda: cardtable("sync", "--once", "--port", port, env=env).returncode == 0
              and count(path) > 100)  # fmt: skip
    with Ledger(path) as ledger:
        before = books_of(ledger, newest_chain(ledger, "sim-1")).books
    words = ("restore", "--who", "sue", "--out", str(tmp_path / "o.json"), "--port")
    (tmp_path / "new").mkdir()
    keys = json.dumps(board_keys(DEMO_KEY, DEMO_PINS))
    (tmp_path / "new" / "keys.json").write_text(keys)
    with board(tmp_path / "new", speed=30) as port:
        playing = cardtable(*words, port, env=env | {"CARDTABLE_PIN": "3333"})
        assert playing.returncode != 0 and "play has not stopped" in playing.stderr
    shutil.rmtree(tmp_path / "new" / "vault")  # play stops until somebody decides
    with board(tmp_path / "new", speed=30) as port:
        wrong = cardtable(*words, port, env=env | {"CARDTABLE_PIN": "0007"})
        assert wrong.returncode != 0 and wrong.stderr.count("\n") == 1
        done = wrong
        end = time.monotonic() + _LIMIT_S
        while done.returncode:  # the board waits after a wrong key, on its own clock
            assert time.monotonic() < end, done.stderr
            done = cardtable(*words, port, env=env | {"CARDTABLE_PIN": "3333"})
            assert done.returncode == 0 or "the board waits" in done.stderr, done.stderr
        assert "and sent" in done.stdout
        assert cardtable("sync", "--once", "--port", port, env=env).returncode == 0
    with Ledger(path) as ledger:
        newest = ledger.chains("sim-1")[-1]
        told = [entry.body for entry in ledger.entries(newest, ("restored", "books"))]
    assert newest.epoch == 2 and told[0][1] == "ledger"
    assert told[0][4] == "supervisor"  # who signed, whatever `--who` says
    assert [list(body[1:]) for body in told[1:]] == before.dump()


def test_what_is_recorded_runs_again_on_the_desk(tmp_path, env):
    trace = tmp_path / "bug.trace"
    with board(tmp_path / "board") as port:
        words = ("sync", "--once", "--json", "--port", port, "--record", str(trace))
        told = json.loads(cardtable(*words, env=env).stdout)
    done = cardtable("replay-trace", str(trace), "--json", env=env)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert sum(one["what"] == "record" for one in found) == told["fresh"]
    assert "differs" not in [one["what"] for one in found]


def test_shells_can_complete_verbs_and_kinds(env):
    asked = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = as_process("--show-completion", "bash", env=env | asked)
    assert done.returncode == 0 and "_CARDTABLE_COMPLETE" in done.stdout
    asked = {
        "_CARDTABLE_COMPLETE": "complete_bash",
        "COMP_WORDS": "cardtable events --kind jackpot_",
        "COMP_CWORD": "3",
    }
    done = as_process(env=env | asked)
    assert "jackpot_hit" in done.stdout and "jackpot_confirmed" in done.stdout
