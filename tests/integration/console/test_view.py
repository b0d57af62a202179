"""The public view, folded from records alone: the same table as the board's, without secrets."""

from __future__ import annotations

import json
import re

import pytest

from cardtable.records import body, decode
from host_tools.console.actions import actions
from host_tools.console.forms import all_forms
from host_tools.console.lines import Lines
from host_tools.console.round_projection import TableView
from sim.harness import headless

_SEAL = re.compile(r"[0-9a-f]{32}")
_GAMES = ("canberra", "holdem", "omaha", "draw", "stud")


@pytest.fixture(scope="module", params=_GAMES)
def played(request, tmp_path_factory):
    """(world, records) of two rounds through main.py."""
    folder = str(tmp_path_factory.mktemp(request.param)) + "/"
    world, listener = headless.play(folder, 2, seed=3, game=request.param)
    return world, [body(decode(line)) for line in listener.lines]


def _configured(world) -> TableView:
    view = TableView()
    config = world.config
    pairs = [["game", config["game"]], ["fingerprint", config["fingerprint"]]]
    view.configure(pairs + [[name, value] for name, value in config["values"].items()])
    return view


def test_the_view_has_what_the_board_has(played):
    """Chips, boxes, phase and outcome of the open round, record by record, are the board's own."""
    world, records = played
    view = _configured(world)
    for number, record in enumerate(records, 1):
        view.apply(number, record)
    board = world.app.controller.round
    now = view.now
    assert now is not None and now.number == world.app.controller.number
    assert now.played.phase == board.phase and now.played.money() == board.money()
    if now.banked:
        assert sorted(now.played.boxes) == sorted(board.boxes)
    else:
        assert now.played.stack == board.stack
        assert now.played.marker == board.marker


def test_no_snapshot_has_a_seal_or_a_face_that_was_not_shown(played):
    world, records = played
    view = _configured(world)
    lines = Lines()
    shown: set[str] = set()
    hidden = 0
    for number, record in enumerate(records, 1):
        if record[0] == "deal" and len(record[2]) <= 3:
            shown.add(record[2])
        elif record[0] == "turn":
            shown.add(record[3])
        view.apply(number, record)
        told = json.dumps([view.snapshot(), actions(view), lines.tell(number, record)])
        assert _SEAL.search(told) is None
        assert set(re.findall(r'"face": "(..)"', told)) <= shown
        hidden += told.count("{}")
    assert hidden > 20 and shown


def test_a_view_that_comes_late_sees_the_same(played):
    """Without the configuration the records wait for it."""
    world, records = played
    early, late = _configured(world), TableView()
    for number, record in enumerate(records, 1):
        early.apply(number, record)
        late.apply(number, record)
    assert late.snapshot()["round"] is None
    late.configure(
        [["game", early.game], ["fingerprint", early.fingerprint], *map(list, early.values.items())]
    )
    one, other = early.snapshot(), late.snapshot()
    assert [seat.get("stack") for seat in one["seats"]] == [
        seat.get("stack") for seat in other["seats"]
    ]
    assert one.get("phase") == other.get("phase")


def test_hearing_a_record_twice_changes_nothing(played):
    world, records = played
    once, twice = _configured(world), _configured(world)
    for number, record in enumerate(records, 1):
        once.apply(number, record)
        for _ in range(2):
            twice.apply(number, record)
    assert once.snapshot() == twice.snapshot()


def test_every_expectation_of_the_board_becomes_something_to_press_or_to_deal(played):
    """Replayed with the board's own expectations: nothing a player may do is missing."""
    world, records = played
    view = _configured(world)
    quiet = {"card", "ante", "jackpot", "move", "buy", "join", "leave", "back", "throw", "post"}
    for number, record in enumerate(records, 1):
        view.apply(number, record)
        if view.now is None or view.now.played.outcome is not None:
            continue
        try:
            view.expects = [list(one) for one in view.now.played.expects()]
        except (TypeError, ValueError, AttributeError):
            continue  # a seal cannot be judged here: the board tells what it expects
        told = actions(view)
        pressed = {one["kind"] for one in told["act"] if not one.get("closed")}
        assert {one[0] for one in view.expects} - quiet <= pressed
        assert told["headline"]


def test_forms_are_made_from_the_declarations():
    from cardtable.rules.determinations import DOCUMENTS, taken_by
    from cardtable.rules.inputs import INPUTS

    for game in DOCUMENTS:
        made = all_forms(game, {})
        assert [one["name"] for one in made["determinations"]] == taken_by(game)
        cited = (DOCUMENTS[game], "house custom")
        assert all(one["rule"].startswith(cited) for one in made["determinations"])
    inputs = all_forms("stud", {})["inputs"]
    assert set(inputs) == set(INPUTS.names()) - {"display", "wait"}
