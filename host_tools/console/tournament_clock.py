"""A tournament's level and clock for a table's own page, asked where its wall screen is served.

Only what everybody in the room may see is asked, without a PIN. Whatever comes back is measured
before a page gets it: the address is somebody else's computer.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.common.untrusted_files import parsed_json

_TIMEOUT_S = 3.0
_MOST_BYTES = 1 << 20
_LONGEST = 120
_DAY_MS = 86_400_000


class TournamentClock:
    """Looks at one tournament; `address` as `cardtable tournament serve` has printed it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Problem(
                f"--tournament {address} is no address",
                "Write the one of its wall screen: https://director.lan:8720",
                BAD_INPUT,
            )
        self.wall = f"{parts.scheme}://{parts.netloc}/api/wall"

    def look(self, table: str) -> dict[str, Any]:
        """What the table's page shows now; `why` where the tournament cannot be asked."""
        try:
            with urllib.request.urlopen(self.wall, timeout=_TIMEOUT_S) as answer:
                told = parsed_json(answer.read(_MOST_BYTES))
            return shown(told, table)
        except (OSError, urllib.error.URLError, ValueError, KeyError, TypeError, AttributeError):
            return {"why": "The tournament does not answer."}


def shown(told: dict[str, Any], table: str) -> dict[str, Any]:
    """The part of a wall's news that concerns one table."""
    clock = told["clock"]
    left = clock["break_left_ms"] if clock["break_left_ms"] is not None else clock["left_ms"]
    rounds = clock["rounds_left"].get(table) if left is None else None
    return {
        "stage": _text(told["stage"]),
        "level": _count(clock["level"]),
        "levels": _count(clock["levels"]),
        "limits": _text(clock["limits"]),
        "next": _text(clock["next"]),
        "left_ms": None if left is None else _count(left),
        "rounds_left": None if rounds is None else _count(rounds),
        "runs": bool(clock["runs"]) or clock["break_left_ms"] is not None,
        "waits": table in told["ahead"],
        "extra": table in told["extra_due"],
    }


def _text(given: object) -> str:
    return str(given)[:_LONGEST]


def _count(given: object) -> int:
    if not isinstance(given, int) or not 0 <= given <= 400 * _DAY_MS:
        raise ValueError("no time that a clock shows")
    return given
