"""Why a hand history cannot be replayed."""

from __future__ import annotations


class Damaged(Exception):
    """A file that breaks its own format; `line` is where, 0 when it is no line."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.line = line


class Unsupported(Exception):
    """A hand in good order that these documents, or this reader, know nothing about."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
