"""What finds, flashes and tells: without a board."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import littlefs
import pytest

from sim.rp2040 import figures, micropython, tell
from sim.rp2040.__main__ import main
from sim.rp2040.board_facts import FLASH_BYTES, Facts
from sim.rp2040.commission import keys
from sim.rp2040.flash_image import FlashImage
from sim.rp2040.flashed import tree_hash
from sim.rp2040.micropython import MicroPython
from sim.rp2040.problem import Problem
from sim.rp2040.tools import EMULATOR

LITTLEFS = (0x120000, 0xE0000)
ROMFS = (0xA0000, 0x80000)
FACTS = Facts("v1.28.0", "Raspberry Pi Pico with RP2040", LITTLEFS, ROMFS, [""])


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(micropython, "folder", lambda: tmp_path)
    return tmp_path


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / f"{name}.uf2").write_bytes(name.encode())


def test_without_a_uf2_it_says_what_is_needed_and_where_it_is_to_be_had(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "canberra"]) == 2
    said = capsys.readouterr().err
    assert str(cache) in said and "micropython.org/download/RPI_PICO" in said
    assert "MICROPY_HW_ROMFS_BYTES" in said


def test_a_uf2_is_given_or_found_by_its_name(cache: Path) -> None:
    put(cache, "RPI_PICO-v1.27.0", "RPI_PICO-v1.28.0", "RPI_PICO-v1.28.0-romfs")
    assert micropython.find().name == "RPI_PICO-v1.28.0-romfs"
    assert micropython.find("stock").name == "RPI_PICO-v1.28.0"
    assert micropython.find("1.27").name == "RPI_PICO-v1.27.0"
    given = cache / "RPI_PICO-v1.27.0.uf2"
    assert micropython.find(str(given)).path == given
    with pytest.raises(Problem):
        micropython.find("v9")


def test_symbols_are_optional(cache: Path) -> None:
    put(cache, "RPI_PICO-v1.28.0")
    found = micropython.find()
    assert found.symbols is None
    (cache / "RPI_PICO-v1.28.0.syms.txt").write_text("")
    assert found.symbols is not None
    assert MicroPython(found.path).sha256 == found.sha256


def test_an_unknown_game_is_named(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "canasta"]) == 2
    assert "no such game: canasta" in capsys.readouterr().err


def virgin() -> bytes:
    start, size = LITTLEFS
    context = littlefs.context.UserContext(size)
    files = littlefs.LittleFS(
        context=context, block_size=4096, block_count=size // 4096, prog_size=256, read_size=32,
        cache_size=1024, lookahead_size=32, mount=False,
    )  # fmt: skip
    files.format()
    content = bytearray(b"\xff" * FLASH_BYTES)
    content[start : start + size] = context.buffer
    return bytes(content)


def test_files_are_put_where_the_board_says_its_partitions_lie() -> None:
    image = FlashImage(virgin(), FACTS)
    image.write("vault/books.0", b"books")
    image.write("main.py", b"print()")
    made = image.write_romfs({"cardtable/app.mpy": b"M\x06\x00\x1f" + bytes(100)})
    content = image.content()
    assert len(content) == FLASH_BYTES
    again = FlashImage(content, FACTS)
    assert again.names() == ["main.py", "vault/books.0"]
    assert again.read("vault/books.0") == b"books"
    start, room = ROMFS
    assert made[:3] == b"\xd2\xcd\x31", "how a ROMFS begins"
    assert content[start : start + room] == made + b"\xff" * (room - len(made))
    assert content[:start] == b"\xff" * start, "nothing else was touched"


def test_a_romfs_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        FlashImage(virgin(), FACTS).write_romfs({"big.mpy": bytes(ROMFS[1])})


def test_the_hash_of_a_tree_knows_names_and_contents(tmp_path: Path) -> None:
    folder = tmp_path / "firmware"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "a.py").write_text("1")
    first = tree_hash(folder)
    (folder / "__pycache__" / "a.pyc").write_text("2")
    assert tree_hash(folder) == first
    (folder / "a.py").rename(folder / "b.py")
    assert tree_hash(folder) != first


def test_every_role_has_a_key_of_32_bytes() -> None:
    assert {len(bytes.fromhex(key)) for key in keys().values()} == {32}


def test_the_core_was_built_from_its_source() -> None:
    core = EMULATOR / "core"
    built_from = (core / "m0.built_from").read_text().strip()
    source = hashlib.sha256((core / "m0.c").read_bytes()).hexdigest()
    assert built_from == source, "m0.c has changed. Run: sh sim/rp2040/emulator/core/build.sh"


# ---- figures


def phase(**more: Any) -> dict[str, Any]:
    seen = {
        "span_ms": 2000.0,
        "busy": 0.7,
        "flash_wait": 0.05,
        "cache_misses": 4000,
        "scans_ms": [100.0, 120.0, 110.0, 500.0],
        "gaps": {"bus": [[0, 40], [100, 190], [300, 360]], "keypad": []},
        "flash_erases": [{"kind": "erase", "offset": 0, "from": 120, "until": 165}],
        "flash_programs": 3,
        "heap": {"total": 245888, "collections": 2, "free_after_collection": 90000,
                 "largest_after_collection": 40000},
        "gc_pauses": [[10, 22.0], [900, 24.0]],
        "stack": {"top": 0x20042000, "bottom": 0x20040000, "lowest": 0x20040100, "pc": 0x10001000,
                  "function": "gc_alloc"},
        "keys": [
            {"key": 1, "at": 10, "looks": 2, "lampDue": True, "lampAfter": 50, "heardAfter": 30},
            {"key": 2, "at": 20, "looks": 1, "lampDue": False, "lampAfter": None},
            {"key": 3, "at": 30, "looks": 2, "lampDue": True, "lampAfter": None},
        ],
    }  # fmt: skip
    return {**seen, **more}


def test_a_stall_is_told_with_and_without_the_erases_it_falls_together_with() -> None:
    told = figures.phase(phase())["stall_ms"]
    assert told["bus"] == {"max": 90.0, "max_without_erase": 60.0}
    assert told["keypad"] == {"max": None, "max_without_erase": None}


def test_busy_counts_the_waits_for_the_flash() -> None:
    told = figures.phase(phase())
    assert told["busy_percent"] == 75.0
    assert told["place_ms"] == {"median": 115.0, "p95": 500.0, "max": 500.0, "looks": 4}


def test_a_stack_past_its_end_has_less_than_nothing_left() -> None:
    assert figures.phase(phase())["stack"]["left"] == 256
    seen = {**phase()["stack"], "lowest": 0x2003FF00}
    assert figures.stack(seen)["left"] == -256


def test_a_key_is_seen_when_two_looks_have_found_it() -> None:
    told = figures.keys(phase())
    assert (told["pressed"], told["seen"], told["seen_once"]) == (3, 2, 1)


def test_a_key_that_changes_no_lamp_on_the_desk_is_owed_none() -> None:
    told = figures.keys(phase())["key_to_lamp_ms"]
    assert (told["median"], told["max"]) == (50.0, 50.0)
    assert (told["answered"], told["unanswered"]) == (1, 1)


def test_a_key_that_no_lamp_has_told_is_not_counted_as_heard() -> None:
    told = figures.keys(phase())["key_to_heard_ms"]
    assert told == {"median": 30.0, "p95": 30.0, "max": 30.0, "told": 1}


def test_the_handbooks_table_has_a_row_a_run() -> None:
    report = {
        "setting": {"game": "omaha", "seats": 10, "pace": "fast", "seed": 1, "rounds": 1},
        "micropython": {"romfs": True},
        "records": {"got": 5, "wanted": 5},
        "outcome": "as on the desk",
        "idle": figures.phase(phase()),
        "in_play": figures.phase(phase()),
        "keys": figures.keys(phase()),
        "power_up_to_hello_ms": 2100.0,
    }
    lines = tell.markdown([report]).splitlines()
    assert len(lines) == 3
    assert len({line.count("|") for line in lines}) == 1
    assert "omaha, 10 seats, fast, seed 1, ROMFS" in lines[2]
