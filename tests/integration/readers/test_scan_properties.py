"""For any cards, moves and faults: a scan never names a card that was not there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardtable.drivers.reader_codes import NO_TAG, OK
from sim.chips.antenna import Antenna
from sim.chips.pn532 import HSU, PN532
from sim.chips.tag import Tag
from sim.chips.uart_link import HSUChip, UARTLink
from sim.harness.clock import VirtualClock
from sim.harness.rig import Rig, tag

# Faults after which a scan may fail but must not lie. (A ghost, a garbled UID and a collision are
# lies of the radio: only a second scan and the deck can tell.)
HONEST = (
    "no_ack", "bad_ack", "stuck_busy", "bad_lcs", "bad_dcs", "flipped_bit", "unplugged",
    "brown_out", "i2c_timeout", "deselect_no_halt",
)  # fmt: skip

_SCAN_US = 80_000
_FIRMWARE_VERSION = bytes.fromhex("0000ff02fed4022a00")

moves = st.lists(st.tuples(st.integers(0, 4), st.integers(0, _SCAN_US)), max_size=6)
faults = st.lists(st.tuples(st.sampled_from(HONEST), st.integers(0, _SCAN_US)), max_size=4)


class Felt:
    """Five cards and one box; notes which of them lay there since note() was called."""

    def __init__(self, lying: set[int]):
        self.rig = Rig()
        self.cards = [tag(k) for k in range(5)]
        for k in lying:
            self.rig.antennas[0].put(self.cards[k])
        self.rig.scan()
        self.note()

    def note(self) -> None:
        self.ever = {card.uid for card in self.cards if card.antenna}

    def move(self, k: int) -> None:
        card = self.cards[k]
        if card.antenna is None:
            self.rig.antennas[0].put(card)
            self.ever.add(card.uid)
        else:
            card.antenna.take(card)

    def lying(self) -> set[bytes]:
        return {card.uid for card in self.cards if card.antenna}


@given(st.sets(st.integers(0, 4)), moves, faults)
def test_only_cards_that_lay_there_are_found_and_a_quiet_felt_is_read_exactly(lying, moved, failed):
    felt = Felt(lying)
    for k, at_us in moved:
        felt.rig.clock.at(at_us, felt.move, k)
    for name, at_us in failed:
        felt.rig.clock.at(at_us, felt.rig.chips[0].fault, name)
    for _ in range(3):
        code, found = felt.rig.scan()
        assert found <= felt.ever, code
    felt.rig.clock.advance_us(_SCAN_US)  # whatever was still to come has come
    for name in HONEST:
        felt.rig.chips[0].clear(name)
    felt.note()
    for _ in range(2):  # one scan may have to set the chip up and to halt by hand
        felt.rig.scan()
    there = felt.lying()
    assert felt.rig.scan() == (OK if there else NO_TAG, there)
    assert felt.rig.readers[0].clean


@given(st.sets(st.binary(min_size=7, max_size=7), min_size=1, max_size=5))
def test_any_up_to_five_uids_are_found_exactly(uids):
    rig = Rig()
    for uid in uids:
        rig.antennas[0].put(Tag(uid))
    assert rig.scan() == (OK, uids)
    assert rig.readers[0].clean


@given(st.lists(st.binary(max_size=40), max_size=4))
def test_any_garbage_on_the_serial_line_is_survived(pieces):
    clock = VirtualClock()
    chip = PN532(clock, Antenna("shoe"), HSU)
    link = UARTLink(clock)
    HSUChip(clock, link, chip)
    link.write(b"\x55\x55" + bytes(14))
    for piece in pieces:
        link.write(piece)
    clock.sleep_ms(200)
    if chip.baud_code != 4:
        return  # the garbage was a good SetSerialBaudRate
    buffer = bytearray(link.waiting())
    link.read_into(buffer)
    link.write(b"\x55\x55" + bytes(14))  # it may have been a good PowerDown
    clock.sleep_ms(10)
    link.write(_FIRMWARE_VERSION)
    clock.sleep_ms(20)
    answer = bytearray(link.waiting())
    link.read_into(answer)
    assert answer.hex() == "0000ff00ff00" + "0000ff06fad50332010607e800"
