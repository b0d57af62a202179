"""Docs run: every command of the README does what a newcomer expects."""

import re
import subprocess

import pytest

from sim.roots import ROOT

# These are this very run, or longer than a test may be.
_NOT_HERE = ("make test", "make soak", "make bench")
_LIMIT_S = 180


def commands():
    text = (ROOT / "README.md").read_text()
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for line in block.splitlines():
            if line.startswith("$ ") and line[2:] not in _NOT_HERE:
                yield line[2:]


def test_the_readme_has_commands():
    assert len(list(commands())) >= 6


@pytest.mark.parametrize("command", list(commands()))
def test_a_command_of_the_readme_works(command):
    if not (ROOT / ".venv").exists():
        pytest.skip("the README's commands need the .venv that make sets up")
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=_LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout or done.stderr


def test_every_file_the_readme_links_to_is_there():
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text()):
        assert (ROOT / target).exists(), target
