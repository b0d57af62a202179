"""Where the measuring end (on_board.py) runs: behind a board's REPL, or on the emulated table."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any, Protocol

from host_tools.flashing.repl import Repl

SOURCE = Path(__file__).with_name("on_board.py")
_QUIET_S = 120  # a held bus: 112 addresses, 50 ms each, on each bus


class Bench(Protocol):
    """`ask(what, …)` is a method of on_board.Bench."""

    readers: list[str]

    def ask(self, what: str, *given: Any) -> Any: ...


class OverRepl:
    """A board in maintenance, or with nothing on it but MicroPython."""

    def __init__(self, repl: Repl, wiring: dict[str, Any]) -> None:
        self._repl = repl
        repl.run(SOURCE.read_text(encoding="utf-8"))
        self.readers = json.loads(repl.run(f"bu_begin({json.dumps(wiring)!r})"))

    def ask(self, what: str, *given: Any) -> Any:
        code = f"bu({what!r}, {json.dumps(list(given))!r})"
        return json.loads(self._repl.run(code, _QUIET_S))


class Emulated:
    """The emulated table of this process; its world must be plugged into the fake `machine`."""

    def __init__(self, wiring: dict[str, Any]) -> None:
        self._names: dict[str, Any] = {"__name__": "on_board"}
        exec(compile(SOURCE.read_text(encoding="utf-8"), str(SOURCE), "exec"), self._names)
        self.readers = json.loads(self._said("bu_begin", json.dumps(wiring)))

    def ask(self, what: str, *given: Any) -> Any:
        return json.loads(self._said("bu", what, json.dumps(list(given))))

    def _said(self, name: str, *given: str) -> str:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self._names[name](*given)
        return said.getvalue()
