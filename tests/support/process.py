"""The `cardtable` command: as a process of its own, as people start it, or in this one."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

from host_tools import main
from sim.roots import ROOT

COMMAND = [sys.executable, "-m", "host_tools.main"]
_LIMIT_S = 240


def cardtable(
    *words: str, env: dict[str, str] | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    """`env` is the whole environment, if another than ours; `settings` are added to it."""
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        timeout=_LIMIT_S,
        check=False,
        cwd=ROOT,
        env={**(os.environ if env is None else env), **settings},
    )


def in_this_process(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """The same without a process: what a verb imports is there already. A verb's way from a shell
    and back is shown once by `cardtable`; what it does with a board needs no second start."""
    with mock.patch.dict(os.environ, settings):
        return started(main._run, "cardtable", *words)


def started(run: Callable[[], int | None], *words: str) -> subprocess.CompletedProcess[str]:
    """A program's main function, given these words: how it ended and what it said."""
    out, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        mock.patch.object(sys, "argv", list(words)),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        try:
            code = run() or 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return subprocess.CompletedProcess(words, code, _said(out), _said(errors))


def _said(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined]
