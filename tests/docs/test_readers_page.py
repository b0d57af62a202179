"""The page about readers knows every fault and every result."""

from __future__ import annotations

from pathlib import Path

from cardtable.desk.code_names import CODE_NAMES
from sim.chips.faults import FAULTS
from sim.roots import ROOT


def test_every_fault_and_every_result_is_on_the_page():
    page = Path(ROOT / "docs" / "readers.md").read_text()
    missing = [name for name in (*FAULTS, *CODE_NAMES) if f"`{name}`" not in page]
    assert missing == []
