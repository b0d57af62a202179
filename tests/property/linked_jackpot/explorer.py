"""Every state that a small world can come to, each looked at; the way there when one is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.property.linked_jackpot.model import (
    Bugs,
    Limits,
    World,
    first,
    healed,
    steps,
    why_not_at_last,
    why_wrong,
)


@dataclass
class Found:
    states: int
    wrong: str | None = None
    way: tuple[str, ...] = ()  # what happened, from the beginning


def explored(
    limits: Limits,
    bugs: Bugs | None = None,
    most: int = 2_000_000,
    seen_too: Callable[[World], None] = lambda _world: None,
) -> Found:
    """Breadth first: the way to what is wrong is one of the shortest."""
    bugs = bugs or Bugs()
    begin = first(limits)
    came: dict[World, tuple[World, str] | None] = {begin: None}
    layer = [begin]
    while layer:
        following = []
        for world in layer:
            seen_too(world)
            wrong = why_wrong(world) or why_not_at_last(healed(world))
            if wrong is not None:
                return Found(len(came), wrong, _way(came, world))
            for what, after in steps(world, bugs, limits):
                if after not in came:
                    came[after] = (world, what)
                    following.append(after)
            if len(came) > most:
                raise RuntimeError(f"more than {most} states: this is no small world")
        layer = following
    return Found(len(came))


def _way(came: dict[World, tuple[World, str] | None], world: World) -> tuple[str, ...]:
    way = []
    at = came[world]
    while at is not None:
        way.append(at[1])
        at = came[at[0]]
    return tuple(reversed(way))
