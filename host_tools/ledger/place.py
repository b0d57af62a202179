"""Where the ledger lies when nobody says otherwise: the user's data folder of this platform."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

VARIABLE = "CARDTABLE_LEDGER"


def default_ledger() -> Path:
    return user_data_path("cardtable", appauthor=False) / "ledger.db"
