"""A full table's readers, wired: ten boxes, dealer, board and rack behind two muxes, a shoe on SPI.

Which fields may be on together is part of it: four groups whose antennas are no neighbours. Other
tables are wired as their board's definition says (board.json): fewer boxes, readers on SPI with
chip selects by a decoder, no reader in the shoe.
"""

from cardtable.rules.places import BOARD, DEALER, DISCARD
from sim.chips.antenna import Antenna
from sim.chips.decoder import Decoder
from sim.chips.i2c_bus import I2CBus
from sim.chips.pn532 import I2C, I2C_ADDRESS, PN532, SPI
from sim.chips.spi_bus import SPIBus, SPIChip
from sim.chips.tca9548a import TCA9548A

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
_PLACES = (("dealer", DEALER), ("board", BOARD), ("rack", DISCARD))


def channels_of(parts) -> list:
    """[(place, channel)] of a board's readers under the felt, by channel."""
    found = [(int(seat), parts["boxes"][seat]) for seat in parts["boxes"]]
    found += [(place, parts[name]) for name, place in _PLACES if name in parts]
    return sorted(found, key=lambda one: one[1])


def neighbours(places) -> list:
    """Pairs of places whose antennas lie beside each other: the boxes in a row, the dealer between
    the first and the last."""
    seats = sorted([place for place in places if 1 <= place <= 10])
    beside = [(seats[k], seats[k + 1]) for k in range(len(seats) - 1)]
    if DEALER in places:
        beside += [(DEALER, seats[0]), (DEALER, seats[-1])] if seats else []
        beside += [(DEALER, place) for place in (BOARD, DISCARD) if place in places]
    return beside


class FullTable:
    """Antennas and chips by place; `shoe_chip` (None: not fitted) and `shoe_antenna`."""

    def __init__(self, wiring, parts=BOARD_PARTS):
        self._clock = wiring.clock
        self.muxes = []
        self.antennas = {}
        self.chips = {}
        channels = channels_of(parts)
        connect = self._on_spi if "selects" in parts else self._behind_muxes
        connect(wiring, parts, channels)
        for one, other in neighbours(self.antennas):
            self.antennas[one].beside(self.antennas[other])
        self.shoe_antenna = Antenna("shoe")
        self.shoe_chip = None
        if "shoe" in parts:
            shoe = parts["shoe"]
            self.shoe_chip = PN532(self._clock, self.shoe_antenna, SPI)
            self.shoe_chip.drive_irq(wiring.pin(shoe["irq"]))
            bus = self._spi(wiring, shoe["spi"])
            SPIChip(bus, self.shoe_chip, wiring.pin(shoe["select"]))

    def _reader(self, place, link):
        self.antennas[place] = Antenna("place {}".format(place))
        self.chips[place] = PN532(self._clock, self.antennas[place], link)
        return self.chips[place]

    def _behind_muxes(self, wiring, parts, channels):
        place = parts["muxes"]
        self.bus = wiring.add_i2c(int(place["i2c"]), I2CBus(self._clock))
        reset = wiring.pin(place["reset"]) if "reset" in place else None
        for address in place["addresses"]:
            self.muxes.append(TCA9548A(reset))
            self.bus.attach(address, self.muxes[-1])
        for place, channel in channels:
            self.bus.attach_behind(
                self.muxes[channel // 8], channel % 8, I2C_ADDRESS, self._reader(place, I2C)
            )

    def _on_spi(self, wiring, parts, channels):
        place = parts["selects"]
        bus = self._spi(wiring, place["spi"])
        lines = [wiring.pin(pin) for pin in place["lines"]]
        outputs = Decoder(lines, wiring.pin(place["enable"])).outputs
        for place, channel in channels:
            SPIChip(bus, self._reader(place, SPI), outputs[channel])

    def _spi(self, wiring, number):
        """The bus; the shoe's reader may share it with those under the felt."""
        try:
            return wiring.spi(number)
        except ValueError:
            return wiring.add_spi(number, SPIBus(self._clock))
