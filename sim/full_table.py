"""A full table's readers, wired: ten boxes, dealer, board and rack behind two muxes, a shoe on SPI.

Which fields may be on together is part of it: four groups whose antennas are no neighbours.
"""

from cardtable.rules.places import BOARD, DEALER, DISCARD
from sim.hardware.antenna import Antenna
from sim.hardware.i2c_bus import I2CBus
from sim.hardware.pn532 import I2C_ADDRESS, PN532, SPI
from sim.hardware.spi_bus import SPIBus, SPIChip
from sim.hardware.tca9548a import TCA9548A

MUX_ADDRESSES = (0x70, 0x71)
MUX_RESET_PIN = 22
SELECT_PIN = 17
IRQ_PIN = 20

# Who is on together shares a mux: to change from one mux to the other costs twice the time.
# Channel n is channel n % 8 of mux n // 8.
CHANNELS = [(1, 0), (4, 1), (7, 2), (10, 3), (2, 4), (5, 5), (8, 6), (DISCARD, 7)] + [
    (3, 8),
    (6, 9),
    (9, 10),
    (DEALER, 11),
    (BOARD, 12),
]
_CHANNEL = dict(CHANNELS)

# What the board reads about itself, for these parts
BOARD_PARTS = {
    "shoe": {"spi": 0, "pins": [18, 19, 16, 2000000], "select": SELECT_PIN, "irq": IRQ_PIN},
    "muxes": {"i2c": "0", "addresses": list(MUX_ADDRESSES), "reset": MUX_RESET_PIN},
    "boxes": {str(seat): _CHANNEL[seat] for seat in range(1, 11)},
    "dealer": _CHANNEL[DEALER],
    "board": _CHANNEL[BOARD],
    "rack": _CHANNEL[DISCARD],
    "groups": [
        ["box 1", "box 4", "box 7", "box 10"],
        ["box 2", "box 5", "box 8"],
        ["box 3", "box 6", "box 9", "dealer"],
        ["board", "rack"],
    ],
}
_BESIDE = [(seat, seat + 1) for seat in range(1, 10)] + [
    (DEALER, 1),
    (DEALER, 10),
    (DEALER, BOARD),
    (DEALER, DISCARD),
]


class FullTable:
    """Antennas and chips by place; `shoe_chip` and `shoe_antenna` beside them."""

    def __init__(self, wiring):
        clock = wiring.clock
        self.bus = wiring.add_i2c(0, I2CBus(clock))
        reset = wiring.pin(MUX_RESET_PIN)
        self.muxes = []
        for address in MUX_ADDRESSES:
            self.muxes.append(TCA9548A(reset))
            self.bus.attach(address, self.muxes[-1])
        self.antennas = {}
        self.chips = {}
        for place, channel in CHANNELS:
            self.antennas[place] = Antenna("place {}".format(place))
            self.chips[place] = PN532(clock, self.antennas[place])
            self.bus.attach_behind(
                self.muxes[channel // 8], channel % 8, I2C_ADDRESS, self.chips[place]
            )
        for one, other in _BESIDE:
            self.antennas[one].beside(self.antennas[other])
        self.shoe_antenna = Antenna("shoe")
        self.shoe_chip = PN532(clock, self.shoe_antenna, SPI)
        self.shoe_chip.drive_irq(wiring.pin(IRQ_PIN))
        SPIChip(wiring.add_spi(0, SPIBus(clock)), self.shoe_chip, wiring.pin(SELECT_PIN))
