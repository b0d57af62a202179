"""What is told of a round from a file: its cards are known, for the file names each of them."""

from __future__ import annotations

from typing import Any

from host_tools import wording
from host_tools.wording.narrator import Narrator


class OpenCards(Narrator):
    """Tells where each card lands."""

    def _deal(self, place: int, token: str) -> list[str]:
        if not super()._deal(place, token):
            return []  # the board's cards are told by street
        return [f"  {wording.place(place).capitalize()} gets {wording.card(token)}."]


def told_of(records: list[tuple[Any, ...]]) -> list[str]:
    """Every line that is told of these records."""
    teller = OpenCards()
    numbered = enumerate(records, 1)
    return [line for number, record in numbered for line in teller.tell(record, number)]
