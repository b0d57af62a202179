"""Verbs of the command line, run from the page: doctor, verify, flash, each in its own process.

The same program does the same checks; what it says is told to every page as it comes. What looks at
files needs the board's port for itself: the hub lets go of it until the work is done, and comes
back. To look at files only, the board is sent into maintenance, and afterwards back into service.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from host_tools.common.problems import Problem

_LINES = 200
_SHARE = re.compile(r"\((\d+) %\)$")  # how a verb says how far it is (host_tools/cli/flash.py)
Words = tuple[str, ...]


def _in_maintenance(*words: str) -> tuple[Words, ...]:
    return ("maintenance",), words, ("maintenance", "--end")


# verb → (what is run, one after the other; whether it needs the port for itself)
VERBS: dict[str, tuple[tuple[Words, ...], bool]] = {
    "doctor": ((("doctor", "--yes", "--json"),), False),
    "verify": (_in_maintenance("verify"), True),
    "flash": ((("flash",),), True),
    "flash_dry": (_in_maintenance("flash", "--dry-run"), True),
}


@dataclass
class Job:
    """One run: what it has said, and how it ended."""

    verb: str
    lines: list[str] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    percent: int | None = None  # how far it is, where it says so
    code: int | None = None  # None while it runs

    def told(self) -> dict[str, Any]:
        return {
            "verb": self.verb,
            "lines": self.lines[-_LINES:],
            "checks": self.checks,
            "percent": self.percent,
            "code": self.code,
        }


class Jobs:
    """One at a time. `tell` hears all news; `away(True)` frees the port, False takes it."""

    def __init__(
        self, tell: Callable[[dict[str, Any]], None], away: Callable[[bool], Awaitable[None]]
    ) -> None:
        self._tell = tell
        self._away = away
        self.last: Job | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self, verb: str, port: str, pin: str) -> dict[str, Any]:
        if verb not in VERBS:
            raise Problem("there is no such work", f"Choose {', '.join(VERBS)}.")
        if self.last is not None and self.last.code is None:
            raise Problem(f"{self.last.verb} is running", "Wait until it has ended.")
        self.last = Job(verb)
        self._task = asyncio.get_running_loop().create_task(self._run(self.last, port, pin))
        return self.last.told()

    async def stop(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, job: Job, port: str, pin: str) -> None:
        steps, alone = VERBS[job.verb]
        code: int | None = None
        try:
            if alone:
                await self._away(True)
            for words in steps:
                ended = await self._step(job, [*words, "--port", port], pin)
                code = code or ended
                if ended and words == steps[0]:
                    break  # not even begun
        except (OSError, ValueError) as failure:
            job.lines.append(f"it could not be run: {failure}")
            code = code or 1
        finally:
            job.code = 1 if code is None else code
            if alone:
                await self._away(False)
            _understand(job)
            self._tell(job.told())

    async def _step(self, job: Job, words: list[str], pin: str) -> int:
        """Run one verb to its end, line by line: its code."""
        environment = os.environ | {"CARDTABLE_PIN": pin, "PYTHONUNBUFFERED": "1", "COLUMNS": "100"}
        if not pin:
            del environment["CARDTABLE_PIN"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "host_tools.main", *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            async for raw in process.stdout:
                for line in raw.decode("utf-8", "replace").replace("\r", "\n").splitlines():
                    if line.strip():
                        job.lines.append(line.rstrip())
                        if share := _SHARE.search(job.lines[-1]):
                            job.percent = int(share[1])
                self._tell(job.told())
            return await process.wait()
        finally:
            if process.returncode is None:
                process.kill()


def _understand(job: Job) -> None:
    """The doctor's answer is one object: its checks are shown as checks."""
    if job.verb != "doctor":
        return
    with contextlib.suppress(ValueError, KeyError, TypeError):
        text = "\n".join(job.lines)
        found = json.loads(text[text.index("{") : text.rindex("}") + 1])
        job.checks = found["checks"]
        job.lines = []
