"""`cardtable verify`: the files on a board against a release, name by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.flashing import find as finding
from host_tools.flashing import flasher
from host_tools.flashing.flasher import Verdict
from host_tools.options import PortOption
from host_tools.problems import BAD_INPUT, FAILED, NOT_WHOLE, Problem, remark, unreadable
from host_tools.release import manifest as manifests
from host_tools.release import signature
from host_tools.release.build import build
from host_tools.release.bundle import SIGNATURE
from host_tools.release.manifest import Manifest

_WORDS = (
    ("missing", "is missing on the board"),
    ("altered", "is not as released"),
    ("unexpected", "does not belong to the release"),
)


def verify(
    port: PortOption = finding.AUTO,
    manifest: Annotated[
        Path | None,
        typer.Option(help="A manifest.json; without it, this program's own.", show_default=False),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(help="The releaser's public key: the signature must fit.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The outcome as JSON.")] = False,
) -> None:
    """Compare the files on a board with a release: missing, altered, unexpected ones by name.

    The board must be in maintenance mode (cardtable maintenance). Books, keys and configuration
    are not compared. Ends with 1 when something differs, with 4 when the signature is wrong.
    """
    wanted = _wanted(manifest, key)
    verdict = flasher.verify(finding.find(port), wanted)
    if as_json:
        print(json.dumps(_as_dict(wanted, verdict), indent=2))
    else:
        _tell(wanted, verdict)
    if verdict.differences.any:
        raise typer.Exit(FAILED)


def _wanted(file: Path | None, key: Path | None) -> Manifest:
    if file is None:
        if key is not None:
            raise Problem("a key needs a manifest to check", "Give it with --manifest.", BAD_INPUT)
        return build().manifest
    try:
        content = file.read_bytes()
    except OSError as failure:
        raise unreadable(file, failure) from failure
    beside = file.with_name(SIGNATURE)
    if key is not None:
        if not beside.exists():
            raise Problem(
                f"{file} has no signature ({beside.name} is missing)",
                "Do not use it, or leave out --key.",
                NOT_WHOLE,
            )
        signature.check(content, beside.read_bytes(), key, str(file))
    elif beside.exists():
        remark(f"{file} is signed; give --key to check by whom.")
    return manifests.read(content, str(file))


def _as_dict(wanted: Manifest, verdict: Verdict) -> dict:
    return {
        "release": wanted.name,
        "same": verdict.differences.same,
        **{what: getattr(verdict.differences, what) for what, _ in _WORDS},
        "changes": verdict.changes,
    }


def _tell(wanted: Manifest, verdict: Verdict) -> None:
    for what, words in _WORDS:
        for path in getattr(verdict.differences, what):
            print(f"{path} {words}.")
    print(f"{verdict.differences.same} files are as in release {wanted.name}.")
    if verdict.changes:
        print("Last software changes, as the board remembers them:")
        for line in verdict.changes:
            print(f"  {line}")
