"""An entry taken back in a round from a file, as a board does it (cardtable.engine.taking_back)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardtable.rules.round import NOT_KEYED, Refused, closes
from cardtable.rules.taken_back import why_not

Record = tuple[Any, ...]


class Entries:
    """Where what people keyed begins among the records; the last may still be the dealer's."""

    def __init__(self, starts: list[int] | None = None, latest: int | None = None) -> None:
        self.starts = starts or []
        self.latest = latest

    def copy(self) -> Entries:
        return Entries(list(self.starts), self.latest)

    def note(self, given: tuple[Any, ...], start: int, made: list[Record]) -> None:
        if given[0] not in NOT_KEYED and made:
            self.starts.append(start)
            self.latest = start
        elif made and closes(given, made):
            self.latest = None

    def take_back(
        self,
        played: Any,
        records: list[Record],
        given: tuple[Any, ...],
        anew: Callable[[list[Record]], Any],
    ) -> Any:
        """The round without the entries; `records` has what was taken back, and that it was."""
        _, who, count = given
        if played.outcome is not None or not self.starts:
            raise Refused("nothing_to_take_back", "")
        if count > len(self.starts):
            raise Refused("no_such_entry", "")
        start = self.starts[-count]
        if who == "dealer" and start != self.latest:
            raise Refused("too_late_to_take_back", "")
        span = records[start:]
        for at, record in enumerate(span):
            reason = why_not(played, record, at == 0)
            if reason is not None:
                raise reason
        made = anew(standing(records[:start]))
        again: list[Record] = [("taken_back", who, start + 1)]
        for record in span:
            if record[0] == "deal":
                try:
                    again += made.take(("card", record[1], played.sealer.face(record[2])))
                except Refused as refusal:
                    raise Refused("cards_stand_against_it", refusal.rule) from None
        records += again
        del self.starts[-count:]
        self.latest = None
        return made


def standing(records: list[Record]) -> list[Record]:
    """The records that count, from the first on."""
    taken = [(r[2], at) for at, r in enumerate(records, 1) if r[0] == "taken_back"]
    return [
        record
        for at, record in enumerate(records, 1)
        if record[0] != "taken_back" and not any(first <= at < end for first, end in taken)
    ]
