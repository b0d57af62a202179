"""Figures of a reader and the cause that follows from them, without a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.desk.code_names import COUNTER_NAMES
from cardtable.diag import states
from cardtable.drivers import reader_codes
from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from host_tools.doctor import causes, checks
from host_tools.doctor.causes import Observation, Probed
from host_tools.doctor.examine import Examined
from host_tools.doctor.figures import Figures, reached_by, read_all

_BUCKETS = 8


def _figures(name: str, scans: int = 100, state: int = states.OK, **counted: int) -> Figures:
    """A reader that was scanned so often; `counted` by the names of the counters."""
    counters = [0] * len(COUNTER_NAMES)
    counters[reader_codes.SCANS] = scans
    counters[reader_codes.STARTS] = 1
    for counter, count in counted.items():
        counters[COUNTER_NAMES.index(counter)] = count
    failed = sum(counters[code] for code in (2, 3, 4, 5, 6))
    good = max(0, scans - failed)
    latency = [0, scans] + [0] * (_BUCKETS - 2)
    return Figures(name, 3, state, 0, scans, good, good, 0, counters, latency, 30, [0] * 16)


def _found(after: Figures, before: Figures | None = None, **more) -> list[tuple[str, str, bool]]:
    before = before or _figures(after.name, 0)
    seen = Observation({after.name: before}, {after.name: after}, **more)
    return [(one.where, one.cause, one.serious) for one in causes.find(seen)]


def test_a_healthy_reader_has_no_cause():
    assert _found(_figures("box 3")) == []


def test_a_reader_beside_a_silent_one_is_not_called_weak():
    """A chip that falls silent in the middle of a scan leaves its field on."""
    weak = replace(_figures("box 3", state=states.DISTURBED), clean=0)
    assert _found(weak) == [("box 3", "weak", True)]
    after = {"box 3": weak, "box 4": _figures("box 4", 50, states.SILENT, BUS_DOWN=50)}
    found = causes.find(Observation({name: _figures(name, 0) for name in after}, after))
    assert [(one.where, one.cause, one.serious) for one in found] == [
        ("box 3", "drowned", False),
        ("box 4", "unplugged", True),
    ]
    assert "box 4" in found[0].evidence
    # The shoe's antenna is nobody's neighbour.
    after = {"shoe": _figures("shoe", 50, states.SILENT, NO_ACK=50), "box 3": weak}
    found = causes.find(Observation({name: _figures(name, 0) for name in after}, after))
    assert ("box 3", "weak") in [(one.where, one.cause) for one in found]


@pytest.mark.parametrize(
    ("code", "dead", "now_and_then"),
    [
        ("BUS_DOWN", "unplugged", "loose"),
        ("NO_ACK", "deaf", "supply_dips"),
        ("TIMEOUT", "stuck", "supply_dips"),
        ("CORRUPT", "ack_damaged", "ack_damaged"),
        ("CHIP_ERROR", "wrong_chip", "chip_error"),
    ],
)
def test_a_reader_that_never_answers_differs_from_one_that_fails_now_and_then(
    code, dead, now_and_then
):
    silent = _figures("box 3", 50, states.SILENT, **{code: 50})
    assert _found(silent) == [("box 3", dead, True)]
    assert _found(_figures("box 3", 100, **{code: 4})) == [("box 3", now_and_then, True)]


def test_what_is_over_is_told_as_history_and_needs_no_hands():
    """Failures before the first look, none between the two."""
    before = _figures("box 3", 100, TIMEOUT=4, STARTS=3)
    after = replace(before, scans=200, answered=196, clean=196)
    after.counters[reader_codes.SCANS] = 200
    assert _found(after, before) == [("box 3", "supply_dips", False)]


def test_answers_that_were_right_when_asked_for_again_are_a_noisy_line_and_no_failure():
    assert _found(_figures("box 3", NACKS=5)) == [("box 3", "noisy_line", False)]


def test_a_reader_that_blocks_the_others_is_found_without_a_technicians_test():
    """One never answers, the others lose the bus now and then."""
    after = {
        "box 1": _figures("box 1", 20, BUS_DOWN=3),
        "box 2": _figures("box 2", 20, BUS_DOWN=4),
        "box 3": _figures("box 3", 10, states.SILENT, BUS_DOWN=10),
    }
    before = {name: _figures(name, 0) for name in after}
    found = causes.find(Observation(before, after))
    assert [(one.where, one.cause) for one in found] == [("box 3", "holds_line")]


def test_readers_behind_a_mux_that_is_silent_point_to_it():
    after = {"box 1": _figures("box 1", 9, states.SILENT, BUS_DOWN=9)}
    seen = Observation(
        {"box 1": _figures("box 1", 0)},
        after,
        {"box 1": Probed(reader_codes.BUS_DOWN, 0, 5, False, 1)},
        {"mux 1": 5, "mux 2": 0},
    )
    found = [(one.where, one.cause) for one in causes.find(seen)]
    assert found == [("mux 1", "mux_silent"), ("box 1", "behind_mux")]


def test_fields_that_reach_a_reader_matter_only_when_they_are_on_together():
    figures = {
        "shoe": _figures("shoe"),
        "box 1": replace(_figures("box 1"), bleeds=0b110),
        "box 2": _figures("box 2"),
        "box 3": _figures("box 3"),
    }
    found = causes.bleeding(figures, [["box 1", "box 3"], ["box 2"]])
    assert [(one.where, one.evidence) for one in found] == [
        ("box 1", "reached by the field of box 3")
    ]
    assert causes.bleeding(figures, [["box 1"], ["box 2"], ["box 3"]]) == []


def test_a_place_without_a_reader_is_not_fitted_and_keeps_the_bits_of_the_others_right():
    """Bit k is the k-th reader that is there: here the dealer's, then box 2 and the rack."""
    shoe = ["shoe", 0, states.OK, 0, *[0] * len(COUNTER_NAMES)]

    def row(name: str, bleeds: int) -> list:
        latency, antenna = [0] * _BUCKETS, [0] * 16
        figures = [9, 9, 9, 0, latency, 20, antenna, 0, bleeds, [0] * len(COUNTER_NAMES)]
        return [name, 1, states.OK, 0, *figures]

    told = read_all([shoe, row("dealer", 0b110), row("box 2", 0b101), row("rack", 0)])
    assert list(told) == ["shoe", "dealer", *[f"box {n}" for n in range(1, 11)], "board", "rack"]
    missing = [name for name, one in told.items() if one.state_name == "not fitted"]
    assert missing == ["box 1", *[f"box {n}" for n in range(3, 11)], "board"]
    reached = reached_by(told)
    assert reached["dealer"] == ["box 2", "rack"] and reached["box 2"] == ["dealer", "rack"]
    assert reached["rack"] == [] and reached["box 1"] is None
    assert causes.find(Observation(told, told)) == []


def test_a_board_that_started_again_between_two_looks_counts_from_the_beginning():
    before = _figures("box 3", 1000, NO_ACK=900)
    after = _figures("box 3", 20)
    assert after.since(before) == after


@pytest.mark.parametrize(
    ("played", "enrolled", "said"),
    [
        ((52, 0), (52, 0), ""),
        ((40, 1), (40, 1), ""),
        ((40, 0), (52, 0), "the game is played with 40 cards: 12 too many"),
        ((52, 1), (52, 0), "the game is played with 52 cards and a joker: 1 missing"),
        ((52, 0), (52, 1), "the game is played with 52 cards: 1 too many"),
        ((52, 0), (48, 1), "the game is played with 52 cards: 1 too many and 4 missing"),
    ],
)
def test_a_deck_that_does_not_fit_the_game_is_told(played, enrolled, said):
    deck = [card_text(code) for code in deck_cards(enrolled[0], bool(enrolled[1]))]
    config = [["game", "draw"], ["deck", played[0]], ["joker", played[1]]]
    result = next(checks.deck(Examined(config=config, deck={"deck": deck})))
    assert (result.result, result.cause) == (("warn", "deck_differs") if said else ("ok", ""))
    assert said in result.evidence and result.evidence.count("(") == bool(said)


def test_the_second_deck_has_to_fit_too():
    deck = [card_text(code) for code in deck_cards(52, False)]
    config = [["deck", 52], ["joker", 0]]
    seen = Examined(config=config, deck={"deck": deck, "other": deck[4:]})
    result = next(checks.deck(seen))
    assert result.result == "warn" and "4 of the second deck missing" in result.evidence
