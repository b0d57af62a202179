"""Many tables that report to a room: python -m tests.integration.room.senders FOLDER RATE SECONDS.

Each sends one record at a time over a connection of its own, RATE a second, spread evenly. Says
`ready`, waits for a line, then prints when each record was made, as JSON.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from pathlib import Path

from cardtable.records import Chain
from host_tools.forwarding.forwarder import Away, HttpsPost, Refused
from host_tools.forwarding.protocol import Report
from host_tools.forwarding.room_key import RoomKey, read_key


def main() -> None:
    folder, rate, seconds = Path(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    keys = [read_key(path) for path in sorted(folder.glob("*.json"))]
    made: list[tuple[str, int, float]] = []
    failed = [0]
    ready = threading.Barrier(len(keys) + 1)
    go = threading.Event()

    def send(key: RoomKey, at: int) -> None:
        post = HttpsPost(key)
        chain = Chain(key.table, 1)
        status = {"link": "up", "why": "", "halt": None, "software": "bench"}
        while True:
            try:
                post(Report(1, [chain.encode(("bet", 3, 1000), "u", 0)], status=status))
                break
            except (Away, Refused):
                chain = Chain(key.table, 1)
                time.sleep(random.uniform(0.2, 1.0))
        ready.wait()
        go.wait()
        due = time.monotonic() + at / len(keys) / rate
        end = time.monotonic() + seconds
        while due < end:
            time.sleep(max(0.0, due - time.monotonic()))
            due += 1 / rate
            line = chain.encode(("bet", 3, 1000), "u", chain.number)
            made.append((key.table, chain.number, time.time() * 1000))
            try:
                post(Report(1, [line]))
            except (Away, Refused):
                failed[0] += 1
                return

    threading.stack_size(256 * 1024)
    threads = [
        threading.Thread(target=send, args=(key, at), daemon=True) for at, key in enumerate(keys)
    ]
    for one in threads:
        one.start()
    ready.wait()
    print("ready", flush=True)
    sys.stdin.readline()
    go.set()
    for one in threads:
        one.join()
    print(json.dumps({"made": made, "failed": failed[0]}), flush=True)


if __name__ == "__main__":
    main()
