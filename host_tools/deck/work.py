"""Work with a deck at the shoe's reader, over the link: begun, watched, ended.

The board names cards; their tags never leave it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from host_tools.link.roles import DEALER, SUPERVISOR, TECHNICIAN
from host_tools.link.session import Session
from host_tools.link.talk import NotDone
from host_tools.problems import Problem

_LOOK_S = 0.02


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


def progress(session: Session) -> Progress | None:
    """None when no such work is under way."""
    told: dict[str, Any] = {}
    missing: list[str] = []
    for name, value in session.talk.ask("work"):
        if name == "missing":
            missing += value
        else:
            told[name] = value
    if told.get("work") not in ("enrol", "check", "replace"):
        return None
    what, card = told.get("last", ["", None])
    done, of = told.get("progress", [0, 0])
    return Progress(
        what, card, done, of, told.get("due"), told.get("count", 0), told.get("strangers", 0),
        told.get("others", 0), missing, told.get("twice", []),
    )  # fmt: skip


def changes(session: Session, now: Callable[[], float], patience_s: float) -> Iterator[Progress]:
    """Each new state of the work; ends when nothing has moved for so long."""
    before = None
    end = now() + patience_s
    while now() < end:
        seen = progress(session)
        if seen is None:
            raise Problem("the board has given this work up", "Did it start again? Begin anew.")
        if seen != before:
            before = seen
            end = now() + patience_s
            yield seen
        time.sleep(_LOOK_S)


@contextmanager
def begun(session: Session, role: str, *command: Any) -> Iterator[None]:
    """The board works on a deck meanwhile, and plays nothing."""
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


def enrolling(session: Session, cards: int, joker: bool, other: bool):
    return begun(session, TECHNICIAN, "enrol", cards, int(joker), int(other))


def checking(session: Session, why: str):
    return begun(session, DEALER, "deck_check", why)


def replacing(session: Session, card: str):
    return begun(session, SUPERVISOR, "replace", card)


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
