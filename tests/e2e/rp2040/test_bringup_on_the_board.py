"""`bringup` on the emulated Pico: real MicroPython behind mpremote's transport, nothing flashed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.boards.load import load
from host_tools.bringup import emulation
from host_tools.bringup.findings import differences, findings
from host_tools.bringup.walk import Laid
from host_tools.cli.bringup import measured
from sim.harness.full_table import channels_of
from sim.harness.rig import uid
from sim.rp2040 import board_facts, micropython
from sim.rp2040 import tools as installing
from sim.rp2040.live_board import Hands, live_table
from sim.rp2040.tools import Tools
from sim.rp2040.wiring import board_json, wiring

PLAN = (Laid(1, 5, 0), Laid(2, 5, 0), Laid(1, 20, 0))
LOOKS = 3


class AtTheEmulatedTable:
    """Lays cards; `channel` is where the reader under a place is really plugged in."""

    def __init__(self, hands: Hands, channel: dict[str, int]) -> None:
        self._hands = hands
        self._channel = channel

    def lay(self, laid: Laid, where: str) -> None:
        self.clear()
        place: Any = "shoe" if where == "shoe" else self._channel[where]
        tags = [uid(n).hex() for n in range(1, laid.cards + 1)]
        self._hands.do("lay", place, tags, laid.away_mm)

    def clear(self) -> None:
        self._hands.do("clear")

    def milliamps(self, question: str) -> int | None:
        return None


@pytest.fixture(scope="module")
def tools() -> Tools:
    missing = installing.missing()
    if missing:
        pytest.skip(f"the emulated Pico is not installed here: {missing}. Run: make picosetup")
    if not micropython.cached():
        pytest.skip(f"no MicroPython for the Pico in {micropython.folder()}")
    return installing.tools()


@pytest.fixture(params=["pico_7"])
def board(request, tools: Tools, tmp_path: Path) -> Iterator[tuple[str, str, Hands]]:
    """A virgin board with the table of a variant around it: (name, port, hands)."""
    _, flash = board_facts.ask(tools, micropython.find("stock"), tmp_path)
    job = {
        "flash": str(flash),
        "fram_bytes": 65536,
        "flash_timing": "typ",
        "seed": 1,
        "result": str(tmp_path / "result"),
        "wiring": wiring(board_json(request.param)),
    }
    with live_table(tools, job, tmp_path) as (port, hands):
        yield request.param, port, hands


def test_three_planted_deviations_are_found_and_nothing_else(board) -> None:
    name, port, hands = board
    wired = board_json(name)
    channel = {f"box {seat}": wired["boxes"][seat] for seat in wired["boxes"]}
    channel |= {one: wired[one] for one in ("dealer", "board", "rack") if one in wired}
    assert sorted(channel.values()) == [k for _, k in channels_of(wired)]
    hands.do("setReader", channel["box 6"], {"slowUs": 3000})
    hands.do("setReader", channel["box 2"], {"reachMm": 18})
    channel["box 3"], channel["box 4"] = channel["box 4"], channel["box 3"]
    trace = measured(port, load(name), AtTheEmulatedTable(hands, channel), PLAN, LOOKS)
    assert trace["machine"] == "Raspberry Pi Pico with RP2040"
    assert {(one.kind, one.where) for one in findings(trace)} == {
        ("swapped", "box 3"),
        ("swapped", "box 4"),
        ("slow", "box 6"),
        ("weak", "box 2"),
    }
    # The desk's emulation is told by it what the board's interpreter adds, too.
    usual = emulation.emulated_again(trace)
    found = {(one.kind, one.where) for one in differences(trace, usual)}
    assert {("time", "box 6"), ("rate", "box 2")} <= found
    model = emulation.model_of(trace, usual)
    left = differences(trace, emulation.emulated_again(trace, model))
    assert not [one for one in left if one.kind in ("rate", "two_targets", "error_rate")]
    assert not [one for one in left if one.kind == "time" and "echo" in one.text]
