"""Take the check of every enforced rule out of the code, and count the rounds that then fail.

    python -m tests.support.mutations

Every `raise Refused(…)` of the rules is compiled so that it asks first: when the refusal rests on
the rule that is taken out, it is not raised and the code goes on. What would be told or done
by that rule (an irregularity, a misdeal, a fold, a card moved, a blind posted) is not. Then the
round that the rule's entry names is played: it must not come out as its file says. Where the
entry names a test (tournaments), that test is called, and must fail.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools.rulebook.entries import ENFORCED, Entry, books
from host_tools.rulebook.numbers import several
from host_tools.scenarios.player import play
from host_tools.scenarios.reader import read
from host_tools.tournament import conditions
from tests.support.violations import ROUNDS, holds

_RULES = "cardtable.rules."
_GUARD = "_guarded_refusal"
_HOST = (
    "host_tools.scenarios.banked",
    "host_tools.scenarios.banked_seats",  # a file's chips and pools
    "host_tools.tournament.director",
)
_CITED = re.compile(r"\(([\w-]+ [\w.()]+)\)")
_KEPT = ("round", "deal", "turn", "pot", "win", "gather", "players", "street", "hand")
_MOST_RECORDS = 2000  # of one round


class Checks:
    """The rules with guarded refusals, while the context lasts; `without` is what is taken out."""

    def __init__(self) -> None:
        self.without: tuple[str, tuple[str, ...]] | None = None
        self.told = 0  # records of the round that is played
        self._kept: list[tuple[ModuleType, dict[str, Any]]] = []
        self._emit: Any = None

    def __enter__(self) -> Checks:
        round_module = import_module(_RULES + "round")
        folder = Path(str(round_module.__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            if "raise Refused(" in path.read_text(encoding="utf-8"):
                name = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".")
                self._guard(import_module(_RULES + name), path)
        for name in _HOST:
            module = import_module(name)
            self._guard(module, Path(str(module.__file__)))
        self._round = round_module.Round
        self._emit = self._round._emit
        checks = self

        def emit(table: Any, *record: Any) -> None:
            checks.told += 1
            if checks.told > _MOST_RECORDS:
                raise RuntimeError("the rules go round in circles without the check")
            if not checks.mutes(record):
                checks._emit(table, *record)

        self._round._emit = emit
        self._faults = conditions._by_the_document
        conditions._by_the_document = lambda made: [
            fault
            for fault in checks._faults(made)
            if not any(checks._cites(rule) for rule in _CITED.findall(fault.advice))
        ]
        return self

    def __exit__(self, *_: object) -> None:
        self._round._emit = self._emit
        conditions._by_the_document = self._faults
        for module, names in self._kept:
            for name, code in names.items():
                _function(module, name).__code__ = code

    def _guard(self, module: ModuleType, path: Path) -> None:
        """Exchange the code of every function that raises a refusal; functions stay the same."""
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if not _Guarding().found(tree):
            return
        fresh: dict[str, Any] = {}
        ast.fix_missing_locations(tree)
        _collect(compile(tree, str(path), "exec"), "", fresh)
        setattr(module, _GUARD, self.guarded)
        kept = {}
        for name, code in fresh.items():
            function = _function(module, name)
            if function is not None and function.__code__.co_freevars == code.co_freevars:
                kept[name] = function.__code__
                function.__code__ = code
        self._kept.append((module, kept))

    def guarded(self, refusal: Any) -> None:
        if not self._cites(refusal.rule):
            raise refusal

    def mutes(self, record: tuple[Any, ...]) -> bool:
        if record[0] in _KEPT:
            return False
        return any(self._cites(field) for field in record[1:] if isinstance(field, str))

    def _cites(self, rule: str | None) -> bool:
        if self.without is None or not rule:
            return False
        document, wanted = self.without
        if not rule.startswith(document):
            return False
        return any(steps[: len(wanted)] == wanted for steps in several(rule))


class _Guarding(ast.NodeTransformer):
    """`raise Refused(…)` becomes a call that raises it, or does not."""

    def found(self, tree: ast.AST) -> bool:
        self.count = 0
        self.visit(tree)
        return self.count > 0

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        call = node.exc
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Refused":
            self.count += 1
            guard = ast.Name(id=_GUARD, ctx=ast.Load())
            return ast.copy_location(ast.Expr(ast.Call(guard, [call], [])), node)
        return node


def _collect(code: Any, path: str, found: dict[str, Any]) -> None:
    """Every function's code by its dotted name; those inside functions come with their outer."""
    for inner in code.co_consts:
        if hasattr(inner, "co_code"):
            name = f"{path}.{inner.co_name}".lstrip(".")
            if inner.co_flags & 0x2:  # a function: CO_NEWLOCALS
                found[name] = inner
            else:
                _collect(inner, name, found)


def _function(module: ModuleType, name: str) -> Any:
    found: Any = module
    for step in name.split("."):
        found = found.__dict__.get(step) if found is not None else None
    return found if hasattr(found, "__code__") else None


def survives(checks: Checks, entry: Entry, muted: bool = True) -> bool:
    """Whether the round of an entry comes out as its file says, with the rule's check taken out."""
    checks.without = (entry.document, several(entry.rule)[0]) if muted else None
    checks.told = 0
    if "::" in entry.tried:
        return _passes(entry.tried, checks)
    file = read(ROUNDS / f"{entry.tried}.toml")
    try:
        return not holds(file, play(file))
    except Exception:
        return False  # without the check the rules themselves cannot go on
    finally:
        checks.without = None


def _passes(named: str, checks: Checks) -> bool:
    """Whether a test still passes; it takes nothing, or a folder."""
    path, _, name = named.partition("::")
    test = getattr(import_module(path.removesuffix(".py").replace("/", ".")), name)
    try:
        with tempfile.TemporaryDirectory() as folder:
            test(*[Path(folder)] * len(inspect.signature(test).parameters))
        return True
    except BaseException as failure:  # what pytest.raises misses is no Exception
        if isinstance(failure, KeyboardInterrupt):
            raise
        return False
    finally:
        checks.without = None


def main() -> int:
    all_killed = True
    with Checks() as checks:
        for document in books():
            entries = [e for e in document.entries.values() if e.how == ENFORCED]
            tests = sum("::" in e.tried for e in entries)
            alive = [e.rule for e in entries if survives(checks, e)]
            # With every check in place each of them comes out as its file or its test says.
            broken = [e.rule for e in entries if not survives(checks, e, muted=False)]
            all_killed = all_killed and not alive and not broken
            print(
                f"{document.document}: {len(entries)} enforced, {tests} by a test, "
                f"{len(entries) - len(alive)} of {len(entries)} killed"
                + (f"; alive: {', '.join(alive)}" if alive else "")
                + (f"; not as written: {', '.join(broken)}" if broken else "")
            )
    return 0 if all_killed else 1


if __name__ == "__main__":
    sys.exit(main())
