"""The supply goes while an entry is being taken back: the round is as before it, or as after it."""

from __future__ import annotations

import pytest

from tests.integration.undo.table import GAMES, Table
from tests.integration.vault.cuts import Images
from tests.integration.vault.devices import Devices


def _in_the_middle(name: str) -> tuple[Table, int]:
    """A table and an entry of it behind which other entries, or cards, lie."""
    table = Table(name, 3)
    if table.banked:
        for seat in (2, 5):
            assert table.give(("ante", seat, 500))
        at = table.vault.entries.last()
        assert table.give(("jackpot", 2))
        assert table.give(("card", 2, table.deck.pop()))
        return table, at
    table.take_seats()
    while table.round.phase != "bets":
        given = table.next()
        assert given and table.give(given)
        table.dealt(given)
    first = 0
    for _ in range(2):
        acts = [one for one in table.round.expects() if one[0] in ("check", "call", "bet")]
        assert table.give(table.filled(acts[0]))
        first = first or table.vault.entries.last()
    return table, first


@pytest.mark.parametrize("name", GAMES)
def test_a_cut_leaves_the_round_before_or_after(name):
    table, at = _in_the_middle(name)
    table.vault.flush()
    before = table.state()
    fram, flash = bytes(table.devices.fram.memory), bytes(table.devices.flash.image)
    trace: list = []
    table.devices.power.trace = trace
    assert table.take_back("supervisor", at) is None
    while table.vault.work_on():
        pass
    table.devices.power.trace = None
    after = table.state()
    assert after != before and len(trace) > 100
    images, seen = Images(fram, flash, trace), set()
    met = {"before": 0, "after": 0}
    for k in range(0, len(trace) + 1, 7):
        images.forward(k)
        for devices, _ in images.cuts(seen):
            found = Table(name, 3, devices)
            state = found.state()
            assert state in (before, after), k
            if state == before:
                met["before"] += 1
                if met["before"] % 20 == 1:  # and it can be done then
                    assert found.take_back("supervisor", at) is None
                    assert found.state() == after
            else:
                met["after"] += 1
                assert found.take_back("supervisor", at) == "no_such_entry"
    assert met["before"] > 10 and met["after"] > 10, met


def test_a_cut_while_an_entry_is_kept_leaves_it_known_or_undone():
    """Never an entry that points to what was not kept, nor one that was kept and is unknown."""
    table = Table("holdem", 3)
    for seat in (2, 3, 5):
        assert table.give(("join", seat, 20_000))
    before, last = table.state(), table.vault.entries.last()
    fram, flash = bytes(table.devices.fram.memory), bytes(table.devices.flash.image)
    trace: list = []
    table.devices.power.trace = trace
    assert table.give(("join", 8, 20_000))
    table.devices.power.trace = None
    newest = table.vault.entries.last()
    images, seen = Images(fram, flash, trace), set()
    for k in range(len(trace) + 1):
        images.forward(k)
        for devices, _ in images.cuts(seen):
            found = Table("holdem", 3, devices)
            kept = found.state() != before
            assert found.vault.entries.last() == (newest if kept else last), k
            found.controller.record(("fault", "panel_silent", "panel", 1))
            again = Table("holdem", 3, Devices(devices.fram.memory, devices.flash.image, bus=False))
            assert again.vault.entries.last() == (newest if kept else last), k


def test_a_small_fram_takes_back_what_was_keyed_since_the_start():
    table = Table("holdem", 3, None)
    small = Table.__new__(Table)
    small.__dict__.update(table.__dict__)
    small.devices = Devices(bus=False)
    small.start(small.devices.installed())
    for seat in (2, 3):
        assert small.give(("join", seat, 20_000))
    assert small.take_back() is None
    assert small.round.seated == [2]
    small.restart()
    assert small.take_back("supervisor") == "nothing_to_take_back"
    assert small.round.seated == [2]
