"""A first board walked: what is planted is found, and the emulation takes what was measured."""

from __future__ import annotations

import copy
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from cardtable.rules.places import DEALER
from host_tools.boards.compiled import compile_board
from host_tools.boards.load import load
from host_tools.bringup import acceptance, emulation, report
from host_tools.bringup.findings import differences, findings
from host_tools.bringup.walk import FULL, QUICK, Laid, walk
from host_tools.cli import bringup as verb
from host_tools.common.problems import Problem
from sim import paths
from sim.chips.faults import FOREVER
from sim.chips.overlap import Overlap
from sim.people.dice import Dice
from sim.people.technician import waited

LOOKS = 10
CARDTABLE = str(Path(sys.executable).with_name("cardtable"))


def wiring(name: str = "pico") -> dict:
    return compile_board(load(name).data)


def kinds(found) -> set[tuple[str, str]]:
    return {(one.kind, one.where) for one in found}


def swapped(given: dict, one: str, other: str) -> dict:
    """How the table is really wired, where two cables are plugged the other way round."""
    made = copy.deepcopy(given)
    made["boxes"][one], made["boxes"][other] = given["boxes"][other], given["boxes"][one]
    return made


def plant(world) -> None:
    """A slow reader and a weak antenna."""
    world.full.chips[6].work_us += 3_000
    world.full.antennas[8].reach_mm = 18


@pytest.fixture(scope="module")
def usual() -> dict:
    return emulation.emulated_trace(wiring(), QUICK, LOOKS)


@pytest.fixture(scope="module")
def planted() -> dict:
    given = wiring()
    return emulation.emulated_trace(
        given, QUICK, LOOKS, wired=swapped(given, "3", "4"), change=plant
    )


@pytest.mark.parametrize(
    "name", ["pico", "pico_7", "pico_spi", "pico_keys", "pico_hand", "esp32s3"]
)
def test_a_board_that_is_well_has_no_finding(name):
    trace = emulation.emulated_trace(wiring(name), QUICK[:1], 2)
    assert findings(trace) == []
    assert len(trace["readers"]) == len(load(name).data["readers"])


def test_every_planted_deviation_is_found_and_nothing_else(planted):
    assert kinds(findings(planted)) == {
        ("swapped", "box 3"),
        ("swapped", "box 4"),
        ("slow", "box 6"),
        ("weak", "box 8"),
    }


def test_what_is_measured_is_there(usual):
    box = usual["readers"]["box 3"]
    assert box["version"] == "32010607"
    assert {told["cards"] for told in box["cards"]} == {1, 2, 5}
    assert all(told["whole"] == LOOKS for told in box["cards"])
    two = [told["two_listed"] for told in box["cards"] if told["cards"] == 2]
    assert two == [2]
    times = box["exchanges"]
    # The model has 300 µs to an ACK and 600 to an answer; looking for them takes time, too.
    assert 300 <= times["echo"]["ack_us"] < 600 and 300 <= times["echo"]["answer_us"] < 900
    assert 5_000 < times["list_empty"]["answer_us"] < 7_000
    assert usual["scan"]["buses"] == {"0": [0x70, 0x71], "1": [0x20, 0x21, 0x50]}
    assert usual["scan"]["behind"]["0"] == [0x24] and usual["scan"]["behind"]["13"] == []
    assert usual["bleed"]["box 2"] == ["box 1", "box 3"]


def test_the_full_plan_sees_how_far_an_antenna_reaches():
    def only(world):
        world.full.antennas[1].reach_mm = 30

    trace = emulation.emulated_trace(wiring(), FULL, LOOKS, change=only)
    far = {told["distance_mm"]: told["whole"] for told in trace["readers"]["box 1"]["cards"]}
    near = {told["distance_mm"]: told["whole"] for told in trace["readers"]["box 2"]["cards"]}
    assert far[10] == LOOKS and far[30] < near[30] == LOOKS
    model = emulation.model_of(trace, trace)
    assert 24 <= model["box 1"]["reach_mm"] <= 36


@pytest.mark.parametrize(
    "change, found",
    [
        (lambda world: world.full.chips[5].fault("unplugged", FOREVER), ("silent", "box 5")),
        (lambda world: world.full.chips[5].fault("wrong_ic", FOREVER), ("wrong_chip", "box 5")),
        (lambda world: setattr(world.full.chips[5], "fails_every", 4), ("errors", "box 5")),
    ],
)
def test_a_chip_that_is_not_well_is_found(change, found):
    trace = emulation.emulated_trace(wiring(), QUICK[:1], 3, change=change)
    assert found in kinds(findings(trace))
    assert {where for _, where in kinds(findings(trace))} == {"box 5"}


def test_a_part_that_does_not_answer_and_one_that_nobody_knows_are_told():
    given = wiring()
    other = copy.deepcopy(given)
    other["keypad"]["address"] = 0x27  # a strap is wrong
    trace = emulation.emulated_trace(given, QUICK[:1], 1, wired=other)
    assert {("missing", "keypad"), ("unexpected", "0x27")} <= kinds(findings(trace))


def test_a_reader_that_holds_its_line_is_named_and_the_others_are_measured():
    """RESET of the muxes cuts it off: without that every reader on the bus looked silent."""
    trace = emulation.emulated_trace(
        wiring(), QUICK[:1], 1, change=lambda world: world.full.chips[5].fault("sda_low", FOREVER)
    )
    assert kinds(findings(trace)) == {("holds_line", "box 5")}
    assert all(one["version"] for name, one in trace["readers"].items() if name != "box 5")
    assert "nobody: its line is held" in report.html(trace, [], [])


def test_a_mux_that_is_not_there_is_one_finding_and_not_one_for_each_of_its_readers():
    trace = emulation.emulated_trace(
        wiring(),
        QUICK[:1],
        1,
        change=lambda world: world.full.muxes[1].fault("mux_unplugged", FOREVER),
    )
    (found,) = findings(trace)
    assert (found.kind, found.where) == ("missing", "mux 2")
    assert "The readers behind it cannot be reached." in found.line()


def test_what_is_wrong_with_addresses_and_chips_is_told_before_a_card_is_laid(
    tmp_path, monkeypatch, capsys
):
    """And kept, when somebody stops there to mend it."""

    class Stops(emulation.EmulatedPerson):
        def lay(self, laid, where):
            raise KeyboardInterrupt

    def until_the_first_card(port, board, person, plan, looks, only=None, told=None):
        return emulation.emulated_trace(
            wiring(), plan, looks, person=Stops, told=told or print,
            change=lambda world: world.full.chips[5].fault("unplugged", FOREVER),
        )  # fmt: skip

    monkeypatch.setattr(verb, "measured", until_the_first_card)
    monkeypatch.setattr(verb, "_person", lambda *given: None)
    page, trace = tmp_path / "page.html", tmp_path / "trace.json"
    with pytest.raises(KeyboardInterrupt):
        verb.bringup("pico", report_to=page, trace_to=trace)
    said = capsys.readouterr().err
    assert said.count("box 5: its chip does not answer") == 1 and "stopped." in said
    assert json.loads(trace.read_text())["findings"][0]["where"] == "box 5"
    assert "its chip does not answer" in page.read_text()


# ---- the emulation held against it


def test_the_emulation_says_where_it_differs_and_takes_what_was_measured(usual, planted):
    found = kinds(differences(planted, usual))
    assert ("time", "box 6") in found and ("rate", "box 8") in found
    assert not any(where in ("box 3", "box 4") for _, where in found)  # only plugged elsewhere
    model = emulation.model_of(planted, usual)
    again = emulation.emulated_again(planted, model)
    assert differences(planted, again) == []


def test_chips_that_do_not_list_two_and_chips_that_err_become_the_model(usual):
    def change(world):
        world.full.chips[2].lists_two = False
        world.full.chips[DEALER].fails_every = 5

    trace = emulation.emulated_trace(wiring(), QUICK, LOOKS, change=change)
    found = kinds(differences(trace, usual))
    assert {("two_targets", "box 2"), ("error_rate", "dealer")} <= found
    model = emulation.model_of(trace, usual)
    assert model["box 2"]["lists_two"] is False and model["dealer"]["fails_every"] == 5
    left = kinds(differences(trace, emulation.emulated_again(trace, model)))
    assert not {("two_targets", "box 2")} & left


def test_sim_loads_the_trace_and_plays_with_it(planted, tmp_path):
    trace = tmp_path / "trace.json"
    trace.write_text(json.dumps(planted))
    done = subprocess.run(
        [CARDTABLE, "sim", "--trace", str(trace), "--folder", str(tmp_path / "board"),
         "--port", "0", "--game", "nothing"], capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2 and "no game" in done.stderr
    with subprocess.Popen(
        [CARDTABLE, "sim", "--trace", str(trace), "--folder", str(tmp_path / "board"),
         "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith("listening on ")
        process.terminate()
        said = process.stderr.read()
    assert re.search(r"box 6: echo, answer: \d\.\d ms, emulated 0\.\d ms", said)
    assert "taken as the model; 0 are left" in said


@pytest.mark.parametrize(
    "text", ["", "{}", '{"schema": 9}', '{"schema": 1, "readers": {"x": 1}}', "[1]"]
)
def test_what_is_no_trace_is_refused_plainly(text, tmp_path):
    file = tmp_path / "trace.json"
    file.write_text(text)
    with pytest.raises(Problem, match="is no trace of a bring-up"):
        emulation.read_trace(file)


# ---- people, the page


def test_the_page_has_every_reader_and_every_finding(planted, tmp_path):
    found = findings(planted)
    page, trace = tmp_path / "page.html", tmp_path / "trace.json"
    report.save(page, trace, planted, found, [])
    text = page.read_text()
    assert all(f"<td>{name}</td>" in text for name in planted["readers"])
    assert "cards over box 3 are seen by the reader of box 4" in text
    kept = json.loads(trace.read_text())
    assert kept["findings"][0]["kind"] == "swapped" and kept["readers"] == planted["readers"]


def test_where_cards_are_to_be_laid_is_said_in_words():
    assert Laid(1, 5, 0).words("box 3") == "1 card over the middle of box 3, 5 mm above it"
    assert Laid(3, 10, 20).words("box 3") == (
        "3 cards, fanned, 20 mm beside the middle of box 3, 10 mm above it"
    )


def test_without_anybody_to_lay_cards_it_says_so(tmp_path):
    done = subprocess.run(
        [CARDTABLE, "bringup", "pico", "--port", "nowhere"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 2 and "somebody has to lay the cards" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a Pico in a process needs a pty")
def test_a_bare_simulated_board_is_walked_from_its_repl(tmp_path):
    """Real MicroPython behind a terminal, nothing on its flash; hands of the simulated table."""
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"milliamps": {"quiet": 400, "one": 520, "group": 900}}))
    with subprocess.Popen(
        [CARDTABLE, "sim", "--bare", "--folder", "board", "--speed", "100", "--board", "pico_7"],
        cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            waited(lambda: (tmp_path / "board" / "port").is_symlink(), "the board's terminal")
            done = subprocess.run(
                [CARDTABLE, "bringup", "pico_7", "--practice", "board", "--looks", "3",
                 "--answers", str(answers)],
                cwd=tmp_path, capture_output=True, text=True, env=os.environ,
            )  # fmt: skip
        finally:
            process.terminate()
            process.wait(30)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Nothing needs hands." in done.stdout
    trace = json.loads((tmp_path / "bringup.json").read_text())
    assert len(trace["readers"]) == 11 and trace["findings"] == []
    assert trace["currents"] == {"quiet": 400, "one field": 520, "largest group": 900}
    assert (tmp_path / "bringup.html").exists()


# ---- a box is accepted, or not


def at_box_3(change, work):
    """What `work(bench, person)` gives at an emulated table whose third antenna was changed."""
    from host_tools.bringup.bench import Emulated
    from sim.harness.cable import Cable
    from sim.harness.world import World

    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "vault").mkdir()
        world = World(f"{folder}/", Cable(), board=wiring())
        assert world.full is not None
        change(world.full.antennas[3])
        machine.plug(world)
        person = emulation.EmulatedPerson(world)
        return work(Emulated(wiring()), person)


def accepted(change, hands=20):
    """Hands at box 3, each laid anew."""
    return at_box_3(
        change,
        lambda bench, person: acceptance.accept(bench, "box 3", person, lambda text: None, hands),
    )


def test_one_reader_is_measured_alone_for_tuning_its_loop():
    def reach(antenna, mm):
        antenna.reach_mm = mm

    def alone(mm):
        trace = at_box_3(
            lambda antenna: reach(antenna, mm),
            lambda bench, person: walk(
                bench, wiring(), person, lambda text: None, FULL, LOOKS, only="box 3"
            ),
        )
        assert set(trace["readers"]) == {"box 3"} and trace["currents"] == {}
        cards = trace["readers"]["box 3"]["cards"]
        assert len(cards) == len(FULL)
        return sum(one["whole"] for one in cards)

    assert alone(20) < alone(30) < alone(45)  # what somebody who turns a trimmer looks at


def test_a_reader_that_is_not_there_is_said_in_a_line():
    done = subprocess.run(
        [CARDTABLE, "bringup", "pico_7", "--reader", "box 9", "--practice", "nowhere"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_a_box_whose_cards_all_answer_is_accepted():
    told = accepted(lambda antenna: None)
    assert told.passed and told.whole == 20
    assert told.median_ms is not None and told.median_ms < 100  # one scan of five cards
    assert "20 of 20 hands whole within 1 s" in told.line()


def test_a_box_where_cards_hide_each_other_is_not():
    def overlap(antenna):
        antenna.answering = Overlap(Dice(1), 3)

    told = accepted(overlap)
    assert not told.passed and told.whole == 0 and told.median_ms is None
    assert "not accepted, 19 are needed" in told.line()


@pytest.mark.parametrize("rate, least, most", [(0.99, 0.99, 1), (0.85, 0, 0.01)])
def test_the_number_of_hands_tells_good_boxes_from_bad_ones(rate, least, most):
    """The chance to pass, counted from the binomial distribution."""
    n = acceptance.HANDS
    passes = sum(
        math.comb(n, k) * rate**k * (1 - rate) ** (n - k)
        for k in range(acceptance.needed(n), n + 1)
    )
    assert least <= passes <= most
