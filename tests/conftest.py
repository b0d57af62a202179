"""What all tests share: firmware tests run twice, on CPython and on real MicroPython."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import signal
import sys
import tempfile
from functools import cache

import typer.main
import typer.testing
from hypothesis import settings

from sim.charging import instrument  # before anything of the firmware: it notes what is loaded
from sim.micropython.cross import CACHE_VARIABLE
from tests.support import board_run

# A shell's background ignores Ctrl-C, and every program started here would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start hundreds of programs. What they import is compiled once and kept, even where the
# environment says not to: compiling took a third of the time of a verb.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The same for firmware: mpy-cross sees each text once, not once a process.
os.environ[CACHE_VARIABLE] = os.path.join(sys.prefix, "compiled")

# Keys, notes and sockets of the tests are nobody's: they go when the tests have ended.
_OWN = tempfile.mkdtemp(prefix="ct-")
atexit.register(shutil.rmtree, _OWN, True)
os.environ["CARDTABLE_KEYS"] = os.path.join(_OWN, "keys")
os.environ["CARDTABLE_RUN"] = os.path.join(_OWN, "run")
os.environ["CARDTABLE_RELEASES"] = os.path.join(_OWN, "releases")

# Slow on purpose, and the same PINs in a hundred tests: each is worked out once a process.
hashlib.scrypt = cache(hashlib.scrypt)

# The tree of verbs is built once a process, not once a call: that took longer than most verbs do.
typer.main.get_command = cache(typer.main.get_command)  # pyright: ignore[reportPrivateImportUsage]
typer.testing._get_command = typer.main.get_command  # pyright: ignore[reportPrivateImportUsage]

# Seeded and without a deadline: a slow machine is not a failure, and a failure repeats.
settings.register_profile("test", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("test")


def pytest_collect_file(file_path, parent):
    """tests/unit/firmware/test_*.py a second time, to be run inside MicroPython."""
    if file_path.parent.name == "firmware" and file_path.match("test_*.py"):
        return board_run.BoardFile.from_parent(parent, path=file_path)
    return None


def pytest_runtest_teardown():
    """What a test on a clock that charges has put into the firmware is taken out again."""
    instrument.off()


def pytest_terminal_summary(terminalreporter):
    reports = [r for r in terminalreporter.getreports("passed") if r.when == "call"]
    on_board = sum(board_run.is_on_board(r.nodeid) for r in reports)
    terminalreporter.write_line(
        f"on CPython {len(reports) - on_board} passed, on real MicroPython {on_board} passed"
    )
    for line in board_run.size_lines():
        terminalreporter.write_line(line)
