"""Transcripts for people, compared with the ones kept here; numbers that vary are written as #.

CARDTABLE_GOLDEN=1 python -m pytest tests/integration/verbs    writes them anew
"""

from __future__ import annotations

import os
import re
from pathlib import Path

_FOLDER = Path(__file__).parent / "golden"
_VARIES = re.compile(r"\d[\d,.]*(?= (?:scans|s,|min,|h,|ms|looks|lines|records wait))|:\d{4,5}\b")


def plain(text: str) -> str:
    return "\n".join(line.rstrip() for line in _VARIES.sub("#", text).splitlines()) + "\n"


def check(name: str, text: str) -> None:
    path = _FOLDER / f"{name}.txt"
    made = plain(text)
    if os.environ.get("CARDTABLE_GOLDEN"):
        path.write_text(made, encoding="utf-8")
    assert made == path.read_text(encoding="utf-8")
