"""The unmodified Adafruit driver is importable on a desk, whatever else is installed there."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from sim import paths

# adafruit_pn532.py of adafruit-circuitpython-pn532 2.4.9 as published on PyPI
_PUBLISHED_SHA256 = "e8df919fc5582ab8fd2585cd66379bd1f7cf013723229fe3bafd32f120826d80"
_USE = """
import sys
sys.path[:0] = {front!r}
from sim import paths
paths.install()
from adafruit_pn532.adafruit_pn532 import PN532
import digitalio, machine, micropython
assert micropython.const(3) == 3
assert "board" in machine.__file__ and "firmware" in digitalio.__file__
paths.install()  # again: no harm
from sim.harness.rig import Rig
assert Rig().scan() == (1, set())
print("fine")
"""


def _run(front: list[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _USE.format(front=front)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def _fake_blinka(folder: Path) -> str:
    """What Blinka puts on the path, as it behaves on a desk it does not know."""
    refuses = "raise NotImplementedError('Board not supported')\n"
    (folder / "digitalio.py").write_text("import board\n")
    (folder / "board.py").write_text(refuses)
    (folder / "micropython.py").write_text("def const(x):\n    return x\n")
    (folder / "circuitpython_typing").mkdir()
    (folder / "circuitpython_typing" / "__init__.py").write_text("import board\n")
    return str(folder)


def test_it_imports_without_blinka():
    assert _run([]) == "fine"


def test_it_imports_where_blinka_is_installed(tmp_path):
    assert _run([_fake_blinka(tmp_path)]) == "fine"


def test_it_imports_without_typing_extensions(tmp_path):
    (tmp_path / "typing_extensions.py").write_text("raise ImportError('not installed')\n")
    assert _run([str(tmp_path)]) == "fine"


def test_the_driver_for_micropython_is_the_published_file_and_nothing_else():
    folder = Path(paths.driver_dir())
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    assert files == ["adafruit_pn532/__init__.py", "adafruit_pn532/adafruit_pn532.py"]
    content = (folder / "adafruit_pn532" / "adafruit_pn532.py").read_bytes()
    assert hashlib.sha256(content).hexdigest() == _PUBLISHED_SHA256
