"""The emulator's own tests, in JavaScript beside this file; and MicroPython's start on it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from sim.rp2040 import micropython
from sim.rp2040 import tools as installing
from sim.rp2040.tools import Tools

_HERE = Path(__file__).parent
_LIMIT_S = 120
_START_MS = 130  # MicroPython has USB up by then


@pytest.fixture(scope="module")
def tools() -> Tools:
    missing = installing.missing()
    if missing:
        pytest.skip(f"the emulated Pico is not installed here: {missing}. Run: make picosetup")
    return installing.tools()


@pytest.fixture(params=["stock", "romfs"])
def uf2(request: pytest.FixtureRequest) -> Path:
    there = [
        one for one in micropython.cached() if ("romfs" in one.name) == (request.param != "stock")
    ]
    if not there:
        pytest.skip(f"no {request.param} MicroPython in {micropython.folder()}")
    return there[-1].path


@pytest.mark.parametrize("name", sorted(path.name for path in _HERE.glob("*.test.mjs")))
def test_in_javascript(tools: Tools, name: str) -> None:
    done = subprocess.run(
        [str(tools.node), "--test", "--test-reporter=tap", str(_HERE / name)],
        env=tools.environment,
        capture_output=True,
        text=True,
        timeout=_LIMIT_S,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def _run(tools: Tools, program: str, job: dict, scratch: Path) -> dict:
    path = scratch / "job.json"
    path.write_text(json.dumps({"bootrom": str(tools.bootrom), **job}))
    done = subprocess.run(
        [str(tools.node), str(_HERE / program), str(path)],
        env=tools.environment,
        capture_output=True,
        text=True,
        timeout=_LIMIT_S,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


def test_micropython_starts_the_same_on_both_cores(tools: Tools, uf2: Path, tmp_path: Path) -> None:
    """Same cycles, same registers, same misses, same memory, at every millisecond of the start."""
    job = {"uf2": str(uf2), "ms": _START_MS}
    found = _run(tools, "boot_on_both_cores.mjs", job, tmp_path)
    assert found["differences"] == []
    assert found["compared"] == _START_MS
    assert found["configured"] and found["misses"] > 1000


def test_the_heap_seen_from_outside_is_the_heap_that_the_board_tells(
    tools: Tools, uf2: Path, tmp_path: Path
) -> None:
    found = _run(tools, "heap_on_the_board.mjs", {"uf2": str(uf2)}, tmp_path)
    board, ours = found["board"], found["ours"]
    assert ours["total"] == board["total"]
    # Between its figures and ours the board has printed them.
    assert abs(ours["free"] - board["free"]) < 2048
    assert abs(ours["largest"] - board["largest"]) < 2048
