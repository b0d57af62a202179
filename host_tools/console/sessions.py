"""Who is at a page: roles by PIN, kept on the server, forgotten after a while.

A PIN becomes a role's key (link/roles.py); the board itself says whether it is the right one. What
a browser holds is a random name of its session and nothing else.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from host_tools.link.roles import DEALER, SUPERVISOR, TECHNICIAN, Signer

COOKIE = "cardtable_session"
# Without a command for so long, a role is left. A dealer works through a shift.
IDLE_S = {DEALER: 4 * 3600, TECHNICIAN: 1800, SUPERVISOR: 600}
# However busy somebody is, the PIN is asked for again after so long.
LONGEST_S = {DEALER: 12 * 3600, TECHNICIAN: 4 * 3600, SUPERVISOR: 4 * 3600}
_MOST = 200  # sessions; the oldest goes first
_FREE_TRIES = 2
_SLOWEST_S = 60.0  # as at the board: nobody honest is kept out for longer


@dataclass
class Session:
    """One browser: the roles it has, and when each was last used."""

    signers: dict[str, Signer] = field(default_factory=dict)
    since: dict[str, float] = field(default_factory=dict)
    used: dict[str, float] = field(default_factory=dict)


class Sessions:
    """`now` is a clock in seconds, given in tests."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._sessions: dict[str, Session] = {}

    def add(self, name: str | None, signer: Signer) -> str:
        """Give a role to a session, under a new name: one that was known before is worthless."""
        session = self._sessions.pop(name, None) if name else None
        session = session or Session()
        session.signers[signer.role] = signer
        session.since[signer.role] = session.used[signer.role] = self._now()
        while len(self._sessions) >= _MOST:
            self._sessions.pop(next(iter(self._sessions)))
        fresh = secrets.token_urlsafe(24)
        self._sessions[fresh] = session
        return fresh

    def leave(self, name: str | None, role: str | None = None) -> None:
        """Forget a role, or all of them."""
        session = self._sessions.get(name or "")
        if session is None:
            return
        if role is not None:
            session.signers.pop(role, None)
        if role is None or not session.signers:
            del self._sessions[name or ""]

    def roles(self, name: str | None) -> dict[str, int]:
        """Role → seconds until it is left."""
        session = self._alive(name)
        if session is None:
            return {}
        return {role: int(self._left_s(session, role)) for role in session.signers}

    def signer(self, name: str | None, *roles: str) -> Signer | None:
        """The first of these roles that the session has; using it keeps it."""
        session = self._alive(name)
        if session is None:
            return None
        for role in roles:
            if role in session.signers:
                session.used[role] = self._now()
                return session.signers[role]
        return None

    def person(self, name: str | None, role: str) -> str:
        """Who acts in this role here: what records are told as "who", never what a page says."""
        session = self._alive(name)
        return session.signers[role].who if session and role in session.signers else role

    def people(self, name: str | None) -> dict[str, str]:
        """Role → who acts in it."""
        session = self._alive(name)
        return {role: one.who for role, one in session.signers.items()} if session else {}

    def whose(self, name: str) -> str:
        """Everybody who is at this page, for the log; nobody is "-"."""
        session = self._alive(name)
        return ", ".join(one.name for one in session.signers.values()) if session else "-"

    def at_work(self, signing_name: str) -> Signer | None:
        """Somebody who has signed in by this name and is still here."""
        for name in self._sessions:
            session = self._alive(name)
            for one in session.signers.values() if session else ():
                if one.name == signing_name:
                    return one
        return None

    def forget(self, signing_name: str) -> None:
        """Somebody's PIN was changed or taken away: wherever they are, they enter it again."""
        for session in self._sessions.values():
            for role, one in list(session.signers.items()):
                if one.name == signing_name:
                    del session.signers[role]

    def _left_s(self, session: Session, role: str) -> float:
        now = self._now()
        return min(
            session.used[role] + IDLE_S[role] - now, session.since[role] + LONGEST_S[role] - now
        )

    def _alive(self, name: str | None) -> Session | None:
        session = self._sessions.get(name or "")
        if session is None:
            return None
        for role in list(session.signers):
            if self._left_s(session, role) <= 0:
                del session.signers[role]
        return session


class LoginThrottle:
    """Wrong PINs make the next try wait: twice as long each time, for everybody."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong = 0
        self._until = 0.0

    def wait_s(self) -> float:
        """How long nobody may try."""
        return max(0.0, self._until - self._now())

    def wrong(self) -> None:
        self._wrong += 1
        over = self._wrong - _FREE_TRIES
        if over > 0:
            self._until = self._now() + min(2.0**over, _SLOWEST_S)

    def right(self) -> None:
        self._wrong = 0
        self._until = 0.0
