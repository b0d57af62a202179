"""The board's process dies at any device write, a host attached: nothing lost, nothing doubled."""

import pytest

from tests.integration.table import kills


@pytest.mark.parametrize(("game", "die_at"), kills.points(20, seed=1))
def test_a_board_that_dies_at_a_write_goes_on_where_it_was(tmp_path, game, die_at):
    found = kills.killed(tmp_path, game, die_at)
    assert kills.why_wrong(found) is None
    # Every record came, once, in one chain: the ledger has refused everything else.
    assert found["last"] == len(found["told"])
