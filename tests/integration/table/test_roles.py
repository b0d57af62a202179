"""Commands over the link: taken from the key of the right role, once; the rest is recorded."""

from __future__ import annotations

import base64
import hashlib
import json

import pytest

from cardtable.desk.record_kinds import KINDS
from cardtable.rules.seals import seal_of
from host_tools.link.roles import DEMO_KEY, Signer, role_key
from tests.integration.table.visitor import SIGNERS, visit


def test_hello_says_what_the_board_is(tmp_path):
    def script(visitor):
        yield 1

    visitor = visit(tmp_path, script)
    assert visitor.hello[2:5] == ["0.2.0", "pico", "sim-1"]
    assert visitor.hello[9] == ["keyed", "fram", "simulated"]


def test_a_dealer_plays_from_the_console_and_is_told_the_rule(tmp_path):
    replies = []

    def script(visitor):
        yield from visitor.do("dealer", "input", ["ante", 3, 500])
        replies.append(visitor.last)
        yield from visitor.do("dealer", "input", ["bet", 3, None])
        replies.append(visitor.last)
        yield from visitor.do("dealer", "input", ["ante", 99, 500])
        replies.append(visitor.last)
        yield from visitor.ask("why_not", ["bet", 3, None])
        replies.append(visitor.last)
        yield from visitor.ask("expects")

    visitor = visit(tmp_path, script)
    assert replies[0] == ["ok", None]
    assert ("ante", 3, 500) in visitor.facts
    code, rule = replies[1]
    assert rule.startswith("NI2004-492") and code != "ok"
    assert replies[2] == ["not_an_input", "ante.seat must be at most 10"]
    assert replies[3] == [[code, rule]]
    assert any(wish[0] == "ante" for wish in visitor.last)
    assert [KINDS.why_not(fact) for fact in visitor.facts if KINDS.why_not(fact)] == []


def test_wrong_roles_replays_and_forgeries_are_refused_and_recorded(tmp_path):
    replies = []

    def script(visitor):
        yield from visitor.do("dealer", "input", ["rule_void", None])
        replies.append(visitor.last)
        yield 1100  # a record a second about refusals, no more
        yield from visitor.do("dealer", "confirm", 1, "Ann")
        replies.append(visitor.last)
        yield 1100
        yield from visitor.do("dealer", "time", 1_700_000_000_000)
        again = visitor.counter
        yield from visitor.do("dealer", "time", 1_600_000_000_000, counter=again)
        replies.append(visitor.last)
        yield 1100
        yield from visitor.do(Signer("supervisor", bytes(32)), "restart")
        replies.append(visitor.last)
        yield from visitor.do("supervisor", "mode", "test")
        replies.append(visitor.last)
        yield 1100
        yield from visitor.do("supervisor", "mode", "test")
        replies.append(visitor.last)

    visitor = visit(tmp_path, script)
    assert [reply[0] for reply in replies] == [
        "wrong_role", "wrong_role", "replayed", "wrong_key", "slow_down", "ok",
    ]  # fmt: skip
    denied = [(fact[1], fact[2]) for fact in visitor.of("denied")]
    assert denied == [
        ("dealer", "wrong_role"),
        ("dealer", "replayed"),
        ("supervisor", "wrong_key"),
    ]
    assert ("command", "supervisor", "mode") in visitor.facts
    assert ("mode", "test") in visitor.facts


@pytest.mark.parametrize("size", [65536, 32768])
def test_a_restart_forgets_no_wrong_key_and_nobody_else_waits_for_it(tmp_path, size):
    replies = []

    def script(visitor):
        for wait_ms in (1000, 2000, 0):
            yield from visitor.do(Signer("supervisor", bytes(32)), "mode", "test")
            replies.append(visitor.last[0])
            yield wait_ms
        yield from visitor.do("technician", "restart")
        replies.append(visitor.last[0])
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2)
        yield from visitor.do("supervisor", "mode", "test")
        replies.append(visitor.last[0])
        yield from visitor.do("dealer", "time", 1_700_000_000_000)
        replies.append(visitor.last[0])
        yield 3000
        yield from visitor.do("supervisor", "mode", "test")
        replies.append(visitor.last[0])
        yield 1000
        yield from visitor.do("supervisor", "mode", "test")
        replies.append(visitor.last[0])

    visit(tmp_path, script, fram=bytearray(size))
    assert replies == [
        "wrong_key", "wrong_key", "wrong_key", "ok", "slow_down", "ok", "slow_down", "ok",
    ]  # fmt: skip
    kept = sorted(path.name for path in (tmp_path / "vault").glob("wrong_keys*"))
    assert kept == ([] if size == 65536 else ["wrong_keys.0", "wrong_keys.1"])


def test_without_keys_only_maintenance_is_open(tmp_path):
    replies = []

    def script(visitor):
        yield from visitor.do("supervisor", "mode", "test")
        replies.append(visitor.last)
        yield from visitor.send(("do", "technician", 1, "00", '["maintenance"]'))
        replies.append(visitor.last)

    visitor = visit(tmp_path, script, keys=None)
    assert "keyed" not in visitor.hello[9]
    assert replies == [["no_keys", None], ["ok", None]]
    assert (tmp_path / "maintenance").exists()


def test_the_time_is_told_once_and_stands_on_the_records(tmp_path):
    def script(visitor):
        yield from visitor.do("dealer", "time", 1_700_000_000_000)
        yield from visitor.do("dealer", "input", ["ante", 1, 500])
        yield 100

    visitor = visit(tmp_path, script)
    stamps = [json.loads(line)[3:5] for line in visitor.lines]
    assert stamps[0][0] == "u" and stamps[-1][0] == "t"
    assert 0 <= stamps[-1][1] - 1_700_000_000_000 < 1000


def test_a_supervisor_opens_a_folded_hand_for_a_dispute_and_anyone_can_check_it(tmp_path):
    replies = []
    folded = []

    def script(visitor):
        yield from visitor.until(lambda: len(visitor.of("deal")) >= 20, 60_000)
        yield from visitor.do("supervisor", "open_hand", 1, "Ann")
        replies.append(visitor.last)  # nobody looks into a hand that is played
        yield from visitor.until(lambda: visitor.of("fold"), 60_000)
        folded.append(visitor.of("fold")[0][1])
        yield from visitor.do("dealer", "open_hand", folded[0], "Ann")
        replies.append(visitor.last)
        yield from visitor.do("supervisor", "open_hand", folded[0], "Ann")
        replies.append(visitor.last)
        yield 100

    visitor = visit(tmp_path, script, rounds=1)
    assert replies == [["hand_in_play", ""], ["wrong_role", "supervisor"], ["ok", None]]
    dealt = [fact[2] for fact in visitor.of("deal") if fact[1] == folded[0]]
    opened = visitor.of("opened")
    assert len(opened) == 5 and [fact[2] for fact in opened] == dealt
    for _, seat, seal, card, salt, who in opened:
        assert (seat, who) == (folded[0], "supervisor") and seal_of(card, salt) == seal
    played = visitor.world.house.history[0].hands[folded[0]]
    assert [fact[3] for fact in opened] == played


def test_the_hand_of_the_round_before_can_still_be_opened(tmp_path):
    def script(visitor):
        yield from visitor.until(lambda: visitor.of("end"), 60_000)
        yield from visitor.do("supervisor", "open_hand", 2, "Ann")

    visitor = visit(tmp_path, script, rounds=1)
    assert visitor.last == ["ok", None]
    assert len(visitor.of("opened")) == 5


def _put(visitor, name, content, role, piece=200):
    for offset in range(0, len(content), piece):
        data = base64.b64encode(content[offset : offset + piece]).decode()
        yield from visitor.do(role, "put", name, offset, data)
        assert visitor.last == ["ok", min(offset + piece, len(content))]
    yield from visitor.do(role, "commit", name, hashlib.sha256(content).hexdigest())


def test_a_new_configuration_waits_for_the_end_of_the_round_and_then_counts(tmp_path):
    replies = []

    def script(visitor):
        changed = json.loads((tmp_path / "table.json").read_text())
        changed["table"] = "sim-1"
        changed["jackpot"]["start_up"] = 1
        content = json.dumps(changed).encode()
        yield from visitor.do("dealer", "input", ["ante", 1, 500])
        yield from _put(visitor, "table", content, "supervisor")
        replies.append(visitor.last)
        yield from visitor.do("dealer", "input", ["ante", 1, 0])
        first = base64.b64encode(content[:200]).decode()
        yield from visitor.do("technician", "put", "table", 0, first)  # not the technician's file
        replies.append(visitor.last)
        yield from visitor.do("supervisor", "commit", "table", "00")
        replies.append(visitor.last)
        yield from _put(visitor, "table", content, "supervisor")
        replies.append(visitor.last)
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2)

    visitor = visit(tmp_path, script)
    assert replies == [
        ["round_in_play", ""],
        ["wrong_role", "supervisor"],
        ["not_complete", ""],
        ["ok", None],
    ]
    assert json.loads((tmp_path / "table.json").read_text())["jackpot"]["start_up"] == 1
    assert visitor.of("boot")[1][4] == "reset"


def test_pieces_out_of_order_and_files_too_large_are_refused(tmp_path):
    replies = []

    def script(visitor):
        piece = base64.b64encode(b"x" * 200).decode()
        yield from visitor.do("supervisor", "put", "table", 200, piece)
        replies.append(visitor.last)
        yield from visitor.do("supervisor", "put", "table", 0, "abc")
        replies.append(visitor.last[0])
        for offset in range(0, 16400, 200):
            yield from visitor.do("supervisor", "put", "table", offset, piece)
        replies.append(visitor.last)

    visit(tmp_path, script)
    assert replies[0] == ["out_of_order", "0"]
    assert replies[1] == "not_base64"
    assert replies[2] == ["too_large", "16384"]


def test_a_new_pin_counts_at_once_and_after_a_restart(tmp_path):
    new = Signer("dealer", role_key(DEMO_KEY, "dealer", "4711"))
    replies = []

    def script(visitor):
        boss = SIGNERS["supervisor"]
        masked = boss.mask(visitor.hello[7], visitor.counter + 1, "dealer", new.key)
        yield from visitor.do("supervisor", "set_key", "dealer", masked)
        replies.append(visitor.last)
        yield from visitor.do(new, "time", 1_700_000_000_000)
        replies.append(visitor.last)
        yield from visitor.do("technician", "restart")
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2)
        yield from visitor.do(new, "time", 1_700_000_000_000)
        replies.append(visitor.last)
        yield from visitor.do("dealer", "time", 1_700_000_000_000)
        replies.append(visitor.last)

    visit(tmp_path, script)
    assert [reply[0] for reply in replies] == ["ok", "ok", "ok", "wrong_key"]
    assert "4711" not in (tmp_path / "keys.json").read_text()


def test_questions_never_try_out_hidden_cards(tmp_path):
    def script(visitor):
        yield from visitor.until(lambda: len(visitor.of("deal")) >= 3, 60_000)
        for given in (["card", 1, "As"], ["move", "As", 1, 2], ["discard", 1, "As"], 7, None):
            yield from visitor.ask("why_not", given)
            assert visitor.last == [["not_a_question", ""]]

    visit(tmp_path, script, rounds=1)


def test_a_board_without_a_table_says_hello_and_goes_into_maintenance(tmp_path):
    replies = []

    def script(visitor):
        replies.append(visitor.hello)
        yield from visitor.ask("health")
        replies.append(visitor.last)
        visitor.cable.to_board(("ask", 99, "meters", []))
        yield from visitor.until(lambda: ["error", "ask", "not a question: meters"] in visitor.told)
        yield from visitor.send(("do", "technician", 1, "00", '["maintenance"]'))
        replies.append(visitor.last)

    def prepare(world):
        (tmp_path / "table.json").unlink()

    visit(tmp_path, script, keys=None, prepare=prepare)
    assert replies[0][5:7] == [0, 0] and replies[0][9] == ["not_installed"]
    assert ["not_installed", "table.json is missing: this table is not installed"] in replies[1]
    assert replies[2] == ["ok", None]
    assert (tmp_path / "maintenance").exists()
