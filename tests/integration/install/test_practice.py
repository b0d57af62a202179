"""A newcomer practises: the two verbs of the handbook, from an empty folder to a report."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sim.people.technician import waited
from sim.roots import ROOT

if sys.platform == "win32":
    pytest.skip("a Pico in a process needs a pty", allow_module_level=True)

CARDTABLE = str(Path(sys.executable).with_name("cardtable"))
TABLE = """
table = "practice-1"
game = "stud"
seats = 5

[determinations]
deck = 32
"""


@pytest.fixture
def bare(tmp_path):
    """A bare board in the folder `board`, named the way a person does: not from the root."""
    with subprocess.Popen(
        [CARDTABLE, "sim", "--bare", "--folder", "board", "--speed", "100"],
        cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        waited(lambda: (tmp_path / "board" / "port").is_symlink(), "the board's terminal")
        yield process
        process.terminate()
        process.wait(30)


def given_pins(folder: Path) -> dict[str, str]:
    pins = {"DEALER": "258014", "TECHNICIAN": "147036", "SUPERVISOR": "369025"}
    given = {f"CARDTABLE_PIN_{role}": pin for role, pin in pins.items()}
    given |= {"CARDTABLE_KEYS": str(folder / "keys"), "CARDTABLE_PIN": "147036"}
    return os.environ | given


def cardtable(folder: Path, *words: str) -> subprocess.CompletedProcess:
    env = given_pins(folder)
    return subprocess.run([CARDTABLE, *words], cwd=folder, env=env, text=True, capture_output=True)


def test_a_table_is_installed_for_practice_and_the_doctor_is_content(tmp_path, bare):
    (tmp_path / "table.toml").write_text(TABLE)
    _stopped_by_ctrl_c_it_says_how_to_go_on(tmp_path)
    done = cardtable(tmp_path, "install", "table.toml", "--practice", "board")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3/7 configuration: done before." in done.stdout
    assert "Hold any card over box 10." in done.stdout
    *_, installed, then = done.stdout.splitlines()
    assert installed == "Table practice-1 is installed."
    assert then.startswith("Next: cardtable console --port board/port, and play a round")
    assert (tmp_path / "table.html").exists()
    examined = cardtable(tmp_path, "doctor", "--port", "board/port")
    assert examined.returncode == 0, examined.stdout + examined.stderr
    _hands_at_the_terminal(bare)


def _stopped_by_ctrl_c_it_says_how_to_go_on(folder: Path) -> None:
    with subprocess.Popen(
        [CARDTABLE, "install", "table.toml", "--practice", "board"],
        cwd=folder, env=given_pins(folder), text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            if line == "Hold any card over box 2.\n":
                process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == 130
    assert errors == (
        "cardtable: stopped. What is done is kept: the same command goes on from there.\n"
    )


def _hands_at_the_terminal(bare) -> None:
    """Words typed where the board runs are done, or answered plainly."""
    bare.stdin.write("chip 3 on\nhold As box 77\nhold XX shoe\nkey 99\nchip 11 on\n")
    bare.stdin.flush()
    said = []
    for line in bare.stdout:
        said.append(line)
        if line.startswith("With your own hands") and len(said) > 10:
            break
    assert any(line.startswith("sign: '") for line in said)
    assert sum("cannot be done" in line for line in said) == 2
    assert any(line.startswith("Keys: 1, 2,") for line in said)  # and chip 11 is answered by all


def test_the_handbooks_table_of_seven_boxes_is_installed_and_the_doctor_is_content(tmp_path, bare):
    """docs/table.toml as it is: boxes that are not built are asked for nowhere."""
    (tmp_path / "table.toml").write_bytes((ROOT / "docs" / "table.toml").read_bytes())
    done = cardtable(tmp_path, "install", "table.toml", "--practice", "board")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 boxes, each with its own reader" in done.stdout
    asked = set(re.findall(r"(?:box|sensor) (\d+)", done.stdout))
    assert asked == {str(box) for box in range(1, 8)}
    examined = cardtable(tmp_path, "doctor", "--port", "board/port", "--json")
    assert examined.returncode == 0, examined.stdout + examined.stderr
    found = {one["title"]: one["evidence"] for one in json.loads(examined.stdout)["checks"]}
    not_built = [name for name, said in found.items() if said == "not fitted"]
    assert not_built == ["box 8", "box 9", "box 10"]


def test_without_a_bare_board_it_says_how_to_start_one(tmp_path):
    (tmp_path / "table.toml").write_text(TABLE)
    done = cardtable(tmp_path, "install", "table.toml", "--practice", "nothing")
    assert done.returncode == 2
    assert "no bare board runs in nothing" in done.stderr
    assert "cardtable sim --bare --folder nothing" in done.stderr


# Everything that is not as usual: seven boxes on SPI, a keypad scanner, 32 kB, no shoe
def otherwise(folder: Path) -> None:
    """A board of one's own, in a file, and a table that is played on it."""
    text = (ROOT / "boards" / "pico_spi" / "board.toml").read_text()
    text = text.replace('name = "pico_spi"', 'name = "otherwise"')
    for line in ("box 8", "box 9", "box 10"):
        text = re.sub(rf'"{line}" = .*', f'"{line}" = false', text)
    text = text.replace("[readers]", "[readers]\nshoe = false")
    text += """
[antennas]
groups = [
    ["box 1", "box 4", "box 7"], ["box 2", "box 5"],
    ["box 3", "box 6", "dealer"], ["board", "rack"],
]

[keypad]
chip = "TCA8418"
address = 0x34

[fram]
part = "MB85RC256V"
"""
    (folder / "own.toml").write_text(text)
    (folder / "table.toml").write_text(
        """
table = "practice-2"
board = "own.toml"
game = "holdem"
seats = 7

[determinations]
deal = "hand"
deck = 52
"""
    )


def test_a_table_that_is_wired_otherwise_is_installed_and_the_doctor_is_content(tmp_path):
    otherwise(tmp_path)
    with subprocess.Popen(
        [CARDTABLE, "sim", "--bare", "--folder", "board", "--speed", "100", "--board", "own.toml"],
        cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            waited(lambda: (tmp_path / "board" / "port").is_symlink(), "the board's terminal")
            done = cardtable(tmp_path, "install", "table.toml", "--practice", "board")
            assert done.returncode == 0, done.stdout + done.stderr
            assert "7 boxes, each with its own reader" in done.stdout
            assert "over the dealer's box" in done.stdout and "over the shoe" not in done.stdout
            examined = cardtable(tmp_path, "doctor", "--port", "board/port", "--json")
            assert examined.returncode == 0, examined.stdout + examined.stderr
            found = {one["title"]: one["evidence"] for one in json.loads(examined.stdout)["checks"]}
            assert found["shoe"] == "not fitted"
        finally:
            process.terminate()
            process.wait(30)
