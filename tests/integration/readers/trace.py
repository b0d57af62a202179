"""Runs on both interpreters: scans in scripted trouble, every byte on the bus into one digest."""

import binascii
import hashlib
import sys

for folder in sys.argv[1:]:
    if folder not in sys.path:
        sys.path.insert(0, folder)

from sim.chips.faults import FAULTS  # noqa: E402
from sim.harness.rig import Rig, tag  # noqa: E402

ROUNDS = 120
_READERS = 5


def below(n, seed=[2024]):  # noqa: B006 - one stream for the whole script
    """A number below n, the same ones on every interpreter."""
    seed[0] = (seed[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed[0] >> 8) % n


def main():
    rig = Rig(_READERS)
    digest = hashlib.sha256()
    plain_write, plain_read = rig.bus.write, rig.bus.read

    def write(address, data):
        digest.update(f"{rig.clock.now_us} w {address} ".encode() + data)
        plain_write(address, data)

    def read(address, buffer):
        plain_read(address, buffer)
        digest.update(f"{rig.clock.now_us} r {address} ".encode() + bytes(buffer))

    rig.bus.write, rig.bus.read = write, read
    cards = [tag(k) for k in range(12)]
    faults = sorted(name for name in FAULTS if FAULTS[name][0] == "chip" and name != "stale_bytes")
    for _ in range(ROUNDS):
        box = below(_READERS)
        card = cards[below(len(cards))]
        if card.antenna is None:
            rig.clock.at(below(40_000), place, rig.antennas[box], card)
        else:
            card.antenna.take(card)
        name = faults[below(len(faults))]
        rig.chips[below(_READERS)].fault(name, 1 + below(2))
        for number in range(_READERS):
            code, uids = rig.scan(number)
            digest.update(f"{code} {sorted(uids)}".encode())
        for chip in rig.chips:
            chip.clear("sda_low")
    print("bus", binascii.hexlify(digest.digest()).decode())
    print("transactions", rig.bus.transactions, "us", rig.clock.now_us)
    for reader in rig.readers:
        print(reader.name, reader.state, list(reader.counters))


def place(antenna, card):
    if card.antenna is None:
        antenna.put(card)


main()
