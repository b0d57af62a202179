"""The wheel, installed where nothing of the repository is: what a technician gets."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sim.roots import ROOT

# Modules that Windows does not have.
POSIX_ONLY = {
    "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline", "resource",
    "spwd", "syslog", "termios", "tty",
}  # fmt: skip
# What an installation must bring by itself, or must not be found by accident.
OURS = ("cardtable", "__editable__", "_cardtable", "adafruit", "host_tools", "sim", "firmware")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """(its `cardtable` command, an empty folder to run it in): no index is asked for anything."""
    place = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    _run([*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(place), "."], ROOT)
    (wheel,) = place.glob("cardtable-*.whl")
    venv.create(place / "env", symlinks=os.name == "posix")
    scripts = place / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    _run([*pip, "--python", str(python), "install", "-q", "--no-deps", "--no-index", str(wheel)])
    _lend_dependencies(python, place / "lent")
    (place / "elsewhere").mkdir()
    return scripts / "cardtable", place / "elsewhere"


def _lend_dependencies(python: Path, lent: Path) -> None:
    """What an index would bring, from this environment; but not the driver, and nothing of ours."""
    import typer

    here = Path(typer.__file__).parent.parent
    lent.mkdir()
    for path in here.iterdir():
        if not path.name.lower().startswith(OURS) and path.suffix != ".pth":
            (lent / path.name).symlink_to(path)
    told = _run([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
    (Path(told.strip()) / "lent.pth").write_text(f"{lent}\n")


def _env(home: Path | None) -> dict[str, str]:
    """Nothing of this checkout, and a home of its own."""
    unwanted = ("PYTHON", "CARDTABLE", "XDG_")
    env = {k: v for k, v in os.environ.items() if not k.startswith(unwanted)}
    if home is not None:
        env["HOME"] = str(home)
    return env


def _run(command: list[str], cwd: Path | None = None) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=cwd, timeout=180, env=_env(cwd)
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def test_flash_says_what_a_board_would_get(installed):
    cardtable, elsewhere = installed
    told = _run([str(cardtable), "flash", "--dry-run"], elsewhere)
    assert "cardtable/app.mpy" in told and "adafruit_pn532/adafruit_pn532.mpy" in told
    assert "A new board would get release" in told


def test_the_wheel_builds_the_same_release_as_the_checkout(installed):
    from host_tools.release.build import build

    cardtable, elsewhere = installed
    told = _run([str(cardtable), "flash", "--dry-run"], elsewhere)
    assert build().manifest.name in told


def test_boards_are_known(installed):
    cardtable, elsewhere = installed
    assert "pico2" in _run([str(cardtable), "boards"], elsewhere)


def test_the_simulated_table_deals(installed):
    cardtable, elsewhere = installed
    words = ["table", "--rounds", "1", "--speed", "500", "--listen", "0"]
    assert "1 round told." in _run([str(cardtable), *words], elsewhere)


@contextmanager
def _running(command: list[str], cwd: Path, says: str) -> Iterator[str]:
    """A command that goes on: what its first line says after `says`."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd, env=_env(cwd))
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert says in line, line
        yield line.split(says)[1].split()[0]
    finally:
        process.terminate()
        process.wait(30)


def test_the_console_serves_its_page_and_everything_on_it(installed):
    cardtable, elsewhere = installed
    sim = [str(cardtable), "sim", "--port", "0", "--folder", "sim"]
    console = [str(cardtable), "console", "--listen", "0"]
    with _running(sim, elsewhere, "listening on ") as board:
        console += ["--port", f"socket://{board}", "--ledger", "ledger.db"]
        with _running(console, elsewhere, "The console is at ") as url:
            page = urllib.request.urlopen(url, timeout=30).read().decode()
            parts = re.findall(r'(?:href|src)="(/[^"]+)"', page)
            assert len(parts) >= 3
            for part in parts:
                with urllib.request.urlopen(url.rstrip("/") + part, timeout=30) as answer:
                    assert answer.status == 200 and answer.read()


def test_nothing_is_written_beside_the_installed_package(installed):
    """An installation may belong to somebody else."""
    cardtable, elsewhere = installed
    files = cardtable.parent.parent
    before = _unwritten(files)
    _run([str(cardtable), "flash", "--bundle", str(elsewhere / "bundle")], elsewhere)
    assert _unwritten(files) == before


def _unwritten(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*") if "__pycache__" not in path.parts}


@pytest.mark.parametrize("tree", ["host_tools", "sim", "firmware/cardtable"])
def test_nothing_needs_posix_when_it_is_imported(tree):
    """Laptops with Windows import all of it; what needs a pty looks for it when it is used."""
    wrong = []
    for path in sorted((ROOT / tree).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            wrong += [
                f"{path.relative_to(ROOT)}:{node.lineno}: {name}"
                for name in names
                if name.split(".")[0] in POSIX_ONLY
            ]
    assert not wrong
