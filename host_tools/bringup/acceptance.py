"""Whether a box may be played on: so many of 100 hands are read whole within a second.

Stacked and aligned tags are read badly, and no wiring changes that; a box that shows five fanned
cards in less than 95 of 100 hands is weaker than the felt's readers have to be. With a true rate of
99 % a box passes in 99.7 % of the tries, with 85 % in two of a thousand (binomial distribution).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from host_tools.bringup.bench import Bench
from host_tools.bringup.walk import Laid, Person

HANDS = 100
NEEDED = 95  # of 100
LIMIT_MS = 1_000
CARDS = 5
_REST_MS = 100


@dataclass(frozen=True)
class Accepted:
    """One box: hands that were laid, those read whole in time, and how long these took."""

    box: str
    hands: int
    whole: int
    median_ms: int | None
    longest_ms: int | None

    @property
    def passed(self) -> bool:
        return self.whole >= needed(self.hands)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"needed": needed(self.hands), "passed": self.passed}

    def line(self) -> str:
        verdict = "accepted" if self.passed else f"not accepted, {needed(self.hands)} are needed"
        times = "" if self.median_ms is None else f", median {self.median_ms} ms"
        return f"{self.box}: {self.whole} of {self.hands} hands whole within 1 s{times}: {verdict}"


def needed(hands: int) -> int:
    return math.ceil(hands * NEEDED / 100)


def accept(
    bench: Bench, box: str, person: Person, say: Callable[[str], None], hands: int = HANDS
) -> Accepted:
    """Lay five fanned cards `hands` times, as a dealer does."""
    times: list[int] = []
    for n in range(1, hands + 1):
        say(f"{box}, hand {n} of {hands}: five cards as they are dealt, fanned")
        person.lay(Laid(CARDS, 0, 0), box)
        bench.ask("rest", _REST_MS)
        took = bench.ask("whole", box, CARDS, LIMIT_MS)
        if took is not None and took <= LIMIT_MS:
            times.append(took)
    person.clear()
    bench.ask("rest", _REST_MS)
    times.sort()
    middle = times[len(times) // 2] if times else None
    return Accepted(box, hands, len(times), middle, times[-1] if times else None)
