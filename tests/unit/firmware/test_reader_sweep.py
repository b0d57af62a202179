"""The sweep of a whole table, by the virtual clock (a model, not measured on hardware)."""

from cardtable.drivers.reader_codes import BUS_DOWN, NO_TAG, OK, READY, SILENT
from sim.chips.faults import FOREVER
from sim.harness.rig import Rig, tag

READERS = 13
_ONE_FIELD = [(k,) for k in range(READERS)]
_THREE_FIELDS = [tuple(range(k, READERS, 5)) for k in range(5)]  # neighbours are never together


class Table:
    """Thirteen readers, a sweep, and what it told: {reader: (code, UIDs)}."""

    def __init__(self, groups, cards=0):
        self.rig = Rig(READERS)
        from cardtable.readers.sweep import Sweep  # the rig makes the driver importable

        for box in range(READERS - 1):
            self.rig.antennas[box].beside(self.rig.antennas[box + 1])
        for box in range(READERS):
            for k in range(cards):
                self.rig.antennas[box].put(tag(box * 5 + k))
        self.readers = self.rig.readers
        self.told = {}
        self.watched = ""  # one reader: a log of all would fill a board's heap
        self.log = []  # (ms, code)
        chosen = [tuple([self.readers[k] for k in group]) for group in groups]
        self.sweep = Sweep(self.rig.loop, chosen, self._tell)

    def _tell(self, reader, code, count):
        uids = {reader.uid(k) for k in range(count)}
        self.told[reader.name] = (code, uids, reader.clean)
        if reader.name == self.watched:
            self.log.append((self.rig.clock.now_us // 1000, code))

    def once(self):
        self.rig.run(self.sweep.once())
        return self.sweep.last_ms


def test_a_sweep_finds_every_card_in_its_box_within_its_time():
    for groups, cards, most_ms in (
        (_ONE_FIELD, 2, 540),
        (_THREE_FIELDS, 2, 300),
        (_ONE_FIELD, 5, 1_030),
        (_THREE_FIELDS, 5, 500),
    ):
        table = Table(groups, cards)
        table.once()  # sets the chips up
        assert table.once() <= most_ms, (groups, cards)
        for box in range(READERS):
            wanted = {tag(box * 5 + k).uid for k in range(cards)}
            assert table.told[f"box {box}"] == (OK, wanted, True)


def test_fields_of_neighbours_are_never_on_together():
    table = Table(_THREE_FIELDS, 1)
    antennas = table.rig.antennas
    together = []

    def watch(box):
        if antennas[box].field_on and antennas[box].disturbed():
            together.append(box)
        if table.rig.clock.now_us < 600_000:  # one by one: a board's heap is small
            table.rig.clock.at(370, watch, (box + 1) % READERS)

    watch(0)
    for _ in range(4):
        table.once()
    assert not together


def test_one_dead_reader_stops_nobody_and_is_tried_once_a_second():
    for name in ("unplugged", "no_ack", "stuck_busy"):
        table = Table(_THREE_FIELDS, 1)
        table.once()
        table.rig.chips[4].fault(name, FOREVER)
        for _ in range(4):
            table.once()
        assert table.readers[4].state == SILENT, name
        table.watched = "box 4"
        task = table.rig.loop.spawn(table.sweep.run(), "sweep")
        table.rig.loop.run_for(3_000)
        table.rig.loop.cancel(task)
        assert 2 <= len(table.log) <= 4, name
        for box in range(READERS):
            if box != 4:
                assert table.told[f"box {box}"][0] == OK


def test_an_unplugged_reader_is_told_within_3_s_and_is_back_within_5_s():
    table = Table(_ONE_FIELD, 2)
    table.watched = "box 9"
    task = table.rig.loop.spawn(table.sweep.run(), "sweep")
    table.rig.loop.run_for(1_500)
    table.rig.chips[9].fault("unplugged", FOREVER)
    start_ms = table.rig.clock.now_us // 1000
    table.rig.loop.run_for(3_000)
    told = [ms for ms, code in table.log if code == BUS_DOWN]
    assert told and told[0] - start_ms <= 3_000
    assert table.readers[9].state == SILENT
    table.rig.chips[9].clear("unplugged")
    back_ms = table.rig.clock.now_us // 1000
    table.rig.loop.run_for(5_000)
    back = [ms for ms, code in table.log if code == OK and ms > back_ms]
    assert back and back[0] - back_ms <= 5_000
    assert table.readers[9].state == READY
    table.rig.loop.cancel(task)


def test_a_table_whose_readers_are_all_dead_still_lets_the_loop_run():
    table = Table(_THREE_FIELDS)
    table.rig.bus.fault("bus_held", FOREVER)
    beats = []

    def lamp():
        for _ in range(100):
            beats.append(table.rig.clock.ticks_ms())
            yield 10

    task = table.rig.loop.spawn(table.sweep.run(), "sweep")
    table.rig.loop.spawn(lamp(), "lamp")
    table.rig.loop.run_for(4_000)
    assert len(beats) == 100
    table.rig.bus.clear("bus_held")
    table.rig.loop.run_for(2_000)
    table.rig.loop.cancel(task)
    for box in range(READERS):
        assert table.told[f"box {box}"][0] == NO_TAG


def test_a_mux_stuck_while_three_fields_are_read_puts_no_card_into_a_wrong_box():
    for moment_us in range(0, 60_000, 2_900):
        table = Table(_THREE_FIELDS, 1)
        table.once()
        for mux in table.rig.muxes:
            table.rig.clock.at(moment_us, mux.fault, "mux_stuck", FOREVER)
        for _ in range(3):
            table.once()
            for box in range(READERS):
                found = table.told[f"box {box}"][1]
                assert found <= {tag(box * 5).uid}, (moment_us, box)


def test_a_mux_that_leads_astray_at_any_moment_makes_no_box_look_empty():
    """A command that two chips hear, or another one, wakes a card and leaves a field on."""
    for name in ("mux_stuck", "mux_unplugged"):
        for mux, count in ((0, 2), (1, 1)):
            for at_us in range(1_500, 150_000, 3_000):
                table = Table(_THREE_FIELDS, cards=1)
                table.once()
                table.rig.clock.at(at_us, table.rig.muxes[mux].fault, name, count)
                for _ in range(3):
                    table.once()
                    for box, (_, found, clean) in table.told.items():
                        assert len(found) == 1 or not clean, (name, mux, at_us, box)
                last = {(code, len(found), clean) for code, found, clean in table.told.values()}
                assert last == {(OK, 1, True)}, (name, mux, at_us, last)


def test_a_mux_that_was_off_for_a_moment_is_looked_for_at_the_next_transaction():
    """With its channel still connected two chips would hear all that follows."""
    rig = Rig(9)
    muxes = rig.mux
    assert muxes is not None
    first, last = muxes.route(0), muxes.route(8)
    last.connect()
    rig.muxes[1].fault("mux_unplugged", 1)
    first.connect()
    assert rig.muxes[1].control == 1 and muxes.absent == 2
    try:
        first.connect()
        raise AssertionError("two chips are connected")
    except OSError:
        assert muxes.astray == [0, 1]
    first.connect()
    assert (rig.muxes[0].control, rig.muxes[1].control, muxes.absent) == (1, 0, 0)
    first.connect()
