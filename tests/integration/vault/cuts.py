"""The script recorded once, write by write; then the devices as any cut would have left them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from cardtable.vault import layout
from sim.chips.flash import BLOCK, PAGE
from tests.integration.vault.devices import Devices
from tests.integration.vault.script import Script, Table, script, state

Write = tuple[str, str, int, bytes | int | None]  # device, what, where, data
Place = tuple[str, int]


@dataclass
class Recorded:
    """A whole run: the devices before it, every write, and what was known after every step."""

    script: Script
    fram: bytes
    flash: bytes
    trace: list[Write]
    ends: list[int]  # how many writes were done when each step had ended; [0] is the start
    states: list[tuple]
    hidden: list[bytes | None]
    lines: dict[int, bytes]  # every record that there ever was


@cache
def recorded() -> Recorded:
    devices = Devices()
    vault = devices.installed()
    made = Recorded(
        script(), bytes(devices.fram.memory), bytes(devices.flash.image), [], [0], [], [], {}
    )
    devices.power.trace = made.trace
    table = Table(devices, vault)
    made.ends[0] = len(made.trace)
    made.states.append(state(vault))
    made.hidden.append(None)
    _take_lines(made, vault)
    for k, (name, step) in enumerate(made.script.steps):
        step(table)
        vault = table.vault
        assert vault.books.why_not() is None, name
        if k % 2:  # sometimes the next input comes before the second copy is written
            table.work()
        made.ends.append(len(made.trace))
        made.states.append(state(vault))
        made.hidden.append(vault.private() if vault.round_at else None)
        _take_lines(made, vault)
    return made


def _take_lines(made: Recorded, vault) -> None:
    journal = vault.journal
    for number in range(max(journal.first, len(made.lines)), journal.last + 1):
        made.lines[number] = journal.get(number)


_COUNTED = (
    "first cuts",
    "recoveries cut again",
    "second cuts",
    "states started",
    "played to the end",
    "cents lost",  # stays 0: anything else raises
)


class Images:
    """The devices as the first `at` writes left them; goes forward only.

    `key` is the same for the same content, however it came about: many writes change nothing, and
    a recovery often repeats what was cut short. Such states are one state and started once.
    """

    def __init__(self, fram: bytes, flash: bytes, trace: list[Write], at: int = 0, key: int = 0):
        self.fram = bytearray(fram)
        self.flash = bytearray(flash)
        self.trace = trace
        self.at = 0
        self.key = key
        self.forward(at)

    def forward(self, at: int) -> None:
        while self.at < at:
            where, new = self._next()
            self.key = self.key_with(where, new)
            self._memory(where)[where[1] : where[1] + len(new)] = new
            self.at += 1

    def _memory(self, where: Place) -> bytearray:
        return self.fram if where[0] == "fram" else self.flash

    def _next(self) -> tuple[Place, bytes]:
        """Where the next write goes, and what lies there when it is done."""
        device, what, where, data = self.trace[self.at]
        if device == "fram":
            assert isinstance(data, int)
            return (device, where), bytes((data,))
        if what == "erase":
            return (device, where * BLOCK), b"\xff" * BLOCK
        assert isinstance(data, bytes)
        old = self.flash[where : where + len(data)]
        return (device, where), bytes(a & b for a, b in zip(old, data, strict=True))

    def torn(self) -> tuple[Place, bytes]:
        """The same when the cut meets the next write: as the emulated chips tear it."""
        (device, where), new = self._next()
        memory = bytearray(self._memory((device, where))[where : where + len(new)])
        if device == "fram":
            return (device, where), bytes(((memory[0] & 0x0F) | (new[0] & 0xF0),))
        memory[: len(new) // 2] = new[: len(new) // 2]
        return (device, where), bytes(memory)

    def key_with(self, where: Place, new: bytes) -> int:
        """The key when `new` lies there."""
        device, at = where
        if device == "fram" and at == layout.TEST_BYTE:
            return self.key  # changed at every start, and of no meaning
        old = self._memory(where)[at : at + len(new)]
        key = self.key
        for k in range(0, len(new), PAGE):  # an erase touches pages that are programmed later
            was, now = bytes(old[k : k + PAGE]), new[k : k + PAGE]
            if was != now:
                key ^= hash((device, at + k, was)) ^ hash((device, at + k, now))
        return key

    def cuts(self, seen: set[int]) -> Iterator[tuple[Devices, int]]:
        """(devices, key) of a cut here, clean and torn, unless that state was seen before."""
        if self.key not in seen:
            seen.add(self.key)
            yield self.devices(), self.key
        if self.at < len(self.trace):
            where, new = self.torn()
            key = self.key_with(where, new)
            if key not in seen:
                seen.add(key)
                devices = self.devices()
                memory = devices.fram.memory if where[0] == "fram" else devices.flash.image
                memory[where[1] : where[1] + len(new)] = new
                yield devices, key

    def devices(self) -> Devices:
        return Devices(bytearray(self.fram), bytearray(self.flash), bus=False)


def check(
    made: Recorded, at: int, devices: Devices, go_on: bool = False, traced: bool = False
) -> list[Write]:
    """Start after a cut at write `at`: what must hold, holds. If `traced`, what it wrote."""
    trace: list[Write] = []
    devices.power.trace = trace if traced else None
    vault = devices.opened()
    table = Table(devices, vault)
    recovery = list(trace)
    done = bisect_right(made.ends, at) - 1
    known = state(vault)
    where = f"cut after write {at}, in step {done}"
    nearby = [k for k in (done, done + 1) if 0 <= k < len(made.states) and made.states[k] == known]
    assert nearby, (where, known, made.states[max(done, 0)])
    assert vault.books.why_not() is None, where
    step = nearby[-1]
    if made.hidden[step] is not None:
        assert vault.private() == made.hidden[step], where
    journal = vault.journal
    for number in range(journal.first, journal.last + 1):
        assert journal.get(number) == made.lines[number], (where, number)
    _retained(made, vault, where)
    if go_on:
        devices.power.trace = None
        for _, further in made.script.steps[step:]:
            further(table)
        assert state(table.vault) == made.states[-1], where
    return recovery


def _retained(made: Recorded, vault, where: str) -> None:
    """What the host has not acknowledged, and the last two rounds, are all there."""
    journal = vault.journal
    assert journal.first <= journal.acked + 1, where
    rounds = [n for n in made.lines if b',"round",' in made.lines[n] and n <= journal.last]
    if len(rounds) >= 2:
        assert journal.first <= rounds[-2], where


def cut_everywhere(
    made: Recorded,
    points: Iterable[int],
    go_on: int = 0,
    again: Container[int] = (),
    cut_recovery: Callable[[list[Write], int], Iterable[int]] | None = None,
) -> dict[str, int]:
    """Cut at these writes of the run, in order, and cut the recovery at its own writes.

    Of the first cuts one in `go_on` plays the script to its end. The recoveries from cuts that are
    in `again` are themselves cut where `cut_recovery(its writes, how many were cut)` says.
    """
    seen: set[int] = set()
    images = Images(made.fram, made.flash, made.trace)
    count: dict[str, int] = dict.fromkeys(_COUNTED, 0)
    for at in points:
        images.forward(at)
        count["first cuts"] += 2 if at < len(made.trace) else 1
        for devices, key in images.cuts(seen):
            before = bytes(devices.fram.memory), bytes(devices.flash.image)
            count["states started"] += 1
            goes_on = go_on and count["states started"] % go_on == 0
            count["played to the end"] += 1 if goes_on else 0
            recovery = check(made, at, devices, bool(goes_on), traced=True)
            if at in again:
                second = (cut_recovery or everywhere)(recovery, count["recoveries cut again"])
                count["recoveries cut again"] += 1
                _cut_again(made, at, Images(*before, recovery, key=key), second, seen, count)
    return count


def telling(trace: list[Write]) -> set[int]:
    """The writes before, amid and at the end of every transfer, program and erase."""
    starts = [k for k, write in enumerate(trace) if write[1] != "byte"] + [len(trace)]
    found = {len(trace)}
    for start, end in pairwise(starts):
        found |= {start, (start + end) // 2, end - 1}
    return found


def everywhere(recovery: list[Write], _: int) -> Iterable[int]:
    return range(len(recovery) + 1)


def one_in(step: int) -> Callable[[list[Write], int], Iterable[int]]:
    """One write in so many, not the same ones in the next recovery."""

    def some(recovery: list[Write], count: int) -> Iterable[int]:
        return range(7 * count % step, len(recovery) + 1, step)

    return some


def _cut_again(
    made: Recorded, at: int, images: Images, points: Iterable[int], seen: set[int], count: dict
) -> None:
    for k in points:
        images.forward(k)
        count["second cuts"] += 2 if k < len(images.trace) else 1
        for devices, _ in images.cuts(seen):
            check(made, at, devices)
            count["states started"] += 1
