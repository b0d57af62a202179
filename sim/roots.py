"""Where the source trees lie: in a checkout, or as data in the installed package."""

from pathlib import Path

from sim import paths

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = Path(paths.FIRMWARE).resolve()  # the source root of `cardtable`
BOARDS = FIRMWARE.parent / "boards"
