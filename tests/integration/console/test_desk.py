"""What every page is told about the table at once."""

from __future__ import annotations

import asyncio

from host_tools.console.page_state import PageState
from host_tools.link.hello import Hello
from host_tools.link.roles import KeyRing


def test_the_pins_of_the_demonstration_are_told_of_no_table_that_somebody_installed(tmp_path):
    ring = KeyRing(tmp_path)
    loop = asyncio.new_event_loop()
    try:
        desk = PageState(loop, ring)
        assert desk.table()["demo"] is False  # no board yet
        desk.hello = Hello(1, "0.1.0", "pico", "t1", 1, 0, able=["simulated"])
        assert desk.table()["demo"] is True
        ring.keep("t1", bytes(32))
        assert desk.table()["demo"] is False
        desk.hello = Hello(1, "0.1.0", "pico", "t2", 1, 0)
        assert desk.table()["demo"] is False
    finally:
        loop.close()
