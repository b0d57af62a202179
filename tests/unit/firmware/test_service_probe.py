# pyright: reportOptionalMemberAccess=false, reportOptionalCall=false
# pyright: reportAttributeAccessIssue=false
"""A technician's look at muxes and readers: who answers, as what, who blocks the bus."""

from cardtable.diag.readings import CardReadings
from cardtable.drivers.reader_codes import BUS_DOWN, CHIP_ERROR, CORRUPT, NO_ACK, OK, TIMEOUT
from cardtable.rules.cards import parse_card
from cardtable.service.device_tests import Trial
from cardtable.service.probe import cards_read, look
from cardtable.tracker.presence import Presence
from sim.chips.faults import FOREVER
from sim.harness.rig import Rig, tag

EIO = 5
ETIMEDOUT = 110


class _Boxes:
    """As the application has them."""

    def __init__(self, rig):
        self.muxes = rig.mux
        self.readers = {n: rig.readers[n] for n in range(len(rig.readers))}


def _look(part=None, fault=None, boxes=10):
    """(muxes, readers) by name, with one fault."""
    rig = Rig(boxes)
    for n in range(boxes):
        rig.scan(n)
    if fault is not None:
        part(rig).fault(fault, FOREVER)
    found = []
    rig.run(look(_Boxes(rig), found))
    muxes = {row[0]: row[1] for row in found if len(row) == 2}
    readers = {row[0]: row[1:] for row in found if len(row) != 2}
    for n in range(boxes):
        rig.chips[n].clear(fault) if fault in ("sda_low", "unplugged") else None
    return rig, muxes, readers


def _third(rig):
    return rig.chips[3]


def test_a_healthy_table():
    _, muxes, readers = _look()
    assert muxes == {"mux 1": 0, "mux 2": 0}
    assert len(readers) == 10
    for n in range(10):
        assert readers[f"box {n}"] == [OK, 0x0106, 0, 0, n // 8 + 1, 0, 0, 0]


def test_each_fault_of_a_reader_is_its_own_and_of_no_other():
    for fault, code, error in (
        ("unplugged", BUS_DOWN, EIO),
        ("no_ack", NO_ACK, 0),
        ("bad_ack", CORRUPT, 0),
        ("stuck_busy", TIMEOUT, 0),
        ("bad_dcs", CORRUPT, 0),
        ("i2c_timeout", BUS_DOWN, ETIMEDOUT),
    ):
        _, muxes, readers = _look(_third, fault)
        assert muxes == {"mux 1": 0, "mux 2": 0}, fault
        assert readers["box 3"][0] == code, fault
        assert readers["box 3"][2:4] == [error, 0], fault
        assert readers["box 3"][5:] == [None, None, None], fault
        for n in range(10):
            if n != 3:
                assert readers[f"box {n}"][0] == OK, fault


def test_a_chip_that_is_no_pn532_has_no_version_also_when_it_was_swapped_meanwhile():
    _, _, readers = _look(_third, "wrong_ic")
    assert readers["box 3"][:2] == [CHIP_ERROR, 0]


def test_the_reader_that_holds_the_line_is_named_and_the_others_answer():
    _, muxes, readers = _look(_third, "sda_low")
    assert readers["box 3"][0] == BUS_DOWN
    assert readers["box 3"][2:4] == [ETIMEDOUT, 1]
    for n in range(10):
        if n != 3:
            assert readers[f"box {n}"][0] == OK
    assert muxes == {"mux 1": 0, "mux 2": 0}


def test_a_bus_that_is_held_by_nobody_behind_a_mux_blames_no_reader():
    _, muxes, readers = _look(lambda rig: rig.bus, "bus_held")
    assert muxes == {"mux 1": ETIMEDOUT, "mux 2": ETIMEDOUT}
    for n in range(10):
        assert readers[f"box {n}"][0] == BUS_DOWN
        assert readers[f"box {n}"][3] == 0


def test_a_mux_that_keeps_its_channel_is_counted():
    rig, muxes, _ = _look(lambda rig: rig.muxes[1], "mux_stuck")
    assert muxes["mux 1"] == 0
    assert muxes["mux 2"] == -1
    assert rig.mux.astray[0] == 0
    assert rig.mux.astray[1] > 0


def test_the_sweep_goes_on_as_before():
    rig, _, _ = _look(_third, "unplugged")
    for n in range(10):
        assert rig.scan(n)[0] in (OK, 1)


def test_echoes_that_are_damaged_now_and_then_are_counted():
    rig = Rig(2)
    accept = rig.chips[1]._accept
    heard = []

    def sometimes(body):
        if body[:3] == b"\xd4\x00\x00":
            heard.append(body)
            if len(heard) in (5, 9, 14):  # mended by asking again; the last of them is not
                rig.chips[1].fault("bad_dcs", 2 if len(heard) == 14 else 1)
        accept(body)

    rig.chips[1]._accept = sometimes
    found = []
    rig.run(look(_Boxes(rig), found))
    rows = {row[0]: row[1:] for row in found if len(row) != 2}
    assert rows["box 0"][5] == 0
    assert rows["box 1"][0] == OK and rows["box 1"][5] == 3
    assert len(heard) == 21  # the first says whether anybody is there


def test_a_chip_says_when_its_memory_is_bad():
    rig = Rig(2)
    rig.chips[1].memory_result = 0xFF
    found = []
    rig.run(look(_Boxes(rig), found))
    rows = {row[0]: row[1:] for row in found if len(row) != 2}
    assert rows["box 0"][6:] == [0, 0]
    assert rows["box 1"][6:] == [0xFF, 0xFF]


# ---- the shoe


class _Table:
    """A table with a shoe alone, and the task that watches it (app.py)."""

    boxes = lamps = sign = work = None

    def __init__(self):
        self.rig = Rig()
        self.loop = self.rig.loop
        self.shoe, self.chip, self.antenna = self.rig.add_shoe("spi")
        self.seen = 0
        self.loop.spawn(self._watch(), "shoe")
        self.loop.run_for(100)

    def _watch(self):
        while True:
            if self.work is not None:
                yield from self.shoe.wake()
            _, count = yield from self.shoe.scan()
            self.seen += count
            if self.shoe.failures:
                yield 100

    def trial(self, what, ms=2_000):
        self.work = Trial(self, what)
        self.loop.run_for(ms)
        work = self.work
        self.work = None
        return work


def test_the_shoe_is_tested_like_the_others():
    table = _Table()
    told = table.trial("readers")
    assert told.done and told.found == [["shoe", OK, 0x0106, 0, 0, 0, 0, 0, 0]]
    table.chip.antenna_result = 0x40
    told = table.trial("antenna")
    assert told.done and told.whole == 1 and told.found == [["shoe", 0x40]]
    assert table.shoe.readings.tests == 1
    table.antenna.put(tag(1))
    table.loop.run_for(300)
    assert table.seen == 1  # it waits for cards as before


def test_a_shoe_that_does_not_answer_is_told_and_ends_the_trial():
    table = _Table()
    table.chip.fault("unplugged", FOREVER)
    told = table.trial("readers")
    assert told.done and told.found[0][1] == BUS_DOWN and told.found[0][6:] == [None] * 3
    told = table.trial("antenna")
    assert told.done and told.whole == 0 and told.found == [["shoe", None]]


def test_a_trial_that_is_ended_early_leaves_the_shoe_alone():
    table = _Table()
    first = table.trial("readers", 1)
    table.loop.run_for(1_000)
    assert first.done and first.found == []
    assert table.trial("readers").found[0][1] == OK
    table.antenna.put(tag(1))
    table.loop.run_for(300)
    assert table.seen == 1


# ---- cards


class _Fusion:
    def __init__(self):
        self.readings = CardReadings()
        self.spots = {22: Presence(), 3: Presence()}

    def count(self, card, hits, misses):
        self.readings.hits[parse_card(card)] = hits
        self.readings.misses[parse_card(card)] = misses


def test_a_dying_inlay_stands_out_and_no_count_is_told():
    fusion = _Fusion()
    assert cards_read(fusion) == [None, [], [[3, 0], [22, 0]]]
    for card in ("2c", "9d", "Jh", "Jk"):
        fusion.count(card, 990, 10)
    fusion.count("Ks", 720, 280)
    fusion.count("Td", 61, 39)
    fusion.count("As", 1, 3)  # too few to say
    fusion.spots[3].passing = 2
    assert cards_read(fusion) == [92, [["Td", 6], ["Ks", 7]], [[3, 2], [22, 0]]]


def test_cards_that_are_taken_away_all_the_time_are_not_called_weak():
    """Each time costs three looks: where that is so of all, it says nothing of one."""
    fusion = _Fusion()
    for card in ("2c", "9d", "Jh"):
        fusion.count(card, 80, 24)
    fusion.count("Ks", 75, 30)
    assert cards_read(fusion)[1] == []
    fusion.count("Ks", 60, 45)
    assert cards_read(fusion)[1] == [["Ks", 6]]


def test_one_card_alone_is_compared_with_none():
    fusion = _Fusion()
    fusion.count("Ks", 47, 3)
    assert cards_read(fusion)[1] == []
    for hits, told in ((35, 7), (34, 7), (36, 7), (32, 6), (44, 8)):  # of 50: to the nearest tenth
        fusion.count("Ks", hits, 50 - hits)
        assert cards_read(fusion)[1] == [["Ks", told]]
    fusion.count("Ks", 45, 5)
    assert cards_read(fusion)[1] == []
