"""A loop's inductance and matching, held against other ways of reckoning them."""

from __future__ import annotations

import math

import pytest

from host_tools.mounting import coil
from host_tools.mounting.figures import figures

PLACES = ("box 1", "dealer", "board", "rack", "shoe")


def neumann(width: float, height: float, inset: float) -> float:
    """Mutual inductance of a rectangle and one inside it, by Neumann's double integral."""

    def sides(w: float, h: float):
        x, y = w / 2, h / 2
        return [((-x, -y), (x, -y)), ((x, -y), (x, y)), ((x, y), (-x, y)), ((-x, y), (-x, -y))]

    def pieces(ends, count=260):
        made = []
        for (ax, ay), (bx, by) in ends:
            dx, dy = (bx - ax) / count, (by - ay) / count
            made += [(ax + dx * (n + 0.5), ay + dy * (n + 0.5), dx, dy) for n in range(count)]
        return made

    outer = pieces(sides(width, height))
    inner = pieces(sides(width - 2 * inset, height - 2 * inset))
    whole = 0.0
    for x, y, dx, dy in outer[::1]:
        for u, v, du, dv in inner:
            along = dx * du + dy * dv
            if along:
                whole += along / math.hypot(x - u, y - v)
    return 1e-7 * whole


def test_two_turns_have_in_common_what_neumann_says():
    """1 mm apart, as the loops are wound; the mean rectangle stands for both."""
    inset = 0.004  # farther apart than the pieces are long
    reckoned = coil.rectangle(0.110 - inset, 0.090 - inset, inset)
    assert reckoned == pytest.approx(neumann(0.110, 0.090, inset), rel=0.06)


def test_a_square_is_the_textbooks_square():
    """Grover: L = 2 µ0/π a (ln(a/r) - 0.774), current on the surface."""
    side, radius = 0.1, 0.00025
    textbook = 8e-7 * side * (math.log(side / radius) - 0.77401)
    assert coil.rectangle(side, side, radius) == pytest.approx(textbook, rel=1e-4)


@pytest.mark.parametrize("place", PLACES)
def test_every_loop_is_one_that_a_pn532_can_drive(place):
    one, given = coil.of_reader(place), figures()["matching"]
    assert given["least_uh"] < one.henry * 1e6 < given["most_uh"]
    alone = coil.coil(one.width, one.height, 1, one.wire, 0.001)
    assert one.henry == pytest.approx(alone.henry * one.turns**1.8, rel=0.1)  # NXP's rule of thumb


def test_the_filter_is_reckoned_as_in_nxps_example():
    """560 nH, 180 pF and 80 Ω give 178.5 Ω and -52.4 Ω (NXP's sheet for the PN544)."""
    rest = 1 - coil.OMEGA**2 * 560e-9 * 180e-12
    under = rest**2 + (coil.OMEGA * 40 * 180e-12) ** 2
    assert 80 / under == pytest.approx(178.5, rel=1e-3)
    assert 2 * coil.OMEGA * (560e-9 * rest - 1600 * 180e-12) / under == pytest.approx(-52.36, 1e-3)


@pytest.mark.parametrize("place", PLACES)
def test_the_chip_sees_what_it_should_through_filter_and_capacitors(place):
    """The circuit itself, part by part, in complex numbers: one half of it, and twice that."""
    one = coil.of_reader(place)
    matched, given = coil.matching(one), figures()["matching"]

    def capacitor(farad: float) -> complex:
        return 1 / (1j * coil.OMEGA * farad)

    def beside(*parts: complex) -> complex:
        return 1 / sum(1 / part for part in parts)

    seen = matched.damping_ohm + one.ohm / 2 + 1j * coil.OMEGA * one.henry / 2
    quality = (coil.OMEGA * one.henry / 2) / seen.real
    assert quality == pytest.approx(given["q"], rel=0.01)
    seen = beside(seen, capacitor(matched.c2), capacitor(2 * given["coil_pf"] * 1e-12))
    seen = beside(seen + capacitor(matched.c1), capacitor(given["c0_pf"] * 1e-12))
    seen = 2 * (seen + 1j * coil.OMEGA * given["l0_nh"] * 1e-9)
    assert abs(seen - given["match_ohm"]) < 0.3 * given["match_ohm"], seen
    # Without the matching it would be nothing like it.
    bare = 2 * (1j * coil.OMEGA * one.henry / 2 + one.ohm / 2)
    assert abs(bare - given["match_ohm"]) > 0.3 * given["match_ohm"]
