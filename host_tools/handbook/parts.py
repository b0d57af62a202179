"""What a table is built from: how many of each part, and what they draw. Counted, not typed.

Currents are typical or largest values of data sheets; nobody has measured a table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from host_tools.boards import fram
from host_tools.boards.load import load
from host_tools.handbook.layout import layout

_BOARDS = {10: "pico", 7: "pico_7"}  # by boxes
_CHANNELS = 8  # of a TCA9548A
_FIELD_MA, _QUIET_MA = 150, 30  # a PN532 with its field on (largest), and without (assumed)
_LAMPS_MA = 150  # docs/panel.md
_SIGN_MA = 330  # MAX7219, every segment lit
_BOARD_MA = 60  # a Pico and its expanders


@dataclass(frozen=True)
class Part:
    name: str
    count: int
    why: str


def readers(seats: int) -> int:
    """Boxes, dealer, board, rack and shoe."""
    return len(layout(seats).antennas)


def parts(seats: int) -> list[Part]:
    """Everything but wood, felt and wire."""
    data = load(_BOARDS[seats]).data
    behind_muxes = readers(seats) - 1
    return [
        Part("Raspberry Pi Pico or Pico 2", 1, "with MicroPython 1.24 or newer"),
        Part("PN532 reader with antenna", readers(seats), "each box, dealer, board, rack, shoe"),
        Part(
            "TCA9548A I2C mux",
            math.ceil(behind_muxes / _CHANNELS),
            "every PN532 has the same address; the shoe's is on SPI",
        ),
        Part("PCF8575 expander", 2, "keypad; jackpot sensors"),
        Part(
            f"{fram.part_of(data['fram'])} FRAM, {fram.size_of(data['fram']) // 1024} kB",
            1,
            "money survives in it: without one, demonstration only",
        ),
        Part("MAX7219 with eight digits", 1, "the jackpot sign"),
        Part(
            "WS2812B lamp",
            int(data["lamps"]["count"]),
            "one chain for ten boxes and the jackpot, also where fewer boxes are built",
        ),
        Part("Key", 20, "the dealer's keypad, four rows of five"),
        Part("Contact or light barrier", seats, "the jackpot sensor of each box"),
        Part("Key switch", 1, "the supervisor's"),
        Part("Jumper with two pins", 1, "maintenance, under the locked lid"),
        Part("Capacitor 100 µF", readers(seats), "at each reader's supply"),
        Part("Supply 5 V", 1, f"at least {supply_ma(seats) / 1000:.1f} A; take 3 A"),
        Part("Regulator 3.3 V", 1, f"for the readers, at least {logic_ma(seats) / 1000:.1f} A"),
        Part(
            "Card with an NTAG213, NTAG215 or Ultralight EV1 inlay", 2 * 54, "two decks with spares"
        ),
    ]


def logic_ma(seats: int) -> int:
    """At 3.3 V: readers (the largest group and the shoe with their fields on)."""
    largest = max(len(group) for group in load(_BOARDS[seats]).data["antennas"]["groups"])
    fields = largest + 1
    return fields * _FIELD_MA + (readers(seats) - fields) * _QUIET_MA


def supply_ma(seats: int) -> int:
    """At 5 V, all of it; a linear regulator passes its current on."""
    return logic_ma(seats) + _LAMPS_MA + _SIGN_MA + _BOARD_MA
