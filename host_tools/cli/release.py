"""`cardtable release`: a key to sign with, and a signed release in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from host_tools.boards.load import architectures
from host_tools.common.problems import remark
from host_tools.release import bundle, signature
from host_tools.release.build import Release, build

release = typer.Typer(help="Make and sign releases.", no_args_is_help=True)


@release.command("key")
def new_key(
    file: Annotated[Path, typer.Argument(help="Where the private key goes; FILE.pub beside it.")],
) -> None:
    """Make a key pair (Ed25519). The private key stays with whoever makes releases.

    Example:

    cardtable release key release.key
    """
    public = signature.new_key(file)
    print(f"{file} signs releases: keep it to yourself. {public} checks them: hand it out.")


@release.command("make")
def make(
    folder: Annotated[Path, typer.Argument(help="A new folder.")],
    key: Annotated[
        Path | None, typer.Option(help="Sign with this private key.", show_default=False)
    ] = None,
) -> None:
    """Compile the firmware for every architecture of the boards, each into a folder of its name,
    with its manifest, and sign that.

    Example:

    cardtable release make dist/firmware --key release.key
    """
    made = [build(arch) for arch in architectures()]
    bundle.write_each(made, folder, key)
    for one in made:
        print(f"{folder / one.manifest.mpy.arch}: {told(one, key)}.")
    if key is None:
        remark("not signed; give --key to sign it.")


def told(release: Release, key: Path | None) -> str:
    """What a folder with it holds, in words."""
    signed = ", signed" if key else ""
    arch = release.manifest.mpy.arch
    return f"release {release.manifest.name} for {arch}, {len(release.files)} files{signed}"
