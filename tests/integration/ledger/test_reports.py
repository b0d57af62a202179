"""What the ledger tells: books, restored boards, gaming days, rounds. By independent sums."""

from __future__ import annotations

import json

import pytest

from cardtable.records import HEAD, Chain, decode, dumps
from host_tools.cli.day import in_words
from host_tools.cli.restore import order_of, whole_books
from host_tools.common.problems import NOT_WHOLE, Problem
from host_tools.histories import reader
from host_tools.histories.replayer import replay
from host_tools.histories.writer import Unwritable, phh
from host_tools.ledger.books import books_of, newest_chain
from host_tools.ledger.days import days_of
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Entry, Ledger
from host_tools.ledger.rounds import entries_of, spans, view
from sim.roots import ROOT
from tests.integration.ledger import sample
from tests.integration.ledger.rig import Journal, Rig
from tests.integration.room.engines import ENGINES, place
from tests.integration.vault.devices import TABLE, Devices


@pytest.fixture(scope="module", params=ENGINES)
def path(request, tmp_path_factory):
    return sample.sample(place(tmp_path_factory.mktemp("ledger"), request.param))


@pytest.fixture
def ledger(path):
    with Ledger(path) as opened:
        yield opened


def bodies(lines=None):
    return [json.loads(line)[HEAD:] for line in lines or sample.canberra_lines()]


# ---- the books


def test_the_books_are_those_of_the_board_to_the_cent(ledger):
    """The last meter record is the board's own word."""
    kept = books_of(ledger, newest_chain(ledger, TABLE))
    said = [body for body in bodies() if body[0] == "meter"][-1]
    assert [kept.books.meter.pool, kept.books.meter.reserve] == said[1:]
    assert kept.books.why_not() is None
    assert [entry.body[1] for entry in kept.history] == [b[1] for b in bodies() if b[0] == "meter"]
    assert kept.open_round == 7


def test_a_replaced_board_gets_its_books_from_the_ledger_and_the_sync_goes_on(tmp_path, path):
    """The whole way: the order, a blank board's own vault, its new epoch, the same ledger."""
    copy = tmp_path / "l.db"
    sample.fill(copy, TABLE, sample.canberra_lines())
    with Ledger(copy) as ledger:
        kept = whole_books(ledger, TABLE)
    order = json.loads(dumps(order_of(kept, "sue")))
    devices = Devices(bus=False)  # a new board with a new FRAM
    vault = devices.vault()
    assert vault.open() == ("vault_blank", "vault")
    assert vault.command(order) is None
    assert vault.books.dump() == kept.books.dump()
    assert vault.journal.epoch == 2
    rig = Rig(vault.journal, copy, table=TABLE)
    rig.sync()
    assert rig.kept(epoch=1) == list(sample.canberra_lines())
    first = json.loads(rig.kept(epoch=2)[0])[HEAD:]
    assert first == ["restored", "ledger", 1, len(sample.canberra_lines()), "sue"]
    with Ledger(copy) as ledger:
        again = books_of(ledger, newest_chain(ledger, TABLE))
        assert again.chain.epoch == 2
        assert again.books.dump() == kept.books.dump()
        # The open day goes on in the new epoch.
        assert [day.day for day in days_of(ledger, TABLE)] == ["2026-11-16", "2026-11-17"]


def test_books_with_missing_records_are_not_worked_out_nor_restored(tmp_path):
    lines = list(sample.canberra_lines())
    path = tmp_path / "l.db"
    sample.fill(path, TABLE, lines[:20])
    Rig(Journal(lines, first=61), path, table=TABLE).sync()
    with Ledger(path) as ledger, pytest.raises(Problem, match="records 21 to 60 are miss") as why:
        whole_books(ledger, TABLE)
    assert why.value.code == NOT_WHOLE


def test_altered_books_are_not_restored(tmp_path):
    path = tmp_path / "l.db"
    sample.fill(path, TABLE, sample.canberra_lines())
    intake = Intake(path)
    at = next(n for n, body in enumerate(bodies(), 1) if body[0] == "meter_in")
    line = sample.canberra_lines()[at - 1].replace(b'"meter_in",', b'"meter_in",9')
    intake._db.execute("UPDATE record SET line = ? WHERE number = ?", (line, at))
    intake.close()
    with Ledger(path) as ledger, pytest.raises(Problem, match=f"record {at} was altered"):
        whole_books(ledger, TABLE)


# ---- gaming days


def test_a_day_adds_up_what_its_records_say(ledger):
    first, second = days_of(ledger, TABLE)
    until = [body[:2] for body in bodies()].index(["day_open", "2026-11-17"])
    told = bodies()[:until]

    def total(kind, *fields):
        return sum(body[at] for body in told if body[0] == kind for at in fields)

    assert (first.day, second.day) == ("2026-11-16", "2026-11-17")
    assert first.hands == sum(body[0] == "end" for body in told) == 4
    assert first.commission == total("commission", 2) == 500
    assert (first.counted, first.difference) == (500, 0)
    assert first.wagered == total("ante", 2) + total("bet", 2)
    assert first.house == -total("settle", 2, 3)
    assert first.jackpot_in == total("meter_in", 1, 2, 4) + total("meter_held", 1)
    assert first.jackpot_won == total("jackpot_paid", 3) + total("jackpot_hit", 3)
    assert first.jackpot_paid == first.jackpot_won  # all confirmed
    assert first.house_in == (
        total("jackpot_paid", 6) + total("jackpot_hit", 6) + total("meter_seed", 2)
    )
    assert dict(first.irregular) == {("NI2004-492 14.3", "card_too_many"): 1}
    assert dict(first.readers) == {("box 3", "reader_silent"): 1}
    assert second.hands == 2 and second.counted is None


def test_a_refusal_that_cites_no_rule_is_listed_without_one(ledger):
    day = days_of(ledger, TABLE)[0]
    day.refused["", "key_needed"] = 1
    assert any("×  only a supervisor may do this" in line for line in in_words(day))


def test_money_in_and_out_of_all_days_is_the_meters(ledger):
    """The sums of the days against the books: two ways to the same cents."""
    days = days_of(ledger, TABLE)
    meter = books_of(ledger, newest_chain(ledger, TABLE)).books.meter
    assert sum(day.jackpot_in for day in days) == meter.wagers_in
    assert sum(day.jackpot_paid for day in days) == meter.paid
    assert sum(day.house_in for day in days) == meter.house_in
    assert sum(day.corrected for day in days) == meter.corrected


def test_hands_an_hour_count_the_time_of_play(ledger):
    (day,) = [one for one in days_of(ledger, sample.POKER) if one.hands]
    times = [json.loads(line) for line in sample.poker_lines()]
    began = next(record[4] for record in times if record[6] == "players")
    ended = next(record[4] for record in times if record[6] == "end")
    assert day.play_ms == ended - began
    assert day.hands_an_hour == pytest.approx(3_600_000 / (ended - began))


def test_rounds_in_a_tournament_or_a_test_move_no_money_of_the_day(tmp_path):
    chain = Chain("t3", 1)
    told = [
        ("day_open", "d"),
        ("mode", "tournament"),
        ("round", 1, "omaha", "00", 1, []),
        ("players", [1, 2]),
        ("pot", 0, 1000, [1]),
        ("commission", 0, 100, "NI2006-156 15.2"),
        ("end", "won", None),
        ("mode", "live"),
        ("round", 2, "omaha", "00", 1, []),
        ("players", [1, 2]),
        ("pot", 0, 700, [1]),
        ("commission", 0, 70, "NI2006-156 15.2"),
        ("end", "won", None),
    ]
    path = tmp_path / "l.db"
    sample.fill(path, "t3", [chain.encode(body, "u", n) for n, body in enumerate(told)])
    with Ledger(path) as ledger:
        (day,) = days_of(ledger, "t3")
    assert (day.hands, day.not_live, day.commission, day.wagered) == (1, 1, 70, 700)


# ---- rounds


def test_every_round_is_listed_with_its_money(ledger):
    chain = newest_chain(ledger, TABLE)
    made = [view(ledger, span) for span in spans(ledger, chain)]
    assert [one.round for one in made if one] == [1, 2, 3, 4, 5, 6, 7]
    assert [one.outcome for one in made if one] == ["settled"] * 6 + ["unfinished"]
    first = made[0]
    assert first is not None and first.seats == [2, 5]
    assert first.jackpot_out == 210_000  # a flush for $100, a straight flush for a tenth
    covered = [n for span in spans(ledger, chain) for n in range(span.first, span.last + 1)]
    assert covered == list(range(covered[0], chain.last + 1))  # each record in one round


def _written(name):
    lines = sample.poker_lines(ROOT / "tests" / "scenarios" / "rounds" / name)
    return _entries(lines)


def _entries(lines):
    records = [decode(line) for line in lines]
    start = next(at for at, record in enumerate(records) if record[6] == "round")
    return [
        Entry(sample.POKER, 1, record[2], 0, record[3], record[4], "", tuple(record[6:]))
        for record in records[start:]
    ]


_PHH = [
    "holdem-C11-a-whole-round.toml",
    "holdem-C12.3-uncalled-raise.toml",
    "holdem-C15.1-the-player-called-shows.toml",
    "holdem-C16.1-side-pots.toml",
    "holdem-C12.3-all-fold-to-the-big-blind.toml",
    "omaha-9-a-whole-round.toml",
    "omaha-4.2g-full-pot.toml",
    "omaha-13.2-equal-shares.toml",
]


@pytest.mark.parametrize("name", _PHH)
def test_a_round_written_as_phh_replays_to_the_same_stacks(name):
    (piece,) = reader._cut(phh(_written(name)))
    history = reader.read(piece)
    assert history.finishing is not None
    outcome = replay(history)
    assert outcome.result == "equal", outcome


@pytest.mark.parametrize("name", _PHH[:4])
def test_pokerkit_reads_what_is_written(name, tmp_path):
    pokerkit = pytest.importorskip("pokerkit")
    history = pokerkit.HandHistory.loads(phh(_written(name)))
    *_, state = history
    assert list(state.stacks) == pytest.approx(history.finishing_stacks)


def test_hidden_cards_stay_hidden_in_phh():
    text = phh(_written("holdem-C11-a-whole-round.toml"))
    assert "'d dh p3 ????'" in text  # folded, and never shown
    assert "7c" not in text and "7d" not in text


def test_a_game_against_the_house_has_no_hand_history(ledger):
    chain = newest_chain(ledger, TABLE)
    with pytest.raises(Unwritable, match="Canberra Poker is played against the house"):
        phh(entries_of(ledger, spans(ledger, chain)[0]))


def test_what_phh_has_no_word_for_stands_beside_the_action():
    text = phh(_written("holdem-C19.13-between-call-and-raise.toml"))
    assert "deemed a call (TGC-2006 C19.13)" in text
    assert "FO/8" not in text and "/8'" in phh(_written("omaha-3.5c-high-low-with-qualifier.toml"))
