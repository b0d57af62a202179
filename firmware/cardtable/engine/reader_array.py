"""The readers under the felt: built from the board's wiring, swept, and fused with the shoe.

boxes, dealer, board, rack ─▶ Sweep ─▶ Fusion ─▶ inputs for the round, faults for people
                       shoe ───────────┘
"""

import micropython
from micropython import const

from cardtable.diag.readings import Readings
from cardtable.diag.states import plain_state
from cardtable.drivers.pn532 import Chip
from cardtable.drivers.reader_codes import DISTURBED, NO_TAG, SILENT, WRONG_CHIP
from cardtable.engine.round_port import READERS, where
from cardtable.readers.reader import Reader
from cardtable.readers.sweep import Sweep
from cardtable.rules.places import DISCARD
from cardtable.tracker.fusion import SETTLE_MS, Fusion

_TICK_MS = 20
_IN_A_STEP = const(63)  # ms: settle times are reckoned in steps of 64
_FLIGHT_MS = 350  # from the shoe to a box (assumed: 200), and the scan that shows it


class ReaderArray:
    """`judge` stands between tracker and round (round_port.py)."""

    def __init__(self, board, loop, buses, wiring, deck, by_shoe, round_port):
        self._loop = loop
        self._round_port = round_port
        self.muxes, transport = self._ways(board, loop.clock, buses, wiring)
        channels = {int(seat): wiring["boxes"][seat] for seat in wiring["boxes"]}
        for name, place in READERS:
            if name in wiring:
                channels[place] = wiring[name]
        self.readers = {}
        self._place = {}  # reader's name → place
        reset = self.muxes.reset
        for place in sorted(channels):
            chip = Chip(transport(channels[place]), loop.clock)
            self.readers[place] = reader = Reader(where(place), chip, reset)
            self._place[reader.name] = place
        self.fusion = Fusion(deck, loop.clock, round_port, sorted(channels), by_shoe)
        self.readings = {place: Readings() for place in sorted(channels)}
        self.sweep = Sweep(loop, self._groups(wiring), self._told, wiring.get("targets", 1))
        self._states = bytearray(32)  # by place, as last told
        self.now = bytearray(32)  # by place: cards in the last scan

    def _ways(self, board, clock, buses, wiring):
        """(muxes, transport): I2C behind muxes, or SPI with chip selects by a decoder; and what
        makes a transport of a channel. A table pays for one of them."""
        if "selects" in wiring:
            from cardtable.drivers.decoder import Decoder
            from cardtable.drivers.pn532_spi import SPITransport

            place = wiring["selects"]
            spi = board.spi(place["spi"], place["pins"])
            lines = [board.output(pin) for pin in place["lines"]]
            decoder = Decoder(lines, board.output(place["enable"]))
            return decoder, lambda k: SPITransport(spi, decoder.output(k), clock)
        from cardtable.drivers.mux import Muxes
        from cardtable.drivers.pn532_i2c import I2CTransport

        place = wiring["muxes"]
        i2c = buses[place["i2c"]]
        reset = board.output(place["reset"]) if "reset" in place else None
        muxes = Muxes(i2c, place["addresses"], clock, reset)
        return muxes, lambda k: I2CTransport(i2c, clock, muxes.route(k))

    def _groups(self, wiring):
        """Readers whose fields may be on together; without a word about it, each alone."""
        by_name = {where(place): self.readers[place] for place in self.readers}
        groups = [tuple([by_name[name] for name in names]) for names in wiring.get("groups", ())]
        grouped = [reader for group in groups for reader in group]
        for place in sorted(self.readers):
            if self.readers[place] not in grouped:
                groups.append((self.readers[place],))
        return groups

    # ---- tasks

    def watch(self):
        """Tell what has settled, in order; then what people did meanwhile. This task judges."""
        fusion = self.fusion
        round_port = self._round_port
        while True:
            # A card needs 200 ms to its box and must be seen twice there: two sweeps, and what lies
            # between them. In steps: what a sweep takes depends a little on the cards in the boxes.
            cycles_ms = 2 * self.sweep.recent_ms | _IN_A_STEP
            fusion.settle_ms = max(SETTLE_MS, _FLIGHT_MS + cycles_ms)
            if fusion.is_due():
                for judged in fusion.telling():
                    yield from judged
                judged = None  # it would hold on to its round
            # In the order in which it happened: behind the cards that came before, no others.
            while round_port.waiting and not fusion.holds(round_port.since_ms):
                if round_port.busy:  # what a key means depends on what the console's input makes
                    yield 1
                else:
                    yield from round_port.judging()
            fusion.look_around()
            # By the clock, not by how long others took: that depends on the cards in the boxes.
            yield _TICK_MS - self._loop.clock.ticks_ms() % _TICK_MS

    @micropython.native
    def _told(self, reader, code, count):
        place = self._place[reader.name]
        self.now[place] = count
        self.readings[place].note(code <= NO_TAG, reader.clean, count, reader.took_ms)
        if code <= NO_TAG:  # OK or NO_TAG: it answered
            self.fusion.look(place, reader.uids, count, reader.clean)
        elif reader.state == SILENT or reader.state == WRONG_CHIP:
            self.fusion.cannot_see(place)
        if self._states[place] != reader.state << 1 | (reader.too_many and code <= NO_TAG):
            self._tell_state(place, reader, code)

    def _tell_state(self, place, reader, code):
        state = reader.state
        crowded = reader.too_many and code <= NO_TAG
        self._states[place] = state << 1 | crowded
        tell = self._round_port.tell_fault
        tell("reader_silent", reader.name, state == SILENT)
        tell("reader_wrong_chip", reader.name, state == WRONG_CHIP)
        tell("reader_disturbed", reader.name, state == DISTURBED and not reader.too_many)
        # A rack holds more than a hand; elsewhere that is an irregularity.
        tell("too_many_cards", reader.name, crowded and place != DISCARD)

    def shoe_works(self, works):
        """While the shoe's reader does not, the boxes alone name the cards."""
        self.fusion.shoe_blind = not works

    # ---- for diagnosis

    def state(self, place):
        """One of the seven plain states of a reader (diag/states.py)."""
        reader = self.readers.get(place)
        if reader is None:
            return plain_state(None)
        flags = self.fusion.flags
        return plain_state(reader.state, flags.foreign_at(place), flags.twice_at(place))
