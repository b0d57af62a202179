"""Whole rounds where of a box's cards only two or three answer: what is told must be the same.

python -m tests.integration.tracker.partial canberra 7 --hands 1000

The oracle is the same round with every card visible. People's hands, cards and pace are the same;
which tags answer is drawn anew whenever a stack moves (sim/chips/overlap.py).
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from cardtable.rules.places import DISCARD
from sim import paths
from sim.chips.overlap import Overlap
from sim.harness import headless
from sim.people.dice import Dice

KIND = 6
TROUBLE = ("fault", "fault_over")
SEATS = {"canberra": 9, "canberra-1997": 9, "draw": 6}  # else ten
GAMES = ("canberra", "canberra-1997", "holdem", "omaha", "draw", "stud", "freeze-out")


def play(game: str, seed: int, answering: int | None, seats: int | None = None) -> list[list[Any]]:
    """The records of a round; of each box so many cards answer, None: all."""
    paths.install()
    taken = seats or SEATS.get(game, 10)

    def overlap(world: Any) -> None:
        for place, antenna in world.full.antennas.items():
            if answering is not None and place != DISCARD:  # a pile in the rack is not read anyway
                antenna.answering = Overlap(Dice(1000 * seed + place), answering)

    with tempfile.TemporaryDirectory(prefix="cardtable-partial-") as folder:
        (Path(folder) / "vault").mkdir()
        _, listener = headless.play(
            f"{folder}/", 1, seed, range(1, taken + 1), full=True, game=game, prepare=overlap
        )
    return [json.loads(line)[KIND:] for line in listener.lines]


def compared(game: str, seed: int, answering: int, seats: int | None = None) -> dict[str, int]:
    """Figures of one round; AssertionError where a card was lost, doubled or put elsewhere."""
    whole = play(game, seed, None, seats)
    part = play(game, seed, answering, seats)
    told = [record for record in part if record[0] not in TROUBLE]
    due = [record for record in whole if record[0] not in TROUBLE]
    where = f"{game}, seed {seed}, {answering} answer"
    assert told == due, f"{where}: told otherwise"
    faults = [record[1] for record in part if record[0] == "fault"]
    assert set(faults) <= {"card_unseen"}, f"{where}: {sorted(set(faults))}"
    return {
        f"{game}: hands": len({r[1] for r in told if r[0] == "deal"}),
        f"{game}: cards": sum(record[0] == "deal" for record in told),
        f"{game}: told as unseen": len(faults),
    }


def rounds(game: str, seed: int, count: int) -> dict[str, int]:
    """`count` rounds, with two and with three answering by turns."""
    found: dict[str, int] = {}
    for n in range(count):
        for name, value in compared(game, seed + n, 2 + n % 2).items():
            found[name] = found.get(name, 0) + value
    return found


def main(words: list[str]) -> None:
    game, seed, hands = words[0], int(words[1]), int(words[3]) if len(words) > 3 else 100
    found: dict[str, int] = {}
    while found.get(f"{game}: hands", 0) < hands:
        for name, value in rounds(game, seed, 1).items():
            found[name] = found.get(name, 0) + value
        seed += 1
    print(found)


if __name__ == "__main__":
    main(sys.argv[1:])
