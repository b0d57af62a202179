"""Diagnosis: seven plain states, counters in fixed memory, antenna and bleed tests."""

from cardtable.diag.readings import LATENCY_MS, TREND, CardReadings, Readings
from cardtable.diag.states import NAMES, plain_state
from cardtable.readers import codes
from cardtable.readers.code_names import CODE_NAMES, COUNTER_NAMES, STATE_NAMES
from sim.rig import Rig, tag


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
    assert _name(codes.READY, True) == "unknown card"
    assert _name(codes.READY, False, True) == "duplicate card"
    assert _name(codes.DISTURBED, True) == "unknown card"
    assert _name(codes.SILENT, True, True) == "silent"
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


def test_a_dying_inlay_stands_out():
    cards = CardReadings()
    assert cards.worst() is None and cards.hit_per_mille(3) is None
    for card in range(53):
        cards.hits[card] = 99
        cards.misses[card] = 1
    cards.hits[20], cards.misses[20] = 60, 40
    cards.hits[30], cards.misses[30] = 1, 3  # too few to say
    assert cards.worst() == 20
    assert cards.hit_per_mille(20) == 600


def test_the_antenna_test_of_a_reader_is_kept():
    rig = Rig()
    from cardtable.diag.selftest import antenna

    readings = Readings()
    assert rig.run(antenna(rig.readers[0], readings)) == 0
    assert readings.tests == 1
    rig.chips[0].fault("unplugged", -1)
    rig.run(rig.readers[0].scan())
    assert rig.run(antenna(rig.readers[0], readings)) is None
    assert readings.tests == 1


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


def test_the_bleed_test_says_when_a_reader_did_not_answer():
    rig = Rig(3)
    from cardtable.diag.selftest import bleed

    rig.scan(1)
    rig.chips[1].fault("unplugged", -1)
    rig.scan(1)
    readings = [Readings() for _ in range(3)]
    assert rig.run(bleed(rig.readers, readings)) is False


def test_the_names_of_codes_counters_and_states_are_in_their_order():
    for names in (CODE_NAMES, COUNTER_NAMES, STATE_NAMES):
        assert [getattr(codes, name) for name in names] == list(range(len(names)))
    assert len(COUNTER_NAMES) == codes.COUNTERS
