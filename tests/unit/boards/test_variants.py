"""Every board that comes with Cardtable: played, drawn, priced, checked like one of your own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.boards import bill
from host_tools.boards.compiled import compile_board
from host_tools.boards.load import is_variant, load, named, names
from host_tools.common.problems import Problem
from host_tools.config.load import check as check_config
from host_tools.simulation.bare_board import _wire
from sim.harness import headless
from sim.roots import BOARDS, ROOT
from tests.unit.boards.test_boards import COMMAND, faults_of, put

HEAD = 6  # where a record's kind stands
KINDS = {  # what the issue of variants asks for, and a board that has it
    "ten boxes": "pico", "seven boxes": "pico_7", "selects by a decoder": "pico_spi",
    "a scanner with a FIFO": "pico_keys", "32 kB": "pico_32", "no reader in the shoe": "pico_hand",
    "Pico 2": "pico2", "ESP32-S3": "esp32s3",
}  # fmt: skip


def played(folder: Path, board: dict, game: str, **determinations) -> list[list]:
    """Records of one round on a table that is wired so, without who they come from and when."""
    (folder / "vault").mkdir(parents=True)
    _, listener = headless.play(
        f"{folder}/", 1, 5, (1, 2, 3), game=game, board=board, determinations=determinations or None
    )
    told = [json.loads(line)[HEAD:] for line in listener.lines]
    return [record for record in told if record[0] != "boot"]  # which names the board


def test_there_is_a_board_of_every_kind():
    assert set(KINDS.values()) <= set(names())
    parts = {kind: compile_board(load(name).data) for kind, name in KINDS.items()}
    assert len(parts["ten boxes"]["boxes"]) == 10 and len(parts["seven boxes"]["boxes"]) == 7
    assert "selects" in parts["selects by a decoder"] and "muxes" in parts["ten boxes"]
    assert parts["a scanner with a FIFO"]["keypad"]["chip"] == "TCA8418"
    assert parts["32 kB"]["fram"]["size"] == 32768 and parts["ten boxes"]["fram"]["size"] == 65536
    assert "shoe" not in parts["no reader in the shoe"]


@pytest.mark.parametrize("name", [n for n in names() if not n.endswith("_hand") and n != "pico"])
def test_a_round_is_the_same_round_however_the_table_is_wired(name, tmp_path):
    """The same people, the same cards: what is told does not depend on buses and chips."""
    usual = played(tmp_path / "usual", compile_board(load("pico").data), "canberra")
    told = played(tmp_path / "other", compile_board(load(name).data), "canberra")
    assert told == usual
    assert not [record for record in told if record[0] == "fault"]


def test_without_a_shoe_hold_em_dealt_by_hand_is_told_whole(tmp_path):
    usual = played(tmp_path / "usual", compile_board(load("pico").data), "holdem", deal="hand")
    told = played(tmp_path / "other", compile_board(load("pico_hand").data), "holdem", deal="hand")
    assert told == usual and not [record for record in told if record[0] == "fault"]
    assert [record[0] for record in told].count("deal") >= 6


@pytest.mark.parametrize("name", names())
def test_a_board_has_its_pages_and_its_price(name):
    board = load(name)
    for page in ("README.md", "wiring.svg"):
        assert (BOARDS / name / page).exists()
    cents, without = bill.total(board.data, bill.prices())
    assert not without and 15_000 < cents < 60_000
    counts = {one.name: one.count for one in bill.items(board.data)}
    assert counts["PN532 reader with antenna"] == len(board.data["readers"])


def test_prices_of_ones_own_are_taken(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[prices]\n"PN532 reader with antenna" = 100\n')
    done = run("pico", "--parts", "--json", "--prices", str(own))
    told = json.loads(done.stdout)
    (reader,) = [one for one in told["parts"] if one["part"] == "PN532 reader with antenna"]
    assert reader["cents"] == 100 and reader["count"] == 14
    before = json.loads(run("pico", "--parts", "--json").stdout)["total_cents"]
    assert told["total_cents"] == before - 14 * 600


def test_a_price_that_is_none_is_refused(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[prices]\n"Key" = "cheap"\n')
    done = run("pico", "--parts", "--prices", str(own))
    assert done.returncode == 2 and '"Key" = cheap is no price' in done.stderr


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True)


# ---- what is wrong with a definition is told


def by_decoder(data) -> None:
    """The pico's definition with its readers on SPI."""
    data["selects"] = {"spi": 0, "lines": ["GP4", "GP5", "GP8", "GP9"], "enable": "GP22"}
    del data["muxes"], data["i2c"]["0"]
    for n, name in enumerate(name for name in data["readers"] if name != "shoe"):
        data["readers"][name] = {"output": n}


def test_readers_by_a_decoder_hold_together():
    assert faults_of(by_decoder) == []


@pytest.mark.parametrize(
    "change, says",
    [
        (put(("readers", "box 2", "output"), 0), 'readers."box 2".output = 0 is already used by'),
        (put(("readers", "box 2", "output"), 16), 'readers."box 2".output = 16 is not usable'),
        (put(("readers", "box 2"), {"mux": 0, "channel": 1}), "is selected by a decoder"),
        (put(("selects", "lines"), ["GP4"]), "selects.lines"),
        (put(("selects", "enable"), "GP4"), 'selects.enable = "GP4" is already used by'),
        (put(("selects", "spi"), 3), "there is no [spi.3]"),
        (
            put(("muxes",), {"i2c": 1, "addresses": [0x70]}),
            "selects and muxes are both there",
        ),
    ],
)
def test_what_is_wrong_with_a_decoder_is_told(change, says):
    def both(data):
        by_decoder(data)
        change(data)

    assert says in "\n".join(faults_of(both))


def test_three_lines_choose_among_eight():
    def change(data):
        by_decoder(data)
        data["selects"]["lines"] = ["GP4", "GP5", "GP8"]

    assert "= 8: 3 lines choose among 8" in "\n".join(faults_of(change))


def test_a_key_scanner_has_one_address():
    told = faults_of(put(("keypad",), {"i2c": 1, "address": 0x21, "chip": "TCA8418"}))
    assert told == [
        "board.toml: keypad.address = 0x21: a TCA8418 has 0x34, and no other. Write 0x34."
    ]
    (told,) = faults_of(put(("keypad",), {"i2c": 1, "address": 0x34, "chip": "TCA8481"}))
    assert 'Did you mean "TCA8418"?' in told


def test_a_board_with_no_reader_at_all_is_refused():
    def change(data):
        data["readers"] = {}
        del data["muxes"], data["antennas"]

    assert "readers.shoe is missing" in "\n".join(faults_of(change))


@pytest.mark.parametrize(
    "game, determinations, says",
    [
        ("holdem", {"deal": "shoe"}, 'Write deal = "hand" under [determinations]'),
        ("canberra", {}, "Take a board that has one: this game is dealt from a shoe."),
        ("holdem", {"deal": "hand"}, None),
    ],
)
def test_a_game_from_the_shoe_needs_a_reader_there(game, determinations, says):
    given = {"table": "t", "game": game, "seats": 5, "board": "pico_hand"}
    made, faults = check_config(given | {"determinations": determinations}, Path())
    if says is None:
        assert made is not None and not faults
    else:
        (fault,) = faults
        assert "has no reader in the shoe" in fault.line("table.toml")
        assert says in fault.line("table.toml")


# ---- the ESP32-S3 is checked by types alone


def test_the_firmware_is_checked_against_the_esp32s_own_modules(tmp_path):
    """`make check` holds it against these stubs; here: that they are there, and do object."""
    stubs = ROOT / ".venv" / "stubs-esp32"
    if not stubs.exists():
        pytest.skip("no checkout with .venv")
    assert (stubs / "esp32.pyi").exists() and not (stubs / "rp2.pyi").exists()
    project = json.loads(
        "\n".join(
            line
            for line in (ROOT / "pyrightconfig.esp32.json").read_text().splitlines()
            if not line.strip().startswith("//")
        )
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import machine\n\nmachine.I2C(0, sdaa=3)\nimport rp2\n")
    paths = {"typeshedPath": str(stubs), "stubPath": str(stubs), "include": [str(wrong)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(project | paths))
    checker = Path(sys.executable).with_name("pyright")
    done = subprocess.run(
        [checker, "--project", str(tmp_path)], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 1
    assert "wrong.py:3:" in done.stdout and '"rp2" could not be resolved' in done.stdout


def test_variants_extend_a_board_that_is_whole():
    assert {name for name in names() if not is_variant(name)} == {"pico", "pico2", "esp32s3"}


def test_a_bare_table_is_wired_once_and_the_same_command_goes_on(tmp_path):
    wired = tmp_path / "wired.json"
    _wire(wired, "pico_7", new=True)
    before = wired.read_bytes()
    _wire(wired, "pico_7", new=False)
    assert wired.read_bytes() == before
    with pytest.raises(Problem, match="wired otherwise already"):
        _wire(wired, "pico_spi", new=False)


def test_a_board_of_ones_own_is_named_by_its_file_and_a_bad_one_is_said_in_a_line(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('extends = "pico_7"\n', encoding="utf-8")
    with pytest.raises(Problem, match=r"own\.toml has 1 thing to mend"):
        named(str(own))  # bringup, sim --bare and boards ask this way
    own.write_text('extends = "pico"\nlamps = false\n', encoding="utf-8")
    assert "lamps" not in named(str(own)).data and named("pico").name == "pico"
