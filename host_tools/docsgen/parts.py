"""What a table of 7 and of 10 boxes is built from: counted from their boards' definitions."""

from __future__ import annotations

from host_tools.boards import bill
from host_tools.boards.bill import Item as Part
from host_tools.boards.load import load
from host_tools.docsgen import cable_plan
from host_tools.mounting.layout import layout

_BOARDS = {10: "pico", 7: "pico_7"}  # by boxes


def readers(seats: int) -> int:
    """Boxes, dealer, board, rack and shoe."""
    return len(layout(seats).antennas)


def parts(seats: int) -> list[Part]:
    """Everything but wood, felt and wire."""
    return bill.items(load(_BOARDS[seats]).data)


def cost(seats: int) -> str:
    """Of all of it, about."""
    cents, _ = bill.total(load(_BOARDS[seats]).data, bill.prices())
    return bill.shown(cents)


def prices() -> dict[str, int]:
    return bill.prices()


def wire_m(seats: int) -> dict[int, float]:
    return cable_plan.wire_m(load(_BOARDS[seats]).data)


def logic_ma(seats: int) -> int:
    return bill.logic_ma(load(_BOARDS[seats]).data)


def supply_ma(seats: int) -> int:
    return bill.supply_ma(load(_BOARDS[seats]).data)
