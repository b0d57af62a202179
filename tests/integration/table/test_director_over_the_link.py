"""A tournament's director gives seats and chips over the link, between rounds, as a supervisor."""

from __future__ import annotations

import base64
import hashlib
import json

from cardtable.rules.determinations import settled
from tests.integration.table.visitor import visit


def _tournament(visitor, path):
    """The same table, determined as a tournament's."""
    table = json.loads(path.read_text())
    given = {"limit": "no-limit", "blinds": [100, 200], "tournament": 1}
    content = json.dumps({**table, **settled("holdem", given)}).encode()
    for offset in range(0, len(content), 200):
        data = base64.b64encode(content[offset : offset + 200]).decode()
        yield from visitor.do("supervisor", "put", "table", offset, data)
    yield from visitor.do("supervisor", "commit", "table", hashlib.sha256(content).hexdigest())
    assert visitor.last == ["ok", None]
    yield from visitor.until(lambda: len(visitor.of("boot")) == 2)


def test_the_director_is_a_supervisor_and_only_in_a_tournament(tmp_path):
    replies = []

    def script(visitor):
        def direct(role, *given):
            yield from visitor.do(role, "input", ["direct", *given])
            replies.append(visitor.last[0])

        yield from direct("supervisor", "seat", 1, 20_000)
        yield from _tournament(visitor, tmp_path / "table.json")
        yield from direct("dealer", "seat", 1, 20_000)
        for seat in (1, 2, 3):
            yield from direct("supervisor", "seat", seat, 20_000)
        yield from direct("supervisor", "move", 3, 6)
        yield from direct("supervisor", "move", 1, 77)
        yield from direct("supervisor", "chips", 6, 15_000)
        yield from direct("supervisor", "remove", 2, 0)
        replies.append([(s, visitor.world.app.controller.round.stack[s]) for s in (1, 2, 3, 6)])

    visitor = visit(tmp_path, script, game="holdem")
    assert replies[:2] == ["no_tournament", "wrong_role"]
    assert replies[2:9] == ["ok", "ok", "ok", "ok", "seat_is_taken", "ok", "ok"]
    assert replies[9] == [(1, 20_000), (2, 0), (3, 0), (6, 15_000)]
    told = [fact for fact in visitor.facts if fact[0] in ("corrected", "change_seat", "leave")]
    assert [fact[:3] for fact in told] == [
        ("change_seat", 3, 6), ("corrected", 6, 15_000), ("leave", 2, 20_000)
    ]  # fmt: skip
