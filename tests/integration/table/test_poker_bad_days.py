"""Bad days where players play against each other: cuts, dead readers, lost secrets."""

from __future__ import annotations

import pytest

from cardtable.vault import layout
from sim.chips.faults import FOREVER
from tests.integration.table import poker_oracle as oracle
from tests.integration.table.rounds import bodies, by_round, on_charging_desk, two_decks

SEED = 5
PEOPLE = {"check_not_earned", "cannot_win"}


def conserved(listener) -> None:
    """Every chip of every round is accounted for, from one round to the next."""
    records = bodies(listener.lines)
    openings = [record for record in records if record[0] == "round"]
    for told, following in zip(by_round(records), openings[1:], strict=False):
        account = oracle.read(told)
        taken = sum(account.commission.values())
        assert account.brought == account.left() + taken + account.taken
        assert {entry[0]: entry[1] for entry in following[5]} == account.stacks


@pytest.mark.parametrize("writes", [(9000, 6000, 7000), (7000, 4000, 5000, 3000)])
@pytest.mark.parametrize("game", ["omaha", "holdem", "stud", "draw"])
def test_rounds_go_on_after_power_cuts_where_they_were(game, writes, tmp_path):
    world, listener = on_charging_desk(tmp_path / "board", 3, SEED, game=game, cuts=writes)
    records = bodies(listener.lines)
    assert len([record for record in records if record[0] == "boot"]) == 1 + len(writes)
    assert [record[1] for record in records if record[0] == "end"] == ["won"] * 3
    assert not [record for record in records if record[0] == "refused"]
    # What flew while the board was down is named by its box; copies torn by the cut are mended.
    faults = {record[1] for record in records if record[0] == "fault"}
    assert faults <= {"shoe_missed", "copy_repaired", "ring_repaired"}
    wrong = [record for record in records if record[0] == "irregular" and record[2] not in PEOPLE]
    assert wrong == []
    conserved(listener)
    # The cards that were shown are those that lay there.
    for told, people in zip(by_round(records), world.house.history, strict=True):
        for record in told:
            if record[0] == "turn":
                assert record[3] in people.hands[record[1]]


def test_rounds_with_the_second_deck_go_on_after_power_cuts(tmp_path):
    """No board keeps which of its decks is out: the first card it sees tells."""

    def plan(world):
        two_decks(world, second=True)

    _, listener = on_charging_desk(
        tmp_path / "board", 2, SEED, game="omaha", cuts=(9000, 6000), prepare=plan
    )
    records = bodies(listener.lines)
    boots = [k for k, record in enumerate(records) if record[0] == "boot"]
    assert len(boots) == 3
    assert [record for record in records[: boots[1]] if record[0] == "deal"]  # cut in a round
    assert [record[1] for record in records if record[0] == "end"] == ["won"] * 2
    assert not [record for record in records if record[0] == "refused"]
    assert not [record for record in records if record[:2] == ["fault", "other_deck"]]


@pytest.mark.parametrize("game", ["holdem", "stud"])
def test_dealt_by_hand_beside_a_dead_box_reader_cards_are_held_to_the_shoe(game, tmp_path):
    def plan(world):
        world.clock.at(1_000_000, world.full.chips[3].fault, "unplugged", FOREVER)

    _, listener = on_charging_desk(tmp_path / "board", 1, SEED, game=game, prepare=plan)
    records = bodies(listener.lines)
    told = [record[1:3] for record in records if record[0] == "fault"]
    assert ["reader_silent", "box 3"] in told
    assert {tuple(fault) for fault in told} <= {
        ("reader_silent", "box 3"),
        ("card_unseen", "box 3"),
    }
    assert [record[1] for record in records if record[0] == "end"] == ["won"]
    conserved(listener)


def test_a_dead_rack_reader_leaves_folds_to_the_keys(tmp_path):
    def plan(world):
        world.clock.at(1_000_000, world.full.chips[22].fault, "unplugged", FOREVER)

    _, listener = on_charging_desk(tmp_path / "board", 4, SEED, game="holdem", prepare=plan)
    records = bodies(listener.lines)
    assert [record[1] for record in records if record[0] == "end"] == ["won"] * 4
    assert [r[1:3] for r in records if r[0] == "fault"] == [["reader_silent", "rack"]]
    assert [r for r in records if r[0] == "act" and r[2] == "fold"]
    conserved(listener)


def test_when_the_hidden_cards_are_lost_every_chip_goes_back(tmp_path):
    """The private copy in the FRAM is gone after a cut: the round is void, the stacks are not."""

    def dark(world):
        size = layout.MARKS - layout.PRIVATE_A
        world.fram.memory[layout.PRIVATE_A : layout.MARKS] = bytes(size)

    _, listener = on_charging_desk(
        tmp_path / "board", 2, SEED, game="omaha", cuts=(9000,), dark=dark
    )
    records = bodies(listener.lines)
    first = by_round(records)[0]
    assert ["fault", "round_lost", "vault", 1] in first
    assert next(record[1] for record in records if record[0] == "end") == "void"
    account = oracle.read(first)
    assert account.left() == account.brought and sum(account.put.values()) > 0
    conserved(listener)
