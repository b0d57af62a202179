"""Rule numbers as people write them: C16.1.a, C 16.1(a) and 16.1 (a) are one rule."""

from __future__ import annotations

import re

_PARTS = re.compile(r"[0-9]+|[a-z]+")
_DOCUMENT = re.compile(r"^(NI2005-66|NI2004-492|NI2006-156|S89-1997|TGC-2006)\b", re.IGNORECASE)
_WORDS = re.compile(r"\b(rule|rules|r|para|paragraph|section|s)\b\.?\s*", re.IGNORECASE)


def parts(rule: str) -> tuple[str, ...]:
    """The steps of one rule number: ("c", "16", "1", "a")."""
    text = _WORDS.sub("", _DOCUMENT.sub("", rule.strip()).lower())
    return tuple(_PARTS.findall(text))


def several(text: str) -> list[tuple[str, ...]]:
    """Every rule that a citation names: "TGC-2006 C7.3, C5.2.f"."""
    text = _DOCUMENT.sub("", text.strip())
    return [found for piece in re.split(r"[,;+&]| and ", text) if (found := parts(piece))]


def matches(wanted: str, cited: str) -> bool:
    """Whether a citation names the wanted rule, its parent or one of its paragraphs."""
    return any(_akin(one, other) for one in several(wanted) for other in several(cited))


def _akin(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    # Part letters may be left out: 19.13 for C19.13.
    if one[:1] != other[:1]:
        if one[0] in ("b", "c") and other[0].isdigit():
            one = one[1:]
        elif other[0] in ("b", "c") and one[0].isdigit():
            other = other[1:]
    short = min(len(one), len(other))
    return short > 0 and one[:short] == other[:short]
