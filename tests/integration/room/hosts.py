"""Hosts of several tables as one process, to be killed.

python -m tests.integration.room.hosts FOLDER SEED

Each table is the board's own feed over a cable that repeats, reorders, loses and garbles, a real
sync into an SQLite ledger by a clock that is wrong, and a real forwarder whose link to the room is
cut before and after it has sent, sends twice, and sends what is due later first.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from pathlib import Path
from typing import Any

from host_tools.common.problems import NO_BOARD, Problem
from host_tools.forwarding.forwarder import Away, Forwarder, HttpsPost
from host_tools.forwarding.protocol import Report
from host_tools.forwarding.room_key import read_key
from sim.harness.clock import VirtualClock
from tests.integration.ledger.rig import Journal, Rig, made_lines, spoiler

_SAYS = threading.Lock()


class BadLink:
    """A way to the room on which everything happens that can."""

    def __init__(self, post: HttpsPost, seed: int) -> None:
        self._post = post
        self._dice = random.Random(seed)
        self._before: Report | None = None
        self.done: dict[str, int] = {"cut": 0, "unheard": 0, "twice": 0, "late": 0}

    def __call__(self, report: Report) -> dict[str, Any]:
        way = self._dice.random()
        if way < 0.05:
            self.done["cut"] += 1
            self.close()
            raise Away("cut before it was sent")
        if way < 0.10:
            self.done["unheard"] += 1
            self._post(report)  # stored, and nobody hears that it was
            self.close()
            raise Away("cut before the answer")
        if way < 0.16 and report.lines:
            self.done["twice"] += 1
            self._post(report)
        elif way < 0.22 and self._before is not None:
            self.done["late"] += 1
            self._post(self._before)  # an old one comes late
        elif way < 0.28 and len(report.lines) > 2:
            self.done["late"] += 1
            self._post(Report(report.epoch, report.lines[1:], report.gaps))  # its end first
        self._before = report if report.lines else self._before
        return self._post(report)

    def close(self) -> None:
        self._post.close()


def run(folder: Path, table: str, records: int, seed: int, finished: list[str]) -> None:
    lines = made_lines(records, table)
    path = folder / f"{table}.db"
    link = BadLink(HttpsPost(read_key(folder / f"{table}.json")), seed)
    status = {"link": "up", "why": "", "halt": None, "software": "test"}
    clock = VirtualClock()
    clock.now_us = (seed % 7) * 100_000_000  # 1970, each at another minute: decades off
    rig = Rig(Journal(lines), path, clock, table)
    rig.cable.spoil = spoiler(seed)
    forwarder = Forwarder(path, table, link, lambda: status)
    started = False

    def until(syncing: Any) -> bool:
        nonlocal started
        if not started and syncing.client.hello is not None:
            forwarder.start()
            started = True
        forwarder.nudge()
        return syncing.caught_up

    while True:
        try:
            rig.sync(until, limit=1_000_000)
            break
        except Problem as problem:
            # As `cardtable sync` does: nothing but noise was heard, so it is greeted again.
            assert problem.code == NO_BOARD, problem
    while True:
        try:
            if forwarder.is_up_to_date():
                break
        except Problem:
            pass
        time.sleep(0.1)
    finished.append(table)
    with _SAYS:  # whole lines: several tables may end at once
        print(json.dumps({"table": table, **link.done}), flush=True)


def main() -> None:
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    told = json.loads((folder / "tables.json").read_text())
    finished: list[str] = []
    threads = [
        threading.Thread(target=run, args=(folder, name, count, seed + at, finished))
        for at, (name, count) in enumerate(told.items())
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    if len(finished) == len(told):
        print("all", flush=True)
    sys.stdin.read()  # the forwarders go on beating until they are killed


if __name__ == "__main__":
    main()
