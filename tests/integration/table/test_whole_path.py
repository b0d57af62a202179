"""From an emulated shoe card to a record at the end of the cable, by main.py itself."""

import pytest

from cardtable.desk.record_kinds import KINDS
from cardtable.rules.places import DEALER
from cardtable.rules.seals import seal_of
from tests.integration.table import canberra_oracle as oracle
from tests.integration.table.rounds import bodies, by_round, on_cpython, on_micropython

ROUNDS = 50
SEED = 20


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return on_cpython(tmp_path_factory.mktemp("table") / "board", ROUNDS, SEED)


def test_fifty_rounds_are_the_same_bytes_on_both_interpreters(played, tmp_path):
    _, listener = played
    theirs = on_micropython(tmp_path / "board", ROUNDS, SEED)
    assert len(listener.lines) > 50 * 80
    assert listener.lines == theirs


def test_another_seed_deals_other_rounds(played, tmp_path):
    _, listener = played
    _, other = on_cpython(tmp_path / "board", 1, SEED + 1)
    assert other.lines != listener.lines[: len(other.lines)]


def test_every_record_fits_its_declaration(played):
    _, listener = played
    for record in bodies(listener.lines):
        assert KINDS.why_not(record) is None, record


def test_a_clean_table_tells_no_faults_and_refuses_nothing(played):
    _, listener = played
    kinds = {record[0] for record in bodies(listener.lines)}
    assert not kinds & {"fault", "refused", "irregular"}
    assert listener.errors == [] and listener.twice == 0


def test_settlements_agree_with_an_independent_calculation(played):
    world, listener = played
    rounds = by_round(bodies(listener.lines))
    assert len(rounds) == len(world.house.history) == ROUNDS
    seen_results = set()
    for records, people in zip(rounds, world.house.history, strict=True):
        told = {}
        for record in records:
            if record[0] == "settle":
                told[record[1]] = record[2] + record[3]
                seen_results.add(record[4])
        dealer = people.hands[DEALER]
        expected = {
            seat: oracle.net(500, people.hands[seat], dealer, 2500000)
            if seat in people.bets
            else -500
            for seat in world.house.seats
        }
        assert told == expected
    assert seen_results == {"won", "lost", "void"}


def test_jackpot_wagers_and_bonuses_agree_with_an_independent_calculation(played):
    world, listener = played
    pool, reserve = 2000000, 300000
    hits = 0
    for records, people in zip(by_round(bodies(listener.lines)), world.house.history, strict=True):
        paid = {record[1]: record[3] for record in records if record[0] == "jackpot_paid"}
        expected = {seat: oracle.bonus(people.hands[seat]) for seat in people.declared}
        assert paid == expected
        hits += len(paid)
        losers = len(people.jackpots) - len(paid)
        pool += 80 * losers  # 80 % of a dollar; the rest goes to the reserve
        reserve += 20 * losers
        meters = [record for record in records if record[0] == "meter"]
        if people.jackpots:
            assert meters == [["meter", pool, reserve]]
        else:
            assert meters == []
    assert hits > 0  # the seed was chosen so that bonuses come up


def test_the_felt_and_the_records_agree_on_every_card_that_was_shown(played):
    world, listener = played
    for records, people in zip(by_round(bodies(listener.lines)), world.house.history, strict=True):
        sealed = {}
        for record in records:
            if record[0] == "deal":
                sealed.setdefault(record[1], []).append(record[2])
        for record in records:
            if record[0] == "turn":
                _, place, seal, card, salt = record
                assert seal_of(card, salt) == seal  # anyone can check the opening
                assert card == people.hands[place][sealed[place].index(seal)]
        assert sealed[DEALER][4] == people.hands[DEALER][4]  # r 6.2: the last lies open


def test_folded_hands_are_never_opened_and_no_face_is_told_before_it_is_shown(played):
    world, listener = played
    for records, people in zip(by_round(bodies(listener.lines)), world.house.history, strict=True):
        folded = set(world.house.seats) - set(people.bets)
        opened = {record[1] for record in records if record[0] == "turn"}
        assert not opened & folded
        hidden = [face for seat in folded for face in people.hands[seat]]
        text = str([record for record in records if record[0] != "round"])
        for face in hidden:
            assert f"'{face}'" not in text
