"""What is told of a round from a file: its cards are known, for the file names each of them."""

from __future__ import annotations

from typing import Any

from host_tools import words
from host_tools.words.teller import Teller


class OpenCards(Teller):
    """Tells where each card lands."""

    def _deal(self, place: int, token: str) -> list[str]:
        if not super()._deal(place, token):
            return []  # the board's cards are told by street
        return [f"  {words.place(place).capitalize()} gets {words.card(token)}."]


def told_of(records: list[tuple[Any, ...]]) -> list[str]:
    """Every line that is told of these records."""
    teller = OpenCards()
    return [line for record in records for line in teller.tell(record)]
