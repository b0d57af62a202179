"""docs/replacing-parts.md walked: a reader, the memory chip, the board of an installed table."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from host_tools.link.connection import BoardConnection
from sim.people.technician import Technician, waited
from sim.roots import ROOT
from tests.integration.install.test_practice import CARDTABLE, cardtable

if sys.platform == "win32":
    pytest.skip("a Pico in a process needs a pty", allow_module_level=True)

TABLE = """
table = "replaced-1"
game = "canberra"
board = "pico_7"
seats = 7

[determinations]
deck = 52

[jackpot]
start_up = "$10000.00"
"""


@contextmanager
def switched_on(folder: Path) -> Iterator[None]:
    with subprocess.Popen(
        [CARDTABLE, "sim", "--bare", "--folder", "board", "--speed", "100"],
        cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            waited(lambda: (folder / "board" / "port").is_symlink(), "the board's terminal")
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def done(folder: Path, *words: str, code: int = 0) -> str:
    told = cardtable(folder, *words)
    assert told.returncode == code, f"{words}: {told.stdout}{told.stderr}"
    return told.stdout + told.stderr


def doctor(folder: Path) -> dict[str, str]:
    """Result by check's title, of those that are not well."""
    told = cardtable(folder, "doctor", "--yes", "--json", "--port", "board/port")
    checks = json.loads(told.stdout)["checks"]
    return {one["title"]: one["evidence"] for one in checks if one["result"] == "fail"}


def books(folder: Path) -> dict[str, Any]:
    """Money, by section; without the number of the round, which an epoch changes."""
    with BoardConnection.at(str(folder / "board" / "port")) as talk:
        return {
            name: value for name, value in talk.ask("meters") if name not in ("display", "play")
        }


def synced(folder: Path) -> list[tuple[int, int]]:
    """(epoch, number) of every record in the ledger, after one more sync."""
    done(folder, "sync", "--once", "--port", "board/port", "--ledger", "ledger.db")
    done(folder, "ledger", "verify", "--ledger", "ledger.db")
    told = done(folder, "events", "--ledger", "ledger.db", "--json")
    rows = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    return [(one["epoch"], one["number"]) for one in rows]


def test_parts_are_replaced_and_nothing_is_lost_or_doubled(tmp_path):
    (tmp_path / "table.toml").write_text(TABLE)
    with switched_on(tmp_path):
        done(tmp_path, "install", "table.toml", "--practice", "board")
        opened = books(tmp_path)
        before = synced(tmp_path)
        assert doctor(tmp_path) == {} and len(set(before)) == len(before) > 0

        # A reader: told at once, back by itself, the others go on.
        technician = Technician(tmp_path / "board")
        technician.does("pull", "box 3")
        waited(lambda: "box 3" in doctor(tmp_path), "the doctor to miss a reader")
        assert set(doctor(tmp_path)) == {"box 3"}
        technician.does("plug", "box 3")
        waited(lambda: not doctor(tmp_path), "the new reader")
        technician.close()
        told = synced(tmp_path)
        assert told[: len(before)] == before

    # The memory chip: off, another one in, on; the supervisor believes the board's files.
    (tmp_path / "board" / "fram.bin").unlink()
    with switched_on(tmp_path):
        said = done(tmp_path, "doctor", "--yes", "--port", "board/port", code=1)
        assert "memory chip is empty" in said
        wrong = done(tmp_path, "restore", "--who", "Ann", "--believe", "fram",
                     "--port", "board/port", code=2)  # fmt: skip
        assert "would mend nothing" in wrong
        done(tmp_path, "restore", "--who", "Ann", "--believe", "flash", "--port", "board/port")
        assert books(tmp_path) == opened and doctor(tmp_path) == {}
        chip = synced(tmp_path)
        assert chip[: len(told)] == told and len(set(chip)) == len(chip)

    # The board: off, a virgin one in, on; what belongs to the table is on its chip and its host.
    for name in ("flash.bin", "flash.bin.work"):
        (tmp_path / "board" / name).unlink()
    with switched_on(tmp_path):
        said = done(tmp_path, "install", "table.toml", "--practice", "board", "--again", "board")
        assert "its books go on" in said
        assert "4/7 readers: done before." in said and "5/7 hands: done before." in said
        assert books(tmp_path) == opened and doctor(tmp_path) == {}
        board = synced(tmp_path)
        assert board[: len(chip)] == chip and len(set(board)) == len(board)


def test_the_page_counts_its_minutes_and_names_commands_that_exist():
    page = (ROOT / "docs" / "replacing-parts.md").read_text(encoding="utf-8")
    for title in ("A reader", "The memory chip", "The board"):
        part = page.split(f"## {title}", 1)[1].split("\n## ", 1)[0]
        minutes = [int(n) for n in re.findall(r"^\| (\d+) \|", part, re.M)]
        total = re.search(r"\*\*(\d+) minutes\*\*", part)
        assert minutes and total and sum(minutes) == int(total[1])
        assert "cardtable doctor" in part
