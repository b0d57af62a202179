"""Hold-Em by TGC-2006 part C."""

from __future__ import annotations

from typing import Any

from tests.oracles import plain
from tests.oracles.second.table import Table


class Holdem(Table):
    book = "holdem"
    puck = True  # C10.1, glossary: the puck is the small blind
    hole = initial = 2  # C11.3
    communal = (0, 3, 1, 1)  # C11.5, C11.7, C11.8

    def worth(self, seat: int) -> tuple[str, Any]:
        return plain.high([*self.held[seat], *self.board], self.names(), 52, True)  # C11.1, C4.3
