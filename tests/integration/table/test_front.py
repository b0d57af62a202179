"""Sign and lamps of a whole simulated table, while people play at it."""

from typing import Any

import pytest

from cardtable.ui.lamps import _RGB
from sim import paths
from sim.harness import headless
from sim.harness.cable import Cable, Listener
from sim.harness.world import World
from tests.integration.table.rounds import on_charging_desk

OFF, RED, YELLOW, GREEN, WHITE, BLUE = range(6)
_COLOURS = {tuple(_RGB[3 * k : 3 * k + 3]): k for k in range(len(_RGB) // 3)}


class Onlooker:
    """Looks at the table every 10 ms of its time, as a person in the room would."""

    def __init__(self, world):
        self.world = world
        self.signs = []  # every text, and what the books said then
        self.lamps = []
        world.clock.at(0, self._look)

    def _look(self):
        self.world.clock.at(10_000, self._look)
        app = self.world.app
        if app is None:
            return
        seen = [_COLOURS[colour] for colour in self.world.lamps.colours]
        if not self.lamps or self.lamps[-1] != seen:
            self.lamps.append(seen)
        sign = self.world.display.text
        if sign and (not self.signs or self.signs[-1][0] != sign):
            self.signs.append((sign, app.vault.books.meter.display))


def test_the_sign_shows_the_meter_and_lamps_follow_the_cards(tmp_path):
    watched = []
    world, _ = on_charging_desk(tmp_path, 3, prepare=lambda world: watched.append(Onlooker(world)))
    onlooker = watched[0]
    assert world.display.errors == [] and world.lamps.errors == []
    assert len(onlooker.signs) >= 2
    for text, cents in onlooker.signs:
        assert text == f"{cents // 100}.{cents % 100:02}"
    for seat in range(7):  # the house plays seven boxes; three have no player
        seen = {lamps[seat] for lamps in onlooker.lamps}
        assert {OFF, RED, YELLOW, GREEN, WHITE} >= seen >= {OFF, YELLOW, WHITE}, (seat, seen)
    assert {lamps[8] for lamps in onlooker.lamps} == {OFF}
    # white: a key was heard
    assert {lamps[10] for lamps in onlooker.lamps} == {OFF, GREEN, WHITE}


def test_a_silent_panel_is_blue_while_it_lasts(tmp_path):
    watched = []

    def prepare(world):
        watched.append(Onlooker(world))
        there = world.sensors.is_present
        world.clock.at(200_000, setattr, world.sensors, "is_present", lambda: False)
        world.clock.at(900_000, setattr, world.sensors, "is_present", there)

    on_charging_desk(tmp_path, 1, prepare=prepare)
    jackpot = [lamps[10] for lamps in watched[0].lamps]
    assert BLUE in jackpot and jackpot[-1] != BLUE


def test_a_board_that_hangs_starts_again_by_itself(tmp_path):
    """The watchdog bites in the middle of an endless look at the panel; the next start says so."""
    boots = []

    def heard(record):
        if record[0] == "boot":
            boots.append(record[-1])
            if len(boots) == 2:
                world.clock.at(100_000, _over)

    paths.install()
    import machine

    cable = Cable()
    world: Any = World(f"{tmp_path}/", cable, seats=[])
    listener = Listener(cable, heard)

    def hang():
        for _ in range(30_000):
            world.clock.sleep_ms(1)
        raise AssertionError("nothing ended it")

    world.clock.at(1_000_000, lambda: setattr(world.app.panel, "look", hang))
    machine.plug(world)
    with pytest.raises(headless.Over):
        headless.run_main()
    assert boots == ["power", "reset"] and machine.RESETS[-1] == "watchdog"
    assert listener.errors == []


def _over():
    raise headless.Over
