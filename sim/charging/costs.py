"""What the firmware's work costs on a Pico: costs.json, and what it says of itself."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("costs.json")
COLLECTS_IN = "cardtable.heap:run"  # the task whose turn a collection of garbage takes
# A price is one number: nanoseconds in the lower bits, 256ths of a byte of the heap above them.
HEAP_AT = 40
NANOSECONDS = (1 << HEAP_AT) - 1
OF_A_BYTE = 256


def named(module: str, function: str) -> str:
    """As MicroPython's own structures name a function: without its class."""
    return f"{module}:{function}"


@dataclass(eq=False)
class Costs:
    """Prices by function, of a unit of weights.py, and what is not Python."""

    ns: dict[str, float] = field(default_factory=dict)  # nanoseconds a unit, by function
    other_ns: float = 1000.0  # of functions that the plays did not reach
    bytes: dict[str, float] = field(default_factory=dict)  # from the heap, a unit
    other_bytes: float = 0.3
    collection_us: int = 28_000
    collection_after: int = 50_000  # bytes
    i2c_us: float = 30.0  # of a transaction, beside its bits
    i2c_bit: float = 1.0  # as long as the frequency says, times this
    measured: dict[str, Any] = field(default_factory=dict)  # with what, of what, when

    def price(self, function: str, worth: float) -> int:
        """What a block of `worth` costs: nanoseconds, and above them bytes."""
        ns = int(worth * self.ns.get(function, self.other_ns) + 0.5)
        taken = int(worth * self.bytes.get(function, self.other_bytes) * OF_A_BYTE + 0.5)
        return ns + (taken << HEAP_AT)

    def collects_in(self, function: str) -> bool:
        return function == COLLECTS_IN

    def write(self, path: Path = FILE) -> None:
        told = asdict(self)
        for name in ("ns", "bytes"):
            told[name] = {key: round(told[name][key], 3) for key in sorted(told[name])}
        path.write_text(json.dumps(told, indent=1) + "\n")


@lru_cache(1)
def load(path: Path = FILE) -> Costs:
    """The table in the repository."""
    return Costs(**json.loads(path.read_text()))


def nothing() -> Costs:
    """A board that costs no time."""
    return Costs(other_ns=0.0, other_bytes=0.0)
