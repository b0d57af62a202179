"""Rounds of players against each other, told in words; narrator.py has the rest."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.rules.places import BOARD, BURN, SHOE
from host_tools import wording
from host_tools.wording import money
from host_tools.wording.chips import Chips
from host_tools.wording.line import Line

_POSTS = {"ante": "ante", "blind": "blind", "over": "over-blind", "entry": "blind on entering"}
_ACTS = {
    "check": "checks",
    "call": "calls {}",
    "bet": "bets {}",
    "raise": "raises to {}",
    "under_raise": "raises to {}, less than a raise,",
    "fold": "folds",
    "call_fold": "calls and folds",
}
_WAITS = {
    0: "is back at the table",
    1: "waits for the big blind",
    2: "waits for the big blind after changing seats",
    3: "has missed a blind and waits for the big blind",
    4: "is away from the table",
    5: "is away, and a blind has passed",
}
_UNTIL_PASSED = "waits until the blinds have passed"  # TGC-2006 C19.7: not for the big blind
_MARKERS = {"first": "is given to", "vacated": "passes an empty seat to", "next": "goes on to"}


class PokerTeller:
    """Sentences for the records of Draw Poker, Omaha, Hold-Em and Five Card Stud."""

    _shared: list[str]  # communal cards so far
    _fresh: list[str]  # those not yet told
    _open: dict[int, list[str]]
    _chips: Chips

    def _begin_poker(self) -> None:
        self._shared, self._fresh = [], []
        self._chips = Chips()

    def _card_moved(self, token: str, start: int, end: int) -> None:
        """A card set right or shuffled back: it is told where it lies, and nowhere else."""
        piles = [self._shared, self._fresh] if start == BOARD else [self._open.get(start, [])]
        found = [pile for pile in piles if token in pile]
        for pile in found:
            pile.remove(token)
        if end == BOARD:
            self._fresh.append(token)
        elif found and end != SHOE:
            self._open.setdefault(end, []).append(token)

    def _board_card(self, place: int, token: str) -> bool:
        """Take a communal or burnt card; they are told together when the betting goes on."""
        if place == BOARD:
            self._fresh.append(token)
        return place in (BOARD, BURN)

    def _board_lines(self) -> list[str]:
        if not self._fresh:
            return []
        self._shared += self._fresh
        told = f"  The board: {wording.cards(self._fresh)}."
        if len(self._shared) > len(self._fresh):
            told = told[:-1] + f", so {wording.cards(self._shared)} in all."
        self._fresh = []
        return [told]

    # ---- before the deal

    def _players(self, order: Sequence[int]) -> list[str]:
        return [f"  Dealt in, first card first: box {', '.join(map(str, order))}."]

    def _post(self, seat: int, what: str, amount: int, dead: int, rule: str | None) -> list[str]:
        extra = f", and {money(dead)} that is dead" if dead else ""
        kind = _POSTS.get(what, what)
        last = self._chips.post(seat, what, amount, dead)
        extra += " and is all in" if last else ""
        if not amount:  # who posted on entering owes nothing more
            return []
        return [Line(f"  Box {seat} posts its {kind} of {money(amount - dead)}{extra}", rule)]

    def _marker(self, seat: int, why: str, rule: str) -> list[str]:
        return [Line(f"  The marker {_MARKERS.get(why, 'goes to')} box {seat}", rule)]

    def _lap(self, seat: int, rule: str) -> list[str]:
        return [Line(f"  The button began at box {seat} and is not yet round the table", rule)]

    def _freeze_out(self, eliminated: int, ante: int, rule: str) -> list[str]:
        return [Line(f"  Freeze-out: {eliminated} out so far, the ante is {money(ante)}", rule)]

    def _astray(self, rule: str | None, seat: int | None) -> list[str]:
        if rule is None:
            return ["  The deal is in order again."]
        where = f" at box {seat}" if seat else ""
        return [Line(f"! The deal has gone wrong{where}", rule)]

    def _burns(self, rule: str) -> list[str]:
        return [Line("  A card is burnt for each active player", rule)]

    def _see(self, seat: int) -> list[str]:
        return [f"  Box {seat} has looked at its cards."]

    def _away(self, seat: int, waits: int, rule: str) -> list[str]:
        return [Line(f"  Box {seat} {_WAITS.get(waits, 'waits')}", rule)]

    def _declared(self, seat: int, rule: str) -> list[str]:
        return [Line(f"  Box {seat} plays on below the table stake", rule)]

    def _join(self, seat: int, amount: int, waits: int, rule: str | None) -> list[str]:
        why = _UNTIL_PASSED if rule and rule.startswith("TGC") else _WAITS.get(waits)
        wait = f" and {why}" if why and waits else ""
        self._chips.brought(seat, amount)
        return [Line(f"  A player joins at box {seat} with {money(amount)}{wait}", rule)]

    def _corrected(self, seat: int, amount: int, was: int, rule: str) -> list[str]:
        self._chips.brought(seat, amount - was)
        told = f"{money(amount)} instead of {money(was)}"
        return [Line(f"  The director sets the chips of box {seat} right: {told}", rule)]

    def _newcomer(self, seat: int) -> list[str]:
        return [f"  At box {seat}: another player than the one who left."]

    def _leave(self, seat: int, amount: int) -> list[str]:
        return [f"  Box {seat} leaves with {money(amount)}."]

    def _buy(self, seat: int, amount: int) -> list[str]:
        self._chips.brought(seat, amount)
        return [f"  Box {seat} buys chips for {money(amount)}."]

    def _change_seat(self, seat: int, to: int, waits: int, rule: str | None) -> list[str]:
        wait = f" and {_WAITS[waits]}" if waits in _WAITS and waits else ""
        if seat in self._chips.stack:
            self._chips.stack[to] = self._chips.stack.pop(seat)
        return [Line(f"  The player of box {seat} moves to box {to}{wait}", rule)]

    # ---- betting

    def _street(self, number: int, first: int) -> list[str]:
        opens = "" if self._chips.left(first) == 0 else f": box {first} opens"
        return [*self._board_lines(), f"  Betting round {number}{opens}."]

    def _act(self, seat: int, what: str, to: int, rule: str | None) -> list[str]:
        last = self._chips.act(seat, to) or what == "under_raise"
        all_in = " and is all in" if last else ""
        return [Line(f"  Box {seat} {_ACTS.get(what, what).format(money(to))}{all_in}", rule)]

    def _place(self, seat: int, to: int) -> list[str]:
        self._chips.place(seat, to)
        return [f"  Box {seat} has put {money(to)} forward."]

    def _return(self, seat: int, amount: int, rule: str) -> list[str]:
        self._chips.back(seat, amount)
        return [Line(f"  Box {seat} gets {money(amount)} back", rule)]

    def _gather(self, pot: int) -> list[str]:
        self._chips.gather()
        return [f"  In the pot: {money(pot)}."]

    def _clock(self, seat: int, left: int) -> list[str]:
        return [f"  Box {seat} has {left // 1000} seconds left to act."]

    # ---- the end

    def _muck(self, seat: int) -> list[str]:
        return [*self._board_lines(), f"  Box {seat} gives its hand up."]

    def _dead(self, seat: int, rule: str) -> list[str]:
        return [Line(f"  The hand of box {seat} cannot win", rule)]

    def _pot(self, pot: int, amount: int, winners: Sequence[int]) -> list[str]:
        name = "main pot" if not pot else f"side pot {pot}"
        boxes = " and ".join(map(str, winners))
        return [*self._board_lines(), f"  The {name} of {money(amount)} goes to box {boxes}."]

    def _commission(self, pot: int, amount: int, rule: str) -> list[str]:
        return [Line(f"  Commission {money(amount)}", rule)]

    def _win(self, pot: int, seat: int, amount: int, part: str) -> list[str]:
        half = "" if part == "all" else f" for the {part} hand"
        self._chips.won(seat, amount)
        return [f"  Box {seat} wins {money(amount)}{half}."]

    def _refund(self, seat: int, amount: int, rule: str) -> list[str]:
        self._chips.won(seat, amount)
        return [Line(f"  Box {seat} gets {money(amount)} back", rule)]

    def _eliminated(self, seat: int, ante: int, rule: str) -> list[str]:
        return [Line(f"  Box {seat} is out; the next ante is {money(ante)}", rule)]

    # ---- draw, and cards set right

    def _throw(self, seat: int, tokens: Sequence[str]) -> list[str]:
        count = len(tokens)
        held = self._open.get(seat, [])
        self._open[seat] = [token for token in held if token not in tokens]
        if not count:
            return [f"  Box {seat} stands pat."]
        return [f"  Box {seat} replaces {count} card{'' if count == 1 else 's'}."]

    def _replace(self, seat: int, card: str) -> list[str]:
        return [f"  The exposed {wording.card(card)} of box {seat} is to be replaced."]

    def _replaced(self, seat: int) -> list[str]:
        return [f"  The card of box {seat} has been replaced."]
