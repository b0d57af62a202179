"""Schemathesis asks the API everything that its document allows, and much that it does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import defaultdict

import pytest

from host_tools.forwarding.forwarder import Away, HttpsPost, Refused
from host_tools.forwarding.protocol import Report
from host_tools.room import api, tokens, waiting_list, webhooks
from host_tools.room.journal import Who
from host_tools.room.store import now_ms, transaction
from sim.roots import ROOT
from tests.integration.ledger import sample
from tests.integration.room.room_process import RoomProcess
from tests.integration.room.server import fresh, needs_postgres

pytest.importorskip("schemathesis", reason="schemathesis is not installed: make setup")
from tests.integration.room import api_hooks

pytestmark = needs_postgres
_LIMIT_S = 900
_MANY = 12
ME = Who("t", "server")


def asked(room: RoomProcess, there: dict[str, list], examples: int, seed: int) -> dict[str, set]:
    """Operation → what it has answered; an assertion when anything was found to be wrong."""
    with transaction(room.place) as db:
        token = tokens.add(db, ME, f"s{seed}", [*tokens.SCOPES], now_ms())
    given, answered = room.folder / f"there{seed}.json", room.folder / f"answered{seed}"
    given.write_text(json.dumps(there))
    done = subprocess.run(
        [
            sys.executable, "-c", "from schemathesis.cli import schemathesis as s; s()", "run",
            str(ROOT / "docs" / "schemas" / "room-api.json"), "--url", f"{room.page}/api/v1",
            "--header", f"Authorization: Bearer {token}", "--max-examples", str(examples),
            "--seed", str(seed), "--checks", "all", "--phases", "examples,fuzzing", "--no-color",
            # What a document cannot say: that an address, a name or a number is one that is there.
            "--exclude-checks", "positive_data_acceptance,ignored_auth",
            "--generation-database", "none",
        ],
        capture_output=True, text=True, timeout=_LIMIT_S, check=False, cwd=room.folder,
        env={
            **os.environ, "PYTHONPATH": str(ROOT), "SCHEMATHESIS_HOOKS": api_hooks.__name__,
            api_hooks.THERE: str(given), api_hooks.ANSWERED: str(answered),
        },
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "uthentication" not in done.stdout, done.stdout  # else nothing was tried
    found = defaultdict(set)
    for line in answered.read_text(encoding="utf-8").splitlines():
        status, _, operation = line.partition(" ")
        found[operation].add(int(status))
    return found


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    made = RoomProcess(tmp_path_factory.mktemp("room"), fresh()).start()
    yield made
    made.end()


@pytest.fixture(scope="module")
def there(room):
    """A table with a round, and so many alarms, players and webhooks that some are left."""
    lines = sample.poker_lines()
    for name in (sample.POKER, *(f"t{n}" for n in range(3, 3 + _MANY))):
        halted = {"link": "up", "why": "", "halt": "stopped by hand", "software": "0.2.0"}
        own = lines if name == sample.POKER else []
        _sent(HttpsPost(room.enrol(name)), Report(1, own, status=halted))
    with transaction(room.place) as db:
        players = [
            waiting_list.join(db, ME, "holdem", f"player {n}", now_ms()) for n in range(_MANY)
        ]
        hooks = [
            webhooks.add(db, ME, f"https://127.0.0.1:9/{n}", ["test"], now_ms())[0]
            for n in range(_MANY)
        ]
    end = time.monotonic() + 60
    while True:
        with transaction(room.place) as db:
            alarms = [row[0] for row in db.execute("SELECT id FROM alarm ORDER BY id").fetchall()]
        if len(alarms) > _MANY:
            return {"table": [sample.POKER], "alarm": alarms, "player": players, "webhook": hooks}
        assert time.monotonic() < end, f"{len(alarms)} alarms"
        time.sleep(0.1)


def _sent(post: HttpsPost, report: Report) -> None:
    """The room reads its list of keys now and then: a new table is unknown for a moment."""
    end = time.monotonic() + 60
    while True:
        try:
            post(report)
            return
        except (Away, Refused):
            assert time.monotonic() < end
            time.sleep(0.05)


def test_the_api_is_as_its_document_says_whatever_it_is_asked(room, there):
    found = asked(room, there, 6, 26)
    paths = {f"{one.method} {one.path.replace(':int', '')}": one.status for one in api.OPERATIONS}
    never = {label for label, status in paths.items() if status not in found[label]}
    assert never == set(), "these were only ever refused"
    bodies = {f"{one.method} {one.path}" for one in api.OPERATIONS if one.takes is not None}
    unrefused = {label for label in bodies if not {400, 415} & found[label]}
    assert bodies and unrefused == set(), "what the document does not allow was never sent"
