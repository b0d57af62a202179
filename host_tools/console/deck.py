"""Work with a deck as every page is told it: how it stands, what it is for, how it ended.

The board answers how the work stands and forgets it at its end. Which card is replaced, who has
looked at the new one and what came of it all is kept here, from commands and records.
"""

from __future__ import annotations

from typing import Any

from cardtable.rules.cards import parse_card
from host_tools.console.page_types import Deck, Over

# command → work
KINDS = {
    "enrol": "enrol",
    "deck_check": "check",
    "replace": "replace",
    "replace_other": "replace",
}
_ENDS = {"deck_end": "ended", "enrol_keep": "kept"}


class DeckDesk:
    """Fed with records, answers and commands in the order in which they come."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Another table."""
        self.enrolled: dict[str, list[str]] | None = None  # None: to be asked
        self.checked: dict[str, Any] | None = None  # the last check that was recorded
        self._ordered: list[Any] | None = None  # the command that began the work, if it is known
        self._kind: str | None = None  # the work that was under way when the board was asked last
        self._over: str | None = None  # the work that is not under way any more
        self._how: str | None = None  # it was ended
        self._read = False  # a replacement: the new card was read twice
        self._looked: list[str] = []  # … and who has looked at it

    @property
    def is_going(self) -> bool:
        return self._kind is not None

    def recorded(self, record: tuple) -> None:
        kind, *fields = record
        if kind == "deck":
            why, count, missing, twice, wrong = fields
            self.checked = {"why": why, "count": count, "missing": list(missing)}
            self.checked |= {"twice": list(twice), "wrong": wrong}
            self._how = "ended"
        elif kind == "command" and fields[1] in KINDS:
            self._begin()
        elif kind == "command" and fields[1] in _ENDS:
            self._how = _ENDS[fields[1]]
            if fields[1] == "enrol_keep":
                self.enrolled = None

    def obeyed(self, command: list[Any], answer: Any) -> None:
        """The board has taken a command from this console."""
        if command[0] in KINDS:
            self._begin()
            self._ordered = list(command)
        elif command[0] == "replace_keep" and answer == "in_play":
            self._how = "in_play"
        elif command[0] == "replace_keep" and self._read:
            # One more has to look. Of a card that was shown later nobody else has.
            self._looked = [command[1]]

    def _begin(self) -> None:
        self._over = self._how = None
        self._read = False
        self._looked = []

    def told(self, work: dict[str, Any]) -> dict[str, Any]:
        """What pages are told of the board's answer.

        Of a check only outcomes and counts: card by card, names would tell the order of a deck.
        """
        kind = work.get("work")
        kind = kind if kind in KINDS.values() else None
        if self._kind is not None and kind != self._kind:
            self._over = self._kind
        if kind is not None and self._kind is None:
            self._over = None
        self._kind = kind
        what, _ = work.get("last", ["", None])
        if kind == "replace" and what == "once":  # another new card
            self._read, self._looked = False, []
        elif kind == "replace" and what in ("taken", "lingers"):
            self._read = True
        if kind != "check":
            return work
        seen = {name: value for name, value in work.items() if name != "missing"}
        return seen | {"last": [what, None], "twice": len(work.get("twice", []))}

    def listed(self, parts: list[list]) -> None:
        """The board's answer to which cards are enrolled."""
        found: dict[str, list[str]] = {"deck": [], "other": []}
        for name, cards in parts:
            found.setdefault(name, []).extend(cards)
        self.enrolled = {name: sorted(cards, key=parse_card) for name, cards in found.items()}

    def snapshot(self) -> Deck:
        ordered = self._ordered
        work = self._kind or self._over
        if ordered is not None and KINDS[ordered[0]] != work:
            ordered = None
        over: Over | None = None
        if self._over:
            over = {"work": self._over, "how": self._how or "given_up"}
        return {
            "enrolled": self.enrolled,
            "checked": self.checked,
            "ordered": ordered,
            "over": over,
            "read": self._read,
            "looked": self._looked,
        }
