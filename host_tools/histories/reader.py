"""PHH files: one hand as TOML (.phh), or many in numbered tables (.phhs).

A file is cut at its numbered tables before it is read, so that one damaged hand costs no other.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from host_tools.common.untrusted_files import parsed_toml, text_of
from host_tools.histories.actions import Action, countable, read_action
from host_tools.histories.problems import Damaged, Unsupported
from host_tools.histories.variants import VARIANTS

_PLAYED = "NT, FT, PO, FO/8, N2L1D, and what cardtable writes itself"
_HEADER = re.compile(r"^\s*\[\s*[\"']?([0-9]{1,18})[\"']?\s*\]\s*(#.*)?$")


@dataclass(frozen=True)
class Piece:
    """The text of one hand; `line` is the file's line before its first."""

    hand: int
    line: int
    text: str


@dataclass
class History:
    """One hand as it was written down; money as written, players from p1.

    Antes and blinds are those of each player: for two players the file has them the other way
    round. A stack of `inf` is one that nobody wrote down: see stacks.py.
    """

    hand: int
    variant: str
    antes: list[Decimal]
    blinds: list[Decimal]
    stacks: list[Decimal]
    actions: list[Action]
    sizes: dict[str, Decimal]
    finishing: list[Decimal] | None = None
    winnings: list[Decimal] | None = None
    whole: bool = True  # every amount is a whole number, as in a tournament
    unknown: set[int] = field(default_factory=set)  # players whose stack is not told
    # Of our own files: what they were played by, in cents, and how they ended
    determinations: dict[str, Any] = field(default_factory=dict)
    outcome: str = "won"
    mucked: list[int] = field(default_factory=list)  # in this order, where it matters

    def order(self) -> list[int]:
        """Players in dealing order; of two with blinds the smaller one comes first."""
        players = list(range(1, len(self.stacks) + 1))
        if len(players) == 2 and abs(self.blinds[0]) > abs(self.blinds[1]):
            players.reverse()
        return players


def pieces(path: Path) -> list[Piece]:
    """The hands of a file; Damaged when it is no text at all."""
    try:
        text = text_of(path, "utf-8-sig")
    except OSError as error:
        raise Damaged(0, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise Damaged(0, "not a text file in UTF-8") from error
    return list(_cut(text))


def _cut(text: str) -> Iterator[Piece]:
    lines = text.split("\n")  # a line of TOML; str.splitlines cuts at U+2028 and its like as well
    starts = [(at, found[1]) for at, line in enumerate(lines) if (found := _HEADER.match(line))]
    if not starts:
        yield Piece(1, 0, text)
        return
    if any(line.split("#")[0].strip() for line in lines[: starts[0][0]]):
        raise Damaged(1, "fields before the first numbered table; write [1] above the first hand")
    ends = [at for at, _ in starts[1:]] + [len(lines)]
    for (at, number), end in zip(starts, ends, strict=True):
        yield Piece(int(number), at + 1, "\n".join(lines[at + 1 : end]))


def read(piece: Piece) -> History:
    """The hand in a piece; Damaged or Unsupported when it cannot be had."""
    try:
        data = parsed_toml(piece.text, Decimal)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$", str(error))
        what, row, column = found.groups() if found else (str(error), "1", None)
        line = piece.line + (int(row) if row else len(piece.text.rstrip("\n").split("\n")))
        where = f" in column {column}" if column else "" if row else " at the end"
        raise Damaged(line, f"not TOML: {what}{where}") from error
    return _Reader(piece, data).history()


class _Reader:
    def __init__(self, piece: Piece, data: dict[str, Any]) -> None:
        self.piece = piece
        self.data = data
        self.rows = piece.text.splitlines()
        self.whole = True

    def history(self) -> History:
        variant = self._need("variant")
        if not isinstance(variant, str):
            raise Damaged(self._line("variant"), "variant must be a text, like 'NT'")
        if variant not in VARIANTS:
            raise Unsupported(f"variant {variant}: these documents play {_PLAYED}")
        stacks = self._amounts("starting_stacks", self._need("starting_stacks"))
        if any(stack <= 0 for stack in stacks):
            raise Damaged(self._line("starting_stacks"), "starting_stacks must be above zero")
        count = len(stacks)
        antes = self._amounts("antes", self._need("antes"), count)
        if any(ante < 0 for ante in antes):
            raise Damaged(self._line("antes"), "antes must not be below zero")
        blinds = self._amounts("blinds_or_straddles", self._need("blinds_or_straddles"), count)
        turned = -1 if count == 2 else 1
        made = History(
            self.piece.hand,
            variant,
            antes[::turned],
            blinds[::turned],
            stacks,
            self._actions(self._need("actions"), count),
            {name: self._amount(name, self._need(name)) for name in VARIANTS[variant].sizes},
        )
        for name in ("finishing_stacks", "winnings"):
            if name in self.data and not self._endless(self.data[name]):
                setattr(made, name.split("_")[0], self._amounts(name, self.data[name], count))
        made.whole = self.whole
        made.unknown = {n + 1 for n, stack in enumerate(stacks) if not stack.is_finite()}
        made.determinations = self._determinations()
        made.outcome = str(self.data.get("_outcome", "won"))
        mucked = self.data.get("_mucked", [])
        if not isinstance(mucked, list) or not all(one in range(1, count + 1) for one in mucked):
            raise Damaged(self._line("_mucked"), "_mucked must be a list of players, like [3, 1]")
        made.mucked = mucked
        return made

    @staticmethod
    def _endless(amounts: object) -> bool:
        """Stacks that nobody wrote down are no more known at the end: they tell nothing."""
        return isinstance(amounts, list) and Decimal("Infinity") in amounts

    def _determinations(self) -> dict[str, Any]:
        """What a round of ours was played by."""
        told = self.data.get("_determinations", {})
        line = self._line("_determinations")
        if not isinstance(told, dict):
            raise Damaged(line, "_determinations must be a table: { limit = 'fixed', … }")
        for name, value in told.items():
            whole = value if isinstance(value, list) else [value]
            if not all(isinstance(one, int | str) for one in whole):
                raise Damaged(line, f"_determinations: {name} must be whole cents, or a word")
        return told

    def _line(self, name: str) -> int:
        """Where a field stands; the first line of the hand when it is not to be found."""
        for at, row in enumerate(self.rows):
            if re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", row):
                return self.piece.line + at + 1
        return self.piece.line + 1

    def _need(self, name: str) -> Any:
        if name not in self.data:
            raise Damaged(self.piece.line + 1, f"the hand has no {name}")
        return self.data[name]

    def _amount(self, name: str, value: object) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise Damaged(self._line(name), f"{name}: {value!r} is no amount")
        if isinstance(value, Decimal):
            if not value.is_finite():
                if name == "starting_stacks" and value > 0:
                    return value  # a stack that nobody wrote down
                raise Unsupported(f"{name}: an amount that is not known ({value})")
            self.whole = False
        if not countable(Decimal(value)):
            raise Damaged(self._line(name), f"{name} has an amount that no chips come to")
        return Decimal(value)

    def _amounts(self, name: str, value: object, count: int | None = None) -> list[Decimal]:
        if not isinstance(value, list) or not value:
            raise Damaged(self._line(name), f"{name} must be a list of amounts, one a player")
        amounts = [self._amount(name, one) for one in value]
        if count is not None and name == "blinds_or_straddles" and len(amounts) < count:
            amounts += [Decimal(0)] * (count - len(amounts))
        if count is not None and len(amounts) != count:
            raise Damaged(
                self._line(name), f"{name} has {len(amounts)} amounts for {count} players"
            )
        return amounts

    def _actions(self, value: object, count: int) -> list[Action]:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise Damaged(self._line("actions"), "actions must be a list of texts")
        made = []
        at = self._line("actions") - self.piece.line - 1
        for text in value:
            at = self._row_of(text, at)
            action = read_action(self.piece.line + at + 1, text)
            if action is None:
                continue
            if action.player > count:
                raise Damaged(
                    action.line, f"'{action.text}': there are {count} players, p1 to p{count}"
                )
            if action.amount is not None and action.amount != int(action.amount):
                self.whole = False
            made.append(action)
        return made

    def _row_of(self, text: str, start: int) -> int:
        """The row an action stands in, at `start` or later."""
        for at in range(max(0, start), len(self.rows)):
            if text in self.rows[at]:
                return at
        return max(0, start)
