"""Readers mapped to boxes: which reader saw the card that was held over a box."""

from __future__ import annotations

import copy
from typing import Any

from host_tools.common.problems import Problem


def is_straight(seen: dict[str, str]) -> bool:
    return all(box == reader for box, reader in seen.items())


def each_once(seen: dict[str, str]) -> None:
    """A Problem when one reader saw the cards of two boxes."""
    twice = {reader for reader in seen.values() if list(seen.values()).count(reader) > 1}
    if twice:
        boxes = [box for box, reader in seen.items() if reader in twice]
        raise Problem(
            f"one reader saw the card at {' and at '.join(boxes)}",
            "Run the same command again, and hold the card over the middle of each box.",
        )


def remapped(board: dict[str, Any], seen: dict[str, str]) -> dict[str, Any]:
    """The board's definition with the readers named by where they lie.

    `seen` has box → the reader (as the definition names it) that saw the card there. Antenna groups
    are about places of the table's readers: their names move along.
    """
    each_once(seen)
    loose = set(seen.values()) - set(seen)
    if loose:
        raise Problem(
            f"a card at a box was seen by {', '.join(sorted(loose))}",
            "Check the cables of these readers, then run the same command again.",
        )
    made = copy.deepcopy(board)
    for box, reader in seen.items():
        made["readers"][box] = board["readers"][reader]
    name = {reader: box for box, reader in seen.items()}
    if "antennas" in made:
        made["antennas"]["groups"] = [
            [name.get(reader, reader) for reader in group] for group in board["antennas"]["groups"]
        ]
    return made
