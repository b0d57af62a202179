"""The database fails over in the middle of hits; `make soak` does it for 10,000 of them."""

from __future__ import annotations

from tests.integration.linked.failing_over import failing_over
from tests.integration.room.server import needs_postgres


@needs_postgres
def test_a_failover_in_the_middle_of_hits_pays_nobody_twice_and_forgets_nobody() -> None:
    figures = failing_over(tables=20, steps=60, seed=5)
    assert figures["failovers"] == 1 and figures["tried in vain"] > 0
    assert figures["hits"] > 5
