"""What went wrong, for people: one line, and what to do about it."""

from __future__ import annotations


class Problem(Exception):
    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.hint = hint
