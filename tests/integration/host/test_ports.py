"""Which port is meant: the one board on USB, or a list to choose from."""

from __future__ import annotations

import pytest
from serial.tools.list_ports_common import ListPortInfo

from host_tools.common.problems import BAD_INPUT, NO_BOARD, Problem
from host_tools.link.ports import find_port


def port(device, vid=None, serial=None):
    made = ListPortInfo(device)
    made.vid, made.serial_number = vid, serial
    return made


PICO = port("/dev/ttyACM0", 0x2E8A, "E6614103")
OTHER_PICO = port("/dev/ttyACM1", 0x2E8A, "E6614999")
MODEM = port("/dev/ttyS0")


def test_the_one_board_is_found_beside_other_ports():
    assert find_port("auto", lambda: [MODEM, PICO]) == "/dev/ttyACM0"


@pytest.mark.parametrize("given", ["/dev/ttyACM7", "COM3", "socket://127.0.0.1:4000"])
def test_a_port_that_was_named_is_not_looked_for(given):
    assert find_port(given, lambda: pytest.fail("nobody asked")) == given


def test_several_boards_are_listed_by_serial_number():
    with pytest.raises(Problem) as caught:
        find_port("auto", lambda: [OTHER_PICO, PICO, MODEM])
    assert caught.value.code == BAD_INPUT
    assert caught.value.line() == (
        "2 boards are plugged in: /dev/ttyACM0 (Raspberry Pi, serial E6614103);"
        " /dev/ttyACM1 (Raspberry Pi, serial E6614999). Choose one with --port."
    )


def test_no_board_names_what_else_is_there():
    with pytest.raises(Problem, match="no board is plugged in") as caught:
        find_port("auto", lambda: [MODEM])
    assert caught.value.code == NO_BOARD and "/dev/ttyS0" in caught.value.hint
    with pytest.raises(Problem) as caught:
        find_port("auto", list)
    assert "cardtable sim" in caught.value.hint
