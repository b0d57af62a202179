"""`cardtable table`: a simulated board in a process of its own, told in words by the host."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from cardtable.records import Chain
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.link.client import LinkClient
from host_tools.link.wire import Unplugged, open_wire
from host_tools.table import simulator
from sim.roots import ROOT

_LIMIT_S = 120
COMMAND = [sys.executable, "-m", "host_tools.main", "table", "--speed", "200"]


def run(*words, **options):
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        timeout=_LIMIT_S,
        cwd=ROOT,
        check=False,
        **options,
    )


def test_it_tells_rounds_and_ends_by_itself():
    done = run("--rounds", "3", "--seats", "3")
    assert done.returncode == 0, done.stderr
    assert [f"Round {n} " in done.stdout for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert done.stdout.rstrip().endswith("3 rounds told.")
    assert "NI2004-492" in done.stdout
    assert done.stderr == ""


def test_the_same_seed_tells_the_same_story_and_another_does_not():
    stories = [run("--rounds", "1", "--seats", "2", "--seed", seed).stdout for seed in "112"]
    assert stories[0] == stories[1] != stories[2]


def test_nothing_is_left_behind(tmp_path):
    before = set(os.listdir(tmp_path))
    run("--rounds", "1", "--seats", "1", env={**os.environ, "TMPDIR": str(tmp_path)})
    assert set(os.listdir(tmp_path)) == before


def test_ctrl_c_ends_it_cleanly(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "--seats", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert process.stdout is not None
    for line in process.stdout:  # ends at the second round's heading, or fails by the limit
        if line.startswith("Round 2"):
            break
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: host and simulator both get it
    rest, errors = process.communicate(timeout=_LIMIT_S)
    assert process.returncode == 0
    assert errors == ""
    assert re.search(r"\d+ rounds? told\.", rest)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "bridge"], "do not play 'bridge'"),
        (["--seats", "10"], "10 boxes cannot be dealt"),
        (["--rounds", "-1"], "-1 rounds cannot be dealt"),
        (["--speed", "0"], "speed 0 is out of reach"),
    ],
)
def test_bad_options_are_one_line_with_a_hint(words, message):
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_killing_the_host_in_the_middle_loses_nothing(tmp_path):
    """The host dies again and again without a word; what it has kept in the end is whole."""
    lives = 0
    with simulator(tmp_path, speed=100, rounds=0, seats=2, seed=5) as port:
        number = 0
        while number < 200:
            keep = Intake(tmp_path / "ledger.db")
            client = LinkClient(keep)
            wire = open_wire(port)
            lives += 1
            stop_at = number + 37
            deadline = time.monotonic() + _LIMIT_S
            while keep.number < stop_at and time.monotonic() < deadline:
                wire.write(bytes(client.outgoing))
                client.outgoing.clear()
                client.receive(wire.read(0.2))
            # Killed here: no goodbye, and what was about to be acknowledged never is.
            number = keep.number
            wire.close()
            keep.close()
    chain = Chain("sim-1", 1)
    for line in Ledger(tmp_path / "ledger.db").lines("sim-1", 1):
        chain.follow(line)
    assert chain.number == number >= 200
    assert lives >= 3


def test_a_board_that_goes_away_is_noticed(tmp_path):
    with simulator(tmp_path, speed=50, rounds=0, seats=1, seed=1) as port:
        wire = open_wire(port)
    with pytest.raises(Unplugged):
        for _ in range(1000):
            wire.read(0.5)
