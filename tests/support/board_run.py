"""Firmware tests on real MicroPython, as pytest items: one process a file, one item a function."""

from __future__ import annotations

import ast
import json
import subprocess
from pathlib import Path

import pytest

from sim.micropython import bench
from sim.micropython.sizes import summary as size_lines

__all__ = ["BoardFile", "is_on_board", "size_lines"]

_MARK = "[micropython]"
_RUNNER = str(Path(bench.__file__).with_name("run_tests.py"))
# A board's heap, and room for the flash and FRAM emulated in it: a board has those as chips.
_HEAP_BYTES = bench.DEFAULT_HEAP_BYTES + 128 * 1024
_LIMIT_S = 300  # a hanging test is a failure, not a hanging run


def is_on_board(nodeid: str) -> bool:
    return nodeid.endswith(_MARK)


class BoardFile(pytest.File):
    """The functions of one file, as MicroPython sees them."""

    def collect(self):
        tree = ast.parse(self.path.read_text())
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield BoardTest.from_parent(self, name=node.name + _MARK)

    def results(self) -> dict[str, str | None]:
        """Test → None, or its traceback; the file runs once, when first asked for."""
        if not hasattr(self, "_results"):
            self._results = self._run()
        return self._results

    def _run(self) -> dict[str, str | None]:
        done = bench.run(
            [_RUNNER, str(self.path)],
            heap_bytes=_HEAP_BYTES,
            report=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_LIMIT_S,
        )
        results: dict[str, str | None] = {}
        noise = []
        for line in done.stdout.splitlines():
            try:
                told = json.loads(line)
                results[told["test"]] = told["error"]
            except (ValueError, TypeError, KeyError):
                noise.append(line)
        self.noise = "\n".join(noise) + f"\nexit code {done.returncode}"
        return results


class BoardTest(pytest.Item):
    """One function on MicroPython."""

    def runtest(self):
        parent = self.parent
        assert isinstance(parent, BoardFile)
        results = parent.results()
        name = self.name.removesuffix(_MARK)
        if name not in results:
            raise OnBoardFailure(f"MicroPython did not get as far as {name}:\n{parent.noise}")
        error = results[name]
        if error is not None:
            raise OnBoardFailure(error)

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, OnBoardFailure):
            return f"on real MicroPython:\n{excinfo.value}"
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, 0, self.name


class OnBoardFailure(Exception):
    """A test failed inside MicroPython; the text is its traceback there."""
