"""`make room`: whatever of it is killed is started again, and every record is in the room."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
import urllib.request

import psutil

from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import DatabaseUrl, place_of
from host_tools.ledger.verify import verify
from sim.roots import ROOT
from tests.integration.room.server import needs_postgres
from tests.support.process import COMMAND

_LIMIT_S = 240.0


def _floor(page):
    try:
        with urllib.request.urlopen(page + "api/floor", timeout=30) as answer:
            return {one["table"]: one for one in json.load(answer)["tables"]}
    except OSError:
        return {}


def _until(true, what):
    end = time.monotonic() + _LIMIT_S
    while True:
        found = true()
        if found:
            return found
        assert time.monotonic() < end, f"{what} has not come about"
        time.sleep(0.1)


def _part(process, *words):
    """The child whose command line has these words."""
    for child in process.children():
        line = " ".join(child.cmdline())
        if all(word in line for word in words):
            return child
    raise AssertionError(words)


@needs_postgres
def test_whatever_is_killed_is_started_again_and_nothing_is_lost(tmp_path):
    words = ["room", "try", "--tables", "1", "--speed", "20", "--local", "0"]
    with open(tmp_path / "log", "wb") as log:
        process = subprocess.Popen(
            [*COMMAND, *words, "--folder", str(tmp_path / "room")],
            stdout=log, stderr=log, cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        )  # fmt: skip
    own = psutil.Process(process.pid)

    def said():
        return (tmp_path / "log").read_text(errors="replace")

    try:
        page = _until(lambda: re.search(r"The floor page: (\S+)", said()), "the floor page")[1]
        at = re.search(r"export DATABASE_URL='([^']+)'", said())
        assert at is not None
        place = place_of(at[1])
        assert isinstance(place, DatabaseUrl)
        parts = {
            "the host of harbour": ("sync", "--room"),
            "the room": ("room serve",),
            "PostgreSQL": ("postgres", "-D"),
            "the board of harbour": ("sim.harness.serve",),
        }
        for name, line in parts.items():
            before = _until(lambda: _floor(page).get("harbour", {}).get("record"), "a record")
            _part(own, *line).kill()
            _until(lambda name=name: f"{name} has ended" in said(), f"that {name} is missed")

            def goes_on(before=before):
                row = _floor(page).get("harbour", {})
                return row.get("link") == "up" and row.get("record", 0) > before

            _until(goes_on, f"play after {name} was killed")
        with Ledger(place) as ledger:
            (verdict,) = verify(ledger)
        assert verdict.fault is None and not verdict.gaps and not verdict.refused
    finally:
        left = own.children(recursive=True)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0, said()
    assert not [one for one in left if one.is_running() and one.status() != "zombie"]
