"""Inventory of a field: exactly the cards that lie there, on both interpreters."""

from cardtable.drivers.reader_codes import NO_TAG, OK, READY, REPEATS
from sim.chips.faults import FOREVER
from sim.chips.tag import NTAG213, NTAG215, ULTRALIGHT_EV1, Tag
from sim.harness.rig import Rig, tag


def _random(seed):
    """Numbers below n, always the same ones."""

    def below(n):
        nonlocal seed
        seed = (seed * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (seed >> 33) % n

    return below


def test_an_empty_field_is_no_tag_and_clean():
    rig = Rig()
    assert rig.scan() == (NO_TAG, set())
    assert rig.readers[0].clean
    assert rig.readers[0].state == READY


def test_any_subset_of_five_tags_is_found_exactly():
    rig = Rig()
    tags = [tag(k) for k in range(5)]
    for subset in range(32):
        rig.antennas[0].clear()
        lying = [tags[k] for k in range(5) if subset >> k & 1]
        for t in lying:
            rig.antennas[0].put(t)
        code, found = rig.scan()
        assert found == {t.uid for t in lying}
        assert code == (OK if lying else NO_TAG)
        assert rig.readers[0].clean and not rig.readers[0].too_many


def test_any_uids_of_any_kind_are_told_apart():
    rig = Rig()
    below = _random(7)
    for _ in range(40):
        rig.antennas[0].clear()
        wanted = set()
        first = bytes([below(256) for _ in range(7)])
        for k in range(1 + below(5)):
            if below(2):  # differing in one bit only: the longest anticollision
                bit = below(56)
                uid = bytearray(first)
                uid[bit >> 3] ^= 1 << (bit & 7)
                uid = bytes(uid)
            else:
                uid = bytes([below(256) for _ in range((4, 7, 7, 10)[below(4)])])
            if uid not in wanted:
                wanted.add(uid)
                rig.antennas[0].put(Tag(uid, (NTAG213, NTAG215, ULTRALIGHT_EV1)[k % 3]))
        assert rig.scan() == (OK, wanted)
        assert rig.readers[0].clean


def test_the_same_cards_are_found_again_in_every_scan():
    rig = Rig()
    for k in range(3):
        rig.antennas[0].put(tag(k))
    first = rig.scan()
    assert len(first[1]) == 3
    for _ in range(5):
        assert rig.scan() == first


def test_a_sixth_card_is_reported_as_too_many_and_not_clean():
    rig = Rig()
    for k in range(6):
        rig.antennas[0].put(tag(k))
    code, found = rig.scan()
    assert code == OK and len(found) == 5
    assert rig.readers[0].too_many and not rig.readers[0].clean


def test_a_chip_that_does_not_halt_is_helped_by_hand_and_remembered():
    rig = Rig()
    rig.chips[0].fault("deselect_no_halt", FOREVER)
    for k in range(4):
        rig.antennas[0].put(tag(k))
    rig.scan()
    assert not rig.readers[0].clean
    assert rig.readers[0].counters[REPEATS] == 1
    code, found = rig.scan()  # from now on HLTA is sent by hand
    assert (code, len(found)) == (OK, 4)
    assert rig.readers[0].clean
    assert rig.readers[0].counters[REPEATS] == 1


def test_a_card_lifted_in_the_middle_of_a_scan_breaks_nothing():
    for lift_us in range(0, 40_000, 1_700):
        rig = Rig()
        rig.scan()
        cards = [tag(k) for k in range(3)]
        for card in cards:
            rig.antennas[0].put(card)
        rig.clock.at(lift_us, rig.antennas[0].take, cards[1])
        code, found = rig.scan()
        assert code == OK
        assert {cards[0].uid, cards[2].uid} <= found <= {card.uid for card in cards}
        assert rig.scan() == (OK, {cards[0].uid, cards[2].uid})


def test_it_works_across_the_wrap_of_the_ticks():
    for before_ms in range(0, 60, 7):
        rig = Rig(start_us=((1 << 30) - before_ms) * 1000)
        rig.antennas[0].put(tag(1))
        assert rig.scan() == (OK, {tag(1).uid})


def test_thirteen_readers_behind_two_muxes_keep_their_cards_apart():
    rig = Rig(13)
    for box in range(13):
        for k in range(2):
            rig.antennas[box].put(tag(box * 2 + k))
    for box in (12, 0, 7, 8, 3, 12, 1):
        assert rig.scan(box) == (OK, {tag(box * 2).uid, tag(box * 2 + 1).uid})
        assert rig.readers[box].clean
