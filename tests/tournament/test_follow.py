"""Rounds out of the tables' records: once each, by the right boxes, and what does not fit waits."""

import pytest

from cardtable.records import TOLD, Chain
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.tournament.director import opened
from host_tools.tournament.follow import follow
from host_tools.tournament.table_rounds import finished_rounds
from tests.integration.room import server
from tests.tournament.simulated import Clock, SimulatedTable
from tests.tournament.test_director import CANBERRA, EXAMPLE
from tests.unit.firmware.canberra_rounds import ACE_KING, FLUSH, LOW, PAIR, D
from tests.unit.firmware.canberra_rounds import Felt as Banked

GIVEN = {"tournament": 1, "blinds": [500, 1000]}


def begun(folder, clock, text=EXAMPLE, players=4, boxes=range(1, 10)):
    director = opened(folder, text, "director", clock)
    for n in range(players):
        director.enter(f"Player {n + 1}")
    for number in director.draw_seats({"t1": boxes}):
        director.seat(number)
    director.begin_session()
    return director


def followed(director, place):
    with Ledger(place) as ledger:
        return follow(director, ledger)


def stacks(director):
    return {one.seat.box: one.chips for one in director.state.tables()["t1"]}


@pytest.mark.parametrize(
    "kind", ["sqlite", pytest.param("postgresql", marks=server.needs_postgres)]
)
def test_NI2006_156_r20_19_rounds_are_counted_once_from_either_kind_of_ledger(tmp_path, kind):
    clock = Clock()
    place = tmp_path / "ledger.db" if kind == "sqlite" else server.fresh()
    director = begun(tmp_path / "t", clock)
    table = SimulatedTable("t1", "omaha", place, clock, 5)
    table.seat(GIVEN, stacks(director))
    put = {}
    for _ in range(8):
        if len(table.players) > 1:
            number = table.number
            table.play(GIVEN)
            put[number] = table.eliminated
    table.send()
    with Ledger(place) as ledger:
        for made in finished_rounds(ledger, "t1", 0, lambda *_: False):
            for box, cents in put[made.number].items():
                assert made.contributed[box] == cents, "as the rules engine itself has it"
    report = followed(director, place)
    assert len([line for line in report.news if "counted" in line]) == len(put)
    held = {seat: table.round.stack[seat] for seat in table.players}
    if not director.state.outcome:
        assert stacks(director) == held
    before = len(director.journal.events)
    assert not followed(director, place).news and len(director.journal.events) == before


def test_rounds_from_before_the_session_do_not_count(tmp_path):
    clock, place = Clock(), tmp_path / "ledger.db"
    table = SimulatedTable("t1", "omaha", place, clock, 1)
    table.seat(GIVEN, {1: 5000, 2: 5000})
    table.play(GIVEN)
    table.send()
    clock.ms += 1
    director = begun(tmp_path / "t", clock)
    report = followed(director, place)
    assert not report.news and not report.troubles


def test_strangers_at_a_table_and_unknown_tables_are_told(tmp_path):
    clock, place = Clock(), tmp_path / "ledger.db"
    director = begun(tmp_path / "t", clock, boxes=range(1, 5))
    for name in ("t1", "t9"):
        table = SimulatedTable(name, "omaha", place, clock, 1)
        table.seat(GIVEN, {**stacks(director), 7: 100000})
        table.play(GIVEN)
        table.send()
    report = followed(director, place)
    assert report.waits and not report.news
    assert report.troubles[0] == "t9 plays and is not in this tournament: left alone"
    assert report.troubles[1].startswith("t1 round 1: nobody of the tournament sits at box 7")


def test_a_table_without_records_and_another_game_are_told(tmp_path):
    clock, place = Clock(), tmp_path / "ledger.db"
    director = begun(tmp_path / "t", clock)
    Intake(place).close()
    assert followed(director, place).troubles == ["t1 has no records in this ledger"]
    table = SimulatedTable("t1", "holdem", place, clock, 1)
    table.seat({"blinds": [500, 1000]}, stacks(director))
    table.play({"blinds": [500, 1000]})
    table.send()
    assert followed(director, place).troubles == ["t1 round 1 was holdem, not omaha"]


def test_NI2004_492_r17_14_at_canberra_poker_the_settlements_tell_the_chips(tmp_path):
    clock, place = Clock(), tmp_path / "ledger.db"
    director = begun(tmp_path / "t", clock, CANBERRA, players=3)
    felt = Banked("canberra", tournament=1)
    felt.wagers({1: 500, 2: 500, 3: 500})
    felt.deal({1: PAIR, 2: FLUSH, 3: LOW, D: ACE_KING}).bets(1, 2)
    felt.give("fold", 3)
    felt.shows(D, 1, 2)
    while felt.round.outcome is None:
        felt.give(*felt.round.expects()[0])
    net = {seat: felt.round.stacks[seat] - felt.start[seat] for seat in (1, 2, 3)}
    opening = ("round", 1, "canberra", "00", None, [])
    chain = Chain("t1", 1)
    intake = Intake(place, clock)
    intake.open("t1", 1)
    for body in (opening, *felt.records):
        clock.ms += 10
        intake.follow(chain.encode(body, TOLD, clock.ms))
    intake.commit()
    intake.close()
    before = stacks(director)
    report = followed(director, place)
    after = stacks(director)
    assert report.news[0] == "t1 round 1 is counted"
    assert {box: after[box] - before[box] for box in after} == net
    assert net[3] == -500 and net[2] > net[1] > 0
