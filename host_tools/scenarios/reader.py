"""A round's file read: every error at once, each with file, line, reason and what next."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cardtable.desk.games import PLAYERS_AGAINST_EACH_OTHER
from cardtable.rules.determinations import DOCUMENTS
from cardtable.rules.places import is_seat
from host_tools.common.untrusted_files import parsed_toml, text_of
from host_tools.scenarios.amounts import Unreadable, cents, percent
from host_tools.scenarios.expect import EXPECT_KEYS, read_expect
from host_tools.scenarios.script import Step, read_line

_TOP = ("game", "script", "table", "seats", "expect", "jackpot", "rounds")
_ROUND = ("script", "table", "expect")
_MONEY = [
    "min_bet",
    "max_bet",
    "small_bet",
    "big_bet",
    "ante",
    "smallest_chip",
    "table_min",
    "table_stake",
    "commission_max",
    "max_payout",
    "ante_min",
    "ante_max",
    "ante_multiple",
    "max_buy_in",
    "over_blind",
    "jackpot_wager",
]
_NAMES = ["win", "low_ace", "limit", "blind_kind", "commission", "follow", "deal"]
_WHOLE = ["deck", "low_qualifier", "big_bet_from", "burn", "return_minutes"]
_FLAGS = ["joker", "ace_low", "final_check", "tournament", "shuffling_shoe", "over_blinds"]
_MARKERS = ("button", "puck")
_TABLE = (*_MONEY, *_NAMES, *_WHOLE, *_FLAGS, *_MARKERS, "blinds", "freeze_out")
_JACKPOT = ("pool", "reserve", "wager", "pool_share", "reserve_share", "displayed")
_FREEZE = {"min_wager": "freeze_wager", "eliminated": "freeze_eliminated"}


def is_money(name: str) -> bool:
    """Whether a determination is an amount: written in dollars, kept in cents."""
    return name in _MONEY or name in ("blinds", "freeze_wager")


class BadFile(Exception):
    """A file that cannot be read: the lines to print."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


@dataclass
class RoundFile:
    """A round as written down, in cents."""

    path: Path
    game: str
    determinations: dict[str, Any] = field(default_factory=dict)
    marker: int | None = None
    marker_name: str | None = None
    seats: dict[int, int] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    expect: dict[str, Any] = field(default_factory=dict)
    jackpot: dict[str, Any] = field(default_factory=dict)
    rounds: list[RoundFile] = field(default_factory=list)  # one after the other, where several


def read(path: Path) -> RoundFile:
    """The round in a file, or BadFile with everything that is wrong with it."""
    try:
        text = text_of(path, "utf-8-sig")
    except OSError as error:
        raise BadFile([f"{path}: {error.strerror or error}"]) from error
    except UnicodeDecodeError as error:
        raise BadFile([f"{path}: not a text file in UTF-8"]) from error
    try:
        data = parsed_toml(text, Decimal)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+)", str(error))
        where = f"{path}:{found[1]}" if found else str(path)
        raise BadFile([f"{where}: not TOML: {error}"]) from error
    return _Reader(path, text.splitlines()).round(data)


class _Reader:
    def __init__(self, path: Path, lines: list[str]) -> None:
        self.path = path
        self.lines = lines
        self.errors: list[tuple[int, str]] = []
        self.nth = 0  # which of several rounds is read; 0: the file itself

    def round(self, data: dict[str, Any]) -> RoundFile:
        self._known("", data, _TOP)
        game = data.get("game")
        if not isinstance(game, str) or game not in DOCUMENTS:
            self._error(self._line("", "game"), f"game must be one of {', '.join(DOCUMENTS)}")
        made = RoundFile(self.path, str(game))
        self._table(self._section(data, "table"), made)
        self._seats(self._section(data, "seats"), made)
        made.jackpot = self._jackpot(self._section(data, "jackpot"))
        if "rounds" in data:
            self._rounds(data, made)
        else:
            self._script(data.get("script", ""), made)
            made.expect = self._expect(self._section(data, "expect"))
        if made.jackpot and made.game in PLAYERS_AGAINST_EACH_OTHER:
            line = self._line("jackpot", next(iter(made.jackpot)))
            self._error(line, f"[jackpot] is for Canberra Poker; {game} has none: take it out")
        if not made.seats and "error" not in made.expect:
            self._error(
                self._line("", "seats"), "no seats; write [seats] and a line for each: 1 = 200"
            )
        self.nth = 0
        if self.errors:
            raise BadFile(
                [
                    f"{self.path}:{line}: {text}" if line else f"{self.path}: {text}"
                    for line, text in sorted(self.errors)
                ]
            )
        return made

    def _rounds(self, data: dict[str, Any], made: RoundFile) -> None:
        """Several rounds: what is determined above holds for all, and may change in one."""
        for key in ("script", "expect"):
            if key in data:
                self._error(
                    self._line("", key), f"'{key}' belongs into a round: write it under [[rounds]]"
                )
        rounds = data["rounds"]
        if not isinstance(rounds, list) or not rounds or not all(type(r) is dict for r in rounds):
            self._error(self._line("", "rounds"), "rounds must be [[rounds]], once for each round")
            return
        for nth, one in enumerate(rounds, 1):
            self.nth = nth
            self._known("rounds", one, _ROUND)
            part = replace(made, steps=[], expect={}, rounds=[])
            part.determinations = dict(made.determinations)
            if nth > 1:
                part.marker = part.marker_name = None
            self._table(self._section(one, "table"), part)
            self._script(one.get("script", ""), part)
            part.expect = self._expect(self._section(one, "expect"))
            made.rounds.append(part)
        self.nth = 0

    # ---- where things stand

    def _error(self, line: int, text: str) -> None:
        self.errors.append((line, text))

    def _line(self, section: str, key: str) -> int:
        """The line of a key in a section; 0 when it is written some other way."""
        if self.nth and section != "rounds":
            section = f"rounds.{section}" if section else "rounds"
        inside = ""
        count = 0  # rounds begun so far
        quoted = False
        for number, line in enumerate(self.lines, 1):
            here = inside == section and count == self.nth
            if line.count('"""') % 2 or line.count("'''") % 2:
                if not quoted and here and re.match(rf"\s*{re.escape(key)}\s*=", line):
                    return number
                quoted = not quoted
                continue
            if quoted:
                continue
            header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
            if header:
                inside = header[1]
                count += inside == "rounds"
                wanted = f"{section}.{key}" if self.nth else key
                if inside == wanted and (not section or self.nth == count):
                    return number
            elif here and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return number
        if self.nth:
            return self._nth_round()
        return self._line("", section) if section else 0

    def _nth_round(self) -> int:
        heads = [n for n, line in enumerate(self.lines, 1) if re.match(r"\s*\[\[\s*rounds", line)]
        return heads[self.nth - 1] if self.nth <= len(heads) else 0

    def _section(self, data: dict[str, Any], name: str) -> dict[str, Any]:
        part = data.get(name, {})
        if isinstance(part, dict):
            return part
        self._error(self._line("", name), f"{name} must be a section: [{name}]")
        return {}

    def _known(self, section: str, data: dict[str, Any], names: Sequence[str]) -> None:
        for key in data:
            if key not in names:
                close = get_close_matches(key, names, 1, 0.6)
                hint = f"; did you mean '{close[0]}'?" if close else f"; known: {', '.join(names)}"
                where = f"[{section}] " if section else ""
                self._error(self._line(section, key), f"{where}does not know '{key}'{hint}")

    # ---- sections

    def _table(self, table: dict[str, Any], made: RoundFile) -> None:
        self._known("table", table, _TABLE)
        for key, value in table.items():
            try:
                if key in _TABLE:
                    self._determination(key, value, made)
            except Unreadable as reason:
                self._error(self._line("table", key), f"{key}: {reason}")

    def _determination(self, key: str, value: Any, made: RoundFile) -> None:
        given = made.determinations
        if key in _MONEY:
            given[key] = cents(value)
        elif key in _NAMES:
            if not isinstance(value, str):
                raise Unreadable("must be text in quotes")
            given[key] = value
        elif key in _WHOLE:
            given[key] = _whole(value)
        elif key in _FLAGS:
            if value not in (True, False):
                raise Unreadable("must be true or false")
            given[key] = int(value)
        elif key == "blinds":
            given[key] = [cents(one) for one in (value if isinstance(value, list) else [value])]
        elif key in _MARKERS:
            if made.marker_name:
                raise Unreadable(f"a game has a {made.marker_name} or a {key}, not both")
            made.marker, made.marker_name = _seat(value), key
        else:
            if not isinstance(value, dict) or set(value) - set(_FREEZE):
                raise Unreadable("must be { min_wager = …, eliminated = … }")
            for name, one in value.items():
                given[_FREEZE[name]] = cents(one) if name == "min_wager" else _whole(one)

    def _seats(self, seats: dict[str, Any], made: RoundFile) -> None:
        for key, value in seats.items():
            try:
                seat = _seat(key)
                if seat in made.seats:
                    raise Unreadable("stands there twice")
                made.seats[seat] = cents(value)
            except Unreadable as reason:
                self._error(self._line("seats", key), f"seat {key}: {reason}")

    def _script(self, script: Any, made: RoundFile) -> None:
        line = self._line("", "script")
        if not isinstance(script, str):
            self._error(line, 'script must be text between """ and """')
            return
        opening = self.lines[line - 1] if line else ""
        if re.search(r"(\"\"\"|''')\s*$", opening):
            line += 1  # the text begins on the next line
        for number, text in enumerate(script.split("\n"), line):
            try:
                step = read_line(number, text)
                if step:
                    made.steps.append(step)
            except Unreadable as reason:
                self._error(number, str(reason))

    def _expect(self, expect: dict[str, Any]) -> dict[str, Any]:
        self._known("expect", expect, EXPECT_KEYS)
        found: dict[str, Any] = {}
        for key, value in expect.items():
            try:
                if key in EXPECT_KEYS:
                    found[key] = read_expect(key, value)
            except Unreadable as reason:
                self._error(self._line("expect", key), f"{key}: {reason}")
        return found

    def _jackpot(self, jackpot: dict[str, Any]) -> dict[str, Any]:
        self._known("jackpot", jackpot, _JACKPOT)
        found: dict[str, Any] = {}
        for key, value in jackpot.items():
            try:
                found[key] = percent(value) if key.endswith("_share") else cents(value)
            except Unreadable as reason:
                self._error(self._line("jackpot", key), f"{key}: {reason}")
        return found


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable("must be a whole number")
    return value


def _seat(value: object) -> int:
    text = str(value)
    if isinstance(value, bool) or not text.isdecimal() or not is_seat(int(text)):
        raise Unreadable(f"{value!r} is no seat; seats are 1 to 10")
    return int(text)
