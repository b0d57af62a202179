"""What people and the link learn, and when, does not depend on which cards lie in the boxes.

The same public script (who gets a card when, who folds) is played with other hidden cards, on a
clock that charges for the firmware's work (sim/charging): time that depends on a card shows.
"""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from cardtable.tracker.deck import Deck
from sim.charging import instrument
from sim.charging.clock import ChargingClock
from sim.charging.costs import nothing
from sim.harness.tracked import Keeper, Tracked, new_round
from sim.people.dice import Dice

_SEATS = [1, 2, 5]
_TICK_MS = 20  # of reader_array.py
_LATE_MS = 4  # another task is in the middle of its work
_SWEEP_MS = 160  # of two cards in three boxes
_LITTLE = 0.05
_FREE = nothing()
_SWEEPS = 5  # over the same numbers of cards, for a median
# game: (dealt from a shoe, cards for each place, dealer has a hand too)
_GAMES = {
    "holdem": (False, 2, False),
    "stud": (False, 2, False),
    "omaha": (True, 4, False),
    "draw": (True, 5, False),
    "canberra": (True, 5, True),
}


@pytest.fixture(autouse=True, scope="module")
def loaded():
    """Each game once before: what is loaded or worked out at its first round is then there."""
    for game in _GAMES:
        Played(game, tags=9)


class Played:
    """One hand up to the point where cards are shown; everything public with its time."""

    def __init__(self, game: str, tags: int, faces: int = 0, clock: ChargingClock | None = None):
        """`tags` is the seed of the UIDs, `faces` of which card each of them is."""
        by_shoe, cards, dealer = _GAMES[game]
        clock = ChargingClock() if clock is None else clock
        with clock.for_nothing():
            table = Tracked(Dice(tags), by_shoe, clock)
            if faces:
                _swap_faces(table, Dice(faces))
        self.scans: list[tuple] = []  # (µs, reader, result, number of cards)
        self.sweeps: list[tuple[int, int]] = []  # µs at which a sweep began and was over
        self._listen(table)
        table.felt.shuffle(Dice(5))
        table.run_for(1_500)
        given = {"deal": "shoe"} if by_shoe and game != "canberra" else {}
        marker = None if game == "canberra" else 1
        with clock.for_nothing():  # the first round of a process loads its game, the second not
            table.keeper.open(*new_round(game, _SEATS, 1, marker, given))
            people: Any = new_round(game, _SEATS, 1, marker, given)[0]
        for start in [("ante", seat, 500) for seat in _SEATS] if dealer else [("begin",)]:
            with clock.for_nothing():
                people.take(start)
            table.people(*start)
        for k in range(cards * (len(_SEATS) + dealer)):
            with clock.for_nothing():
                place = next(due[1] for due in people.expects() if due[0] == "card")
                card = table.felt.draw(place) if by_shoe else table.felt.deal_by_hand(place)
                people.take(("card", place, card.face))
            table.run_for(230 + 9 * (k % 5))
        table.run_for(3_000)
        table.felt.lift(5)
        table.run_for(1_200)
        table.felt.lay(5)
        table.felt.collect(2)
        table.run_for(3_500)
        table.close()
        # A card's face is what is hidden; everything else of a record is not.
        self.said = [
            (ms, record[:2] if record[0] in ("deal", "throw") else record)
            for ms, record in table.said
        ]
        self.told = table.told
        uids = {card.face: card.tag.uid for card in table.felt.deck}
        dealt = [record[2] for _, record in table.said if record[0] == "deal"]
        self.hidden = [(face, uids[face]) for face in dealt]

    def took(self) -> list[tuple[tuple, int]]:
        """(number of cards at each reader, µs) of every sweep."""
        found = []
        for start, end in self.sweeps[1:]:  # the first one sets the chips up
            scans = [scan for scan in self.scans if start < scan[0] <= end]
            found.append((tuple(count for _, _, _, count in scans), end - start))
        return found

    def _listen(self, table) -> None:
        sweep = table.boxes.sweep
        told, once = sweep._told, sweep.once

        def noted(reader, code, count):
            self.scans.append((table.clock.now_us, reader.name, code, count))
            told(reader, code, count)

        def noted_once():
            start = table.clock.now_us
            yield from once()
            self.sweeps.append((start, table.clock.now_us))

        sweep._told, sweep.once = noted, noted_once


def _swap_faces(table, dice) -> None:
    faces = [card.face for card in table.felt.deck]
    dice.shuffle(faces)
    for card, face in zip(table.felt.deck, faces, strict=True):
        card.face = face
    enrolled = {card.tag.uid.hex(): card.face for card in table.felt.deck}
    table.deck._table = Deck(enrolled)._table


def _same_people_did(one: Played, other: Played) -> None:
    assert one.hidden != other.hidden  # or the test would prove nothing
    assert len(one.hidden) == len(other.hidden) >= 6
    assert [record for _, record in one.said] == [record for _, record in other.said]


@pytest.mark.parametrize("game", ["holdem", "omaha", "draw", "canberra"])  # stud deals face up
def test_other_faces_on_the_same_tags_change_nothing_at_all(game):
    one, other = Played(game, tags=1), Played(game, tags=1, faces=2)
    _same_people_did(one, other)
    assert one.said == other.said
    assert one.told == other.told
    assert one.scans == other.scans


def _deals_shift_by(one: Played, other: Played) -> int:
    """ms, at most."""
    return max(
        abs(ms - other_ms)
        for (ms, record), (other_ms, _) in zip(one.said, other.said, strict=True)
        if record[0] == "deal"
    )


def test_work_that_depends_on_a_face_would_be_seen(monkeypatch):
    """Rules that take a tenth of a millisecond longer for a red card."""
    plain = Keeper.give

    def give(keeper, given):
        if given[0] == "card" and given[2][-1] in "hd":
            instrument.cell[0] += 100_000  # ns
        return plain(keeper, given)

    monkeypatch.setattr(Keeper, "give", give)
    one, other = Played("holdem", tags=1), Played("holdem", tags=1, faces=2)
    _same_people_did(one, other)
    assert one.scans != other.scans


@pytest.mark.parametrize("tags", [2, 3])
@pytest.mark.parametrize("game", ["holdem", "stud"])
def test_dealt_by_hand_other_tags_shift_a_deal_by_a_sweep_at_most(game, tags):
    """Two UIDs collide in exactly one bit, wherever it is; to look one up takes longer or shorter
    (a binary search), and that moves what comes after it. A card that lands while its box is
    scanned is seen now, or a sweep later."""
    one, other = Played(game, tags=1), Played(game, tags=tags)
    _same_people_did(one, other)
    assert [told[1:] for told in one.told] == [told[1:] for told in other.told]
    assert _deals_shift_by(one, other) <= _SWEEP_MS + _TICK_MS


def _medians_differ_by(games, seeds) -> float:
    """The largest share by which a sweep over the same numbers of cards differs between tags."""
    took: dict[tuple, dict[int, list[int]]] = {}
    for tags in seeds:
        for game in games:
            for numbers, us in Played(game, tags).took():
                took.setdefault((game, *numbers), {}).setdefault(tags, []).append(us)
    found = []
    for by_tags in took.values():
        if len(by_tags) == len(seeds) and min(map(len, by_tags.values())) >= _SWEEPS:
            medians = [statistics.median(us) for us in by_tags.values()]
            found.append(max(medians) / min(medians) - 1)
    assert len(found) > 2 * len(games)
    return max(found)


def test_how_long_a_sweep_takes_tells_the_numbers_of_cards_and_little_else():
    """More than two UIDs collide more or less often, by 4 ms a scan. A sweep is kept waiting by
    other tasks as well, so it is medians that are compared."""
    assert _medians_differ_by(("omaha", "draw", "canberra"), range(1, 5)) < _LITTLE


def test_where_work_is_free_a_sweep_tells_the_numbers_of_cards_and_nothing_else():
    """The waiting itself, to the microsecond, with nothing but transfers in its way. On a board
    that is busy most groups take longer than they would wait (docs/secrecy.md)."""
    took: dict[tuple, set[int]] = {}
    for tags in range(1, 5):
        for game in ("omaha", "draw", "canberra"):
            played = Played(game, tags, clock=ChargingClock(costs=_FREE))
            for numbers, us in played.took():
                took.setdefault(numbers, set()).add(us)
    many = [numbers for numbers in took if sum(count > 2 for count in numbers) > 1]
    assert len(many) > 10
    # Whatever the sweep waits for, it may be kept waiting by a transfer of the shoe's reader.
    assert {numbers: us for numbers, us in took.items() if max(us) - min(us) > 500} == {}


@pytest.mark.parametrize("tags", [2, 3, 4])
@pytest.mark.parametrize("game", ["omaha", "draw", "canberra"])
def test_with_five_cards_a_box_other_tags_shift_a_deal_by_two_ticks_at_most(game, tags):
    """What is left: a card read within some milliseconds of a tick, or landing during a scan."""
    one, other = Played(game, tags=1), Played(game, tags=tags)
    _same_people_did(one, other)
    assert [told[1:] for told in one.told] == [told[1:] for told in other.told]
    assert _deals_shift_by(one, other) <= 2 * _TICK_MS + _LATE_MS
