"""Take each check of the link, the commands and the copies out of the code, one at a time, and run
the tests of it: one must fail.

    python -m tests.door_mutations                    all of them
    python -m tests.door_mutations --sample 4 --seed 2

A check is an `if` whose body leaves (return, raise, continue) or calls what refuses, or what
`_must` be; of an `if`, conditions joined by `and` or `or` are each one of its own. The code is
changed as it is imported, in a process of its own, so that a module which a start forgets and loads
again stays changed.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from sim.roots import FIRMWARE, ROOT

# Module of the firmware → the tests of its checks. Items 2 to 5 of "no door falls open".
CHECKED = {
    "link/lines.py": ("unit/firmware/test_lines.py", "unit/firmware/test_link_bounds.py"),
    "link/server.py": ("unit/firmware/test_feed.py", "unit/firmware/test_link_bounds.py"),
    "link/keys.py": (
        "unit/firmware/test_keys.py",
        "security/test_guessing.py",
        "integration/table/test_roles.py",
    ),
    "schema.py": (
        "unit/firmware/test_declare.py",
        "integration/table/test_commands_are_checked.py",
    ),
    "service/dispatcher.py": (
        "integration/table/test_roles.py",
        "integration/table/test_commands_are_checked.py",
    ),
    "service/commands.py": (
        "integration/table/test_roles.py",
        "integration/table/test_commands_are_checked.py",
        "integration/undo/test_take_back.py",
    ),
    "service/files.py": (
        "unit/firmware/test_service_files.py",
        "integration/table/test_commands_are_checked.py",
    ),
    "service/config_check.py": ("integration/table/test_commands_are_checked.py",),
    "service/board_check.py": ("unit/boards/test_board_check.py",),
    "service/in_force.py": ("integration/table/test_commands_are_checked.py",),
    "file_copies.py": ("unit/firmware/test_copies.py",),
    "startup/file_repair.py": ("unit/firmware/test_copies.py",),
}
VARIABLE = "CARDTABLE_MUTANT"  # module and number
_REFUSES = ("_wrong", "_deny", "_between_rounds")
_LIMIT_S = 300
_NO_TESTS = (3, 4, 5)  # pytest: an error of its own, no such file, nothing collected


@dataclass(frozen=True)
class Mutant:
    module: str
    number: int
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} without `{self.text}`"


class _Taking(ast.NodeTransformer):
    """Counts the checks; the one with number `out` is taken out."""

    def __init__(self, out: int = -1) -> None:
        self.out = out
        self.found: list[tuple[int, str]] = []

    def _count(self, node: ast.expr) -> bool:
        self.found.append((node.lineno, ast.unparse(node)))
        return len(self.found) - 1 == self.out

    def visit_If(self, node: ast.If) -> ast.AST:
        if _leaves(node.body):
            node.test = self._without(node.test)
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        call = node.value
        is_check = isinstance(call, ast.Call) and getattr(call.func, "id", "") == "_must"
        if isinstance(call, ast.Call) and is_check and self._count(call.args[0]):
            call.args[0] = ast.copy_location(ast.Constant(True), call.args[0])
        self.generic_visit(node)
        return node

    def _without(self, test: ast.expr) -> ast.expr:
        if isinstance(test, ast.BoolOp):
            kept = [value for value in test.values if not self._count(value)]
            if len(kept) < len(test.values):
                test = ast.copy_location(ast.BoolOp(test.op, kept), test) if kept[1:] else kept[0]
        elif self._count(test):
            test = ast.copy_location(ast.Constant(False), test)
        return test


def _leaves(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise, ast.Continue)):
        return True
    call = last.value if isinstance(last, ast.Expr) else None
    return isinstance(call, ast.Call) and getattr(call.func, "id", "") in _REFUSES


def mutants() -> Iterator[Mutant]:
    for module in CHECKED:
        taking = _Taking()
        taking.visit(ast.parse((FIRMWARE / "cardtable" / module).read_text(encoding="utf-8")))
        for number, (line, text) in enumerate(taking.found):
            yield Mutant(module, number, line, text)


def install(told: str) -> None:
    """In the process of the tests, before anything of the firmware is imported."""
    module, _, number = told.partition(":")
    path = FIRMWARE / "cardtable" / module
    get_code = SourceFileLoader.get_code

    def mutated(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path) != path:
            return get_code(self, fullname)
        tree = _Taking(int(number)).visit(ast.parse(path.read_text(encoding="utf-8")))
        return compile(ast.fix_missing_locations(tree), str(path), "exec")

    SourceFileLoader.get_code = mutated  # type: ignore[method-assign]


def survives(mutant: Mutant | None, files: tuple[str, ...] = ()) -> bool:
    """Whether every test of the module passes without this check; without a mutant, as it is.

    Tests that are not there kill nothing: pytest then ends with a code that is neither.
    """
    env = dict(os.environ)
    if mutant is not None:
        env[VARIABLE] = f"{mutant.module}:{mutant.number}"
        files = CHECKED[mutant.module]
    words = ["-n", "0", "-x", "-q", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tests.door_mutations_run", *words]
            + [f"tests/{file}" for file in files],
            cwd=ROOT,
            env=env,
            capture_output=True,
            timeout=_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False  # it waits for ever without the check
    if done.returncode in _NO_TESTS:
        raise SystemExit(f"no tests were run of {files}:\n{done.stdout.decode()[-2000:]}")
    return done.returncode == 0


def broken(modules: set[str]) -> list[str]:
    """Those whose tests fail as the code is: they would kill anything."""
    return [one for one in sorted(modules) if not survives(None, CHECKED[one])]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.door_mutations", description=__doc__)
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them, by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="MODULE", help="of this module, e.g. link/keys.py")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args(arguments)
    every = [m for m in mutants() if chosen.only in (None, m.module)]
    if chosen.sample:
        every = random.Random(chosen.seed).sample(every, chosen.sample)
    started = time.monotonic()
    if failing := broken({m.module for m in every}):
        print(f"the tests of {', '.join(failing)} fail as it is: nothing can be counted")
        return 2
    with ThreadPoolExecutor(chosen.jobs) as pool:
        alive = [m for m, lives in zip(every, pool.map(survives, every), strict=True) if lives]
    for mutant in alive:
        print(f"alive: {mutant}")
    killed = len(every) - len(alive)
    print(f"{killed} of {len(every)} killed in {time.monotonic() - started:.0f} s")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
