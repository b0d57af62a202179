"""Schemathesis asks the API everything that its document allows, and much that it does not."""

from __future__ import annotations

import subprocess
import sys

import pytest

from host_tools.room import tokens
from host_tools.room.journal import Who
from host_tools.room.store import now_ms, transaction
from sim.roots import ROOT
from tests.integration.room.room_process import RoomProcess
from tests.integration.room.server import fresh, needs_postgres

pytest.importorskip("schemathesis", reason="schemathesis is not installed: make setup")
pytestmark = needs_postgres
_LIMIT_S = 900


def asked(room: RoomProcess, examples: int, seed: int) -> str:
    """What it says of so many examples an operation; an assertion when it has found anything."""
    with transaction(room.place) as db:
        token = tokens.add(db, Who("t", "server"), f"s{seed}", [*tokens.SCOPES], now_ms())
    done = subprocess.run(
        [
            sys.executable, "-c", "from schemathesis.cli import schemathesis as s; s()", "run",
            str(ROOT / "docs" / "schemas" / "room-api.json"), "--url", f"{room.page}/api/v1",
            "--header", f"Authorization: Bearer {token}", "--max-examples", str(examples),
            "--seed", str(seed), "--checks", "all", "--phases", "examples,fuzzing", "--no-color",
            # What a document cannot say: that a game, an address or a name is one that is there.
            "--exclude-checks", "positive_data_acceptance,ignored_auth",
            "--generation-database", "none",
        ],
        capture_output=True, text=True, timeout=_LIMIT_S, check=False, cwd=room.folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    made = RoomProcess(tmp_path_factory.mktemp("room"), fresh()).start()
    made.enrol("t1")
    yield made
    made.end()


def test_the_api_is_as_its_document_says_whatever_it_is_asked(room):
    """By chance it finds no alarm, player or webhook that is there, and seldom a game or an address
    that is one: those five operations are asked for what they refuse; test_doors.py does the rest.
    """
    told = asked(room, 4, 26)
    assert "Tested: 14" in told and "14 passed" in told, told
    assert "uthentication" not in told, told  # else everything was refused, and nothing was tried
