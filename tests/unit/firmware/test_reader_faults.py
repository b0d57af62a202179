"""Every fault of the catalogue: what the reader reports, and that later scans are right."""

from cardtable.desk.code_names import CODE_NAMES
from cardtable.drivers.reader_codes import (
    BUS_DOWN,
    CHIP_ERROR,
    CORRUPT,
    DISTURBED,
    NACKS,
    NO_ACK,
    NO_TAG,
    OK,
    READY,
    RECOVERIES,
    SILENT,
    STARTS,
    TIMEOUT,
    WRONG_CHIP,
)
from sim.chips.faults import FAULTS, FOREVER
from sim.chips.tag import Tag
from sim.harness.rig import Rig, tag

CARD = tag(1)


def _rig(boxes=1):
    """A box with one card, scanned once."""
    rig = Rig(boxes)
    CARD.antenna = None
    rig.antennas[0].put(CARD)
    assert rig.scan() == (OK, {CARD.uid})
    return rig


def _once(name, expected, count=1):
    """One occurrence gives `expected`; the scan after it is right again."""
    rig = _rig()
    rig.chips[0].fault(name, count)
    code, _ = rig.scan()
    assert code == expected, CODE_NAMES[code]
    assert not rig.readers[0].clean
    assert rig.scan() == (OK, {CARD.uid})
    assert rig.readers[0].clean
    return rig


def test_no_ack():
    rig = _once("no_ack", NO_ACK)
    assert rig.readers[0].counters[NO_ACK] == 1
    assert rig.readers[0].counters[STARTS] == 2


def test_bad_ack():
    assert _once("bad_ack", CORRUPT).readers[0].counters[CORRUPT] == 1


def test_stuck_busy():
    assert _once("stuck_busy", TIMEOUT).readers[0].counters[TIMEOUT] == 1


def test_one_spoilt_answer_is_asked_for_again_and_costs_nothing_else():
    for name in ("bad_lcs", "bad_dcs", "flipped_bit"):
        rig = _rig()
        rig.chips[0].fault(name)
        assert rig.scan() == (OK, {CARD.uid}), name
        assert rig.readers[0].clean
        assert rig.readers[0].counters[NACKS] == 1
        assert rig.readers[0].counters[STARTS] == 1


def test_an_answer_spoilt_twice_is_corrupt():
    for name in ("bad_lcs", "bad_dcs", "flipped_bit"):
        rig = _once(name, CORRUPT, 2)
        assert rig.readers[0].counters[NACKS] == 1


def test_tag_lost():
    rig = _rig()
    chip = rig.readers[0].chip
    assert rig.run(chip.exchange(b"\xd4\x4a\x01\x00", 20)) == OK
    rig.chips[0].fault("tag_lost")
    assert rig.run(chip.exchange(b"\xd4\x40\x01\x30\x04", 17)) == NO_TAG
    assert rig.run(chip.exchange(b"\xd4\x40\x01\x30\x04", 17)) == OK
    rig.antennas[0].take(CARD)
    assert rig.run(chip.exchange(b"\xd4\x40\x01\x30\x04", 17)) == NO_TAG


def test_unplugged_is_not_an_empty_box_and_comes_back():
    rig = _rig()
    rig.chips[0].fault("unplugged", FOREVER)
    for _ in range(3):
        assert rig.scan() == (BUS_DOWN, set())
        assert not rig.readers[0].clean
    assert rig.readers[0].state == SILENT
    rig.chips[0].clear("unplugged")
    assert rig.scan() == (OK, {CARD.uid})
    assert rig.readers[0].state == READY


def test_a_bad_contact_of_one_transaction():
    _once("unplugged", BUS_DOWN)


def test_a_brown_out_is_noticed_and_the_chip_set_up_again():
    rig = _rig()
    rig.chips[0].fault("brown_out")
    assert rig.scan() == (TIMEOUT, set())
    assert rig.scan() == (OK, {CARD.uid})
    assert rig.readers[0].counters[STARTS] == 2


def test_a_brown_out_at_any_moment_of_a_scan_is_never_a_clean_wrong_answer():
    for moment_us in range(0, 30_000, 900):
        rig = _rig()
        rig.clock.at(moment_us, rig.chips[0].fault, "brown_out")
        code, found = rig.scan()
        if rig.readers[0].clean:
            assert (code, found) == (OK, {CARD.uid})
        rig.scan()
        assert rig.scan() == (OK, {CARD.uid})


def test_wrong_ic():
    rig = Rig()
    rig.chips[0].fault("wrong_ic", FOREVER)
    assert rig.scan() == (CHIP_ERROR, set())
    assert rig.readers[0].state == WRONG_CHIP
    rig.chips[0].clear("wrong_ic")
    assert rig.scan() == (NO_TAG, set())
    assert rig.readers[0].state == READY


def test_a_wrong_chip_that_is_taken_away_is_silent():
    rig = Rig()
    rig.chips[0].fault("wrong_ic", FOREVER)
    rig.scan()
    rig.chips[0].fault("unplugged", FOREVER)
    for _ in range(3):
        rig.scan()
    assert rig.readers[0].state == SILENT


def test_two_tags_that_collide_give_nothing_wrong():
    rig = _rig()
    rig.antennas[0].put(tag(2))
    rig.chips[0].fault("collision")
    code, found = rig.scan()
    assert code == NO_TAG and not found
    assert rig.scan()[1] == {CARD.uid, tag(2).uid}


def test_deselect_that_does_not_halt_once():
    rig = _rig()
    rig.chips[0].fault("deselect_no_halt")
    assert rig.scan() == (OK, {CARD.uid})
    assert not rig.readers[0].clean
    assert rig.scan() == (OK, {CARD.uid})
    assert rig.readers[0].clean


def test_i2c_timeout():
    _once("i2c_timeout", BUS_DOWN)


def test_sda_held_low_by_one_reader_is_freed_by_the_mux_reset():
    rig = _rig(3)
    rig.scan(0)
    rig.chips[0].fault("sda_low", FOREVER)
    for failures in range(1, 5):
        # Its channel is open: without RESET the muxes could not be reached any more, either.
        assert rig.scan(0)[0] == BUS_DOWN
        assert rig.readers[0].counters[RECOVERIES] == failures
        assert rig.scan(1)[0] == NO_TAG
    rig.chips[0].clear("sda_low")
    rig.scan(0)
    assert rig.scan(0) == (OK, {CARD.uid})


def test_a_bus_that_is_held_is_down_for_all_and_comes_back():
    rig = _rig(2)
    rig.bus.fault("bus_held", FOREVER)
    assert rig.scan(0)[0] == BUS_DOWN
    assert rig.scan(1)[0] == BUS_DOWN
    rig.bus.clear("bus_held")
    assert rig.scan(0) == (OK, {CARD.uid})
    assert rig.scan(1) == (NO_TAG, set())


def test_a_mux_stuck_on_a_channel_never_shows_another_box_cards():
    rig = _rig(3)
    rig.muxes[0].fault("mux_stuck", FOREVER)
    for _ in range(3):
        assert rig.scan(1) == (BUS_DOWN, set())
    assert rig.readers[1].counters[RECOVERIES] == 1  # RESET frees it
    assert rig.scan(1) == (NO_TAG, set())
    assert rig.scan(0) == (OK, {CARD.uid})


def test_a_mux_off_the_bus_takes_only_its_own_readers_along():
    """mux_unplugged"""
    for gone in (0, 1):
        rig = Rig(13)
        cards = [tag(k) for k in range(13)]
        for k in range(13):
            rig.antennas[k].put(cards[k])
            rig.scan(k)
        rig.muxes[gone].fault("mux_unplugged", FOREVER)
        for _ in range(2):
            for k in range(13):
                there = k // 8 != gone
                assert rig.scan(k) == ((OK, {cards[k].uid}) if there else (BUS_DOWN, set()))
        rig.muxes[gone].clear("mux_unplugged")
        for k in range(13):
            assert rig.scan(k) == (OK, {cards[k].uid})


def test_a_mux_with_a_bad_contact_never_joins_two_boxes():
    """It keeps its channel while it is not heard, and is back before the other mux is read."""
    for count in range(1, 9):
        rig = Rig(13)
        rig.antennas[0].put(tag(1))
        rig.antennas[9].put(tag(2))
        rig.scan(0)
        rig.muxes[0].fault("mux_unplugged", count)
        _, found = rig.scan(9)
        assert not found - {tag(2).uid}, count
        assert found or not rig.readers[9].clean, count
        rig.muxes[0].clear("mux_unplugged")
        for _ in range(2):
            rig.scan(0), rig.scan(9)
        assert rig.scan(0) == (OK, {tag(1).uid}) and rig.scan(9) == (OK, {tag(2).uid})


def test_a_failed_scan_does_not_make_its_neighbours_look_empty():
    """Its field may be on still: while it is, no clean scan misses a card."""
    for name, count in (("bad_dcs", 4), ("bad_ack", 2), ("no_ack", 2), ("stuck_busy", 2)):
        rig = Rig(3)
        from cardtable.readers.sweep import Sweep

        rig.antennas[1].beside(rig.antennas[0])
        rig.antennas[1].beside(rig.antennas[2])
        for k in range(3):
            rig.antennas[k].put(tag(k))
        told = []

        def note(reader, code, found, told=told):
            told.append((reader.name, code, found, reader.clean))

        sweep = Sweep(rig.loop, [(reader,) for reader in rig.readers], note)
        rig.run(sweep.once())
        for k in range(6):
            if k < 2:
                rig.chips[2 * k].fault(name, count)
            rig.run(sweep.once())
        assert [one for one in told if one[3] and one[2] != 1] == [], name
        assert [one[1:] for one in told[-3:]] == [(OK, 1, True)] * 3, name


def test_a_uid_cut_short_under_a_good_checksum_is_corrupt():
    rig = _rig()
    chip = rig.chips[0]
    whole = chip._describe
    chip._describe = lambda found: whole(found)[:-3]
    assert rig.scan() == (CORRUPT, set())
    assert not rig.readers[0].clean and not rig.readers[0].too_many
    chip._describe = whole
    assert rig.scan() == (OK, {CARD.uid})


def test_a_command_that_is_not_answered_is_broken_off():
    """UM0701-02 6.2.2.1.e: an ACK from the host, so that the chip is ready for the next command."""
    for name in ("no_ack", "bad_ack", "stuck_busy"):
        rig = _rig()
        chip = rig.chips[0]
        received = []
        receive = chip.receive

        def noted(data, receive=receive, received=received):
            received.append(bytes(data))
            return receive(data)

        chip.receive = noted
        chip.fault(name)
        rig.scan()
        assert b"\x00\x00\xff\x00\xff\x00" in received, name


def test_a_ghost_from_the_neighbour_is_seen_in_one_scan_only():
    rig = _rig(2)
    rig.antennas[0].beside(rig.antennas[1])
    rig.chips[1].fault("ghost_uid")
    assert rig.scan(1) == (OK, {CARD.uid})
    assert rig.scan(1) == (NO_TAG, set())


def test_a_ghost_leaves_the_tag_awake_for_its_own_reader():
    """It halts the tag; but the field that carried the ghost goes off, and with it that state."""
    rig = _rig(2)
    rig.antennas[0].beside(rig.antennas[1])
    rig.chips[1].fault("ghost_uid", FOREVER)
    for _ in range(3):
        assert rig.scan(1) == (OK, {CARD.uid})
        assert rig.scan(0) == (OK, {CARD.uid})


def test_an_empty_field_that_another_drowns_is_not_believed():
    rig = _rig(2)
    rig.antennas[0].beside(rig.antennas[1])
    reader = rig.readers[0]
    rig.scan(0)
    rig.antennas[1].switch_field(True)
    assert rig.run(reader.scan()) == (NO_TAG, 0)
    rig.run(reader.doubt())
    assert not reader.clean
    rig.antennas[1].switch_field(False)
    rig.antennas[0].clear()
    assert rig.run(reader.scan()) == (NO_TAG, 0)
    rig.run(reader.doubt())
    assert reader.clean
    rig.chips[0].fault("no_ack", FOREVER)
    assert rig.run(reader.drowned()) is None  # nobody knows: that is no reason to believe it


def test_a_garbled_uid_differs_from_scan_to_scan():
    rig = _rig()
    rig.chips[0].fault("garbled_uid")
    code, found = rig.scan()
    assert code == OK and len(found) == 1 and found != {CARD.uid}
    assert rig.scan() == (OK, {CARD.uid})


def test_an_aligned_stack_reads_nothing_until_it_is_moved():
    rig = _rig()
    rig.antennas[0].put(tag(2))
    rig.antennas[0].aligned = True
    assert rig.scan() == (NO_TAG, set())
    rig.antennas[0].aligned = False
    assert len(rig.scan()[1]) == 2


def test_a_cloned_uid_reads_as_one_card():
    rig = _rig()
    rig.antennas[0].put(Tag(CARD.uid))
    assert rig.scan() == (OK, {CARD.uid})
    assert rig.readers[0].clean


def test_a_card_of_short_dwell_is_not_seen_and_harms_nothing():
    rig = _rig()
    short = tag(9)
    rig.clock.at(14_000, rig.antennas[0].put, short)
    rig.clock.at(16_000, rig.antennas[0].take, short)
    assert rig.scan() == (OK, {CARD.uid})
    assert rig.readers[0].clean


def test_a_neighbours_field_disturbs_and_the_status_tells():
    rig = _rig(2)
    rig.antennas[0].beside(rig.antennas[1])
    rig.scan(1)
    field_on = b"\xd4\x32\x01\x01"
    assert rig.run(rig.readers[1].chip.exchange(field_on, 0)) == OK
    assert rig.scan(0) == (NO_TAG, set())
    chip = rig.readers[0].chip
    assert rig.run(chip.exchange(b"\xd4\x04", 8)) == OK
    assert chip.answer[1] == 1  # an external field
    rig.scan(1)  # ends with its field off
    assert rig.scan(0) == (OK, {CARD.uid})


def test_three_unclean_scans_in_a_row_are_a_disturbed_reader():
    rig = _rig()
    for k in range(2, 8):
        rig.antennas[0].put(tag(k))
    for state in (READY, READY, DISTURBED):
        rig.scan()
        assert rig.readers[0].state == state
    rig.antennas[0].clear()
    rig.scan()
    assert rig.readers[0].state == READY


def test_a_dead_reader_costs_no_more_than_its_own_time_out():
    for name, most_ms in (("unplugged", 5), ("no_ack", 25), ("stuck_busy", 60)):
        rig = _rig(3)
        rig.chips[0].fault(name, FOREVER)
        rig.scan(0)
        for _ in range(4):
            start = rig.clock.now_us
            rig.scan(0)
            assert rig.clock.now_us - start <= most_ms * 1000, name
        assert rig.scan(1) == (NO_TAG, set())


def test_the_loop_stays_alive_while_a_dead_reader_is_waited_for():
    rig = _rig()
    rig.chips[0].fault("stuck_busy", FOREVER)
    beats = []

    def lamp():
        for _ in range(60):
            beats.append(rig.clock.ticks_ms())
            yield 1

    rig.loop.spawn(lamp(), "lamp")
    rig.scan()
    gaps = [beats[k + 1] - beats[k] for k in range(len(beats) - 1)]
    assert max(gaps) <= 2


def test_every_fault_of_the_catalogue_has_a_test_in_this_file():
    with open(__file__) as file:
        text = file.read()
    for name in FAULTS:
        if name != "stale_bytes":  # HSU only: in test_reader_links.py
            assert name in text, name
