"""The way to a table's side channel: a line, and its answer (sim/harness/side_channel.py)."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any

from host_tools.common.problems import BAD_INPUT, Problem

_WAIT_S = 5.0


class SideChannel:
    """`address` is HOST:PORT."""

    OF_ANYBODY = ("help", "state")
    OF_DEALER = ("house", "speed", "deal", "throw", "chip", "pass_deck")

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise Problem(f"{address} is not an address", "Write it as HOST:PORT.", BAD_INPUT)
        self._at = (host, int(port))
        self._lock = threading.Lock()

    def ask(self, given: dict[str, Any]) -> Any:
        """What came of it; a Problem that says why not."""
        try:
            with self._lock, socket.create_connection(self._at, timeout=_WAIT_S) as line:
                line.sendall(json.dumps(given).encode() + b"\n")
                with line.makefile("rb") as answers:
                    answer = json.loads(answers.readline() or b"null")
        except (OSError, ValueError) as failure:
            raise Problem("the simulated table does not answer", "Is it running?") from failure
        if not isinstance(answer, dict) or not answer.get("ok"):
            why = answer.get("why", "it went away") if isinstance(answer, dict) else "it went away"
            raise Problem(f"not possible: {why}")
        return answer.get("value")
