"""A sentence with the rule it rests on: text for a terminal, parts for a page."""

from __future__ import annotations


class Line(str):
    """As text it has the rule in brackets before its end: "Box 3 wins $5.00 (NI2004-492 9.4)."."""

    words: str  # up to the rule
    end: str  # what follows the rule
    rule: str | None
    next_step: bool  # what the dealer does now, not what has happened

    def __new__(cls, words: str, rule: str | None = None, end: str = ".") -> Line:
        line = super().__new__(cls, f"{words} ({rule}){end}" if rule else words + end)
        line.words, line.rule, line.end, line.next_step = words, rule or None, end, False
        return line

    @property
    def plain(self) -> str:
        """Without the rule, and without the marks that a terminal shows before it."""
        return (self.words + self.end).strip().lstrip("!→ ")


def capital(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]


def plainly(text: str) -> Line:
    """A sentence that rests on no rule."""
    return text if isinstance(text, Line) else Line(text, end="")


def next_step(text: str) -> Line:
    """What the dealer does now."""
    line = Line(f"  → {text}", end="")
    line.next_step = True
    return line
