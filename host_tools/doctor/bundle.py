"""A zip for a bug report: what was examined, and this computer's versions. No secrets.

Keys, PINs, tags, salts and faces of cards never leave the board for the doctor; what goes in is
listed here by name, and texts that look like a key or a tag are left out all the same.
"""

from __future__ import annotations

import json
import platform
import re
import zipfile
from dataclasses import asdict, replace
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from host_tools.common.problems import unwritable
from host_tools.doctor import figures
from host_tools.doctor.examine import Examined
from host_tools.doctor.result import Result
from host_tools.wording.doctor import CAUSES

_PACKAGES = ("cardtable", "pyserial", "mpremote", "typer", "rich")
_LOOKS_SECRET = re.compile(r"\b[0-9A-Fa-f]{14,}\b")  # a tag has 14 hex digits, a key 64
_ABOUT = """A bundle of cardtable doctor, for a bug report.

In it: the doctor's results, figures of the readers, health of the board, state of the vault, the
game's determinations, versions of this computer's programs. Not in it: keys, PINs, tags of cards,
salts, faces, records, names of people.
"""


def write(path: Path, seen: Examined, results: list[Result], when: datetime) -> None:
    files: dict[str, Any] = {
        "results.json": [_faceless(one).as_dict() for one in results],
        "about.json": _about(seen, when),
    }
    if seen.hello is not None:
        files |= {
            "health.json": seen.health,
            "vault.json": seen.vault,
            "determinations.json": [pair for pair in seen.config if pair[0] != "fingerprint"],
            "readers.json": figures.as_dicts(seen.after),
            "figures.json": [asdict(one) for one in seen.after.values()],
            "faults.json": {
                "now": seen.faults,
                "since_start": [[*key, times] for key, times in seen.noticed.items()],
                "muxes": seen.astray,
            },
        }
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr("README.txt", _ABOUT)
            for name, content in files.items():
                made.writestr(name, scrubbed(json.dumps(content, indent=1)))
    except OSError as failure:
        raise unwritable(path, failure) from failure


def _faceless(one: Result) -> Result:
    """A bundle goes to people who are not of the house: weak cards are counted, not named."""
    if one.cause != "weak_card":
        return one
    what, remedy = CAUSES[one.cause]
    count = one.evidence.count(" answers ")
    return replace(one, evidence=f"{what} ({count} of the deck)", remedy=remedy)


def scrubbed(text: str) -> str:
    """Without anything that looks like a key or a tag."""
    return _LOOKS_SECRET.sub("(left out)", text)


def _about(seen: Examined, when: datetime) -> dict[str, Any]:
    hello = seen.hello
    return {
        "when": when.isoformat(timespec="seconds"),
        "table": hello.table if hello else None,
        "board": hello.board if hello else None,
        "firmware": hello.firmware if hello else None,
        "able": hello.able if hello else None,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in _PACKAGES},
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
