"""The overlay over a room: hosts report, the room keeps them in PostgreSQL, watchers see tables."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import pytest

from host_tools.forwarding.forwarder import HttpsPost, Refused
from host_tools.forwarding.protocol import Report
from tests.integration.room.room_process import RoomProcess
from tests.integration.room.server import fresh, needs_postgres
from tests.integration.watching import evening
from tests.support.process import COMMAND

pytestmark = needs_postgres
_LIMIT_S = 60
# Table → what it plays, under which policy
TABLES = {
    "acacia": ("omaha", evening.ALL),
    "harbour": ("holdem", evening.ALL),
    "lagoon": ("stud", evening.SHOWN),
    "ridge": ("canberra", evening.NEVER),
}


class Host:
    """A table's host, as far as a room knows it."""

    def __init__(self, room: RoomProcess, table: str) -> None:
        game, policy = TABLES[table]
        self._post = HttpsPost(room.enrol(table))
        self._records = evening.lines(game, policy)
        self._lines = evening.told_by(table, self._records)

    def until(self, kind: str | None, nth: int = 0) -> None:
        """Report everything before the nth record of a kind; None: all there is."""
        count = len(self._lines if kind is None else evening.before(self._records, kind, nth))
        end = time.monotonic() + _LIMIT_S
        while True:
            try:
                told = self._post(Report(1, self._lines[:count]))
                break
            except Refused:  # the room has not heard of the enrolment yet
                assert time.monotonic() < end
                time.sleep(0.1)
        assert told["last"] == count


class Overlay:
    """`cardtable overlay`, as a production starts it."""

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(
            [*COMMAND, "overlay", "--listen", "0", "--speed", "100", *words],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.page = self._process.stdout.readline().split()[4].rstrip("/")

    def get(self, path: str, **asked: Any) -> Any:
        where = f"{self.page}{path}?{urllib.parse.urlencode(asked)}"
        with urllib.request.urlopen(where, timeout=_LIMIT_S) as answer:
            return json.load(answer)

    def rounds(self, table: str) -> list[dict[str, Any]]:
        return self.get("/api/rounds", table=table)["rounds"]

    def seen(self, tables: set[str]) -> dict[str, dict[str, Any]]:
        """What a page of several tables is shown, once each of these has come to a round's end."""
        now: dict[str, dict[str, Any]] = {}
        with urllib.request.urlopen(self.page + "/events", timeout=_LIMIT_S) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    told = json.loads(line[6:])
                    now[told["table"]] = told
                if {name for name, told in now.items() if told.get("over")} >= tables:
                    return now
        raise AssertionError(now)

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(_LIMIT_S)
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture
def room(tmp_path):
    made = RoomProcess(tmp_path, fresh()).start()
    yield made
    made.end()


@pytest.fixture
def overlay(room):
    made = Overlay("--ledger", room.place.url)
    yield made
    made.end()


def test_each_table_of_a_room_is_watched_as_its_own_board_releases_it(room, overlay):
    hosts = {table: Host(room, table) for table in TABLES}
    for table, host in hosts.items():
        host.until("round" if table == "ridge" else "released", 0)
    assert overlay.get("/api/tables") == {"tables": sorted(TABLES)}
    assert {table: overlay.rounds(table) for table in TABLES} == {table: [] for table in TABLES}

    hosts["harbour"].until("released", 1)
    assert [one["round"] for one in overlay.rounds("harbour")] == [1]
    assert [overlay.rounds(table) for table in TABLES if table != "harbour"] == [[], [], []]

    for host in hosts.values():
        host.until(None)
    told = overlay.seen(set(TABLES))
    assert set(told) == set(TABLES)
    for table in ("acacia", "harbour"):
        hands = [seat["cards"] for seat in told[table]["seats"]]
        assert hands and all(all(hand) for hand in hands), "every hand was released"
    assert told["ridge"]["jackpot"] > 0
    for table in TABLES:
        newest = overlay.rounds(table)[0]
        asked = {"table": table, "epoch": newest["epoch"], "first": newest["first"]}
        moments = overlay.get("/api/round", **asked)["moments"]
        assert moments[-1]["over"] and moments[-1]["table"] == table
        odds = [seat for one in moments for seat in one["seats"] if "equity" in seat]
        assert odds or table not in ("acacia", "harbour")


def test_one_table_alone_is_no_way_to_the_others(room):
    for table in TABLES:
        Host(room, table).until(None)
    made = Overlay("--ledger", room.place.url, "--table", "lagoon")
    try:
        assert made.get("/api/tables") == {"tables": ["lagoon"]}
        assert made.rounds("lagoon")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            made.rounds("harbour")
    finally:
        made.end()
