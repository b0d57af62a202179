"""Every release updates to this one and back with the power cut at every write."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.integration.flash.releases import VERSIONS
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/**/*.py",
    "host_tools/flashing/*.py",
    "host_tools/release/*.py",
    "sim/harness/pico.py",
    "sim/micropython/*.py",
    "tests/integration/flash/*.py",
    "tests/integration/flash/releases/*",
)

_STEP = 24


def chunks() -> Iterator[Chunk]:
    for version in VERSIONS:
        for way in ("forth", "back"):
            for first in range(1, _STEP + 1):
                yield Chunk(
                    f"{version} {way}, {first} of {_STEP}",
                    cut,
                    {"version": version, "way": way, "first": first},
                )


def cut(version: str, way: str, first: int) -> Figures:
    """Every _STEP-th write from `first` on, until one comes to its end; every third once more."""
    from tests.integration.flash.field import Field

    cuts = 0
    with tempfile.TemporaryDirectory(prefix="ct-") as folder:
        field = Field(Path(folder), version)
        field.install()
        image, release = field.committed(way)
        write = first
        while field.cut(image, release, write, f"cut-{write}", write % 3 and write % 7 + 1):
            cuts += 1
            write += _STEP
    return {f"updates {way} cut": cuts}


def check(figures: Figures) -> str | None:
    few = [way for way in ("forth", "back") if figures.get(f"updates {way} cut", 0) < 100]
    return f"too few cuts {few}" if few else None
