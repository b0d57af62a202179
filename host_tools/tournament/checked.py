"""Ballots drawn again from a journal, with nothing but what was published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from host_tools.tournament import ballot


@dataclass(frozen=True)
class Checked:
    session: int
    disclosed: str
    wrong: str  # "" when it is as it was promised


def checked_ballots(events: Iterable[dict[str, Any]]) -> Iterator[Checked]:
    published, names = b"", {}
    for event in events:
        kind = event["kind"]
        if kind == "opened":
            published = bytes.fromhex(event["published"])
        elif kind in ("entered", "substituted"):
            names[event["number"]] = event["name"]
        elif kind == "ballot":
            disclosed = bytes.fromhex(event["disclosed"])
            yield Checked(event["session"], event["disclosed"], _wrong(event, published, names))
            published = disclosed


def _wrong(event: dict[str, Any], published: bytes, names: dict[int, str]) -> str:
    disclosed = bytes.fromhex(event["disclosed"])
    if not ballot.follows(disclosed, published):
        return "not the link that was promised"
    players = [(number, names.get(number, "")) for number, _, _ in event["seats"]]
    try:
        drawn = ballot.drawn(disclosed, players, event["tables"])
    except ValueError as failure:
        return str(failure)
    if [[n, seat.table, seat.box] for n, seat in sorted(drawn.items())] != event["seats"]:
        return "the seats are not those of the lots"
    return ""
