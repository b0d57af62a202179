"""Diagnosis: seven plain states, counters in fixed memory, antenna and bleed tests."""

from cardtable.desk.code_names import CODE_NAMES, COUNTER_NAMES, STATE_NAMES
from cardtable.diag.readings import LATENCY_MS, TREND, Readings
from cardtable.diag.states import NAMES, plain_state
from cardtable.drivers import reader_codes
from sim.harness.rig import Rig, tag


def _name(*given):
    return NAMES[plain_state(*given)]


def test_every_state_of_a_reader_has_a_plain_one():
    named = {name: _name(k) for k, name in enumerate(STATE_NAMES)}
    assert named == {
        "STARTING": "starting",
        "READY": "ok",
        "SILENT": "silent",
        "DISTURBED": "disturbed",
        "WRONG_CHIP": "silent",
        "NOT_FITTED": "not fitted",
    }
    assert _name(None) == "not fitted"


def test_what_lies_over_a_working_reader_decides_then():
    assert _name(reader_codes.READY, True) == "unknown card"
    assert _name(reader_codes.READY, False, True) == "duplicate card"
    assert _name(reader_codes.DISTURBED, True) == "unknown card"
    assert _name(reader_codes.SILENT, True, True) == "silent"
    reached = {_name(k, u, d) for k in range(6) for u in (0, 1) for d in (0, 1)}
    assert reached == set(NAMES) and len(NAMES) == 7


def test_scans_are_counted_and_their_times_fall_into_buckets():
    readings = Readings()
    for took_ms in (14, 15, 16, 69, 500):
        readings.note(True, took_ms != 69, 2, took_ms)
    readings.note(False, False, 0, 5)
    assert (readings.scans, readings.answered, readings.clean, readings.cards) == (6, 5, 4, 10)
    assert list(readings.latency) == [3, 1, 0, 0, 1, 0, 0, 1]
    assert readings.longest_ms == 500
    assert len(readings.latency) == len(LATENCY_MS) + 1


def test_the_antenna_trend_keeps_the_newest_results():
    readings = Readings()
    for result in range(TREND + 3):
        readings.note_antenna(result)
    assert list(readings.antenna) == list(range(3, TREND + 3))
    assert readings.tests == TREND + 3


def test_a_report_is_plain_numbers_of_fixed_length():
    readings = Readings()
    before = len(readings.report())
    for k in range(100):
        readings.note(True, True, k % 6, k)
    assert len(readings.report()) == before
    assert readings.report()[:4] == [100, 100, 100, 246]


def test_the_antenna_test_of_a_reader_is_kept():
    rig = Rig()
    from cardtable.diag.selftest import antenna

    readings = Readings()
    assert rig.run(antenna(rig.readers[0], readings)) == 0
    assert readings.tests == 1
    rig.chips[0].antenna_result = 0x40
    assert rig.run(antenna(rig.readers[0], readings)) == 0x40
    assert list(readings.antenna)[-2:] == [0, 0x40]
    rig.chips[0].fault("unplugged", -1)
    rig.run(rig.readers[0].scan())
    assert rig.run(antenna(rig.readers[0], readings)) is None
    assert readings.tests == 2


def test_the_bleed_test_finds_exactly_the_neighbours():
    rig = Rig(4)
    from cardtable.diag.selftest import bleed

    for box in range(3):
        rig.antennas[box].beside(rig.antennas[box + 1])
    readings = [Readings() for _ in range(4)]
    assert rig.run(bleed(rig.readers, readings)) is True
    assert [one.bleeds for one in readings] == [0b0010, 0b0101, 0b1010, 0b0100]
    assert not any(antenna.field_on for antenna in rig.antennas)
    rig.antennas[2].put(tag(1))
    assert rig.scan(2)[1] == {tag(1).uid}  # the readers work as before


def _in_a_row(boxes):
    rig = Rig(boxes)
    for box in range(boxes - 1):
        rig.antennas[box].beside(rig.antennas[box + 1])
    for box in range(boxes):
        rig.scan(box)
    return rig, [Readings() for _ in range(boxes)]


def test_a_reader_that_does_not_answer_is_left_out_of_the_bleed_test_and_the_others_are_not():
    from cardtable.diag.selftest import bleed

    rig, readings = _in_a_row(4)
    rig.chips[1].fault("unplugged", -1)
    rig.scan(1)
    assert rig.run(bleed(rig.readers, readings)) is False
    assert [one.bleeds for one in readings] == [0, -1, 0b1000, 0b0100]


def test_nothing_is_told_of_a_reader_that_a_field_reaches_which_nobody_can_switch_off():
    from cardtable.diag.selftest import bleed

    rig, readings = _in_a_row(5)
    rig.antennas[0].switch_field(True)
    rig.chips[0].fault("stuck_busy", -1)
    rig.scan(1)
    assert rig.run(bleed(rig.readers, readings)) is False
    assert [one.bleeds for one in readings] == [-1, -1, 0b01000, 0b10100, 0b01000]


def test_a_field_that_stays_on_in_the_middle_of_the_bleed_test_blames_nobody():
    from cardtable.diag.selftest import bleed

    rig, readings = _in_a_row(5)
    chip = rig.chips[1]
    accept = chip._accept

    def fall_silent(body):
        if rig.antennas[1].field_on:
            chip.fault("stuck_busy", -1)
        accept(body)

    chip._accept = fall_silent
    assert rig.run(bleed(rig.readers, readings)) is False
    assert [one.bleeds for one in readings] == [-1, -1, -1, 0b10000, 0b01000]


def test_a_field_that_was_not_switched_off_at_once_hides_only_its_own_reader():
    from cardtable.diag.selftest import bleed

    rig, readings = _in_a_row(4)
    chip = rig.chips[0]
    accept = chip._accept

    def swallow(body):
        if body == b"\xd4\x32\x01\x00":
            chip.fault("no_ack")
            chip._accept = accept
        accept(body)

    chip._accept = swallow
    assert rig.run(bleed(rig.readers, readings)) is False
    assert [one.bleeds for one in readings] == [-1, 0b0101, 0b1010, 0b0100]
    assert not rig.antennas[0].field_on


def test_the_names_of_codes_counters_and_states_are_in_their_order():
    for names in (CODE_NAMES, COUNTER_NAMES, STATE_NAMES):
        assert [getattr(reader_codes, name) for name in names] == list(range(len(names)))
    assert len(COUNTER_NAMES) == reader_codes.COUNTERS
