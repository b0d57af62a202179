"""Tables, their hosts, the room, its database and a standby, while all are ended at random."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import DatabaseUrl
from host_tools.ledger.verify import verify
from host_tools.room.trial_postgres import TrialPostgres
from sim.roots import ROOT
from tests.integration.ledger.rig import made_lines
from tests.integration.room.room_process import RoomProcess


class HostProcess:
    """Some tables' hosts; `all_sent` once the room has said that it has everything of them."""

    def __init__(self, folder: Path, tables: dict[str, int], seed: int) -> None:
        folder.mkdir(exist_ok=True)
        (folder / "tables.json").write_text(json.dumps(tables))
        self.folder = folder
        self._seed = seed
        self.all_sent = threading.Event()
        self.happened: dict[str, int] = {}
        self.start()

    def start(self) -> None:
        self._seed += 1000
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tests.integration.room.hosts",
                    str(self.folder),
                    str(self._seed),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                cwd=ROOT,
                env=os.environ,
            )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("{"):
                for name, count in json.loads(line).items():
                    if name != "table":
                        self.happened[name] = self.happened.get(name, 0) + count
            if line == "all\n":
                self.all_sent.set()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(60)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def _arrived(place: DatabaseUrl, wanted: int, limit_s: float) -> int:
    """How many records the room has, once it has that many: what is ended was at work."""
    end = time.monotonic() + limit_s
    while True:
        with Ledger(place) as ledger:
            found = sum(chain.count for chain in ledger.chains())
        if found >= wanted:
            return found
        assert time.monotonic() < end, f"{found} records have come, and not {wanted}"
        time.sleep(0.02)


def torture(  # noqa: C901 - one story, in the order in which things break
    folder: Path,
    tables: int,
    records: int,
    processes: int,
    deeds: list[str],
    seed: int,
    limit_s: float,
) -> dict[str, int]:
    """Do the deeds while everything is on its way; then every row must be the board's own.

    They are spread over the records, not over time: a fast machine would be done before the last.
    """
    dice = random.Random(seed)
    first = TrialPostgres().start()
    second: TrialPostgres | None = None
    room: RoomProcess | None = None
    hosts: list[HostProcess] = []
    try:
        second = first.standby()
        # From here on a commit returns when the standby has it as well.
        first.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        first.ask("SELECT pg_reload_conf()")
        both = f"{first.socket_folder},{second.socket_folder}"
        place = DatabaseUrl(
            f"postgresql:///cardtable?host={both}&user=postgres&target_session_attrs=read-write"
        )
        room = RoomProcess(folder, place).start()
        names = [f"t{number:03}" for number in range(tables)]
        keys = {name: room.enrol(name) for name in names}
        while len(room.get("/api/floor")["tables"]) < tables:  # it refuses whom it does not know
            time.sleep(0.05)
        for at in range(processes):
            mine = names[at::processes]
            own = folder / f"hosts{at}"
            own.mkdir()
            for name in mine:
                keys[name].write(own / f"{name}.json")
            hosts.append(HostProcess(own, dict.fromkeys(mine, records), seed + at))
        all_records = tables * records
        counts = {"records": all_records, "failovers": 0, "underway": 0}
        there = 0
        for at, deed in enumerate(deeds):
            due = int(all_records * (at + dice.random()) / (len(deeds) + 1))
            there = _arrived(place, min(max(due, there + 1), all_records), limit_s)
            counts["underway"] += there < all_records
            if deed == "host":
                one = dice.choice(hosts)
                one.kill()
                one.all_sent.clear()
                one.start()
            elif deed == "room":
                room.end("kill")
                room.start()
            elif deed == "restart":
                (second if counts["failovers"] else first).stop()
                (second if counts["failovers"] else first).start()
            elif deed == "failover":
                first.kill()
                second.promote()
                counts["failovers"] += 1
            counts[deed] = counts.get(deed, 0) + 1
        end = time.monotonic() + limit_s
        for one in hosts:
            assert one.all_sent.wait(max(1, end - time.monotonic())), "it has not all arrived"
        # What the room has said, it has said after the commit: it need not be asked in order.
        room.end("kill")
        with Ledger(place) as ledger:
            for name in names:
                assert ledger.lines(name, 1) == made_lines(records, name), name
            verdicts = list(verify(ledger))
        assert [one.chain.table for one in verdicts] == names
        assert all(one.fault is None and not one.gaps and not one.refused for one in verdicts)
        assert verdicts[0].host.noted
        for one in hosts:
            for what, count in one.happened.items():
                counts[what] = counts.get(what, 0) + count
        return counts
    finally:
        for one in hosts:
            one.kill()
        if room is not None:
            room.end("kill")
        for server in (second, first):
            if server is not None:
                server.close()
