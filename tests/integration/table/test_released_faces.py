"""What a board releases after a round, by the policy that was in force when it was dealt."""

from __future__ import annotations

import json

import pytest

from cardtable.records import HEAD
from cardtable.rules.determinations import settled
from cardtable.rules.round import Refused
from cardtable.rules.seals import SECRET
from cardtable.vault.delayed_faces import DelayedFaces
from tests.integration.table.rounds import on_charging_desk, on_cpython
from tests.integration.table.seals_opened import opened_by, seals_of

ALL = {"reveal": "all", "reveal_minutes": 0, "reveal_approval": "GRC 2026/17"}
NUMBER, TIME_MS = 2, 4
MINUTE = 60_000
GAMES = ("holdem", "omaha", "draw", "stud")


def _records(listener):
    """[number, time, kind, field, …] of each record, once."""
    lines = {json.loads(line)[NUMBER]: json.loads(line) for line in listener.lines}
    return [[line[NUMBER], line[TIME_MS], *line[HEAD:]] for _, line in sorted(lines.items())]


@pytest.mark.parametrize("game", GAMES)
def test_one_record_opens_every_seal_of_its_round_and_no_other(game, tmp_path):
    _, listener = on_cpython(tmp_path, 3, 5, game=game, determinations=ALL)
    records = _records(listener)
    released = [record for record in records if record[2] == "released"]
    assert len(released) >= 2
    rounds = [record[0] for record in records if record[2] == "round"]
    for number, _, _, epoch, first, secret, cards in released:
        assert epoch == 1 and first in rounds and len(secret) == 2 * SECRET
        ended = next(r[0] for r in records if r[0] > first and r[2] == "end")
        assert number > ended
        faces = opened_by(secret, cards)
        assert seals_of(records, first) and set(seals_of(records, first)) <= set(faces)
        for later in rounds:
            if later > first:
                assert not set(seals_of(records, later)) & set(faces)
    turned = {r[4]: r[5] for r in records if r[2] == "turn"}
    for token, card in turned.items():  # what players showed is what was released
        for *_, secret, cards in released:
            assert opened_by(secret, cards).get(token, card) == card


def test_the_policy_stands_at_the_head_of_each_round(tmp_path):
    _, listener = on_cpython(tmp_path, 1, 5, game="holdem", determinations=ALL)
    records = _records(listener)
    at = next(n for n, r in enumerate(records) if r[2] == "round")
    assert records[at + 1][2:] == ["reveal", "all", 0]


def test_by_default_nothing_is_said_of_it_and_nothing_released(tmp_path):
    _, listener = on_cpython(tmp_path, 2, 5, game="holdem")
    assert not [r for r in _records(listener) if r[2] in ("reveal", "released")]


def test_shown_hands_alone_release_no_secret(tmp_path):
    values = {"reveal": "shown", "reveal_minutes": 0}
    _, listener = on_cpython(tmp_path, 2, 5, game="omaha", determinations=values)
    released = [r for r in _records(listener) if r[2] == "released"]
    assert released and all(r[5:] == ["", ""] for r in released)


@pytest.mark.parametrize("game", GAMES)
def test_folded_hands_need_an_approval_and_the_refusal_cites_what_protects_them(game):
    rule = {"holdem": "C18.4, C18.7", "stud": "B17.8"}.get(game, "16.4, 16.7")
    with pytest.raises(Refused) as refused:
        settled(game, {"reveal": "all"})
    assert refused.value.code == "folded_hands_are_protected"
    assert refused.value.rule.endswith(rule)
    assert settled(game, {"reveal": "all", "reveal_approval": "x"})["values"]["reveal"] == "all"


def test_minutes_are_those_in_which_the_board_ran(tmp_path):
    values = ALL | {"reveal_minutes": 1}
    _, listener = on_charging_desk(tmp_path, 9, 5, game="holdem", determinations=values)
    records = _records(listener)
    released = [r for r in records if r[2] == "released"]
    assert released
    for _, at_ms, _, _, first, *_ in released:
        ended_ms = next(r[1] for r in records if r[0] > first and r[2] == "end")
        assert at_ms - ended_ms >= MINUTE


def test_what_waits_is_judged_before_a_start_records_anything(tmp_path, monkeypatch):
    """Else records of the start would stand for the end of a round that a cut kept from ending."""
    judged = []
    plain = DelayedFaces.read

    def read(faces, epoch, number):
        judged.append(number)
        plain(faces, epoch, number)

    monkeypatch.setattr(DelayedFaces, "read", read)
    _, listener = on_cpython(tmp_path, 1, 5, game="holdem", determinations=ALL, cuts=(400,))
    boots = [record[0] for record in _records(listener) if record[2] == "boot"]
    assert boots and {number - 1 for number in boots} <= set(judged), "the records before a start"


@pytest.mark.parametrize("writes", range(150, 900, 75))
def test_power_cuts_release_nothing_twice_wrongly_or_early(writes, tmp_path):
    _, listener = on_cpython(
        tmp_path, 2, 5, game="holdem", determinations=ALL, cuts=(writes, writes // 2 + 40)
    )
    records = _records(listener)
    ends = {r[0]: r[3] for r in records if r[2] == "end"}
    starts = [r[0] for r in records if r[2] == "round"]
    for number, _, _, _, first, secret, cards in [r for r in records if r[2] == "released"]:
        end = min(n for n in ends if n > first)
        assert number > end and ends[end] == "won"
        assert set(seals_of(records, first)) <= set(opened_by(secret, cards))
    won = [s for s in starts if (e := [n for n in ends if n > s]) and ends[min(e)] == "won"]
    told = {r[4] for r in records if r[2] == "released"}
    assert set(won[:-1]) <= told, "none but the last, whose moment may not have come"
