"""Somebody at the end of the cable: asks, orders with a key, sends rubbish, on the clock."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator
from typing import Any

from cardtable.desk.messages import PROTOCOL
from cardtable.link.lines import frame
from cardtable.records import dumps
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, Signer, board_keys, signer
from sim import paths
from sim.harness import headless
from sim.harness.cable import Cable, Listener
from sim.people.actor import Actor

Script = Generator[int, None, None]
KEYS = board_keys(DEMO_KEY, DEMO_PINS)
SIGNERS = {role: signer(DEMO_KEY, role, pin) for role, pin in DEMO_PINS.items()}
_PATIENCE_MS = 5000


class Visitor(Listener):
    """A listener that also talks."""

    def __init__(self, cable: Cable, world: Any) -> None:
        self.facts: list[tuple] = []
        self.told: list[list] = []  # hello, answers, replies, errors
        self.hello: list = []
        super().__init__(cable, self.facts.append)
        self.world = world
        self.cable = cable
        self.counter = 0
        self._asked = 1000  # rubbish has smaller numbers
        self.last: Any = None  # what came of the last question or command

    def _hello(self, told: list) -> None:
        again = bool(self.hello) and self.hello[7] != told[7]  # the board has started again
        self.hello = told
        self.told.append(told)
        if told[5]:  # else it has no records
            super()._hello(told)
        if again and told[5]:
            self._cable.to_board(("greet", PROTOCOL, told[5], self._chain.number))
        # A hello that was on its way knows of fewer commands than were sent meanwhile.
        self.counter = told[8] if again else max(self.counter, told[8])

    def feed(self, data: bytes) -> None:
        before = len(self.errors)
        super().feed(data)
        self.told += self.errors[before:]

    def raw(self, data: bytes) -> None:
        self.cable._to_board += data

    def ask(self, what: str, *args: Any) -> Script:
        self._asked += 1
        number = self._asked
        self.cable.to_board(("ask", number, what, list(args)))
        yield from self.until(lambda: self._find("answer", number, last=True) is not None)
        self.last = [m[4] for m in self.told if m[0] == "answer" and m[1] == number and m[3]]

    def do(self, who: str | Signer, *command: Any, counter: int | None = None) -> Script:
        by = SIGNERS[who] if isinstance(who, str) else who
        self.counter = self.counter + 1 if counter is None else counter
        text = dumps(list(command))
        mac = by.mac(self.hello[7], self.counter, text)
        yield from self.send(("do", by.name, self.counter, mac, text))

    def send(self, message: tuple) -> Script:
        """A message that a reply comes to."""
        start = len(self.told)
        self.cable.to_board(message)
        replies: list[list] = []

        def there() -> bool:
            replies[:] = [m for m in self.told[start:] if m[0] == "reply" and m[1] == message[2]]
            return bool(replies)

        yield from self.until(there)
        self.last = replies[0][2:]

    def until(self, holds: Callable[[], Any], limit_ms: int = _PATIENCE_MS) -> Script:
        waited = 0
        while not holds():
            assert waited < limit_ms, "the table does not answer"
            yield 5
            waited += 5

    def of(self, kind: str) -> list[tuple]:
        return [fact for fact in self.facts if fact[0] == kind]

    def _find(self, kind: str, number: int, last: bool) -> list | None:
        for told in self.told:
            if told[0] == kind and told[1] == number and (not last or not told[3]):
                return told
        return None


def visit(
    folder: Any,
    script: Callable[[Visitor], Script],
    keys: dict | None = KEYS,
    rounds: int = 0,
    prepare: Callable[[Any], None] | None = None,
    **world: Any,
) -> Visitor:
    """Run a table until `script` is over; the house plays `rounds` rounds meanwhile (0: rests)."""
    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.world import World
    from sim.people.house import BRISK

    os.makedirs(folder, exist_ok=True)
    root = str(folder) + "/"
    cable = Cable()
    made = World(root, cable, pace=BRISK, rounds=rounds, **world)
    if keys is not None:
        with open(root + "keys.json", "w") as file:
            json.dump(keys, file)
    visitor = Visitor(cable, made)
    machine.plug(made)
    if prepare is not None:
        prepare(made)
    if rounds:
        made.open(lambda: None)

    def over() -> None:
        raise headless.Over

    failures: list[Exception] = []

    def whole() -> Script:
        try:
            yield from visitor.until(lambda: visitor.hello)
            yield from script(visitor)
        except Exception as failure:  # the firmware would take it for its own
            failures.append(failure)

    Actor(made.clock, whole(), over)
    try:
        headless.run_main()
    except headless.Over:
        pass
    if failures:
        raise failures[0]
    return visitor


def line(*told: Any) -> bytes:
    return frame(dumps(told).encode())
