"""A thousand kills of console, sync, table and simulated board; every bit of a ledger and its key
flipped; every file of a simulated table damaged in every way."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.integration.host.kills import kills
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "host_tools/ledger/*.py",
    "host_tools/link/*.py",
    "host_tools/console/*.py",
    "host_tools/cli/table.py",
    "sim/harness/serve.py",
    "sim/harness/folder.py",
    "tests/integration/host/kills.py",
    "tests/integration/ledger/test_damage.py",
    "tests/integration/host/test_simulated_table.py",
)

_KILLS = 1000
_CHUNK = 20
_FLIPS = 20_000
_FLIP_CHUNK = 400


def chunks() -> Iterator[Chunk]:
    for start in range(0, _KILLS, _CHUNK):
        yield Chunk(f"kills {start} to {start + _CHUNK}", some_kills, {"seed": start})
    for start in range(0, _FLIPS, _FLIP_CHUNK):
        yield Chunk(f"flips {start} to {start + _FLIP_CHUNK}", some_flips, {"seed": start})
    for way in range(3):
        yield Chunk(f"a table's files, way {way}", every_file, {"way": way})


def _own(folder: Path) -> None:
    """Keys and claims of this chunk, and nobody's else."""
    os.environ["CARDTABLE_KEYS"] = str(folder / "keys")
    os.environ["CARDTABLE_RUN"] = str(folder / "run")


def some_kills(seed: int) -> Figures:
    with tempfile.TemporaryDirectory(prefix="ct-") as folder:
        _own(Path(folder))
        found = kills(Path(folder), seed, _CHUNK)
    return {"kills": found["kills"], "records after kills": found["records"]}


def some_flips(seed: int) -> Figures:
    from tests.integration.ledger.sample import sample
    from tests.integration.ledger.test_damage import checkpointed, flips

    with tempfile.TemporaryDirectory(prefix="ct-") as made:
        folder = Path(made)
        _own(folder)
        (folder / "whole").mkdir()
        (folder / "bad").mkdir()
        whole = checkpointed(sample(folder / "whole" / "ledger.db"))
        told = flips(whole, folder / "bad", random.Random(seed), _FLIP_CHUNK)
    return {"bits flipped": _FLIP_CHUNK, "flips told": told}


def every_file(way: int) -> Figures:
    from tests.integration.host.test_simulated_table import TABLE, _files, damaged
    from tests.support.process import cardtable

    with tempfile.TemporaryDirectory(prefix="ct-") as made:
        folder = Path(made)
        _own(folder)
        played = folder / "t"
        assert cardtable(*TABLE, "--rounds", "2", "--folder", str(played)).returncode == 0
        names = _files(played)
        for at, name in enumerate(names):
            damaged(played, folder / str(at), name, way, begin_anew=True)
    return {"files damaged": len(names)}


def check(figures: Figures) -> str | None:
    if figures["kills"] != _KILLS or figures["bits flipped"] != _FLIPS:
        return f"{figures['kills']} kills and {figures['bits flipped']} flips"
    return None if figures["flips told"] else "no flip was told"
