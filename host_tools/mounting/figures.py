"""Sizes of what is built in (boards/mounting.toml), each with who says so."""

from __future__ import annotations

from functools import cache
from typing import Any

from host_tools.common.toml_file import BadToml, read_toml
from sim.roots import BOARDS

FILE = BOARDS / "mounting.toml"


@cache
def figures() -> dict[str, Any]:
    return read_toml(FILE, BadToml)


def limit(name: str) -> float:
    return figures()["limits"][name]


def loop_of(reader: str) -> dict[str, Any]:
    """Size and turns of the loop under a reader's place."""
    return figures()["antennas"]["box" if reader.startswith("box ") else reader]


def cover_mm() -> float:
    """From a card on the felt to the loop: everything down to it."""
    made = 0.0
    for layer in figures()["layers"]:
        if layer["name"].startswith("loop"):
            return made
        made += layer["mm"]
    raise ValueError("no loop in the layers of mounting.toml")
