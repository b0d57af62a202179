"""What a board must bear: at a desk that charges, a recorded play is told as at one that does not.

No key is lost, no card, and some of the board's time is left.
"""

from __future__ import annotations

from sim.charging.replay import DONE, Replayed
from sim.rp2040.compare import body
from sim.rp2040.recorder import Recording, is_awaited

BUSY_PERCENT = 85
# A sweep pauses for longer where the board could not keep up (firmware/cardtable/readers/sweep.py),
# so a board that is too slow is not busier but sees its places more seldom. Aimed at are 500 ms.
SEEN_AGAIN_MS = 550


def wrong(replayed: Replayed, recording: Recording) -> list[str]:
    """Everything that is not as it must be, in words."""
    found = []
    if replayed.resets:
        found.append(f"the board was reset: {', '.join(replayed.resets)}")
    if replayed.outcome != DONE:
        due = list(filter(is_awaited, recording.records))
        got = sum(map(is_awaited, replayed.records))
        told = body(due[min(got, len(due) - 1)])
        found.append(f"{replayed.outcome}: {got} records of {len(due)} came, not {told}")
    compared = replayed.comparison(recording)
    if not compared.identical:
        found.append(
            f"told otherwise from record {compared.first_difference} on "
            f"({compared.too_many}): {compared.context}"
        )
    for name, what in (("idle", "idle"), ("play", "in play")):
        if name in replayed.phases:
            busy = replayed.figures(name)["busy_percent"]
            if busy > BUSY_PERCENT:
                found.append(f"{what} it is {busy} % busy, more than {BUSY_PERCENT}")
    if "play" in replayed.phases:
        p95 = replayed.figures("play")["place_ms"]["p95"]
        if p95 is not None and p95 > SEEN_AGAIN_MS:
            found.append(f"places are seen again after {p95} ms (p95), more than {SEEN_AGAIN_MS}")
    if "play" in replayed.phases and replayed.keys()["never_seen"]:
        found.append(f"{replayed.keys()['never_seen']} keys were never looked at while held")
    return found
