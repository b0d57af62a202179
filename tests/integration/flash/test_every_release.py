"""Every release from 0.1.0 on updates to this one and back, vault and ledger intact."""

from __future__ import annotations

import pytest

from sim.people.dice import Dice
from tests.integration.flash import desk
from tests.integration.flash.field import Field, meters
from tests.integration.flash.releases import VERSIONS


@pytest.fixture(scope="module", params=VERSIONS)
def field(request, tmp_path_factory):
    made = Field(tmp_path_factory.mktemp("field"), request.param)
    made.install()
    return made


def test_there_are_releases():
    assert "0.1.0" in VERSIONS


def test_it_updates_and_goes_back_and_forth_with_its_books(field):
    with field.board_like("installed", "forth") as pico:
        before = field.records()
        assert meters(pico) == field.books
        assert desk.flash(pico, field.new).hello is not None
        field.is_well(pico, field.new, field.books)
    field.play("forth", 2)
    with field.board("forth") as pico:
        played, books = field.records(), meters(pico)
        assert played[: len(before)] == before
        outcome = desk.rollback(pico)
        assert outcome.hello is not None and outcome.manifest.name == field.old.manifest.name
        field.is_well(pico, field.old, books)
    field.play("forth", 3)
    with field.board("forth") as pico:
        assert field.records()[: len(played)] == played
        books = meters(pico)
        assert desk.rollback(pico).hello is not None  # and forth again
        field.is_well(pico, field.new, books)


@pytest.mark.parametrize("way", ["forth", "back"])
def test_the_power_goes_at_any_write_of_it(field, way):
    """Sampled; every write in the soak."""
    dice = Dice(len(way))
    image, release = field.committed(way)
    cuts = 0
    for write in sorted({dice.below(120) + 1 for _ in range(2)}):
        cuts += field.cut(image, release, write, f"{way}-{write}")
    assert cuts
