"""Omaha by NI2006-156."""

from __future__ import annotations

from typing import Any

from tests.oracles import plain
from tests.oracles.second.table import Table


class Omaha(Table):
    book = "act"
    hole = initial = 4  # 9.2
    communal = (0, 3, 1, 1)  # 9.4

    def worth(self, seat: int) -> tuple[str, Any]:  # 9.1: two of four, three of five
        told = self.told
        return plain.omaha_high(
            self.held[seat], self.board, self.names(), told["deck"], bool(told["ace_low"])
        )

    def low(self, seat: int) -> Any:
        return plain.omaha_low(self.held[seat], self.board, self.told["low_ace"], self.told["deck"])
