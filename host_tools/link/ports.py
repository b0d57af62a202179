"""Which port a board is at: `auto` looks for one on USB; anything else is taken as it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from serial.tools.list_ports import comports

from host_tools.common.problems import BAD_INPUT, NO_BOARD, Problem, remark
from host_tools.link import sharing

AUTO = "auto"
VARIABLE = "CARDTABLE_PORT"

# USB vendor → whose boards run our firmware. Products differ by board and by firmware build.
VENDORS = {0x2E8A: "Raspberry Pi", 0x303A: "Espressif"}


def as_named(port: str, system: str = sys.platform) -> str:
    """A port as its system names it: people write com3, and what macOS lists first.

    On macOS /dev/tty.… waits for a line that a board does not have; /dev/cu.… does not.
    """
    if system == "win32" and port[:3].lower() == "com" and port[3:].isdigit():
        return port.upper()
    if system == "darwin" and port.startswith("/dev/tty."):
        return "/dev/cu." + port.removeprefix("/dev/tty.")
    return port


def find_port(port: str, ports: Callable[[], Iterable[Any]] = comports) -> str:
    """The port to open for `port`: a device, an address, or the one board that is plugged in.

    Without one, the one table that a console or `cardtable table` serves on this computer.
    """
    if port != AUTO:
        return as_named(port)
    there = sorted(ports(), key=lambda one: one.device)
    boards = [one for one in there if one.vid in VENDORS]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        names = "; ".join(_named(one) for one in boards)
        raise Problem(
            f"{len(boards)} boards are plugged in: {names}",
            "Choose one with --port.",
            BAD_INPUT,
        )
    shared = sharing.holders()
    if len(shared) == 1:
        remark(f"at the table of {shared[0]}.")
        return shared[0].port
    if shared:
        names = "; ".join(f"{one.port}: {one}" for one in shared)
        raise Problem(
            f"{len(shared)} tables are served here: {names}", "Choose one with --port.", BAD_INPUT
        )
    others = ", ".join(one.device for one in there[:4])
    hint = f"There are other ports: {others}; choose with --port." if others else _PLUG
    raise Problem("no board is plugged in", hint, NO_BOARD)


_PLUG = "Plug it in by USB, or start a simulated one: cardtable sim"


def _named(one: Any) -> str:
    serial = f", serial {one.serial_number}" if one.serial_number else ""
    return f"{one.device} ({VENDORS[one.vid]}{serial})"
