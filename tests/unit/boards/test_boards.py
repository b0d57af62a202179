"""Boards as data: what holds together is compiled, what does not is told all at once."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
import tomllib
from xml.etree import ElementTree

import pytest

from host_tools.boards import checks, shape, wiring
from host_tools.boards.compiled import as_json, compile_board
from host_tools.boards.load import FILE, BadBoard, load, load_file, names
from host_tools.docsgen.board_pages import pages
from sim.harness.full_table import BOARD_PARTS
from sim.harness.world import BOARD
from sim.roots import BOARDS, ROOT

COMMAND = [sys.executable, "-m", "host_tools.main", "boards"]


def faults_of(change) -> list[str]:
    """Lines about the pico's definition after `change(data)`."""
    data = copy.deepcopy(tomllib.loads((BOARDS / "pico" / FILE).read_text()))
    change(data)
    kept, faults = shape.read(data)
    return [fault.line(FILE) for fault in faults + checks.check(kept)]


def put(path, value):
    *way, last = path

    def change(data):
        for key in way:
            data = data[key]
        data[last] = value

    return change


def test_there_are_a_pico_and_a_pico_2():
    assert {"pico", "pico2"} <= set(names())


@pytest.mark.parametrize("name", names())
def test_a_board_holds_together_and_is_named_as_its_folder(name):
    assert load(name).name == name


@pytest.mark.parametrize("name", names())
def test_the_diagram_is_a_picture_with_every_used_pin(name):
    board = load(name)
    picture = ElementTree.fromstring(pages(board)["wiring.svg"])
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    for use in checks.uses(board.data):
        assert texts.count(use.pin) == 1


def test_the_pico_is_the_board_that_the_simulated_full_table_runs_on():
    made = compile_board(load("pico").data)
    for key, value in (BOARD | BOARD_PARTS).items():
        if key in made:
            assert made[key] == value, key
    assert set(BOARD | BOARD_PARTS) - set(made) == set()


def test_what_the_firmware_reads_is_the_same_bytes_every_time():
    text = as_json(load("pico").data)
    assert text == as_json(load("pico").data)
    assert json.loads(text) == compile_board(load("pico").data)


def test_an_unknown_key_is_told_with_a_suggestion():
    assert faults_of(put(("i2c", "0", "frequency"), 1)) == [
        "board.toml: i2c.0.frequency is not a known key. Did you mean i2c.0.freq?"
    ]


def test_an_unknown_table_and_an_unknown_reader_are_told():
    told = faults_of(put(("lamp",), {"pin": "GP3", "count": 1}))
    assert told == ["board.toml: lamp is not a known key. Did you mean lamps?"]
    told = faults_of(put(("readers", "box 11"), {"mux": 1, "channel": 7}))
    assert told[0].startswith('board.toml: readers."box 11" is not a known reader. Did you mean')


def test_a_pin_used_twice_names_both_users():
    told = faults_of(put(("lamps", "pin"), "GP22"))
    assert len(told) == 1
    assert 'lamps.pin = "GP22" is already used by muxes.reset' in told[0]
    assert "Free pins that can do it: GP0–GP3, GP8–GP9, GP21, GP26–GP28." in told[0]


def test_a_pin_that_does_not_exist_is_told_with_those_that_do():
    told = faults_of(put(("jumper", "pin"), "GP23"))
    assert len(told) == 1
    assert 'jumper.pin = "GP23" does not exist on this board' in told[0]
    assert "GP0–GP22, GP26–GP28" in told[0]


def test_a_pin_that_cannot_do_the_job_is_told_with_those_that_can():
    told = faults_of(put(("i2c", "1", "scl"), "GP8"))
    assert told == [
        'board.toml: i2c.1.scl = "GP8" cannot be I2C1 SCL. '
        "These can: GP3, GP7, GP11, GP15, GP19, GP27."
    ]


def test_a_pin_that_is_only_an_input_cannot_be_an_output():
    def change(data):
        data["pins"]["GP2"]["can"] = ["in"]

    told = faults_of(change)
    assert len(told) == 1 and 'lamps.pin = "GP2" cannot be an output' in told[0]


def test_two_chips_with_one_address_on_one_bus_are_both_named():
    told = faults_of(put(("keypad", "address"), 0x20))
    assert len(told) == 1
    assert "keypad.address = 0x20 on i2c.1 is already used by sensors.address" in told[0]


def test_one_address_on_two_buses_is_no_clash():
    assert faults_of(put(("fram", "address"), 0x24)) == []


def test_a_chip_with_a_readers_address_on_the_readers_bus_clashes():
    def change(data):
        data["sensors"] = {"i2c": 0, "address": 0x24}

    told = faults_of(change)
    (full,) = [line for line in told if "i2c.0: lines rise" in line]  # the panel's wire beside it
    told.remove(full)
    assert len(told) == 1
    assert 'sensors.address = 0x24 on i2c.0 is already used by readers."box 1"' in told[0]


def test_a_shoe_on_the_readers_own_bus_clashes_with_them():
    told = faults_of(put(("readers", "shoe"), {"i2c": 0}))
    assert len(told) == 1 and "readers.shoe = 0x24 on i2c.0 is already used by" in told[0]


def test_two_muxes_with_one_address_clash():
    told = faults_of(put(("muxes", "addresses"), [0x70, 0x70]))
    assert len(told) == 1 and "muxes.addresses[1] = 0x70" in told[0]


def test_a_mux_channel_used_twice_names_the_other_reader_and_free_channels():
    told = faults_of(put(("readers", "rack"), {"mux": 1, "channel": 2}))
    assert told == [
        'board.toml: readers.rack.channel = 2 of mux 1 is already used by readers."box 9". '
        "Free on that mux: 5, 6, 7."
    ]


def test_a_mux_that_is_not_there_is_told():
    told = faults_of(put(("readers", "rack"), {"mux": 2, "channel": 0}))
    assert told == [
        "board.toml: readers.rack.mux = 2: muxes.addresses has 2. "
        "Choose 0 to 1, or add its address."
    ]


def test_a_bus_that_is_not_described_is_told():
    told = faults_of(put(("fram", "i2c"), 2))
    assert told == ["board.toml: fram.i2c = 2: there is no [i2c.2]. Described here: i2c.0, i2c.1."]


@pytest.mark.parametrize(
    ("fram", "size", "shown"),
    [
        ({"part": "MB85RC512T"}, 65536, "MB85RC512T, 64 kB"),
        ({"part": "MB85RC256V"}, 32768, "MB85RC256V, 32 kB"),
        ({"part": "MB85RC512T", "size": 65536}, 65536, "MB85RC512T, 64 kB"),
        ({"part": "FM24V02A", "size": 32768}, 32768, "FM24V02A, 32 kB"),
        ({"size": 65536}, 65536, "FRAM, 64 kB"),
        ({}, 32768, "MB85RC256V, 32 kB"),  # definitions from before there was a choice
    ],
)
def test_the_memory_chip_is_named_and_the_firmware_learns_its_size(fram, size, shown):
    fram = {"i2c": 1, "address": 0x50} | fram
    assert faults_of(put(("fram",), fram)) == []
    data = load("pico").data | {"fram": fram}
    assert compile_board(data)["fram"] == {"i2c": "1", "address": 0x50, "size": size}
    (bus,) = [part for part in wiring.parts(data) if part.title.startswith("I2C 1")]
    assert f"0x50 fram ({shown})" in bus.notes


@pytest.mark.parametrize(
    ("fram", "says"),
    [
        ({"part": "MB85RC512"}, 'part = "MB85RC512" is not known. Did you mean "MB85RC512T"?'),
        ({"part": "24LC256"}, 'part = "24LC256" is not known. Known: MB85RC256V, MB85RC512T.'),
        ({"part": "MB85RC256V", "size": 65536}, "size = 65536: an MB85RC256V has 32768 bytes."),
        (
            {"part": "X1", "size": 8192},
            "size = 8192 is no size that the vault knows",
        ),
        ({"size": -1}, "size = -1 is not usable here"),
        ({"part": 7}, "part = 7 is not usable here"),
        ({"parts": "MB85RC512T"}, "parts is not a known key. Did you mean fram.part?"),
    ],
)
def test_a_memory_chip_that_cannot_be_is_told(fram, says):
    told = faults_of(put(("fram",), {"i2c": 1, "address": 0x50} | fram))
    assert len(told) == 1 and told[0].startswith(f"board.toml: fram.{says}"), told


def test_both_boards_have_the_larger_memory():
    for name in ("pico", "pico2"):
        assert compile_board(load(name).data)["fram"]["size"] == 65536


def test_groups_name_readers_and_each_only_once():
    told = faults_of(put(("antennas", "groups"), [["box 1", "bx 2"], ["box 1"]]))
    assert len(told) == 2
    assert 'antennas.groups[0][1] = "bx 2": no such reader behind a mux' in told[0]
    assert 'antennas.groups[1][0] = "box 1" is already in antennas.groups[0]' in told[1]


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("usb", "vid"), 0x12345, "usb.vid = 0x12345 is not usable here"),
        (("usb", "vid"), True, "usb.vid = True is not usable here"),
        (("board", "name"), "My Board", 'board.name = "My Board" is not usable here'),
        (("board", "architecture"), "none", 'board.architecture = "none" is not usable here'),
        (("board", "architecture"), 4, "board.architecture = 4 is not usable here"),
        (("board", "micropython"), 1.24, "board.micropython = 1.24 is not usable here"),
        (("pins", "GP0", "can"), ["fly"], 'pins.GP0.can[0] = "fly" is not usable here'),
        (("muxes", "addresses"), 0x70, "muxes.addresses = 112 is not a list"),
        (("keypad",), 3, "keypad = 3 is not a table"),
        (("fram", "address"), 0x78, "fram.address = 0x78 is not usable here"),
        (("readers", "shoe"), {"mux": 0, "channel": 0}, "readers.shoe.mux does not fit"),
    ],
)
def test_what_cannot_be_used_is_told_where_it_stands(path, value, says):
    assert any(line.startswith(f"board.toml: {says}") for line in faults_of(put(path, value)))


def test_an_architecture_that_micropython_does_not_know_is_told_with_those_that_it_does():
    (told,) = faults_of(put(("board", "architecture"), "armv6"))  # of another ARM
    assert told == ('board.toml: board.architecture = "armv6" is not that of RP2040. Write armv6m.')
    (told,) = faults_of(put(("board", "architecture"), "arm-v6m"))
    assert 'Did you mean "armv6m"?' in told and "armv7emsp" in told
    (told,) = faults_of(lambda data: data["board"].pop("architecture"))
    assert told == "board.toml: board.architecture is missing. Every board needs it."


def test_the_architecture_is_one_of_the_chips_cores():
    def other(chip, arch):
        return lambda data: data["board"].update(chip=chip, architecture=arch)

    assert faults_of(other("RP2350", "rv32imc")) == []
    assert faults_of(other("ESP32-S3", "xtensawin")) == []
    assert faults_of(other("something new", "armv7emdp")) == []
    (told,) = faults_of(other("RP2350", "armv6m"))
    assert "is not that of RP2350. Write armv7emsp or rv32imc." in told


def test_everything_is_told_at_once():
    def change(data):
        del data["usb"]["pid"]
        data["keypad"]["adress"] = 3
        data["lamps"]["pin"] = "GP22"
        data["jumper"]["pin"] = "GP99"
        data["sensors"]["address"] = 0x50
        del data["readers"]["shoe"]

    told = "\n".join(faults_of(change))
    for part in (
        "usb.pid is missing",
        "keypad.adress is not a known key",
        'lamps.pin = "GP22" is already used by',
        'jumper.pin = "GP99" does not exist',
        "0x50 on i2c.1 is already used by",
    ):
        assert part in told


def test_a_file_that_is_not_toml_is_told_with_its_line(tmp_path):
    file = tmp_path / FILE
    file.write_text("[board\n")
    with pytest.raises(BadBoard, match=r"this is not TOML.*line 1"):
        load_file(file)


# ---- the example of docs/adding-a-board.md


@pytest.fixture
def tiny(tmp_path):
    page = (ROOT / "docs" / "adding-a-board.md").read_text(encoding="utf-8")
    found = re.findall(r"```toml\n(.*?)```", page, re.S)
    assert len(found) == 2  # the smallest, and a variant
    file = tmp_path / "tiny" / FILE
    file.parent.mkdir()
    file.write_text(found[0])
    return file


def test_the_smallest_board_of_the_docs_holds_together_and_is_drawn(tiny):
    done = subprocess.run(
        [*COMMAND, "--check", str(tiny), "--write", "--json"],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "name": "tiny",
        "i2c": {"0": [1, 0, 400000]},
        "shoe": {"i2c": "0"},
        "sensors": {"i2c": "0", "address": 0x20},
        "keypad": {"i2c": "0", "address": 0x21},
    }
    assert "GP1" in (tiny.parent / "wiring.svg").read_text()
    assert "| shoe | i2c.0 |" in (tiny.parent / "README.md").read_text()


def test_the_smallest_board_plays_a_round(tiny, tmp_path):
    """The application starts from what was compiled, and the shoe's cards come through."""
    from sim.chips.pn532 import I2C_ADDRESS
    from sim.harness import headless

    made = compile_board(load_file(tiny).data)

    def solder(world):
        """The simulated parts, moved to the one bus of the tiny board."""
        bus = world.i2c(0)
        bus.attach(made["sensors"]["address"], world.sensors)
        bus.attach(made["keypad"]["address"], world.keys)
        assert I2C_ADDRESS == checks.PN532_ADDRESS
        (root / "board.json").write_text(json.dumps(made))

    root = tmp_path / "board"
    root.mkdir()
    _, listener = headless.play(f"{root}/", 1, prepare=solder)
    told = [json.loads(line)[6] for line in listener.lines]
    assert "end" in told
    faults = [json.loads(line)[7:9] for line in listener.lines if json.loads(line)[6] == "fault"]
    assert faults == [["flash_only", "vault"]]  # as the docs say of a board without FRAM


def test_the_docs_name_every_table_of_the_shape():
    page = (ROOT / "docs" / "adding-a-board.md").read_text(encoding="utf-8")
    meaning = page.split("## What each table means")[1]
    for table in shape.BOARD.needed | shape.BOARD.optional:
        assert f"`{table}" in meaning, table


# ---- the verb


def test_the_verb_lists_boards():
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=True, cwd=ROOT)
    assert "pico2      Raspberry Pi Pico 2, USB 2e8a:0005" in done.stdout


def test_the_verb_suggests_a_board():
    done = subprocess.run([*COMMAND, "pica"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr == "cardtable: no board named 'pica'. Did you mean pico?\n"


def test_the_verb_tells_every_fault_of_a_file_and_counts_them(tiny):
    tiny.write_text(tiny.read_text().replace("0x21", "0x20").replace('"GP1"', '"GP7"'))
    done = subprocess.run(
        [*COMMAND, "--check", str(tiny)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 3
    assert "2 things to mend" in done.stderr
    assert all(str(tiny) in line for line in done.stderr.splitlines())


def _pico_with(**more):
    from host_tools.boards import checks, compiled, load

    board = dict(load.load("pico").data)
    for name, table in more.items():
        board[name] = board.get(name, {}) | table
    return checks.check(board), compiled.compile_board(board)


def test_a_faster_clock_needs_the_voltage_that_goes_with_it():
    faults, made = _pico_with(clock={"freq": 200_000_000, "core_millivolts": 1150})
    assert not faults and made["clock"] == [200_000_000, 1150]
    for clock, path in (
        ({"freq": 200_000_000}, "clock.core_millivolts"),
        ({"freq": 250_000_000, "core_millivolts": 1300}, "clock.freq"),
        ({"freq": 133_000_000, "core_millivolts": 1160}, "clock.core_millivolts"),
    ):
        assert [fault.path for fault in _pico_with(clock=clock)[0]] == [path]
    assert "clock" not in _pico_with()[1]


def test_two_targets_a_list_are_off_unless_the_definition_says_so():
    assert "targets" not in _pico_with()[1]
    faults, made = _pico_with(antennas={"targets": 2})
    assert not faults and made["targets"] == 2


# ---- variants


def variant(tmp_path, text: str):
    file = tmp_path / FILE
    file.write_text(text)
    return file


@pytest.mark.parametrize("name", ["pico", "pico2"])
def test_a_table_of_seven_boxes_is_the_whole_one_without_three(name):
    whole, seven = (compile_board(load(one).data) for one in (name, f"{name}_7"))
    assert {str(box) for box in range(1, 8)} == set(seven["boxes"])
    assert seven["boxes"].items() <= whole["boxes"].items()
    for key in set(whole) - {"name", "boxes", "groups"}:
        assert seven[key] == whole[key]
    kept = [[one for one in group if one in load(f"{name}_7").data["readers"]]
            for group in whole["groups"]]  # fmt: skip
    assert seven["groups"] == kept


def test_the_variant_of_the_docs_is_the_one_that_comes_with_cardtable(tmp_path):
    page = (ROOT / "docs" / "adding-a-board.md").read_text(encoding="utf-8")
    told = re.findall(r"```toml\n(extends.*?)```", page, re.S)
    assert load_file(variant(tmp_path, told[0])).data == load("pico_7").data


def test_what_a_variant_says_is_checked_with_what_it_extends(tmp_path):
    clash = variant(tmp_path, 'extends = "pico"\n[jumper]\npin = "GP14"\n')
    with pytest.raises(BadBoard, match=r'jumper\.pin = "GP14" is already used by key_switch'):
        load_file(clash)
    gone = variant(tmp_path, 'extends = "pico"\n[readers]\n"box 10" = false\n')
    with pytest.raises(BadBoard, match='= "box 10": no such reader behind a mux'):
        load_file(gone)
    needed = variant(tmp_path, 'extends = "pico"\nkeypad = false\n')
    with pytest.raises(BadBoard, match="keypad is missing"):
        load_file(needed)


@pytest.mark.parametrize(
    "text, said",
    [
        ('extends = "pico9"', "extends = 'pico9': no such board"),
        ('extends = "pico_7"', "extends = 'pico_7': no such board"),
        ("extends = 3", "extends = 3: no such board"),
        ('extends = "pico"\n[readers]\n"box 11" = false', '"box 11" = false: there is none'),
    ],
)
def test_a_variant_of_nothing_is_told_in_words(tmp_path, text, said):
    with pytest.raises(BadBoard) as bad:
        load_file(variant(tmp_path, text))
    assert said in str(bad.value)
