"""Runs on both interpreters: two rounds on a full table in scripted trouble, into one digest."""

import binascii
import hashlib
import sys

for folder in sys.argv[1:]:
    if folder not in sys.path:
        sys.path.insert(0, folder)

from sim import paths  # noqa: E402

paths.install()

from sim.harness.tracked import Tracked, new_round  # noqa: E402
from sim.people.dice import Dice  # noqa: E402

_SEATS = (1, 2, 5)
_FAULTS = ("no_ack", "garbled_uid", "brown_out", "bad_dcs", "ghost_uid", "stuck_busy", "collision")


def main():
    dice = Dice(11)
    table = Tracked(dice)
    digest = hashlib.sha256()
    plain = table.fusion.look

    def look(place, uids, count, clean):
        seen = sorted([table.deck.find(table.boxes.readers[place].uid(k)) for k in range(count)])
        digest.update(f"{table.clock.now_us} {place} {seen} {clean}\n".encode())
        plain(place, uids, count, clean)

    table.fusion.look = look
    for number in (1, 2):
        table.felt.shuffle(dice)
        table.run_for(1500)
        table.keeper.open(*new_round("canberra", _SEATS, number, None, {}))
        for seat in _SEATS:
            table.people("ante", seat, 500)
        for _ in range(5):
            for place in _SEATS + (0,):
                short = number == 2 and dice.chance(8)
                table.felt.draw(place, dwell_ms=2 if short else None)
                chip = table.hardware.chips[place]
                if dice.chance(30):
                    chip.fault(_FAULTS[dice.below(len(_FAULTS))], 1 + dice.below(3))
                table.run_for(180 + dice.below(200))
        table.run_for(3500)
        table.felt.lift(1)
        table.run_for(1200)
        table.felt.lay(1)
        table.felt.collect(2)
        table.run_for(3000)
        for place in _SEATS + (0,):
            table.felt.collect(place)
        table.run_for(2500)
    for record in table.keeper.records:
        print(record)
    for told in table.told:
        print(told)
    for place in sorted(table.boxes.readings):
        print(place, table.boxes.readings[place].report())
    print(bytes(table.fusion.lies), list(table.fusion.readings.misses))
    print("scans", binascii.hexlify(digest.digest()).decode(), table.clock.now_us)


main()
