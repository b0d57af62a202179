"""Everything the checks look at, asked of a board once and in order."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cardtable.engine.round_port import where
from host_tools.boards import load as boards
from host_tools.common.problems import Problem
from host_tools.doctor import figures
from host_tools.doctor.causes import Observation, Probed, observed_probe
from host_tools.doctor.figures import Figures
from host_tools.link.connection import NotDone
from host_tools.link.roles import TECHNICIAN
from host_tools.link.session import Session

_SAMPLE_MS = 2000  # of the board's time between two looks at its readers
_LOOK_S = 0.02
_LONGEST_S = 30.0
_PINGS = 20
_IN_PLAY = "a round is in play"


@dataclass(frozen=True)
class CardsRead:
    """What the readers under the felt have made of the deck since the board started."""

    percent: int | None  # of all looks for cards that lay there; None: there were none
    weak: dict[str, int]  # card → hits of ten looks
    once: dict[str, int]  # place → tags seen once and not again: a ghost, or a misread tag


@dataclass
class Examined:
    """What was seen. A trial that was not made says why in `untried`."""

    hello: Any = None
    health: dict[str, Any] = field(default_factory=dict)
    vault: list[list[Any]] = field(default_factory=list)
    config: list[list[Any]] = field(default_factory=list)
    deck: dict[str, list[str]] = field(default_factory=dict)
    before: dict[str, Figures] = field(default_factory=dict)
    after: dict[str, Figures] = field(default_factory=dict)
    astray: dict[str, int] = field(default_factory=dict)
    faults: list[tuple[str, str]] = field(default_factory=list)
    noticed: dict[tuple[str, str], int] = field(default_factory=dict)
    probed: dict[str, Probed] = field(default_factory=dict)
    muxes: dict[str, int] = field(default_factory=dict)
    groups: list[list[str]] = field(default_factory=list)
    untried: dict[str, str] = field(default_factory=dict)  # trial → why not
    cards: CardsRead | None = None
    antennas: dict[str, int | None] = field(default_factory=dict)  # tested now; None: no answer
    ping_ms: list[float] = field(default_factory=list)

    def observation(self) -> Observation:
        return Observation(
            self.before,
            self.after,
            self.probed,
            self.muxes,
            self.astray,
            self.faults,
            self.noticed,
            self.groups,
        )

    def told(self, name: str) -> Any:
        """One value of the vault's answer."""
        return next((value for known, value in self.vault if known == name), None)


class Examiner:
    """Asks; `say` tells people what is going on."""

    def __init__(
        self,
        session: Session,
        say: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = session
        self._say = say
        self._now = now

    def examine(self) -> Examined:
        seen = Examined(hello=self.session.talk.hello)
        talk = self.session.talk
        if "jumper_only" in talk.hello.able:  # it says why, and answers no question
            seen.faults = [talk.stopped] if talk.stopped else []
            return seen
        seen.health = self.session.asked("health")
        if not talk.hello.is_table:
            seen.faults = [(code, where) for code, where in talk.ask("faults")]
            return seen
        self._tell_time(seen)
        seen.vault = talk.ask("vault")
        seen.config = talk.ask("config")
        for name, cards in talk.ask("deck"):
            seen.deck.setdefault(name, []).extend(cards)
        seen.groups = _groups(talk.hello.board)
        seen.before = figures.read_all(talk.ask("readers"))
        self._say("watching the readers")
        self._let_pass(_SAMPLE_MS)
        seen.after = figures.read_all(talk.ask("readers"))
        self._trials(seen)
        seen.astray = dict(talk.ask("muxes"))
        seen.faults = [(code, where) for code, where in talk.ask("faults")]
        seen.noticed = {(code, where): times for code, where, times in talk.ask("noticed")}
        self._ping(seen)
        seen.health = self.session.asked("health")
        return seen

    def trial(self, what: str) -> list[list[Any]]:
        """One trial of the board's own, to its end; what it has found."""
        self.session.order(TECHNICIAN, "trial", what)
        end = self._now() + _LONGEST_S
        try:
            while True:
                told = self.session.talk.ask("work")
                if dict(_pairs(told)).get("done"):
                    return told
                if self._now() > end:
                    raise Problem(f"the trial of {what} did not end", "Report it with --bundle.")
                time.sleep(_LOOK_S)
        finally:
            self.session.order(TECHNICIAN, "trial", "end")

    def why_no_orders(self) -> str:
        """Why the board would take no order from here; "" when it would."""
        if "keyed" not in self.session.talk.hello.able:
            return "no keys are installed on this board"
        if not self.session.can_sign(TECHNICIAN):
            return "needs the technician's PIN (CARDTABLE_PIN)"
        if self.session.talk.hello.able.count("stopped"):
            return "play has stopped"
        return ""

    def why_no_trials(self) -> str:
        """Why the board's own tests cannot be started; "" when they can."""
        why = self.why_no_orders()
        if why:
            return why
        if self.session.asked("health").get("round_in_play"):
            return _IN_PLAY
        return ""

    def _trials(self, seen: Examined) -> None:
        why = self.why_no_trials()
        if why:
            seen.untried = dict.fromkeys(("readers", "antenna", "bleed", "cards"), why)
            return
        boxes = "boxes" in seen.hello.able
        if not boxes:
            seen.untried = dict.fromkeys(("bleed", "cards"), "no readers under the boxes")
        self._say("testing every mux and reader")
        with _unless_in_play(seen, "readers"):
            seen.probed, seen.muxes = observed_probe(_rows(self.trial("readers")))
        self._say("testing antennas")
        with _unless_in_play(seen, "antenna"):
            seen.antennas = dict(_rows(self.trial("antenna")))
        if boxes:
            self._say("looking for fields that reach other readers")
            with _unless_in_play(seen, "bleed"):
                self.trial("bleed")
            with _unless_in_play(seen, "cards"):
                seen.cards = self._cards()
        tested = figures.read_all(self.session.talk.ask("readers"))
        # The trials' own results; what was counted during them is no news.
        seen.after = {
            name: figures.with_trials(one, tested.get(name, one))
            for name, one in seen.after.items()
        }

    def _cards(self) -> CardsRead:
        """In the reply to a command: it names cards, and a question needs no key."""
        percent, weak, once = self.session.order(TECHNICIAN, "trial", "cards")
        return CardsRead(percent, dict(weak), {where(place): count for place, count in once})

    def _tell_time(self, seen: Examined) -> None:
        if seen.health.get("clock") == "u" and not self.why_no_orders():
            self.session.order(TECHNICIAN, "time", int(time.time() * 1000))
            seen.health["clock"] = "t"

    def _let_pass(self, ms: int) -> None:
        """Wait for the board's own time to pass."""
        start = self.session.asked("health")["uptime_ms"]
        end = self._now() + _LONGEST_S
        while self._now() < end:
            if self.session.asked("health")["uptime_ms"] - start >= ms:
                return
            time.sleep(_LOOK_S)

    def _ping(self, seen: Examined) -> None:
        for _ in range(_PINGS):
            start = self._now()
            self.session.talk.ask("faults")
            seen.ping_ms.append((self._now() - start) * 1000)


@contextlib.contextmanager
def _unless_in_play(seen: Examined, trial: str) -> Iterator[None]:
    """A round may have begun since somebody looked: the trial is left for later."""
    try:
        yield
    except NotDone as refused:
        if refused.refusal != "round_in_play":
            raise
        seen.untried[trial] = _IN_PLAY


def _rows(told: list[list[Any]]) -> list[Any]:
    return [row for name, row in told if name == "found"]


def _pairs(told: list[list[Any]]) -> list[list[Any]]:
    return [pair for pair in told if len(pair) == 2]


def _groups(board: str) -> list[list[str]]:
    """Which fields are on together, by the board's definition; [] when it is not known here."""
    try:
        return boards.load(board).data.get("antennas", {}).get("groups", [])
    except (Problem, boards.BadBoard):
        return []
