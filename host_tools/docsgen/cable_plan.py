"""Which cable goes where and how long it is: from the places of the antennas, with slack."""

from __future__ import annotations

import math

from host_tools.boards.netlist import READERS
from host_tools.docsgen.layout import layout

SLACK_MM = 150
_STEP_MM = 50


def rows(board: dict) -> list[tuple[str, str, str, str, str]]:
    """(cable, from, to, wires, length): cut so; measured straight from the lid, with slack."""
    boxes = [name for name in board["readers"] if name.startswith("box ")]
    table = layout(7 if len(boxes) in range(1, 8) else 10)
    hub = table.length / 2, table.width * 0.65  # the lid, between board and dealer
    places = {one.name: one for one in table.antennas}
    made = []
    for name in board["readers"]:
        one, ref = places[name], READERS[name]
        length = cut(math.hypot(one.x - hub[0], one.y - hub[1]))
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
