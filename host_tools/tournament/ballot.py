"""A ballot that anybody can repeat: who sits where, out of a seed that was fixed beforehand.

NI2004-492 r 17.7, NI2005-66 and NI2006-156 r 20.7 have table and seat allocated by ballot before
each session. When a tournament is opened the director publishes the *end* of a chain of hashes;
each ballot discloses the link before it. So nobody, the director included, can choose a seed after
the entries are known, and whoever has the published link can check each ballot:

1. SHA-256 of the disclosed link is the link that was published before.
2. Each entrant's lot is HMAC-SHA-256 of the entrant's number and name under the disclosed link.
3. Lots in ascending order take the seats, table by table and round again: first seats first.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

MOST_BALLOTS = 256


@dataclass(frozen=True, order=True)
class Seat:
    """A place to play: a table's name and a box."""

    table: str
    box: int

    def __str__(self) -> str:
        return f"{self.table} box {self.box}"


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def link(secret: bytes, ballots_before: int) -> bytes:
    """The link that the next ballot discloses; `link(secret, -1)` is what is published first."""
    if not -1 <= ballots_before < MOST_BALLOTS:
        raise ValueError(f"a chain has {MOST_BALLOTS} ballots")
    value = secret
    for _ in range(MOST_BALLOTS - 1 - ballots_before):
        value = hashlib.sha256(value).digest()
    return value


def follows(disclosed: bytes, published: bytes) -> bool:
    """Whether a disclosed link is the one that was promised."""
    return hashlib.sha256(disclosed).digest() == published


def lot(disclosed: bytes, number: int, name: str) -> bytes:
    return hmac.new(disclosed, f"{number} {name}".encode(), "sha256").digest()


def spread(tables: Mapping[str, Sequence[int]], players: int) -> list[Seat]:
    """The seats that are used, in the order in which they are filled.

    One after the other at each table, so that no table has two players more than another
    (r 17.8, 20.8 leave the number to the director: `tables` has the boxes that are open).
    """
    seats: list[Seat] = []
    most = max((len(boxes) for boxes in tables.values()), default=0)
    for place in range(most):
        for table in sorted(tables):
            if place < len(tables[table]):
                seats.append(Seat(table, tables[table][place]))
    if len(seats) < players:
        raise ValueError(f"{players} players and {len(seats)} seats")
    return seats[:players]


def drawn(
    disclosed: bytes, entrants: Iterable[tuple[int, str]], tables: Mapping[str, Sequence[int]]
) -> dict[int, Seat]:
    """{entrant's number: seat}, the same for everybody who draws it again."""
    lots = sorted((lot(disclosed, number, name), number) for number, name in entrants)
    seats = spread(tables, len(lots))
    return {number: seat for (_, number), seat in zip(lots, seats, strict=True)}
