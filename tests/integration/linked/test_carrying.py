"""A table's own meter into a linked jackpot and back, and its whole life, by the verbs alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.common.problems import NOT_WHOLE
from host_tools.ledger.host_key import host_key
from host_tools.ledger.place import DatabaseUrl
from host_tools.room.jackpot.owner import Owner
from host_tools.room.jackpot.store import DEFAULT
from host_tools.room.store import now_ms, transaction
from tests.integration.room.server import fresh, needs_postgres
from tests.integration.verbs.rig import SimTable, cardtable

pytestmark = needs_postgres
TABLE = "sim-1"
OWN, RESERVE = 2_000_000, 300_000  # of a simulated table that is new


class Bench:
    """One board at a cable, the room's database, and the owner that a served room would have."""

    def __init__(self, folder: Path) -> None:
        self.place: DatabaseUrl = fresh()
        self.board = SimTable(folder / "board")
        self.verb("open", "--cents", "5000000", "--set", "start_up=1000000", "--set", "escrow=0")
        self.owner = Owner(DEFAULT, lambda: transaction(self.place), host_key())
        self.owner.take_over(now_ms())
        self.synced()

    def verb(self, *words: str, code: int = 0) -> str:
        made, said, errors = cardtable("room", "jackpot", *words, "--ledger", self.place.url)
        assert made == code, (said, errors)
        return said + errors

    def keys(self, *words: str) -> str:
        code, said, errors = cardtable("keys", "link", *words, "--port", self.board.port)
        assert code == 0, errors
        return said

    def synced(self) -> None:
        """Everything that the board has is in the room, and was looked at."""
        words = ("sync", "--once", "--port", self.board.port, "--ledger", self.place.url)
        code, _, errors = cardtable(*words)
        assert code == 0, errors
        self.owner.step(now_ms())

    def silent(self) -> None:
        """The table has said that nothing is open there, as of a minute from now."""
        with transaction(self.place) as db:
            found = db.execute("SELECT epoch, max(number) FROM record JOIN chain ON"
                               " chain.id = record.chain GROUP BY epoch").fetchall()  # fmt: skip
        epoch, number = max(found)
        self.owner.heard(TABLE, ["00", now_ms() + 60_000, epoch, number, "ok"])
        for _ in range(3):
            self.owner.step(now_ms())

    def pool(self) -> dict[str, Any]:
        return json.loads(self.verb("show", "--json"))

    def meter(self) -> dict[str, Any]:
        code, said, errors = cardtable("meter", "--json", "--ledger", self.place.url)
        assert code == 0, errors
        told = json.loads(said)
        assert told["audit"]["in"] == told["audit"]["out"]
        return told


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.chdir(tmp_path)
    made = Bench(tmp_path)
    yield made
    made.board.close()


def test_from_opening_to_decommissioning_by_the_verbs(bench: Bench) -> None:
    bench.verb("add", TABLE)
    said = bench.keys(f"{TABLE}.jackpot.json", "--carry", "--who", "Kim")
    assert "$23,000.00 of its own meter go to the pool" in said
    bench.synced()
    pool = bench.pool()
    assert (pool["pool"], pool["reserve"], pool["brought"]) == (
        5_000_000 + OWN,
        RESERVE,
        OWN + RESERVE,
    )
    assert bench.meter()["pool"] == bench.meter()["reserve"] == 0
    assert "$0.00 of its own meter" in bench.keys(f"{TABLE}.jackpot.json", "--carry")  # once more
    bench.verb("start")
    assert "while it runs" in bench.verb("give", TABLE, "--pool", "1", code=2)
    assert "while the jackpot runs" in bench.verb("set", "ceiling", "9000000", code=2)
    assert "still linked" in bench.verb("end", code=2)
    bench.verb("stop")
    bench.synced()
    assert "its last round under it is over" in bench.verb("set", "ceiling", "9000000", code=2)
    assert "its last round is over" in bench.verb("show")
    bench.silent()
    bench.verb("set", "ceiling", "9000000")
    bench.verb("give", TABLE, "--pool", "1500000", "--reserve", "200000")
    bench.verb("remove", TABLE)
    bench.silent()
    pool = bench.pool()  # it does not go before it has what was given to it
    assert (pool["members"][TABLE]["state"], pool["going"]) == ("leaving", 1_700_000)
    assert "$17,000.00 more" in bench.keys("--bring", f"{TABLE}.meter.json")
    assert not Path(f"{TABLE}.meter.json").exists()
    bench.synced()
    bench.silent()
    pool = bench.pool()
    assert (pool["members"][TABLE]["state"], pool["going"]) == ("gone", 0)
    assert pool["brought"] == OWN + RESERVE - 1_700_000
    assert (bench.meter()["pool"], bench.meter()["reserve"]) == (1_500_000, 200_000)
    assert "is not linked now" in bench.keys("--end")
    assert "difference $0.00" in bench.verb("reconcile")
    assert "money lies in it" in bench.verb("end", code=2)
    rest = ("--pool", str(-pool["pool"]), "--reserve", str(-pool["reserve"]))
    bench.verb("correct", *rest, "--why", "to the bank")
    bench.verb("end")
    assert "no such linked jackpot" in bench.verb("start", code=2)
    kinds = [json.loads(line)[4] for line in bench.verb("events", "--json").splitlines()]
    assert [one for one in kinds if one != "known"] == [
        "opened", "joined", "brought", "started", "stopped", "quiet", "parameter", "giving",
        "state", "gave", "state", "corrected", "ended",
    ]  # fmt: skip


def test_what_was_brought_twice_or_typed_is_found_by_reconcile(bench: Bench) -> None:
    bench.verb("add", TABLE)
    bench.keys(f"{TABLE}.jackpot.json", "--carry")
    bench.synced()
    bench.verb("give", TABLE, "--pool", "1000")
    file = Path(f"{TABLE}.meter.json")
    copy = file.read_text()
    bench.keys("--bring", file.name)
    bench.synced()
    assert "difference $0.00" in bench.verb("reconcile")
    file.write_text(copy)
    bench.keys("--bring", file.name)
    bench.synced()
    assert "difference -$10.00" in bench.verb("reconcile", code=NOT_WHOLE)
    code, _, errors = cardtable("keys", "link", f"{TABLE}.jackpot.json", "--bring", file.name)
    assert code == 2 and "or --bring, or --end" in errors
    file.write_text(copy)
    code, _, errors = cardtable("keys", "link", file.name, "--port", bench.board.port)
    assert code == 2 and "no file of a linked jackpot" in errors
