"""Which cable goes where, what is in it, how long and how thick it is: from the places of what is
under the felt, with slack. Wires are those of the netlist that have an end at both ends of a cable.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from host_tools.boards import power
from host_tools.boards.netlist import CHIP_CAPACITORS, READERS, Netlist, netlist
from host_tools.mounting.figures import figures
from host_tools.mounting.layout import Layout, Point, layout_of

SLACK_MM = 150
_STEP_MM = 50
LID, PANEL, SIGN, SUPPLY = "lid", "panel", "sign", "PS1"
HEAD = ("cable", "from", "to", "wires", "mm", "AWG")


@dataclass(frozen=True)
class Cable:
    ref: str
    start: str
    end: str
    wires: tuple[str, ...]  # nets; of a reader, its pins
    mm: int
    awg: int

    def row(self) -> tuple[str, ...]:
        wires = ", ".join(self.wires)
        return (self.ref, self.start, self.end, wires, str(self.mm), str(self.awg))


def plan(board: dict) -> list[Cable]:
    """Every cable of a table: readers, jackpot chips, panel, lamps, sign, supply."""
    table, made = layout_of(board), netlist(board)
    gauges = _gauges(board)
    cables = []
    for name in board["readers"]:
        ref = READERS[name]
        length = cut(way_mm(table.cable(name)))
        pins = tuple(pin for pin, _ in made.pins(ref))
        cables.append(Cable(f"W{ref[2:]}", LID, f"{ref} ({name})", pins, length, gauges["reader"]))
    cables += _chips(table, made, gauges["signal"])
    panel = [f"SW{n}" for n in range(1, 22)]
    length = cut(way_mm(table.cable(table.panel.name)))
    cables.append(_cable("W15", LID, PANEL, made, panel, length, gauges["signal"]))
    cables += _lamps(table, made, gauges["lamps"])
    runs = figures()["runs"]
    if {"DISP1", "D11"} & {one.ref for one in made.components}:
        there = _at_sign(made)
        cables.append(_cable("W17", LID, SIGN, made, there, runs["sign"], gauges["sign"]))
    cables.append(_cable("W18", SUPPLY, LID, made, ["PS1"], runs["supply"], gauges["supply"]))
    return cables


def rows(board: dict) -> list[tuple[str, ...]]:
    return [one.row() for one in plan(board)]


def readers(board: dict) -> list[Cable]:
    """Those to readers."""
    return [one for one in plan(board) if one.end.startswith("RD")]


def longest(board: dict) -> int:
    """Of the readers under the felt."""
    return max((one.mm for one in readers(board)), default=0)


def middle_of_lamps(board: dict) -> float:
    """From the lid to the middle of the chain, in millimetres of cable."""
    return sum(one.mm for one in plan(board) if one.ref.startswith("W4")) / 2


def wire_m(board: dict) -> dict[int, float]:
    """AWG → metres of single wire, all cables together."""
    metres: dict[int, float] = {}
    for one in plan(board):
        metres[one.awg] = metres.get(one.awg, 0) + len(one.wires) * one.mm / 1000
    return dict(sorted(metres.items()))


def cut(mm: float) -> int:
    return math.ceil((mm + SLACK_MM) / _STEP_MM) * _STEP_MM


def way_mm(way: list[Point]) -> float:
    return sum(math.dist(*leg) for leg in pairwise(way))


def place_of(ref: str, lamps: set[str]) -> str:
    """Where a part is: everything is in the lid but what is here; `lamps`: those under the felt."""
    kind = ref.rstrip("0123456789")
    if kind == "RD" or kind == "B" or ref in lamps:
        return ref
    if kind == "C" and int(ref[1:]) < CHIP_CAPACITORS:
        return f"RD{ref[1:]}"
    if kind == "SW":
        return PANEL
    if ref in ("DISP1", "D11"):
        return SIGN
    return SUPPLY if ref == "PS1" else LID


def _at_sign(made: Netlist) -> list[str]:
    return [one.ref for one in made.components if place_of(one.ref, set()) == SIGN]


def _chips(table: Layout, made: Netlist, awg: int) -> Iterator[Cable]:
    for hole in table.holes:
        if hole.ref.startswith("B") and made.pins(hole.ref):
            length = cut(way_mm(table.way((table.lid.x, table.lid.y), (hole.x, hole.y))))
            ref = f"W{20 + int(hole.ref[1:])}"
            yield _cable(ref, LID, hole.ref, made, [hole.ref], length, awg)


def _lamps(table: Layout, made: Netlist, awg: int) -> Iterator[Cable]:
    """From the lid along the boxes and back: 5 V comes from both ends."""
    chain = [one for one in table.holes if one.ref.startswith("D") and made.pins(one.ref)]
    if not chain:
        return
    lid = (table.lid.x, table.lid.y)
    ends = [(LID, lid), *((one.ref, (one.x, one.y)) for one in chain), (LID, lid)]
    for n, ((start, here), (end, there)) in enumerate(pairwise(ends)):
        seen = [{start}, {end}] if LID not in (start, end) else [{start, end} - {LID}]
        nets = _shared(made, seen, {one.ref for one in chain}, last=end == LID)
        yield Cable(f"W{40 + n}", start, end, nets, cut(way_mm(table.way(here, there))), awg)


def _shared(made: Netlist, groups: list[set[str]], lamps: set[str], last: bool) -> tuple[str, ...]:
    """Nets of a piece of the chain: supply and ground, and the data line between the two."""
    found = ["5V", "GND"]
    for net, ends in made.nets.items():
        refs = {ref for ref, _ in ends}
        if net in found or not all(refs & group for group in groups):
            continue
        inside = refs <= lamps
        out = any(pin == "DOUT" and ref in groups[0] for ref, pin in ends)
        if len(groups) == 2 or (not inside and out == last):
            found.append(net)
    return tuple(found)


def _cable(
    ref: str, start: str, end: str, made: Netlist, there: list[str], mm: int, awg: int
) -> Cable:
    """With every net that has an end at those parts and another one elsewhere."""
    far = set(there)
    nets = [
        net
        for net, ends in made.nets.items()
        if far & {one for one, _ in ends} and {one for one, _ in ends} - far
    ]
    return Cable(ref, start, end, tuple(nets), mm, awg)


def _gauges(board: dict) -> dict[str, int]:
    """AWG by kind of cable; what carries signals alone is as thin as a reader's may be."""
    sized = {what: awg for what, _, _, awg in power.sizes(board).wires}
    return {
        "reader": sized[power.READER_WIRE],
        "signal": sized[power.READER_WIRE],
        "lamps": sized[power.LAMP_WIRE],
        "sign": sized[power.SIGN_WIRE],
        "supply": sized[power.SUPPLY_WIRE],
    }
