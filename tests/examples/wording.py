"""Answers in words: an example may say the same thing in other words."""

from __future__ import annotations


class Wording(str):
    """A text that equals any text with its key words; "a|b" is one of two."""

    keys: tuple[tuple[str, ...], ...]

    def __new__(cls, text: str, *keys: str) -> Wording:
        made = super().__new__(cls, text)
        made.keys = tuple(tuple(key.split("|")) for key in keys or (text,))
        return made

    def __eq__(self, other: object) -> bool:
        said = str(other).lower()
        return isinstance(other, str) and all(any(k in said for k in key) for key in self.keys)

    def __hash__(self) -> int:
        return super().__hash__()
