"""Every game by main.py and emulated hardware; money and winners by another arithmetic."""

from __future__ import annotations

import pytest

from cardtable.desk.record_kinds import KINDS
from cardtable.rules.seals import seal_of
from sim.harness.world import GAMES
from tests.integration.table import poker_oracle as oracle
from tests.integration.table.rounds import (
    bodies,
    by_round,
    on_charging_desk,
    on_cpython,
    on_micropython,
)

# How many rounds: dealt by hand or drawn, a round takes a table full of readers a while.
ROUNDS = {"holdem": 12, "omaha": 40, "draw": 6, "stud": 8, "freeze-out": 8}
SEED = 31
PEOPLE = {"check_not_earned", "cannot_win"}  # TGC-2006 B12.3, B17.2: judged at showdown


@pytest.fixture(scope="module", params=ROUNDS)
def played(request, tmp_path_factory):
    """(game, world, records by round) of some rounds."""
    game = request.param
    folder = tmp_path_factory.mktemp(game) / "board"
    world, listener = on_charging_desk(folder, ROUNDS[game], SEED, game=game)
    return game, world, by_round(bodies(listener.lines)), bodies(listener.lines)


def test_every_record_fits_its_declaration_and_nothing_went_wrong(played):
    _, _, rounds, records = played
    for record in records:
        assert KINDS.why_not(record) is None, record
    wrong = [record for record in records if record[0] in ("fault", "refused")]
    wrong += [record for record in records if record[0] == "irregular" and record[2] not in PEOPLE]
    assert wrong == []
    assert {record[1] for record in records if record[0] == "end"} == {"won"}
    assert len(rounds) == ROUNDS[played[0]]


def test_chips_are_conserved_by_the_records_alone(played):
    _, world, rounds, records = played
    openings = [record for record in records if record[0] == "round"]
    commission = 0
    for n, told in enumerate(rounds):
        account = oracle.read(told)
        taken = sum(account.commission.values())
        commission += taken
        assert account.brought == account.left() + taken + account.taken
        paid = sum(sum(won.values()) for won in account.wins.values())
        assert paid + taken == sum(cents for cents, _ in account.pots)
        # What a round leaves is what the next one opens with; who lost everything in a
        # freeze-out has no seat any more (TGC-2006 B16.4).
        left = {seat: cents for seat, cents in account.stacks.items() if cents}
        assert {entry[0]: entry[1] for entry in openings[n + 1][5] if entry[1]} == left
    assert [day[1] for day in world.app.vault.books.days.days] == ([commission] * bool(commission))


def test_showdowns_agree_with_an_independent_settlement(played):
    _, world, rounds, _ = played
    scale = world.config["values"]["commission"]
    settled = 0
    for told in rounds:
        account = oracle.read(told)
        mine = oracle.pots(account)
        assert [cents for cents, _ in account.pots] == [cents for cents, _ in mine]
        winners = [won for _, won in account.pots]
        amounts = [cents for cents, _ in mine]
        taken = sum(account.commission.values())
        assert taken == oracle.commission(scale, amounts, account, winners)
        for n, (_, entitled) in enumerate(mine):
            shown = [seat for seat in entitled if seat not in account.mucked]
            assert set(winners[n]) <= set(entitled)
            cents = sorted(account.wins[n].values())
            assert cents[-1] - cents[0] <= world.config["values"]["table_min"]
            if len(shown) < 2 or any(oracle.has_a_wheel(account, seat) for seat in shown):
                continue
            best = min(oracle.rank(account, seat) for seat in shown)
            assert set(winners[n]) == {s for s in shown if oracle.rank(account, s) == best}
            settled += 1
    assert settled >= 2, "the seed brings showdowns"


def test_what_is_shown_lay_there_and_what_is_not_shown_is_not_told(played):
    game, world, rounds, _ = played
    hidden = 0
    for told, people in zip(rounds, world.house.history, strict=True):
        turned = [record for record in told if record[0] == "turn"]
        for _, seat, seal, card, salt in turned:
            assert seal_of(card, salt) == seal  # anyone can check the opening
            assert card in people.hands[seat]
        open_cards = {record[3] for record in turned}
        open_cards |= {record[2] for record in told if record[0] == "deal" and len(record[2]) < 4}
        for seat, faces in people.hands.items():
            if seat not in {record[1] for record in turned}:
                own = faces[:1] if game in ("stud", "freeze-out") else faces  # the rest lay open
                assert not open_cards & set(own)
                hidden += len(own)
        assert open_cards >= set(people.board)
    assert hidden > 5


def test_people_really_did_everything_there_is_to_do(played):
    game, world, _, _ = played
    done = {what for people in world.house.history for _, what in people.actions}
    expected = {"ante", "bet", "fold", "show"} | ({"throw"} if game == "draw" else set())
    assert done >= expected


@pytest.mark.parametrize("game", ["holdem", "omaha", "draw", "stud", "canberra-1997"])
def test_both_interpreters_tell_the_same_bytes(game, tmp_path):
    _, listener = on_cpython(tmp_path / "desk", 1, SEED, game=game)  # both where work is free
    assert on_micropython(tmp_path / "board", 1, SEED, game=game) == listener.lines
    assert listener.errors == []


def test_canberra_of_1997_is_settled_at_the_table(tmp_path):
    _, listener = on_charging_desk(tmp_path / "board", 6, SEED, game="canberra-1997")
    records = bodies(listener.lines)
    ends = [record for record in records if record[0] == "end"]
    assert [end[1] for end in ends] == ["settled"] * 6
    assert {record[2] for record in records if record[0] == "round"} == {"canberra-1997"}
    assert not [record for record in records if record[0] in ("fault", "refused", "irregular")]


def test_every_game_of_the_mission_is_here():
    assert {GAMES[name][0] for name in [*ROUNDS, "canberra", "canberra-1997"]} == {
        "draw", "omaha", "holdem", "stud", "canberra", "canberra-1997",
    }  # fmt: skip
