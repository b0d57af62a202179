"""A play on the desk, recorded as what people's hands do, and what the table told meanwhile.

An action is something that somebody decides to do at a moment: press a key, draw a card, put down
a chip. What follows from it by itself (the key comes up, the card lands in its box, a hand sinks
into the rack) belongs to the action, at its own distance in time. With each action stand

- `after`: milliseconds since the action before it;
- `told`: how many records of the play, trouble left out, the desk's table had told by then;
- `lamp`: whether it was a key whose input made the desk's lamps tell something else;
- `waits`: whether a dealer looks at the table before doing it: at a key and the console, at the
  first movement after either, and where the desk's own people had looked and waited.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardtable.desk.games import is_banked
from cardtable.rules.round import NOT_KEYED, Refused
from cardtable.ui.lamps import Public
from sim import paths
from sim.chips.faults import FOREVER
from sim.harness import headless
from sim.people.house_poker import NotTaken
from sim.rp2040.pace import PACES
from sim.rp2040.problem import Problem
from sim.rp2040.wiring import CHANNEL, board_json

_LONGEST_ROUND_US = 10 * 60 * 1_000_000  # of the desk's time
_LOOK_MS = 20  # how long the desk's people wait before they look again (house.py, house_poker.py)
_SHOE = "shoe"
_DECIDED = ("key", "console", "key_switch")
OF_THE_HOST = ("boot", "attach")  # records that depend on how the host came, not on the play
TROUBLE = ("fault", "fault_over", "refused", "denied")  # nobody waits for these
KIND = 6  # where a record's kind stands (records.HEAD)


@dataclass(frozen=True)
class PlannedFault:
    """Something of sim/chips/faults.py goes wrong at a moment of the play; `count` 0 ends it."""

    where: str  # "box 3", "dealer", "board", "rack", "shoe", "mux 0", "mux 1", "bus"
    name: str
    at_ms: int
    count: int = FOREVER

    @classmethod
    def parse(cls, text: str) -> PlannedFault:
        """ "box 3: unplugged @ 5000", or with a count: "shoe: bad_dcs 2 @ 5000"."""
        where, _, rest = text.partition(":")
        what, _, moment = rest.partition("@")
        name, *count = what.split()
        return cls(where.strip(), name, int(moment), int(count[0]) if count else FOREVER)

    def plan(self, world: Any) -> None:
        part = _part(world, self.where)
        if self.count:
            world.clock.at(self.at_ms * 1000, part.fault, self.name, self.count)
        else:
            world.clock.at(self.at_ms * 1000, part.clear, self.name)


def _part(world: Any, where: str) -> Any:
    from cardtable.rules.places import BOARD, DEALER, DISCARD

    chips = world.full.chips
    places = {"dealer": DEALER, "board": BOARD, "rack": DISCARD}
    places |= {f"box {seat}": seat for seat in range(1, 11)}
    named = {name: chips[place] for name, place in places.items() if place in chips}
    named |= {f"mux {k}": mux for k, mux in enumerate(world.full.muxes)}
    if world.full.muxes:
        named["bus"] = world.full.bus
    if world.shoe_chip is not None:
        named["shoe"] = world.shoe_chip
    if where not in named:
        raise Problem(f"no part is called {where!r}", f"There are {', '.join(named)}.")
    return named[where]


@dataclass(frozen=True)
class Setting:
    """What is played, by whom and how fast."""

    game: str = "canberra"
    seats: tuple[int, ...] | None = None
    seed: int = 1
    pace: str = "steady"
    rounds: int = 1
    faults: tuple[PlannedFault, ...] = ()
    mistakes: int = 0  # every so manieth entry of the dealer is taken back
    board: str | None = None  # a definition by name; without it boards/pico
    determined: tuple[tuple[str, Any], ...] = ()  # (determination, value) beside the usual ones

    @property
    def wired(self) -> dict[str, Any] | None:
        """board.json of another board than the usual one."""
        return None if self.board is None else board_json(self.board)

    @property
    def players(self) -> tuple[int, ...]:
        """The boxes that are taken: nine at Canberra Poker, ten elsewhere, six at Draw."""
        if self.seats is not None:
            return self.seats
        if self.wired is not None and len(self.wired["boxes"]) < 9:
            return tuple(sorted(map(int, self.wired["boxes"])))[: 6 if self.game == "draw" else 10]
        if is_banked(self.game):
            return tuple(range(1, 10))
        # Five cards each and up to four more: a deck of 52 has them for six.
        return tuple(range(1, 7 if self.game == "draw" else 11))


@dataclass
class Recording:
    """A play: the files and the FRAM the board starts with, what hands do, what must be told."""

    setting: Setting
    files: dict[str, bytes]
    fram: bytes
    actions: list[dict[str, Any]]
    records: list[list[Any]]
    errors: list[Any] = field(default_factory=list)

    @property
    def duration_ms(self) -> float:
        return sum(action["after"] for action in self.actions)


def of_the_play(records: list[list[Any]]) -> list[list[Any]]:
    return [record for record in records if record[KIND] not in OF_THE_HOST]


def is_awaited(record: list[Any]) -> bool:
    """Whether a dealer's hands may wait for it: a board in trouble tells more than the desk."""
    return record[KIND] not in OF_THE_HOST + TROUBLE


def record(setting: Setting) -> Recording:
    """Play on the desk and write down everything."""
    paths.install()
    wired = setting.wired
    determined = dict(setting.determined)
    if wired is not None and "shoe" not in wired:
        determined["deal"] = "hand"
    with tempfile.TemporaryDirectory(prefix="cardtable-desk-") as folder:
        root = Path(folder)
        (root / "vault").mkdir()
        hands = _Hands()
        start: dict[str, Any] = {}

        def watch(world: Any) -> None:
            world.house.pace = PACES[setting.pace]
            world.house.mistakes = setting.mistakes
            start["files"] = {
                path.relative_to(root).as_posix(): path.read_bytes()
                for path in sorted(root.rglob("*"))
                if path.is_file()
            }
            start["fram"] = bytes(world.fram.memory)
            hands.watch(world)
            world.clock.at(_LONGEST_ROUND_US * setting.rounds, _too_long)
            for fault in setting.faults:
                fault.plan(world)

        lines: list[bytes] = []

        def keep(line: bytes) -> None:
            lines.append(line)
            if is_awaited(json.loads(line)):
                hands.told += 1

        try:
            _, listener = headless.play(
                f"{folder}/",
                setting.rounds,
                setting.seed,
                setting.players,
                prepare=watch,
                keep=keep,
                full=True,
                game=setting.game,
                board=wired,
                determinations=determined or None,
            )
        except Refused as why:
            raise Problem(
                f"such a table of {setting.game} is refused: {why.code} ({why.rule})",
                "docs/configuration.md has what may be determined.",
            ) from None
        except (_TooLong, headless.Stuck, NotTaken) as why:
            raise Problem(
                f"the desk does not come to the end of {setting.rounds} rounds of {setting.game} "
                f"with {len(setting.players)} seats and seed {setting.seed}: {why or 'it goes on'}",
                "Such a play cannot be compared. Choose other seats or another seed.",
            ) from None
    records = [json.loads(line) for line in lines]
    return Recording(
        setting, start["files"], start["fram"], hands.actions, records, listener.errors
    )


class _TooLong(BaseException):
    """The people on the desk do not come to an end; nothing of the firmware may catch it."""


def _too_long() -> None:
    raise _TooLong


class _Hands:
    """Follows everything that moves at a simulated table."""

    def __init__(self) -> None:
        self.actions: list[dict[str, Any]] = []
        self.told = 0  # records so far
        self._cause: tuple[dict[str, Any], int] | None = None  # an action, and when it was
        self._last_us = 0
        self._looked = True  # at the first action people have waited for the table
        self._key: dict[str, Any] | None = None  # the last key, unless the console came after it
        self._followed: Any = None  # the application whose judging is followed
        self._decided = True  # a key or the console came since the last movement

    def watch(self, world: Any) -> None:
        self._world = world
        self._clock = world.clock
        places = [(CHANNEL[place], antenna) for place, antenna in world.full.antennas.items()]
        for place, antenna in [*places, (_SHOE, world.shoe_antenna)]:
            self._on(antenna, "put", lambda tag, at=place: ["put", at, tag.uid.hex()])
            self._on(antenna, "take", lambda tag, at=place: ["take", at, tag.uid.hex()])
        self._on(world.keypad, "_set", lambda key, down: ["key", key, bool(down)])
        self._on(world.sensors, "pull", lambda pin: ["chip", pin, True])
        self._on(world.sensors, "release", lambda pin: ["chip", pin, False])
        self._on(world.key_switch, "turn", lambda on, *_: ["key_switch", bool(on)])
        if hasattr(world.house, "_console"):
            self._on(world.house, "_console", lambda given: ["console", list(given)])
        readers = [(CHANNEL[place], chip) for place, chip in world.full.chips.items()]
        more = [(f"mux {k}", mux) for k, mux in enumerate(world.full.muxes)]
        if more:
            more.append(("bus", world.full.bus))
        if world.shoe_chip is not None:
            more.append((_SHOE, world.shoe_chip))
        for where, part in [*readers, *more]:
            self._on(part, "fault", lambda name, count=1, at=where: ["fault", at, name, count])
            self._on(part, "clear", lambda name, at=where: ["fault", at, name, 0])
        # What felt and keypad put off is a consequence of what was done just then.
        for thing in (world.felt, world.keypad):
            thing._clock = _Following(world.clock, self)
        self._follow_looks(world.house)

    def _on(self, thing: Any, name: str, told: Callable[..., list[Any]]) -> None:
        original = getattr(thing, name)

        def done(*arguments: Any, **options: Any) -> Any:
            self._note(told(*arguments, **options))
            return original(*arguments, **options)

        setattr(thing, name, done)

    def _note(self, what: list[Any]) -> None:
        now = self._clock.now_us
        if self._cause is not None:
            action, since = self._cause
            action["then"].append([(now - since) / 1000, what])
            return
        self._follow_judging()
        is_decision = what[0] in _DECIDED
        is_of_people = what[0] != "fault"
        self.actions.append(
            {
                "after": (now - self._last_us) / 1000,
                "told": self.told,
                "waits": is_of_people and (is_decision or self._decided or self._looked),
                "lamp": False,
                "do": what,
                "then": [],
            }
        )
        if what[0] in ("key", "console"):
            self._key = self.actions[-1] if what[0] == "key" else None
        self._last_us = now
        if is_of_people:
            self._decided = is_decision
            self._looked = False

    def _follow_judging(self) -> None:
        """From now on the last key is told whether what it means changes what lamps tell."""
        app = self._world.app
        if app is None or app is self._followed:
            return
        self._followed = app
        original = app.controller.giving

        def giving(given: Any, *more: Any) -> Any:
            before = _lamps(app)
            yield from original(given, *more)
            if self._key is not None and given[0] not in NOT_KEYED:
                self._key["lamp"] |= _shows(before, _lamps(app))

        app.controller.giving = giving

    def _follow_looks(self, house: Any) -> None:
        """People who yield for one look wait for the table, not for their own hands."""
        original = house.script

        def script(*arguments: Any) -> Any:
            for wait_ms in original(*arguments):
                if wait_ms == _LOOK_MS:
                    self._looked = True
                yield wait_ms

        house.script = script

    def because_of(self) -> tuple[dict[str, Any], int]:
        """The action that is going on: what is put off now follows from it."""
        if self._cause is not None:
            return self._cause
        if not self.actions or self._last_us != self._clock.now_us:
            self._note(["nothing"])  # a card leaves the dealer's hand, and no reader sees that
        return self.actions[-1], self._last_us

    def during(self, cause: tuple[dict[str, Any], int], call: Any, *arguments: Any) -> None:
        before, self._cause = self._cause, cause
        try:
            call(*arguments)
        finally:
            self._cause = before


def _lamps(app: Any) -> tuple[bytes, int]:
    """What the lamps at the boxes are to tell. The jackpot's is white just now: a key was heard."""
    public = Public()
    public.look(app.controller.round, app.vault.books.meter, ())
    return bytes(public.cards), public.waited


def _shows(before: tuple[bytes, int], after: tuple[bytes, int]) -> bool:
    """Another colour, or others are waited for: a lamp that only ceases to blink shows nothing."""
    return after[0] != before[0] or (after[1] != before[1] and bool(after[1]))


class _Following:
    """A clock whose calls remember what they follow from."""

    def __init__(self, clock: Any, hands: _Hands) -> None:
        self._clock = clock
        self._hands = hands

    def at(self, us_from_now: int, call: Any, *arguments: Any) -> Any:
        cause = self._hands.because_of()
        return self._clock.at(us_from_now, self._hands.during, cause, call, *arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._clock, name)
