"""Twenty players on three tables, from entries to prizes; a hundred on twelve: tests/soak."""

import pytest

from tests.tournament import whole_on_boards
from tests.tournament.whole_tournament import whole


@pytest.mark.parametrize("seed", (1, 2))
def test_NI2006_156_r20_19_twenty_players_on_three_tables(tmp_path, seed):
    figures = whole(tmp_path, 20, 3, seed)
    assert figures["rounds"] > 18
    assert all(figures[what] for what in ("void round", "cut cable", "restart", "mistake")), figures


def test_NI2006_156_r20_7_r20_18_r20_19_twenty_players_on_three_emulated_boards(tmp_path):
    figures = whole_on_boards.whole(tmp_path, 20, 3, 1)
    assert all(figures[what] for what in whole_on_boards.GOES_WRONG), figures
