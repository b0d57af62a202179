"""The firmware counts what it does: every block of its source adds its price to one cell.

Nothing of the firmware is changed in its files. Its functions get other code objects, compiled from
the same source with additions to the cell in front of every run of statements. From the moment this
module is imported it notes every function of the firmware that is loaded: a module may be unloaded
(cardtable/unload.py) and loaded afresh while others still hold functions of its first copy, and
those must cost as much. What is counted depends on the way the program goes and on nothing else:
not on what ran before in this process, the desk's speed, nor the interpreter's version. CPython
only: MicroPython cannot exchange a function's code.

A price is nanoseconds and, above them, bytes from the heap (costs.py): one addition counts both.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Iterable
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakSet

from sim.charging import weights
from sim.charging.costs import Costs, named

PACKAGE = "cardtable"
_NOT_ON_BOARD = "cardtable.desk."
cell = [0]  # what has been spent and not yet passed on the clock
by_function: dict[str, float] = {}  # weights, while `counting`
_on_collection: list[Callable[[], None]] = [lambda: None]

_CELL = "_spent_"
_PASS = "_spend_"
_COLLECT = "_collect_"
_COUNT = "_count_"


class _State:
    costs: Costs | None = None  # in force
    counting = False
    codes: dict[tuple[str, int, bool], dict[tuple[str, int], CodeType]] = {}
    # (path, module's name): the functions of every copy of it that is alive
    functions: dict[tuple[str, str], WeakSet[FunctionType]] = {}


def on(costs: Costs, counting: bool = False) -> None:
    """From here on the firmware adds to the cell. `counting`: and to `by_function`, for a fit."""
    if _State.costs is costs and _State.counting == counting:
        return
    _State.costs = costs
    _State.counting = counting
    _exchange_all()


def off() -> None:
    """The firmware runs as it is again."""
    if _State.costs is None:
        return
    _State.costs = None
    _exchange_all()


def collections_by(call: Callable[[], None]) -> None:
    """`call()` each time the board's heap has its turn."""
    _on_collection[0] = call


# ---- modules and functions


def _exchange_all() -> None:
    for (path, name), functions in _State.functions.items():
        _exchange(path, name, functions)


def _is_firmware(name: str) -> bool:
    return name.startswith(PACKAGE + ".") and not name.startswith(_NOT_ON_BOARD)


def _note(module: ModuleType) -> None:
    """Its functions are known from here on; while the firmware is charged they are exchanged."""
    path = getattr(module, "__file__", None)
    if not path or not path.endswith(".py"):
        return
    vars(module).update(
        {
            _CELL: cell,
            _PASS: _spend,
            _COLLECT: lambda: _on_collection[0](),
            _COUNT: _count,
        }
    )
    functions = _functions(module)
    _State.functions.setdefault((path, module.__name__), WeakSet()).update(functions)
    if _State.costs is not None:
        _exchange(path, module.__name__, functions)


def _exchange(path: str, name: str, functions: Iterable[FunctionType]) -> None:
    codes = _codes(path, name)
    for function in functions:
        old = function.__code__
        new = codes.get((old.co_qualname, old.co_firstlineno))
        if new is not None and new.co_freevars == old.co_freevars:
            function.__code__ = new


def _functions(module: ModuleType) -> list[FunctionType]:
    found: list[FunctionType] = []
    for value in list(vars(module).values()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            for member in list(vars(value).values()):
                _take(member, module, found)
        else:
            _take(value, module, found)
    return found


def _take(value: Any, module: ModuleType, found: list[FunctionType]) -> None:
    if isinstance(value, property):
        for one in (value.fget, value.fset, value.fdel):
            _take(one, module, found)
    elif isinstance(value, staticmethod | classmethod):
        _take(value.__func__, module, found)
    elif isinstance(value, FunctionType) and value.__module__ == module.__name__:
        found.append(value)


def _codes(path: str, module: str) -> dict[tuple[str, int], CodeType]:
    """The code objects of a source, by qualified name and line."""
    key = (path, 0 if _State.costs is None else id(_State.costs), _State.counting)
    found = _State.codes.get(key)
    if found is None:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
        if _State.costs is not None:
            _Pricing(_State.costs, module, _State.counting).module(tree)
        found = {}
        _collect_codes(compile(tree, path, "exec"), found)
        _State.codes[key] = found
    return found


def _collect_codes(code: CodeType, found: dict[tuple[str, int], CodeType]) -> None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found[constant.co_qualname, constant.co_firstlineno] = constant
            _collect_codes(constant, found)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the firmware's modules as usual, and has their functions noted once they are loaded."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if not fullname.startswith(PACKAGE + "."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader.exec_module = partial(  # type: ignore[method-assign]
                _load, spec.loader.exec_module
            )
        return spec


def _load(plain: Callable[[ModuleType], None], module: ModuleType) -> None:
    """Loading costs nothing: a board has loaded before what the desk loads as it is wanted, and
    what is declared on the desk (cardtable/desk) a board has in a table."""
    before = cell[0]
    plain(module)
    cell[0] = before
    if _is_firmware(module.__name__):
        _note(module)


def _watch() -> None:
    for name, module in list(sys.modules.items()):
        if _is_firmware(name) and module is not None:
            _note(module)
    sys.meta_path.insert(0, _Finder())


# ---- what the additions call


def _spend(price: int, function: str = "", weight: float = 0.0) -> None:
    cell[0] += price
    if function:
        _count(function, weight)


def _count(function: str, weight: float) -> None:
    by_function[function] = by_function.get(function, 0.0) + weight


# ---- source


class _Pricing:
    """Puts prices into the source of one module."""

    def __init__(self, costs: Costs, module: str, counting: bool):
        self._costs = costs
        self._module = module
        self._counting = counting
        self._function = ""

    def module(self, tree: ast.AST) -> None:
        """Functions only: what a module does as it is loaded is not priced."""
        for node in ast.iter_child_nodes(tree):
            if isinstance(node, ast.FunctionDef):
                self._def(node)
            else:
                self.module(node)

    def _def(self, node: ast.FunctionDef) -> None:
        before, self._function = self._function, named(self._module, node.name)
        node.body = self._block(node.body, weights.ENTRY)
        if self._costs.collects_in(self._function):
            node.body.insert(0, _statement(_call(_COLLECT), node))
            for loop in ast.walk(node):
                if isinstance(loop, ast.While):
                    loop.body.insert(0, _statement(_call(_COLLECT), loop))
        self._function = before

    def _block(self, body: list[ast.stmt], worth: float = 0.0) -> list[ast.stmt]:
        """Prices stand before what they are for; after a way out or a yield a new run begins."""
        priced: list[ast.stmt] = []
        run: list[ast.stmt] = []
        for statement in body:
            worth += weights.of(statement)
            run.append(statement)
            yields = _waits(statement)
            if self._within(statement) or yields:
                priced += [*self._price(worth, run[0]), *run]
                run = []
                worth = weights.RESUMED if yields else 0.0
        if run or worth:
            priced += [*self._price(worth, (run or body)[0]), *run]
        return priced

    def _within(self, node: ast.stmt) -> bool:
        """Price what lies inside; True when it has ways of its own."""
        compound = True
        if isinstance(node, ast.FunctionDef):
            self._def(node)
            compound = False
        elif isinstance(node, ast.If):
            node.body = self._block(node.body)
            node.orelse = self._block(node.orelse)
        elif isinstance(node, ast.For):
            node.body = self._block(node.body, weights.ITERATION)
            node.orelse = self._block(node.orelse)
        elif isinstance(node, ast.While):
            node.body = self._block(node.body, weights.ITERATION + weights.of(node.test))
            node.orelse = self._block(node.orelse)
        elif isinstance(node, ast.Try):
            node.body = self._block(node.body)
            for handler in node.handlers:
                handler.body = self._block(handler.body, weights.of(handler))
            node.orelse = self._block(node.orelse)
            node.finalbody = self._block(node.finalbody)
        elif isinstance(node, ast.With):
            node.body = self._block(node.body)
        else:
            compound = False
        self._expressions(node)
        return compound

    def _expressions(self, node: ast.stmt) -> None:
        """Of comprehensions each round, of lambdas each call."""
        for part in _own_expressions(node):
            for one in ast.walk(part):
                if isinstance(one, weights.COMPREHENSIONS):
                    worth = weights.of_element(one)
                    tests = one.generators[0].ifs
                    if tests:
                        tests[0] = self._before(worth, tests[0])
                    elif isinstance(one, ast.DictComp):
                        one.key = self._before(worth, one.key)
                    else:
                        one.elt = self._before(worth, one.elt)
                elif isinstance(one, ast.Lambda):
                    one.body = self._before(weights.ENTRY + weights.of(one.body), one.body)

    def _before(self, worth: float, value: ast.expr) -> ast.expr:
        price = self._costs.price(self._function, worth)
        counted = (self._function, worth) if self._counting else ()
        paid = ast.BoolOp(ast.Or(), [_call(_PASS, price, *counted), value])
        ast.copy_location(paid, value)
        return ast.fix_missing_locations(paid)

    def _price(self, worth: float, at: ast.stmt) -> list[ast.stmt]:
        if not worth:
            return []
        price = self._costs.price(self._function, worth)
        target = ast.Subscript(ast.Name(_CELL, ast.Load()), ast.Constant(0), ast.Store())
        added: list[ast.stmt] = [ast.AugAssign(target, ast.Add(), ast.Constant(price))]
        if self._counting:
            added.append(ast.Expr(_call(_COUNT, self._function, worth)))
        for statement in added:
            ast.copy_location(statement, at)
            ast.fix_missing_locations(statement)
        return added


def _call(name: str, *arguments: Any) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(one) for one in arguments], [])


def _statement(call: ast.Call, at: ast.AST) -> ast.stmt:
    statement = ast.Expr(call)
    ast.copy_location(statement, at)
    return ast.fix_missing_locations(statement)


def _waits(node: ast.stmt) -> bool:
    """Whether the statement itself (not one inside it) yields."""
    return any(
        isinstance(one, ast.Yield | ast.YieldFrom)
        for part in _own_expressions(node)
        for one in ast.walk(part)
    )


def _own_expressions(node: ast.stmt) -> list[ast.expr]:
    found: list[ast.expr] = []
    for _, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.expr):
                found.append(one)
            elif isinstance(one, ast.withitem):
                found.append(one.context_expr)
    return found


_watch()
