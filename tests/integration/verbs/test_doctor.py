"""`cardtable doctor` from end to end: transcript, JSON, report, bundle, people, exit codes."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cardtable.diag.readings import LATENCY_MS
from cardtable.drivers.keypad import KEYS
from cardtable.link.commands import QUESTIONS
from host_tools.common.problems import FAILED, NO_BOARD
from host_tools.docsgen import COMMAND
from host_tools.docsgen import troubleshooting_page as page
from host_tools.doctor import people, usb
from host_tools.doctor.bundle import scrubbed
from host_tools.doctor.examine import Examiner
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, board_keys
from host_tools.link.session import Session
from host_tools.wording.doctor import CAUSES
from sim.roots import ROOT
from tests.integration.verbs import golden_text
from tests.integration.verbs.rig import SimTable, cardtable, fits


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


def test_in_a_round_it_tells_the_time_and_leaves_the_tests_for_later(tmp_path, monkeypatch):
    table = SimTable(tmp_path / "table", "--full")
    try:
        assert dict(table.ask("health"))["clock"] == "u"
        table.side("house", mode="play")
        table.side("speed", value=20)
        for playing in (0, 1):
            table.until("health", lambda told, now=playing: dict(told)["round_in_play"] == now)
        table.side("speed", value=1)
        looked = [cardtable("doctor", "--yes", "--json", "--port", table.port)]
        known = dict(table.ask("health"))["clock"]
        # The round has begun since the doctor looked: the board refuses, and the doctor goes on.
        monkeypatch.setattr(Examiner, "why_no_trials", lambda _: "")
        looked.append(cardtable("doctor", "--yes", "--json", "--port", table.port))
    finally:
        table.close()
    assert known == "t"
    for code, out, errors in looked:
        assert code == 0, errors
        checks = {one["id"]: one for one in json.loads(out)["checks"]}
        assert checks["board.clock"]["result"] == checks["reader.box-3"]["result"] == "ok"
        for left in ("mux.mux-1", "antenna.trend", "antenna.bleed", "deck.cards"):
            assert checks[left]["result"] == "skip", checks[left]
            assert "a round is in play" in checks[left]["evidence"]


def test_something_that_needs_hands_ends_with_1_and_a_remedy(table):
    table.side("fault", where="box 3", fault="unplugged")
    try:
        code, out, _ = cardtable("doctor", "--yes", "--port", table.port)
    finally:
        table.side("clear", where="box 3", fault="unplugged")
    assert code == FAILED
    assert "✗ box 3" in out and "→ Plug its cable in at both ends" in out
    assert "1 thing needs hands" in out
    lines = {line[2:25].strip(): line for line in out.splitlines()}
    assert "! antennas" in lines["antennas"] and lines["antennas"].endswith("not tested: box 3")
    assert "13 as in the tests before" in lines["antennas"]
    assert lines["bleed"].endswith("none of them on together; not tested: box 3")


def test_an_antenna_that_changes_is_told_with_its_values(table):
    """The first test ever has nothing before it: see the transcript of the healthy table."""
    _, out, _ = cardtable("doctor", "--yes", "--port", table.port)
    line = next(line for line in out.splitlines() if line[2:].startswith("antennas"))
    assert line.startswith("✓") and line.endswith("as in the tests before: 00 each")
    table.side("antenna", where="box 3", result=0x40)
    try:
        code, out, _ = cardtable("doctor", "--yes", "--json", "--port", table.port)
    finally:
        table.side("antenna", where="box 3", result=0)
    trend = {one["id"]: one for one in json.loads(out)["checks"]}["antenna.trend"]
    assert code == 0 and (trend["result"], trend["cause"]) == ("warn", "antenna_moved")
    assert "box 3: 00" in trend["evidence"] and "00 40)" in trend["evidence"]
    table.side("power_cut")  # what was tested is forgotten with it
    table.until("readers", lambda told: len(told) > 3 and all(one[2] == 0 for one in told))


def test_a_dying_inlay_is_named_to_the_technician_and_to_nobody_else(tmp_path):
    bundle = tmp_path / "bundle.zip"
    table = SimTable(tmp_path / "table", "--full")
    try:
        table.until("health", lambda told: dict(told)["uptime_ms"] > 10_000)
        table.side("inlay", card="Ks", answers=7)
        table.side("hold", card="Ks", where="box 5")
        table.side("hold", card="2c", where="box 7")
        cards = {one[0]: one[7] for one in table.ask("readers")[1:]}
        table.until("readers", lambda told: told[6][7] > cards["box 5"] + 60)
        _, out, _ = cardtable("doctor", "--yes", "--port", table.port, "--bundle", str(bundle))
        _, unsigned, _ = cardtable("doctor", "--yes", "--port", table.port, pins=False)
        asked = "".join(json.dumps(table.ask(what)) for what in QUESTIONS.names() if what != "deck")
    finally:
        table.close()
    lines = out.splitlines()
    at = next(n for n, line in enumerate(lines) if line[2:].startswith("cards "))
    assert lines[at].startswith("! ")
    assert "K♠ answers 7 of 10 looks: its inlay is dying" in lines[at] and "2♣" not in lines[at]
    assert "→ Replace: cardtable deck replace Ks." in lines[at + 1]
    assert "K♠" not in unsigned and "– cards" in unsigned
    assert '"Ks"' not in asked
    with zipfile.ZipFile(bundle) as kept:
        text = "".join(kept.read(name).decode() for name in kept.namelist())
    assert "weak_card" in text and "Ks" not in text and "K♠" not in text and "\\u2660" not in text


def test_a_bad_memory_and_the_shoes_antenna_are_told(table):
    table.side("memory", where="box 4", result=255)
    table.side("antenna", where="shoe", result=0x10)
    try:
        code, out, _ = cardtable("doctor", "--yes", "--json", "--port", table.port)
    finally:
        table.side("memory", where="box 4", result=0)
        table.side("antenna", where="shoe", result=0)
    checks = {one["id"]: one for one in json.loads(out)["checks"]}
    assert code == FAILED and checks["reader.box-4"]["cause"] == "memory_bad"
    assert "ROM and RAM" in checks["reader.box-4"]["evidence"]
    assert "antenna 10" in checks["reader.shoe"]["evidence"]
    assert checks["antenna.trend"]["evidence"].endswith("00, but shoe 10")


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
    assert "Compare with the last report" in text
    assert "<tr><td>box 3</td><td>00</td><td>00</td></tr>" in text
    assert text.count("of all") == 0 and "Technician" in text and "sim-1" in text


def test_the_bundle_has_no_secrets(seen, table):
    secrets = list(json.loads((table.folder / "deck.json").read_text())["deck"])
    secrets += list(json.loads((table.folder / "keys.json").read_text()).values())
    secrets += board_keys(DEMO_KEY, DEMO_PINS).values()
    secrets += [f'"{pin}"' for pin in DEMO_PINS.values()]
    faces = set(json.loads((table.folder / "deck.json").read_text())["deck"].values())
    with zipfile.ZipFile(seen[3]) as bundle:
        names = bundle.namelist()
        text = "\n".join(bundle.read(name).decode() for name in names)
        readers = json.loads(bundle.read("readers.json"))
    assert {"results.json", "figures.json", "vault.json", "about.json"} <= set(names)
    assert len(secrets) == 52 + 5 + 3 + 3
    for secret in secrets:
        assert secret not in text
    assert not faces & set(re.findall(r'"([^"]*)"', text))
    by_name = {one["reader"]: one for one in readers}
    assert len(by_name["box 5"]["latency"]) == len(LATENCY_MS) + 1
    assert by_name["box 5"]["antenna"] == [0] and by_name["box 5"]["antenna_tests"] == 1
    assert by_name["box 5"]["reached_by"] == ["box 4", "box 6"]


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
    assert code == NO_BOARD
    assert fits("doctor", out)["checks"][-1]["cause"] == "no_board"
    code, out, _ = cardtable("doctor", "--yes", "--json", "--port", "socket://127.0.0.1:9")
    assert code == NO_BOARD
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
