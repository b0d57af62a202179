"""Whether a page was told anything about a card before the table showed it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools.ledger.ledger import Ledger

_SEAL = re.compile(r"\b[0-9a-f]{32}\b")
_SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_WORD = re.compile(r"\b(10|[2-9JQKA])([♠♥♦♣])")


def opened(ledger: Path) -> list[tuple[int, str]]:
    """(record, face) of every card that the table has shown, in order."""
    found = []
    with Ledger(ledger) as kept:
        for entry in kept.entries(kept.chains()[-1]):
            kind, *fields = entry.body
            if kind == "deal" and len(fields[1]) <= 3:
                found.append((entry.number, fields[1]))
            elif kind in ("turn", "opened"):
                found.append((entry.number, fields[2]))
            elif kind == "replace":
                found.append((entry.number, fields[1]))
    return found


def leaks(payloads: list[str], shown: list[tuple[int, str]]) -> list[str]:
    """What a page was told too early, or should never be told at all."""
    found = []
    for payload in payloads:
        told = json.loads(payload)
        found += [f"a seal: {seal}" for seal in _SEAL.findall(payload)]
        for at, face in _faces(told):
            if not any(number <= at and face == card for number, card in shown):
                found.append(f"{face} at record {at}")
    return found


def _faces(told: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """(as of which record, face) of every card in a payload, as data and in words."""
    if "record" in told:
        for face in re.findall(r'"face": ?"([^"]+)"', json.dumps(told)):
            yield told["record"], face
    for line in told.get("lines", [told] if "text" in told else []):
        for rank, suit in _WORD.findall(line["text"]):
            yield line["n"], rank.replace("10", "T") + _SUITS[suit]
