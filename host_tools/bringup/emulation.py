"""The emulated table walked in the same way: what a measured trace is held against.

And the other way round: what was measured becomes the model of the emulated chips.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools.bringup.bench import Emulated
from host_tools.bringup.findings import own_cards
from host_tools.bringup.walk import SCHEMA, Laid, walk
from host_tools.common.problems import BAD_INPUT, Problem, unreadable
from sim import paths
from sim.harness import measured

_REACH_MM = 45.0  # sim/chips/antenna.py
_LEAST_US = 100


class EmulatedPerson:
    """Hands of the emulated table; `place(name)` gives an antenna by its reader's name."""

    def __init__(self, world: Any) -> None:
        from cardtable.engine.round_port import where

        self._deck = world.felt.deck
        self._antennas = {where(p): a for p, a in world.full.antennas.items()}
        self._antennas["shoe"] = world.shoe_antenna

    def lay(self, laid: Laid, where: str) -> None:
        self.clear()
        for card in self._deck[: laid.cards]:
            self._antennas[where].lay(card.tag, laid.away_mm)

    def clear(self) -> None:
        for antenna in self._antennas.values():
            antenna.clear()
        for card in self._deck:
            card.tag.answers = 10

    def milliamps(self, question: str) -> int | None:
        return None


def emulated_trace(
    wiring: dict[str, Any],
    plan: tuple[Laid, ...],
    looks: int,
    model: dict[str, Any] | None = None,
    wired: dict[str, Any] | None = None,
    change: Callable[[Any], None] = lambda world: None,
    person: type[EmulatedPerson] = EmulatedPerson,
    told: Callable[[dict[str, Any]], None] = lambda trace: None,
) -> dict[str, Any]:
    """A walk over an emulated table; `wired`: how it is really wired, if otherwise."""
    paths.install()
    import machine  # pyright: ignore[reportMissingImports]

    from sim.harness.cable import Cable
    from sim.harness.world import World

    with tempfile.TemporaryDirectory(prefix="cardtable-bringup-") as folder:
        (Path(folder) / "vault").mkdir()
        world = World(f"{folder}/", Cable(), board=wired or wiring)
        measured.take(world, model or {})
        change(world)
        machine.plug(world)
        bench = Emulated(wiring)
        hands = person(world)
        return walk(bench, wiring, hands, lambda text: None, plan, looks, measured=told)


def plan_of(trace: dict[str, Any]) -> tuple[Laid, ...]:
    """What was laid in the walk that made this trace, each once."""
    found: dict[Laid, None] = {}
    for one in trace["readers"].values():
        for told in one["cards"]:
            found[Laid(told["cards"], told["distance_mm"], told["offset_mm"])] = None
    return tuple(found)


def looks_of(trace: dict[str, Any]) -> int:
    return max((c["looks"] for one in trace["readers"].values() for c in one["cards"]), default=1)


def model_of(measured: dict[str, Any], emulated: dict[str, Any]) -> dict[str, Any]:
    """What emulated chips have to be like, to be as the measured ones (sim/harness/measured.py)."""
    made: dict[str, Any] = {}
    for name, real in measured["readers"].items():
        mine = emulated["readers"].get(name)
        if not mine or not real["version"] or not mine["version"]:
            continue
        values: dict[str, Any] = {}
        echo, own = real["exchanges"]["echo"], mine["exchanges"]["echo"]
        for key, part, usual in (("ack_us", "ack_us", 300), ("work_us", "answer_us", 600)):
            if echo[part] is not None and own[part] is not None:
                values[key] = max(_LEAST_US, usual + echo[part] - own[part])
        if echo["errors"]:
            values["fails_every"] = max(2, round(echo["of"] / len(echo["errors"])))
        cards = own_cards(name, real)
        two = [c["two_listed"] for c in cards if c.get("two_listed") is not None]
        if two:
            values["lists_two"] = max(two) == 2
        reach = _reach(cards)
        if reach is not None:
            values["reach_mm"] = reach
        made[name] = values
    return made


def _reach(cards: list[dict[str, Any]]) -> float | None:
    """Up to where a single card answers: the nearest place where it did not always says it best."""
    single = sorted(
        (Laid(1, c["distance_mm"], c["offset_mm"]).away_mm, c["whole"] / c["looks"])
        for c in cards
        if c["cards"] == 1
    )
    for away, rate in single:
        if rate < 1 and away:
            return round(away / (1.1 - 0.35 * rate), 1)
    return max(_REACH_MM, single[-1][0] / 0.75) if single else None


def read_trace(file: Path) -> dict[str, Any]:
    """A trace that `cardtable bringup` wrote; a Problem when it is none."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        if told["schema"] != SCHEMA:
            raise ValueError(f"schema {told['schema']}, this program reads {SCHEMA}")
        for one in told["readers"].values():
            one["version"], one["exchanges"]["echo"], one["cards"]
        told["wiring"]["boxes"], told["scan"]["buses"]
    except OSError as failure:
        raise unreadable(file, failure) from failure
    except (ValueError, KeyError, TypeError, AttributeError) as why:
        raise Problem(
            f"{file} is no trace of a bring-up ({why})",
            "It is what `cardtable bringup --trace FILE` wrote.",
            BAD_INPUT,
        ) from why
    return told


def emulated_again(trace: dict[str, Any], model: dict[str, Any] | None = None) -> dict[str, Any]:
    """The walk that made a trace, over the emulated table of the same wiring."""
    return emulated_trace(trace["wiring"], plan_of(trace), looks_of(trace), model)
