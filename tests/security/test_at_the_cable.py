"""Somebody at the USB port of a table in service: what they can do, and what is written down."""

from __future__ import annotations

import os
import sys

import pytest

from cardtable import VERSION
from cardtable.desk.messages import PROTOCOL
from host_tools.flashing.plan import compare
from host_tools.flashing.repl import Entry
from host_tools.release.manifest import sha256
from tests.integration.flash import desk
from tests.integration.table.visitor import line, visit

# What opens a REPL on a board that has one: interrupt, soft reset, raw REPL, raw paste, code.
_KNOCKS = (
    b"\r\x03\x03",
    b"\x04",
    b"\r\x01",
    b"\x05A\x01",
    b"import os\r\nprint(os.listdir())\r\n\x04",
    b"\x02",
    b"open('maintenance','w').close()\r\n",
)


def test_a_host_that_comes_as_a_stranger_is_recorded(tmp_path):
    """As every program of ours begins: it knows of no epoch yet."""

    def script(visitor):
        visitor.cable.to_board(("greet", PROTOCOL, 0, 0))
        yield from visitor.until(lambda: visitor.of("attach"))

    visitor = visit(tmp_path, script)
    assert visitor.of("attach") == [("attach", 0)]


def test_every_start_is_recorded_with_its_firmware(tmp_path):
    def script(visitor):
        yield from visitor.do("technician", "restart")
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2)

    visitor = visit(tmp_path, script)
    assert [fact[1:4] for fact in visitor.of("boot")] == [(VERSION, "pico", "sim-1")] * 2


def test_an_older_release_is_told_file_by_file():
    """verify against the newer manifest, on a board that was put back to the older release."""
    there = {path: Entry(len(data), sha256(data)) for path, data in desk.old().files.items()}
    told = compare(desk.new().manifest, there)
    assert "cardtable/__init__.mpy" in told.altered and "boot.py" in told.altered
    assert told.missing == [desk.NEW] and told.unexpected == [desk.GONE]


@pytest.mark.skipif(sys.platform == "win32", reason="a Pico in a process needs a pty")
def test_in_service_the_port_is_no_repl(in_service, tmp_path):
    """Real MicroPython behind a real terminal; and the knocks do open the REPL of maintenance."""
    with desk.pico_like(in_service, tmp_path / "board") as pico:
        assert _knock(pico) == []
        assert "maintenance" not in pico.files()
        desk.into_maintenance(pico)
        assert _knock(pico) != []


def _knock(pico) -> list[bytes]:
    """What a REPL said to all knocks, once the board has answered a greeting or shown a prompt."""
    since = len(pico.said)
    starts = len(pico.starts)
    port = os.open(pico.port, os.O_RDWR | os.O_NOCTTY)
    try:
        for knock in _KNOCKS:
            os.write(port, knock)
        os.write(port, b"\n" + line("hail", PROTOCOL))

        def answered() -> bool:
            said = pico.said[since:]
            return b'["hello"' in said or b">>> " in said

        pico.wait_for(answered, "an answer")
    finally:
        os.close(port)
    said = bytes(pico.said[since:])
    found = [word for word in (b">>> ", b"raw REPL", b"Traceback", b"boot.py") if word in said]
    return found + [b"a restart"] * (len(pico.starts) - starts)
