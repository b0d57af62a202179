"""A whole table whose jackpot is linked: the key of a room, its leases, what it tells."""

from __future__ import annotations

import json

from host_tools.link.roles import DEMO_KEY, DEMO_PINS, signer
from host_tools.room.jackpot.leases import lease, sequence_at
from host_tools.room.jackpot.pool import PARAMETERS
from tests.integration.table.visitor import visit

_KEY = b"l" * 32
_SUPERVISOR = signer(DEMO_KEY, "supervisor", DEMO_PINS["supervisor"])
_NOW = 1_800_000_000_000


def _link(visitor, key=_KEY):
    """Order the room's key as `cardtable keys link` does; the board starts again."""
    masked = ""
    if key:
        masked = _SUPERVISOR.mask(visitor.hello[7], visitor.counter + 1, "room", key)
    starts = len(visitor.of("boot"))
    yield from visitor.do(_SUPERVISOR, "set_key", "room", masked)
    assert visitor.last == ["ok", None]
    yield from visitor.until(lambda: len(visitor.of("boot")) == starts + 1)


def _lease(visitor, now=_NOW, epoch=1, amount=7_777_700, key=_KEY):
    sequence, mac, text = lease(
        key, visitor.hello[7], now, "boomerang", epoch, PARAMETERS, amount, 1_000_000
    )
    yield from visitor.send(("do", "room", sequence, mac, text))


def test_without_a_lease_the_base_game_goes_on_and_jackpot_wagers_are_refused(tmp_path):
    replies = []

    def script(visitor):
        yield from _lease(visitor)
        replies.append(visitor.last[0])  # no key of a room: this table plays for its own pool
        yield from _link(visitor)
        yield from visitor.do("dealer", "input", ["ante", 3, 500])
        yield from visitor.do("dealer", "input", ["jackpot", 3])
        replies.append(visitor.last)
        yield from _lease(visitor, key=b"x" * 32)
        replies.append(visitor.last[0])
        yield from _lease(visitor)
        replies.append(visitor.last[0])
        at, epoch, number = visitor.last[1]
        assert at >= _NOW and epoch == 1 and number >= len(visitor.facts)
        yield from visitor.do("dealer", "input", ["jackpot", 3])
        replies.append(visitor.last)
        yield from visitor.ask("meters")
        replies.append(dict(visitor.last)["display"])
        yield 11_000
        yield from visitor.do("dealer", "input", ["ante", 4, 500])
        replies.append(visitor.last)
        yield from visitor.do("dealer", "input", ["jackpot", 4])
        replies.append(visitor.last)

    visitor = visit(tmp_path, script)
    assert replies == [
        "no_keys", ["no_lease", ""], "wrong_key", "ok", ["ok", None], [7_777_700, 0],
        ["ok", None], ["no_lease", ""],
    ]  # fmt: skip
    assert visitor.of("denied") == [("denied", "room", "wrong_key", 1)]
    told = [fact[0] for fact in visitor.facts if fact[1:2] == ("no_lease",)]
    assert told == ["fault", "fault_over", "fault"]


def test_a_room_that_was_replaced_is_refused_and_the_link_ends_with_its_key(
    tmp_path,
):
    replies = []

    def script(visitor):
        yield from _link(visitor)
        yield from _lease(visitor, epoch=5)
        replies.append(visitor.last[0])
        yield from visitor.do("technician", "restart")
        yield from visitor.until(lambda: len(visitor.of("boot")) == 3)
        yield from _lease(visitor, epoch=4)
        replies.append(visitor.last[0])
        yield from _lease(visitor, epoch=5)
        replies.append(visitor.last[0])
        yield from _lease(visitor, epoch=5)
        replies.append(visitor.last[0])  # the same once more
        yield from _link(visitor, key=b"")
        yield from _lease(visitor, epoch=5)
        replies.append(visitor.last[0])
        yield from visitor.do("dealer", "input", ["ante", 3, 500])
        yield from visitor.do("dealer", "input", ["jackpot", 3])
        replies.append(visitor.last)

    visit(tmp_path, script)
    assert replies == ["ok", "another_room", "ok", "replayed", "no_keys", ["ok", None]]


def test_rounds_of_a_linked_table_tell_their_wagers_and_move_no_pool_here(tmp_path):
    def script(visitor):
        yield from _link(visitor)
        renewed = 0
        while len(visitor.of("end")) < 3:
            yield from _lease(visitor, now=_NOW + renewed)
            renewed += 500
            yield 500

    visitor = visit(tmp_path, script, rounds=3)
    wagered = sum(fact[2] for fact in visitor.of("jackpot_lost"))
    assert sum(fact[1] for fact in visitor.of("linked_in")) == wagered > 0
    assert visitor.of("meter_in") == visitor.of("jackpot_paid") == []
    assert {fact[1] for fact in visitor.of("canberra")} >= {7_777_700}
    assert json.loads((tmp_path / "keys.json").read_text())
    assert sequence_at(_NOW) == _NOW // 100
