"""Expected failures: one line for people, a hint what to do next, a stable exit code."""

from __future__ import annotations

BAD_INPUT = 2  # what was given cannot be used; the same code as a wrong option


class Problem(Exception):
    """Something a person can mend. `cardtable` prints it as one line on stderr."""

    def __init__(self, text: str, hint: str = "", code: int = 1) -> None:
        super().__init__(text)
        self.hint = hint
        self.code = code

    def line(self) -> str:
        text = str(self)
        return f"{text}. {self.hint}" if self.hint else text
