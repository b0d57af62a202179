"""Ballots: anybody can draw them again, nobody can choose them (17.7, 20.7)."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from host_tools.tournament import ballot

SECRET = b"s" * 32
TABLES = {"A": [1, 2, 3, 4], "B": [1, 2, 3, 4], "C": [1, 2, 3]}


def test_a_ballot_is_drawn_again_with_nothing_but_a_hash_function():
    disclosed = ballot.link(SECRET, 0)
    entrants = [(n, f"player {n}") for n in range(1, 12)]
    drawn = ballot.drawn(disclosed, entrants, TABLES)
    # As the page for players tells it, without the module
    lots = sorted(
        (hmac.new(disclosed, f"{n} {name}".encode(), hashlib.sha256).hexdigest(), n)
        for n, name in entrants
    )
    seats = ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3", "A4", "B4"]
    assert {n: f"{drawn[n].table}{drawn[n].box}" for n in drawn} == {
        n: seat for (_, n), seat in zip(lots, seats, strict=True)
    }


def test_each_link_is_the_one_that_was_promised_and_no_other():
    published = ballot.link(SECRET, -1)
    for before in range(ballot.MOST_BALLOTS):
        disclosed = ballot.link(SECRET, before)
        assert ballot.follows(disclosed, published)
        assert not ballot.follows(ballot.link(b"t" * 32, before), published)
        published = disclosed


@given(st.integers(2, 30), st.integers(0, 2**32), st.integers(1, 4), st.integers(8, 10))
def test_everybody_gets_one_seat_and_no_table_two_more_than_another(players, seed, tables, boxes):
    open_boxes = {f"T{n}": list(range(1, boxes + 1)) for n in range(tables)}
    players = min(players, tables * boxes)
    drawn = ballot.drawn(seed.to_bytes(8, "big"), [(n, str(n)) for n in range(players)], open_boxes)
    assert sorted(drawn) == list(range(players))
    assert len(set(drawn.values())) == players
    sizes = [sum(seat.table == name for seat in drawn.values()) for name in open_boxes]
    assert max(sizes) - min(sizes) <= 1


def test_lots_are_spread_evenly():
    """Each of six players is first in about a sixth of 3,000 ballots (chance alone: within 100)."""
    first = [0] * 6
    for seed in range(3000):
        lots = [(ballot.lot(seed.to_bytes(4, "big"), n, "x"), n) for n in range(6)]
        first[min(lots)[1]] += 1
    assert all(400 < count < 600 for count in first), first
