"""How much of a Pico's heap a module takes when it is loaded.

    python -m sim.micropython.cost cardtable.vault.vault     of its own, and with what it brings
    python -m sim.micropython.cost new/idea.py               a file that is not in the firmware
    python -m sim.micropython.cost --all                     every module of a board, largest first

Counted by a 32-bit MicroPython (sim/micropython/narrow): code, constants, functions, classes and
names. The first module to use a name pays for it; what a module makes later is not in it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sim.micropython import after_boot, sizes
from sim.micropython.cross import traced_as
from sim.micropython.narrow import modules, pico


@dataclass(frozen=True)
class Cost:
    """Bytes on a Pico, and new names, which are in the bytes."""

    bytes: int
    names: int


def costs(wanted: list[str], compiled: Path) -> dict[str, Cost]:
    """Module → what it costs once those it imports are there; all that had to be loaded."""
    first = after_boot.program(compiled)
    first.step("table.watch_imports()")
    for name in wanted:
        first.step(f"__import__({name!r})")
    told_at = first.step("table.tell()")
    order = json.loads(first.run()[0][told_at])["seen"]
    order += [name for name in wanted if name not in order]  # files that are not the firmware's

    second = after_boot.program(compiled)
    second.look()
    for name in order:
        second.step(f"__import__({name!r})")
        second.look()
    _, looks = second.run()
    native = modules.machine_code(order)
    found = {}
    for n, name in enumerate(order):
        names = looks[n + 1].names - looks[n].names
        size = pico.without_pools(looks[n], looks[n + 1])
        if name in native:
            size += native[name].more
        found[name] = Cost(size + names * pico.SLOT_ON_A_PICO, names)
    return found


def all_modules() -> list[str]:
    """Every module that a board may load; those that start it are compiled there."""
    names = [name for name in sizes.on_board() if name not in modules.STARTERS]
    return [traced_as(name) for name in names]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m sim.micropython.cost")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="as imported, or a file")
    parser.add_argument("--all", action="store_true", help="every module of a board")
    asked = parser.parse_args(arguments)
    if bool(asked.modules) == asked.all:
        parser.error("name modules, or --all")
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder)
        modules.compile_all(compiled)
        wanted = all_modules() if asked.all else [_known(one, compiled) for one in asked.modules]
        unknown = [name for name in wanted if not _is_there(name, compiled)]
        if unknown:
            parser.error(f"no such module: {', '.join(unknown)}")
        if asked.all:
            found = costs(wanted, compiled)
            for name, cost in sorted(found.items(), key=lambda one: -one[1].bytes):
                print(f"{cost.bytes:8,}  {cost.names:4} names  {name}")
            print(f"{sum(cost.bytes for cost in found.values()):8,}  all {len(found)} together")
            return 0
        for name in wanted:
            found = costs([name], compiled)
            brought = sum(cost.bytes for cost in found.values())
            print(
                f"{name}: {found[name].bytes:,} bytes of a Pico's heap with {found[name].names} new"
                f" names; {brought:,} with the {len(found) - 1} modules that it brings"
            )
    return 0


def _known(word: str, compiled: Path) -> str:
    """A module's name; a file is compiled beside the firmware."""
    path = Path(word)
    if path.suffix != ".py" or not path.is_file():
        return word
    modules.compile_one(path, path.name, compiled)
    return path.stem


def _is_there(name: str, compiled: Path) -> bool:
    path = compiled / name.replace(".", "/")
    return Path(f"{path}.mpy").exists() or (path / "__init__.mpy").exists()


if __name__ == "__main__":
    sys.exit(main())
