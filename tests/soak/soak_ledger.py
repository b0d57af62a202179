"""Cut the cable after every byte of a sync; kill the host at every write, before it and amid it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.integration.ledger import dying
from tests.integration.ledger.rig import Journal, Rig, made_lines
from tests.integration.ledger.test_dying_host import check as check_after
from tests.integration.ledger.test_dying_host import sync_and_die, writes_of_a_sync
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/cardtable/records.py",
    "firmware/cardtable/link/server.py",
    "firmware/cardtable/link/lines.py",
    "host_tools/ledger/*.py",
    "host_tools/link/*.py",
    "tests/integration/ledger/rig.py",
    "tests/integration/ledger/dying.py",
    "tests/integration/ledger/test_dying_host.py",
)

_RECORDS = 60
_STRETCH = 400  # bytes of a chunk


def _bytes() -> int:
    with tempfile.TemporaryDirectory() as made:
        rig = Rig(Journal(made_lines(_RECORDS)), Path(made) / "l.db")
        rig.sync()
        return rig.cable.passed


def cut_a_stretch(start: int, end: int) -> Figures:
    lines = made_lines(_RECORDS)
    with tempfile.TemporaryDirectory() as made:
        for n in range(start, end):
            rig = Rig(Journal(lines), Path(made) / f"{n}.db")
            rig.cable.cut_after = n
            rig.sync()
            assert rig.cable.cut_after is None
            rig.sync()
            assert rig.kept() == lines and rig.journal.acked == _RECORDS, n
            assert rig.verdicts() == [None], n
    return {"cables cut": end - start}


def kill_everywhere(torn: bool) -> Figures:
    with tempfile.TemporaryDirectory() as made:
        writes = writes_of_a_sync(Path(made) / "whole")
        for n in range(1, writes + 1):
            folder = Path(made) / str(n)
            folder.mkdir()
            ended, acked = sync_and_die(folder, n, torn)
            assert ended is None, n
            check_after(folder, acked)
    return {"hosts killed": writes}


def chunks() -> Iterator[Chunk]:
    total = _bytes()
    for start in range(1, total, _STRETCH):
        end = min(start + _STRETCH, total)
        yield Chunk(f"bytes {start} to {end}", cut_a_stretch, {"start": start, "end": end})
    if dying.library() is not None:
        for torn in (False, True):
            name = "writes, torn" if torn else "writes"
            yield Chunk(name, kill_everywhere, {"torn": torn})


def check(figures: Figures) -> str | None:
    if figures.get("cables cut") != _bytes() - 1:
        return f"{figures.get('cables cut')} cables cut; there are {_bytes() - 1} bytes"
    return None
