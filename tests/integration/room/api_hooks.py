"""What Schemathesis is told beside the document: names and numbers of what is really there.

Loaded by its command line (SCHEMATHESIS_HOOKS). By chance it would find no table, alarm, player or
webhook. Of the cases that are meant to be valid every second asks for one that exists; each answer
is written down, for the test to see which operations ever did what they are there for.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import schemathesis
from schemathesis import GenerationMode

THERE, ANSWERED = "CARDTABLE_API_THERE", "CARDTABLE_API_ANSWERED"

_turn: defaultdict[str, count[int]] = defaultdict(count)
_once = ("alarm", "player", "webhook")  # gone, or taken on, after it was asked for


@cache
def _there() -> dict[str, list[Any]]:
    return json.loads(Path(os.environ[THERE]).read_text())


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: Any) -> None:
    there = _there()
    wants = [name for name in there if name in (case.path_parameters or {})]
    if not wants or case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    (name,) = wants
    if next(_turn[case.operation.label]) % 2 == 0 and there[name]:
        at = there[name].pop(0) if name in _once else there[name][0]
        case.path_parameters[name] = at


@schemathesis.hook
def after_call(_context: Any, case: Any, response: Any) -> None:
    with open(os.environ[ANSWERED], "a", encoding="utf-8") as file:
        file.write(f"{response.status_code} {case.operation.label}\n")
