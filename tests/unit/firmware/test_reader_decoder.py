"""Readers on SPI with chip selects by a decoder: one at a time, faults shown."""

from cardtable.drivers.reader_codes import BUS_DOWN, NO_TAG, OK
from cardtable.loop import Loop
from sim import paths
from sim.chips.antenna import Antenna
from sim.chips.decoder import Decoder as DecoderChip
from sim.chips.faults import FOREVER
from sim.chips.pn532 import PN532, SPI
from sim.chips.spi_bus import SPIBus, SPIChip
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock
from sim.harness.rig import tag, uid

LINES = (4, 5, 8, 9)
ENABLE = 22


class Bench:
    """Readers 0 to `count` - 1 behind a 74HC154, swept in groups of two."""

    def __init__(self, count=4):
        paths.install()
        import machine  # pyright: ignore[reportMissingImports]

        from cardtable.drivers.decoder import Decoder
        from cardtable.drivers.pn532 import Chip
        from cardtable.drivers.pn532_spi import SPITransport
        from cardtable.drivers.pn532_transport import use_clock
        from cardtable.readers.reader import Reader
        from cardtable.readers.sweep import Sweep

        self.clock = VirtualClock()
        self.loop = Loop(self.clock)
        wiring = Wiring(self.clock)
        machine.plug(wiring)
        use_clock(self.clock)
        bus = wiring.add_spi(0, SPIBus(self.clock))
        chip = DecoderChip([wiring.pin(pin) for pin in LINES], wiring.pin(ENABLE))
        self.outputs = chip.outputs
        self.antennas, self.chips, self.readers = [], [], []
        spi = machine.SPI(0, 2_000_000)

        def output(pin):
            return machine.Pin(pin, machine.Pin.OUT, value=1)

        self.decoder = Decoder([output(pin) for pin in LINES], output(ENABLE))
        for k in range(count):
            antenna = Antenna(f"box {k}")
            self.antennas.append(antenna)
            self.chips.append(PN532(self.clock, antenna, SPI))
            SPIChip(bus, self.chips[k], self.outputs[k])
            transport = SPITransport(spi, self.decoder.output(k), self.clock)
            self.readers.append(Reader(antenna.name, Chip(transport, self.clock)))
        groups = [tuple(self.readers[k : k + 2]) for k in range(0, count, 2)]
        self.told = {}
        self.sweep = Sweep(self.loop, groups, self._tell)

    def _tell(self, reader, code, count):
        self.told[reader.name] = (code, {reader.uid(k) for k in range(count)})

    def once(self, times=1):
        def run():
            for _ in range(times):
                yield from self.sweep.once()

        self.loop.spawn(run(), "sweep")
        self.loop.run()
        return self.told


def test_each_reader_tells_its_own_cards_in_a_careful_sweep_and_in_a_hurry():
    bench = Bench()
    for k in range(4):
        for n in range(k + 1):
            bench.antennas[k].put(tag(10 * k + n))
    for _ in range(3):  # the first sets up and is careful, the others hurry
        told = bench.once()
        for k in range(4):
            assert told[f"box {k}"] == (OK, {uid(10 * k + n) for n in range(k + 1)})
    assert all(reader.clean for reader in bench.readers)


def test_an_empty_box_is_empty():
    told = Bench().once(3)
    assert [told[f"box {k}"] for k in range(4)] == [(NO_TAG, set())] * 4


def test_never_are_two_selected():
    bench = Bench()
    low = set()
    most = []

    def watch(k):
        def moved(level):
            (low.discard if level else low.add)(k)
            most.append(len(low))

        return moved

    for k in range(len(bench.outputs)):
        bench.outputs[k].watch(watch(k))
    bench.antennas[2].put(tag(1))
    bench.once(3)
    assert max(most) == 1 and not low


def test_a_reader_that_is_not_there_is_told_and_no_other_suffers():
    bench = Bench()
    bench.once()
    bench.chips[1].fault("unplugged", FOREVER)
    bench.antennas[0].put(tag(1))
    bench.antennas[2].put(tag(2))
    told = bench.once(2)
    assert told["box 1"][0] == BUS_DOWN
    assert told["box 0"] == (OK, {uid(1)}) and told["box 2"] == (OK, {uid(2)})
    bench.chips[1].clear("unplugged")
    bench.antennas[1].put(tag(3))

    def pause():
        yield 1_100

    bench.loop.spawn(pause(), "pause")
    bench.loop.run()
    assert bench.once(2)["box 1"] == (OK, {uid(3)})


def test_an_output_that_the_decoder_does_not_have_is_refused():
    bench = Bench()
    for number in (-1, 16):
        try:
            bench.decoder.output(number)
        except ValueError:
            continue
        raise AssertionError(number)
