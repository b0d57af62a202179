"""Names of entrants: how they are kept, and whether two of them are one player's (17.6, 20.6)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

_LONGEST = 40


def kept(given: str) -> str:
    """A name as it is written down; "" for what is none."""
    name = " ".join(unicodedata.normalize("NFC", given).split())
    return name if len(name) <= _LONGEST and name.isprintable() else ""


def same(one: str, other: str) -> bool:
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    """Without case, and without what looks alike and is written otherwise."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def has_entered(events: Iterable[dict[str, Any]], name: str, besides: int = 0) -> bool:
    """Whether somebody of this name has had a part in it, as an entrant or as a substitute.

    `besides`: the entrant whose own names do not count. A reserve player's do.
    """
    return any(
        event["number"] != besides and same(event["name"], name)
        for event in events
        if event["kind"] in ("entered", "substituted")
    )
