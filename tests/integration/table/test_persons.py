"""Persons at a table: added, changed, revoked over the link; what they order carries their name."""

from __future__ import annotations

import json

import pytest

from cardtable.desk.record_kinds import KINDS
from cardtable.link.commands import COMMANDS
from cardtable.link.keys import PERSONS, ROLES, Keys
from cardtable.service.commands import _SIGNED
from host_tools.common.problems import Problem
from host_tools.link.persons import check_name
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, Signer, board_keys, role_key, signer
from tests.integration.table.visitor import visit

_ANN = "supervisor/Ann Smith"


def _key(name: str, pin: str = "471100") -> bytes:
    return role_key(DEMO_KEY, name, pin)


def _person(visitor, by, what, role, name, pin="471100"):
    """Order a person's PIN as a host does, masked under the key of who orders it."""
    signs = by if isinstance(by, Signer) else signer(DEMO_KEY, by, DEMO_PINS[by])
    whose = f"{role}/{name}" if name else role
    masked = ""
    if what != "revoke":
        masked = signs.mask(visitor.hello[7], visitor.counter + 1, whose, _key(whose, pin))
    yield from visitor.do(signs, "person", what, role, name, masked)


def test_a_person_is_added_acts_under_their_name_and_is_revoked(tmp_path):
    replies = []
    ann = Signer(_ANN, _key(_ANN))

    def script(visitor):
        yield from _person(visitor, "supervisor", "add", "supervisor", "Ann Smith")
        replies.append(visitor.last)
        yield from visitor.ask("persons")
        replies.append(visitor.last)
        # Whatever a host claims, the record tells who signed.
        yield from visitor.do(ann, "correct", 100, 0, 0, "Somebody Else", "count")
        replies.append(visitor.last)
        yield from visitor.do(ann, "day_open", "2026-11-18")
        yield from visitor.do(ann, "drop", "2026-11-18", 0, "Somebody Else")
        replies.append(visitor.last)
        yield from visitor.do("dealer", "input", ["ante", 3, 500])
        replies.append(visitor.last)
        yield from _person(visitor, "supervisor", "revoke", "supervisor", "Ann Smith")
        replies.append(visitor.last)
        yield from visitor.do(ann, "mode", "test")
        replies.append(visitor.last)

    visitor = visit(tmp_path, script)
    assert replies[0] == ["ok", None]
    assert replies[1] == [[role, ""] for role in ROLES] + [["supervisor", "Ann Smith"]]
    assert replies[2:6] == [["ok", None]] * 4
    assert replies[6] == ["wrong_key", None]
    told = [fact for fact in visitor.facts if fact[0] in ("person", "signs", "meter_correct")]
    assert told == [
        ("person", "add", "supervisor", "Ann Smith", "supervisor"),
        ("signs", "supervisor", "Ann Smith"),
        ("meter_correct", 100, 0, 0, "Ann Smith", "count"),
        ("signs", "dealer", "dealer"),
        ("person", "revoke", "supervisor", "Ann Smith", "supervisor"),
    ]
    assert visitor.of("drop") == [("drop", "2026-11-18", 0, "Ann Smith")]
    assert [KINDS.why_not(fact) for fact in visitor.facts if KINDS.why_not(fact)] == []


def test_a_dealer_may_change_their_own_pin_and_nobody_elses(tmp_path):
    replies = []
    bo = Signer("dealer/Bo", _key("dealer/Bo"))

    def script(visitor):
        for name in ("Bo", "Cy"):
            yield from _person(visitor, "supervisor", "add", "dealer", name)
        for what, name in (("pin", "Cy"), ("revoke", "Cy"), ("add", "Di"), ("pin", "")):
            yield from _person(visitor, bo, what, "dealer", name)
            replies.append(visitor.last)
        yield from _person(visitor, bo, "pin", "dealer", "Bo", "864209")
        replies.append(visitor.last)
        yield from visitor.do(bo, "input", ["ante", 3, 500])
        replies.append(visitor.last)
        yield from visitor.do(
            Signer("dealer/Bo", _key("dealer/Bo", "864209")), "input", ["ante", 3, 500]
        )
        replies.append(visitor.last)

    visit(tmp_path, script)
    assert replies[:4] == [["wrong_role", "supervisor"]] * 4
    assert [reply[0] for reply in replies[4:]] == ["ok", "wrong_key", "slow_down"]


def test_nobody_is_added_twice_nor_the_last_supervisor_revoked(tmp_path):
    replies = []

    def script(visitor):
        yield from _person(visitor, "supervisor", "revoke", "supervisor", "")
        replies.append(visitor.last)
        yield from _person(visitor, "supervisor", "add", "supervisor", "Ann Smith")
        yield from _person(visitor, "supervisor", "add", "supervisor", "Ann Smith")
        replies.append(visitor.last)
        yield from _person(visitor, "supervisor", "pin", "dealer", "Nobody")
        replies.append(visitor.last)
        for name in ("Dealer", " Ann", "Ann  B", "Ann\\", 'A"', "a/b", "Ann-"):
            yield from _person(visitor, "supervisor", "add", "dealer", name)
            replies.append(visitor.last)
        # The PIN that supervisors share is closed once one has a name; then Ann is the last.
        yield from _person(visitor, "supervisor", "revoke", "supervisor", "")
        replies.append(visitor.last)
        yield from _person(visitor, Signer(_ANN, _key(_ANN)), "revoke", "supervisor", "Ann Smith")
        replies.append(visitor.last)

    visit(tmp_path, script)
    assert [reply[0] for reply in replies] == [
        "last_supervisor", "person_known", "no_such_person", *["not_a_name"] * 7,
        "ok", "last_supervisor",
    ]  # fmt: skip


def test_a_full_key_file_is_told_and_survives_a_restart(tmp_path):
    replies = []
    names = [f"Person {chr(65 + k)}" for k in range(PERSONS + 1)]

    def script(visitor):
        for name in names:
            yield from _person(visitor, "supervisor", "add", "dealer", name)
            replies.append(visitor.last[0])
        yield from visitor.do("technician", "restart")
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2)
        last = f"dealer/{names[-2]}"
        yield from visitor.do(Signer(last, _key(last)), "input", ["ante", 3, 500])
        replies.append(visitor.last[0])

    visit(tmp_path, script, fram=bytearray(65536))
    assert replies == ["ok"] * PERSONS + ["too_many_persons", "ok"]
    assert (tmp_path / "keys.json").stat().st_size < 2048
    kept = json.loads((tmp_path / "keys.json").read_text())
    assert _key(f"dealer/{names[0]}").hex() not in kept.values()  # it lies masked


def test_a_key_file_of_roles_only_stays_valid_and_an_older_firmware_passes_persons_over():
    old = board_keys(DEMO_KEY, DEMO_PINS)
    keys = Keys(old, lambda count: bytes(count), _clock())
    assert all(keys.knows(role) for role in ROLES)
    # 0.1.0 takes the three roles out of the file and looks at nothing else.
    with_person = dict(old, **{_ANN: _key(_ANN).hex()})
    assert {role: with_person[role] for role in ROLES} == old


def _clock():
    from sim.harness.clock import VirtualClock

    return VirtualClock()


@pytest.mark.parametrize("name", ["Ann", "Ann Smith", "J. Smith", "O'Neil", "Anne-Marie", "Jo Jr."])
def test_names_that_people_have_are_taken_by_host_and_board_alike(name):
    from cardtable.service.persons import _is_a_name

    assert check_name(name) == name and _is_a_name(name)


@pytest.mark.parametrize("name", ["", "dealer", "Supervisor", "a/b", "x" * 21, "Jürgen", "A;B"])
def test_names_that_a_board_does_not_take_are_refused_on_the_desk(name):
    with pytest.raises(Problem, match="cannot be a person's name"):
        check_name(name)


def test_every_command_that_tells_who_is_filled_in_by_the_board():
    """Declared in one place, filled in at another: the two agree, place by place."""
    telling = {}
    for name in COMMANDS.names():
        fields = COMMANDS.fields(name)
        for at, one in enumerate(fields, 1):
            if one.name == "who" and one.type == "text":
                telling[name] = at if at < len(fields) else -1
    assert telling == {name: 4 if name == "correct" else -1 for name in _SIGNED}
