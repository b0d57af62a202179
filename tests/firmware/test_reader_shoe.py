"""The shoe's reader: no card slips past, no card is told twice, a dead chip is noticed."""

from cardtable.readers.codes import BUS_DOWN, NO_TAG, OK, SILENT, STARTS
from sim.hardware.faults import FOREVER
from sim.rig import Rig, tag


class Shoe:
    """A shoe whose cards pass by schedule, and a task that notes what its reader says."""

    def __init__(self):
        self.rig = Rig()
        self.clock = self.rig.clock
        self.reader, self.chip, self.antenna = self.rig.add_shoe()
        self.seen = []  # (ms, uid)
        self.failures = []  # (ms, code)
        self.rig.loop.spawn(self._watch(), "shoe")
        self.rig.loop.run_for(100)

    async def _watch(self):
        while True:
            code, count = await self.reader.scan()
            if count:
                self.seen.append((self.clock.now_us // 1000, self.reader.uid(0)))
            elif code != NO_TAG:
                self.failures.append((self.clock.now_us // 1000, code))
                await self.rig.loop.sleep_ms(100)

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


def test_a_card_that_comes_in_the_middle_of_the_check_is_read_all_the_same():
    # Once a second the chip's wait is broken off to see that it still waits. A card it was just
    # selecting falls silent once and answers the next request: it needs 22 ms over the antenna.
    for offset in range(40):
        shoe = Shoe()
        shoe.passes(tag(3), 900 + offset, 25)
        shoe.run(1_100)
        assert [uid for _, uid in shoe.seen] == [tag(3).uid], offset


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
    assert rig.run(reader.scan(100)) == (NO_TAG, 0)
    commands = chip.commands_seen
    assert rig.run(reader.scan(100)) == (NO_TAG, 0)
    assert chip.commands_seen == commands
    assert rig.run(reader.check()) == OK
