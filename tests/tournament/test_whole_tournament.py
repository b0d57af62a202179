"""Twenty players on three tables, from entries to prizes; a hundred on twelve: tests/soak."""

import pytest

from tests.tournament import whole_on_boards
from tests.tournament.board_room import BoardRoom
from tests.tournament.test_director import FREEZE_OUT
from tests.tournament.whole_tournament import whole


@pytest.mark.parametrize("seed", (1, 2))
def test_NI2006_156_r20_19_twenty_players_on_three_tables(tmp_path, seed):
    figures = whole(tmp_path, 20, 3, seed)
    assert figures["rounds"] > 18
    assert all(figures[what] for what in ("void round", "cut cable", "restart", "mistake")), figures


def test_NI2006_156_r20_7_r20_18_r20_19_twenty_players_on_three_emulated_boards(tmp_path):
    figures = whole_on_boards.whole(tmp_path, 20, 3, 1)
    assert all(figures[what] for what in whole_on_boards.GOES_WRONG), figures


def test_TGC_2006_B16_4_a_freeze_out_reaches_its_board_and_gives_it_back(tmp_path):
    """Its wager, seats and chips are there before the first card; who leaves is taken off."""
    text = FREEZE_OUT.replace("= 2026", "= 2020")
    room = BoardRoom(tmp_path, text, "stud", 1)
    try:
        with room.desk.director() as director:
            for n in range(4):
                director.enter(f"Player {n + 1}")
        room.sat_down((), 6)
        with room.desk.director() as director:
            director.begin_session()
        room.settled()
        now = room.runner.boards["t01"].setup("stud")
        assert now.mode == "tournament"
        assert now.values["freeze_wager"] == now.values["ante"] == 500
        with room.desk.director() as director:
            director.leaves(2, "taken ill")
        room.until(lambda: any("remove" in line for line in room.told), "who left is taken off")
        assert room.state.fallen == [[[2]]]
        with room.desk.director() as director:
            director.cancel("fire alarm")
        room.until(room.runner.is_over, "the board given back")
        assert room.plays_as_before("t01")
    finally:
        room.end()
