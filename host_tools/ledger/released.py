"""Faces that a board has released after their time: which rounds, and what lay under their seals.

A release is believed seal by seal: its secret makes the salts anew, and a face counts only where
card and salt give the seal that was told when the card was dealt. So a damaged or invented release
shows nothing, and there is nothing here that could show a card before the board has told it.
"""

from __future__ import annotations

from binascii import unhexlify
from collections.abc import Iterable
from dataclasses import dataclass

from cardtable.rules.cards import CardError, parse_card
from cardtable.rules.seals import SECRET, Sealer, restored
from host_tools.ledger.ledger import Entry, Ledger
from host_tools.ledger.lines import believing

_FACE = 3  # characters; a longer token is a seal
_CARD = 2  # characters of a card in a release
Round = tuple[int, int]  # epoch, and the record that opens it


@dataclass(frozen=True)
class Release:
    """One `released` record; without a secret only what was shown may be watched."""

    at: Entry
    sealer: Sealer | None


def releases(ledger: Ledger, table: str) -> dict[Round, Release]:
    """Every round of a table that may be watched by now, by its epoch and first record."""
    found: dict[Round, Release] = {}
    for chain in ledger.chains(table):
        for entry in ledger.entries(chain, ("released",)):
            with believing(entry):
                _, epoch, first, secret, cards = entry.body[:5]
                found[int(epoch), int(first)] = Release(entry, _sealer(secret, cards))
    return found


def _sealer(secret: str, cards: str) -> Sealer | None:
    if not secret:
        return None
    try:
        codes = [parse_card(cards[at : at + _CARD]) for at in range(0, len(cards), _CARD)]
        key = unhexlify(secret)
    except (CardError, ValueError):
        return None
    return restored(key + bytes(codes)) if len(key) == SECRET else None


def faces_of(entries: Iterable[Entry], release: Release | None) -> dict[str, str]:
    """Seal → card of one round: what was turned over at the table, and what was released."""
    faces: dict[str, str] = {}
    for entry in entries:
        with believing(entry):
            if entry.kind == "turn":
                faces[entry.body[2]] = entry.body[3]
            elif entry.kind == "deal" and release is not None and release.sealer is not None:
                token = entry.body[2]
                face = release.sealer.face(token) if len(token) > _FACE else None
                if face is not None:
                    faces[token] = face
    return faces
