"""Whole numbers that have names, as numbers: before a module is compiled for a board.

MicroPython looks a name up each time it is used, keeps it in the table of every module that imports
it, and once more among all names there are; mpy-cross spares that to a module's own `const()` only.
So here other modules' numbers are put where their names stand: `from cardtable.rules.places import
BOARD` and `places.BOARD` become 20. A module of which nothing else is wanted is not even loaded.

Lines stay where they are: a traceback names the line that people see.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SIMULATOR = Path(__file__).parents[1]
# Not beside compiled modules, and only in a clone or only installed: both make one release.
_ELSEWHERE = ("charging", "files", "rp2040")

# A whole number that is a module's own affair
_OWN_NUMBER = re.compile(
    r"^(_[A-Z][A-Z0-9_]* = )(-?[0-9][0-9A-Za-z_]*)(?=\s*(?:#.*)?$)", re.MULTILINE
)
_DRIVERS_NUMBER = re.compile(r"^([A-Z][A-Z0-9_]*) = const\(", re.MULTILINE)
_OPERATIONS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.LShift: lambda a, b: a << b,
    ast.BitOr: lambda a, b: a | b,
}


def with_constants(text: str, root: Path | None = None) -> str:
    """The text with numbers for names; `root`: where the modules lie that it imports from."""
    if root is not None:
        text = _without(_with_imported(text, root), root)

    def constant(found: re.Match[str]) -> str:
        name = found[1].split()[0]
        used_before = re.search(rf"\b{name}\b", text[: found.start()])
        return found[0] if used_before else f"{found[1]}const({found[2]})"

    return _OWN_NUMBER.sub(constant, text)


def with_private_constants(text: str) -> str:
    """The same for a driver that is not ours: its public numbers are its own affair on a board."""
    for name in _DRIVERS_NUMBER.findall(text):
        text = re.sub(rf"\b{name}\b", "_" + name, text)
    return text


@functools.cache
def looked_at(root: Path) -> str:
    """A sum of everything beside a text that `with_constants` goes by, its own source among it."""
    told = hashlib.sha256()
    for path in sorted([*root.rglob("*.py"), *_simulator()]):
        told.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
    return told.hexdigest()


# ---- other modules' numbers


@functools.cache
def numbers(path: Path) -> dict[str, int]:
    """The whole numbers that a module names once and for all."""
    return _numbers(ast.parse(path.read_text(encoding="utf-8"))) if path.exists() else {}


def _numbers(tree: ast.Module) -> dict[str, int]:
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    stored = [node.id for node in assigned if not isinstance(node.ctx, ast.Load)]
    found: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name) and stored.count(target.id) == 1:
                value = _value(node.value, found)
                if value is not None:
                    found[target.id] = value
    return {name: value for name, value in found.items() if name.isupper()}


def _value(node: ast.expr, known: dict[str, int]) -> int | None:
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _value(node.operand, known)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right = _value(node.left, known), _value(node.right, known)
        if left is not None and right is not None:
            return _OPERATIONS[type(node.op)](left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        return _value(node.args[0], known)
    return None


@dataclass(frozen=True)
class _Edit:
    """Bytes of a line, or of some, and what takes their place."""

    node: ast.AST
    text: str


@functools.cache
def _with_imported(text: str, root: Path) -> str:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text  # the compiler has the words for it
    imports = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cardtable")
    ]
    known, modules = _imported(imports, root)
    for name in _bound(tree, imports):  # somebody calls something else by that name
        known.pop(name, None)
        modules.pop(name, None)
    others = set(_bound(tree, imports, of_itself=False))
    own = {name: value for name, value in _numbers(tree).items() if name not in others | set(known)}
    edits = list(_uses(tree, known | own, modules))
    gone = (set(known) - _handed_on(root)) | _no_longer_named(tree, modules, edits)
    for node in imports:
        left = [one for one in node.names if (one.asname or one.name) not in gone]
        if len(left) < len(node.names):
            names = ", ".join(f"{o.name} as {o.asname}" if o.asname else o.name for o in left)
            edits.append(_Edit(node, f"from {node.module} import {names}" if left else "pass"))
    return _edited(text, edits)


# ---- numbers that nobody names any more


def _without(text: str, root: Path) -> str:
    """The text without its public numbers that stand wherever they are used."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    unused = set(_numbers(tree)) - _named_somewhere(root)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    unused -= {node.id for node in names if isinstance(node.ctx, ast.Load)}
    edits = [
        _Edit(node, "pass")
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id in unused
        and not node.targets[0].id.startswith("_")
    ]
    return _edited(text, edits)


def _simulator() -> list[Path]:
    """The simulator's own modules."""
    found = sorted(_SIMULATOR.rglob("*.py"))
    return [path for path in found if path.relative_to(_SIMULATOR).parts[0] not in _ELSEWHERE]


@functools.cache
def _named_somewhere(root: Path) -> frozenset[str]:
    """What modules still import by name, ask a module for, or spell as text; the simulator, which
    runs beside compiled modules where a heap is counted, is asked for what it imports."""
    found: set[str] = set()
    for path in _simulator():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cardtable"):
                found.update(one.name for one in node.names)
            elif isinstance(node, ast.Attribute) and node.attr.isupper():
                found.add(node.attr)
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(_with_imported(path.read_text(encoding="utf-8"), root))):
            if isinstance(node, ast.ImportFrom | ast.Import):
                found.update(one.name for one in node.names)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return frozenset(found)


def _imported(
    imports: list[ast.ImportFrom], root: Path
) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """Names of numbers, and names of modules with theirs."""
    known: dict[str, int] = {}
    modules: dict[str, dict[str, int]] = {}
    several = set()
    for node in imports:
        path = root / Path(*(node.module or "").split("."))
        here = numbers(path.with_suffix(".py")) or numbers(path / "__init__.py")
        for one in node.names:
            name = one.asname or one.name
            inside = path / f"{one.name}.py"
            if one.name in here and known.setdefault(name, here[one.name]) != here[one.name]:
                several.add(name)
            elif one.name not in here and name in known:
                several.add(name)
            elif inside.exists():
                modules[name] = numbers(inside)
    for name in several:
        known.pop(name, None)
    return known, modules


@functools.cache
def _handed_on(root: Path) -> frozenset[str]:
    """Names that somebody imports from a module which has imported them itself."""
    found: set[str] = set()
    for path in [*root.rglob("*.py"), *_simulator()]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cardtable"):
                origin = (root / Path(*(node.module or "").split("."))).with_suffix(".py")
                if origin.exists():
                    names = [one.name for one in node.names if one.name.isupper()]
                    found.update(name for name in names if name not in numbers(origin))
    return frozenset(found)


def _no_longer_named(
    tree: ast.Module, modules: dict[str, dict[str, int]], edits: list[_Edit]
) -> set[str]:
    """Modules of which nothing but numbers was wanted."""
    done = {id(edit.node.value) for edit in edits if isinstance(edit.node, ast.Attribute)}
    named = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and id(n) not in done]
    return set(modules) - {node.id for node in named}


def _bound(
    tree: ast.Module, imports: list[ast.ImportFrom], of_itself: bool = True
) -> Iterator[str]:
    """Names that something is called by, beside these imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            if of_itself:
                yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names
        elif isinstance(node, ast.Import | ast.ImportFrom) and node not in imports:
            yield from [one.asname or one.name for one in node.names]


def _uses(
    tree: ast.Module, known: dict[str, int], modules: dict[str, dict[str, int]]
) -> Iterator[_Edit]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in known and isinstance(node.ctx, ast.Load):
            yield _Edit(node, _written(known[node.id]))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            value = modules.get(node.value.id, {}).get(node.attr)
            if value is not None and isinstance(node.ctx, ast.Load):
                yield _Edit(node, _written(value))


def _written(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _edited(text: str, edits: list[_Edit]) -> str:
    lines = [line.encode() for line in text.split("\n")]
    for edit in sorted(edits, key=lambda one: (-one.node.lineno, -one.node.col_offset)):  # type: ignore[attr-defined]
        node = edit.node
        first, last = node.lineno - 1, node.end_lineno - 1  # type: ignore[attr-defined]
        rest = lines[last][node.end_col_offset :]  # type: ignore[attr-defined]
        begin = lines[first][: node.col_offset]  # type: ignore[attr-defined]
        lines[first] = begin + edit.text.encode() + rest
        for between in range(first + 1, last + 1):
            lines[between] = b""
    return b"\n".join(lines).decode()
