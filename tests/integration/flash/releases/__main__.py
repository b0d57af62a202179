"""The archive of a release, from its own sources.

python -m tests.integration.flash.releases COMMIT FILE
"""

from __future__ import annotations

import io
import lzma
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from sim.roots import ROOT
from tests.integration.flash.releases import AROUND, BOARD

# Runs among the sources of that commit; its files go to the folder that is named.
_BUILD = """
import sys
from pathlib import Path
from host_tools.boards import compiled
from host_tools.boards.load import load
from host_tools.release.build import build
Path("board.json").write_text(compiled.as_json(load("pico").data))
for name, content in build().files.items():
    path = Path(sys.argv[1]) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
"""


def make(commit: str) -> bytes:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "checkout"
        folder.mkdir()
        raw = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(raw.stdout)) as tar:
            tar.extractall(folder, filter="data")
        built = Path(scratch) / "built"
        path = os.pathsep.join((str(folder), str(folder / "firmware")))
        subprocess.run(
            [sys.executable, "-c", _BUILD, str(built)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path},
            check=True,
        )
        files = {BOARD + p.relative_to(built).as_posix(): p for p in _files(built)}
        left_out = folder / "firmware/not_on_board.txt"
        around = [*_files(folder / "sim"), left_out, folder / "board.json"]
        lines = left_out.read_text(encoding="utf-8").splitlines()
        around += [folder / "firmware" / line for line in lines if line and line[0] != "#"]
        files |= {AROUND + p.relative_to(folder).as_posix(): p for p in around}
        return lzma.compress(_tar(files), preset=9)


def _files(folder: Path) -> list[Path]:
    return [p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def _tar(files: dict[str, Path]) -> bytes:
    """Names and contents, and nothing that another day would change."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(files):
            content = files[name].read_bytes()
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return made.getvalue()


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(make(sys.argv[1]))
