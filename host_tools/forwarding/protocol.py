"""What a table's host says to the room, and what it is answered.

    POST /intake/TABLE
    Authorization: Bearer SECRET

The body is lines: first an object, then records, each the bytes that the board made.

    {"protocol":1,"epoch":1,"gaps":[[13,20]],"status":{…}}
    [1,1,57,"t",1794830400000,"9e60…","bet",3,1000]

`gaps` are records that no host has any more; `status` may be left out. The answer comes after the
records are durable in the room, and says how far it has got:

    {"ok":true,"last":57,"gaps":[]}

It may have `wanted` beside that: what the room wants done about the board's software
(room/rollouts.py); the release is at GET /intake/TABLE/software/NAME. What came of it is `update`
in the status.

And `lease` for a table whose jackpot is linked (room/jackpot/leases.py): what the room has signed
for its board. What the board said to it, and who it is, is `jackpot` in the status.

Anything else has `ok` false and `what` in words: 401 the key is not (or no longer) known, 409 the
records do not continue those of the room, 503 the room's database is away. Sent again, a record
changes nothing: the same request is always safe.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from host_tools.common.untrusted_files import parsed_json

PROTOCOL = 1
HEART_S = 2.0  # a table that has nothing to say says so this often
QUIET_S = 8.0  # one that has not been heard for so long is missed
MOST_RECORDS = 256
MOST_BYTES = 1 << 20
MOST_STATUS = 16 * 1024
_TABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class NotUnderstood(ValueError):
    """A request that is none of ours; says why."""


@dataclass
class Report:
    """One request."""

    epoch: int = 0  # 0: only the status
    lines: list[bytes] = field(default_factory=list)
    gaps: list[list[int]] = field(default_factory=list)
    status: dict[str, Any] | None = None

    def body(self) -> bytes:
        head: dict[str, Any] = {"protocol": PROTOCOL, "epoch": self.epoch, "gaps": self.gaps}
        if self.status is not None:
            head["status"] = self.status
        first = json.dumps(head, separators=(",", ":")).encode()
        return b"\n".join([first, *self.lines])


def is_table_name(text: str) -> bool:
    """What can be a table's name in an address; boards are named so by `cardtable config`."""
    return _TABLE.fullmatch(text) is not None


def read_report(body: bytes) -> Report:
    """The report in a request's body."""
    first, *lines = body.split(b"\n")
    try:
        head = parsed_json(first)
    except ValueError:
        raise NotUnderstood("the first line is no object") from None
    if not isinstance(head, dict) or head.get("protocol") != PROTOCOL:
        raise NotUnderstood(f"this room speaks protocol {PROTOCOL}")
    epoch, gaps, status = head.get("epoch"), head.get("gaps", []), head.get("status")
    if not _is_count(epoch) or (lines and not epoch):
        raise NotUnderstood("the epoch is no number")
    if not isinstance(gaps, list) or not all(_is_range(one) for one in gaps):
        raise NotUnderstood("the gaps are no ranges")
    if status is not None and (not isinstance(status, dict) or len(first) > MOST_STATUS):
        raise NotUnderstood("the status is no object, or too long")
    if len(lines) > 4 * MOST_RECORDS:
        raise NotUnderstood("too many records at once")
    return Report(int(epoch or 0), lines, gaps, status)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31


def _is_range(value: Any) -> bool:
    fits = isinstance(value, list) and len(value) == 2
    return fits and all(isinstance(one, int) and 0 < one < 1 << 62 for one in value)
