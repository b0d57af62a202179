"""What may change only after notice: limits, closing a table; and by whose agreement sooner."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtable.rules.determinations import DETERMINATIONS, DOCUMENTS, NOTICE, taken_by
from cardtable.rules.round import Refused

_MINUTE_MS = 60_000
CLOSURE = "closure"

# game → (minutes of notice, rule): limits, then closing the table
_LIMITS = {
    "draw": (0, "4.1"),
    "omaha": (0, "4.1"),
    "holdem": (30, "C5.1"),
    "stud": (0, "B5.3"),
    "canberra": (0, "3.1"),
    "canberra-1997": (0, "5.2"),
}
_CLOSING = {
    "draw": (0, "18.2"),
    "omaha": (0, "18.2"),
    "holdem": (30, "C1.3"),
    "stud": (0, "B2.1"),
    "canberra": (0, "15.2"),
    "canberra-1997": (0, "14.2"),
}


@dataclass
class Notices:
    """Announcements at one table; times are the caller's, in milliseconds."""

    game: str
    given_ms: dict[str, int] = field(default_factory=dict)

    def announce(self, what: str, now_ms: int) -> None:
        """The players have been told; a notice that stands is not begun again."""
        if what != CLOSURE:
            self._known(what)
        self.given_ms.setdefault(what, now_ms)

    def why_not(self, what: str, now_ms: int, agreed: bool = False) -> Refused | None:
        """None when `what` may change, or the table close, at this time.

        `agreed`: all players agree. That shortens C5.1's thirty minutes, and stud's minimum wager
        is raised in no other way (B5.3).
        """
        minutes, rule = (_CLOSING if what == CLOSURE else _LIMITS)[self.game]
        rule = f"{DOCUMENTS[self.game]} {rule}"
        if what != CLOSURE:
            if DETERMINATIONS.row(self._known(what))[3] != NOTICE:
                return None
            if self.game == "stud":
                return None if agreed else Refused("all_players_agree", rule)
            if agreed and self.game == "holdem":
                return None
        if what not in self.given_ms:
            return Refused("no_notice", rule)
        if now_ms - self.given_ms[what] < minutes * _MINUTE_MS:
            return Refused("notice_is_running", rule)
        return None

    def done(self, what: str) -> None:
        """It has changed: the notice is used up."""
        self.given_ms.pop(what, None)

    def _known(self, what: str) -> str:
        if what not in taken_by(self.game):
            raise Refused("unknown_determination", f"{DOCUMENTS[self.game]} {what}")
        return what
