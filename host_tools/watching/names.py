"""Who sits where, for people who watch: the table itself knows boxes, and no names.

    [t1]
    3 = "Ada Lovelace"

The file is read again whenever it has changed, so it can be written while a table plays.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from host_tools.common.problems import BAD_INPUT, Problem, unreadable
from host_tools.common.untrusted_files import parsed_toml, text_of

_LONGEST = 60  # characters; a page shortens what is too long for its place
_MOST = 10
Names = dict[str, dict[int, str]]  # table → box → name


class NamesFile:
    """`of(table)` by the file as it is now; what cannot be read leaves the names as they were."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._names: Names = {}
        if path is not None:
            self._names = read_names(path)
            self._seen = _stamp(path)

    def of(self, table: str) -> dict[int, str]:
        if self._path is not None and (stamp := _stamp(self._path)) != self._seen:
            self._seen = stamp
            try:
                self._names = read_names(self._path)
            except Problem:
                pass  # somebody is in the middle of writing it
        return self._names.get(table, {})


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        told = path.stat()
    except OSError:
        return None
    return told.st_mtime_ns, told.st_size


def read_names(path: Path) -> Names:
    """Every table's names; a Problem says what is wrong with the file."""
    try:
        given = parsed_toml(text_of(path))
    except OSError as failure:
        raise unreadable(path, failure) from failure
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as failure:
        raise Problem(f"{path} is not TOML: {failure}", _EXAMPLE, BAD_INPUT) from failure
    names: Names = {}
    for table, boxes in given.items():
        if not isinstance(boxes, dict):
            raise Problem(f"{path}: {table} is not a table's section", _EXAMPLE, BAD_INPUT)
        for box, name in boxes.items():
            if not (box.isascii() and box.isdigit() and 1 <= int(box) <= _MOST):
                raise Problem(f"{path}: [{table}] {box} is no box", "Boxes are 1 to 10.", BAD_INPUT)
            if not isinstance(name, str):
                raise Problem(f"{path}: [{table}] {box} is no name", _EXAMPLE, BAD_INPUT)
            plain = "".join(sign for sign in name if sign.isprintable())
            names.setdefault(table, {})[int(box)] = plain[:_LONGEST]
    return names


_EXAMPLE = 'Write: [t1], and below it: 3 = "Ada Lovelace".'
