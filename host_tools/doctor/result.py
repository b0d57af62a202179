"""The outcome of one check."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

OK = "ok"
WARN = "warn"  # plays on; have a look
FAIL = "fail"  # needs hands
SKIP = "skip"  # not looked at; the evidence says why


@dataclass(frozen=True)
class Result:
    """`id` never changes its meaning: scripts go by it. `cause` is a code of wording/doctor.py."""

    id: str
    title: str
    result: str
    evidence: str
    remedy: str = ""
    cause: str = ""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def needs_hands(results: list[Result]) -> bool:
    return any(one.result == FAIL for one in results)
