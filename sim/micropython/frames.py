"""What a call of each function costs on a Pico: the words of its frame, and whether they come from
the heap.

    python -m sim.micropython.frames [MODULE ...]     cardtable.loop: all of it
    python -m sim.micropython.frames                  every function that takes heap for its frame

A call that takes its frame from the heap can start a collection, which takes milliseconds.
"""

import ast
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sim.micropython import mpy_file, sizes
from sim.micropython.cross import PICO, compiled
from sim.micropython.mpy_file import BYTECODE, MODULE, VIPER, Function
from sim.roots import FIRMWARE


class Written(NamedTuple):
    """A function in a source file."""

    name: str  # with what it stands in
    viper: bool


def written(tree: ast.AST, inside: str = "") -> list[Written]:
    """Every `def` and `class`, as the source has them, outermost first."""
    found = []
    for node in ast.iter_child_nodes(tree):
        name = inside
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            name = f"{inside}.{node.name}" if inside else node.name
            viper = any(ast.unparse(one) == "micropython.viper" for one in node.decorator_list)
            found.append(Written(name, viper))
        found += written(node, name)
    return found


@cache
def functions(module: str) -> dict[str, Function]:
    """Name → function, of a module file relative to firmware/. What has no name of its own, as a
    comprehension, has a number for one."""
    source = FIRMWARE / module
    said = written(ast.parse(source.read_text(encoding="utf-8")))
    last = [one.name.rpartition(".")[2] for one in said]
    found = mpy_file.functions(compiled(source, module, PICO), _numbers(tuple(sorted(set(last)))))
    made = {one.name: one for one in found if one.code not in (VIPER, mpy_file.ASSEMBLER)}
    # Viper functions have no name in the file; their frames are on the stack whatever they hold.
    nameless = [one for one in found if one.code == VIPER]
    named = [one.name for one in said if one.viper]
    if len(nameless) != len(named):
        raise ValueError(f"{module}: {len(nameless)} viper functions, {len(named)} in the source")
    made.update({name: one._replace(name=name) for name, one in zip(named, nameless)})
    return made


@cache
def _numbers(names: tuple[str, ...]) -> dict[int, str]:
    """Which of these names every MicroPython has under a number, found by compiling them."""
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.py"
        probe.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
        used = mpy_file.names_of(compiled(probe, "probe.py", PICO))
    used = used[-len(names) :] if names else []  # before them: the file, the module
    if any(isinstance(one, str) and one != name for one, name in zip(used, names)):
        raise ValueError(f"not in the order of the source: {used}")
    return {one: name for one, name in zip(used, names) if isinstance(one, int)}


def main(modules: list[str]) -> int:
    files = [name.replace(".", "/") + ".py" for name in modules] or sizes.on_board()
    for file in files:
        for one in functions(file).values():
            heap = one.code == BYTECODE and one.words > mpy_file.ON_THE_STACK
            if modules or (heap and not one.generator and one.name != MODULE):
                kind = " generator" if one.generator else ""
                kind += f" makes {one.made}" if one.made else ""
                print(
                    f"{one.words:4} words{' HEAP' if heap else '':6} {one.code:9}"
                    f" {file.removesuffix('.py').replace('/', '.')}: {one.name or '(module)'}{kind}"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
