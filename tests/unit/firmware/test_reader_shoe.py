"""The shoe's reader: no card slips past, no card is told twice, a dead chip is noticed."""

from cardtable.drivers.reader_codes import BUS_DOWN, CORRUPT, NO_TAG, OK, REPEATS, SILENT, STARTS
from sim.chips.faults import FOREVER
from sim.harness.rig import Rig, tag


class Shoe:
    """A shoe whose cards pass by schedule, and a task that notes what its reader says."""

    def __init__(self, link="i2c", irq=False):
        self.rig = Rig()
        self.clock = self.rig.clock
        self.reader, self.chip, self.antenna = self.rig.add_shoe(link, irq)
        self.seen = []  # (ms, uid)
        self.failures = []  # (ms, code)
        self.rig.loop.spawn(self._watch(), "shoe")
        self.rig.loop.run_for(100)

    def _watch(self):
        while True:
            code, count = yield from self.reader.scan()
            if count:
                self.seen.append((self.clock.now_us // 1000, self.reader.uid(0)))
            elif code != NO_TAG:
                self.failures.append((self.clock.now_us // 1000, code))
                yield 100

    def passes(self, card, at_ms, dwell_ms):
        self.clock.at(at_ms * 1000, self.antenna.put, card)
        self.clock.at((at_ms + dwell_ms) * 1000, self.antenna.take, card)

    def run(self, ms):
        self.rig.loop.run_for(ms)


def test_ten_cards_a_second_with_15_ms_dwell_are_all_read_once_and_in_order():
    shoe = Shoe()
    cards = [tag(k) for k in range(52)]
    for k, card in enumerate(cards):
        shoe.passes(card, 100 * k + k * 7 % 13, 15)
    shoe.run(5_400)
    assert [uid for _, uid in shoe.seen] == [card.uid for card in cards]
    assert not shoe.failures


def test_a_card_is_told_within_60_ms():
    for offset in range(11):
        shoe = Shoe()
        start_ms = shoe.clock.now_us // 1000
        shoe.passes(tag(3), 500 + offset, 15)
        shoe.run(1_000)
        assert len(shoe.seen) == 1
        assert shoe.seen[0][0] - (start_ms + 500 + offset) <= 60


def test_a_card_that_comes_as_the_chip_gives_up_and_goes_on_is_read_all_the_same():
    # Every 0.6 s the chip says that there is no card, and does not look until it is told to.
    for link, irq in (("i2c", False), ("spi", True), ("hsu", False)):
        for offset in range(40):
            shoe = Shoe(link, irq)
            commands = shoe.chip.commands_seen
            shoe.passes(tag(3), 500 + offset, 15)
            shoe.run(600)
            assert shoe.chip.commands_seen > commands
            assert [uid for _, uid in shoe.seen] == [tag(3).uid], (link, offset)


def test_a_chip_that_does_not_halt_a_card_is_helped_by_hand_and_tells_it_once():
    for count in (1, FOREVER):
        shoe = Shoe()
        shoe.chip.fault("deselect_no_halt", count)
        shoe.antenna.put(tag(1))
        shoe.run(1_000)
        for k in (2, 3, 4):
            shoe.passes(tag(k), 0, 15)
            shoe.run(200)
        assert [uid for _, uid in shoe.seen] == [tag(k).uid for k in (1, 2, 3, 4)]
        assert shoe.reader.counters[REPEATS] == 1


def test_a_card_that_lies_there_is_read_again_after_wake():
    rig = Rig()
    reader, chip, antenna = rig.add_shoe()
    antenna.put(tag(1))
    for _ in range(3):
        assert rig.run(reader.scan()) == (OK, 1) and reader.uid() == tag(1).uid
        rig.run(reader.wake())
    rig.run(reader.scan())
    chip.fault("unplugged", FOREVER)
    rig.run(reader.wake())  # the next scan tells
    assert rig.run(reader.scan()) == (BUS_DOWN, 0)


def test_a_uid_cut_short_under_a_good_checksum_is_corrupt():
    rig = Rig()
    reader, chip, antenna = rig.add_shoe()
    whole = chip._describe
    chip._describe = lambda found: whole(found)[:-3]  # type: ignore[method-assign]
    antenna.put(tag(1))
    assert rig.run(reader.scan()) == (CORRUPT, 0)


def test_a_card_that_stays_is_told_once_and_the_next_is_read_over_it():
    shoe = Shoe()
    shoe.antenna.put(tag(1))
    shoe.run(600)
    assert [uid for _, uid in shoe.seen] == [tag(1).uid]
    shoe.passes(tag(2), 0, 30)
    shoe.run(400)
    assert [uid for _, uid in shoe.seen] == [tag(1).uid, tag(2).uid]


def test_a_card_that_leaves_and_comes_back_is_told_again():
    shoe = Shoe()
    shoe.passes(tag(1), 0, 40)
    shoe.passes(tag(1), 200, 40)
    shoe.run(500)
    assert len(shoe.seen) == 2


def test_the_card_that_passed_last_may_be_the_next_at_any_moment():
    """After a shuffle, say: also just as the chip was told to go on looking."""
    for offset in range(0, 700, 23):
        shoe = Shoe()
        shoe.passes(tag(1), 0, 60)
        shoe.passes(tag(1), 1_500 + offset, 60)
        shoe.run(2_400)
        assert len(shoe.seen) == 2, offset


def test_a_card_that_stays_10_ms_is_caught_and_one_of_4_ms_is_not():
    for offset_us in range(0, 5_500, 500):
        for dwell_us, caught in ((10_100, 1), (4_000, 0)):
            shoe = Shoe()
            card = tag(5)
            shoe.clock.at(50_000 + offset_us, shoe.antenna.put, card)
            shoe.clock.at(50_000 + offset_us + dwell_us, shoe.antenna.take, card)
            shoe.run(200)
            assert len(shoe.seen) == caught, (offset_us, dwell_us)


def test_an_unplugged_shoe_is_reported_at_once_and_reads_again_when_it_is_back():
    shoe = Shoe()
    shoe.run(1_000)
    shoe.chip.fault("unplugged", FOREVER)
    start_ms = shoe.clock.now_us // 1000
    shoe.run(1_000)
    assert shoe.failures[0][1] == BUS_DOWN
    assert shoe.failures[0][0] - start_ms <= 300
    assert shoe.reader.state == SILENT
    shoe.chip.clear("unplugged")
    shoe.run(200)
    shoe.passes(tag(1), 0, 15)
    shoe.run(200)
    assert [uid for _, uid in shoe.seen] == [tag(1).uid]


def test_a_chip_that_lost_its_supply_while_it_waited_is_set_up_again_within_two_seconds():
    for name in ("brown_out", "stuck_busy"):
        shoe = Shoe()
        shoe.chip.fault(name)
        shoe.run(2_000)
        assert shoe.reader.counters[STARTS] == 2, name
        shoe.passes(tag(1), 0, 15)
        shoe.run(200)
        assert [uid for _, uid in shoe.seen] == [tag(1).uid]


def test_a_scan_without_a_card_leaves_the_chip_waiting():
    rig = Rig()
    reader, chip, _ = rig.add_shoe()
    assert rig.run(reader.scan(wait_ms=100)) == (NO_TAG, 0)
    commands = chip.commands_seen
    assert rig.run(reader.scan(wait_ms=100)) == (NO_TAG, 0)
    assert chip.commands_seen == commands
    assert rig.run(reader.check()) == OK
