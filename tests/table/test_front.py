"""Sign and lamps of a whole simulated table, while people play at it."""

import json

from cardtable import front
from cardtable.lamps import _RGB
from tests.table.rounds import on_cpython

OFF, RED, YELLOW, GREEN, WHITE, BLUE = range(6)
_COLOURS = {tuple(_RGB[3 * k : 3 * k + 3]): k for k in range(len(_RGB) // 3)}


class Onlooker:
    """Looks at the table every 10 ms of its time, as a person in the room would."""

    def __init__(self, world):
        self.world = world
        self.signs = []  # every text, and what the books said then
        self.lamps = []
        world.clock.at(0, self._attach)
        world.clock.at(0, self._look)

    def _attach(self):
        app = self.world.app
        if app is None:
            self.world.clock.at(1_000, self._attach)
        elif not hasattr(app, "lamps"):  # an application that does not run them by itself
            app.loop.spawn(self._run(app, front.sign), "sign")
            app.loop.spawn(self._run(app, front.lamps), "lamps")

    async def _run(self, app, part):
        with open(self.world.root + "board.json") as file:
            wiring = json.loads(file.read())
        await part(app, wiring).run()

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
    world, _ = on_cpython(tmp_path, 3, prepare=lambda world: watched.append(Onlooker(world)))
    onlooker = watched[0]
    assert world.display.errors == [] and world.lamps.errors == []
    # Between two looks a sign may be behind, never wrong: each text was the meter's amount.
    amounts = [text for text, _ in onlooker.signs if text != "0.00"]
    assert len(amounts) >= 2
    for text, cents in onlooker.signs[1:]:
        assert text == f"{cents // 100}.{cents % 100:02}"
    for seat in range(7):  # the house plays seven boxes; three have no player
        seen = {lamps[seat] for lamps in onlooker.lamps}
        assert {OFF, RED, YELLOW, GREEN, WHITE} >= seen >= {OFF, YELLOW, WHITE}, (seat, seen)
    assert {lamps[8] for lamps in onlooker.lamps} == {OFF}
    assert {lamps[10] for lamps in onlooker.lamps} == {OFF, GREEN}


def test_a_silent_panel_is_blue_while_it_lasts(tmp_path):
    watched = []

    def prepare(world):
        watched.append(Onlooker(world))
        there = world.sensors.is_present
        # Between two rounds nobody presses a key that would be missed.
        world.clock.at(200_000, setattr, world.sensors, "is_present", lambda: False)
        world.clock.at(900_000, setattr, world.sensors, "is_present", there)

    on_cpython(tmp_path, 1, prepare=prepare)
    jackpot = [lamps[10] for lamps in watched[0].lamps]
    assert BLUE in jackpot and jackpot[-1] != BLUE
