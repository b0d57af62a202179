"""`cardtable keys`: a lost PIN, a new key for a table, a table served by another computer."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Iterator

import pytest

from host_tools.common.problems import BAD_INPUT, FAILED, Problem
from host_tools.link.connection import NotDone
from host_tools.link.roles import DEALER, DEMO_KEY, DEMO_PINS, SUPERVISOR, TECHNICIAN, KeyRing
from host_tools.link.session import Session
from tests.integration.verbs.rig import SimTable, cardtable


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[SimTable]:
    table = SimTable(tmp_path_factory.mktemp("keys") / "table")
    try:
        table.until("readers", lambda told: told and told[0][2] == 0)
        yield table
    finally:
        table.close()


@pytest.fixture
def ring(tmp_path, monkeypatch) -> KeyRing:
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "keys"))
    return KeyRing()


def _takes(table: SimTable, role: str, pin: str) -> bool:
    """Whether the board obeys; after a wrong PIN it has to be asked again a moment later."""
    with Session(table.port, lambda _: pin) as session:
        while True:
            try:
                session.order(role, "time", 1_800_000_000_000)
                return True
            except NotDone as refused:
                if refused.refusal == "wrong_key":
                    return False
                assert refused.refusal == "slow_down"


def test_the_supervisor_sets_a_new_pin_for_one_who_forgot_it(table, ring):
    new = ("--new", "864209", "--port", table.port)
    code, out, errors = cardtable("keys", "pin", TECHNICIAN, *new)
    assert code == 0, errors
    assert out == "The technician of table sim-1 has a new PIN.\n"
    assert _takes(table, TECHNICIAN, "864209")
    assert not _takes(table, TECHNICIAN, DEMO_PINS[TECHNICIAN])
    assert _takes(table, DEALER, DEMO_PINS[DEALER])


def test_a_pin_that_is_tried_first_is_refused(table, ring):
    refused = {"111111": "one digit repeated", "48291": "six digits", "abcdef": "digits"}
    for pin, why in refused.items():
        code, _, errors = cardtable("keys", "pin", DEALER, "--new", pin, "--port", table.port)
        assert code == BAD_INPUT and why in errors
    code, _, errors = cardtable("keys", "pin", "waiter", "--new", "4711", "--port", table.port)
    assert code == BAD_INPUT and "no role" in errors


def test_a_new_key_makes_the_old_one_worthless_and_survives_a_restart(table, ring, tmp_path):
    pins = {DEALER: "258014", TECHNICIAN: "147036", SUPERVISOR: DEMO_PINS[SUPERVISOR]}
    # The supervisor keeps a PIN that is fit for a demonstration only: told, and nothing changed.
    before = (table.folder / "keys.json").read_text()
    code, _, errors = cardtable("keys", "rotate", "--port", table.port)
    assert code == BAD_INPUT and "six digits" in errors
    assert (table.folder / "keys.json").read_text() == before

    code, _, errors = cardtable("keys", "pin", SUPERVISOR, "--new", "369025", "--port", table.port)
    assert code == 0, errors
    pins[SUPERVISOR] = "369025"
    given = {f"CARDTABLE_PIN_{role.upper()}": pin for role, pin in pins.items()}
    code, out, errors = cardtable("keys", "rotate", "--port", table.port, env=given)
    assert code == 0, errors
    assert "has a new key" in out
    key = ring.get("sim-1")
    assert key != DEMO_KEY and key.hex() not in out
    if sys.platform != "win32":
        (file,) = ring.folder.glob("*.json")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    table.side("power_cut")
    table.until("readers", lambda told: told and told[0][2] == 0)
    for role, pin in pins.items():
        assert _takes(table, role, pin)
    _another_computer(table, ring, tmp_path, pins)


def _another_computer(table, ring, tmp_path, pins) -> None:
    """It has no key, gets a copy, and is obeyed."""
    copy = tmp_path / "copy.json"
    assert cardtable("keys", "export", "sim-1", str(copy))[0] == 0
    assert cardtable("keys", "export", "sim-1", str(copy))[0] == BAD_INPUT  # never over a file
    other = {"CARDTABLE_KEYS": str(tmp_path / "other")}
    code, out, _ = cardtable("keys", "import", str(copy), env=other)
    assert code == 0 and "the key of table sim-1" in out
    assert KeyRing(tmp_path / "other").get("sim-1") == ring.get("sim-1")
    strange = tmp_path / "strange.json"
    strange.write_text(json.dumps({"table": "sim-1", "key": "00" * 32}))
    code, _, errors = cardtable("keys", "import", str(strange), env=other)
    assert code == BAD_INPUT and "another key" in errors
    assert cardtable("keys", "import", "--force", str(strange), env=other)[0] == 0
    strange.write_text("{}")
    assert cardtable("keys", "import", str(strange), env=other)[0] == BAD_INPUT


def test_a_key_nobody_has_here_is_told_with_where_to_get_it(ring):
    with pytest.raises(Problem, match="no key for table far-1"):
        ring.get("far-1")


def test_a_wrong_pin_is_told_with_its_role_and_what_to_do(table, ring):
    wrong = {"CARDTABLE_PIN_DEALER": "864200"}
    code, _, errors = cardtable("deck", "check", "--port", table.port, env=wrong)
    assert code == FAILED
    assert "The dealer's PIN was wanted." in errors and "cardtable keys pin" in errors
    assert NotDone("slow_down", None).line().endswith("Wait a minute, then try it again.")


def test_a_person_is_added_signs_by_name_loses_the_pin_and_is_revoked(tmp_path, ring):
    table = SimTable(tmp_path / "persons")
    try:
        table.until("readers", lambda told: told and told[0][2] == 0)
        _a_person_comes_and_goes(table)
    finally:
        table.close()


def _a_person_comes_and_goes(table: SimTable) -> None:
    def person(*words: str, **env: str) -> tuple[int, str, str]:
        return cardtable("keys", "person", *words, "--port", table.port, env=env)

    code, out, errors = person("list")
    assert code == 0 and "Nobody has a PIN of their own" in out, errors
    code, out, errors = person("add", "Ann Smith", "--role", "supervisor", "--new", "580213")
    assert (code, out) == (0, "Ann Smith has a PIN as supervisor of table sim-1.\n"), errors
    code, _, errors = person("add", "ann smith", "--role", "supervisor", "--new", "580213")
    assert code == BAD_INPUT and "already" in errors and "person pin" in errors
    assert json.loads(person("list", "--json")[1])[-1] == {"role": SUPERVISOR, "name": "Ann Smith"}

    # Ann signs by name: the shared PIN is closed, a dealer comes, and the records say by whom.
    ann = {"CARDTABLE_WHO_SUPERVISOR": "Ann Smith", "CARDTABLE_PIN_SUPERVISOR": "580213"}
    assert person("revoke", "supervisor", "--role", "supervisor", **ann)[0] == 0
    code, _, errors = person("add", "Bo", "--role", "dealer", "--new", "471108")
    assert code == FAILED and "PIN" in errors  # the shared one opens nothing any more
    assert person("add", "Bo", "--role", "dealer", "--new", "471108", **ann)[0] == 0
    own = {"CARDTABLE_PIN_DEALER": "471108"}
    code, _, errors = person("pin", "Bo", "--role", "dealer", "--new", "290415", "--own", **own)
    assert code == 0, errors
    code, _, errors = person("pin", "Bo", "--role", "dealer", "--new", "630918", **ann)
    assert code == 0, errors  # a lost one
    assert person("revoke", "Bo", "--role", "dealer", **ann)[0] == 0
    code, _, errors = person("revoke", "Bo", "--role", "dealer", **ann)
    assert code == FAILED and "nobody of this name" in errors
    code, _, errors = person("revoke", "Ann Smith", "--role", "supervisor", **ann)
    assert code == FAILED and "last supervisor" in errors
    code, _, errors = person("revoke", "X", "--role", "dealer", CARDTABLE_WHO="Cy")
    assert code == BAD_INPUT and "Cy has no PIN as supervisor" in errors and "Ann Smith" in errors
    code, _, errors = person("add", "Jürgen", "--role", "dealer", "--new", "471108")
    assert code == BAD_INPUT and "cannot be a person's name" in errors
