"""Software over the tables: one first, watched, then the others; failures told, never two too many.

The room's side runs on a real PostgreSQL against hosts in this process that fare as they are told.
No board is flashed here: tests/integration/flash/test_from_a_room.py has the host's side.
"""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from host_tools.common.problems import Problem
from host_tools.release import bundle, packed
from host_tools.release.signature import new_key
from host_tools.room import journal, rollouts, software
from host_tools.room.journal import Who
from host_tools.room.rollouts import Health, Plan
from host_tools.room.store import Refused, transaction
from tests.integration.room.server import changed, fresh, needs_postgres

pytestmark = needs_postgres
NOW = 1_794_830_400_000
SUE = Who("Sue", "manager")
TABLES = tuple(f"t{n}" for n in range(1, 21))


@pytest.fixture(scope="module")
def place():
    made = fresh()
    changed(
        made,
        "INSERT INTO software (name, version, added_ms, added_by, digest, content)"
        " VALUES ('9.9.9-aa', '9.9.9', 0, 'Sue', 'd', 'x')",
    )
    return made


class Hosts:
    """Tables' hosts as the room sees them: each carries out what it is asked, or fails its way."""

    def __init__(self, place, fail=None, seed=1):
        self.place = place
        self.fail = fail or {}
        self.now = NOW
        self.dice = random.Random(seed)
        self.busy: dict[str, dict] = {}
        self.ran: list[tuple[str, str]] = []
        self.most = 0
        self.silent: set[str] = set()
        self.ill: dict[str, str] = {}
        self.heard = dict.fromkeys(TABLES, NOW)

    def tick(self, seconds=120):
        self.now += seconds * 1000
        for table in TABLES:
            if table not in self.silent:
                self.heard[table] = self.now
        with transaction(self.place) as db:
            health = {t: Health(self.heard[t], self.ill.get(t, "")) for t in TABLES}
            rollouts.advance(db, health, self.now)
            orders = rollouts.wanted_of(db)
        self.most = max(self.most, len(orders))
        for table, order in orders.items():
            if table in self.silent:
                continue
            key = f"{table} {order['how']}"
            if key not in self.busy:
                self.busy[key] = order
                self.say(table, order, "working")
                if self.fail.get(table) == "vanishes":
                    self.silent.add(table)
            elif self.dice.random() < 0.5:
                why = self.fail.get(table) if order["how"] == "flash" else None
                self.ran.append((table, order["how"]))
                self.say(table, order, "failed" if why else "done", why or "runs it")

    def say(self, table, order, state, said=""):
        told = {"rollout": order["rollout"], "how": order["how"], "state": state, "said": said}
        for _ in range(self.dice.randint(1, 2)):  # reports come twice
            with transaction(self.place) as db:
                rollouts.reported(db, table, told, self.now)

    def rollout(self):
        with transaction(self.place) as db:
            return rollouts.all_of(db)[0]

    def until(self, state, limit=2000):
        for _ in range(limit):
            if self.rollout().state == state:
                return self.rollout()
            self.tick()
        raise AssertionError(self.rollout())


def begun(place, **more):
    with transaction(place) as db:
        for one in rollouts.all_of(db):
            if one.state != "over":
                rollouts._move(db, one.id, rollouts.ACTIVE, "left", "", NOW)
                rollouts.end(db, SUE, one.id, NOW)
        return rollouts.begin(db, SUE, Plan("9.9.9-aa", TABLES, 600, **more), NOW)


def states(rollout):
    return {step.table: step.state for step in rollout.steps}


def test_twenty_tables_of_which_five_fail_in_different_ways_and_each_is_told(place):
    fail = {
        "t3": "9.9.9 does not start; back on 0.2.0",
        "t7": "the board has not come back",
        "t11": "vanishes",
        "t16": "the board refuses maintenance: wrong PIN",
        "t20": "there is no room for it",
    }
    begun(place, at_once=3, most_failed=5)
    hosts = Hosts(place, fail)
    for _ in range(30):
        hosts.tick()
        if states(hosts.rollout())["t1"] == "done":
            break
    done_at = hosts.rollout().steps[0].changed_ms
    while hosts.now < done_at + 480_000:
        hosts.tick()
        assert {s for t, s in states(hosts.rollout()).items() if t != "t1"} == {"waiting"}
    over = hosts.until("over")
    found = states(over)
    assert {table for table, state in found.items() if state == "failed"} == set(fail)
    assert all(state == "done" for table, state in found.items() if table not in fail)
    said = {step.table: step.said for step in over.steps}
    assert said["t11"] == "it was not heard any more: look at it"
    assert all(said[table] == words for table, words in fail.items() if words != "vanishes")
    assert hosts.most <= 3  # never more at once than the stage allows
    with transaction(place) as db:
        told = journal.entries(db, 200, what="rollout")
    assert {one.details["table"] for one in told if one.what == "rollout.failed"} == set(fail)
    assert next(one.who for one in told if one.what == "rollout.begun") == "Sue"


def test_when_the_first_table_fails_no_other_is_touched(place):
    begun(place)
    hosts = Hosts(place, {"t1": "it does not start; back on 0.2.0"})
    paused = hosts.until("paused")
    assert "the first table failed: t1" in paused.said
    for _ in range(8):
        hosts.tick()
    assert hosts.ran == [("t1", "flash")]


def test_a_first_table_that_is_not_well_while_it_is_watched_pauses_the_rest(place):
    begun(place)
    hosts = Hosts(place)
    while states(hosts.rollout())["t1"] != "done":
        hosts.tick()
    hosts.tick(60)
    hosts.ill["t1"] = "box 3: the reader is silent"
    assert "watched and is not well: box 3" in hosts.until("paused").said
    assert set(hosts.ran) == {("t1", "flash")}


def test_one_failure_pauses_and_a_person_lets_it_go_on(place):
    number = begun(place, at_once=2)
    hosts = Hosts(place, {"t4": "no room"})
    paused = hosts.until("paused")
    assert "1 failed: t4" in paused.said
    with transaction(place) as db:
        rollouts.go_on(db, SUE, number, hosts.now)
    assert sorted(states(hosts.until("over")).values()).count("done") == 19


def test_back_again_only_those_that_had_it(place):
    number = begun(place, at_once=4)
    hosts = Hosts(place)
    while sum(state == "done" for state in states(hosts.rollout()).values()) < 6:
        hosts.tick()
    with transaction(place) as db:
        rollouts.roll_back(db, SUE, number, hosts.now)
    found = states(hosts.until("over"))
    went = {table for table, how in hosts.ran if how == "flash"}
    assert {table for table, how in hosts.ran if how == "back"} == went
    assert set(found.values()) == {"was_back", "left"} and hosts.most <= 4


def test_what_is_told_late_of_another_rollout_or_by_a_table_that_was_not_asked_changes_nothing(
    place,
):
    number = begun(place)
    with transaction(place) as db:
        for told in (
            {"rollout": number, "how": "flash", "state": "done"},  # t9 was never asked
            {"rollout": 999_999, "how": "flash", "state": "done"},
            {"rollout": number, "how": "back", "state": "done"},
            {"rollout": "x", "how": None, "state": []},
            {},
        ):
            assert not rollouts.reported(db, "t9", told, NOW)
        assert not rollouts.reported(db, "nobody", {"rollout": number, "how": "flash",
                                                    "state": "done"}, NOW)  # fmt: skip
    assert set(states(Hosts(place).rollout()).values()) == {"waiting"}


def test_what_a_table_waits_for_is_told_and_written_down_once(place):
    number = begun(place)
    hosts = Hosts(place)
    with transaction(place) as db:
        rollouts.advance(db, {}, hosts.now)
        told = {"rollout": number, "how": "flash", "state": "waiting", "said": "a round is on"}
        assert [rollouts.reported(db, "t1", told, hosts.now) for _ in range(3)] == [True, 0, 0]
        told["said"] = "a console has the port"
        assert rollouts.reported(db, "t1", told, hosts.now)
        assert not rollouts.reported(db, "t2", told, hosts.now)  # nobody has asked it
    first, second, *_ = hosts.rollout().steps
    assert (first.state, first.said) == ("wanted", "a console has the port")
    assert (second.state, second.said) == ("waiting", "")
    with transaction(place) as db:
        said = [e.details["said"] for e in journal.entries(db, 3, what="rollout.wanted")]
    assert said == ["a console has the port", "a round is on", ""]
    assert set(states(hosts.until("over")).values()) == {"done"}


def test_one_rollout_at_a_time_of_a_release_that_is_there(place):
    begun(place)
    with transaction(place) as db, pytest.raises(Refused, match="is not over"):
        rollouts.begin(db, SUE, Plan("9.9.9-aa", TABLES), NOW)
    hosts = Hosts(place)
    with transaction(place) as db:
        rollouts.end(db, SUE, hosts.rollout().id, NOW)
        with pytest.raises(Refused, match="no release"):
            rollouts.begin(db, SUE, Plan("none", TABLES), NOW)
        with pytest.raises(Refused, match="twice"):
            rollouts.begin(db, SUE, Plan("9.9.9-aa", ("t1", "t1")), NOW)


# ---- releases


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """A small release of two architectures, signed: (folder, public key)."""
    from host_tools.release.pack import archive
    from tests.integration.flash import desk

    folder = tmp_path_factory.mktemp("release")
    key = folder / "release.key"
    public = new_key(key)
    small = {path: desk.built().files[path] for path in ("main.py", "boot.py")}
    for arch in ("armv6m", "armv7emsp"):
        made = desk.release(small, "9.9.9", _kind(arch))
        bundle.write(made, folder / arch, None, key)
        archive(folder / arch, folder / f"cardtable-firmware-9.9.9-{arch}.zip")
    return folder, public


def _kind(arch):
    from host_tools.release.build import build

    wanted = build(arch).manifest.mpy
    assert wanted.arch == arch
    return wanted


def test_a_release_is_kept_whole_and_given_out_as_it_came(release):
    folder, public = release
    content = packed.packed(folder)
    assert content == packed.packed(folder)
    place = fresh()
    with transaction(place) as db:
        name = software.add(db, SUE, content, public, NOW)
        with pytest.raises(Problem, match="already"):
            software.add(db, SUE, content, public, NOW)
        assert software.content_of(db, name) == content
    assert name.startswith("9.9.9-")
    assert set(packed.unpacked(content, public)) == {"armv6m", "armv7emsp"}


def _altered(content: bytes, arch: str, change) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as outer:
        parts = {name.removesuffix(".zip"): outer.read(name) for name in outer.namelist()}
    with zipfile.ZipFile(io.BytesIO(parts[arch])) as inner:
        files = {name: inner.read(name) for name in inner.namelist()}
    change(files)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as inner:
        for name, data in files.items():
            inner.writestr(name, data)
    return packed.archive(parts | {arch: made.getvalue()})


def _put(name, data):
    return lambda files: files.update({name: data})


@pytest.mark.parametrize(
    "change",
    [
        _put("files/main.py", b"import evil"),
        _put("files/evil.py", b""),
        lambda files: files.pop("manifest.sig"),
        lambda files: files.pop("files/boot.py"),
        _put("manifest.json", b"{}"),
        _put("manifest.sig", b"00" * 64),
    ],
)
def test_nothing_in_a_release_can_be_altered(release, change):
    folder, public = release
    content = _altered(packed.packed(folder), "armv6m", change)
    with pytest.raises(Problem):
        packed.unpacked(content, public)


def test_garbage_and_other_peoples_releases_are_refused(release, tmp_path):
    folder, public = release
    other = new_key(tmp_path / "other.key")
    content = packed.packed(folder)
    with pytest.raises(Problem, match="signature"):
        packed.unpacked(content, other)
    for garbage in (b"", b"PK", content[:-100], b"x" * 1000):
        with pytest.raises(Problem):
            packed.unpacked(garbage, public)
    with pytest.raises(Problem, match="no firmware"):
        packed.packed(Path(tmp_path))
