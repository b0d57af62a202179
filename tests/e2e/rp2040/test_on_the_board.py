"""A small table on the emulated board, where a MicroPython for it is in the cache."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.rp2040 import board_facts, flashed, micropython, recorder
from sim.rp2040 import tools as installing
from sim.rp2040.cuts import cut
from sim.rp2040.flash_image import FlashImage
from sim.rp2040.flashed import Flashed
from sim.rp2040.live_board import live_board
from sim.rp2040.play import Conditions, play
from sim.rp2040.recorder import Recording, Setting
from sim.rp2040.tools import Tools

_HOW = Conditions(idle_ms=500)


@pytest.fixture(scope="module")
def tools() -> Tools:
    missing = installing.missing()
    if missing:
        pytest.skip(f"the emulated Pico is not installed here: {missing}. Run: make picosetup")
    if not micropython.cached():
        pytest.skip(f"no MicroPython for the Pico in {micropython.folder()}")
    return installing.tools()


@pytest.fixture(scope="module")
def board(tools: Tools) -> Flashed:
    return flashed.flashed(tools, micropython.find(), by_hand=True)


@pytest.fixture(scope="module")
def holdem() -> Recording:
    return recorder.record(Setting("holdem", seats=(1, 2, 3), pace="lively"))


@pytest.fixture(scope="module")
def report(tools: Tools, board: Flashed, holdem: Recording) -> dict[str, Any]:
    return play(tools, board, holdem, _HOW)


def test_a_small_table_tells_what_the_desk_tells(report: dict[str, Any]) -> None:
    assert report["as_on_the_desk"], json.dumps(report, indent=1)[:4000]
    assert report["records"]["got"] == report["records"]["wanted"]
    assert report["keys"]["pressed"] == report["keys"]["seen"] > 0
    assert report["cards"]["moved"] == report["cards"]["recorded"] > 0
    assert not report["refused"] and not report["lamp_errors"] and not report["sign_errors"]


def test_its_figures_are_those_of_a_pico(report: dict[str, Any]) -> None:
    seen = report["in_play"]
    assert 0 < seen["busy_percent"] <= 100
    assert seen["stack"]["bytes"] == 8192 and seen["stack"]["left"] > 0
    assert seen["heap"]["free_after_collection"] > seen["heap"]["largest_after_collection"] > 0
    assert seen["place_ms"]["looks"] > 100
    assert seen["stack"]["left"] >= 1500  # inputs from the console are among the actions
    assert report["power_up_to_hello_ms"] <= 4000


def test_the_same_run_again_is_the_same_to_the_cycle(
    tools: Tools, board: Flashed, holdem: Recording, report: dict[str, Any]
) -> None:
    again = play(tools, board, holdem, _HOW)
    assert {**again, "wall_s": 0} == {**report, "wall_s": 0}


def test_a_cut_leaves_a_board_that_goes_on(tools: Tools, board: Flashed, holdem: Recording) -> None:
    found = cut(tools, board, holdem, _HOW, cuts=3)
    assert found["cuts"] == 3
    assert [trial["wrong"] for trial in found["trials"]] == [[], [], []]


def test_mpremote_reaches_a_board_behind_a_socket(
    tools: Tools, board: Flashed, tmp_path: Path
) -> None:
    (tmp_path / "flash").write_bytes(b"\xff" * len(board.content))
    job = {
        "flash": str(tmp_path / "flash"),
        "uf2": str(board.micropython.path),
        "fram_bytes": 32768,
        "flash_timing": "none",
        "seed": 1,
        "result": str(tmp_path / "after"),
    }
    with live_board(tools, job, tmp_path) as port:
        command = [sys.executable, "-m", "mpremote", "connect", port, "exec", "print(6 * 7)"]
        said = ""
        for _ in range(20):  # until its USB is up
            said = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
            if said:
                break
    assert said.strip() == "42"
    assert len((tmp_path / "after").read_bytes()) == len(board.content)


def test_flash_refuses_ten_boxes_on_a_stock_pico_and_changes_nothing(
    tools: Tools, tmp_path: Path
) -> None:
    stock = [one for one in micropython.cached() if "stock" in one.name]
    if not stock:
        pytest.skip(f"no stock MicroPython in {micropython.folder()}")
    facts, virgin = board_facts.ask(tools, stock[0], tmp_path)
    job = {
        "flash": str(virgin),
        "fram_bytes": 32768,
        "flash_timing": "typ",
        "seed": 1,
        "result": str(tmp_path / "after"),
    }
    (tmp_path / "live").mkdir()
    with live_board(tools, job, tmp_path / "live") as port:
        command = [sys.executable, "-m", "host_tools.main", "flash", "--port", port, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 7, done.stderr
    assert json.loads(done.stdout)["fits"] is False
    assert "10 boxes need a Pico 2" in done.stderr and "MicroPython with ROMFS" in done.stderr
    names = FlashImage((tmp_path / "after").read_bytes(), facts).names()
    assert names == FlashImage(virgin.read_bytes(), facts).names()


def test_a_flood_at_full_usb_speed_changes_nothing_and_is_told_once(
    tools: Tools, board: Flashed, holdem: Recording
) -> None:
    report = play(tools, board, holdem, replace(_HOW, flood="garbage"))
    assert report["as_on_the_desk"], json.dumps(report, indent=1)[:4000]
    assert report["cards"]["moved"] == report["cards"]["recorded"] > 0
    assert report["flood"]["bytes"] > 2000
    assert report["flood"]["records"].count(["fault", "link_flooded", "link", 1]) == 1
