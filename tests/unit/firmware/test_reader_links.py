"""The same reader over I2C, SPI and a UART, with and without the IRQ line."""

from cardtable.drivers.reader_codes import BUS_DOWN, CORRUPT, NACKS, NO_ACK, NO_TAG, OK, TIMEOUT
from sim.chips.antenna import Antenna
from sim.chips.faults import FOREVER
from sim.chips.pn532 import HSU, I2C, PN532, SPI
from sim.harness.rig import IRQ_PIN, Rig, tag

LINKS = (("i2c", False), ("i2c", True), ("spi", False), ("spi", True), ("hsu", False))


class Box:
    """One box reader over a link."""

    def __init__(self, link, irq):
        self.rig = Rig()  # makes the driver importable

        from cardtable.drivers.pn532 import Chip
        from cardtable.readers.reader import Reader

        self.antenna = Antenna("box")
        self.chip = PN532(self.rig.clock, self.antenna, {"i2c": I2C, "spi": SPI, "hsu": HSU}[link])
        self.transport = self.rig.connect(self.chip, link, irq)
        self.reader = Reader("box", Chip(self.transport, self.rig.clock))

    def scan(self):
        code, count = self.rig.run(self.reader.scan())
        return code, {self.reader.uid(k) for k in range(count)}


def test_constructing_a_transport_never_talks_to_the_chip():
    for link, irq in LINKS:
        box = Box(link, irq)
        assert box.rig.clock.now_us == 0
        assert box.chip.commands_seen == 0


def test_five_cards_are_read_over_every_link():
    for link, irq in LINKS:
        box = Box(link, irq)
        assert box.scan() == (NO_TAG, set()), (link, irq)
        for k in range(5):
            box.antenna.put(tag(k))
        for _ in range(2):
            assert box.scan() == (OK, {tag(k).uid for k in range(5)}), (link, irq)
            assert box.reader.clean


def test_faults_have_the_same_codes_over_every_link():
    for link, irq in LINKS:
        for name, count, code in (
            ("no_ack", 1, NO_ACK),
            ("bad_ack", 1, CORRUPT),
            ("stuck_busy", 1, TIMEOUT),
            ("bad_dcs", 2, CORRUPT),
            ("bad_lcs", 2, CORRUPT),
            ("flipped_bit", 2, CORRUPT),
            ("brown_out", 1, TIMEOUT),
        ):
            box = Box(link, irq)
            box.antenna.put(tag(1))
            box.scan()
            box.chip.fault(name, count)
            expected = NO_ACK if (link, name) == ("hsu", "brown_out") else code  # asleep until 55
            assert box.scan()[0] == expected, (link, irq, name)
            assert box.scan() == (OK, {tag(1).uid}), (link, irq, name)


def test_one_spoilt_answer_is_asked_for_again_over_every_link():
    for link, irq in LINKS:
        for name in ("bad_dcs", "bad_lcs", "flipped_bit"):
            box = Box(link, irq)
            box.antenna.put(tag(1))
            box.scan()
            box.chip.fault(name)
            assert box.scan() == (OK, {tag(1).uid}), (link, irq, name)
            assert box.reader.counters[NACKS] == 1


def test_unplugged_is_told_over_every_link_and_comes_back():
    for link, irq in LINKS:
        box = Box(link, irq)
        box.antenna.put(tag(1))
        box.scan()
        box.chip.fault("unplugged", FOREVER)
        expected = NO_ACK if link == "hsu" or (link == "spi" and irq) else BUS_DOWN
        for _ in range(3):
            assert box.scan() == (expected, set()), (link, irq)
        box.chip.clear("unplugged")
        assert box.scan() == (OK, {tag(1).uid}), (link, irq)


def test_stale_bytes_before_an_answer_cost_at_most_one_scan():
    box = Box("hsu", False)
    box.antenna.put(tag(1))
    box.scan()
    box.chip.fault("stale_bytes")
    code, found = box.scan()
    assert code != OK or found == {tag(1).uid}
    assert box.scan() == (OK, {tag(1).uid})


def test_bytes_that_arrived_before_a_command_are_thrown_away():
    box = Box("hsu", False)
    box.antenna.put(tag(1))
    box.scan()
    box.rig.wiring.uart(1).send(b"\x00\x00\xff\x03\xfd\xd5\x4b\x00", 115_200)
    box.rig.clock.sleep_ms(5)
    assert box.scan() == (OK, {tag(1).uid})
    assert box.reader.clean


def test_the_irq_line_is_low_while_there_is_something_to_read():
    box = Box("spi", True)
    edges = []
    box.rig.wiring.pin(IRQ_PIN).watch(lambda level: edges.append(level))
    box.scan()
    assert edges and edges == [0, 1] * (len(edges) // 2)


def test_the_shoe_reads_ten_cards_a_second_over_every_link():
    for link, irq in LINKS:
        rig = Rig()
        reader, _, antenna = rig.add_shoe(link, irq)
        cards = [tag(k) for k in range(20)]
        seen = []

        def watch(reader=reader, seen=seen):
            while True:
                _, count = yield from reader.scan()
                if count:
                    seen.append(reader.uid(0))

        task = rig.loop.spawn(watch(), "shoe")
        for k, card in enumerate(cards):
            rig.clock.at(200_000 + 100_000 * k, antenna.put, card)
            rig.clock.at(215_000 + 100_000 * k, antenna.take, card)
        rig.loop.run_for(2_400)
        rig.loop.cancel(task)
        assert seen == [card.uid for card in cards], (link, irq)


def test_the_base_class_can_be_used_directly_by_a_technician():
    for link, irq in LINKS:
        box = Box(link, irq)
        box.antenna.put(tag(7))
        box.transport.low_power = True  # so that it wakes the chip first
        assert box.transport.firmware_version == (0x32, 1, 6, 7)
        box.transport.SAM_configuration()
        uid = box.transport.read_passive_target()
        assert uid is not None and bytes(uid) == tag(7).uid


def test_a_reset_pin_restarts_the_chip():
    from digitalio import DigitalInOut  # pyright: ignore[reportMissingImports]

    box = Box("i2c", False)
    box.scan()
    assert box.chip.sam
    import machine  # pyright: ignore[reportMissingImports]

    wire = box.rig.wiring.pin(20)
    box.chip.reset_by(wire)
    box.transport._reset_pin = DigitalInOut(machine.Pin(20, machine.Pin.OUT, value=1))
    before = box.chip.commands_seen
    box.transport.reset()
    assert box.chip.commands_seen > before
    assert box.transport.firmware_version == (0x32, 1, 6, 7)
