"""Names of numbers become numbers before a module is compiled for a board: nothing else changes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from sim.micropython.constants import numbers, with_constants, with_private_constants
from sim.roots import FIRMWARE

MODULES = sorted(FIRMWARE.rglob("*.py"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "cardtable").mkdir()
    (tmp_path / "cardtable" / "places.py").write_text(
        "BOARD = 20\nBURN = BOARD + 1\nNAMES = ('a',)\nLOW = -1\n"
        "CHANGES = 1\ndef f():\n    global CHANGES\n    CHANGES = 2\n"
    )
    return tmp_path


def prepared(text: str, root: Path) -> str:
    return with_constants(text, root)


def test_imported_numbers_stand_where_their_names_stood(root: Path) -> None:
    text = "from cardtable.places import BOARD, BURN, NAMES\nx = [BOARD, BURN, NAMES]\n"
    assert prepared(text, root) == "from cardtable.places import NAMES\nx = [20, 21, NAMES]\n"


def test_a_module_of_which_only_numbers_are_wanted_is_not_imported(root: Path) -> None:
    text = "from cardtable import places\n\n\ndef f():\n    return places.BURN - places.LOW\n"
    assert prepared(text, root) == "pass\n\n\ndef f():\n    return 21 - (-1)\n"


def test_a_name_that_others_import_from_here_stays(root: Path) -> None:
    (root / "cardtable" / "asks.py").write_text("from cardtable.between import BOARD\n")
    text = "from cardtable.places import BOARD\nx = BOARD\n"
    (root / "cardtable" / "between.py").write_text(text)
    assert prepared(text, root) == "from cardtable.places import BOARD\nx = 20\n"


def test_a_module_of_which_more_is_wanted_stays(root: Path) -> None:
    text = "from cardtable import places\nx = places.BOARD, places.NAMES\n"
    assert prepared(text, root) == "from cardtable import places\nx = 20, places.NAMES\n"


@pytest.mark.parametrize(
    "text",
    [
        "from cardtable.places import BOARD\n\n\ndef f(BOARD):\n    return BOARD\n",
        "from cardtable.places import BOARD\nfor BOARD in (1, 2):\n    print(BOARD)\n",
        "from cardtable.places import CHANGES\nx = CHANGES\n",
        "from cardtable.places import NAMES\nx = NAMES\n",
        "from elsewhere import BOARD\nx = BOARD\n",
    ],
)
def test_what_may_mean_something_else_is_left_alone(text: str, root: Path) -> None:
    assert prepared(text, root) == text


def test_lines_stay_where_they_are(root: Path) -> None:
    text = 'from cardtable.places import (\n    BOARD,\n    BURN,\n)\n\nx = "─▶", BOARD\n'
    assert prepared(text, root).split("\n")[5] == 'x = "─▶", 20'


def test_a_public_number_goes_when_nobody_names_it_any_more(root: Path) -> None:
    assert prepared("MOST = 3\nx = MOST\n", root) == "pass\nx = 3\n"


@pytest.mark.parametrize("by", ["import x\ny = x.MOST\n", "y = getattr(x, 'MOST')\n"])
def test_a_public_number_stays_when_somebody_may_ask_for_it(by: str, root: Path) -> None:
    (root / "cardtable" / "asks.py").write_text(by)
    assert prepared("MOST = 3\nx = MOST\n", root) == "MOST = 3\nx = 3\n"


def test_a_drivers_public_numbers_are_its_own_affair() -> None:
    text = "NDEF = const(1)\n_X = const(2)\nx = NDEF + _X\n"
    assert with_private_constants(text) == "_NDEF = const(1)\n_X = const(2)\nx = _NDEF + _X\n"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_every_module_means_the_same(path: Path) -> None:
    """With the names put back where numbers came, it is the module as it was."""
    before = ast.parse(path.read_text(encoding="utf-8"))
    text = with_constants(path.read_text(encoding="utf-8"), FIRMWARE)
    after = ast.parse(text)
    assert text.count("\n") == path.read_text(encoding="utf-8").count("\n")
    assert _Folded(before, path).dump() == _Folded(after, path).dump()


class _Folded(ast.NodeTransformer):
    """A module with every number that it imports or names once put in, another way: by running
    through the imports of the tree, not through its text."""

    def __init__(self, tree: ast.Module, path: Path) -> None:
        self.tree = tree
        self.known = dict(numbers(path))
        self.modules: dict[str, dict[str, int]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cardtable"):
                folder = FIRMWARE / Path(*(node.module or "").split("."))
                here = numbers(folder.with_suffix(".py")) or numbers(folder / "__init__.py")
                for one in node.names:
                    if one.name in here:
                        self.known[one.name] = here[one.name]
                    else:
                        self.modules[one.name] = numbers(folder / f"{one.name}.py")
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                value = node.value
                if isinstance(value, ast.Call) and ast.unparse(value.func) == "const":
                    node.value = value = value.args[0]

    def dump(self) -> str:
        return ast.dump(self.visit(self.tree))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and node.id in self.known and node.id.isupper():
            return ast.Constant(self.known[node.id])
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name):
            value = self.modules.get(node.value.id, {}).get(node.attr)
            if value is not None:
                return ast.Constant(value)
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        target = node.targets[0]
        if isinstance(target, ast.Name) and self.known.get(target.id) is not None:
            return ast.Pass()  # whether it is still there depends on who else names it
        self.generic_visit(node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return ast.Constant(-node.operand.value)  # type: ignore[operator]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if (node.module or "").startswith("cardtable"):
            return ast.Pass()  # which names are left depends on what was put in
        return node
