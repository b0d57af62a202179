"""No tag ever leaves the board, and no face before it is shown."""

import pytest

from tests.integration.table.byte_stream import search

ROUNDS = {"omaha": 12, "holdem": 3, "draw": 2, "stud": 2, "canberra": 8, "canberra-1997": 8}


@pytest.mark.parametrize("game", ROUNDS)
def test_tags_and_hidden_faces_are_nowhere_in_the_bytes(game):
    figures = search(game, 61, ROUNDS[game])
    assert figures[f"bytes of {game}"] > 3000
