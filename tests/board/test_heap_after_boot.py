"""The heap in use after the start of a full table: real MicroPython, modules compiled."""

import pytest

from sim.micropython import after_boot


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compiled")
    after_boot.compile_all(folder)
    return folder


@pytest.mark.parametrize("game", after_boot.GAMES)
def test_a_full_table_of_ten_seats_needs_at_most_150_kb_after_its_start(game, compiled):
    found = after_boot.measure(game, compiled)
    assert found.halved <= after_boot.BUDGET
    # Or something else was measured than a table with all its parts
    for part in ("boxes", "tracker.fusion", "lamps", "meter_display", "vault.ring", "link.feed"):
        assert f"cardtable.{part}" in found.loaded
    for gone in (
        "vault.boot", "vault.orders", "parts", "declare", "link.messages",
        "chosen", "own_files", "beginning", "halted",
    ):  # fmt: skip
        assert f"cardtable.{gone}" not in found.loaded, "needed once, or on the desk only"
