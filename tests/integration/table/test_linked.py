"""A whole table whose jackpot is linked: the key of a room, its leases, what it tells."""

from __future__ import annotations

import json

from host_tools.link.roles import DEMO_KEY, DEMO_PINS, signer
from host_tools.room.jackpot.leases import lease, sequence_at
from host_tools.room.jackpot.pool import PARAMETERS
from sim.harness import scenarios
from tests.integration.table.visitor import SIGNERS, visit

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


def _lease(visitor, now=_NOW, epoch=1, amount=7_777_700, key=_KEY, name="boomerang"):
    sequence, mac, text = lease(
        key, visitor.hello[7], now, name, epoch, PARAMETERS, amount, 1_000_000
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


def test_whatever_is_refused_is_recorded_and_changes_nothing(tmp_path):
    """Another room's, an older room's, a replayed, a stale, a forged lease: one after the other."""
    replies = []
    other = b"o" * 32

    def after(visitor, **lease):
        yield 1100  # a flood of refusals is one record a second
        yield from _lease(visitor, **lease)
        replies.append(visitor.last[0])

    def script(visitor):
        yield from _link(visitor)
        yield from _lease(visitor, epoch=5)
        for given in (
            {"now": _NOW + 1000, "epoch": 4},  # a room that was replaced
            {"now": _NOW + 2000, "key": other},  # one that has another key
            {"now": _NOW, "epoch": 5},  # the same once more
            {"now": _NOW - 1000, "epoch": 5},  # one before it
            {"now": _NOW + 60_000, "epoch": 5},  # of a clock that is off
            {"now": _NOW + 7000, "epoch": 5, "name": "other"},  # another link with the same key
        ):
            yield from after(visitor, **given)
        yield from visitor.ask("meters")
        replies.append(dict(visitor.last)["display"][0])

    visitor = visit(tmp_path, script)
    codes = ["another_room", "wrong_key", "replayed", "replayed", "stale", "another_room"]
    assert replies == [*codes, 7_777_700]
    assert [fact[1:3] for fact in visitor.of("denied")] == [("room", code) for code in codes]


def test_a_key_is_rotated_and_the_one_before_is_worth_nothing(tmp_path):
    replies = []
    new = b"n" * 32

    def script(visitor):
        yield from _link(visitor)
        yield from _lease(visitor)
        replies.append(visitor.last[0])
        yield from _link(visitor, key=new)
        yield from visitor.do("dealer", "input", ["ante", 3, 500])
        yield from visitor.do("dealer", "input", ["jackpot", 3])
        replies.append(visitor.last)  # what the old key had let it do is over
        yield from _lease(visitor, now=_NOW + 2000)
        replies.append(visitor.last[0])
        yield from visitor.do("dealer", "input", ["jackpot", 3])
        replies.append(visitor.last)
        yield from _lease(visitor, now=_NOW + 4000, key=new)
        replies.append(visitor.last[0])
        yield from visitor.do("dealer", "input", ["jackpot", 3])
        replies.append(visitor.last)

    visitor = visit(tmp_path, script)
    assert replies == [
        "ok", ["no_lease", ""], "wrong_key", ["no_lease", ""], "ok", ["ok", None],
    ]  # fmt: skip
    assert visitor.of("denied") == [("denied", "room", "wrong_key", 1)]
    assert [fact[1:] for fact in visitor.of("command")] == [("supervisor", "set_key")] * 2


def test_only_a_supervisor_gives_or_takes_the_rooms_key(tmp_path):
    replies = []
    dealer = SIGNERS["dealer"]

    def script(visitor):
        masked = dealer.mask(visitor.hello[7], visitor.counter + 1, "room", _KEY)
        yield from visitor.do("dealer", "set_key", "room", masked)
        replies.append(visitor.last[0])
        yield from _link(visitor)
        yield from visitor.do("technician", "set_key", "room", "")
        replies.append(visitor.last[0])
        yield from _lease(visitor)
        replies.append(visitor.last[0])

    visit(tmp_path, script)
    assert replies == ["wrong_role", "wrong_role", "ok"]


def test_11_1_the_sign_at_the_commencement_counts_though_leases_move_it_all_the_time(tmp_path):
    """The round was opened long before, and under no lease at all."""
    leased = []  # (facts told so far, amount)

    def script(visitor):
        yield from _link(visitor)
        amount = 5_000_000
        while not visitor.of("linked_hit"):
            amount += 12_345
            yield from _lease(visitor, now=_NOW + 500 * len(leased), amount=amount)
            leased.append((len(visitor.facts), amount))
            yield 500

    def stacked(world):
        world.house.rounds_due = 0
        scenarios.prepare(world, "jackpot")
        world.clock.at(8_000_000, setattr, world.house, "rounds_due", 1)

    visitor = visit(tmp_path, script, rounds=2, prepare=stacked)
    facts = visitor.facts
    begin = next(at for at, fact in enumerate(facts) if fact[0] == "begin")
    shown = [amount for told, amount in leased if told <= begin][-2:]
    assert facts[begin][2] in shown
    hit = visitor.of("linked_hit")[0]
    assert hit[2:] == ("royal_flush", facts[begin][2])
    end = next(at for at, fact in enumerate(facts) if fact[0] == "end")
    assert not [fact for fact in facts[begin:end] if fact[0] == "display"]
    assert sum(told > begin for told, _ in leased) > 2  # it went on moving


def test_what_was_keyed_while_the_sign_moved_is_taken_back_and_the_sign_is_not(tmp_path):
    replies = []

    def script(visitor):
        yield from _link(visitor)
        for amount, given in (
            (5_000_000, ["ante", 3, 500]),
            (6_000_000, ["jackpot", 3]),
            (7_000_000, ["take_back", "dealer", None]),
            (8_000_000, ["jackpot", 3]),
        ):
            yield from _lease(visitor, now=_NOW + amount // 10_000, amount=amount)
            assert visitor.last[0] == "ok"
            yield from visitor.do("dealer", "input", given)
            replies.append(visitor.last)

    visitor = visit(tmp_path, script)
    assert replies == [["ok", None]] * 4
    kinds = ("display", "ante", "jackpot", "taken_back")
    seen = [fact for fact in visitor.facts if fact[0] in kinds]
    assert [fact[0] for fact in seen] == [
        "display", "ante", "display", "jackpot", "taken_back", "display", "display", "jackpot",
    ]  # fmt: skip
    assert [fact[1] for fact in seen if fact[0] == "display"] == [
        5_000_000, 6_000_000, 7_000_000, 8_000_000,
    ]  # fmt: skip


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
