"""Poker settled a second time, from the records and with another evaluator.

Nothing of the firmware is used here: chips are counted by the records alone, hands are ranked by
phevaluator, pots, commission and shares are written down anew from NI2006-156 and NI2005-66
r 13-15, TGC-2006 B11-B15 and C15-C17.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from phevaluator import evaluate_cards
from phevaluator.evaluator_omaha import evaluate_omaha_cards

BOARD = 20
WHEEL = set("A2345")


@dataclass
class Account:
    """One round, as its records tell it."""

    game: str
    number: int
    stacks: dict[int, int]
    brought: int = 0  # chips on the table at the start and bought since
    taken: int = 0  # chips that left with a player
    bets: dict[int, int] = field(default_factory=dict)  # in this betting round
    put: dict[int, int] = field(default_factory=dict)  # in the whole round
    dead: int = 0
    folded: set[int] = field(default_factory=set)
    mucked: list[int] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    cards: dict[int, list[str]] = field(default_factory=dict)  # place → tokens, then faces
    pots: list[list[Any]] = field(default_factory=list)
    commission: dict[int, int] = field(default_factory=dict)
    wins: dict[int, dict[int, int]] = field(default_factory=dict)  # pot → seat → cents
    forced: int = 0
    ended: str = ""

    def left(self) -> int:
        return sum(self.stacks.values())


def read(records: list[list[Any]]) -> Account:
    """Count a round; AssertionError when a stack goes below zero."""
    opening = records[0]
    made = Account(opening[2], opening[1], {entry[0]: entry[1] for entry in opening[5]})
    made.brought = made.left()
    for kind, *fields in records[1:]:
        reader = _READERS.get(kind)
        if reader is not None:
            reader(made, *fields)
        assert min(made.stacks.values(), default=0) >= 0, (kind, fields)
    return made


def _join(account, seat, amount, *_):
    assert seat not in account.stacks
    account.stacks[seat] = amount
    account.brought += amount


def _buy(account, seat, amount):
    account.stacks[seat] += amount
    account.brought += amount


def _leave(account, seat, amount):
    assert account.stacks.pop(seat) == amount
    account.taken += amount


def _players(account, order):
    account.players = order
    account.bets = dict.fromkeys(order, 0)
    account.put = dict.fromkeys(order, 0)


def _post(account, seat, what, amount, dead, _rule):
    account.stacks[seat] -= amount
    account.forced += amount
    account.dead += dead
    account.put[seat] += amount - dead
    if what != "ante":
        account.bets[seat] += amount - dead


def _act(account, seat, what, to, _rule):
    if what in ("fold", "call_fold"):
        account.folded.add(seat)
    if account.bets:
        more = max(0, to - account.bets[seat])  # a fold in the showdown names no bet
        account.stacks[seat] -= more
        account.put[seat] += more
        account.bets[seat] += more


def _return(account, seat, cents, _rule):
    account.stacks[seat] += cents
    account.put[seat] -= cents
    if account.bets[seat]:  # else out of what has been gathered (TGC-2006 B17.2)
        account.bets[seat] -= cents


def _gather(account, pot):
    assert pot == sum(account.put.values()) + account.dead
    account.bets = dict.fromkeys(account.players, 0)


def _deal(account, place, token):
    account.cards.setdefault(place, []).append(token)


def _turn(account, place, token, card, _salt):
    pile = account.cards[place]
    pile[pile.index(token)] = card


def _throw(account, seat, tokens):
    for token in tokens:
        account.cards[seat].remove(token)


def _move(account, token, start, end, _rule):
    account.cards[start].remove(token)
    account.cards.setdefault(end, []).append(token)


def _win(account, pot, seat, cents, _part):
    account.stacks[seat] += cents
    won = account.wins.setdefault(pot, {})
    won[seat] = won.get(seat, 0) + cents


def _refund(account, seat, cents, _rule):
    account.stacks[seat] += cents


def _place(account, *fields):
    raise AssertionError(f"nobody here bets out of turn: {fields}")


_READERS: dict[str, Any] = {
    "join": _join, "buy": _buy, "leave": _leave, "players": _players, "post": _post, "act": _act,
    "return": _return, "gather": _gather, "deal": _deal, "turn": _turn, "throw": _throw,
    "move": _move, "win": _win, "refund": _refund, "place": _place,
    "muck": lambda account, seat: account.mucked.append(seat),
    "pot": lambda account, n, cents, winners: account.pots.append([cents, winners]),
    "commission": lambda account, n, cents, rule: account.commission.update({n: cents}),
    "end": lambda account, outcome, rule: setattr(account, "ended", outcome),
}  # fmt: skip


# ---- a second settlement


def pots(account: Account) -> list[tuple[int, list[int]]]:
    """(cents, who may win it), the main pot first, by what each player has put in."""
    alive = [seat for seat in account.players if seat not in account.folded]
    made: list[tuple[int, list[int]]] = []
    below = 0
    for level in sorted({account.put[seat] for seat in alive}):
        cents = sum(min(put, level) - min(put, below) for put in account.put.values())
        entitled = [seat for seat in alive if account.put[seat] >= level]
        if cents:
            made.append((cents, entitled))
        below = level
    above = sum(max(0, put - below) for put in account.put.values())  # by players who folded
    if made:
        made[0] = (made[0][0] + account.dead, made[0][1])
        made[-1] = (made[-1][0] + above, made[-1][1])
    joined: list[tuple[int, list[int]]] = []
    for cents, entitled in made:
        if joined and joined[-1][1] == entitled:
            joined[-1] = (joined[-1][0] + cents, entitled)
        else:
            joined.append((cents, entitled))
    return joined


def rank(account: Account, seat: int) -> int:
    """phevaluator counts down: the smaller, the better."""
    own = account.cards[seat]
    board = account.cards.get(BOARD, [])
    if account.game == "omaha":
        return evaluate_omaha_cards(*board, *own)
    return evaluate_cards(*own, *board)


def has_a_wheel(account: Account, seat: int) -> bool:
    """Five to ace may or may not be a straight, as the operator determines: not settled here."""
    cards = account.cards[seat] + account.cards.get(BOARD, [])
    return {card[0] for card in cards} >= WHEEL


def commission(scale: str, cents: list[int], account: Account, winners: list[list[int]]) -> int:
    """What the house takes of all pots together."""
    total = sum(cents)
    if scale == "act-5":
        bettors = {seat for seat, put in account.put.items() if put}
        equal = len(bettors) > 1 and all(bettors <= set(won) for won in winners)
        if max(cents) <= 1900 or total <= account.forced or equal:
            return 0
        return total * 5 // 100 // 100 * 100
    if scale == "tas-holdem":
        return min(100, total) if total <= 2000 else (total + 4999) // 5000 * 250
    if scale == "tas-stud-normal":
        return sum(min((pot + 4999) // 5000 * 200, pot) for pot in cents)
    return 0
