"""Whatever vanishes on the way to the room: every row is the board's own, no gap, no double."""

from __future__ import annotations

from tests.integration.room.server import needs_postgres
from tests.integration.room.torture import torture


@needs_postgres
def test_links_hosts_room_and_database_vanish_and_every_record_is_there_once(tmp_path):
    """A small one; `make soak` does it with 50 tables and 100,000 records."""
    deeds = ["host", "room", "restart", "failover"]
    counts = torture(tmp_path, 3, 400, 1, deeds, seed=1, limit_s=300)
    # While records were still on their way, or it would have shown nothing; the last deed of a
    # fast machine may come when all have arrived
    assert counts["underway"] >= len(deeds) - 1 and counts["failovers"] == 1
