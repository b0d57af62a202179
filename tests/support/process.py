"""The `cardtable` command as a process of its own, as people start it."""

from __future__ import annotations

import os
import subprocess
import sys

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
