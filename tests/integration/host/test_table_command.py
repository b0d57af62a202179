"""`cardtable table`: a simulated board in a process of its own, told in words by the host."""

import os
import re
import signal
import subprocess
import time

import pytest

from cardtable.records import Chain
from host_tools.cli.sim import GAMES, new_name
from host_tools.cli.table import simulator
from host_tools.config.load import check as check_config
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.link.client import LinkClient
from host_tools.link.wire import Unplugged, open_wire
from sim.harness.scenarios import SCENARIOS
from sim.roots import ROOT
from tests.support.process import COMMAND, cardtable

_LIMIT_S = 120
TABLE = ["table", "--speed", "200", "--listen", "0"]


def test_it_tells_rounds_and_ends_by_itself(tmp_path):
    done = cardtable(*TABLE, "--rounds", "3", "--seats", "3", "--folder", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert [f"Round {n} " in done.stdout for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert done.stdout.rstrip().endswith("3 rounds told.")
    assert re.search(r"The table is at http://127\.0\.0\.1:\d+/ ", done.stdout)
    assert "NI2004-492" in done.stdout
    assert done.stderr == ""


def test_the_same_seed_tells_the_same_story_and_another_does_not(tmp_path):
    stories = []
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        words = ("--rounds", "1", "--seats", "2", "--seed", seed, "--folder", str(tmp_path / name))
        stories.append(_without_address(cardtable(*TABLE, *words).stdout))
    assert stories[0] == stories[1] != stories[2]


def _without_address(told: str) -> str:
    """No two tables have one name, and when the host comes is the desk's own affair."""
    return re.sub(r"http://\S+|sim-canberra-\w+| *A host is attached\.\n", "", told)


def test_the_next_time_the_table_goes_on_where_it_was(tmp_path):
    """State is kept: rounds are counted on, and every record of both days is in one chain."""
    words = ("--rounds", "1", "--seats", "1", "--folder", str(tmp_path))
    assert "Round 1 " in cardtable(*TABLE, *words).stdout
    again = cardtable(*TABLE, *words).stdout
    assert "Round 2 " in again or "Round 3 " in again
    assert "Round 1 " not in again


@pytest.mark.parametrize("game", [game for game in GAMES if game != "canberra-1997"])
def test_the_first_hand_of_a_game_is_worth_seeing(tmp_path, game):
    """It comes to a showdown of several hands, without anything out of order."""
    words = ("--game", game, "--rounds", "1", "--folder", str(tmp_path))
    told = cardtable(*TABLE, *words).stdout
    assert len(re.findall(r"Box \d+ shows", told)) >= (1 if game in ("stud", "freeze-out") else 2)
    assert "Irregular" not in told and "all in" not in told, told


def test_the_names_of_simulated_tables_differ_and_may_stand_in_a_configuration():
    """What `config show` writes down of a simulated table, `config push` takes."""
    names = [new_name(game) for game in GAMES for _ in range(3)]
    assert len(set(names)) > len(GAMES) * 2  # a thousandth of a chance that two are the same
    for name in names:
        config, faults = check_config({"table": name, "game": "canberra", "board": "pico"})
        assert config is not None and not faults


_HAPPENS = {
    "jackpot": ("JACKPOT: box 1 wins .* for a royal flush", "Pending: "),
    "misdeal": ("Irregular at box 3: a card was exposed", "every wager goes back"),
    "dispute": ("Betting round 1", "Box \\d wins"),
    "dead-reader": ("! Box 3: the reader does not answer", "Jackpot wagers "),
}


def test_there_is_a_rehearsal_of_each_scenario():
    assert _HAPPENS.keys() == SCENARIOS.keys()


@pytest.mark.parametrize("scenario", _HAPPENS)
def test_what_a_scenario_is_to_bring_about_happens(tmp_path, scenario):
    words = ("--scenario", scenario, "--rounds", "1", "--folder", str(tmp_path))
    told = cardtable(*TABLE, *words).stdout
    assert f"To rehearse: {SCENARIOS[scenario][1]}" in told
    for happens in _HAPPENS[scenario]:
        assert re.search(happens, told), told


def test_ctrl_c_ends_it_cleanly(tmp_path):
    (tmp_path / "tmp").mkdir()
    process = subprocess.Popen(
        [*COMMAND, *TABLE, "--seats", "2", "--folder", str(tmp_path / "kept")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
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
    assert os.listdir(tmp_path / "tmp") == []


def test_a_board_that_ends_by_itself_is_said_in_one_line(tmp_path):
    """In maintenance nothing is served: the verb does not wait for ever."""
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "maintenance").write_text("somebody asked for it")
    done = cardtable(*TABLE, "--folder", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "cardtable: the simulated board has gone. Start it again; nothing is lost."
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "bridge"], "there is no game 'bridge'"),
        (["--seats", "10"], "10 boxes cannot be dealt"),
        (["--rounds", "-1"], "-1 rounds cannot be dealt"),
        (["--speed", "0"], "speed 0 is out of reach"),
    ],
)
def test_bad_options_are_one_line_with_a_hint(words, message):
    done = cardtable(*TABLE, *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_killing_the_host_in_the_middle_loses_nothing(tmp_path):
    """The host dies again and again without a word; what it has kept in the end is whole."""
    lives = 0
    with simulator(tmp_path, speed=100, rounds=0, seats=2, seed=5) as (port, _):
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
    with simulator(tmp_path, speed=50, rounds=0, seats=1, seed=1) as (port, _):
        wire = open_wire(port)
    with pytest.raises(Unplugged):
        for _ in range(1000):
            wire.read(0.5)
