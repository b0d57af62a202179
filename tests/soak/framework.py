"""Soaks found, their progress kept, their chunks run."""

from __future__ import annotations

import hashlib
import json
import os
import time
import traceback
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PROGRESS = ROOT / ".cardtable" / "soak"
_HERE = Path(__file__).parent

Figures = dict[str, int]


@dataclass(frozen=True)
class Chunk:
    """A piece of a soak that takes seconds to a minute. The function must be a module's own."""

    name: str
    function: Callable[..., Figures]
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass
class Result:
    """What came of a chunk; `error` is None when everything held."""

    seconds: float
    figures: Figures
    error: str | None = None


@dataclass
class Soak:
    """One soak file: its chunks, what is already done, and where that is kept."""

    name: str
    chunks: list[Chunk]
    fingerprint: str
    check: Callable[[Figures], str | None]
    folder: Path = PROGRESS
    results: dict[str, Result] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        return self.folder / f"{self.name}.json"

    def resume(self) -> None:
        """Take up what passed before, if the sources are still the same."""
        try:
            kept = json.loads(self.file.read_text())
            if kept["fingerprint"] != self.fingerprint:
                return
            names = {chunk.name for chunk in self.chunks}
            for name, told in kept["passed"].items():
                if name in names:
                    self.results[name] = Result(told["seconds"], told["figures"])
        except (OSError, ValueError, KeyError, TypeError):
            self.results.clear()  # no progress, or none that can be read: start again

    def keep(self, name: str, result: Result) -> None:
        """Remember a result; what passed is on disk before the next chunk is counted.

        What failed stands in NAME.failed.txt for good: it may never happen again.
        """
        self.results[name] = result
        passed = {
            name: {"seconds": result.seconds, "figures": result.figures}
            for name, result in self.results.items()
            if result.error is None
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        scratch = self.file.with_suffix(".tmp")
        scratch.write_text(json.dumps({"fingerprint": self.fingerprint, "passed": passed}))
        os.replace(scratch, self.file)
        if result.error is not None:
            with self.file.with_suffix(".failed.txt").open("a") as diary:
                diary.write(f"{name} on {self.fingerprint[:12]}\n{result.error}\n")

    def left(self) -> list[Chunk]:
        return [chunk for chunk in self.chunks if chunk.name not in self.results]

    def failures(self) -> dict[str, str]:
        """What failed, by chunk; the whole is checked once every chunk has passed."""
        failed = {name: r.error for name, r in self.results.items() if r.error is not None}
        if not failed and not self.left():
            problem = self.check(self.figures())
            if problem:
                failed["the whole"] = problem
        return failed

    def figures(self) -> Figures:
        total: Figures = {}
        for result in self.results.values():
            for what, count in result.figures.items():
                total[what] = total.get(what, 0) + count
        return total

    def seconds(self) -> float:
        return sum(result.seconds for result in self.results.values())


def names() -> list[str]:
    """Every soak there is."""
    return sorted(path.stem.removeprefix("soak_") for path in _HERE.glob("soak_*.py"))


def load(name: str) -> Soak:
    """A soak ready to run."""
    module = import_module(f"tests.soak.soak_{name}")
    chunks = list(module.chunks())
    if len({chunk.name for chunk in chunks}) < len(chunks):
        raise ValueError(f"soak_{name}.py: two chunks have the same name")
    sources = (*module.SOURCES, f"tests/soak/soak_{name}.py", "requirements.txt")
    check = getattr(module, "check", lambda figures: None)
    return Soak(name, chunks, fingerprint(sources), check)


def fingerprint(sources: tuple[str, ...], root: Path = ROOT) -> str:
    """A hash of the files' names and contents."""
    digest = hashlib.sha256()
    for pattern in sources:
        found = sorted(path for path in root.glob(pattern) if path.is_file())
        if not found:
            raise ValueError(f"no file matches {pattern}")
        for path in found:
            digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def run_chunk(chunk: Chunk) -> Result:
    """Runs in a worker: the chunk's figures, or its traceback."""
    started = time.perf_counter()
    try:
        figures, error = chunk.function(**chunk.arguments), None
    except Exception:
        figures, error = {}, traceback.format_exc()
    return Result(time.perf_counter() - started, figures, error)


def run(soaks: list[Soak], jobs: int) -> Generator[tuple[Soak, Chunk, Result], None, None]:
    """Run what is left, `jobs` at a time; each result is kept before it is told."""
    waiting = [(soak, chunk) for soak in soaks for chunk in soak.left()]
    waiting.reverse()
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        running: dict[Future[Result], tuple[Soak, Chunk]] = {}
        try:
            while waiting or running:
                # Only as many as can run: an interrupt then loses no more than those.
                while waiting and len(running) < jobs:
                    soak, chunk = waiting.pop()
                    running[pool.submit(run_chunk, chunk)] = soak, chunk
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    soak, chunk = running.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        raise RuntimeError(
                            f"a worker died during {soak.name}: {chunk.name}"
                        ) from None
                    soak.keep(chunk.name, result)
                    yield soak, chunk, result
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
