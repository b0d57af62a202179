"""Every verb's help has an example, and every example is one that the verb would take."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from host_tools.main import app


def _verbs(command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if hasattr(command, "commands"):
        for name, below in command.commands.items():
            yield from _verbs(below, (*path, name))
    else:
        yield path, command


_ALL = dict(_verbs(typer.main.get_command(app)))


@pytest.mark.parametrize("path", sorted(_ALL), ids=" ".join)
def test_a_verb_has_an_example_that_its_own_options_take(path):
    command = _ALL[path]
    lines = [line.strip() for line in (command.help or "").splitlines()]
    examples = [line for line in lines if "cardtable " + " ".join(path) in line]
    assert examples, f"cardtable {' '.join(path)} --help shows no example"
    for line in examples:
        words = shlex.split(line.partition(" > ")[0])
        words = words[words.index("cardtable") + 1 + len(path) :]
        command.make_context(
            path[-1], words, resilient_parsing=False
        )  # raises when it does not fit
