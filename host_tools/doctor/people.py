"""What only people can see or touch: lamps, sign, keys, chip sensors, the supervisor's key."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from cardtable.drivers.keypad import KEYS
from host_tools.doctor.checks import ailing
from host_tools.doctor.figures import fitted, read_all
from host_tools.doctor.result import OK, SKIP, Result
from host_tools.link.roles import TECHNICIAN
from host_tools.link.session import Session

SENSORS = 10
_LOOK_S = 0.02
PATIENCE_S = 20.0

LAMPS = "Do all lamps go red, green, blue and white in turn?"
SIGN = "Are all segments of the jackpot sign lit?"


class Person(Protocol):
    """Somebody at the table. `touch` is told what to do next, and may do it meanwhile."""

    def sees(self, question: str) -> bool: ...
    def touch(self, kind: str, name: str) -> None: ...


class Touching:
    """One after the other, each until the board has noticed it or patience is at its end."""

    def __init__(
        self, session: Session, person: Person, patience_s: float, now: Callable[[], float]
    ) -> None:
        self._session = session
        self._person = person
        self._patience_s = patience_s
        self._now = now

    def missing(self, kind: str, names: list[str], noticed: Callable[[dict], bool | set]) -> list:
        """Those of `names` the board did not notice."""
        missing = []
        for name in names:
            self._person.touch(kind, name)
            end = self._now() + self._patience_s
            while True:
                seen = noticed({"name": name} | self._work())
                if seen:
                    break
                if self._now() > end:
                    missing.append(name)
                    break
                time.sleep(_LOOK_S)
        return missing

    def _work(self) -> dict[str, Any]:
        return {pair[0]: pair[1] for pair in self._session.talk.ask("work")}


@contextmanager
def trial(session: Session, what: str) -> Iterator[None]:
    session.order(TECHNICIAN, "trial", what)
    try:
        yield
    finally:
        session.order(TECHNICIAN, "trial", "end")


def look_and_touch(
    session: Session,
    person: Person,
    patience_s: float = PATIENCE_S,
    now: Callable[[], float] = time.monotonic,
) -> list[Result]:
    """Every check that needs a person, in order."""
    results = []
    for what, title, question in (
        ("lamps", "lamps", LAMPS),
        ("display", "jackpot sign", SIGN),
    ):
        with trial(session, what):
            seen = person.sees(question)
        if seen:
            results.append(Result(f"hands.{what}", title, OK, "seen by the technician"))
        else:
            results.append(ailing(f"hands.{what}", title, "not_seen", question))
    touching = Touching(session, person, patience_s, now)
    with trial(session, "keys"):
        missing = touching.missing("key", list(KEYS), lambda seen: seen["name"] in seen["keys"])
        results.append(_touched("hands.keypad", "keypad", "keys", missing, len(KEYS)))
        seats = _boxes(session)
        missing = touching.missing(
            "sensor", seats, lambda seen: seen["sensors"] >> int(seen["name"]) - 1 & 1
        )
        results.append(_touched("hands.sensors", "chip sensors", "sensors", missing, len(seats)))
        missing = touching.missing(
            "key switch",
            ["on", "off"],
            lambda seen: int(seen["name"] == "on") in seen["key_switch"],
        )
        results.append(_touched("hands.key_switch", "key switch", "positions", missing, 2))
    return results


def _boxes(session: Session) -> list[str]:
    """Boxes that are built, by their readers; all ten where no box has one."""
    names = [name.split() for name in fitted(read_all(session.talk.ask("readers")))]
    built = [name[1] for name in names if name[0] == "box"]
    return sorted(built, key=int) or [str(seat) for seat in range(1, SENSORS + 1)]


def skipped(why: str) -> list[Result]:
    """The same checks when nobody is there."""
    parts = (
        ("lamps", "lamps"),
        ("display", "jackpot sign"),
        ("keypad", "keypad"),
        ("sensors", "chip sensors"),
        ("key_switch", "key switch"),
    )
    return [Result(f"hands.{id}", title, SKIP, why) for id, title in parts]


def _touched(id: str, title: str, what: str, missing: list, count: int) -> Result:
    if missing:
        text = f"not noticed: {', '.join(missing)}"
        return ailing(id, title, "not_pressed", text)
    return Result(id, title, OK, f"{count} {what} noticed")
