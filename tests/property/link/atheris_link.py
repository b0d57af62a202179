"""Coverage leads what the link is told.

python -m tests.property.link.atheris_link FOLDER GAME RUNS SEED

In a process of its own: libFuzzer ends it. The last line tells how many inputs were tried.
"""

from __future__ import annotations

import sys

import atheris  # pyright: ignore[reportMissingImports]

with atheris.instrument_imports(include=["cardtable"]):  # pyright: ignore
    from tests.property.link.fuzzed import ODD, WAYS, Fuzzed, clean

_PART = 400


def main() -> None:
    root, game, runs, seed = sys.argv[1:5]
    clean(root)
    table = Fuzzed(root, game)

    def one(data: bytes) -> None:
        """The first byte says how it is sent and by whom, the second what comes before it."""
        if len(data) < 2:
            return
        odd = ODD[data[1] % len(ODD)].encode() if data[1] & 1 else b""
        table.take(data[0] % WAYS, data[0] // WAYS % 3, odd + data[2 : 2 + _PART])

    dictionary = f"{root}words"
    with open(dictionary, "w") as file:
        file.writelines(f'"{_escaped(word)}"\n' for word in _words())
    atheris.Setup(
        ["link", f"-runs={runs}", f"-seed={seed}", f"-dict={dictionary}", "-max_len=300"], one
    )
    atheris.Fuzz()


def _words() -> list[str]:
    from cardtable.desk.messages import MESSAGES
    from cardtable.link.commands import COMMANDS, QUESTIONS
    from cardtable.rules.inputs import INPUTS

    names = [n for kinds in (COMMANDS, QUESTIONS, MESSAGES, INPUTS) for n in kinds.names()]
    return [f'["{name}",' for name in names] + [f'"{name}",' for name in names]


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace('"', '\\"')


if __name__ == "__main__":
    main()
