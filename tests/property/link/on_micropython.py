"""Runs inside MicroPython: on_micropython.py FOLDER GAME SEED COUNT, on a stack like a board's."""

import _thread
import json
import sys
import time

from sim.people.dice import Dice
from tests.property.link.fuzzed import Fuzzed, clean, made_up

# The port is 64-bit and keeps 8 kB of a thread's stack to itself (tests/unit/firmware/
# test_link_bounds.py); frames of the emulated hardware are on it as well as the firmware's.
_STACK = 40 * 1024
_done = []


def _fuzz(root, game, seed, count):
    clean(root)
    table = Fuzzed(root, game)
    dice = Dice(seed)
    codes = {}
    for _ in range(count):
        for told in table.take(*made_up(dice)):
            if told[0] == "reply":
                codes[told[2]] = codes.get(told[2], 0) + 1
    return {"alive": table.alive(), "sent": table.sent, "codes": len(codes)}


def _run():
    try:
        _done.append(_fuzz(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    except BaseException as failure:
        sys.print_exception(failure)  # type: ignore[attr-defined]
        _done.append(None)


_thread.stack_size(_STACK)
_thread.start_new_thread(_run, ())
while not _done:
    time.sleep(0.01)
if _done[0] is None:
    sys.exit(1)
print(json.dumps(_done[0]))
