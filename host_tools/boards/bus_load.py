"""What an I2C bus carries: capacitance of pins and cables, against UM10204 and its pull-ups.

One mux channel is open at a time (the firmware opens one), so a bus has its own chips, its own
wire, and the longest reader's cable behind a mux.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.boards import catalogue
from host_tools.common.toml_file import Fault

LIMIT_PF = 400  # UM10204 table 10: Cb, Standard- and Fast-mode
SPEC_PF = 10  # UM10204 table 9: Ci of a pin, at most; for chips whose data sheet was not seen
SPEC = "UM10204 table 9: no pin has more"
PF_PER_M = 60  # of a twisted pair; assumed (makers: 40 to 80), change it by cables.pf_per_m
READERS_MM = 1200  # the longest of the cable plan for ten boxes, with its slack
PANEL_MM = 1500
SHOE_MM = 500  # a shoe on I2C stands beside the lid
HUB_MM = 150  # from the board to the muxes, under the same lid
BUS_OHM, CHANNEL_OHM = 2200, 4700  # pull-ups: of a bus, and behind each mux channel
_RISE = 0.8473  # UM10204 7.1: from 0.3 to 0.7 of the supply, in RC
_RISE_NS = ((400_000, 300), (100_000, 1000), (1_000_000, 120))  # UM10204 table 10, by Hz
_SINK_OHM = (3.3 - 0.4) / 0.003  # UM10204 7.1: less than this cannot be pulled low with 3 mA


@dataclass(frozen=True)
class Item:
    what: str
    pf: float
    source: str


@dataclass(frozen=True)
class Load:
    """What hangs on each line of a bus, and how fast the bus is."""

    number: str
    freq: int
    items: tuple[Item, ...]
    length_mm: int

    @property
    def pf(self) -> float:
        return sum(item.pf for item in self.items)


@dataclass(frozen=True)
class Bus(Load):
    """An I2C bus with everything that is on it at its worst moment."""

    ohm: float  # all pull-ups together

    @property
    def rise_ns(self) -> float:
        return _RISE * self.ohm * self.pf / 1000

    @property
    def allowed_ns(self) -> int:
        steps = sorted(_RISE_NS)
        return next((ns for hertz, ns in steps if self.freq <= hertz), steps[-1][1])


def buses(board: dict) -> list[Bus]:
    """Every I2C bus of a definition that may still have gaps."""
    made = []
    for number, bus in board.get("i2c", {}).items():
        if "freq" in bus:
            made.append(_bus(board, str(number), int(bus["freq"])))
    return made


def faults(board: dict) -> Iterator[Fault]:
    """A bus that is too long or too full for its speed."""
    for bus in buses(board):
        path = f"i2c.{bus.number}"
        if bus.pf > LIMIT_PF:
            yield Fault(
                path,
                f": {bus.pf:.0f} pF on it with {bus.length_mm} mm of cable, {LIMIT_PF} are allowed",
                "Shorten cables.readers_mm or cables.panel_mm, or take chips to another bus.",
            )
        elif bus.rise_ns > bus.allowed_ns:
            yield Fault(
                path,
                f": lines rise in {bus.rise_ns:.0f} ns, {bus.freq // 1000} kHz allow "
                f"{bus.allowed_ns}",
                "Shorten its cables, or lower freq.",
            )


def assumptions(board: dict) -> list[str]:
    cables = board.get("cables", {})
    muxes = "muxes" in board
    behind = f", {CHANNEL_OHM / 1000:g} kΩ behind each mux channel" if muxes else ""
    return [
        f"{cables.get('pf_per_m', PF_PER_M)} pF per metre of cable, "
        f"{cables.get('readers_mm', READERS_MM)} mm to the farthest reader, "
        f"{cables.get('panel_mm', PANEL_MM)} mm to the panel (table [cables])",
        *(["one mux channel is open at a time"] if muxes else []),
        f"pull-ups {BUS_OHM / 1000:g} kΩ on each bus{behind}, and none on modules: together never "
        f"less than {_SINK_OHM:.0f} Ω (3 mA)",
        f"{SPEC_PF} pF a pin where no data sheet was seen ({SPEC})",
    ]


def _bus(board: dict, number: str, freq: int) -> Bus:
    known, cables = catalogue.kinds(), board.get("cables", {})
    each = cables.get("pf_per_m", PF_PER_M)
    items = [Item("the board's pin", SPEC_PF, SPEC)]

    def chip(what: str, key: str) -> None:
        figure = known[key].pf if key in known else catalogue.Figure()
        if figure.value is None:
            items.append(Item(what, SPEC_PF, SPEC))
        else:
            items.append(Item(what, figure.value, figure.source))

    def cable(what: str, mm: int) -> int:
        items.append(Item(f"{what}, {mm} mm", mm * each / 1000, "assumed, see below"))
        return mm

    length, ohm = 0, float(BUS_OHM)
    muxes = board.get("muxes", {})
    if str(muxes.get("i2c")) == number:
        for n, _ in enumerate(muxes.get("addresses", [])):
            chip(f"mux {n}", "tca9548a")
        length += cable("wire to the muxes", HUB_MM)
        length += cable("the longest reader's cable", cables.get("readers_mm", READERS_MM))
        chip("the reader behind the open channel", "pn532")
        ohm = 1 / (1 / BUS_OHM + 1 / CHANNEL_OHM)
    panel = []
    for table, key in (("sensors", "pcf8575"), ("keypad", "pcf8575"), ("fram", "")):
        part = board.get(table, {})
        if str(part.get("i2c")) == number:
            named = part.get("chip", part.get("part", key))
            panel.append((table, str(named or "MB85RC256V").lower()))
    for what, key in panel:
        chip(what, key)
    if any(what != "fram" for what, _ in panel):
        length += cable("wire to the panel", cables.get("panel_mm", PANEL_MM))
    shoe = board.get("readers", {}).get("shoe", {})
    if str(shoe.get("i2c")) == number:
        chip("the shoe's reader", "pn532")
        length += cable("the shoe's cable", SHOE_MM)
    return Bus(number, freq, tuple(items), length, ohm)
