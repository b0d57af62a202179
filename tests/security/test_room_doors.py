"""The room under attack: one table's key spoils nobody else's row, any request has an answer."""

from __future__ import annotations

import http.client
import json
import math
from itertools import product

import pytest

from host_tools.forwarding.protocol import NotUnderstood, read_report
from host_tools.room.table_state import TableState

_VALUES = [
    None, True, -1, 2**62, 1.5, "", "x" * 5000, "\ud800", [], [[]], [[1, 2]], {}, {"a": {}},
    [["game", "canberra"], ["fingerprint", "00"], ["seats", []]],
    [["game", 7], ["fingerprint", None]],
    [["game", ["holdem"]], ["fingerprint", {}], ["seats", None]],
]  # fmt: skip
_NAMES = ("clock_ms", "config", "halt", "link", "why", "firmware", "software", "simulated")


def test_whatever_a_tables_host_says_of_itself_its_row_can_be_told():
    for name, value in product(_NAMES, _VALUES):
        state = TableState("t1")
        state.report({"link": "up", name: value}, 1_000)
        for _ in range(2):  # the second time of what the first has left
            json.dumps([state.row(2_000), state.table(2_000)], allow_nan=False)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 4000, "9" * 40])
def test_a_number_that_is_none_is_not_understood(number):
    with pytest.raises(NotUnderstood):
        read_report(b'{"protocol":1,"epoch":0,"status":{"clock_ms":%s}}' % number.encode())
    assert not math.isfinite(float("inf"))


def test_records_that_make_no_sense_leave_the_row_and_say_so():
    """A host with a table's key can make any record that fits the chain."""
    odd = [7, -7, "x", None, [], [1], {"a": 1}, 10**300]
    for kind in ("round", "ante", "join", "canberra", "begin", "deal", "end", "mode", "fault"):
        for value in odd:
            state = TableState("t1")
            config = [["game", "holdem"], ["fingerprint", "ab"], ["seats", 10]]
            state.report({"link": "up", "config": config}, 1_000)
            for number, many in enumerate(range(7), 1):
                state.apply(1, number, 1_000, (kind, *[value] * many))
            json.dumps([state.row(2_000), state.table(2_000)])


def test_one_hosts_nonsense_is_named_and_the_next_sensible_word_ends_it():
    state = TableState("t1")
    state.faults["fram", "vault"] = 1
    state.report({"link": "up", "config": [["game", 7], ["fingerprint", None]]}, 1_000)
    state.table(2_000)
    assert any("makes no sense" in one for one in state.row(2_000)["needs"])
    assert state.row(2_000)["faults"] == 1
    state.report({"link": "up"}, 3_000)
    assert not any("makes no sense" in one for one in state.row(3_500)["needs"])


def _status(page: str, path: str) -> int:
    line = http.client.HTTPConnection(page.removeprefix("http://"), timeout=30)
    try:
        line.request("GET", path)
        return line.getresponse().status
    finally:
        line.close()


def test_any_path_of_the_room_has_an_answer(tmp_path):
    from tests.integration.room import server

    if server.REASON is not None:
        pytest.skip(f"no PostgreSQL can be had here: {server.REASON}")
    from tests.integration.room.room_process import RoomProcess
    from tests.integration.room.test_room import until

    room = RoomProcess(tmp_path, server.fresh()).start()
    try:
        room.enrol("t1")
        until(lambda: _status(room.page, "/api/table/t1") == 200)
        for number in (
            "9" * 5000,
            "9" * 16,
            "%C2%B2",
            "-1",
            "1e3",
            "0",
            "x",
            "%00",
            "%F0%9F%82%A1",
        ):
            for path in (f"/api/table/t1/round/{number}", f"/api/table/t1/rounds?before={number}"):
                assert _status(room.page, path) < 500, path[:80]
            assert _status(room.page, f"/api/table/{number}") == 404
            assert _status(room.page, f"/page/{number}") == 404
            assert _status(room.page, f"/console/..%2f{number}") == 404
        assert _status(room.page, "/api/floor") == 200
    finally:
        room.end()
