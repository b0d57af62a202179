"""The ledger's bench measures what it says; checking costs no more than a share of storing."""

from __future__ import annotations

from host_tools.ledger.ledger import Ledger
from host_tools.ledger.verify import verify
from tests.bench import bench_ledger


def test_what_is_measured_is_stored_and_whole(tmp_path):
    both = bench_ledger.contenders(tmp_path)
    assert [both[name]() for name in both] == [bench_ledger._BATCH] * 2
    with Ledger(tmp_path / "ledger.db") as ledger:
        (verdict,) = verify(ledger)
    assert verdict.chain.count == bench_ledger._BATCH and verdict.fault is None
