"""Messages between board and host as named types.

Made from cardtable/desk/messages.py by `python -m host_tools.docsgen`: change them there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.desk.messages import MESSAGES


@dataclass(frozen=True, slots=True)
class Ack:
    epoch: int
    number: int


@dataclass(frozen=True, slots=True)
class Answer:
    id: int
    part: int
    more: int
    value: Any


@dataclass(frozen=True, slots=True)
class Ask:
    id: int
    what: str
    args: list[Any]


@dataclass(frozen=True, slots=True)
class Believed:
    place: str
    epoch: int
    record: int
    pool: int
    reserve: int


@dataclass(frozen=True, slots=True)
class Do:
    role: str
    counter: int
    mac: str
    command: str


@dataclass(frozen=True, slots=True)
class Error:
    of: str
    why: str


@dataclass(frozen=True, slots=True)
class Greet:
    protocol: int
    epoch: int
    have: int


@dataclass(frozen=True, slots=True)
class Hail:
    protocol: int


@dataclass(frozen=True, slots=True)
class Hello:
    protocol: int
    firmware: str
    board: str
    table: str
    epoch: int
    last: int
    challenge: str
    counter: int
    able: list[str]


@dataclass(frozen=True, slots=True)
class Reply:
    counter: int
    code: str
    detail: Any


@dataclass(frozen=True, slots=True)
class Stopped:
    code: str
    where: str


Message = Ack | Answer | Ask | Believed | Do | Error | Greet | Hail | Hello | Reply | Stopped
_TYPES: dict[str, type[Message]] = {
    "ack": Ack,
    "answer": Answer,
    "ask": Ask,
    "believed": Believed,
    "do": Do,
    "error": Error,
    "greet": Greet,
    "hail": Hail,
    "hello": Hello,
    "reply": Reply,
    "stopped": Stopped,
}


def named(line: Any) -> Message | None:
    """A parsed line by its name; None when it is no message, or not as it was declared."""
    if not isinstance(line, list) or not line or not isinstance(line[0], str):
        return None
    return None if MESSAGES.why_not(line) else _TYPES[line[0]](*line[1:])
