"""A house of ten seats in every game: nobody gets stuck, and the shoe never runs dry unnoticed."""

from __future__ import annotations

import sys

import pytest

from cardtable.rules.places import SHOE
from cardtable.unload import unload
from sim.harness.world import GAMES
from sim.people.actor import ScriptFailed
from tests.integration.table.rounds import bodies, by_round, on_charging_desk

ROUNDS = 2
TEN = range(1, 11)
PEOPLE = {"check_not_earned", "cannot_win"}  # TGC-2006 B12.3, B17.2: judged at showdown
AGAIN = "NI2005-66 9.7"
NO_CARD = ["end", "void", "NI2005-66 19.3"]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_ten_seats_play_every_game_to_the_end(game, seed, tmp_path):
    _, listener = on_charging_desk(
        tmp_path / "board", ROUNDS, seed, seats=TEN, full=True, game=game
    )
    records = bodies(listener.lines)
    wrong = [record for record in records if record[0] in ("fault", "refused")]
    wrong += [record for record in records if record[0] == "irregular" and record[2] not in PEOPLE]
    assert wrong == []
    ends = [record for record in records if record[0] == "end"]
    assert len(ends) == ROUNDS
    assert all(end[1] in ("won", "settled") or end == NO_CARD for end in ends)


@pytest.mark.parametrize("loaded", ["as before", "afresh"])
def test_a_second_play_in_one_process_is_the_same_to_the_microsecond(loaded, tmp_path):
    """What the firmware costs does not depend on what ran here before: records have their times.
    Its modules are unloaded when a board has started, and others may hold the first copies."""
    _, first = on_charging_desk(tmp_path / "first", 1, 3, seats=TEN, full=True, game="omaha")
    if loaded == "afresh":
        unload(*[name for name in sys.modules if name.startswith("cardtable.engine.")])
    world, again = on_charging_desk(tmp_path / "again", 1, 3, seats=TEN, full=True, game="omaha")
    assert again.lines == first.lines
    assert world.clock.idle_us


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """(world, records by round): fifty cards dealt, two left for the draw."""
    folder = tmp_path_factory.mktemp("draw") / "board"
    world, listener = on_charging_desk(folder, 5, 4, seats=TEN, full=True, game="draw")
    return world, by_round(bodies(listener.lines))


def test_NI2005_66_r9_7_the_dealer_shuffles_the_discards_when_the_shoe_is_empty(drawn):
    world, rounds = drawn
    reshuffled = [told for told in rounds if any(AGAIN in record for record in told)]
    assert len(reshuffled) >= 3
    for told in reshuffled:
        in_shoe = 52
        for record in told:
            if record[0] == "deal":
                in_shoe -= 1
            elif record[0] == "move" and record[4] == AGAIN:
                assert record[3] == SHOE
                in_shoe += 1
            assert in_shoe >= 0
        first = next(n for n, record in enumerate(told) if AGAIN in record)
        assert len([record for record in told[:first] if record[0] == "deal"]) == 52
        assert [record for record in told[first:] if record[0] == "deal"]  # and cards come again
    assert {told[-1][1] for told in _ends(reshuffled)} >= {"won"}
    # Every card is somewhere, once.
    faces = [card.face for card in world.felt.deck]
    lying = [card.face for cards in world.felt.at.values() for card in cards]
    lying += [card.face for card in world.felt.in_shoe + world.felt.rack]
    assert sorted(lying) == sorted(faces)


def test_NI2005_66_r19_3_a_supervisor_voids_a_draw_for_which_there_is_no_card(drawn):
    _, rounds = drawn
    assert [told for told in _ends(rounds) if told[-1] == NO_CARD]


def test_a_shuffle_changes_the_order_of_the_discards(tmp_path):
    """What came back lies in an order that nobody at the table can have followed."""
    kept = []

    def watch(world):
        back = world.felt.back_into_shoe

        def watched(card):
            kept.append((list(world.felt.rack), card))
            back(card)

        world.felt.back_into_shoe = watched

    on_charging_desk(tmp_path, 1, 3, seats=TEN, full=True, game="draw", prepare=watch)
    assert [card for _, card in kept] != [rack[0] for rack, _ in kept]


def test_a_script_that_fails_ends_the_play_and_is_no_failure_of_the_board(tmp_path):
    def empty_the_shoe(world):
        world.felt.in_shoe = world.felt.deck[:0]
        world.felt.shuffle = lambda dice: None

    with pytest.raises(ScriptFailed, match="IndexError"):
        on_charging_desk(tmp_path, 1, 1, seats=TEN, prepare=empty_the_shoe)


def _ends(rounds):
    """Each round up to its end."""
    for told in rounds:
        last = next(n for n, record in enumerate(told) if record[0] == "end")
        yield told[: last + 1]
