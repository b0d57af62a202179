"""A table with readers under its boxes, by main.py itself: the same rounds, more to go by."""

import pytest

from cardtable.rules.places import DEALER
from sim.chips.faults import FOREVER
from sim.people.house import Pace
from tests.integration.table.rounds import bodies, by_round, on_charging_desk, on_cpython

SEATS = [1, 2, 3]


def _kinds(listener, *names):
    return [record for record in bodies(listener.lines) if record[0] in names]


def test_rounds_on_a_full_table_are_told_without_a_fault(tmp_path):
    world, listener = on_charging_desk(tmp_path / "board", 2, 5, seats=SEATS, full=True)
    assert _kinds(listener, "fault", "refused", "irregular") == []
    rounds = by_round(bodies(listener.lines))
    assert len(rounds) == 2
    for records, people in zip(rounds, world.house.history, strict=True):
        order = [record[1] for record in records if record[0] == "deal"]
        assert order == (SEATS + [DEALER]) * 5
        turned = [(record[1], record[3]) for record in records if record[0] == "turn"]
        assert all(card in people.hands[place] for place, card in turned)


def test_a_dead_box_reader_is_told_and_the_table_plays_on(tmp_path):
    # Work is free here: on a board, while a silent reader is tried again once a second, all places
    # are scanned with care, one by one, and the cards of others are told as unseen, too
    # (docs/budgets.md).
    def plan(world):
        world.clock.at(2_000_000, world.full.chips[2].fault, "unplugged", FOREVER)

    _, listener = on_cpython(tmp_path / "board", 1, 5, seats=SEATS, full=True, prepare=plan)
    told = [record[1:3] for record in _kinds(listener, "fault")]
    assert told == [["reader_silent", "box 2"], ["card_unseen", "box 2"]]
    assert _kinds(listener, "end") == [["end", "settled", None]]


def test_a_dead_shoe_reader_leaves_the_boxes_to_name_the_cards(tmp_path):
    def plan(world):
        world.clock.at(1_000_000, world.shoe_chip.fault, "unplugged", FOREVER)
        # A box needs a moment to name the last card; players think longer than that.
        world.house.pace = Pace(key=130, card=220, think=900, between=2500)

    _, listener = on_charging_desk(tmp_path / "board", 1, 5, seats=[1, 2], full=True, prepare=plan)
    assert [record[1:3] for record in _kinds(listener, "fault")] == [["reader_silent", "shoe"]]
    assert _kinds(listener, "end") == [["end", "settled", None]]
    order = [record[1] for record in _kinds(listener, "deal")]
    assert sorted(order) == [0] * 5 + [1] * 5 + [2] * 5


def test_nothing_that_is_told_names_a_card_that_lies_face_down(tmp_path):
    def plan(world):
        world.clock.at(2_500_000, world.full.chips[2].fault, "collision", FOREVER)
        world.clock.at(5_900_000, world.full.chips[1].fault, "garbled_uid", FOREVER)

    world, listener = on_charging_desk(
        tmp_path / "board", 1, 5, seats=SEATS, full=True, prepare=plan
    )
    codes = {record[1] for record in _kinds(listener, "fault")}
    assert codes == {"card_unseen", "foreign_card"}
    people = world.house.history[0]
    shown = {record[3] for record in _kinds(listener, "turn")} | {people.hands[DEALER][4]}
    text = str([record for record in bodies(listener.lines) if record[0] != "round"])
    for faces in people.hands.values():
        for face in faces:
            assert face in shown or f"'{face}'" not in text


@pytest.mark.parametrize(("game", "seed"), [("holdem", 2), ("omaha", 3)])
def test_cards_of_the_last_round_that_lie_there_as_the_board_starts_are_not_dealt(
    tmp_path, game, seed
):
    """Nobody's blind is posted, and no hand is folded, by what was not cleared away yet."""
    cleared_s = 5

    def plan(world):
        import machine  # pyright: ignore[reportMissingImports]

        clear_away = world.house._clear_away

        def slowly():
            yield cleared_s * 1000
            yield from clear_away()

        def cut():
            controller = None if world.app is None else world.app.controller
            if controller is not None and controller.number == 2 and not controller.begun:
                assert sum(len(cards) for cards in world.felt.at.values()) > 5
                world.app = None
                raise machine.SimReset
            world.clock.at(5_000, cut)

        world.house._clear_away = slowly
        world.clock.at(5_000, cut)

    lines: list[bytes] = []
    on_charging_desk(
        tmp_path / "board", 2, seed, full=True, game=game, prepare=plan, keep=lines.append
    )
    told = bodies(lines)
    again = [k for k, record in enumerate(told) if record[0] == "boot"][-1]
    kinds = [record[0] for record in told[again:]]
    assert [kind for kind in kinds if kind in ("fault", "refused", "irregular")] == []
    assert kinds.count("end") == 1
    assert kinds.count("begin") + kinds.count("players") == 1
