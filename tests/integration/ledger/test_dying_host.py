"""A host that is killed at any of its writes: nothing acknowledged is lost, nothing is half."""

from __future__ import annotations

import os

import pytest

from tests.integration.ledger import dying
from tests.integration.ledger.rig import Journal, Rig, made_lines

COUNT = 50
LIB = dying.library()
pytestmark = pytest.mark.skipif(LIB is None, reason="this Python's SQLite cannot be hooked")


class Told(Journal):
    """A journal that writes down each acknowledgement before it counts."""

    def __init__(self, lines, path) -> None:
        super().__init__(lines)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)

    def acknowledge(self, number: int) -> None:
        super().acknowledge(number)
        os.pwrite(self._file, b"%6d" % self.acked, 0)


def sync_and_die(folder, at, torn=False):
    """A child takes records until its n-th write: how it ended, what the board was told."""

    def work():
        assert LIB is not None
        killer = dying.Killer(at, torn)
        dying.count_writes(LIB, killer)
        rig = Rig(Told(made_lines(COUNT), folder / "acked"), folder / "l.db")
        rig.sync()
        return min(killer.count, 250)

    ended = dying.in_a_child(work)
    told = (folder / "acked").read_text() if (folder / "acked").exists() else ""
    return ended, int(told or 0)


def writes_of_a_sync(folder):
    folder.mkdir()
    ended, acked = sync_and_die(folder, at=0)
    assert ended is not None and acked == COUNT
    return ended


def check(folder, acked):
    """What was acknowledged is there; a host that comes back finds the rest."""
    rig = Rig(Journal(made_lines(COUNT)), folder / "l.db")
    if acked:
        kept = rig.kept()
        assert kept == made_lines(COUNT)[: len(kept)]
        assert len(kept) >= acked
    rig.sync()
    assert rig.kept() == made_lines(COUNT)
    assert rig.verdicts() == [None]


def test_the_hook_sees_the_writes_of_a_sync(tmp_path):
    assert 20 < writes_of_a_sync(tmp_path / "whole") < 250


@pytest.mark.parametrize("torn", [False, True])
def test_a_host_killed_at_its_nth_write_loses_nothing_acknowledged(tmp_path, torn):
    """A sample; `make soak` kills at every write."""
    writes = writes_of_a_sync(tmp_path / "whole")
    met = set()
    for n in range(1 + torn, writes + 1, 5):
        folder = tmp_path / str(n)
        folder.mkdir()
        ended, acked = sync_and_die(folder, n, torn)
        assert ended is None, f"write {n} of {writes} did not kill"
        met.add(acked)
        check(folder, acked)
    assert len(met) > 2  # before, amid and after acknowledgements


def test_a_host_killed_again_and_again_comes_to_the_end(tmp_path):
    lives = acked = 0
    ended = None
    while ended is None:
        ended, acked = sync_and_die(tmp_path, at=5 + 3 * lives)  # each lives a little longer
        lives += 1
        assert lives < 60
    assert lives > 5
    check(tmp_path, acked)
