"""The board's records against the desk's: the same play must be told in the same words.

Compared is a record from its kind on. Seals, salts and hashes are masked: they come from the
board's own chance. Records about the host's coming are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sim.rp2040.recorder import KIND, of_the_play

_CHANCE = re.compile(r"[0-9a-f]{16,64}")
_MASK = "#"
_NUMBER = 2  # of a record, among its fields
_CONTEXT = 3  # records shown around a difference


@dataclass
class Comparison:
    wanted: int
    got: int
    first_difference: int | None = None  # counted from 0 among the records of the play
    context: list[dict[str, Any]] = field(default_factory=list)
    too_many: dict[str, int] = field(default_factory=dict)  # kind → how many more than wanted

    @property
    def identical(self) -> bool:
        return self.first_difference is None


def masked(value: Any) -> Any:
    """The value with everything that comes from chance replaced."""
    if isinstance(value, str):
        return _MASK if _CHANCE.fullmatch(value) else value
    if isinstance(value, list):
        return [masked(one) for one in value]
    return value


def body(record: list[Any]) -> list[Any]:
    told = masked(record[KIND:])
    if told[0] == "taken_back":  # numbers count what the host's coming has told, too
        told[2] -= record[_NUMBER]
    return told


def compare(desk: list[list[Any]], board: list[list[Any]]) -> Comparison:
    wanted = [body(record) for record in of_the_play(desk)]
    got = [body(record) for record in of_the_play(board)]
    # The desk is stopped as soon as the next round is opened, maybe in the middle of its snapshot.
    openings = sum(map(_opens_a_round, wanted))
    wanted, got = _up_to_opening(wanted, openings), _up_to_opening(got, openings)
    found = Comparison(len(wanted), len(got))
    if wanted != got:
        at = next(
            (k for k, (one, other) in enumerate(zip(wanted, got, strict=False)) if one != other),
            min(len(wanted), len(got)),
        )
        found.first_difference = at
        for k in range(max(0, at - _CONTEXT), at + _CONTEXT + 1):
            row = {"record": k, "desk": _nth(wanted, k), "board": _nth(got, k)}
            if row["desk"] is not None or row["board"] is not None:
                found.context.append(row)
        more = Counter(map(_kind, got))
        more.subtract(map(_kind, wanted))
        found.too_many = {kind: count for kind, count in sorted(more.items()) if count}
    return found


def _opens_a_round(record: list[Any]) -> bool:
    return record[0] == "round"


def _up_to_opening(records: list[list[Any]], nth: int) -> list[list[Any]]:
    """The records up to the nth opening of a round; all of them if there are fewer."""
    openings = [k for k, record in enumerate(records) if _opens_a_round(record)]
    return records[: openings[nth - 1] + 1] if 0 < nth <= len(openings) else records


def _nth(records: list[list[Any]], k: int) -> list[Any] | None:
    return records[k] if k < len(records) else None


def _kind(record: list[Any]) -> str:
    return f"fault {record[1]}" if record[0] == "fault" else record[0]
