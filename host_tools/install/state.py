"""How far an installation has come, kept in a file: it can be stopped, and taken up again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from host_tools.common.problems import BAD_INPUT, Problem, unwritable
from host_tools.common.untrusted_files import content_of, parsed_json


@dataclass
class State:
    """No secrets in it: keys are in the key ring, PINs in people's heads."""

    path: Path
    table: str
    done: list[str] = field(default_factory=list)
    boxes: dict[str, str] = field(default_factory=dict)  # box → reader it was wired as
    notes: dict[str, Any] = field(default_factory=dict)

    def finish(self, step: str) -> None:
        if step not in self.done:
            self.done.append(step)
        self.save()

    def save(self) -> None:
        told = asdict(self)
        del told["path"]
        beside = self.path.with_suffix(".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(told, indent=1), encoding="utf-8")
            beside.replace(self.path)
        except OSError as failure:
            raise unwritable(self.path, failure) from failure


def load(path: Path, table: str) -> State:
    """What was done before, or a beginning."""
    try:
        told = parsed_json(content_of(path))
        state = State(path, told["table"], told["done"], told["boxes"], told["notes"])
    except FileNotFoundError:
        return State(path, table)
    except (OSError, ValueError, KeyError, TypeError) as damage:
        raise Problem(f"{path} cannot be read", "Remove it to begin anew.", BAD_INPUT) from damage
    if state.table != table:
        raise Problem(
            f"{path} is of the installation of table {state.table}, not {table}",
            "Name another file with --state.",
            BAD_INPUT,
        )
    return state
