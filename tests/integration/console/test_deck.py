"""What pages are told about work with a deck, from answers, records and commands."""

from __future__ import annotations

from typing import Any

from host_tools.console.deck import DeckDesk


def _check(**more: Any) -> dict[str, Any]:
    told = {"work": "check", "last": ["counted", "As"], "progress": [1, 52], "count": 1}
    return told | {"strangers": 0, "others": 0, "missing": ["2c", "3c"], "twice": ["Kd"]} | more


def test_a_check_is_told_without_a_single_name_until_it_is_recorded():
    desk = DeckDesk()
    desk.obeyed(["deck_check", "before"], None)
    told = desk.told(_check())
    assert told["last"] == ["counted", None] and told["twice"] == 1 and "missing" not in told
    assert desk.is_going and desk.snapshot()["ordered"] == ["deck_check", "before"]
    desk.recorded(("deck", "before", 52, ["2c"], ["Kd"], 1))
    desk.told({})
    told = desk.snapshot()
    assert told["over"] == {"work": "check", "how": "ended"}
    assert told["checked"]["missing"] == ["2c"] and told["checked"]["wrong"] == 1
    assert not desk.is_going


def test_a_board_that_tells_no_names_at_all_is_understood():
    told = DeckDesk().told({"work": "check", "last": ["counted", None], "progress": [1, 52]})
    assert told["twice"] == 0 and told["last"] == ["counted", None]


def test_work_that_nobody_ended_was_given_up_and_a_late_record_says_otherwise():
    desk = DeckDesk()
    desk.obeyed(["enrol", 32, 1, 0], None)
    desk.recorded(("command", "technician", "enrol"))
    assert desk.snapshot()["over"] is None
    desk.told({})  # an answer of before: the work has never been seen
    assert desk.snapshot()["over"] is None
    desk.told({"work": "enrol", "last": ["", None], "progress": [0, 33], "due": "7c"})
    desk.told({})
    assert desk.snapshot()["over"] == {"work": "enrol", "how": "given_up"}
    desk.recorded(("command", "technician", "enrol_keep"))
    assert desk.snapshot()["over"] == {"work": "enrol", "how": "kept"}
    assert desk.enrolled is None, "it is asked again"
    desk.told({"work": "trial", "what": "lamps"})
    assert not desk.is_going


def test_NI2005_66_r2_5_who_has_looked_has_looked_at_the_card_that_is_there_now():
    desk = DeckDesk()
    desk.obeyed(["replace", "As"], None)
    desk.told({"work": "replace", "last": ["", None]})
    desk.obeyed(["replace_keep", "dealer"], "one_more")
    assert desk.snapshot()["looked"] == [], "no card was there to look at"
    desk.told({"work": "replace", "last": ["taken", "As"]})
    desk.told({"work": "replace", "last": ["duplicate", "Kd"]})
    assert desk.snapshot()["read"], "an old card held there by mistake changes nothing"
    desk.obeyed(["replace_keep", "dealer"], "one_more")
    assert desk.snapshot()["looked"] == ["dealer"]
    # Another new card, taken before anybody has asked: the board says that one more has to look.
    desk.obeyed(["replace_keep", "supervisor"], "one_more")
    assert desk.snapshot()["looked"] == ["supervisor"]
    desk.told({"work": "replace", "last": ["once", "As"]})
    assert desk.snapshot()["looked"] == [] and not desk.snapshot()["read"]
    desk.told({"work": "replace", "last": ["taken", "As"]})
    desk.obeyed(["replace_keep", "dealer"], "one_more")
    desk.obeyed(["replace_keep", "supervisor"], "in_play")
    desk.told({})
    assert desk.snapshot()["over"] == {"work": "replace", "how": "in_play"}
    assert desk.snapshot()["ordered"] == ["replace", "As"]


def test_cards_that_are_enrolled_come_in_pieces_and_are_sorted():
    desk = DeckDesk()
    desk.listed([["deck", ["As", "2c"]], ["deck", ["Jk", "Td"]], ["other", ["3h"]]])
    assert desk.enrolled is not None and sorted(desk.enrolled["deck"]) == ["2c", "As", "Jk", "Td"]
    assert desk.enrolled["deck"][0] == "2c" and desk.enrolled["other"] == ["3h"]
