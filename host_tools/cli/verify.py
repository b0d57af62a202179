"""`cardtable verify`: the files on a board against a release, name by name."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.options import PortOption
from host_tools.common.problems import BAD_INPUT, FAILED, NOT_WHOLE, Problem, remark, unreadable
from host_tools.common.untrusted_files import content_of
from host_tools.flashing import find as finding
from host_tools.flashing import fits, flasher
from host_tools.flashing.flasher import Verdict
from host_tools.release import manifest as manifests
from host_tools.release import signature
from host_tools.release.build import MANIFEST, build
from host_tools.release.bundle import SIGNATURE, named_for
from host_tools.release.manifest import Manifest
from sim.micropython.mpy_file import NONE, Kind

_WORDS = (
    ("missing", "is missing on the board"),
    ("altered", "is not as released"),
    ("unexpected", "does not belong to the release"),
)


def verify(
    port: PortOption = finding.AUTO,
    manifest: Annotated[
        Path | None,
        typer.Option(
            help="A manifest.json, or a release's folder: the one for this board is taken. "
            "Without it, this program's own.",
            show_default=False,
        ),
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

    Examples:

    cardtable verify

    cardtable verify --manifest dist/release --key release.pub
    """
    wanted = _wanted(manifest, key)
    verdict = flasher.verify(finding.find(port), wanted)
    if as_json:
        print(json.dumps(_as_dict(verdict), indent=2))
    else:
        _tell(verdict)
    if verdict.differences.any:
        raise typer.Exit(FAILED)


def _wanted(given: Path | None, key: Path | None) -> Callable[[Kind], Manifest]:
    """The manifest for a board that loads such modules; signatures are checked before one is."""
    if given is None:
        if key is not None:
            raise Problem("a key needs a manifest to check", "Give it with --manifest.", BAD_INPUT)
        return lambda has: fits.release_for(has, build).manifest
    files = _in_folder(given) if os.path.isdir(given) else [given]
    read = [_read(file, key) for file in files]
    return lambda has: _fitting(read, has, given)


def _in_folder(folder: Path) -> list[Path]:
    """As `release make`, `flash --bundle` and `make release` leave them."""
    if (folder / MANIFEST).exists():
        return [folder / MANIFEST]
    pattern = named_for(MANIFEST, "*")
    found = sorted(folder.glob(pattern)) or sorted(folder.glob(f"*/{MANIFEST}"))
    if not found:
        raise Problem(f"there is no {MANIFEST} in {folder}", "Give a release's folder.", BAD_INPUT)
    return found


def _read(file: Path, key: Path | None) -> Manifest:
    try:
        content = content_of(file)
    except OSError as failure:
        raise unreadable(file, failure) from failure
    beside = file.with_suffix(Path(SIGNATURE).suffix)
    if key is not None:
        if not os.path.exists(beside):
            raise Problem(
                f"{file} has no signature ({beside.name} is missing)",
                "Do not use it, or leave out --key.",
                NOT_WHOLE,
            )
        signature.check(content, content_of(beside), key, str(file))
    elif os.path.exists(beside):
        remark(f"{file} is signed; give --key to check by whom.")
    return manifests.read(content, str(file))


def _fitting(read: list[Manifest], has: Kind, given: Path) -> Manifest:
    """The one for the board; one that stands alone is compared whatever it is for."""
    for one in read:
        if len(read) == 1 or one.mpy.arch == has.arch:
            if one.mpy.arch not in (NONE, has.arch):
                remark(
                    f"{given} is for {one.mpy.arch}, the board runs machine code for {has.arch}."
                )
            return one
    listed = ", ".join(one.mpy.arch for one in read)
    raise Problem(
        f"{given} has no manifest for {has.arch}, which the board runs, but for {listed}",
        "Give that of the release that was put on it.",
        BAD_INPUT,
    )


def _as_dict(verdict: Verdict) -> dict:
    return {
        "release": verdict.wanted.name,
        "architecture": verdict.wanted.mpy.arch,
        "same": verdict.differences.same,
        **{what: getattr(verdict.differences, what) for what, _ in _WORDS},
        "changes": verdict.changes,
    }


def _tell(verdict: Verdict) -> None:
    for what, words in _WORDS:
        for path in getattr(verdict.differences, what):
            print(f"{path} {words}.")
    print(f"{verdict.differences.same} files are as in release {verdict.wanted.name}.")
    if verdict.changes:
        print("Last software changes, as the board remembers them:")
        for line in verdict.changes:
            print(f"  {line}")
