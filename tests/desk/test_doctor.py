"""`cardtable doctor` from end to end: transcript, JSON, report, bundle, people, exit codes."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cardtable.hw.keypad import KEYS
from host_tools.doctor import page, people, usb
from host_tools.doctor.bundle import scrubbed
from host_tools.handbook import COMMAND
from host_tools.link.roles import DEMO_PINS
from host_tools.link.session import Session
from host_tools.problems import FAILED
from host_tools.words.doctor import CAUSES
from sim.roots import ROOT
from tests.desk import golden_text
from tests.desk.rig import SimTable, cardtable, fits


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[SimTable]:
    table = SimTable(tmp_path_factory.mktemp("doctor") / "table", "--full")
    try:
        table.until("readers", lambda told: len(told) > 3 and all(one[2] == 0 for one in told))
        yield table
    finally:
        table.close()


@pytest.fixture(scope="module")
def seen(table, tmp_path_factory) -> tuple[int, str, Path, Path]:
    folder = tmp_path_factory.mktemp("seen")
    report, bundle = folder / "report.html", folder / "bundle.zip"
    code, out, _ = cardtable(
        "doctor", "--yes", "--port", table.port, "--report", str(report), "--bundle", str(bundle)
    )
    return code, out, report, bundle


def test_a_healthy_table_is_told_as_such(seen):
    code, out, _, _ = seen
    assert code == 0
    golden_text.check("doctor", out)


def test_the_json_keeps_its_shape(table):
    code, out, _ = cardtable("doctor", "--yes", "--json", "--port", table.port)
    told = fits("doctor", out)
    assert code == 0 and told["needs_hands"] is False
    assert told["table"] == "sim-1" and told["board"] == "pico"
    ids = [one["id"] for one in told["checks"]]
    assert len(ids) == len(set(ids))
    order = [id.partition(".")[0] for id in ids]
    parts = [
        "usb",
        "board",
        "firmware",
        "vault",
        "mux",
        "reader",
        "antenna",
        "deck",
        "link",
        "hands",
    ]
    firsts = [order.index(part) for part in parts]
    assert firsts == sorted(firsts)


def test_without_a_pin_it_only_looks_and_says_what_it_left_out(table):
    code, out, _ = cardtable("doctor", "--yes", "--json", "--port", table.port, pins=False)
    checks = {one["id"]: one for one in json.loads(out)["checks"]}
    assert code == 0
    assert checks["reader.box-3"]["result"] == "ok"
    assert checks["antenna.bleed"]["result"] == "skip"
    assert "PIN" in checks["antenna.bleed"]["evidence"]


def test_something_that_needs_hands_ends_with_1_and_a_remedy(table):
    table.side("fault", where="box 3", fault="unplugged")
    try:
        code, out, _ = cardtable("doctor", "--yes", "--port", table.port)
    finally:
        table.side("clear", where="box 3", fault="unplugged")
    assert code == FAILED
    assert "✗ box 3" in out and "→ Plug its cable in at both ends" in out
    assert "1 thing needs hands" in out


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_report_is_one_page_with_a_picture_and_plots_and_nothing_from_elsewhere(seen):
    text = seen[2].read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert page.tags.count("svg") == 3 and "script" not in page.tags
    assert page.links == [] and "url(" not in text and "@import" not in text
    for name in ("shoe", "dealer", "box 1", "box 10", "board", "rack"):
        assert f">{name}<" in text
    assert text.count("of all") == 0 and "Technician" in text and "sim-1" in text


def test_the_bundle_has_no_secrets(seen, table):
    secrets = list(json.loads((table.folder / "deck.json").read_text())["deck"])
    secrets += list(json.loads((table.folder / "keys.json").read_text()).values())
    secrets += [f'"{pin}"' for pin in DEMO_PINS.values()]
    faces = set(json.loads((table.folder / "deck.json").read_text())["deck"].values())
    with zipfile.ZipFile(seen[3]) as bundle:
        names = bundle.namelist()
        text = "\n".join(bundle.read(name).decode() for name in names)
    assert {"results.json", "figures.json", "vault.json", "about.json"} <= set(names)
    assert len(secrets) == 52 + 3 + 3
    for secret in secrets:
        assert secret not in text
    assert not faces & set(re.findall(r'"([^"]*)"', text))


def test_what_looks_like_a_key_or_a_tag_is_left_out_of_a_bundle():
    told = scrubbed(f'{{"uid": "04a1b2c3d4e580", "key": "{"5e" * 32}", "n": 1234567}}')
    assert "04a1" not in told and "5e5e" not in told and "1234567" in told


class Technician:
    """Looks and touches over the side channel; `blind` and `numb` are what does not work."""

    def __init__(self, table: SimTable, blind: str = "", numb: str = "") -> None:
        self._table = table
        self._blind = blind
        self._numb = numb

    def sees(self, question: str) -> bool:
        if question == people.LAMPS:
            want = {"#300000", "#002800", "#000040", "#202020"}
            colours: set[str] = set()
            while not want <= colours and self._blind != "lamps":
                colours |= set(self._table.side("look")["lamps"])
            return self._blind != "lamps"
        while self._table.side("look")["sign"] != "8." * 8:
            pass
        return True

    def touch(self, kind: str, name: str) -> None:
        if name == self._numb:
            return
        if kind == "key":
            for _ in range(10):  # 20 ms each: the finger is off the key before it presses another
                self._table.side("look")
            self._table.side("key", key=name)
        elif kind == "sensor":
            self._table.side("chip", seat=int(name), on=True)
        else:
            self._table.side("key_switch", on=name == "on")


def _hands(table: SimTable, technician: Technician, patience_s: float) -> dict[str, str]:
    with Session(table.port, lambda role: DEMO_PINS[role]) as session:
        results = people.look_and_touch(session, technician, patience_s)
    for seat in range(1, 11):
        table.side("chip", seat=seat, on=False)
    return {one.id: one.result if one.result == "ok" else one.evidence for one in results}


def test_a_technician_looks_at_lamps_and_sign_and_touches_every_key_and_sensor(table):
    assert _hands(table, Technician(table), 30.0) == dict.fromkeys(
        ("hands.lamps", "hands.display", "hands.keypad", "hands.sensors", "hands.key_switch"), "ok"
    )
    assert table.side("look")["sign"] != "8." * 8
    assert len(KEYS) == 20


def test_what_is_not_seen_or_not_noticed_is_named(table):
    told = _hands(table, Technician(table, blind="lamps", numb="collect"), 1.5)
    assert people.LAMPS in told["hands.lamps"]
    assert "not noticed: collect" in told["hands.keypad"]
    assert told["hands.sensors"] == "ok"


# ---- the cable


def test_a_port_that_may_not_be_used_gets_a_udev_rule(tmp_path):
    device = tmp_path / "ttyACM0"
    device.write_text("")
    found, results = usb.port_checks(str(device), lambda path: False)
    assert found is None
    assert results[-1].cause == "no_permission" and "--udev" in results[-1].remedy
    code, out, _ = cardtable("doctor", "--udev")
    assert code == 0 and 'ATTRS{idVendor}=="2e8a"' in out and "uaccess" in out


def test_no_board_is_a_result_and_not_a_traceback(tmp_path):
    code, out, _ = cardtable("doctor", "--yes", "--json", "--port", str(tmp_path / "nothing"))
    assert code == FAILED
    assert fits("doctor", out)["checks"][-1]["cause"] == "no_board"
    code, out, _ = cardtable("doctor", "--yes", "--json", "--port", "socket://127.0.0.1:9")
    assert code == FAILED
    assert json.loads(out)["checks"][-1]["id"] == "link.hello"


# ---- words


def test_the_page_on_troubleshooting_is_made_from_the_words():
    kept = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    assert kept == page.page(), f"run: {COMMAND}"


def test_every_cause_the_program_can_find_has_words_and_every_word_is_used():
    source = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "host_tools" / "doctor").glob("*.py")
    )
    for code, (what, remedy) in CAUSES.items():
        assert f'"{code}"' in source, code
        assert what and remedy.endswith(".")
