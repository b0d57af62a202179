"""Several rounds in one file: seats, stacks, meter and positions go from one to the next.

A round that is not over leaves nothing to the next one: what follows is not played, and said so.
"""

from __future__ import annotations

from typing import Any

from host_tools.scenarios.expect import differences
from host_tools.scenarios.player import Played, table_of
from host_tools.scenarios.reader import RoundFile

_OVER = ("won", "settled", "misdeal", "void")


def play_rounds(file: RoundFile) -> Played:
    """All rounds of a file; the problems name theirs, the results are the last one's."""
    whole = Played({}, [], [])
    told: list[dict[str, Any]] = []
    before = None
    for number, one in enumerate(file.rounds, 1):
        table = table_of(one, before, number)
        played = table.play()
        found = played.problems or differences(one.expect, played.results)
        whole.problems += [f"round {number}: {problem}" for problem in found]
        whole.records += played.records
        whole.results = played.results
        told.append(played.results)
        left = len(file.rounds) - number
        if left and played.results["outcome"] not in _OVER:
            if not found:
                whole.problems.append(f"round {number}: is not over, and {left} more would follow")
            break
        before = table
    whole.results = whole.results | {"rounds": told}
    return whole
