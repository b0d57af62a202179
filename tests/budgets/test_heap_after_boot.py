"""The heap in use after the start of a full table: counted by a 32-bit MicroPython."""

import pytest

from sim.micropython import after_boot
from sim.micropython.narrow import modules, pico


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compiled")
    modules.compile_all(folder)
    return folder


@pytest.mark.parametrize("game", after_boot.GAMES)
def test_a_full_table_of_ten_seats_keeps_to_the_budget_after_its_start(game, compiled):
    found = after_boot.measure(game, compiled, romfs=True)
    assert 100_000 < found.in_use <= after_boot.BUDGET < pico.HEAP_BYTES
    # Or something else was measured than a table with all its parts
    for part in (
        "engine.reader_array",
        "tracker.fusion",
        "ui.lamps",
        "ui.jackpot_display",
        "vault.ring",
        "link.server",
    ):
        assert f"cardtable.{part}" in found.loaded
    for gone in (
        "vault.boot", "vault.recovery", "startup.factory", "desk.record_kinds", "desk.messages",
        "entry", "startup.integrity", "startup.start", "modes.safe", "file_copies",
    ):  # fmt: skip
        assert f"cardtable.{gone}" not in found.loaded, "needed once, or on the desk only"
    assert found.names_left > 100, "one name too many costs 15 kB"


def test_code_in_a_rom_file_system_is_not_in_the_heap(compiled):
    plain = after_boot.measure("canberra", compiled)
    rom = after_boot.measure("canberra", compiled, romfs=True)
    assert set(rom.loaded) >= set(plain.loaded)  # with room, what comes soon is loaded ahead
    assert rom.modules < plain.modules * 0.65
    assert abs(rom.state - plain.state) < 4000
