"""What the board can bear: stock modules only; all compiles, imports and fits the budget."""

import ast

import pytest

from sim.micropython import bench, cross, loaded, sizes
from sim.roots import FIRMWARE

# Modules in the stock builds of both rp2 and esp32 (MicroPython 1.24 and newer).
STOCK = {
    "array", "asyncio", "binascii", "builtins", "cmath", "collections", "cryptolib", "deflate",
    "dht", "ds18x20", "errno", "framebuf", "gc", "hashlib", "heapq", "io", "json", "machine",
    "math", "micropython", "neopixel", "onewire", "os", "platform", "random", "re", "select",
    "struct", "sys", "time", "uctypes", "vfs",
}  # fmt: skip
OURS = {"cardtable"}
INSTALLED_WITH_US = {"adafruit_pn532", "digitalio"}  # the driver, and the one shim it needs

MODULES = sorted(FIRMWARE.rglob("*.py"))


def _name(path):
    return path.relative_to(FIRMWARE).as_posix()


def _imports(path):
    """(line, top-level module) of everything a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield node.lineno, (node.module or "").split(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_firmware_imports_only_what_a_stock_board_has(path):
    unknown = [
        f"{_name(path)}:{line}: {name}"
        for line, name in _imports(path)
        if name not in STOCK | OURS | INSTALLED_WITH_US
    ]
    assert not unknown


def test_only_hw_and_the_starters_import_machine():
    wrong = [
        _name(path)
        for path in MODULES
        if any(name == "machine" for _, name in _imports(path))
        and not _name(path).startswith("cardtable/drivers/")
        and _name(path) not in ("boot.py", "main.py")
    ]
    assert not wrong


def test_the_list_would_catch_what_boards_lack():
    # Present on CPython or on the unix port, absent on a board.
    lacking = "hmac functools itertools datetime copy logging operator pathlib base64 string types"
    lacking += " abc zlib dataclasses enum typing ffi termios btree socket"
    assert not STOCK & set(lacking.split())


def test_all_modules_compile_and_fit_the_budget():
    assert sum(sizes.sizes().values()) <= sizes.ALL_FILES


def test_a_module_that_does_not_compile_is_named(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("def broken(:\n")
    with pytest.raises(ValueError, match=r"(?s)bad\.py.*SyntaxError"):
        cross.compiled(bad, "bad.py", cross.PICO)


def test_every_package_module_imports_on_micropython(tmp_path):
    names = []
    for path in MODULES:
        if path.is_relative_to(FIRMWARE / "cardtable"):
            name = path.relative_to(FIRMWARE).with_suffix("").as_posix().replace("/", ".")
            names.append(name.removesuffix(".__init__"))
    program = tmp_path / "import_all.py"
    program.write_text("".join(f"import {name}\nprint('{name}')\n" for name in names))
    # Every game at once and from source: no board does that, so the heap is not a board's.
    done = bench.run(
        [str(program)], heap_bytes=4 << 20, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == names


@pytest.mark.parametrize("game", loaded.GAMES)
def test_what_one_game_loads_fits_the_budget(game):
    assert sum(loaded.modules(game).values()) <= sizes.LOADED_WITH_ONE_GAME


def test_the_board_loads_only_the_game_in_play():
    omaha = set(loaded.modules("omaha"))
    assert "cardtable/rules/poker/omaha.py" in omaha
    for other in ("poker/holdem", "draw/game", "stud/game", "canberra/game"):
        assert f"cardtable/rules/{other}.py" not in omaha


def test_nothing_on_the_board_imports_what_stays_on_the_desk():
    """Imports inside a function count too, unless a whole module is the desk's."""
    left_out = sizes.desk_only()
    for name in left_out:
        assert (FIRMWARE / name).exists(), name
    names = {name.removesuffix(".py").replace("/", ".") for name in left_out}
    wrong = []
    for path in MODULES:
        if _name(path) in left_out:
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module in names:
                wrong.append(f"{_name(path)}:{node.lineno}: {node.module}")
    assert not wrong


def test_the_room_of_the_desk_is_what_no_board_gets():
    room = {_name(path) for path in MODULES if _name(path).startswith("cardtable/desk/")}
    assert room == sizes.desk_only()
