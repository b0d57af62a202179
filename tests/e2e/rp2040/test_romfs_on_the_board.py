"""An update of what is in ROMFS on the emulated Pico, its power cut while boot.py writes it.

Needs a MicroPython with ROMFS in the cache. The same with every kind of damage on real MicroPython
in a process: tests/integration/flash/test_romfs.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import pytest

from host_tools.boards import compiled
from host_tools.boards.load import load
from host_tools.flashing import flasher, service
from host_tools.flashing.find import Place
from host_tools.flashing.repl import Repl
from host_tools.release import manifest, romfs
from host_tools.release.build import MANIFEST, Release, build
from sim.people.dice import Dice
from sim.rp2040 import flashed, micropython
from sim.rp2040 import tools as installing
from sim.rp2040.flash_image import FlashImage
from sim.rp2040.flashed import Flashed
from sim.rp2040.live_board import live_board
from sim.rp2040.tools import Tools

_CUTS = 4


@pytest.fixture(scope="module")
def tools() -> Tools:
    missing = installing.missing()
    if missing:
        pytest.skip(f"the emulated Pico is not installed here: {missing}. Run: make picosetup")
    if not [one for one in micropython.cached() if "romfs" in one.name]:
        pytest.skip(f"no MicroPython with ROMFS in {micropython.folder()}")
    return installing.tools()


@pytest.fixture(scope="module")
def board(tools: Tools) -> Flashed:
    return flashed.flashed(tools, micropython.find("romfs"))


def in_rom(board: Flashed, content: bytes) -> bytes:
    """What the flash holds where ROMFS lies, as long as rom.txt says."""
    assert board.facts.romfs is not None
    start, _ = board.facts.romfs
    size = int(FlashImage(content, board.facts).read(romfs.TOLD).split()[0])
    return content[start : start + size]


def is_whole(board: Flashed, content: bytes, release: Release) -> bool:
    image = FlashImage(content, board.facts)
    wanted = romfs.in_romfs(release)
    assert not [name for name in image.names() if name.endswith(".mpy") or name == "next/commit"]
    files = {name: image.read(name) for name in wanted if name != romfs.ROM}
    return {romfs.ROM: in_rom(board, content), **files} == wanted


def test_cardtable_flash_puts_the_modules_into_romfs(board: Flashed) -> None:
    assert is_whole(board, board.content, build())


def test_an_update_survives_power_cuts(tools: Tools, board: Flashed, tmp_path: Path) -> None:
    new = _next_release()
    committed = _commit(tools, board, new, tmp_path)
    assert in_rom(board, committed) == romfs.in_romfs(build())[romfs.ROM]  # until it restarts
    (tmp_path / "committed").write_bytes(committed)
    dice = Dice(20)
    moments = [dice.below(1000) / 1000 for _ in range(_CUTS)]
    job = {
        "bootrom": str(tools.bootrom),
        "flash": str(tmp_path / "committed"),
        "flash_timing": "typ",
        "seed": 1,
        "moments": moments,
        "again": [dice.below(1000) / 1000 for _ in range(_CUTS)],
        "result": str(tmp_path / "after"),
    }
    (tmp_path / "cuts.json").write_text(json.dumps(job))
    told = json.loads(tools.run("boot_cuts.mjs", str(tmp_path / "cuts.json"), limit_s=900))
    assert told["operations"] > len(romfs.in_romfs(new)[romfs.ROM]) // 4096
    assert is_whole(board, (tmp_path / "after").read_bytes(), new)
    assert any(trial["torn"][0] for trial in told["trials"])
    for number in range(_CUTS):
        content = (tmp_path / f"after.{number}").read_bytes()
        assert is_whole(board, content, new), moments[number]


def _next_release() -> Release:
    files = {path: data for path, data in build().files.items() if path != MANIFEST}
    files["cardtable/extra.mpy"] = files["cardtable/__init__.mpy"]
    files["main.py"] += b"# newer\n"
    files[MANIFEST] = manifest.make("9.9.9", build().manifest.mpy, files).text()
    return Release(files)


class _HostDied(BaseException):
    pass


def _commit(tools: Tools, board: Flashed, release: Release, scratch: Path) -> bytes:
    """The flash with a release staged and committed, the board not restarted since."""
    (scratch / "flash").write_bytes(board.content)
    job = {
        "flash": str(scratch / "flash"),
        "fram_bytes": 32768,
        "flash_timing": "typ",
        "seed": 1,
        "result": str(scratch / "committed_by_the_host"),
    }
    with (
        live_board(tools, job, scratch) as port,
        mock.patch.object(Repl, "reset", side_effect=_HostDied),
        pytest.raises(_HostDied),
    ):
        assert service.greet(lambda: port) is not None
        flasher.flash(
            Place(port),
            lambda arch: release,
            load("pico"),
            lambda one: compiled.as_json(one.data),
            flasher.Steps(),
        )
    return (scratch / "committed_by_the_host").read_bytes()
