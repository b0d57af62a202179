"""A board in service on real MicroPython, as the flashing tests make it."""

import sys

if sys.platform != "win32":  # a Pico in a process needs a pty
    from tests.integration.flash.conftest import in_service  # noqa: F401
