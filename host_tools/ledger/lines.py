"""The bytes of a record, read with suspicion: files are damaged, boards are not always ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cardtable.records import TOLD, UPTIME, BrokenChain, decode, digest
from host_tools.common.problems import NOT_WHOLE, Problem

_MOST = 1 << 62  # what a database can hold with room to spare
_MANY_DIGITS = re.compile(rb"[0-9]{19}|[eE][+-]?[0-9]|N|I")  # a cheap look before a slow one
# What code that believes a record does when the record is not what its kind says.
_ASTRAY = (
    ArithmeticError,
    AttributeError,
    BrokenChain,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


def decoded(line: Any) -> list:
    """The record in `line`; BrokenChain when it is none, whatever the bytes are."""
    try:
        return decode(bytes(line))
    except (RecursionError, TypeError, ValueError):
        raise BrokenChain("not a record") from None


def checked(line: Any, epoch: int) -> list:
    """The record in `line`, whose head is what a head must be."""
    record = decoded(line)
    _, of, number, clock, time_ms, previous = record[:6]
    if of != epoch:
        raise BrokenChain(f"epoch {str(of)[:20]} where {epoch} was due")
    if clock not in (UPTIME, TOLD) or not isinstance(previous, str):
        raise BrokenChain("not a record")
    if "\0" in record[6] or any("\ud800" <= c <= "\udfff" for c in record[6]):
        raise BrokenChain("not a record")  # no text that a database can hold
    if not isinstance(time_ms, int) or not 0 <= time_ms < _MOST or not 1 <= number < _MOST:
        raise BrokenChain("not a record")
    return record


def as_stored(row: tuple, epoch: int) -> list:
    """The record of (number, received_ms, digest, line); BrokenChain when the row is damaged."""
    number, received_ms, kept, line = row
    if not isinstance(line, bytes) or digest(line) != kept:
        raise BrokenChain("its bytes are not those that came")
    record = checked(line, epoch)
    if record[2] != number or not isinstance(received_ms, int):
        raise BrokenChain("it stands in another's place")
    if _MANY_DIGITS.search(line) and not _bounded(record):
        raise BrokenChain("a number beyond all bounds")
    return record


def _bounded(value: Any) -> bool:
    """Whether every number in a value is one that a board can mean."""
    if isinstance(value, list):
        return all(_bounded(one) for one in value)
    return not isinstance(value, (int, float)) or -_MOST < value < _MOST


def damaged(table: str, epoch: int, number: Any, why: object) -> Problem:
    return Problem(
        f"table {table}, epoch {epoch}: record {number} is damaged or was altered ({why})",
        "See what else is: cardtable ledger verify. Put the ledger back from a copy.",
        NOT_WHOLE,
    )


@contextmanager
def sensible(what: str) -> Iterator[None]:
    """Around a report that takes records at their word, after each was read."""
    try:
        yield
    except _ASTRAY as astray:
        why = f"{type(astray).__name__}: {astray}"[:120]
        raise Problem(
            f"the records of {what} make no sense together ({why})",
            "Hash them again: cardtable ledger verify",
            NOT_WHOLE,
        ) from astray


@contextmanager
def believing(entry: Any) -> Iterator[None]:
    """Around code that takes a record at its word: a Problem when the record makes no sense."""
    try:
        yield
    except _ASTRAY as astray:
        why = f"{type(astray).__name__}: {astray}"[:120]
        raise Problem(
            f"table {entry.table}, epoch {entry.epoch}: record {entry.number} ({entry.kind[:40]})"
            f" makes no sense ({why})",
            "Its board wrote it so: update this program if that is newer, else report it with the"
            " record: cardtable events --json",
            NOT_WHOLE,
        ) from astray
