"""Work with a deck at the shoe's reader, over the link: begun, watched, ended.

The board names cards; their tags never leave it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from cardtable.diag.states import NOT_FITTED
from host_tools.common.problems import Problem
from host_tools.link.connection import NotDone
from host_tools.link.roles import DEALER, SUPERVISOR, TECHNICIAN
from host_tools.link.session import Session
from host_tools.wording.tags import NO_TAG, NO_TAG_NEXT

_LOOK_S = 0.02
_FAULTS_S = 1.0  # between two looks at the shoe's reader
_SILENT_S = 120.0  # somebody who mends a plug is given so long
_TWO_CARDS_S = 3.0  # one card is believed sooner
_ALL_CAME_S = 3.0  # what does not belong lies behind the last card: wait for it so long
_NO_TAG_S = 20.0  # the first card of an enrolment is held there sooner
SILENT = "the shoe's reader does not answer"


@dataclass(frozen=True)
class Progress:
    """Where the work stands, as the board says."""

    what: str = ""  # of the last card: taken, once, duplicate, counted, foreign_card …
    card: str | None = None
    done: int = 0
    of: int = 0
    due: str | None = None  # the card to be shown next
    count: int = 0
    strangers: int = 0
    others: int = 0
    missing: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    kind: str = ""  # enrol, check or replace
    deck: str = "deck"  # or other: the second one

    @property
    def all_came(self) -> bool:
        """Every card of a checked deck has passed; more may follow."""
        return self.kind == "check" and self.of > 0 and self.done == self.of


def progress(session: Session) -> Progress | None:
    """None when no such work is under way."""
    told: dict[str, Any] = {}
    missing: list[str] = []
    for name, value in session.talk.ask("work"):
        if name == "missing":
            missing += value
        else:
            told[name] = value
    kind = told.get("work")
    if kind not in ("enrol", "check", "replace"):
        return None
    what, card = told.get("last", ["", None])
    done, of = told.get("progress", [0, 0])
    return Progress(
        what, card, done, of, told.get("due"), told.get("count", 0), told.get("strangers", 0),
        told.get("others", 0), missing, told.get("twice", []), kind, told.get("deck", "deck"),
    )  # fmt: skip


class _Shoe:
    """Looks now and then whether the shoe's reader answers, and says so when that changes."""

    def __init__(self, session: Session, now: Callable[[], float], tell: Callable[[str], None]):
        self._session, self._now, self._tell = session, now, tell
        self._next = now()
        self.silent_since: float | None = None

    def look(self) -> bool:
        """True while it is silent."""
        if self._now() >= self._next:
            self._next = self._now() + _FAULTS_S
            silent = shoe_is_silent(self._session)
            if silent and self.silent_since is None:
                self.silent_since = self._now()
                self._tell(f"{SILENT}: check its plug; work goes on when it is back.")
            elif not silent and self.silent_since is not None:
                self.silent_since = None
                self._tell("The shoe's reader is back: go on.")
        if self.silent_since is not None and self._now() - self.silent_since > _SILENT_S:
            raise Problem(SILENT, "Check its plug; cardtable doctor says more.")
        return self.silent_since is not None


def place_of_cards(session: Session) -> str:
    """Over which reader a card is held: the shoe's, or the dealer's where the shoe has none."""
    told = {row[0]: row for row in session.talk.ask("readers") if isinstance(row, list) and row}
    shoe = told.get("shoe", [])
    return "the dealer's box" if len(shoe) > 2 and shoe[2] == NOT_FITTED else "the shoe"


def shoe_is_silent(session: Session) -> bool:
    faults = session.talk.ask("faults")
    return any([code, "shoe"] in faults for code in ("reader_silent", "reader_wrong_chip"))


def changes(
    session: Session, now: Callable[[], float], patience_s: float, tell: Callable[[str], None]
) -> Iterator[Progress]:
    """Each new state of the work; ends when nothing has moved for so long.

    Sooner once every card of a check has come. `tell` is given what people should know meanwhile:
    that the shoe's reader is silent, or that two cards lie there.
    """
    before = None
    shoe = _Shoe(session, now, tell)
    since = now()
    wait_s = patience_s
    two_told = none_told = False
    while now() < since + wait_s:
        seen = progress(session)
        if seen is None:
            raise Problem("the board has given this work up", "Did it start again? Begin anew.")
        if shoe.look():
            since = now()
        if seen != before:
            before = seen
            yield seen
            since = now()
            two_told = False
            wait_s = min(_ALL_CAME_S, patience_s) if seen.all_came else patience_s
        elif seen.what == "once" and not two_told and now() > since + _TWO_CARDS_S:
            two_told = True
            tell("Two cards there? Hold a single one over the shoe.")
        elif nothing_yet(seen) and not none_told and now() > since + _NO_TAG_S:
            none_told = True  # such a deck looks like no deck at all
            tell(f"{NO_TAG[0].upper()}{NO_TAG[1:]} {NO_TAG_NEXT}")
        time.sleep(_LOOK_S)


def nothing_yet(seen: Progress) -> bool:
    """An enrolment to which no tag has answered."""
    return seen.kind == "enrol" and seen.done == 0 and not seen.what


@dataclass(frozen=True)
class UnderWay:
    """What somebody else has begun at this board."""

    words: str
    enrolment: tuple[int, str] | None = None  # cards, deck


def under_way(session: Session) -> UnderWay | None:
    told = session.asked("work")
    kind = told.get("work")
    if kind is None:
        return None
    done, of = told.get("progress", [0, 0])
    deck = {"deck": "", "other": "second "}[told.get("deck", "deck")]
    if kind == "enrol":
        said = f"the enrolment of a {deck}deck, {done} of {of} cards"
        return UnderWay(said, (of, told.get("deck", "deck")))
    if kind == "check":
        return UnderWay(f"the check of a {deck}deck, {done} of {of} cards")
    if kind == "replace":
        return UnderWay(f"the replacement of a card of the {deck}deck")
    return UnderWay(f"a trial of the devices ({told.get('what')})")


@contextmanager
def begun(session: Session, role: str, *command: Any, go_on: bool = False) -> Iterator[None]:
    """The board works on a deck meanwhile, and plays nothing; `go_on` with what is under way."""
    if not go_on:
        session.order(role, *command)
    try:
        yield
    finally:
        # Kept work has ended already; then the board is starting again.
        try:
            if progress(session) is not None:
                session.order(role, "deck_end")
        except Problem:
            pass


def enrolling(session: Session, cards: int, joker: bool, other: bool, go_on: bool = False):
    return begun(session, TECHNICIAN, "enrol", cards, int(joker), int(other), go_on=go_on)


def checking(session: Session, why: str):
    return begun(session, DEALER, "deck_check", why)


def replacing(session: Session, card: str, other: bool):
    return begun(session, SUPERVISOR, "replace_other" if other else "replace", card)


def keep(session: Session) -> None:
    """The enrolled deck is in force from now on; the board starts again with it."""
    session.order(TECHNICIAN, "enrol_keep")
    session.again()


def undo(session: Session) -> str | None:
    """The card that is due again."""
    return session.order(TECHNICIAN, "enrol_undo")


def accept(session: Session) -> bool:
    """Dealer and supervisor have looked at the new card (NI2005-66 r 2.5)."""
    try:
        session.order(SUPERVISOR, "replace_keep", "dealer")
        return session.order(SUPERVISOR, "replace_keep", "supervisor") == "in_play"
    except NotDone as refused:
        raise Problem(
            f"the card was not replaced: {refused}", "The old one still counts; begin again."
        ) from refused
