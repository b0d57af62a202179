"""A room as a process of its own, which can be killed and started again at the same place."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from host_tools.forwarding.room_key import RoomKey
from host_tools.ledger.place import DatabaseUrl
from host_tools.room.enrolment import Enrolments
from sim.roots import ROOT

_LIMIT_S = 60


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class RoomProcess:
    def __init__(self, folder: Path, place: DatabaseUrl) -> None:
        self.folder = folder
        self.place = place
        self._ports = (free_port(), free_port())
        self.url = f"https://127.0.0.1:{self._ports[0]}"
        self.page = f"http://127.0.0.1:{self._ports[1]}"
        self._process: subprocess.Popen[str] | None = None
        self.more: list[str] = []  # options of `room serve`

    def start(self) -> RoomProcess:
        words = [sys.executable, "-m", "host_tools.main", "room", "serve"]
        words += ["--ledger", self.place.url, "--folder", str(self.folder), "--zone", "UTC"]
        words += ["--listen", str(self._ports[0]), "--local", str(self._ports[1])]
        words += self.more
        with open(self.folder / "room.log", "ab") as log:
            self._process = subprocess.Popen(
                words, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT, env=os.environ
            )
        assert self._process.stdout is not None
        for _ in range(2):
            line = self._process.stdout.readline()
            assert line.startswith("The "), (self.folder / "room.log").read_text()
        return self

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def end(self, how: str = "terminate") -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        getattr(process, how)()
        code = process.wait(_LIMIT_S)
        assert process.stdout is not None
        process.stdout.close()
        return code

    def enrol(self, table: str) -> RoomKey:
        with Enrolments(self.place) as enrolments:
            secret = enrolments.enrol(table, again=True)
        return RoomKey(self.url, table, secret, (self.folder / "room.crt").read_text())

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.page + path, timeout=_LIMIT_S) as answer:
            return json.load(answer)
