"""The room's server, with a real PostgreSQL and as a process of its own."""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.request

import pytest

from cardtable.records import BrokenChain
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.forwarding.forwarder import Away, Forwarder, HttpsPost, Refused
from host_tools.forwarding.protocol import Report
from host_tools.forwarding.room_key import RoomKey, keep, keys_for, read_key
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.merge import merge
from host_tools.ledger.verify import verify
from host_tools.room import backups
from host_tools.room.enrolment import Enrolments
from host_tools.room.writer import Writer
from tests.integration.ledger import sample
from tests.integration.ledger.rig import made_lines
from tests.integration.room.room_process import RoomProcess
from tests.integration.room.server import fresh, needs_postgres, server
from tests.integration.vault.devices import TABLE

pytestmark = needs_postgres
LINES = made_lines(60, "t1")
_SEAL = re.compile(r"[0-9a-f]{16,}")


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    made = RoomProcess(tmp_path_factory.mktemp("room"), fresh()).start()
    yield made
    made.end()


def until(true, limit_s=30.0):
    end = time.monotonic() + limit_s
    while not true():
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.05)


def accepted(post, report):
    """The answer, once the room has heard of the enrolment."""
    told: dict = {}

    def tried():
        try:
            told.update(post(report))
            return True
        except Refused:
            return False

    until(tried)
    return told


def kept(room, table, epoch=1):
    with Ledger(room.place) as ledger:
        return ledger.lines(table, epoch)


def test_a_report_is_stored_once_and_the_answer_says_how_far_the_room_is(room):
    lines = made_lines(60, "once")
    post = HttpsPost(room.enrol("once"))
    assert accepted(post, Report(1, lines[:20]))["last"] == 20
    assert post(Report(1, lines[:20]))["last"] == 20  # the answer was lost: the same again
    assert post(Report(1, lines[40:]))["last"] == 20  # overtaken: nothing is taken, nothing refused
    assert post(Report(1, lines[10:]))["last"] == 60
    assert kept(room, "once") == lines
    with Ledger(room.place) as ledger:
        (chain,) = ledger.chains("once")
        assert ledger.refused(chain) == []


def test_a_gap_that_the_host_declares_is_told_and_filled_when_it_learns_the_rest(room, tmp_path):
    lines = made_lines(60, "gaps")
    spool = tmp_path / "l.db"
    intake = Intake(spool)
    intake.open("gaps", 1)
    for line in lines[:10]:
        intake.follow(line)
    intake.missing_before(31)
    for line in lines[30:]:
        intake.follow(line)
    intake.commit()
    post = HttpsPost(room.enrol("gaps"))
    accepted(post, Report(1))
    forwarder = Forwarder(spool, "gaps", post, lambda: {"link": "up"})
    while forwarder.step():
        pass
    assert kept(room, "gaps") == lines[:10] + lines[30:]
    for line in lines[10:30]:
        intake.follow(line)
    intake.commit()
    intake.close()
    again = Forwarder(spool, "gaps", post, lambda: {"link": "up"})
    while again.step():
        pass
    assert kept(room, "gaps") == lines
    with Ledger(room.place) as ledger:
        assert [one.fault for one in verify(ledger, "gaps")] == [None]


def test_a_table_of_another_history_is_refused_and_changes_nothing(room):
    lines = made_lines(30, "fork")
    post = HttpsPost(room.enrol("fork"))
    accepted(post, Report(1, lines))
    with pytest.raises(Refused, match="record 20 is not the one that was stored before"):
        post(Report(1, made_lines(30, "fork", what=7)[19:]))
    assert kept(room, "fork") == lines
    until(lambda: row(room, "fork")["urgency"] == 2)


def row(room, table):
    (found,) = [one for one in room.get("/api/floor")["tables"] if one["table"] == table]
    return found


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{" * 5000,
        b'{"protocol":2,"epoch":1}',
        b'{"protocol":1,"epoch":-1}',
        b'{"protocol":1,"epoch":"x"}',
        b'{"protocol":1,"epoch":1,"gaps":[[1]]}',
        b'{"protocol":1,"epoch":0}\n[1]',
        b'{"protocol":1,"epoch":1,"status":[]}',
    ],
)
def test_what_is_no_report_is_refused_in_words(room, body):
    key = room.enrol("garbage")
    accepted(HttpsPost(key), Report(1))
    status, told = raw(key, body)
    assert status == 400 and told["ok"] is False and told["what"]


def test_lines_that_are_no_records_are_refused_and_the_room_goes_on(room):
    key = room.enrol("noise")
    post = HttpsPost(key)
    accepted(post, Report(1))
    for line in (b"", b"x", b"[1,1,1]", b"\xff\xfe", b'[1,1,1,"u",0,"","a\\u0000b"]', b"[" * 3000):
        with pytest.raises(Refused):
            post(Report(1, [line]))
    assert post(Report(1, made_lines(3, "noise")))["last"] == 3


def raw(key, body, path=None, **headers):
    from urllib.parse import urlsplit

    at = urlsplit(key.room)
    line = http.client.HTTPSConnection(at.hostname, at.port, context=key.context(), timeout=30)
    headers = {"authorization": f"Bearer {key.secret}"} | headers
    line.request("POST", path or f"/intake/{key.table}", body, headers)
    answer = line.getresponse()
    told = json.loads(answer.read())
    line.close()
    return answer.status, told


def test_nobody_reports_without_the_tables_own_key(room):
    one, other = room.enrol("mine"), room.enrol("yours")
    accepted(HttpsPost(one), Report(1))
    for key in (
        RoomKey(one.room, "mine", "guessed", one.certificate),
        RoomKey(one.room, "yours", one.secret, one.certificate),  # another table's
        RoomKey(one.room, "nobody", other.secret, one.certificate),
    ):
        with pytest.raises(Refused, match="no such key"):
            HttpsPost(key)(Report(1, made_lines(3, key.table)))
    assert kept(room, "yours") == []


def test_a_revoked_table_is_refused_and_its_records_stay(room):
    post = HttpsPost(room.enrol("sold"))
    lines = made_lines(5, "sold")
    accepted(post, Report(1, lines[:3]))
    with Enrolments(room.place) as enrolments:
        enrolments.revoke("sold")

    def is_refused():
        try:
            post(Report(1, lines))
        except Refused:
            return True
        return False

    until(is_refused)
    assert kept(room, "sold")[:3] == lines[:3]
    until(lambda: "sold" not in [one["table"] for one in room.get("/api/floor")["tables"]])


def test_a_room_with_another_certificate_is_not_spoken_to(room, tmp_path):
    from host_tools.common.certificate import own_certificate

    other, _ = own_certificate(tmp_path, [])
    key = room.enrol("wary")
    with pytest.raises(Away, match="certificate"):
        HttpsPost(RoomKey(key.room, "wary", key.secret, other.read_text()))(Report(1))


def test_pages_are_guarded_as_the_consoles_are(room):
    request = urllib.request.Request(room.page + "/", headers={"host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=30)
    assert caught.value.code == 421
    with urllib.request.urlopen(room.page + "/", timeout=30) as page:
        assert "script-src 'self'" in page.headers["content-security-policy"]
    for path in ("/console/pin.js", "/page/..%2f..%2fserver.py", "/intake/once"):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(room.page + path, timeout=30)
        assert caught.value.code in (404, 405)


def test_the_floor_and_a_tables_felt_know_no_card_that_lies_face_down(room):
    """Only what was opened by a `turn` or lies open may be told; seals do not leave the room."""
    lines = sample.poker_lines()
    post = HttpsPost(room.enrol(sample.POKER))
    accepted(post, Report(1, lines, status={"link": "up", "firmware": "0.1.0"}))
    seals = {
        token
        for line in lines
        for token in json.loads(line)
        if isinstance(token, str) and _SEAL.fullmatch(token) and token != json.loads(line)[5]
    }
    assert seals
    until(lambda: row(room, sample.POKER)["record"] == len(lines))
    at = f"/api/table/{sample.POKER}"
    rounds = room.get(f"{at}/rounds")
    told = json.dumps(
        [room.get("/api/floor"), room.get(at), rounds]
        + [room.get(f"{at}/round/{one['first']}") for one in rounds]
    )
    assert rounds and not [seal for seal in seals if seal in told]


def test_a_killed_room_has_everything_it_has_acknowledged_and_shows_it_again(tmp_path):
    room = RoomProcess(tmp_path, fresh()).start()
    lines = sample.canberra_lines()
    post = HttpsPost(room.enrol(TABLE))
    accepted(post, Report(1, list(lines)))
    room.end("kill")
    with pytest.raises(Away):
        post(Report(1))
    room.start()
    until(lambda: accepted(post, Report(1))["last"] == len(lines))
    until(lambda: row(room, TABLE)["record"] == len(lines))
    assert row(room, TABLE)["day"] == "2026-11-17"
    assert room.end() == 0


def test_a_ledger_in_sqlite_is_imported_whole_with_its_chain_checked(tmp_path):
    place = fresh()
    path = sample.sample(tmp_path / "l.db")
    with Ledger(path) as source:
        merged = merge(source, place)
        assert all(one.known == 0 and one.new for one in merged)
        with Ledger(place) as ledger:
            for chain in source.chains():
                assert ledger.lines(chain.table, chain.epoch) == source.lines(
                    chain.table, chain.epoch
                )
            assert [one.fault for one in verify(ledger)] == [None] * len(merged)


def test_a_backup_restored_elsewhere_is_the_same_ledger_and_the_tables_send_the_rest(tmp_path):
    place = fresh()
    intake = Intake(place)
    intake.open("t1", 1)
    for line in LINES[:40]:
        intake.follow(line)
    intake.commit()
    file = tmp_path / "room.dump"
    assert backups.backup(place, file) > 1000
    with pytest.raises(Problem, match="there already"):
        backups.backup(place, file)
    for line in LINES[40:]:
        intake.follow(line)
    intake.commit()
    intake.close()
    server().ask("CREATE DATABASE restored")
    other = type(place)(server().url("restored"))
    backups.restore(other, file)
    with pytest.raises(Problem, match="not empty") as caught:
        backups.restore(other, file)
    assert caught.value.code == BAD_INPUT
    with Ledger(other) as ledger:
        assert ledger.lines("t1", 1) == LINES[:40]
        assert [one.fault for one in verify(ledger)] == [None]
    intake = Intake(other)
    intake.open("t1", 1)
    assert intake.number == 40
    intake.follow(LINES[40])
    with pytest.raises(BrokenChain):
        intake.follow(LINES[45])
    intake.close()


def test_reports_of_many_tables_are_few_transactions(tmp_path):
    """Whoever waits together is stored together."""
    place = fresh()
    writer = Writer(place, lambda _done: None)
    lines = {f"t{n}": made_lines(4, f"t{n}") for n in range(40)}
    waiting = [writer.deliver(name, Report(1, own)) for name, own in lines.items()]
    writer.start()
    assert [one.result(60).last for one in waiting] == [4] * 40
    assert writer.commits <= 2 and writer.stored == 160
    writer.stop()
    with Ledger(place) as ledger:
        assert all(ledger.lines(name, 1) == own for name, own in lines.items())


def test_a_key_is_a_file_for_its_user_only_and_is_found_again_by_the_rooms_address(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "keys"))
    key = RoomKey("https://room.lan:8710", "t1", "s3cret", "")
    path = keep(key)
    assert path.stat().st_mode & 0o777 == 0o600 and read_key(path) == key
    assert keys_for("https://room.lan:8710/") == [key]
    with pytest.raises(Problem, match="no key for the room"):
        keys_for("https://other.lan:8710")
    with pytest.raises(Problem, match="TLS only"):
        keys_for("http://room.lan:8710")


def test_the_schema_the_migrations_make_is_the_one_that_is_described():
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    from host_tools.ledger import postgres
    from host_tools.ledger.postgres_tables import METADATA

    place = fresh()
    with postgres.pool(place).connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
    script = ScriptDirectory(str(postgres._MIGRATIONS))
    known = [one.revision for one in script.walk_revisions()]
    assert tuple(reversed(known)) == postgres.REVISIONS


def test_a_newer_schema_is_refused_untouched():
    from tests.integration.room.server import changed

    place = fresh()
    changed(place, "UPDATE alembic_version SET version_num = '9999'")
    for opened in (Intake, Ledger):
        with pytest.raises(Problem, match="newer cardtable"):
            opened(place)


def test_every_file_that_the_page_names_is_there(room):
    """The page shows a table with files of the console's: none of them may have moved away."""
    seen, wanted = set(), ["/"]
    while wanted:
        path = wanted.pop()
        if path in seen:
            continue
        seen.add(path)
        with urllib.request.urlopen(room.page + path, timeout=30) as answer:
            text = answer.read().decode()
        folder = path.rsplit("/", 1)[0]
        found = re.findall(
            r"""(?:from|import|href=|src=)\s*["']([^"':]+\.(?:js|css|svg))["']""", text
        )
        for name in found:
            wanted.append(name if name.startswith("/") else f"{folder}/{name.removeprefix('./')}")
    assert {"/console/felt.js", "/console/style.css", "/page/table.js"} <= seen
