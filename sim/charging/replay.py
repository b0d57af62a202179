"""A recorded play (sim/rp2040/recorder.py) at a desk that charges: as play.mjs, without the Pico.

The same hands by the same rules as at the emulated board (emulator/dealer.mjs): cards move at the
recorded intervals, whatever the board does; keys, console and what follows them wait until the
table has told what the desk's table had told by then, and then for a human reaction. What is seen
is what the emulator sees, from the same places.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim import paths
from sim.charging.clock import ChargingClock
from sim.charging.watch import Watch
from sim.harness import headless
from sim.rp2040 import figures
from sim.rp2040.commission import keys
from sim.rp2040.compare import Comparison, compare
from sim.rp2040.recorder import KIND, Recording, is_awaited
from sim.rp2040.wiring import CHANNEL

SETTLE_MS = 1500  # play.mjs
AFTER_MS = 1000
HELLO_LIMIT_MS = 60_000
REACTION_MS = (150, 400)  # dealer.mjs
PATIENCE_MS = 10_000
DONE = "done"
UNTOLD = "untold"


@dataclass
class Replayed:
    """What came of it."""

    outcome: str = "no hello"
    records: list[list[Any]] = field(default_factory=list)
    phases: dict[str, dict[str, Any]] = field(default_factory=dict)
    hello_ms: float | None = None
    resets: list[str] = field(default_factory=list)
    wanted: int = 0

    def comparison(self, recording: Recording) -> Comparison:
        return compare(recording.records, self.records)

    def figures(self, phase: str) -> dict[str, Any]:
        seen = self.phases[phase]
        scans = seen["scans_ms"]
        lengths = [until - begin for begin, until in seen["gaps"]]
        return {
            "seconds": seen["span_ms"] / 1000,
            "busy_percent": round(100 * seen["busy"], 1),
            "place_ms": {
                "median": figures.median(scans),
                "p95": figures.percentile(scans, 0.95),
                "max": figures.largest(scans),
            },
            "stall_ms": figures.largest(lengths),
            "collections": len(seen["collections"]),
        }

    def keys(self) -> dict[str, Any]:
        return figures.keys(self.phases["play"])


def replay(
    recording: Recording,
    clock: ChargingClock,
    idle_ms: int = 2000,
    measuring: Callable[[], None] = lambda: None,
    came_up: Callable[[Any], None] = lambda app: None,
) -> Replayed:
    """Play it to its end, or until a record does not come.

    `measuring()` is called when the start is over, `came_up(app)` when the application runs.
    """
    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.cable import Cable
    from sim.harness.world import World

    setting = recording.setting
    with tempfile.TemporaryDirectory(prefix="cardtable-desk-") as folder:
        root = Path(folder)
        (root / "vault").mkdir()
        cable = Cable()
        world = World(
            f"{folder}/", cable, setting.seed, setting.players,
            full=True, game=setting.game, clock=clock,
        )  # fmt: skip
        for name, content in recording.files.items():
            (root / name).write_bytes(content)
        (root / "keys.json").write_text(json.dumps(keys()))
        world.fram.memory[:] = recording.fram
        plain = world.came_up
        world.came_up = lambda app: (plain(app), came_up(app))  # type: ignore[method-assign]
        machine.plug(world)
        resets = len(machine.RESETS)
        hands = _Hands(world, recording, _host(cable), idle_ms, measuring)
        clock.at(0, hands.go_on)
        try:
            headless.run_main()
        except headless.Over:
            pass
        found = hands.replayed
        found.records = [json.loads(line) for line in hands.host.lines]
        found.resets = machine.RESETS[resets:]
    return found


def _host(cable: Any) -> Any:
    """The host at the end of the cable, which also gives signed commands."""
    from sim.harness.cable import Listener

    class Host(Listener):
        hello: Any = None
        counter = 0

        def _hello(self, told: Any) -> None:
            self.hello = told
            self.counter = told[8]
            super()._hello(told)

        def order(self, role: str, command: list[Any]) -> None:
            text = json.dumps(command, separators=(",", ":"))
            self.counter += 1
            signed = f"{self.hello[7]}:{self.counter}:{role}:{text}".encode()
            mac = hmac.new(bytes.fromhex(keys()[role]), signed, hashlib.sha256).hexdigest()
            self._cable.to_board(("do", role, self.counter, mac, text))

    return Host(cable)


class _Hands:
    """Runs its script on the world's clock, one wait after the other."""

    def __init__(
        self,
        world: Any,
        recording: Recording,
        host: Any,
        idle_ms: int,
        measuring: Callable[[], None],
    ):
        self._world = world
        self._clock = world.clock
        self._recording = recording
        self.host = host
        self._idle_ms = idle_ms
        self._measuring = measuring
        self._dice = dice(recording.setting.seed)
        self._watch = Watch(world)
        self._told: list[int] = []  # µs of each record that somebody may wait for
        self._tags = {card.tag.uid.hex(): card.tag for card in world.felt.deck}
        self._antennas: dict[Any, Any] = {"shoe": world.shoe_antenna}
        for place, antenna in world.full.antennas.items():
            self._antennas[CHANNEL[place]] = antenna
        self.replayed = Replayed()
        self._script = self._all()
        host._keep = self._keep

    def go_on(self) -> None:
        wait_us = next(self._script, None)
        if wait_us is None:
            raise headless.Over
        self._clock.at(wait_us, self.go_on)

    def _keep(self, line: bytes) -> None:
        self.host.lines.append(line)
        if is_awaited(json.loads(line)):
            self._told.append(self._clock.now_us)

    def _all(self) -> Iterator[int]:
        for _ in range(HELLO_LIMIT_MS):
            if self.host.hello is not None:
                break
            yield 1000
        else:
            return
        self.replayed.hello_ms = self._clock.now_us / 1000
        yield SETTLE_MS * 1000
        self._measuring()
        self._watch.restart()
        yield self._idle_ms * 1000
        self.replayed.phases["idle"] = self._watch.report()
        self._watch.restart()
        yield from self._play()
        self.replayed.phases["play"] = self._watch.report()

    def _play(self) -> Iterator[int]:
        clock = self._clock
        last = clock.now_us
        for action in self._recording.actions:
            due = last + int(action["after"] * 1000)
            if action["waits"]:
                yield from self._until_told(action["told"])
                if len(self._told) < action["told"]:
                    return
                told_us = self._told[action["told"] - 1] if action["told"] else 0
                due = max(due, told_us + int(self._reaction_ms() * 1000))
            if due > clock.now_us:
                yield due - clock.now_us
            last = clock.now_us
            self._do(action["do"])
            for delay, what in action["then"]:
                clock.at(int(delay * 1000), self._do, what)
        count = sum(map(is_awaited, self._recording.records))
        yield from self._until_told(count)
        if len(self._told) >= count:
            self.replayed.outcome = DONE
            yield AFTER_MS * 1000

    def _until_told(self, count: int) -> Iterator[int]:
        for _ in range(PATIENCE_MS):
            if len(self._told) >= count:
                return
            yield 1000
        if len(self._told) < count:
            self.replayed.outcome = UNTOLD
            self.replayed.wanted = count

    def _reaction_ms(self) -> float:
        least, most = REACTION_MS
        return least + next(self._dice) * (most - least)

    def _do(self, what: list[Any]) -> None:
        name, *details = what
        world = self._world
        if name == "put":
            self._antennas[details[0]].put(self._tags[details[1]])
        elif name == "take":
            self._antennas[details[0]].take(self._tags[details[1]])
        elif name == "key":
            world.keypad._set(*details)
            self._watch.key_moved(*details)
        elif name == "chip":
            (world.sensors.pull if details[1] else world.sensors.release)(details[0])
        elif name == "key_switch":
            world.key_switch.turn(*details)
        elif name == "console":
            self.host.order("dealer", ["input", *details])
        elif name != "nothing":
            raise ValueError(f"hands cannot do {name}")


def dice(seed: int) -> Iterator[float]:
    """The emulator's chance (chip/dice.mjs, mulberry32): people react after the same times."""
    state = seed & 0xFFFFFFFF
    while True:
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        mixed = ((state ^ (state >> 15)) * (state | 1)) & 0xFFFFFFFF
        mixed ^= (mixed + (mixed ^ (mixed >> 7)) * (mixed | 61)) & 0xFFFFFFFF
        yield (mixed ^ (mixed >> 14)) / 2**32


def faults(replayed: Replayed) -> list[list[Any]]:
    """What the table has told of trouble."""
    return [record for record in replayed.records if record[KIND] in ("fault", "refused")]
