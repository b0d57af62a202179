"""Before a board can be asked anything: is it there, and may this user speak to it?"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from host_tools.common.problems import Problem
from host_tools.doctor.checks import ailing
from host_tools.doctor.result import FAIL, OK, Result
from host_tools.link.ports import VENDORS, find_port

RULES_FILE = "/etc/udev/rules.d/60-cardtable.rules"


def udev_rule() -> str:
    """A rule for Linux that lets whoever is logged in at the computer use the boards."""
    lines = ["# Boards that run Cardtable: for whoever sits at this computer"]
    lines += [
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vid:04x}", TAG+="uaccess"  # {name}'
        for vid, name in VENDORS.items()
    ]
    return "\n".join(lines) + "\n"


def port_checks(
    port: str, allowed: Callable[[str], bool] | None = None
) -> tuple[str | None, list[Result]]:
    """(the port to open or None, results)."""
    try:
        found = find_port(port)
    except Problem as problem:
        return None, [Result("usb.port", "port", FAIL, str(problem), problem.hint, "no_board")]
    results = [Result("usb.port", "port", OK, found)]
    if "://" in found or sys.platform == "win32":
        return found, results
    if not os.path.exists(found):
        text = f"{found} is not there"
        return None, [Result("usb.port", "port", FAIL, text, "Plug the board in.", "no_board")]
    may = allowed or (lambda path: os.access(path, os.R_OK | os.W_OK))
    if may(found):
        results.append(Result("usb.permission", "permission", OK, "may be read and written"))
        return found, results
    results.append(ailing("usb.permission", "permission", "no_permission", found))
    return None, results
