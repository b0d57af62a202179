"""What a piece of source is worth, relative to other pieces: about a microsecond of bytecode.

Rough, and it may be: what a function really costs is measured, and its measured cost is spread
over its blocks by these weights. They follow how MicroPython's VM works: a name or a constant is
one short bytecode, an attribute a look into a map or two, a call a frame.
"""

from __future__ import annotations

import ast

ENTRY = 4.0  # a frame made, arguments put into it
RESUMED = 3.0  # a generator goes on
ITERATION = 1.5  # the next one of a loop

_NODES: dict[type[ast.AST], float] = {
    ast.Constant: 0.4,
    ast.Name: 0.6,
    ast.Attribute: 2.2,
    ast.Subscript: 1.6,
    ast.Slice: 3.0,
    ast.Call: 4.0,
    ast.keyword: 0.8,
    ast.BinOp: 1.2,
    ast.UnaryOp: 0.7,
    ast.Compare: 1.2,
    ast.List: 3.0,
    ast.Tuple: 3.0,
    ast.Dict: 5.0,
    ast.Set: 5.0,
    ast.JoinedStr: 5.0,
    ast.FormattedValue: 5.0,
    ast.AugAssign: 1.4,
    ast.Lambda: 6.0,
    ast.FunctionDef: 8.0,
    ast.Raise: 12.0,
    ast.Yield: 1.0,
    ast.YieldFrom: 6.0,
    ast.For: 4.0,
    ast.While: 0.5,
    ast.If: 0.5,
    ast.Try: 1.5,
    ast.With: 8.0,
    ast.ExceptHandler: 5.0,
    ast.Import: 6.0,
    ast.ImportFrom: 8.0,
    ast.Delete: 1.5,
    ast.ListComp: 8.0,
    ast.SetComp: 8.0,
    ast.DictComp: 8.0,
    ast.GeneratorExp: 10.0,
}

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def of(node: ast.AST | None) -> float:
    """One node with everything that is evaluated whenever it is: of loops and branches the head."""
    if node is None:
        return 0.0
    total = _NODES.get(type(node), 0.0)
    for child in _evaluated(node):
        total += of(child)
    return total


def _evaluated(node: ast.AST) -> list[ast.AST]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [*node.decorator_list, *node.args.defaults]
    if isinstance(node, ast.Lambda | ast.ClassDef | ast.Try | ast.While):
        return []
    if isinstance(node, ast.If):
        return [node.test]
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, ast.With):
        return list(node.items)
    if isinstance(node, COMPREHENSIONS):
        return [node.generators[0].iter]
    if isinstance(node, ast.ExceptHandler):
        return [] if node.type is None else [node.type]
    if isinstance(node, ast.AnnAssign):
        return [child for child in (node.target, node.value) if child is not None]
    return list(ast.iter_child_nodes(node))


def of_element(comprehension: ast.AST) -> float:
    """Each time round a comprehension."""
    total = ITERATION
    for generator in comprehension.generators:  # type: ignore[attr-defined]
        total += sum(of(test) for test in generator.ifs)
        if generator is not comprehension.generators[0]:  # type: ignore[attr-defined]
            total += ITERATION + of(generator.iter)
    for name in ("elt", "key", "value"):
        total += of(getattr(comprehension, name, None))
    return total
