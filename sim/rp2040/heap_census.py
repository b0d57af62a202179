"""What lies in a board's heap, object by object: by type, and by who holds on to it.

A copy of the emulated RAM is read as MicroPython 1.28 on a 32-bit chip lays it out (py/obj*.h,
py/gc.c, py/qstr.h); types and the roots are found by the build's symbols. An object belongs to the
shortest way from a root to it; what is reached only by conservative scanning is told by its type.
"""

from __future__ import annotations

import struct
from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_SRAM = 0x20000000
_FLASH = 0x10000000
_BLOCK = 16
_FUNCTIONS = ("fun_bc", "gen_wrap", "fun_native", "fun_viper", "native_gen_wrap")
_HEAD, _TAIL, _MARKED = 1, 2, 3
_MOST_POOLS = 60
_STATE_WORDS = 218  # of mp_state_ctx
_LONGEST_NAME = 120


@dataclass
class Memory:
    """RAM and flash of a board, by address."""

    ram: bytes
    flash: bytes

    def word(self, address: int) -> int:
        for base, memory in ((_SRAM, self.ram), (_FLASH, self.flash)):
            if 0 <= address - base <= len(memory) - 4:
                return struct.unpack_from("<I", memory, address - base)[0]
        return 0

    def half(self, address: int) -> int:
        return (self.word(address & ~3) >> (8 * (address & 2))) & 0xFFFF

    def byte(self, address: int) -> int:
        return (self.word(address & ~3) >> (8 * (address & 3))) & 0xFF

    def data(self, address: int, length: int) -> bytes:
        for base, memory in ((_SRAM, self.ram), (_FLASH, self.flash)):
            if 0 <= address - base < len(memory):
                return memory[address - base : address - base + length]
        return b""


def read_symbols(path: Path) -> dict[str, int]:
    """What `nm -n -S` printed: name → address."""
    found = {}
    for line in path.read_text().splitlines():
        parts = line.split()
        if len(parts) >= 3:
            found[parts[-1]] = int(parts[0], 16)
    return found


@dataclass
class Census:
    """The heap of one moment."""

    memory: Memory
    symbols: dict[str, int]
    table: int  # offsets in the RAM, as the emulator tells them
    pool: int
    length: int
    sizes: dict[int, int] = field(default_factory=dict)  # address of an object → bytes
    paths: dict[int, str] = field(default_factory=dict)  # how it is reached
    holders: dict[int, int] = field(default_factory=dict)  # and by which object

    def __post_init__(self) -> None:
        self.types = {
            address: name[8:] for name, address in self.symbols.items() if name[:8] == "mp_type_"
        }
        self._pools: list[int] | None = None
        self._walk()
        self._reach()

    # ---- blocks

    def _walk(self) -> None:
        head = None
        for block in range(self.length * 4):
            kind = (self.memory.ram[self.table + block // 4] >> (2 * (block % 4))) & 3
            if kind in (_HEAD, _MARKED):
                head = _SRAM + self.pool + block * _BLOCK
                self.sizes[head] = _BLOCK
            elif kind == _TAIL and head is not None:
                self.sizes[head] += _BLOCK
            else:
                head = None

    # ---- names

    def qstr(self, number: int) -> str:
        if self._pools is None:
            self._pools = self._find_pools()
        for pool in self._pools:
            k = number - (self.memory.word(pool + 4) & 0x7FFFFFFF)
            if 0 <= k < self.memory.word(pool + 12):
                length = self.memory.byte(self.memory.word(pool + 20) + k)
                text = self.memory.data(self.memory.word(pool + 24 + 4 * k), length)
                return text.decode("utf-8", "replace") if length <= _LONGEST_NAME else "?"
        return "?"

    def _find_pools(self) -> list[int]:
        constant = self.symbols["mp_qstr_const_pool"]
        best: list[int] = []
        most = -1
        for k in range(400):
            pool = first = self.memory.word(self.symbols["mp_state_ctx"] + 4 * k)
            chain = []
            while pool and not pool & 3 and len(chain) < _MOST_POOLS:
                chain.append(pool)
                pool = self.memory.word(pool)
            total = (self.memory.word(first + 4) & 0x7FFFFFFF) + self.memory.word(first + 12)
            if constant in chain and most < total < 65536:
                most, best = total, chain
        return best

    def named(self, value: int) -> str | None:
        """The text of an object that is a name."""
        if value & 3 == 2:
            return self.qstr(value >> 3)
        if self.type_of(value) == "str":
            return self.memory.data(self.memory.word(value + 12), 60).decode("utf-8", "replace")[
                : self.memory.word(value + 8)
            ]
        if value & 1:
            return str((value - (1 << 32) if value >> 31 else value) >> 1)
        return None

    # ---- objects

    def type_of(self, address: int) -> str | None:
        """The type of an object, as far as its first word tells."""
        first = self.memory.word(address)
        if first in self.types:
            return self.types[first]
        if first in self.sizes and self.memory.word(first) == self.symbols.get("mp_type_type"):
            return "<" + self.qstr(self.memory.half(first + 6)) + ">"
        return None

    def _map(self, address: int) -> list[tuple[str, int]]:
        """What an mp_map_t holds: the table itself, and its entries by their keys."""
        alloc = self.memory.word(address + 4)
        table = self.memory.word(address + 8)
        held = [("{}", table)]
        for k in range(min(alloc, 4096)):
            key = self.memory.word(table + 8 * k)
            value = self.memory.word(table + 8 * k + 4)
            if key in (0, 4):
                continue
            name = self.named(key)
            held.append((f".{name}", value))
            if name is None or key & 3 == 0:
                held.append((f".key {name}", key))
        return held

    def held(self, address: int) -> list[tuple[str, int]]:
        """(name, address) of what an object holds on to."""
        kind = self.type_of(address)
        if kind in ("dict", "ordereddict"):
            return self._map(address + 4)
        if kind == "module":
            constants = self._words(address + 8, self.sizes.get(address, 16) - 8)
            return [
                ("", self.memory.word(address + 4)),
                *[(" constants", at) for _, at in constants],
            ]
        if kind is not None and kind[0] == "<":
            more = self._words(address + 16, self.sizes.get(address, 16) - 16)
            return self._map(address + 4) + more
        if kind == "closure":
            return self._words(address + 4, self.sizes.get(address, 16) - 4)
        return self._words(address, self.sizes.get(address, 0))

    def _words(self, address: int, length: int) -> list[tuple[str, int]]:
        return [("", self.memory.word(address + k)) for k in range(0, length, 4)]

    def _reach(self) -> None:
        """Modules first, all of them, then what runs: what a module holds is the module's."""
        state = self.symbols["mp_state_ctx"]
        roots: list[tuple[str, int]] = []
        for k in range(_STATE_WORDS):
            if self.type_of(state + 4 * k) == "dict":
                for name, value in self._map(state + 4 * k + 4):
                    if self.type_of(value) == "module":
                        roots.append((name.lstrip("."), value))
        for name, value in roots:
            self._follow(name, value, 0, value)
        end_of_heap = _SRAM + self.pool + self.length * 4 * _BLOCK
        for at in range(end_of_heap, _SRAM + len(self.memory.ram) - 3, 4):
            self._follow("(running)", self.memory.word(at), 0)
        for k in range(_STATE_WORDS):
            self._follow("(interpreter)", self.memory.word(state + 4 * k), 0)

    def _is_of(self, module: int, address: int) -> bool:
        """Whether a module has made this, and not only imported it."""
        kind = self.type_of(address)
        if kind in _FUNCTIONS:
            return self.memory.word(address + 4) == module
        if kind == "type":
            made = [self._functions_of(value) for _, value in self.held(address)]
            owners = {self.memory.word(at + 4) for group in made for at in group}
            return not owners or module in owners
        return kind != "module" or address == module

    def _functions_of(self, address: int) -> list[int]:
        if self.type_of(address) != "dict":
            return []
        return [at for _, at in self._map(address + 4) if self.type_of(at) in _FUNCTIONS]

    def _follow(self, path: str, address: int, holder: int, module: int = 0) -> None:
        waiting = deque([(path, address, holder)])
        while waiting:
            path, address, holder = waiting.popleft()
            if address not in self.sizes or address in self.paths:
                continue
            if module and not self._is_of(module, address):
                continue
            self.paths[address] = path
            self.holders[address] = holder
            waiting.extend((path + name, value, address) for name, value in self.held(address))

    # ---- what is told

    def describe(self, address: int) -> str:
        kind = self.type_of(address)
        if kind is None:
            if self.paths.get(address, "").endswith("{}"):
                return "map table"
            holder = self.holders.get(address)
            return "data" if not holder else f"data of {self.type_of(holder) or 'data'}"
        return kind

    def by_type(self) -> list[tuple[str, int, int]]:
        """(type, how many, bytes), the most first."""
        count: Counter[str] = Counter()
        total: Counter[str] = Counter()
        for address, size in self.sizes.items():
            kind = self.describe(address)
            count[kind] += 1
            total[kind] += size
        return [(kind, count[kind], size) for kind, size in total.most_common()]

    def by_path(self, depth: int) -> list[tuple[str, int, int]]:
        count: Counter[str] = Counter()
        total: Counter[str] = Counter()
        for address, size in self.sizes.items():
            path = self.paths.get(address, "(nobody)").replace("{}", "")
            parts = path.split(".")
            name = ".".join(parts[: depth + (parts[0] == "cardtable")])
            count[name] += 1
            total[name] += size
        return [(name, count[name], size) for name, size in total.most_common()]

    def largest(self, many: int) -> list[tuple[int, str, str]]:
        ordered = sorted(self.sizes.items(), key=lambda one: -one[1])[:many]
        return [(size, self.describe(at), self.paths.get(at, "(nobody)")) for at, size in ordered]


def census(stem: Path, symbols: Path, heap: dict[str, Any]) -> Census:
    """Of the files that the emulator has left as `stem`.ram and `stem`.flash."""
    memory = Memory(
        Path(f"{stem}.ram").read_bytes(),
        Path(f"{stem}.flash").read_bytes(),
    )
    return Census(memory, read_symbols(symbols), heap["table"], heap["pool"], heap["length"])
