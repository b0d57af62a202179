"""Every command is checked before it is in force; what fails at the next start is rolled back."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any, ClassVar

import pytest

from cardtable import file_copies
from cardtable.desk.record_kinds import KINDS
from cardtable.link.commands import COMMANDS
from cardtable.rules.determinations import DOCUMENTS, resolve, settled, taken_by
from cardtable.rules.inputs import INPUTS
from cardtable.rules.round import Refused
from cardtable.service import config_check, in_force
from cardtable.settings import Settings
from tests.integration.table.visitor import SIGNERS, visit

_RECORD_BYTES = 500


def committed(visitor, name, content: bytes, role="supervisor"):
    for offset in range(0, len(content), 200):
        data = base64.b64encode(content[offset : offset + 200]).decode()
        yield from visitor.do(role, "put", name, offset, data)
    yield from visitor.do(role, "commit", name, hashlib.sha256(content).hexdigest())


def _broken(table: dict[str, Any]) -> list[Any]:
    """A configuration, wrong in one way each time."""
    values = table["values"]
    jackpot = table["jackpot"]
    return [
        [], {}, 7, None, "x", [[[[[[[[[1]]]]]]]]],
        {**table, "table": ""}, {**table, "table": "x" * 17}, {**table, "table": 5},
        {**table, "game": "whist"}, {**table, "game": None}, {**table, "seats": 0},
        {**table, "seats": 11}, {**table, "seats": 10**25}, {**table, "values": {}},
        {**table, "values": []}, {**table, "values": {**values, "ante_min": 10**12}},
        {**table, "values": {**values, "ante_min": -1}}, {**table, "fingerprint": "00"},
        {**table, "values": {**values, "ante_min": 1.5}}, {**table, "jackpot": {}},
        {**table, "values": {**values, "unheard_of": 1}}, {**table, "jackpot": None},
        {**table, "jackpot": {**jackpot, "pool": "much"}}, {**table, "fingerprint": None},
        {**table, "jackpot": {**jackpot, "pool_share": 10001}},
        {**table, "jackpot": {**jackpot, "unheard_of": 1}},
        {key: table[key] for key in table if key != "values"},
    ]  # fmt: skip


def test_a_configuration_is_checked_by_the_desks_declarations_before_it_is_in_force(tmp_path):
    told = []

    def script(visitor):
        table = json.loads((tmp_path / "table.json").read_text())
        for wrong in _broken(table):
            yield from committed(visitor, "table", json.dumps(wrong).encode())
            told.append((visitor.last[0], wrong))
        for wrong in ([], {}, {"name": "pico"}, {"name": "pico", "i2c": {}, "shoe": {}}):
            yield from committed(visitor, "board", json.dumps(wrong).encode(), "technician")
            told.append((visitor.last[0], wrong))
        yield 2000
        yield from visitor.do("dealer", "input", ["ante", 1, 500])
        told.append((visitor.last[0], "the table is as it was"))

    visitor = visit(tmp_path, script)
    assert [what for what in told if what[0] not in ("not_valid", "not_complete")] == [
        ("ok", "the table is as it was")
    ]
    assert len(visitor.of("boot")) == 1


def test_what_the_desk_makes_is_taken():
    """Resolving what is resolved changes nothing: the board may check by resolving again."""
    for game in DOCUMENTS:
        made = settled(game, {})
        given = {name: made["values"][name] for name in taken_by(game)}
        assert resolve(game, given) == made["values"]
        content = {"table": "t", "seats": 5, "jackpot": _jackpot(), **made}
        config_check.check("table", json.loads(json.dumps(content)))


def _jackpot() -> dict[str, int]:
    names = ("start_up", "ceiling", "most_in", "bonus_from", "pool", "reserve")
    return dict.fromkeys(names, 0) | {"pool_share": 10000}


def test_what_fails_at_the_next_start_is_rolled_back_and_told(tmp_path):
    """Well formed, and no such chip can be built: the board it was is there again."""

    def script(visitor):
        board = json.loads((tmp_path / "board.json").read_text())
        board.pop("copy", None)
        board["i2c"]["7"] = [20, 21, 400_000]  # no chip has so many buses
        yield from committed(visitor, "board", json.dumps(board).encode(), "technician")
        assert visitor.last == ["ok", None]
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2)
        yield from visitor.do("dealer", "input", ["ante", 1, 500])
        assert visitor.last == ["ok", None]

    before = []

    def prepare(world):
        before.append(json.loads((tmp_path / "board.json").read_text()))

    visitor = visit(tmp_path, script, prepare=prepare)
    assert ("fault", "configuration_failed", "board.json", 1) in visitor.facts
    after = json.loads((tmp_path / "board.json").read_text())
    after.pop("copy", None)
    assert after == before[0]
    assert not list(tmp_path.glob("*.was")) and not (tmp_path / "tried").exists()


def _on_trial(folder, kept: bytes):
    """A table whose last start with a new configuration did not last, as `prepare` of a visit."""

    def prepare(world):
        from cardtable.drivers.board import here  # where the world's board is plugged in

        settings = Settings(here())
        old = json.loads((folder / "board.json").read_text())
        settings.write("board.json", {**old, "name": "new"})
        # All whole, also the others: then what the files hold is read but once, before this.
        for name in ("table.json", "deck.json", "keys.json"):
            settings.write(name, json.loads((folder / name).read_text()))
        sealed = file_copies.sealed(json.dumps({**old, "name": "old"}).encode(), 1)
        (folder / "board.json.was").write_bytes(kept or sealed)
        (folder / "tried").write_text("[]")

    return prepare


def _started(folder, kept: bytes):
    """A start after that: faults, and the name by which the board runs and is configured."""

    def script(visitor):
        yield from visitor.until(lambda: visitor.of("boot"))
        yield 11_000

    visitor = visit(folder, script, prepare=_on_trial(folder, kept))
    one, other = ((folder / name).read_bytes() for name in ("board.json", "board.copy"))
    assert one == other and file_copies.look(one)[0] == file_copies.SEALED
    assert not list(folder.glob("*.was")) and not (folder / "tried").exists()
    return visitor.of("fault"), {visitor.hello[3], json.loads(one)["name"]}


def test_what_did_not_last_goes_back_in_both_copies_and_is_what_the_table_runs(tmp_path):
    told = [("fault", "configuration_failed", "board.json", 1)]
    assert _started(tmp_path, b"") == (told, {"old"})


def test_a_kept_configuration_that_is_damaged_is_not_put_in_force(tmp_path):
    sealed = file_copies.sealed(b'{"name":"old"}', 1)
    for n, kept in enumerate((sealed.replace(b"old", b"ole"), sealed[:-1], b"{}", b"\xff")):
        assert _started(tmp_path / str(n), kept) == ([], {"new"})


def test_what_is_kept_to_go_back_to_has_a_seal_and_a_disagreement_keeps_nothing(tmp_path):
    """The choice between two copies that disagree is people's, also after a failed start."""

    class Board:
        root = str(tmp_path) + "/"
        texts: ClassVar[dict[str, bytes]] = {}

    settings = Settings(Board())
    file_copies.write(Board.root, "table.json", b'{"table":"one"}')
    in_force.keep(settings, "table.json")
    assert file_copies.look(file_copies.raw(Board.root, "table.json.was"))[0] == file_copies.SEALED
    file_copies.put(Board.root, "table.copy", file_copies.sealed(b'{"table":"two"}', 1))
    in_force.keep(settings, "table.json")
    assert in_force.waiting(settings) == []


def test_a_configuration_that_starts_well_is_in_force_for_good(tmp_path):
    def script(visitor):
        table = json.loads((tmp_path / "table.json").read_text())
        table["jackpot"]["start_up"] = 1
        yield from committed(visitor, "table", json.dumps(table).encode())
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2)
        assert (tmp_path / "table.json.was").exists()
        yield 11_000
        assert not (tmp_path / "table.json.was").exists() and not (tmp_path / "tried").exists()

    visitor = visit(tmp_path, script)
    assert visitor.of("fault") == []
    assert json.loads((tmp_path / "table.json").read_text())["jackpot"]["start_up"] == 1


def test_healthy_books_are_not_replaced(tmp_path):
    told = []

    def script(visitor):
        yield from visitor.ask("meters")
        before = visitor.last
        books = [[name, values] for name, values in before[1:]]
        order = {"order": "ledger", "who": "Eve", "epoch": 9, "books": books, "from": [1, 1]}
        yield from committed(visitor, "order", json.dumps(order).encode())
        told.append(visitor.last[0])
        yield from visitor.until(lambda: visitor.of("deal"), 60_000)
        yield from committed(visitor, "order", json.dumps(order).encode())
        told.append(visitor.last[0])
        yield 2000

    visitor = visit(tmp_path, script, rounds=1)
    assert told == ["not_stopped", "not_stopped"]
    assert len(visitor.of("boot")) == 1 and not (tmp_path / "vault/order.json").exists()


def test_an_order_whose_books_do_not_balance_is_refused():
    books = [["meter", [1, 2, 3]]]
    for wrong in (
        {"order": "new", "who": "Ann", "epoch": 1, "books": books, "from": [1, 1]},
        {"order": "ledger", "who": "", "epoch": 1, "books": books, "from": [1, 1]},
        {"order": "ledger", "who": "Ann", "epoch": 1, "books": books, "from": [1, 1]},
        {"order": "ledger", "who": "Ann", "epoch": 10**12, "books": [], "from": [1, 1]},
        {"order": "ledger", "who": "Ann", "epoch": 1, "books": [], "from": 5},
    ):
        with pytest.raises(Refused) as refused:
            config_check.check("order", wrong)
        assert refused.value.code == "not_valid"


HUGE = int("9" * 15)


def test_no_amount_text_or_list_is_larger_than_a_record_can_hold():
    """Every declared field of every command and input has its bound."""
    for kinds in (INPUTS, COMMANDS):
        for name in kinds.names():
            for field in kinds.fields(name):
                if field.type == "any":
                    continue
                whole = field.type in ("int", "cents", "ms", "flag", "seat", "place")
                for value in (HUGE, -HUGE) if whole else ("x" * 500, "f" * 401):
                    given = [value] * 65 if field.many else value
                    assert field.why_not(given) is not None, (name, field.name)
                    assert not field.many or field.why_not([value]) is not None


def test_the_largest_chips_at_every_seat_still_fit_a_record(tmp_path):
    """0.1.0: a `join` of 200 digits made a record that no start could read again."""
    replies = []

    def script(visitor):
        yield from visitor.do("dealer", "input", ["join", 1, int("9" * 15)])
        replies.append(visitor.last[0])
        raw = '["input",["join",1,%s]]' % ("9" * 200)
        visitor.counter += 1
        mac = SIGNERS["dealer"].mac(visitor.hello[7], visitor.counter, raw)
        yield from visitor.send(("do", "dealer", visitor.counter, mac, raw))
        replies.append(visitor.last[0])
        for seat in range(1, 11):
            yield from visitor.do("dealer", "input", ["join", seat, 10**11])
            replies.append(visitor.last[0])
        yield from visitor.do("technician", "restart")
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2)

    visitor = visit(tmp_path, script, game="holdem")
    assert replies[:2] == ["not_an_input", "not_a_command"]
    assert max(len(line) for line in visitor.lines) < _RECORD_BYTES
    assert [KINDS.why_not(fact) for fact in visitor.facts if KINDS.why_not(fact)] == []


def test_the_time_is_bounded_and_moves_a_minute_only_with_a_record(tmp_path):
    now = 1_700_000_000_000
    replies = []

    def script(visitor):
        for wrong in (10**14, 5, 0, -1, 4_102_444_800_001):
            yield from visitor.do("dealer", "time", wrong)
            replies.append(visitor.last[0])
        for told in (now, now + 30_000, now + 50_000, now + 10_000_000, now):
            yield from visitor.do("dealer", "time", told)
            replies.append(visitor.last[0])
        yield 200

    visitor = visit(tmp_path, script)
    assert replies == ["not_a_command"] * 5 + ["ok"] * 5
    moved = [fact for fact in visitor.of("command") if fact[2] == "time"]
    assert moved == [("command", "dealer", "time")] * 2


@pytest.mark.parametrize("step_ms", [59_000, -59_000, 5_000])
def test_a_clock_moved_in_small_steps_is_recorded_each_minute_all_the_same(tmp_path, step_ms):
    now = 1_700_000_000_000
    steps = 80 if abs(step_ms) < 10_000 else 20

    def script(visitor):
        for k in range(steps):
            yield from visitor.do("dealer", "time", now + k * step_ms)
        yield 200

    visitor = visit(tmp_path, script)
    moved = [fact for fact in visitor.of("command") if fact[2] == "time"]
    assert len(moved) >= steps * abs(step_ms) // 120_000 - 1 > 0


def test_a_file_is_sent_by_whoever_may_put_it_in_force_and_by_nobody_else(tmp_path):
    """A dealer's key could spoil what a supervisor sends, and wear the flash out unrecorded."""
    told = {}

    def script(visitor):
        for name, who in (
            ("table", "supervisor"),
            ("board", "technician"),
            ("order", "supervisor"),
        ):
            for role in ("dealer", "technician", "supervisor"):
                yield from visitor.do(role, "put", name, 0, "e30=")
                told[name, role] = visitor.last == ["ok", 2]
                assert told[name, role] == (role == who), (name, role, visitor.last)

    visit(tmp_path, script)
    assert len(told) == 9


def test_what_changes_nothing_is_taken_and_keeps_nothing(tmp_path):
    """0.1.0: `see` at Canberra kept no record, and keeping none raised."""

    def script(visitor):
        yield from visitor.until(lambda: len(visitor.of("deal")) > 6, 60_000)
        yield from visitor.do("dealer", "input", ["see", 1])
        first = visitor.last
        yield from visitor.until(lambda: visitor.of("end"), 100_000)
        assert first[0] != "command_failed"

    visitor = visit(tmp_path, script, rounds=1)
    assert [fact for fact in visitor.of("fault") if fact[1] != "link_flooded"] == []


def test_a_counter_far_ahead_locks_nobody_out(tmp_path):
    """0.1.0: whoever had a key could use up all counters."""
    replies = []

    def script(visitor):
        for counter in (99_999_999_999, 5000):
            yield from visitor.do("dealer", "time", 1_700_000_000_000, counter=counter)
            replies.append(visitor.last[0])
        visitor.counter = 0
        yield from visitor.do("dealer", "time", 1_700_000_000_000)
        replies.append(visitor.last[0])

    visit(tmp_path, script)
    assert replies == ["replayed", "replayed", "ok"]
