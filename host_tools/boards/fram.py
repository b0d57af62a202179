"""The memory that money survives in: which chips are known, and how large they are.

All speak the same protocol at the same addresses; only the size differs, and the firmware has to
know it: on a chip that is smaller than it believes, the books would lie over each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from host_tools.common.toml_file import Fault

PARTS = {"MB85RC256V": 32768, "MB85RC512T": 65536}  # Fujitsu DS501-00017, DS501-00028
SIZES = tuple(sorted(PARTS.values()))
_BEFORE = "MB85RC256V"  # of a definition that names none: there was no other


def part_of(fram: dict) -> str:
    """What it is called."""
    return fram.get("part") or (_BEFORE if "size" not in fram else "FRAM")


def size_of(fram: dict) -> int:
    """Bytes, of a checked definition."""
    return fram.get("size") or PARTS[part_of(fram)]


def shown(fram: dict) -> str:
    return f"{part_of(fram)}, {size_of(fram) // 1024} kB"


def faults(fram: dict) -> Iterator[Fault]:
    """What is wrong with its part and size."""
    part, size = fram.get("part"), fram.get("size")
    if size is not None and size not in SIZES:
        choice = " or ".join(f"{one:_}" for one in SIZES)
        yield Fault("fram.size", f" = {size} is no size that the vault knows", f"Choose {choice}.")
    elif part in PARTS and size not in (None, PARTS[part]):
        yield Fault(
            "fram.size",
            f" = {size}: an {part} has {PARTS[part]} bytes",
            "Leave it out.",
        )
    elif part is not None and part not in PARTS and size is None:
        close = get_close_matches(part, PARTS, 1, 0.7)
        advice = f'Did you mean "{close[0]}"? ' if close else f"Known: {', '.join(PARTS)}. "
        yield Fault(
            "fram.part", f' = "{part}" is not known', advice + "Another one needs its size as well."
        )
