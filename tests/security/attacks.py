"""Attacks of the first examination over the cable, on whichever firmware is on the path: each says
"held" or "fell". Stands on nothing but the simulator's visitor, which 0.1.0 has too, where it is
called otherwise.

    git worktree add /tmp/old 58754f6
    cd /tmp/old && PYTHONPATH=/tmp/old:/tmp/old/firmware python PATH/TO/tests/security/attacks.py
"""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

# Name here → (module here, what 0.1.0 had instead)
_NAMES = {
    "visit": ("tests.integration.table.visitor", "tests.table.visitor"),
    "SIGNERS": ("tests.integration.table.visitor", "tests.table.visitor"),
    "VirtualClock": ("sim.harness.clock", "sim.clock"),
    "LinkServer": ("cardtable.link.server", "cardtable.link.feed:Feed"),
    "Rig": ("tests.integration.ledger.rig", "tests.ledger.rig"),
    "made_lines": ("tests.integration.ledger.rig", "tests.ledger.rig"),
    "Desk": ("tests.unit.firmware.link_bench", "tests.firmware.test_feed"),
    "Journal": ("tests.unit.firmware.link_bench", "tests.firmware.test_feed"),
}


def _named(name: str) -> Any:
    """By its name in this tree, or as 0.1.0 calls it."""
    here, before = _NAMES[name]
    try:
        return getattr(import_module(here), name)
    except ImportError:
        module, _, other = before.partition(":")
        return getattr(import_module(module), other or name)


def _visit(script: Any, **world: Any) -> Any:
    visit = _named("visit")
    with tempfile.TemporaryDirectory() as folder:
        return visit(Path(folder) / "t", script, **world)


def _do(visitor: Any, role: str, *command: Any) -> Any:
    try:
        yield from visitor.do(role, *command)
        return visitor.last
    except AssertionError:  # no answer: the link has died
        return ["no answer", None]


def _commit(visitor: Any, name: str, content: bytes, role: str = "supervisor") -> Any:
    for offset in range(0, len(content), 200):
        data = base64.b64encode(content[offset : offset + 200]).decode()
        yield from _do(visitor, role, "put", name, offset, data)
    digest = hashlib.sha256(content).hexdigest()
    return (yield from _do(visitor, role, "commit", name, digest))


def row_1_a_flood() -> bool:
    """64 bytes are always there: how many are taken before anybody else has a turn."""
    from cardtable.loop import Loop

    class Port:
        taken = 0

        def readinto(self, buffer: Any) -> int:
            self.taken += len(buffer)
            if self.taken > 100_000:
                raise KeyboardInterrupt
            return len(buffer)

        def write(self, data: bytes) -> None:
            pass

    port = Port()
    loop = Loop(_named("VirtualClock")())
    about = ("0", "pico", "t")
    feed = _named("LinkServer")(loop, port, _named("Journal")(), about, _named("Desk")())
    try:
        feed.listen()
    except KeyboardInterrupt:
        return False
    return port.taken < 1000


def row_2_brackets() -> bool:
    """As deep as a line holds: nobody may ever hold that in his hands, or print it."""
    from cardtable.link.lines import message

    return message(b"[" * 240 + b"]" * 240) is None


def _probed(game: str, role: str, of: Any) -> bool:
    """Whether two different cards are refused alike while hidden cards lie there."""
    codes = set()

    def script(visitor: Any) -> Any:
        yield from visitor.until(lambda: len(visitor.of("deal")) >= 10, 200_000)
        for card in (rank + suit for rank in "23456789TJQKA" for suit in "cdhs"):
            told = yield from _do(visitor, role, "input", of(card))
            codes.add(str(told))

    _visit(script, rounds=1, game=game, seed=4)
    return len(codes) == 1


def row_3_throw() -> bool:
    return _probed("draw", "dealer", lambda card: ["throw", 1, [card, "Zz"]])


def row_4_card() -> bool:
    return _probed("holdem", "supervisor", lambda card: ["card", 31, card])


def row_5_order() -> bool:
    told = []

    def script(visitor: Any) -> Any:
        yield from visitor.ask("meters")
        books = [[name, values] for name, values in visitor.last[1:]]
        order = {"order": "ledger", "who": "Eve", "epoch": 9, "books": books, "from": [1, 1]}
        yield from visitor.until(lambda: visitor.of("deal"), 60_000)
        told.append((yield from _commit(visitor, "order", json.dumps(order).encode())))

    _visit(script, rounds=1)
    return told[0][0] != "ok"


def row_6_commit() -> bool:
    told = []

    def script(visitor: Any) -> Any:
        for content in (b"[]", b"{}"):
            told.append((yield from _commit(visitor, "table", content))[0])

    _visit(script)
    return "ok" not in told


def row_6_join() -> bool:
    told = []

    def script(visitor: Any) -> Any:
        raw = '["input",["join",1,%s]]' % ("9" * 200)
        visitor.counter += 1
        mac = _named("SIGNERS")["dealer"].mac(visitor.hello[7], visitor.counter, raw)
        yield from visitor.send(("do", "dealer", visitor.counter, mac, raw))
        told.append(visitor.last[0])

    _visit(script, game="holdem")
    return told[0] != "ok"


def row_6_time() -> bool:
    told = []

    def script(visitor: Any) -> Any:
        told.append((yield from _do(visitor, "dealer", "time", 10**13))[0])

    _visit(script)
    return told[0] != "ok"


def row_9_a_bit() -> bool:
    """`max_payout` with one bit more, in one copy, before a start: told, or silently in force."""
    seen = []

    def prepare(world: Any) -> None:
        path = Path(world.root) / "table.json"
        content = path.read_text()
        seen.append(content)
        path.write_text(content.replace('"max_payout": 2', '"max_payout": 6', 1))

    def script(visitor: Any) -> Any:
        yield 1500
        yield from visitor.ask("config")
        seen.append(dict(visitor.last).get("max_payout"))

    visit = _named("visit")
    with tempfile.TemporaryDirectory() as folder:
        visit(
            Path(folder) / "t", lambda v: (ms for ms in (1500,))
        )  # a first start seals, where seals are
        visitor = visit(Path(folder) / "t", script, prepare=prepare)
    told = [fact for fact in visitor.of("fault") if "settings" in str(fact[1])]
    return bool(told) or "altered" in str(visitor.hello)


def row_10_maintenance() -> bool:
    told = []

    def script(visitor: Any) -> Any:
        yield from visitor.until(lambda: len(visitor.of("deal")) >= 4, 60_000)
        told.append((yield from _do(visitor, "technician", "maintenance_now"))[0])

    _visit(script, rounds=1)
    return told[0] != "ok"


def row_11_guessing() -> bool:
    """A supervisor's wrong key, a dealer's right one, and so on: how many tries in ten minutes."""
    from cardtable.link.keys import Keys, signed
    from cardtable.rules.seals import hmac_sha256

    clock = _named("VirtualClock")()
    keys = Keys(dict.fromkeys(("dealer", "technician", "supervisor"), "5a" * 32),
                lambda count: bytes(count), clock)  # fmt: skip
    tries = 0
    for counter in range(1, 273):
        clock.sleep_ms(1100)
        tries += keys.why_not("supervisor", counter, "00" * 32, "[]") == "wrong_key"
        clock.sleep_ms(1100)
        mac = hmac_sha256(b"\x5a" * 32, signed(keys.challenge, counter, "dealer", "[]")).hex()
        keys.why_not("dealer", counter, mac, "[]")
    return tries < 30


def _ledger(folder: str) -> Path:
    """A ledger of sixty records, by a sync over a cable in memory."""
    path = Path(folder) / "l.db"
    rig_of = _named("Rig")
    journal = import_module(rig_of.__module__).Journal  # the ledger's, not the feed's
    rig_of(journal(_named("made_lines")(60)), path).sync()
    return path


def row_13_a_gap() -> bool:
    """Ten records deleted, and a gap written in their place: named, or called whole."""
    import sqlite3

    from host_tools.ledger.ledger import Ledger
    from host_tools.ledger.verify import verify

    with tempfile.TemporaryDirectory() as folder:
        path = _ledger(folder)
        base = sqlite3.connect(path)
        base.execute("DELETE FROM record WHERE number BETWEEN 20 AND 29")
        base.execute("INSERT INTO gap VALUES (1, 20, 29, 1790000000000)")
        base.commit()
        base.close()
        with Ledger(path) as ledger:
            return any(one.fault for one in verify(ledger))


def row_14_mode() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return _ledger(folder).stat().st_mode & 0o077 == 0


def row_14_digits() -> bool:
    """A whole number of 5,000 digits in a file that a verb reads: words, or a traceback."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.toml"
        file.write_text("seats = " + "9" * 5000 + "\n")
        words = [sys.executable, "-m", "host_tools.main", "config", "check", str(file)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    return "Traceback" not in done.stderr and done.returncode not in (0, 1)


def main() -> int:
    from sim import paths

    paths.install()
    fell = 0
    for attack in ATTACKS:
        try:
            words = "held" if attack() else "fell"
        except BaseException as failure:
            words = f"fell: {type(failure).__name__}: {str(failure)[:90]}"
        fell += words != "held"
        print(f"{attack.__name__:24} {words}", flush=True)
    return fell


ATTACKS = [attack for name, attack in list(globals().items()) if name.startswith("row_")]


if __name__ == "__main__":
    sys.exit(min(main(), 100))
