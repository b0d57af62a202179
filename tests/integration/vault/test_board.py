"""The whole board after a cut in the middle of a round, and with a vault that stops play."""

from __future__ import annotations

import pytest

from sim import paths
from sim.chips.power import Power, PowerCut
from sim.harness import headless
from sim.harness.cable import Cable


def cut_in_a_round(folder, writes: int):
    """The world of a table whose supply went after so many writes to the FRAM."""
    worlds = []

    def prepare(world):
        worlds.append(world)
        world.fram.power.cut_after = world.fram.power.points + writes

    with pytest.raises(PowerCut):
        headless.play(f"{folder}/", 3, 5, prepare=prepare)
    return worlds[0]


def start(folder, fram, cable, **more):
    """The board's application on the old files and the old FRAM, started."""
    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.world import World

    world = World(f"{folder}/", cable, 5, fram=fram)
    for name, value in more.items():
        setattr(world.fram, name, value)
    world.fram.power = Power()
    machine.plug(world)
    from cardtable.app import App
    from cardtable.drivers.board import here

    app = App(here())
    app.start()
    return app


@pytest.mark.parametrize("writes", [6_000, 9_000, 14_000])
def test_an_interrupted_round_goes_on_with_its_cards_where_they_lie(tmp_path, writes):
    world = cut_in_a_round(tmp_path, writes)
    app = start(tmp_path, world.fram.memory, Cable())
    assert app.vault.stopped is None
    played = app.controller.round
    assert played is not None and played.boxes
    records = list(app.vault.open_round())
    assert [record[0] for record in records].count("round") == 1
    lying = [record for record in records if record[0] == "deal"]
    assert lying
    for _, place, token in lying:
        face = played.sealer.face(token)
        assert face is not None
        assert face in world.felt.faces(place)  # the very card that was drawn there
    assert app.controller.give(("rule_void", None))
    app.loop.run_for(50)
    assert app.vault.books.why_not() is None


def test_a_board_without_its_fram_says_so_and_shows_the_meters(tmp_path):
    world = cut_in_a_round(tmp_path, 14_000)
    heard: list[bytes] = []

    class Listening(Cable):
        def write(self, data):
            heard.append(data)

    app = start(tmp_path, world.fram.memory, Listening(), present=False)
    assert app.vault.stopped == ("fram_missing", "fram")
    app.loop.run_for(50)
    told = b"".join(heard)
    assert b'["stopped","fram_missing","fram"]' in told
    assert b'["believed","books",1,' in told
