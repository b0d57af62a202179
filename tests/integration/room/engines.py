"""The same tests over both engines: `place(tmp_path, engine)` is where a new ledger may lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.ledger.place import Place
from tests.integration.room.server import fresh, needs_postgres

ENGINES = ["sqlite", pytest.param("postgresql", marks=needs_postgres)]


def place(folder: Path, engine: str, name: str = "l.db") -> Place:
    return folder / name if engine == "sqlite" else fresh()
