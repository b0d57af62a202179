"""`cardtable sensors`: one look, a recording, one reader in depth, fields that reach others."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from cardtable.readers import codes
from cardtable.readers.code_names import COUNTER_NAMES
from host_tools.link.talk import Talk
from host_tools.problems import BAD_INPUT
from host_tools.sensors.watching import Watch
from sim.full_table import BOARD_PARTS
from tests.desk import golden_text
from tests.desk.rig import SimTable, cardtable, fits


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[SimTable]:
    table = SimTable(tmp_path_factory.mktemp("sensors") / "table", "--full")
    try:
        table.until("readers", lambda told: len(told) > 3 and all(one[4] > 3 for one in told))
        yield table
    finally:
        table.close()


def test_one_look_as_json_keeps_its_shape(table, tmp_path):
    kept = tmp_path / "looks.jsonl"
    code, out, _ = cardtable(
        "sensors", "--once", "--json", "--record", str(kept), "--port", table.port
    )
    told = fits("sensors", out)
    assert code == 0
    names = [one["reader"] for one in told["readers"]]
    assert names[0] == "shoe" and {"box 1", "box 10", "dealer", "board", "rack"} < set(names)
    for one in told["readers"]:
        assert one["state"] == "ok" and one["errors"] == 0
        assert list(one["counters"]) == list(COUNTER_NAMES)
    assert json.loads(kept.read_text()) == told


def test_one_look_for_people(table):
    code, out, _ = cardtable("sensors", "--once", "--port", table.port)
    assert code == 0
    golden_text.check("sensors", "\n".join(line[:43] for line in out.splitlines()))


def test_one_reader_in_depth_by_any_spelling(table):
    code, out, _ = cardtable("sensors", "--once", "--reader", "BOX4", "--port", table.port)
    assert code == 0 and out.startswith("box 4: ok, 0 cards")
    assert "time of a scan" in out and "recoveries" in out
    code, _, errors = cardtable("sensors", "--once", "--reader", "boks 4", "--port", table.port)
    assert code == BAD_INPUT and "Did you mean box 4?" in errors


def test_cards_are_counted_and_a_dead_reader_shows_in_its_recent_read_rate(table):
    with Talk.at(table.port) as talk:
        watch = Watch(talk)
        watch.look()
        table.side("hold", card="As", where="box 2")
        table.side("fault", where="box 5", fault="unplugged")
        while watch.look()["box 5"].total.state_name != "silent" or not _cards(watch, "box 2"):
            pass
        dead = watch.readers["box 5"]
        assert dead.total.counters[codes.BUS_DOWN] > 0
        assert dead.sparkline()[0] == "█" and min(dead.rates) < 1
        assert "As" not in json.dumps(watch.as_dict())
    table.side("clear", where="box 5", fault="unplugged")
    table.side("release")


def _cards(watch: Watch, name: str) -> int:
    return watch.readers[name].total.cards_now


def test_which_fields_reach_which_reader_and_none_of_one_group(table):
    table.until("readers", lambda told: all(one[2] == 0 for one in told))
    code, out, _ = cardtable("sensors", "--bleed", "--json", "--port", table.port)
    told = fits("sensors-bleed", out)
    assert code == 0 and told["whole"]
    assert told["reached_by"]["box 5"] == ["box 4", "box 6"]
    for group in BOARD_PARTS["groups"]:
        for name in group:
            assert not set(told["reached_by"][name]) & set(group)
