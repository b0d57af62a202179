"""Answers in words: an example may say the same thing in other words."""

from __future__ import annotations


class Wording(str):
    """A text that equals any text with its key words: "a|b" is one of two, "!a|b" neither."""

    keys: tuple[tuple[str, ...], ...]

    def __new__(cls, text: str, *keys: str) -> Wording:
        made = super().__new__(cls, text)
        made.keys = tuple(tuple(key.split("|")) for key in keys or (text,))
        return made

    def __eq__(self, other: object) -> bool:
        said = str(other).lower()
        return isinstance(other, str) and all(_holds(key, said) for key in self.keys)

    def __hash__(self) -> int:
        return super().__hash__()


def _holds(key: tuple[str, ...], said: str) -> bool:
    if key[0].startswith("!"):
        return not any(word.removeprefix("!") in said for word in key)
    return any(word in said for word in key)
