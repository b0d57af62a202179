"""Actions as PHH writes them: "d dh p1 AsKd", "d db 2s9hJd", "p1 cbr 600", "p3 sm", "p1 sd 2c"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from host_tools.histories.problems import Damaged, Unsupported

UNKNOWN = "??"

HOLE = "hole"
BOARD = "board"
FOLD = "fold"
PASS = "check or call"
RAISE = "bet or raise"
SHOW = "show"
MUCK = "muck"
DISCARD = "stand pat or discard"

_LONGEST = 200  # characters of an action without its comment: a hand, and what no hand needs
_CARD = re.compile(r"[2-9TJQKA?][cdhs?]|Jk")  # PHH has no joker; the games of ours have
_PLAYER = re.compile(r"p([1-9][0-9]{0,5})")
_OTHER_GAMES = {"pb": "a bring-in"}


@dataclass(frozen=True)
class Action:
    """One thing that happened; `player` counts from 1, 0 is the dealer."""

    line: int
    text: str
    kind: str
    player: int = 0
    cards: tuple[str, ...] = ()
    amount: Decimal | None = None


def read_action(line: int, text: str) -> Action | None:  # noqa: C901  # one notation a case
    """The action a notation stands for; None for a comment alone."""
    plain = " ".join(text.split("#", 1)[0].split())
    words = plain.split()
    if not words:
        return None
    if len(plain) > _LONGEST:
        raise _wrong(line, plain[:_LONGEST] + "…")
    if words[0] == "d":
        return _dealt(line, plain, words[1:])
    player = _player(line, plain, words[0])
    match words[1:]:
        case ["f"]:
            return Action(line, plain, FOLD, player)
        case ["cc"]:
            return Action(line, plain, PASS, player)
        case ["cbr", amount]:
            return Action(line, plain, RAISE, player, amount=_amount(line, plain, amount))
        case ["sm"]:
            return Action(line, plain, MUCK, player)
        case ["sm", "-"]:
            return Action(line, plain, SHOW, player)
        case ["sm", cards]:
            return Action(line, plain, SHOW, player, _cards(line, plain, cards))
        case ["sd"]:
            return Action(line, plain, DISCARD, player)
        case ["sd", cards]:
            return Action(line, plain, DISCARD, player, _cards(line, plain, cards))
        case [word, *_] if word in _OTHER_GAMES:
            raise Unsupported(f"'{plain}' is {_OTHER_GAMES[word]}: no part of these games")
    raise _wrong(line, plain)


def _dealt(line: int, plain: str, words: list[str]) -> Action:
    match words:
        case ["db", cards]:
            return Action(line, plain, BOARD, cards=_cards(line, plain, cards))
        case ["dh", player, cards]:
            return Action(
                line, plain, HOLE, _player(line, plain, player), _cards(line, plain, cards)
            )
    raise _wrong(line, plain)


def _player(line: int, plain: str, word: str) -> int:
    found = _PLAYER.fullmatch(word)
    if not found:
        raise _wrong(line, plain)
    return int(found[1])


def _cards(line: int, plain: str, text: str) -> tuple[str, ...]:
    short = text.replace("10", "T")  # PokerKit reads both
    cards = tuple(short[at : at + 2] for at in range(0, len(short), 2))
    for card in cards:
        if not _CARD.fullmatch(card) or (card != UNKNOWN and "?" in card):
            raise Damaged(line, f"'{plain}': '{card}' is no card; write As, Td, 2c or ??")
    return cards


def _amount(line: int, plain: str, text: str) -> Decimal:
    try:
        amount = Decimal(text.replace(",", ""))
    except InvalidOperation:
        raise Damaged(line, f"'{plain}': '{text}' is no amount") from None
    if not amount.is_finite() or amount <= 0 or not countable(amount):
        raise Damaged(line, f"'{plain}': '{text}' is no amount of chips")
    return amount


def countable(amount: Decimal) -> bool:
    """Whether an amount can be worked with: 1e99999999 written out would fill the memory."""
    return not amount or -40 < amount.adjusted() < 16


def _wrong(line: int, plain: str) -> Damaged:
    known = "d dh, d db, pN f, pN cc, pN cbr AMOUNT, pN sd, pN sm"
    return Damaged(line, f"'{plain}' is no action; there are: {known}")
