"""Which board is meant: by USB identity, listed when there are several, told when there is none."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from host_tools.common.problems import BAD_INPUT, NO_BOARD, Problem
from host_tools.flashing.find import Place, find, in_bootloader
from tests.support.process import cardtable


def usb(device: str, vid: int | None, pid: int | None, serial: str | None = "E66"):
    """A port as pyserial lists it."""
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=serial)


PICO = usb("/dev/ttyACM0", 0x2E8A, 0x0005, "E6614C")
SECOND = usb("COM7", 0x2E8A, 0x0005, "E6615D")
OTHER = usb("/dev/ttyUSB0", 0x10C4, 0xEA60)
PROBE = usb("/dev/ttyACM9", 0x2E8A, 0x000C)  # a debug probe is no board of ours
BUILT_IN = usb("/dev/ttyS0", None, None, None)


def test_the_one_board_among_other_ports_is_found():
    place = find("auto", lambda: [BUILT_IN, OTHER, PROBE, PICO], list)
    assert place == Place("/dev/ttyACM0", "E6614C")


def test_several_boards_are_listed_with_the_option_that_chooses():
    with pytest.raises(Problem) as told:
        find("auto", lambda: [PICO, SECOND], list)
    assert told.value.code == BAD_INPUT
    assert "/dev/ttyACM0 (serial E6614C); COM7 (serial E6615D)" in str(told.value)
    assert "--port" in told.value.hint


def test_no_board_is_told_with_what_to_do():
    with pytest.raises(Problem, match="no board is plugged in") as told:
        find("auto", lambda: [OTHER, BUILT_IN], list)
    assert told.value.code == NO_BOARD


def test_a_port_that_was_named_is_taken_as_it_is():
    assert find("COM3", lambda: [PICO], list) == Place("COM3", None)
    assert find("COM7", lambda: [SECOND], list) == Place("COM7", "E6615D")


def test_a_board_that_comes_back_under_another_name_is_found_by_its_serial_number():
    place = Place("/dev/ttyACM0", "E6614C")
    assert place.now(lambda: [usb("/dev/ttyACM1", 0x2E8A, 0x0005, "E6614C")]) == "/dev/ttyACM1"
    assert place.now(list) == "/dev/ttyACM0"


@pytest.mark.parametrize(
    ("volume", "said", "title", "download"),
    [
        ("RPI-RP2", "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n",
         "Raspberry Pi Pico is", "RPI_PICO/"),
        ("RP2350", "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n",
         "Raspberry Pi Pico 2 is", "RPI_PICO2/"),
        ("OTHER", "UF2 Bootloader v2.0\nModel: Something\n", "a board is", "download/"),
    ],
)  # fmt: skip
def test_a_board_in_bootsel_mode_is_told_with_the_file_it_waits_for(
    tmp_path, volume, said, title, download
):
    drive = tmp_path / volume
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text(said)
    (tmp_path / "photos").mkdir()
    with pytest.raises(Problem, match=title) as told:
        find("auto", list, lambda: [tmp_path / "photos", drive])
    assert str(drive) in str(told.value)
    assert download in told.value.hint and ".uf2" in told.value.hint


def test_ordinary_drives_are_nothing_to_speak_of(tmp_path):
    in_bootloader([tmp_path, tmp_path / "absent"])


def test_a_dry_run_without_a_board_tells_what_a_virgin_one_would_get():
    done = cardtable("flash", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "no board is plugged in" in done.stderr
    assert "A new board would get release" in done.stdout
    assert "cardtable/app.mpy" in done.stdout and "cardtable/desk/record_kinds" not in done.stdout
