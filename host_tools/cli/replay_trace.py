"""`cardtable replay-trace`: a recorded conversation runs again on the desk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from cardtable.records import body
from host_tools.cli.options import JsonOption
from host_tools.link.trace import read_trace
from host_tools.link.trace_replay import Replayed
from host_tools.wording.narrator import Narrator
from host_tools.wording.records import describe


def replay_trace(
    file: Annotated[Path, typer.Argument(help="Written by sync --record.", show_default=False)],
    tell: Annotated[bool, typer.Option("--tell", help="Tell the rounds in words.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Run a recorded conversation with a board again: what this program understands of it.

    Nothing is stored and no board is needed. It ends as the recorded program should have ended:
    the same message, the same exit code.

    Examples:

    cardtable sync --record bug.trace

    cardtable replay-trace bug.trace
    """
    replayed = Replayed(read_trace(file))
    teller = Narrator()
    for ms, what, told in replayed.run():
        if as_json:
            print(json.dumps({"ms": ms, "what": what, "told": told}))
        elif what != "record":
            print(f"{ms / 1000:>9.3f}  {what:<8} {_plain(told)}".rstrip())
        elif tell:
            for line in teller.tell(body(told), told[2]):
                print(line)
        else:
            fact = body(told)
            print(
                f"{ms / 1000:>9.3f}  {told[1]}:{told[2]:<6} {fact[0]:<13} {describe(fact)}".rstrip()
            )
    if replayed.problem is not None:
        raise replayed.problem


def _plain(told: Any) -> str:
    return told if isinstance(told, str) else json.dumps(told)
