"""A round's records as a PHH hand history. PHH has no commission: it stands in `_commission`.

Cards that were never shown are unknown (`????`): the records hold their seals only.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.record_kinds import KINDS
from cardtable.rules.places import BOARD, BURN, DISCARD, SHOE, is_seat
from host_tools.histories.actions import UNKNOWN
from host_tools.ledger.ledger import Entry
from host_tools.words import GAMES

# game → (hole cards, usual variant, all variants)
_GAMES = {
    "holdem": (2, "NT", ("NT", "FT")),
    "omaha": (4, "PO", ("PO", "FO/8")),
}
_FIXED = ("FT", "FO/8")
_FACE = 3  # characters; a longer token is a seal
_ACTS = {
    "check": "cc",
    "call": "cc",
    "fold": "f",
    "bet": "cbr",
    "raise": "cbr",
    "under_raise": "cbr",
}
# They say nothing that PHH has a word for, and change nothing in the hand.
_SILENT = (
    "clock", "marker", "collect", "see", "decision", "deck", "fault",
    "fault_over", "refused", "boot", "meter", "away", "declared", "day_open", "drop", "mode",
)  # fmt: skip


class Unwritable(Exception):
    """Why a round has no PHH notation."""


def phh(entries: Iterable[Entry], variant: str | None = None) -> str:
    """The file of one round."""
    return _Writer(list(entries), variant).text()


class _Writer:
    def __init__(self, entries: list[Entry], variant: str | None) -> None:
        opening = entries[0].body
        self.round, self.game = opening[1], opening[2]
        if self.game not in _GAMES:
            raise Unwritable(f"PHH does not know {GAMES.get(self.game, self.game)}")
        self.each, usual, variants = _GAMES[self.game]
        self.variant = variant or usual
        if self.variant not in variants:
            raise Unwritable(f"variant {self.variant} of {self.game}; there are {variants}")
        self.table = entries[0].table
        self.brought = dict(opening[5])
        self.entries = entries
        self.order: list[int] = []
        self.antes: dict[int, int] = {}
        self.blinds: dict[int, int] = {}
        self.bet: dict[int, int] = {}  # in this betting round
        self.stack: dict[int, int] = {}
        self.dealt: dict[int, list[str]] = {}
        self.shown: dict[int, list[str]] = {}
        self.board: list[str] = []
        self.actions: list[str] = []
        self.commission = 0
        self.over = False

    def text(self) -> str:
        for entry in self.entries[1:]:
            take = getattr(self, f"_{entry.kind}", None) if entry.kind in KINDS else None
            if take is not None:
                take(*entry.body[1:])
            elif entry.kind not in _SILENT:
                raise Unwritable(f"it has a record of {entry.kind}, which PHH has no word for")
        if not self.over:
            raise Unwritable("it is not over")
        self._lay_board()
        return "".join(f"{name} = {value}\n" for name, value in self._fields())

    def _fields(self) -> list[tuple[str, str]]:
        least = max(self.blinds.values(), default=0)
        if not least:
            raise Unwritable("without blinds PHH needs the least bet, which no record tells")
        made = [
            ("variant", f"'{self.variant}'"),
            ("ante_trimming_status", "true"),
            ("antes", self._amounts(self.antes)),
            ("blinds_or_straddles", self._amounts(self.blinds)),
        ]
        if self.variant in _FIXED:
            made += [("small_bet", dollars(least)), ("big_bet", dollars(2 * least))]
        else:
            made.append(("min_bet", dollars(least)))
        hands = [f"d dh {self._name(seat)} {self._hole(seat)}" for seat in self.order]
        actions = ",\n".join(f"  '{action}'" for action in [*hands, *self.actions])
        made += [
            ("starting_stacks", self._amounts(self.brought)),
            ("actions", f"[\n{actions},\n]"),
            ("hand", str(self.round)),
            ("table", _quoted(self.table)),
            ("seats", str(self.order)),
            ("finishing_stacks", self._amounts(self.stack)),
        ]
        if self.commission:
            made.append(("_commission", dollars(self.commission)))
        return made

    def _amounts(self, amounts: dict[int, int]) -> str:
        return f"[{', '.join(dollars(amounts.get(seat, 0)) for seat in self.order)}]"

    def _name(self, seat: int) -> str:
        return f"p{self.order.index(seat) + 1}"

    def _hole(self, seat: int) -> str:
        """As dealt: faces only where the deal itself was open."""
        cards = self.dealt.get(seat, [])
        return "".join(card if len(card) < _FACE else UNKNOWN for card in cards)

    # ---- records

    def _join(self, seat: int, amount: int, *_rest: object) -> None:
        self.brought[seat] = amount

    def _buy(self, seat: int, amount: int) -> None:
        self.brought[seat] = self.brought.get(seat, 0) + amount

    def _leave(self, seat: int, _amount: int) -> None:
        if not self.order:
            self.brought.pop(seat, None)

    def _change_seat(self, seat: int, to: int, *_rest: object) -> None:
        self.brought[to] = self.brought.pop(seat, 0)

    def _players(self, order: list[int]) -> None:
        if len(order) < 3:
            raise Unwritable("PHH gives two players button and blinds the other way round")
        if any(seat not in self.brought for seat in order):
            raise Unwritable("the stacks at its beginning are not in its records")
        self.order = list(order)
        self.stack = {seat: self.brought[seat] for seat in order}

    def _post(self, seat: int, what: str, amount: int, dead: int, _rule: object) -> None:
        if what not in ("ante", "blind") or dead:
            raise Unwritable("a blind was posted on entering the game")
        kept = self.antes if what == "ante" else self.blinds
        kept[seat] = kept.get(seat, 0) + amount
        self.stack[seat] -= amount
        if what == "blind":
            self.bet[seat] = amount

    def _deal(self, place: int, token: str) -> None:
        if token == "Jk":
            raise Unwritable("PHH has no joker in this game")
        if is_seat(place):
            self.dealt.setdefault(place, []).append(token)
            if len(self.dealt[place]) > self.each:
                raise Unwritable("a hand was dealt again or got a card too many")
        elif place == BOARD:
            self.board.append(token)
        elif place not in (BURN, DISCARD, SHOE):
            raise Unwritable("a card went where PHH has no place")

    def _turn(self, place: int, _token: str, card: str, _salt: str) -> None:
        if is_seat(place):
            self.shown.setdefault(place, []).append(card)

    def _act(self, seat: int, what: str, to: int, rule: str | None) -> None:
        self._lay_board()
        if what not in _ACTS or (rule and what != "fold"):
            why = f" by {rule}" if rule else ""
            raise Unwritable(f"'{what}'{why} has no word in PHH")
        self.stack[seat] -= to - self.bet.get(seat, 0)
        self.bet[seat] = to
        amount = f" {dollars(to)}" if _ACTS[what] == "cbr" else ""
        self.actions.append(f"{self._name(seat)} {_ACTS[what]}{amount}")

    def _street(self, _number: int, _first: int) -> None:
        self._lay_board()

    def _gather(self, _pot: int) -> None:
        self.bet = {}

    def _return(self, seat: int, amount: int, _rule: str) -> None:
        self.stack[seat] += amount

    def _hand(self, seat: int, _category: str) -> None:
        self._lay_board()
        faces = [card for card in self.dealt.get(seat, []) if len(card) < _FACE]
        cards = "".join(self.shown.get(seat) or faces) or "-"
        self.actions.append(f"{self._name(seat)} sm {cards}")

    def _muck(self, seat: int) -> None:
        self._lay_board()
        self.actions.append(f"{self._name(seat)} sm")

    def _pot(self, _pot: int, _amount: int, _winners: list[int]) -> None:
        self._lay_board()

    def _commission(self, _pot: int, amount: int, _rule: str) -> None:
        self.commission += amount

    def _win(self, _pot: int, seat: int, amount: int, part: str) -> None:
        if part != "all" and self.variant != "FO/8":
            raise Unwritable("high and low hands share the pot; with fixed bets: --variant FO/8")
        self.stack[seat] += amount

    def _end(self, outcome: str, rule: str | None) -> None:
        if outcome != "won":
            raise Unwritable(f"it ended as a {outcome} round ({rule})")
        self.over = True

    def _lay_board(self) -> None:
        if self.board:
            self.actions.append(f"d db {''.join(self.board)}")
            self.board = []


def dollars(cents: int) -> str:
    """12 or 12.50."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
