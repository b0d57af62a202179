"""`cardtable sensors`: one look, a recording, one reader in depth, fields that reach others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from cardtable.desk.code_names import COUNTER_NAMES
from cardtable.diag import states
from cardtable.diag.readings import LATENCY_MS
from cardtable.drivers import reader_codes
from host_tools.cli import sensors
from host_tools.common.problems import BAD_INPUT, FAILED
from host_tools.link.connection import BoardConnection
from host_tools.sensors.watching import Watch
from sim.harness.full_table import BOARD_PARTS
from tests.integration.verbs import golden_text
from tests.integration.verbs.rig import SimTable, cardtable, fits


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
        assert one["answered"] == one["clean"] == one["scans"]
        buckets = one["latency"]
        if one["reader"] == "shoe":
            assert buckets == []
        else:
            assert [bucket["at_most_ms"] for bucket in buckets] == [*LATENCY_MS, None]
            assert sum(bucket["scans"] for bucket in buckets) == one["scans"]
        assert one["antenna"] == [] and one["antenna_tests"] == 0
        assert one["reached_by"] is None  # nobody has tested yet: that is not "by none"
    assert json.loads(kept.read_text()) == told


def test_one_look_for_people(table):
    code, out, _ = cardtable("sensors", "--once", "--port", table.port)
    assert code == 0
    golden_text.check("sensors", "\n".join(line[:43] for line in out.splitlines()))


def test_one_reader_in_depth_by_any_spelling(table):
    code, out, _ = cardtable("sensors", "--once", "--reader", "BOX4", "--port", table.port)
    assert code == 0 and out.startswith("box 4: ok, 0 cards")
    assert "time of a scan" in out and "recoveries" in out
    # One look knows nothing of the last scans: it counts from the board's start.
    head = re.fullmatch(r"box 4: ok, 0 cards, (.*)", out.splitlines()[0])
    assert head and re.fullmatch(r"100.0% of [\d,]+ scans clean since the board started", head[1])
    code, _, errors = cardtable("sensors", "--once", "--reader", "boks 4", "--port", table.port)
    assert code == BAD_INPUT and "Did you mean box 4?" in errors


def test_cards_are_counted_and_a_dead_reader_shows_in_its_recent_read_rate(table):
    with BoardConnection.at(table.port) as talk:
        watch = Watch(talk)
        watch.look()
        table.side("hold", card="As", where="box 2")
        table.side("fault", where="box 5", fault="unplugged")
        while watch.look()["box 5"].total.state_name != "silent" or not _cards(watch, "box 2"):
            pass
        dead = watch.readers["box 5"]
        assert dead.total.counters[reader_codes.BUS_DOWN] > 0
        assert dead.sparkline()[0] == "█" and min(dead.rates) < 1
        assert "As" not in json.dumps(watch.as_dict())
    table.side("clear", where="box 5", fault="unplugged")
    table.side("release")


def test_after_a_second_look_the_last_scans_are_told_beside_all(table):
    with BoardConnection.at(table.port) as talk:
        watch = Watch(talk)
        watch.look()
        scans = watch.readers["box 4"].total.scans
        while watch.look()["box 4"].recent.scans in (0, watch.readers["box 4"].total.scans):
            pass
        one = watch.readers["box 4"]
        told = sensors._clean(one)
    assert one.looks > 1 and one.total.scans > scans
    assert f"of the last {one.recent.scans:,} scans clean" in told
    assert f"of {one.total.scans:,} scans clean since the board started" in told


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
    _, out, _ = cardtable("sensors", "--once", "--json", "--reader", "box 5", "--port", table.port)
    assert fits("sensors", out)["readers"][0]["reached_by"] == ["box 4", "box 6"]


def test_a_silent_reader_is_not_called_reached_by_none(table):
    table.until("readers", lambda told: all(one[2] == 0 for one in told))
    table.side("fault", where="box 3", fault="unplugged")
    try:
        table.until("readers", lambda told: told[4][2] == states.SILENT)
        code, out, errors = cardtable("sensors", "--bleed", "--port", table.port)
        assert code == FAILED and "not every reader could be tested" in errors
        lines = dict(line.split(maxsplit=2)[1:] for line in out.splitlines() if "box" in line[:3])
        assert lines["3"] == "not tested"
        assert lines["4"] == "reached by box 5" and lines["7"] == "reached by box 6, box 8"
        code, out, _ = cardtable("sensors", "--bleed", "--json", "--port", table.port)
        told = fits("sensors-bleed", out)
        assert code == FAILED and not told["whole"] and told["reached_by"]["box 3"] is None
    finally:
        table.side("clear", where="box 3", fault="unplugged")


@pytest.fixture(scope="module")
def shoe_alone(tmp_path_factory) -> Iterator[SimTable]:
    table = SimTable(tmp_path_factory.mktemp("shoe") / "table")
    try:
        table.until("readers", lambda told: told[0][2] == states.OK)
        yield table
    finally:
        table.close()


def test_a_table_with_a_shoe_alone_has_no_fields_to_compare(shoe_alone):
    code, _, errors = cardtable("sensors", "--bleed", "--port", shoe_alone.port)
    assert code == BAD_INPUT and "no readers under the boxes" in errors


def test_places_without_a_reader_are_not_fitted(shoe_alone):
    code, out, _ = cardtable("sensors", "--once", "--json", "--port", shoe_alone.port)
    told = {one["reader"]: one["state"] for one in fits("sensors", out)["readers"]}
    assert code == 0 and told.pop("shoe") == "ok"
    boxes = {f"box {n}" for n in range(1, 11)}
    assert told == dict.fromkeys(boxes | {"dealer", "board", "rack"}, "not fitted")
    code, out, _ = cardtable("sensors", "--once", "--reader", "box4", "--port", shoe_alone.port)
    assert (code, out) == (0, "box 4: not fitted\n")
    code, out, _ = cardtable("doctor", "--yes", "--port", shoe_alone.port)
    assert code == 0 and "– under the felt         not fitted" in out
    shoe = next(line for line in out.splitlines() if line[2:].startswith("shoe"))
    assert "PN532 1.6, 20 echoes, ROM and RAM well, antenna 00" in shoe
    assert "– cards                  not told: no readers under the boxes" in out


def test_cards_of_no_deck_are_counted_by_reader(table):
    def unknown(name: str) -> int:
        told = fits("sensors", cardtable("sensors", "--once", "--json", "--port", table.port)[1])
        return {one["reader"]: one["unknown_cards"] for one in told["readers"]}[name]

    before = unknown("box 9")
    table.side("foreign", where="box 9")
    table.until("faults", lambda told: ["foreign_card", "box 9"] in told)
    table.side("take_away", where="box 9")
    assert unknown("box 9") == before + 1 and unknown("box 1") == 0
    _, out, _ = cardtable("sensors", "--once", "--reader", "box 9", "--port", table.port)
    assert re.search(r"unknown cards +1 *\n", out)


def test_a_card_of_no_deck_at_the_shoe_is_counted_and_named_though_it_is_no_state(shoe_alone):
    """The shoe tells a card once, as it passes: nobody knows whether it still lies there."""
    shoe_alone.side("foreign", where="shoe")
    shoe_alone.until("noticed", lambda told: ["foreign_card", "shoe", 1] in told)
    _, out, _ = cardtable("sensors", "--once", "--json", "--port", shoe_alone.port)
    shoe = fits("sensors", out)["readers"][0]
    assert (shoe["state"], shoe["unknown_cards"]) == ("ok", 1)
    code, out, _ = cardtable("doctor", "--yes", "--json", "--port", shoe_alone.port)
    told = {one["id"]: one for one in json.loads(out)["checks"]}["reader.shoe"]
    assert code == 0 and (told["result"], told["cause"]) == ("warn", "unknown_card")
