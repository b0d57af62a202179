"""Which cable goes where and how long it is: from the places of the antennas, with slack."""

from __future__ import annotations

import math
from itertools import pairwise

from host_tools.boards.netlist import READERS
from host_tools.mounting.layout import layout_of

SLACK_MM = 150
_STEP_MM = 50


def rows(board: dict) -> list[tuple[str, str, str, str, str]]:
    """(cable, from, to, wires, length): cut so; from the lid round the loops, with slack."""
    table = layout_of(board)
    made = []
    for name in board["readers"]:
        ref = READERS[name]
        length = cut(sum(math.dist(*leg) for leg in pairwise(table.cable(name))))
        on_spi = "spi" in board["readers"][name] or "output" in board["readers"][name]
        wires = "VCC, GND, SCK, MOSI, MISO, SS" if on_spi else "VCC, GND, SDA, SCL"
        wires += ", IRQ" if "irq" in board["readers"][name] else ""
        made.append((f"W{ref[2:]}", "lid", f"{ref} ({name})", wires, f"{length}"))
        if name.startswith("box "):
            seat = ref[2:]
            made.append((f"W{20 + int(seat)}", "U5", f"B{seat}", "contact, GND", f"{length}"))
    return made


def longest(board: dict) -> int:
    """Of the readers under the felt."""
    return max((int(row[4]) for row in rows(board)), default=0)


def cut(mm: float) -> int:
    return math.ceil((mm + SLACK_MM) / _STEP_MM) * _STEP_MM
