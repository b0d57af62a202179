"""An evening under a policy of release, and what somebody does to the board about the time at which
a hand is due: clocks that are set, other hosts, other policies, power cuts.

Judged from outside, by three clocks of our own: how long the board had power, where the policy at
the head of a round's records says how long its hands wait.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardtable.desk.messages import PROTOCOL
from cardtable.records import HEAD, dumps
from cardtable.rules.determinations import settled
from sim import paths
from sim.chips.power import Power, PowerCut
from sim.harness import headless
from sim.harness.cable import Cable
from sim.harness.clock import VirtualClock
from sim.people.actor import Actor
from tests.integration.table.seals_opened import opened_by, seals_of
from tests.integration.table.test_commands_are_checked import committed
from tests.integration.table.visitor import KEYS, Script, Visitor

MINUTE_US = 60_000_000
_HEARD_US = 100_000  # as late a host hears of the end that the board kept: a turn of the link
_FINISH_US = 5_000_000  # a tick of the vault, and the work before a record
_OFF_US = 4 * MINUTE_US  # the supply stays away
_LOOK_MS = 50
_LOOKS = 40 * 60_000 // _LOOK_MS  # then something never happens
_NUMBER = 2


def policy(scope: str, minutes: int) -> dict[str, Any]:
    return {"reveal": scope, "reveal_minutes": minutes, "reveal_approval": "GRC 2026/17"}


@dataclass
class Cut:
    """The supply goes with this write to the FRAM, of those since the last start."""

    at: int
    torn: bool = False
    off_us: int = _OFF_US


@dataclass
class Evening:
    """What the hosts at the cable have heard, and when."""

    facts: dict[int, list] = field(default_factory=dict)  # record → [kind, field, …]
    heard_us: dict[int, int] = field(default_factory=dict)  # powered microseconds
    writes: list[tuple] = field(default_factory=list)  # to the FRAM: (device, what, where, byte)
    cuts: list[int] = field(default_factory=list)  # powered microseconds
    replies: list[list] = field(default_factory=list)
    without_room: set[int] = field(default_factory=set)  # rounds: their first records

    def of(self, kind: str) -> list[tuple[int, list]]:
        return [(n, fact) for n, fact in sorted(self.facts.items()) if fact[0] == kind]

    def boots(self) -> int:
        return len(self.of("boot"))

    def rounds(self) -> list[dict[str, Any]]:
        """Every round that was won under a policy: its records' numbers, and the policy."""
        found = []
        starts = [n for n, _ in self.of("round")]
        for at, first in enumerate(starts):
            last = starts[at + 1] if at + 1 < len(starts) else max(self.facts) + 1
            ends = [n for n, fact in self.of("end") if first < n < last and fact[1] == "won"]
            told = [fact for n, fact in self.of("reveal") if first < n < last]
            if ends and first not in self.without_room:
                scope, minutes = told[0][1:3] if told else ("never", 0)
                found.append({"first": first, "end": ends[0], "scope": scope, "minutes": minutes})
        return found


class _Host(Visitor):
    """Notes for every record when it was first heard."""

    def __init__(self, cable: Cable, world: Any, evening: Evening, powered: Callable[[], int]):
        self._evening = evening
        self._powered = powered
        super().__init__(cable, world)

    def _record(self, payload: bytes, told: list) -> None:
        number = told[_NUMBER]
        if number not in self._evening.facts:
            self._evening.facts[number] = told[HEAD:]
            self._evening.heard_us[number] = self._powered()
        super()._record(payload, told)


class Board:
    """The table, and whoever has its cable now."""

    def __init__(
        self, folder: Path, given: dict[str, Any], game: str, seed: int, start_us: int = 0
    ) -> None:
        paths.install()
        import machine  # pyright: ignore[reportMissingImports]

        from sim.harness.world import GAMES, World
        from sim.people.house import BRISK

        os.makedirs(folder, exist_ok=True)
        self._game, self._given = GAMES[game]
        self.cable = Cable()
        self.world = World(
            f"{folder}/",
            self.cable,
            seed,
            pace=BRISK,
            clock=VirtualClock(start_us),
            game=game,
            determinations=given,
        )
        self.world.house.rounds_due = 0
        self.world.house.patient = True
        (folder / "keys.json").write_text(json.dumps(KEYS))
        self._off_us = 0
        self.evening = Evening()
        self.host = self._host()
        machine.plug(self.world)

    def powered_us(self) -> int:
        return self.world.clock.now_us - self._off_us

    def _host(self) -> _Host:
        return _Host(self.cable, self.world, self.evening, self.powered_us)

    # ---- what is done to it

    def plays(self, rounds: int) -> Script:
        """The house plays so many rounds more."""
        ends = len(self.evening.of("end"))
        self.world.house.rounds_due = rounds
        yield from _until(lambda: len(self.evening.of("end")) >= ends + rounds)

    def waits_until(self, powered_us: int) -> Script:
        left = powered_us - self.powered_us()
        yield max(1, left // 1000)

    def clock_is_set(self, to_ms: int) -> Script:
        yield from self.host.do("dealer", "time", to_ms)
        self.evening.replies.append(self.host.last)

    def another_host_comes(self) -> Script:
        """With an empty ledger, and a clock of its own."""
        self.host = self._host()
        self.cable.to_board(("greet", PROTOCOL, 0, 0))
        yield from self.host.until(lambda: self.host.hello)
        yield from self.clock_is_set(4_000_000_000_000)

    def supervisor_determines(self, given: dict[str, Any]) -> Script:
        """Between rounds; the board starts again with it."""
        boots = self.evening.boots()
        made = settled(self._game, dict(self._given, **given))
        content = dumps(dict(self.world.config, **made)).encode()
        yield from committed(self.host, "table", content)
        self.evening.replies.append(self.host.last)
        if self.host.last[0] == "ok":
            yield from _until(lambda: self.evening.boots() > boots)

    # ---- the evening

    def run(self, script: Callable[[Board], Script], cuts: list[Cut]) -> Evening:
        failures: list[Exception] = []

        def whole() -> Script:
            try:
                yield from self.host.until(lambda: self.host.hello)
                yield from script(self)
                yield from _until(self._nothing_waits)
            except Exception as failure:  # the firmware would take it for its own
                failures.append(failure)

        self.world.open(lambda: None)
        Actor(self.world.clock, whole(), _over)
        left = list(cuts)
        while True:
            cut = left.pop(0) if left else None
            self.world.fram.power = Power(cut.at, cut.torn) if cut else Power()
            if not cuts:
                self.world.fram.power.trace = self.evening.writes
            try:
                headless.run_main()
            except headless.Over:
                break
            except PowerCut:
                assert cut is not None
                self._dark(cut)
        if failures:
            raise failures[0]
        return self.evening

    def _dark(self, cut: Cut) -> None:
        import machine  # pyright: ignore[reportMissingImports]

        with suppress(machine.SimReset):
            machine.power_cut()
        self.world.app = None
        self.evening.cuts.append(self.powered_us())
        self.world.clock.advance_us(cut.off_us)
        self._off_us += cut.off_us

    def _nothing_waits(self) -> bool:
        told = {fact[2] for _, fact in self.evening.of("released")}
        return all(one["first"] in told for one in self.evening.rounds() if one["scope"] != "never")


def _until(holds: Callable[[], bool]) -> Script:
    for _ in range(_LOOKS):
        if holds():
            return
        yield _LOOK_MS
    raise AssertionError("it never happens")


def _over() -> None:
    raise headless.Over


# ---- what holds whatever was done


def judged(evening: Evening) -> int:
    """How many rounds were released; AssertionError: early, late, wrong, or what nobody may see."""
    records = [[n, 0, *fact] for n, fact in sorted(evening.facts.items())]
    releases: dict[int, list[tuple[int, list]]] = {}
    for number, fact in evening.of("released"):
        releases.setdefault(fact[2], []).append((number, fact))
    rounds = evening.rounds()
    for one in rounds:
        told = releases.pop(one["first"], [])
        if one["scope"] == "never":
            assert not told, "a round under no policy"
            continue
        assert told, f"the round of record {one['first']} was never released"
        assert len({tuple(map(str, fact)) for _, fact in told}) == 1, "two answers"
        number, (_, _, _, secret, cards) = told[0]
        assert number > one["end"]
        waited_us = evening.heard_us[number] - evening.heard_us[one["end"]]
        assert waited_us + _HEARD_US >= one["minutes"] * MINUTE_US, f"{waited_us / 1e6} s"
        assert waited_us <= _longest_us(evening, rounds, one), f"{waited_us / 1e6} s"
        if one["scope"] == "all":
            assert set(seals_of(records, one["first"])) <= set(opened_by(secret, cards))
        else:
            assert (secret, cards) == ("", ""), "only hands that were shown"
    assert not releases, "of a round that was not won"
    return len(rounds)


def _longest_us(evening: Evening, rounds: list[dict], one: dict) -> int:
    """Those before it go first; each start takes up to a minute from what has run."""
    most = max([r["minutes"] for r in rounds if r["first"] <= one["first"]])
    starts = evening.boots()
    return (most + 1 + starts) * MINUTE_US * (most > 0) + _FINISH_US * (2 + starts)
