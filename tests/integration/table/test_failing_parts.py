"""Parts of the program that fail, a bus that is shorted, nobody at the cable: the round goes on."""

from __future__ import annotations

import json

from sim.chips.faults import FOREVER
from tests.integration.table.rounds import on_charging_desk
from tests.integration.table.visitor import visit


def _patiently(world):
    """People who look what the table expects, and try again."""
    world.house.patient = True


def _when_dealt(visitor, count=8):
    return visitor.until(lambda: len(visitor.of("deal")) >= count, 60_000)


def _ended(visitor):
    yield from visitor.until(lambda: visitor.of("end"), 120_000)


def test_a_task_that_fails_once_is_started_again_and_told(tmp_path):
    def script(visitor):
        yield from _when_dealt(visitor)
        panel = visitor.world.app.panel
        look, panel.look = panel.look, _fails(lambda: setattr(panel, "look", look))
        yield from _ended(visitor)

    visitor = visit(tmp_path, script, rounds=1)
    assert visitor.of("fault") == [("fault", "task_failed", "panel", 1)]
    assert visitor.of("end") == [("end", "settled", None)]
    assert len(visitor.of("boot")) == 1


def _fails(then):
    def look():
        then()
        raise ValueError("a bug")

    return look


def test_a_task_that_fails_again_and_again_restarts_the_board_and_the_round_goes_on(tmp_path):
    def script(visitor):
        yield from _when_dealt(visitor)
        visitor.world.app.panel.look = _fails(lambda: None)
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2, 60_000)
        yield from _ended(visitor)

    visitor = visit(tmp_path, script, rounds=1, game="omaha", prepare=_patiently)
    assert [fact[1] for fact in visitor.of("fault")] == ["task_failed"] * 3 + ["board_restarts"]
    assert visitor.of("boot")[1][4] == "reset"
    assert visitor.of("end")[0][1] == "won"
    assert len(visitor.of("round")) >= 1 and visitor.of("round")[0][1] == 1


def test_an_input_that_breaks_the_rules_code_leaves_the_round_as_it_was_recorded(tmp_path):
    replies = []

    def script(visitor):
        yield from visitor.do("dealer", "input", ["ante", 1, 500])
        played = visitor.world.app.controller.round
        played._judge_ante = lambda *_: 1 // 0  # a bug in one judgement
        yield from visitor.do("dealer", "input", ["ante", 2, 500])
        replies.append(visitor.last)
        yield from visitor.do("dealer", "input", ["ante", 3, 500])
        replies.append(visitor.last)

    visitor = visit(tmp_path, script)
    assert [reply[0] for reply in replies] == ["judge_failed", "ok"]
    assert ("fault", "judge_failed", "round", 1) in visitor.facts
    antes = [fact[1] for fact in visitor.of("ante")]
    assert antes == [1, 3]
    assert sorted(visitor.world.app.controller.round.boxes) == [1, 3]


def test_a_shorted_panel_bus_stops_play_with_words_and_the_next_start_goes_on(tmp_path):
    """FRAM and panel share that bus: no record can be kept, so nothing may be played."""

    def script(visitor):
        yield from _when_dealt(visitor)
        bus = visitor.world.i2c(1)
        bus.fault("bus_held", FOREVER)
        yield 3000
        kept = len(visitor.facts)
        yield from visitor.ask("vault")
        assert dict(visitor.last)["stopped"] == ["fram_lost", "fram"]
        bus.clear("bus_held")
        yield 1000
        assert len(visitor.facts) == kept  # a stopped table does not begin again by itself
        yield from visitor.do("technician", "restart")
        assert visitor.last == ["ok", None]
        yield from visitor.until(lambda: len(visitor.of("boot")) == 2, 60_000)
        yield from _ended(visitor)

    visitor = visit(tmp_path, script, rounds=1, game="omaha", prepare=_patiently)
    assert visitor.of("end")[0][1] == "won"


def test_without_a_host_the_rounds_are_the_same_and_all_are_there_when_one_comes(tmp_path):
    """The listener is deaf until the last hand has moved; then it gets everything."""
    _, listener = on_charging_desk(tmp_path / "with", 2, seed=4)

    def script(visitor):
        visitor.cable.listener = None
        visitor._chain = None
        visitor.facts.clear()
        visitor.lines.clear()
        yield from visitor.until(lambda: len(visitor.world.house.history) == 2, 200_000)
        yield 30_000
        visitor.cable.listener = visitor
        visitor.hello = []
        visitor.cable.to_board(("greet", 1, 0, 0))
        yield from visitor.until(lambda: len(visitor.of("end")) == 2, 60_000)

    visitor = visit(tmp_path / "without", script, rounds=2, seed=4)
    mine = [fact for fact in visitor.facts if fact[0] in ("settle", "hand", "meter", "end")]
    theirs = [tuple(json.loads(line)[6:]) for line in listener.lines]
    assert mine == [fact for fact in theirs if fact[0] in ("settle", "hand", "meter", "end")]


def test_ninety_seconds_run_by_the_clock_of_the_board(tmp_path):
    """TGC-2006 C10.3: whoever has called the clock, the board counts it and folds the hand."""

    def script(visitor):
        world = visitor.world
        yield from visitor.until(lambda: world.app is not None)
        for seat in (1, 2, 3):
            yield from visitor.do("dealer", "input", ["join", seat, 20_000])
            assert visitor.last == ["ok", None]
        world.house.mode = "cards"
        yield from visitor.do("dealer", "input", ["begin"])
        yield from visitor.until(lambda: world.app.controller.round.to_act(), 120_000)
        seat = world.app.controller.round.to_act()
        yield from visitor.do("dealer", "input", ["clock", seat])
        assert visitor.last == ["ok", None]
        yield from visitor.until(
            lambda: [fact for fact in visitor.of("act") if fact[1:3] == (seat, "fold")], 95_000
        )

    def prepare(world):
        world.house.mode = "rest"

    visit(tmp_path, script, rounds=1, game="omaha", prepare=prepare)
