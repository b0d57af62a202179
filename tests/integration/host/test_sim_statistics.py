"""`cardtable sim --fast`: figures that come from records, and add up."""

from __future__ import annotations

from fractions import Fraction

import pytest

from host_tools.simulation import statistics
from host_tools.simulation.statistics import CANBERRA_EDGE, Figures, chunks, play
from tests.property.canberra.exact import EDGE
from tests.support.process import cardtable


def test_every_chip_that_was_bought_is_found_again():
    figures = play("omaha", 2, seed=4)
    assert figures.rounds == 2 and sum(figures.outcomes.values()) == 2
    assert figures.money["bought"] > 0 and figures.missing == 0


def test_a_chip_that_is_lost_is_missed():
    figures = Figures()
    figures.take(("join", 1, 20000, 0, None))
    figures.take(("round", 2, "omaha", "00", 1, [[1, 19900, 0, 0]]))
    figures.close()
    assert figures.missing == 100
    figures.take(("commission", 0, 100, "NI2006-156 15.2(a)"))
    assert figures.missing == 0


def test_the_edge_is_what_the_players_lost_of_their_antes():
    figures = Figures()
    for won in (-500, -500, 500, 0):
        figures.take(("ante", 1, 500))
        figures.take(("settle", 1, won, 0, "lost", "NI2004-492 9.4"))
    edge, error = figures.edge()
    assert (edge, round(error, 4)) == (0.25, 0.4146)
    assert figures.money["antes"] == 2000 and figures.money["players won"] == -500


def test_the_theory_is_the_one_that_was_counted():
    assert pytest.approx(float(-EDGE), abs=5e-5) == CANBERRA_EDGE
    assert isinstance(EDGE, Fraction)


def test_rounds_are_shared_out_among_the_games():
    pieces = list(chunks(["a", "b", "c"], 200, seed=7))
    assert sum(count for _, count, _ in pieces) == 200
    assert {game for game, _, _ in pieces} == {"a", "b", "c"}
    assert len(set(pieces)) == len(pieces), "no piece deals the cards of another"


def test_the_verb_prints_them():
    done = cardtable("sim", "--fast", "--game", "canberra", "--rounds", "3")
    assert done.returncode == 0, done.stderr
    assert "3 rounds" in done.stdout and "settled 3" in done.stdout
    assert f"{statistics.CANBERRA_EDGE:.2%}" in done.stdout
