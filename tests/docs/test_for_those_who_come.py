"""Pages for newcomers name files, functions and modules that exist, and their examples run."""

import ast
import re
from importlib.util import find_spec

import pytest

from sim.roots import ROOT

JOURNEY = (ROOT / "docs" / "a-cards-journey.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
_FILE = re.compile(r"`((?:firmware|host_tools|sim)/[\w./]+\.(?:py|js))`")
_NAME = re.compile(r"`(_?[A-Za-z]\w*(?:\.\w+)?)`")
_MODULE = re.compile(r"`((?:cardtable|host_tools|sim)(?:\.\w+)+)`")


def named(text: str) -> list[tuple[str, str]]:
    """(file, function or class) in the order of the page; "" for a file alone."""
    found = []
    for line in text.splitlines():
        for cell in line.split("|") if line.startswith("|") else [line]:
            files = list(_FILE.finditer(cell))
            for at, file in enumerate(files):
                end = files[at + 1].start() if at + 1 < len(files) else len(cell)
                names = _NAME.findall(cell[file.end() : end]) if line.startswith("|") else []
                found += [(file[1], name) for name in names] or [(file[1], "")]
    return found


def defined(path: str) -> set[str]:
    """Functions, classes and Class.method of a Python file; exported names of a script."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".js"):
        return set(re.findall(r"export (?:class|function) (\w+)", text))
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {
                f"{node.name}.{inner.name}"
                for inner in node.body
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return names


def test_every_file_and_function_on_a_cards_way_exists():
    wanted = named(JOURNEY)
    assert len(wanted) > 40
    gone = []
    for path, name in wanted:
        if not (ROOT / path).exists():
            gone.append(path)
        elif name and name not in defined(path):
            gone.append(f"{path} {name}")
    assert not gone, "a card's journey has changed: say so in docs/a-cards-journey.md"


def test_a_name_that_is_gone_would_be_noticed():
    row = "| x | `firmware/cardtable/app.py` `App._watch_shoe`, `App.no_such_thing` | |"
    assert named(row) == [
        ("firmware/cardtable/app.py", "App._watch_shoe"),
        ("firmware/cardtable/app.py", "App.no_such_thing"),
    ]
    assert "App.no_such_thing" not in defined("firmware/cardtable/app.py")


def test_every_module_in_the_glossary_exists():
    modules = _MODULE.findall(GLOSSARY)
    assert len(modules) > 20
    for name in modules:
        assert find_spec(name) is not None, name


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", API, re.S))
def test_an_example_of_the_api_page_runs(block):
    exec(compile(block, "docs/api.md", "exec"), {})
