"""A loop of one's own: its inductance, and what matches it to a PN532 (NXP AN1445's method).

A starting point for whoever winds a loop: the wood, the cable and metal nearby move it, so it is
tuned by what `cardtable bringup` reads (docs/antennas.md). Nobody has wound one of these yet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

from host_tools.mounting.figures import figures, loop_of

HZ = 13.56e6
OMEGA = 2 * math.pi * HZ
_MU0 = 4e-7 * math.pi
_COPPER = 1.72e-8  # ohm metres, at 20 °C


@dataclass(frozen=True)
class Coil:
    """Of a place; SI units."""

    width: float
    height: float
    turns: int
    wire: float
    henry: float
    ohm: float  # of its wire, at 13.56 MHz
    wire_length: float


@dataclass(frozen=True)
class Matching:
    """Two of each: one for TX1, one for TX2."""

    damping_ohm: float
    c1: float
    c2: float


def of_reader(name: str) -> Coil:
    loop, made = loop_of(name), figures()["loop"]
    return coil(
        loop["width"] / 1000, loop["height"] / 1000, loop["turns"], made["wire"] / 1000,
        made["pitch"] / 1000,
    )  # fmt: skip


def coil(width: float, height: float, turns: int, wire: float, pitch: float) -> Coil:
    """Turns beside each other, each inside the one before; outside measures."""
    sides = [(width - 2 * n * pitch, height - 2 * n * pitch) for n in range(turns)]
    henry = sum(rectangle(w, h, wire / 2) for w, h in sides)
    for one, other in combinations(range(turns), 2):
        w, h = ((a + b) / 2 for a, b in zip(sides[one], sides[other], strict=True))
        henry += 2 * rectangle(w, h, (other - one) * pitch)
    length = sum(2 * (w + h) for w, h in sides)
    skin = math.sqrt(2 * _COPPER / (OMEGA * _MU0))
    ohm = _COPPER * length / (math.pi * wire * skin)
    return Coil(width, height, turns, wire, henry, ohm, length)


def rectangle(width: float, height: float, radius: float) -> float:
    """Inductance of a rectangle of thin round wire, current on its surface (F. W. Grover, 1946).

    With the distance of two turns in the place of the radius: what they have in common.
    """
    across = math.hypot(width, height)
    made = -2 * (width + height) + 2 * across
    made -= height * math.log((height + across) / width)
    made -= width * math.log((width + across) / height)
    made += height * math.log(2 * height / radius) + width * math.log(2 * width / radius)
    return _MU0 / math.pi * made


def matching(one: Coil) -> Matching:
    """Damping and capacitors by which the chip sees `match_ohm` through its filter."""
    given = figures()["matching"]
    l0, c0 = given["l0_nh"] * 1e-9, given["c0_pf"] * 1e-12
    wanted, coil_c = given["match_ohm"], given["coil_pf"] * 1e-12
    reactance = OMEGA * one.henry
    damping = max(0.0, (reactance / given["q"] - one.ohm) / 2)
    series = one.ohm + 2 * damping
    parallel = (series**2 + reactance**2) / series
    parallel_l = (series**2 + reactance**2) / (OMEGA * reactance)
    rest = 1 - OMEGA**2 * l0 * c0
    under = rest**2 + (OMEGA * wanted / 2 * c0) ** 2
    real = wanted / under
    imaginary = 2 * OMEGA * (l0 * rest - wanted**2 / 4 * c0) / under
    root = math.sqrt(real * parallel / 4)
    c1 = 1 / (OMEGA * (root + imaginary / 2))
    c2 = 1 / (OMEGA**2 * parallel_l / 2) - 1 / (OMEGA * root) - 2 * coil_c
    return Matching(damping, c1, c2)
