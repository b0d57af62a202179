"""The walk over a first board: buses, chips, exchanges, cards, fields, currents; a trace.

A trace is plain data (docs/bringup.md says what each part means): what was measured, and nothing
that was concluded from it. `findings.py` concludes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from host_tools.bringup.bench import Bench

SCHEMA = 1
ECHO = "00004354"  # Diagnose: communication line, two bytes
VERSION = "02"
LIST = "4a0100"
_ECHOES = 20
_LISTS = 5
_REST_MS = 100
SHOE = "shoe"


@dataclass(frozen=True)
class Laid:
    """So many cards, side by side or fanned, so far above the felt and beside the middle."""

    cards: int
    distance_mm: int
    offset_mm: int

    @property
    def away_mm(self) -> float:
        return math.hypot(self.distance_mm, self.offset_mm)

    def words(self, where: str) -> str:
        cards = "1 card" if self.cards == 1 else f"{self.cards} cards, fanned,"
        offset = f"{self.offset_mm} mm beside" if self.offset_mm else "over"
        return f"{cards} {offset} the middle of {where}, {self.distance_mm} mm above it"


QUICK = (Laid(1, 5, 0), Laid(2, 5, 0), Laid(5, 5, 0), Laid(1, 20, 0))
FULL = (
    *(Laid(count, 5, 0) for count in range(1, 6)),
    *(Laid(1, distance, 0) for distance in (10, 20, 30, 40)),
    *(Laid(1, 5, offset) for offset in (10, 20, 30)),
)
PLANS = {"quick": QUICK, "full": FULL}


class Person(Protocol):
    """Somebody at the table."""

    def lay(self, laid: Laid, where: str) -> None:
        """Comes back when the cards lie there, and no others."""
        ...

    def clear(self) -> None: ...

    def milliamps(self, question: str) -> int | None:
        """What the meter shows; None: there is no meter."""
        ...


def walk(
    bench: Bench,
    wiring: dict[str, Any],
    person: Person,
    say: Callable[[str], None],
    plan: tuple[Laid, ...] = QUICK,
    looks: int = 20,
    groups: list[list[str]] | None = None,
    only: str | None = None,
    measured: Callable[[dict[str, Any]], None] = lambda trace: None,
) -> dict[str, Any]:
    """Everything in order, or one reader alone; the trace.

    `measured` is shown the trace once the addresses are known, and once the chips are: what is
    wrong with them is mended before anybody lays a card.
    """
    person.clear()
    bench.ask("rest", _REST_MS)
    say("buses: scanning addresses")
    trace: dict[str, Any] = {
        "schema": SCHEMA,
        "board": wiring["name"],
        "wiring": wiring,
        "scan": bench.ask("scan"),
        "readers": {},
        "bleed": {},
        "currents": {},
    }
    measured(trace)
    names = [only] if only else sorted(bench.readers, key=_by_place)
    for name in names:
        say(f"{name}: chip and exchanges")
        trace["readers"][name] = _chip(bench, name)
    measured(trace)
    answering = [name for name in names if trace["readers"][name]["version"]]
    say("fields: which reaches which reader")
    trace["bleed"] = {name: bench.ask("bleed", name)[0] for name in answering}
    if not only:
        trace["currents"] = _currents(bench, person, answering, groups or [])
    for name in answering:
        for laid in plan:
            if name == SHOE and laid.cards > 1:
                continue  # cards leave it one by one
            say(f"{name}: {laid.words(name)}")
            person.lay(laid, name)
            bench.ask("rest", _REST_MS)
            trace["readers"][name]["cards"].append(_cards(bench, name, laid, looks))
        person.clear()
        bench.ask("rest", _REST_MS)
    return trace


def _by_place(name: str) -> tuple[int, int, str]:
    order = {"shoe": 0, "dealer": 1, "board": 3, "rack": 4}
    return order.get(name, 2), int(name.split()[1]) if name.startswith("box ") else 0, name


def _chip(bench: Bench, name: str) -> dict[str, Any]:
    version = bench.ask("times", name, VERSION, 4, 3)
    told = next((one[2] for one in version if one[2]), None)
    echoes = bench.ask("times", name, ECHO, 3, _ECHOES) if told else []
    return {
        "version": told,
        "why_not": "" if told else version[-1][3],
        "exchanges": {
            "version": times_of(version),
            "echo": times_of(echoes),
            "list_empty": times_of(bench.ask("times", name, LIST, 20, _LISTS)) if told else None,
            "field_off": times_of(bench.ask("times", name, "320100", 0, _LISTS)) if told else None,
        },
        "cards": [],
    }


def times_of(exchanges: list[list[Any]]) -> dict[str, Any]:
    """Medians in microseconds, and what went wrong."""
    good = [one for one in exchanges if not one[3]]
    return {
        "of": len(exchanges),
        "errors": [one[3] for one in exchanges if one[3]],
        "ack_us": middle([one[0] for one in good]),
        "answer_us": middle([one[1] for one in good]),
        "longest_us": max((one[1] for one in good), default=None),
    }


def middle(values: list[int]) -> int | None:
    return sorted(values)[len(values) // 2] if values else None


def _cards(bench: Bench, name: str, laid: Laid, looks: int) -> dict[str, Any]:
    seen = bench.ask("look", name, looks)
    told = {
        "cards": laid.cards,
        "distance_mm": laid.distance_mm,
        "offset_mm": laid.offset_mm,
        "looks": looks,
        "whole": sum(len(one[1]) == laid.cards and not one[2] for one in seen),
        "tags": sum(len(one[1]) for one in seen),
        "errors": [one[2] for one in seen if one[2]],
        "scan_us": middle([one[0] for one in seen]),
        "by": sorted(bench.ask("who")) if not any(one[1] for one in seen) else [name],
    }
    if laid.cards == 2:
        told["two_listed"] = bench.ask("two", name)
    return told


def _currents(
    bench: Bench, person: Person, names: list[str], groups: list[list[str]]
) -> dict[str, int]:
    """Milliamps at the readers' supply, where somebody has a meter in it."""
    told: dict[str, int] = {}
    quiet = person.milliamps("every field off")
    if quiet is None:
        return told
    told["quiet"] = quiet
    felt = [name for name in names if name != SHOE]
    largest = max(groups, key=len, default=felt[:1])
    for key, on in (("one field", felt[:1]), ("largest group", [n for n in largest if n in felt])):
        for name in on:
            bench.ask("field", name, True)
        shown = person.milliamps(f"fields on: {', '.join(on)}")
        for name in on:
            bench.ask("field", name, False)
        if shown is not None:
            told[key] = shown
    return told
