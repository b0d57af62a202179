"""A play recorded on the desk: who does what, when, and after how many records."""

from __future__ import annotations

import json

import pytest

from sim.rp2040 import recorder
from sim.rp2040.pace import FAST, PACES
from sim.rp2040.problem import Problem
from sim.rp2040.recorder import Recording, Setting, is_awaited, of_the_play, record

KEY_HELD_MS = 65


@pytest.fixture(scope="module")
def canberra() -> Recording:
    return record(Setting("canberra", seats=(1, 2, 3), pace="fast"))


@pytest.fixture(scope="module")
def holdem() -> Recording:
    return record(Setting("holdem", seats=(1, 2, 3)))


def moves(recording: Recording) -> list[tuple[float, list]]:
    """Everything that moves, at its time."""
    now = 0.0
    found = []
    for action in recording.actions:
        now += action["after"]
        found.append((now, action["do"]))
        found += [(now + delay, what) for delay, what in action["then"]]
    return sorted(found, key=lambda one: one[0])


def test_a_key_is_held_for_65_ms_at_every_pace() -> None:
    assert {pace.key // 2 for pace in PACES.values()} >= {KEY_HELD_MS}
    assert all(pace.key // 2 >= KEY_HELD_MS for pace in PACES.values())
    assert (PACES["lively"].card, PACES["steady"].card, FAST.card) == (450, 220, 150)


def test_a_key_that_is_pressed_comes_up_by_itself(canberra: Recording) -> None:
    presses = [action for action in canberra.actions if action["do"][0] == "key"]
    assert presses
    for action in presses:
        assert action["do"][2] is True
        assert action["then"] == [[KEY_HELD_MS, ["key", action["do"][1], False]]]


def test_a_card_leaves_the_shoe_and_lands_by_itself(canberra: Recording) -> None:
    draws = [action for action in canberra.actions if action["do"][:2] == ["put", "shoe"]]
    assert len(draws) == 4 * 5
    for action in draws:
        uid = action["do"][2]
        (left, took), (landed, put) = action["then"]
        assert (took, left) == (["take", "shoe", uid], 60)
        assert put[0] == "put" and put[2] == uid and landed == 210
    # At a card every 150 ms the next one is drawn before the last one has landed.
    assert [action["after"] for action in draws[1:]] == [150] * 19


def test_a_tag_lies_over_one_antenna_at_a_time(canberra: Recording) -> None:
    where: dict[str, object] = {}
    for _, (what, *details) in moves(canberra):
        if what == "put":
            assert where.get(details[1]) is None
            where[details[1]] = details[0]
        elif what == "take":
            assert where[details[1]] == details[0]
            where[details[1]] = None


def test_keys_wait_and_so_does_the_first_movement_after_one(canberra: Recording) -> None:
    before = None
    for action in canberra.actions:
        if "key" in (action["do"][0], before):
            assert action["waits"]
        elif action["do"][:2] == ["put", "shoe"]:
            assert not action["waits"]
        before = action["do"][0]


def test_a_card_dealt_by_hand_waits_where_the_desk_has_looked(holdem: Recording) -> None:
    """Without a shoe the dealer deals the next card when the box has shown the last one."""
    dealt = [action for action in holdem.actions if action["do"] == ["nothing"]]
    assert len(dealt) >= 3 * 2 and all(action["waits"] for action in dealt)
    for action in dealt:
        ((landed, put),) = action["then"]
        assert landed == 150 and put[0] == "put"


def test_nothing_follows_long_after_what_it_follows_from(holdem: Recording) -> None:
    """The longest is a hand at the mouth of the rack before it sinks."""
    delays = [delay for action in holdem.actions for delay, _ in action["then"]]
    assert max(delays) <= 1800


def test_the_console_is_an_action_of_its_own(holdem: Recording) -> None:
    said = [action["do"] for action in holdem.actions if action["do"][0] == "console"]
    assert said == [["console", ["join", seat, 20000]] for seat in (1, 2, 3)]


def test_what_was_told_only_grows_and_ends_below_what_there_is(canberra: Recording) -> None:
    told = [action["told"] for action in canberra.actions]
    assert told == sorted(told)
    awaited = [one for one in canberra.records if is_awaited(one)]
    assert told[0] > 0 and told[-1] <= len(awaited) <= len(of_the_play(canberra.records))


def test_the_files_are_those_before_the_first_card(canberra: Recording) -> None:
    assert {"board.json", "table.json", "deck.json"} < set(canberra.files)
    assert json.loads(canberra.files["table.json"])["game"] == "canberra"
    assert len(canberra.fram) in (32768, 65536)
    assert any(canberra.fram[:64]), "the books were opened some other day"


def test_the_same_setting_is_the_same_play(canberra: Recording) -> None:
    again = record(canberra.setting)
    assert again.actions == canberra.actions
    assert again.records == canberra.records


def test_people_who_never_come_to_an_end_are_a_problem_and_no_endless_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recorder, "_LONGEST_ROUND_US", 5_000_000)
    with pytest.raises(Problem, match="holdem with 3 seats and seed 1"):
        record(Setting("holdem", seats=(1, 2, 3)))


@pytest.mark.parametrize(
    ("game", "seats"), [("canberra", 9), ("canberra-1997", 9), ("omaha", 10), ("stud", 10)]
)
def test_a_full_table_is_nine_boxes_at_canberra_poker_and_ten_elsewhere(
    game: str, seats: int
) -> None:
    assert len(Setting(game).players) == seats


def test_a_table_that_would_be_refused_is_said_before_anything_is_played():
    """Folded hands are protected without an approval on record (TGC-2006 C18.4)."""
    for determined, said in (
        ((("reveal", "maybe"),), "one of never"),
        ((("reveal", "all"),), "C18.4"),
    ):
        with pytest.raises(Problem, match=said):
            record(Setting("holdem", seats=(1, 2, 3), determined=determined))
