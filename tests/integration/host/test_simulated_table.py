"""The simulated table as people keep it: one at a time, ended together, mended or begun anew."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from host_tools.ledger.ledger import Ledger
from host_tools.ledger.merge import merge
from host_tools.ledger.verify import verify
from sim.roots import ROOT
from tests.support.process import COMMAND, cardtable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of Unix")
_LIMIT_S = 90.0
TABLE = ["table", "--speed", "200", "--listen", "0", "--seats", "2"]


def boards(folder: Path) -> list[int]:
    """Processes that run a board in this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"sim.harness.serve" in words and str(folder / "board").encode() in words:
            found.append(int(process.name))
    return found


def until(holds, what="it did not happen"):
    end = time.monotonic() + _LIMIT_S
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def start(folder: Path, *more: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [*COMMAND, *TABLE, "--folder", str(folder), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("Round "):
            return process
    raise AssertionError(process.communicate()[1])


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT])
def test_however_the_table_ends_its_board_ends_with_it(tmp_path, how):
    """0.1.0: SIGTERM left the board dealing, and the next start ruined the store."""
    process = start(tmp_path)
    assert len(boards(tmp_path)) == 1
    process.send_signal(how)
    _, errors = process.communicate(timeout=_LIMIT_S)
    assert "Traceback" not in errors
    assert process.returncode == (-how if how == signal.SIGKILL else 0), errors
    until(lambda: not boards(tmp_path), "a board without its table")
    again = cardtable(*TABLE, "--rounds", "1", "--folder", str(tmp_path))
    assert again.returncode == 0, again.stderr
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert [one.fault for one in verify(ledger)] == [None]


def test_a_closed_terminal_ends_both(tmp_path):
    pid, terminal = _on_a_terminal(tmp_path)
    _read_until(terminal, "Round 1")
    os.close(terminal)  # the window is closed: SIGHUP to everybody in it
    until(lambda: os.waitpid(pid, os.WNOHANG)[0] == pid, "it goes on without a terminal")
    until(lambda: not boards(tmp_path), "a board without its table")


def test_who_reads_no_further_ends_it(tmp_path):
    """cardtable table | head -3"""
    process = start(tmp_path)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    until(lambda: process.poll() is not None, "it goes on for nobody")
    assert "Traceback" not in process.stderr.read()
    process.stderr.close()
    until(lambda: not boards(tmp_path))


def test_a_folder_in_use_is_said_with_the_process_that_has_it(tmp_path):
    process = start(tmp_path)
    try:
        (board,) = boards(tmp_path)
        for words in (
            [*TABLE, "--folder", str(tmp_path)],
            [*TABLE, "--folder", str(tmp_path), "--fresh"],
            ["sim", "--port", "0", "--folder", str(tmp_path / "board")],
        ):
            second = cardtable(*words)
            assert second.returncode == 2
            assert f"is in use: process {board} runs a table there" in second.stderr
            assert second.stderr.count("\n") == 1 and "End that one first" in second.stderr
        assert process.poll() is None and boards(tmp_path) == [board]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=_LIMIT_S)


def test_fresh_begins_anew_and_keeps_the_old_table_beside_it(tmp_path):
    folder = tmp_path / "kept"
    words = (*TABLE, "--rounds", "1", "--folder", str(folder))
    assert "Round 1 " in cardtable(*words).stdout
    done = cardtable(*words, "--fresh")
    assert done.returncode == 0 and "Round 1 " in done.stdout
    (aside,) = [one for one in tmp_path.iterdir() if one != folder]
    assert str(aside) in done.stderr
    with Ledger(aside / "ledger.db") as old, Ledger(folder / "ledger.db") as new:
        names = [one.chains()[0].table for one in (old, new)]
        assert len(set(names)) == 2, "two tables with one name cannot meet in a ledger"
        merge(old, tmp_path / "both.db")
        merge(new, tmp_path / "both.db")
    with Ledger(tmp_path / "both.db") as both:
        assert sorted(both.tables()) == sorted(names)
        assert {one.fault for one in verify(both)} == {None}


def test_fresh_where_nothing_is_simply_begins(tmp_path):
    done = cardtable(*TABLE, "--rounds", "1", "--folder", str(tmp_path / "new"), "--fresh")
    assert done.returncode == 0 and done.stderr == ""


# ---- damage


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played") / "t"
    done = cardtable(*TABLE, "--rounds", "2", "--folder", str(folder))
    assert done.returncode == 0, done.stderr
    return folder


def _files(folder: Path) -> list[str]:
    skipped = ("in-use", "board.log", ".db-shm", ".db-wal")
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(skipped)
    )


def _damages(content: bytes) -> list[bytes]:
    flipped = bytearray(content or b"\0")
    flipped[len(flipped) // 3] ^= 0x10
    return [bytes(flipped), content[: len(content) // 2], b"\xff" * 40]


def test_whatever_file_of_the_folder_is_damaged_there_is_a_way_on(played, tmp_path):
    """It plays on (there was a copy), or says in words what is wrong and how to begin anew."""

    outcomes = {}
    for at, name in enumerate(_files(played)):
        way = at % 3  # `make soak` tries every way with every file
        outcomes[name] = damaged(played, tmp_path / str(at), name, way, begin_anew=at % 4 == 0)
    assert 0 in outcomes.values() and len(set(outcomes.values())) > 1, outcomes


def damaged(played: Path, place: Path, name: str, way: int, begin_anew: bool) -> int:
    """The exit code of a table, one of whose files is damaged; what it says is checked."""
    folder = place / "t"
    shutil.copytree(played, folder)
    (folder / name).write_bytes(_damages((played / name).read_bytes())[way])
    done = cardtable(*TABLE, "--rounds", "1", "--folder", str(folder))
    said = done.stdout + done.stderr
    assert "Traceback" not in said, (name, way, said)
    assert done.returncode in (0, 1, 4, 5, 6), (name, way, said)
    if done.returncode:
        assert "--fresh" in said, (name, way, said)
        if begin_anew:
            again = cardtable(*TABLE, "--rounds", "1", "--folder", str(folder), "--fresh")
            assert again.returncode == 0, (name, way, again.stderr)
    return done.returncode


# ---- a terminal


def _on_a_terminal(folder: Path, *more: str) -> tuple[int, int]:
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.environ.pop("CI", None)
        os.environ["SSH_CONNECTION"] = "none"  # no browser
        os.execv(sys.executable, [*COMMAND, *TABLE, "--folder", str(folder), *more])
    return pid, terminal


def _read_until(terminal: int, text: str) -> str:
    said = b""
    end = time.monotonic() + _LIMIT_S
    while text.encode() not in said:
        assert time.monotonic() < end, said.decode(errors="replace")
        if select.select([terminal], [], [], 0.5)[0]:
            said += os.read(terminal, 4096)
    return said.decode(errors="replace")


def test_on_a_terminal_the_page_stays_when_the_rounds_are_over(tmp_path):
    """The newcomer's first command took its page away with it."""
    from urllib.request import urlopen

    pid, terminal = _on_a_terminal(tmp_path, "--rounds", "1")
    try:
        said = _read_until(terminal, "cardtable day --ledger")
        assert "the page stays until Ctrl-C" in said
        found = re.search(r"The table is at (http://\S+)", said)
        assert found
        with urlopen(found[1] + "api/table", timeout=20) as answer:
            assert json.load(answer)["link"]["state"] == "up"
        os.write(terminal, b"\x03")
        rest = _read_until(terminal, "round told.")
        assert "Traceback" not in rest
        _, status = os.waitpid(pid, 0)
        assert os.waitstatus_to_exitcode(status) == 0
    finally:
        os.close(terminal)


def test_the_table_is_kept_in_the_clone_it_runs_from():
    from host_tools.cli.sim import sim_folder

    assert sim_folder() == ROOT / ".cardtable" / "tables"
