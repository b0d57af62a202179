"""Where the source trees lie: in a checkout, or beside the installed packages."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"  # the source root of `cardtable`
