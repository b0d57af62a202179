"""The floor's desk on a real PostgreSQL: persons, journal, alarms, openings, the waiting list."""

from __future__ import annotations

import json

import psycopg
import pytest

from host_tools.common.problems import Problem
from host_tools.room import alarms, journal, opening, persons, waiting_list
from host_tools.room.alarms import Board, Cause, Escalation
from host_tools.room.jackpot import judging
from host_tools.room.jackpot.pool import Pool
from host_tools.room.journal import Who
from host_tools.room.store import Refused, transaction
from host_tools.room.table_state import TableState
from host_tools.room.waiting_list import Seats
from tests.integration.room.server import changed, fresh, needs_postgres

pytestmark = needs_postgres
NOW = 1_794_830_400_000
MINUTE = 60_000
KIM, ALEX = Who("Kim", "floor"), Who("Alex", "supervisor")


@pytest.fixture(scope="module")
def kept():
    return fresh()


@pytest.fixture
def place(kept):
    """The same database for all tests here, its floor swept before each."""
    for table in ("session", "person", "alarm", "opening", "waiting", "delivery", "webhook"):
        changed(kept, f"DELETE FROM {table}")
    return kept


def whats(place, begins=""):
    with transaction(place) as db:
        return [one.what for one in journal.entries(db, 100, what=begins)][::-1]


# ---- persons


def test_a_person_signs_in_with_the_right_secret_only_and_sessions_end(place):
    with transaction(place) as db:
        persons.add(db, ALEX, "Kim", "floor", "482913", NOW)
    session = persons.sign_in(place, "Kim", "482913", NOW)
    for name, secret in (("Kim", "482914"), ("kim", "482913"), ("", ""), ("Kim", "")):
        with pytest.raises(Refused, match="wrong"):
            persons.sign_in(place, name, secret, NOW)
    with transaction(place) as db:
        assert persons.who_has(db, session, NOW + 29 * MINUTE) == KIM
        assert persons.who_has(db, session, NOW + 58 * MINUTE) == KIM  # being used keeps it alive
        assert persons.who_has(db, session, NOW + 89 * MINUTE) is None  # half an hour of nothing
        assert persons.who_has(db, "guessed", NOW) is None
    long = persons.sign_in(place, "Kim", "482913", NOW)
    with transaction(place) as db:
        for at in range(20, 12 * 60, 20):
            assert persons.who_has(db, long, NOW + at * MINUTE) is not None
        assert persons.who_has(db, long, NOW + 12 * 60 * MINUTE) is None  # a shift is over


def test_wrong_secrets_make_wait_longer_each_time_and_the_right_one_too(place):
    with transaction(place) as db:
        persons.add(db, ALEX, "Kim", "floor", "482913", NOW)
    at, waits = NOW, []
    for _ in range(8):
        with pytest.raises(Refused) as caught:
            persons.sign_in(place, "Kim", "000111", at)
        while caught.value.status == 401:
            try:
                persons.sign_in(place, "Kim", "482913" if waits else "000111", at)
                break
            except Refused as refused:
                caught.value.status = refused.status
                if refused.status == 429:
                    waits.append(int(str(refused).split()[1]))
        at += 61_000
    assert waits and waits == sorted(waits) and max(waits) <= 60


def test_names_that_nobody_has_do_not_fill_the_journal(place):
    before = len(whats(place, "sign_in.refused"))
    for k in range(10):
        with pytest.raises(Refused):
            persons.sign_in(place, f"nobody {k}", "000111", NOW + k * 1000)
    assert len(whats(place, "sign_in.refused")) <= before + 1
    told = len(whats(place, "sign_in.refused"))
    with transaction(place) as db:  # whatever else happens, the next is told again
        persons.add(db, ALEX, "Kim", "floor", "482913", NOW)
    with pytest.raises(Refused):
        persons.sign_in(place, "nobody", "000111", NOW + 20_000)
    with pytest.raises(Refused):
        persons.sign_in(place, "nobody", "000111", NOW + 20_000 + MINUTE)
    assert len(whats(place, "sign_in.refused")) == told + 2


@pytest.mark.parametrize("secret", ["12345", "111111", "121212", "x" * 129, ""])
def test_a_secret_that_can_be_guessed_is_refused(place, secret):
    with transaction(place) as db, pytest.raises(Problem, match="does not do"):
        persons.add(db, ALEX, "Kim", "floor", secret, NOW)


def test_secrets_are_kept_as_scrypt_only_and_in_no_journal(place):
    with transaction(place) as db:
        persons.add(db, ALEX, "Kim", "manager", "correct horse 9", NOW)
        persons.change(db, ALEX, "Kim", NOW, secret="another horse 8")
    with psycopg.connect(place.url) as db:
        everything = json.dumps(
            [
                [str(bytes(c) if isinstance(c, memoryview) else c) for c in row]
                for table in ("person", "session", "journal")
                for row in db.execute(f"SELECT * FROM {table}").fetchall()  # type: ignore[arg-type]
            ]
        )
    assert "scrypt$" in everything and "horse" not in everything


def test_whoever_is_ended_or_changed_has_no_session_any_more(place):
    with transaction(place) as db:
        persons.add(db, ALEX, "Kim", "floor", "482913", NOW)
    session = persons.sign_in(place, "Kim", "482913", NOW)
    with transaction(place) as db:
        persons.change(db, ALEX, "Kim", NOW, role="supervisor")
        assert persons.who_has(db, session, NOW) is None
    session = persons.sign_in(place, "Kim", "482913", NOW)
    with transaction(place) as db:
        with pytest.raises(Problem, match="longer password"):
            persons.change(db, ALEX, "Kim", NOW, role="admin")
        persons.end(db, ALEX, "Kim", NOW)
        assert persons.who_has(db, session, NOW) is None
    with pytest.raises(Refused, match="wrong"):
        persons.sign_in(place, "Kim", "482913", NOW)


def test_roles_go_up_by_steps():
    roles = ("floor", "supervisor", "manager", "admin")
    for at, role in enumerate(roles):
        assert [Who("x", role).may(one) for one in roles] == [k <= at for k in range(4)]
    assert not any(Who("x", role).may("floor") for role in ("token", "none", "", "Admin"))


# ---- the journal


def test_the_journal_is_whole_and_whoever_alters_it_is_found_out():
    place = fresh()
    with transaction(place) as db:
        for n in range(5):
            journal.record(db, KIM, "alarm.acknowledged", NOW + n, alarm=n)
    with transaction(place) as db:
        assert [one.number for one in journal.verified(db)] == [1, 2, 3, 4, 5]
    for statement in (
        "UPDATE journal SET line = 'x' WHERE number = 3",
        "DELETE FROM journal WHERE number = 3",
        "TRUNCATE journal",
    ):
        with pytest.raises(psycopg.errors.RaiseException, match="only ever appended"):
            changed(place, statement)
    changed(place, "ALTER TABLE journal DISABLE TRIGGER ALL")  # with the rights of its owner
    with psycopg.connect(place.url, autocommit=True) as db:
        rows = db.execute("SELECT number, line FROM journal ORDER BY 1").fetchall()
    altered = bytes(rows[2][1]).replace(b"Kim", b"Sam")
    changed(place, "UPDATE journal SET line = ? WHERE number = 3", altered)
    with transaction(place) as db, pytest.raises(Problem, match=r"entry 3 .* not signed"):
        list(journal.verified(db))
    changed(place, "UPDATE journal SET line = ? WHERE number = 3", bytes(rows[2][1]))
    changed(place, "DELETE FROM journal WHERE number = 2")
    with transaction(place) as db, pytest.raises(Problem, match=r"entry 2 .* altered"):
        list(journal.verified(db))


def test_a_journal_signed_by_another_key_is_not_believed(monkeypatch, tmp_path):
    place = fresh()
    with transaction(place) as db:
        journal.record(db, KIM, "signed_in", NOW)
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "others"))
    with transaction(place) as db:
        journal.record(db, KIM, "signed_in", NOW)  # somebody else's host
    monkeypatch.undo()
    with transaction(place) as db, pytest.raises(Problem, match="not signed by this room's host"):
        list(journal.verified(db))


# ---- alarms


def heard(name="t1", **status):
    state = TableState(name)
    told = {"link": "up", "why": "", "halt": None, "clock_ms": NOW}
    state.report(told | status, NOW)
    return state


def kinds(state, now=NOW, since=NOW - 10 * MINUTE, closed=False):
    return [(one.kind, one.cause) for one in alarms.causes(state, now, since, closed)[0]]


def test_what_alarms_follow_from_records_and_from_what_the_room_observes():
    state = heard()
    assert kinds(state) == []
    state.apply(1, 1, NOW, ("jackpot_hit", 3, "royal_flush", 2_000_000, 1, 0, 0))
    state.apply(1, 2, NOW, ("jackpot_hit", 5, "straight_flush", 70_000, 1, 0, 0))
    assert kinds(state) == [("jackpot_hit", "1:1"), ("jackpot_hit", "1:2")]
    state.apply(1, 3, NOW, ("jackpot_confirmed", 2, "Kim"))  # the second one is paid first
    assert kinds(state) == [("jackpot_hit", "1:1")]
    state.apply(1, 4, NOW, ("jackpot_confirmed", 1, "Kim"))
    state.apply(1, 5, NOW, ("fault", "reader_silent", "box 3", 1))
    assert kinds(state) == [("reader_silent", "reader_silent box 3")]
    state.apply(1, 6, NOW, ("fault_over", "reader_silent", "box 3"))
    for number in (7, 8, 9):
        assert kinds(state) == []
        state.apply(1, number, NOW, ("denied", "supervisor", "wrong_key", number))
    assert kinds(state) == [("refused_pins", "1:7")]
    state.apply(1, 10, NOW, ("denied", "dealer", "not_now", 9))
    assert kinds(state, NOW + 11 * MINUTE)[0][0] == "link_lost"  # long ago; and nothing heard since
    assert kinds(heard(halt="vault: both copies differ")) == [("stopped", "halt")]
    lost = heard(link="lost", why="the board has gone")
    assert kinds(lost, NOW + 5_000) == []  # a cable that is pushed in again alarms nobody
    lost.heard_ms = NOW + 25_000
    assert kinds(lost, NOW + 25_000) == [("link_lost", "link")]
    assert kinds(lost, NOW + 25_000, closed=True) == []  # a closed table may be switched off


def test_a_linked_jackpot_alarms_for_its_hits_and_for_tables_without_a_lease():
    state = heard()
    state.apply(1, 1, NOW, ("fault", "no_lease", "room", 1))
    at = NOW + 5_000
    assert alarms.causes(state, at, NOW - MINUTE, False, leased=True)[0] == []  # it may be late
    at, state.heard_ms = NOW + 20_000, NOW + 20_000
    (found,), _ = alarms.causes(state, at, NOW - MINUTE, False, leased=True)
    assert (found.table, found.kind) == ("t1", "no_lease")
    assert alarms.causes(state, at, NOW - MINUTE, False)[0] == []  # its link is stopped
    state.apply(1, 2, at, ("fault_over", "no_lease", "room"))
    for number in (3, 4, 5):
        assert alarms.causes(state, at, NOW - MINUTE, False, leased=True)[0] == []
        state.apply(1, number, at, ("denied", "room", "wrong_key", number))
    (found,), _ = alarms.causes(state, at, NOW - MINUTE, False, leased=True)
    assert found.kind == "no_lease" and "not signed with its key" in found.words

    pool = Pool()
    events = judging.opened(pool, "boomerang", 700, 0, {})
    events += [("joined", "t1", [1, 1], 0)]
    events += [("won", "t1", [1, 9], NOW, [[3, "royal_flush", 700]], 700, 0, 0)]
    for event in events:
        pool.apply(event)
    (hit,) = alarms.of_a_link("boomerang", pool, "")
    assert (hit.table, hit.kind) == ("t1", "jackpot_hit") and "prize 1): a royal flush" in hit.words
    pool.apply(("confirmed", 1))
    assert alarms.of_a_link("boomerang", pool, "") == []
    (stuck,) = alarms.of_a_link("boomerang", pool, "the database is away")
    assert (stuck.table, stuck.kind) == ("", "no_lease") and "signs no leases" in stuck.words


def test_a_room_that_has_just_started_ends_no_alarm_of_a_table_it_has_not_heard(place):
    board = Board(Escalation())
    board.write(place, [Cause("t1", "stopped", "halt", "both copies differ")], [], [], NOW)
    state = TableState("t1")
    found, certain = alarms.causes(state, NOW + 5_000, NOW, False)
    assert not certain and board.due(found, {"t1"}, {"t1"}, NOW + 5_000) == ([], [], [])
    found, certain = alarms.causes(state, NOW + 90_000, NOW, False)
    new, over, _ = board.due(found, set(), {"t1"}, NOW + 90_000)
    assert [one.kind for one in new] == ["link_lost"] and [one.kind for one in over] == ["stopped"]


def test_an_alarm_is_one_however_many_rooms_look_and_survives_them(place):
    cause = Cause("t1", "jackpot_hit", "1:7", "box 3 has hit the jackpot")
    one, other = Board(Escalation()), Board(Escalation())
    one.write(place, [cause], [], [], NOW)
    other.write(place, [cause], [], [], NOW)  # had not seen it yet
    assert one.open == other.open and len(one.open) == 1
    assert one.due([cause], set(), {"t1"}, NOW) == ([], [], [])
    assert whats(place, "alarm")[-1:] == ["alarm.raised"]


def test_nobody_takes_it_on_and_it_goes_to_the_next_role_until_somebody_does(place):
    board = Board(Escalation((2 * MINUTE, 5 * MINUTE)))
    cause = Cause("t1", "jackpot_hit", "1:7", "box 3 has hit the jackpot")
    before = len(whats(place, "alarm"))
    board.write(place, [cause], [], [], NOW)
    for at, role in (
        (1, "floor"),
        (2, "supervisor"),
        (4, "supervisor"),
        (5, "manager"),
        (60, "manager"),
    ):
        due = board.due([cause], set(), {"t1"}, NOW + at * MINUTE)
        if any(due):
            board.write(place, *due, NOW + at * MINUTE)
        (alarm,) = board.open.values()
        assert alarm.for_role == role
    with transaction(place) as db:
        alarms.acknowledge(db, KIM, alarm.id, NOW + 61 * MINUTE)
        with pytest.raises(Refused, match="Kim has taken it on"):
            alarms.acknowledge(db, ALEX, alarm.id, NOW + 62 * MINUTE)
        board.read(db)
    assert board.due([cause], set(), {"t1"}, NOW + 600 * MINUTE) == ([], [], [])
    board.write(place, *board.due([], set(), {"t1"}, NOW + 601 * MINUTE), NOW + 601 * MINUTE)
    assert board.open == {}
    assert whats(place, "alarm")[before:] == [
        "alarm.raised", "alarm.escalated", "alarm.escalated", "alarm.acknowledged", "alarm.over",
    ]  # fmt: skip
    with transaction(place) as db, pytest.raises(Refused, match="no such alarm"):
        alarms.acknowledge(db, KIM, alarm.id, NOW)


def test_refused_pins_are_over_only_when_somebody_has_looked(place):
    board = Board(Escalation())
    cause = Cause("t1", "refused_pins", "1:7", "wrong PINs are being tried")
    board.write(place, [cause], [], [], NOW)
    assert board.due([], set(), {"t1"}, NOW + MINUTE)[1] == []
    with transaction(place) as db:
        alarms.acknowledge(db, KIM, next(iter(board.open)), NOW + MINUTE)
        board.read(db)
    assert len(board.due([], set(), {"t1"}, NOW + MINUTE)[1]) == 1


# ---- opening and closing (rule 18 of NI2005-66 and NI2006-156, and what the others have instead)


@pytest.mark.parametrize(
    ("game", "rule", "least"),
    [
        ("canberra", "NI2004-492 15.2", 1),
        ("draw", "NI2005-66 18.2", 1),
        ("omaha", "NI2006-156 18.2", 1),
        ("holdem", "TGC-2006 C1.3", 30),
        ("stud", "TGC-2006 C1.3", 30),
    ],
)
def test_a_table_with_players_closes_after_its_notice_and_no_sooner(place, game, rule, least):
    with transaction(place) as db:
        with pytest.raises(Refused, match="no notice") as caught:
            opening.close(db, ALEX, "t1", game, 4, NOW)
        assert caught.value.rule == rule
        for minutes in {0, least - 1, 1441}:
            with pytest.raises(Refused):
                opening.give_notice(db, ALEX, "t1", game, minutes, False, NOW)
        opening.give_notice(db, ALEX, "t1", game, least, False, NOW)
        with pytest.raises(Refused, match="closing already"):
            opening.give_notice(db, ALEX, "t1", game, least, False, NOW)
        with pytest.raises(Refused, match="the notice runs"):
            opening.close(db, ALEX, "t1", game, 1, NOW + least * MINUTE - 1)
        opening.close(db, ALEX, "t1", game, 1, NOW + least * MINUTE)
        assert opening.all_of(db)["t1"].state == "closed"
        opening.open_table(db, ALEX, "t1", NOW)
        opening.close(db, ALEX, "t1", game, 0, NOW)  # nobody sits there: nobody to tell


def test_S89_1997_r14_2_the_inspector_is_told_first(place):
    with transaction(place) as db:
        with pytest.raises(Refused, match="inspector") as caught:
            opening.give_notice(db, ALEX, "t1", "canberra-1997", 10, False, NOW)
        assert caught.value.rule == "S89-1997 14.2"
        opening.give_notice(db, ALEX, "t1", "canberra-1997", 10, True, NOW)
        entry = journal.entries(db, 1)[0]
    assert (entry.who, entry.details["inspector_told"]) == ("Alex", True)


def test_every_game_has_its_documents_rule_about_closing():
    from host_tools.rulebook.entries import book
    from host_tools.wording import GAMES

    assert set(opening.RULES) == set(GAMES)
    for rule in opening.RULES.values():
        document, number = rule.cite.split()
        entry = book(document).find(number)
        assert entry is not None and "close" in entry.title


# ---- the waiting list


def seats(table="t1", game="holdem", places=3, taken=()):
    return Seats(table, game, places, taken)


def listed(place):
    with transaction(place) as db:
        return [(one.name, one.state, one.table, one.seat) for one in waiting_list.all_of(db)]


def test_join_call_and_seat_in_order(place):
    with transaction(place) as db:
        ann, bob, cyd = (waiting_list.join(db, KIM, "holdem", n, NOW + k) for k, n in
                         enumerate(("Ann", "Bob", "Cyd")))  # fmt: skip
        with pytest.raises(Refused, match="on the list"):
            waiting_list.join(db, KIM, "holdem", " ann ", NOW)
        with pytest.raises(Refused, match="Ann is before Bob"):
            waiting_list.call(db, KIM, bob, seats(), NOW)
        waiting_list.call(db, KIM, ann, seats(), NOW)
        with pytest.raises(Refused, match="was not called"):
            waiting_list.take_seat(db, KIM, bob, seats(), 1, NOW)
        with pytest.raises(Refused, match=r"seat 2 .* taken"):
            waiting_list.take_seat(db, KIM, ann, seats(taken=(2,)), 2, NOW)
        with pytest.raises(Refused, match="seats 1 to 3"):
            waiting_list.take_seat(db, KIM, ann, seats(), 4, NOW)
        waiting_list.take_seat(db, KIM, ann, seats(), 1, NOW)
        waiting_list.call(db, ALEX, cyd, seats(), NOW)  # a supervisor may go out of order
        waiting_list.leave(db, KIM, cyd, "no_show", NOW)
        with pytest.raises(Refused, match="was not called"):
            waiting_list.leave(db, KIM, bob, "no_show", NOW)
        assert journal.entries(db, 2)[1].details["out_of_order"] is True
    assert listed(place) == [("Ann", "seated", "t1", 1), ("Bob", "waiting", None, None)]


def test_nobody_is_called_to_a_table_that_is_full_closed_or_plays_something_else(place):
    with transaction(place) as db:
        ann = waiting_list.join(db, KIM, "holdem", "Ann", NOW)
        with pytest.raises(Refused, match="no free seat"):
            waiting_list.call(db, KIM, ann, seats(taken=(1, 2, 3)), NOW)
        with pytest.raises(Refused, match="plays Omaha"):
            waiting_list.call(db, KIM, ann, seats(game="omaha"), NOW)
        opening.close(db, ALEX, "t1", "holdem", 0, NOW)
        with pytest.raises(Refused, match="is closed"):
            waiting_list.call(db, KIM, ann, seats(), NOW)


def test_a_must_move_table_feeds_the_main_game_longest_seated_first(place):
    with transaction(place) as db:
        opening.set_must_move(db, ALEX, "t2", "t1", NOW)
        with pytest.raises(Refused, match="must-move table itself"):
            opening.set_must_move(db, ALEX, "t3", "t2", NOW)
        people = []
        for k, name in enumerate(("Ann", "Bob")):
            people.append(waiting_list.join(db, KIM, "holdem", name, NOW + k))
            waiting_list.call(db, KIM, people[-1], seats("t2"), NOW)
            waiting_list.take_seat(db, KIM, people[-1], seats("t2"), k + 1, NOW + k)
        with pytest.raises(Refused, match="Ann has sat there longer"):
            waiting_list.move(db, KIM, people[1], seats("t1"), 3, NOW)
        with pytest.raises(Refused, match="does not feed"):
            waiting_list.move(db, KIM, people[0], seats("t3"), 3, NOW)
        waiting_list.move(db, KIM, people[0], seats("t1"), 3, NOW)
    assert listed(place) == [("Ann", "seated", "t1", 3), ("Bob", "seated", "t2", 2)]


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\x1b[31m", "\u202eevil"])
def test_names_that_are_none_are_refused(place, name):
    with transaction(place) as db, pytest.raises(Refused):
        waiting_list.join(db, KIM, "holdem", name, NOW)
