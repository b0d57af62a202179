"""A round as a row of moments: what somebody sees who is shown the released faces, step by step.

The records are folded by the code that shows the live table (console/round_projection.py); the
faces come from the release alone. Amounts are cents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.desk.record_kinds import BESIDE
from cardtable.rules.cards import CardError, parse_card
from cardtable.rules.determinations import settled
from cardtable.rules.hands.omaha_values import omaha_high_value
from cardtable.rules.hands.rankings import CATEGORIES, category_of
from cardtable.rules.hands.values import high_value
from cardtable.rules.round import Refused
from host_tools import wording
from host_tools.console.round_projection import TableView
from host_tools.equity.spot import BOARD, HOLE, Spot
from host_tools.ledger.ledger import Entry
from host_tools.ledger.standing import standing
from host_tools.watching.due import DueRound
from host_tools.wording.hands import hand_name

_SEAL = 4  # characters at least; a shorter token is a face
_FIVE = 5
_STREETS = {
    "holdem": ("Before the flop", "Flop", "Turn", "River"),
    "omaha": ("Before the flop", "Flop", "Turn", "River"),
    "draw": ("Before the draw", "After the draw"),
    "stud": ("Second card", "Third card", "Fourth card", "Fifth card"),
}
_DOES = {"check": "checks", "call": "calls", "bet": "bets", "raise": "raises", "fold": "folds"}
_DOES |= {"under_raise": "raises", "call_fold": "calls"}
_WITH_AMOUNT = ("call", "bet", "raise", "under_raise", "call_fold")
_POSTS = {"ante": "ante", "blind": "blind", "over": "over-blind", "entry": "blind"}


@dataclass
class Moment:
    """What is seen from `at_ms` on, counted from the beginning of the round."""

    at_ms: int
    shown: dict[str, Any]
    spot: Spot | None = None  # who may still win with what, where every such hand is known


def moments_of(due: DueRound, values: dict[str, Any] | None = None) -> list[Moment]:
    """Every moment that differs from the one before. `values`: what it was played by, if known."""
    made: list[Moment] = []
    teller = _Teller(due, values)
    at_ms, last_ms = 0, due.entries[0].time_ms
    for entry in standing(due.entries):
        if entry.clock == due.entries[0].clock and entry.time_ms > last_ms:
            at_ms += entry.time_ms - last_ms
        last_ms = entry.time_ms
        shown = teller.after(entry)
        if shown is None or (made and made[-1].shown == shown):
            continue
        made.append(Moment(at_ms, shown, teller.spot()))
    return made


class _Teller:
    """Takes the records of one round, one by one."""

    def __init__(self, due: DueRound, values: dict[str, Any] | None) -> None:
        opening = due.entries[0].body
        self._due = due
        self._view = TableView()
        self._view.game, self._view.fingerprint = opening[2], opening[3]
        self._view.values = values or _usual(opening[2])
        self._did: dict[int, str] = {}  # box → what it has done in this betting round
        self._held: dict[int, list[str]] = {}  # box → its cards, kept when it folds
        self._started = False
        self.is_over = False

    def after(self, entry: Entry) -> dict[str, Any] | None:
        """What is seen after this record; None: nothing that concerns the round."""
        if self.is_over and entry.kind not in ("win", "hand"):
            return None
        self._view.apply(entry.number, entry.body)
        now = self._view.now
        if entry.kind in BESIDE or now is None:
            return None
        now.begun = True  # never the round before it
        note = getattr(self, f"_note_{entry.kind}", None)
        if note is not None:
            note(*entry.body[1:])
        self._started = self._started or entry.kind in ("players", "begin", "ante", "post", "deal")
        return self._shown() if self._started else None

    def _note_act(self, seat: int, what: str, to: int, _rule: object) -> None:
        words = _DOES.get(what, what)
        self._did[seat] = f"{words} {wording.money(to)}" if what in _WITH_AMOUNT else words

    def _note_post(self, seat: int, what: str, amount: int, *_: object) -> None:
        self._did[seat] = f"{_POSTS.get(what, what)} {wording.money(amount)}"

    def _note_throw(self, seat: int, tokens: list[str]) -> None:
        self._did[seat] = f"draws {len(tokens)}" if tokens else "stands pat"

    def _note_muck(self, seat: int) -> None:
        self._did[seat] = "mucks"

    def _note_street(self, *_: object) -> None:
        folded = {seat: did for seat, did in self._did.items() if did == "folds"}
        self._did = folded

    def _note_end(self, *_: object) -> None:
        self.is_over = True

    # ---- what is seen

    def _shown(self) -> dict[str, Any]:
        table: dict[str, Any] = {**self._view.snapshot()}
        now = self._view.now
        assert now is not None
        board = [card.get("face", "") for card in table["board"] or []]
        street = table.get("street") or 0
        names = _STREETS.get(table["game"], ())
        return {
            "table": self._due.table,
            "round": self._due.about.round,
            "game": table["game_name"],
            "policy": self._due.about.policy,
            "street": names[min(street, len(names)) - 1] if names and street else "",
            "board": board,
            "board_size": table.get("board_size", 0),
            "pots": [pot["amount"] for pot in table["pots"]],
            "marker": table["marker"],
            "jackpot": now.played.sign if now.banked else None,
            "dealer": self._dealer(table),
            "over": bool(table["over"]),
            "seats": [self._seat(one, board) for one in table["seats"] if self._plays(one)],
        }

    def _plays(self, one: dict[str, Any]) -> bool:
        assert self._view.now is not None
        played = self._view.now.played
        return one["in"] and (self._view.now.banked or one["seat"] in played.players)

    def _dealer(self, table: dict[str, Any]) -> dict[str, Any] | None:
        if not table["dealer"]:
            return None
        cards = [card.get("face", "") for card in table["dealer"]["cards"]]
        return {"cards": cards, "hand": table["dealer"]["hand"] or ""}

    def _seat(self, one: dict[str, Any], board: list[str]) -> dict[str, Any]:
        seat = one["seat"]
        cards = self._cards(seat, one)
        known = bool(cards) and all(cards)
        out = bool(one.get("out"))
        hand = self._in_words(cards, board) if known and not out else ""
        return {
            "seat": seat,
            "stack": one.get("stack"),
            "bet": one.get("bet") or 0,
            "ante": one.get("ante") or 0,
            "cards": cards,
            "out": out,
            "all_in": one.get("state") == "all in",
            "turn": bool(one.get("turn")),
            "did": self._did.get(seat, ""),
            "blind": one.get("blind") or "",
            "hand": hand or one.get("hand") or "",
            "won": one.get("won"),
            "prize": one.get("prize"),
        }

    def _cards(self, seat: int, one: dict[str, Any]) -> list[str]:
        """Faces, or "" of what nobody may see."""
        assert self._view.now is not None
        played = self._view.now.played
        if self._view.now.banked:
            tokens = played.boxes[seat].tokens if seat in played.boxes else []
            if not one["cards"] and not tokens:
                return []
        else:
            tokens = played.held[seat]
        if tokens:
            self._held[seat] = list(tokens)
        return [self._face(token) for token in self._held.get(seat, [])]

    def _face(self, token: str) -> str:
        return token if len(token) < _SEAL else self._due.faces.get(token, "")

    def _in_words(self, cards: list[str], board: list[str]) -> str:
        """What a hand is at this moment: from the flop on, or five cards of its own."""
        game = self._view.game
        if game not in HOLE or not self._is_made(cards, board):
            return ""
        if self._view.values.get("win") == "low":
            return ""  # the document's own word at the showdown is all there is to say
        spot = Spot(game, {1: [parse_card(c) for c in cards]}, values=self._view.values)
        try:
            own, shared = spot.hands[1], [parse_card(c) for c in board]
            if game == "omaha":
                value = omaha_high_value(list(own), shared, spot.order)
            else:
                value = high_value([*own, *shared], spot.order)
        except (CardError, ValueError):
            return ""
        category = CATEGORIES[category_of(value, spot.order)]
        return hand_name(game, category, wording.CATEGORIES[category], cards, board)

    def _is_made(self, cards: list[str], board: list[str]) -> bool:
        if "" in board:
            return False
        needed = 3 if BOARD[self._view.game] else 0
        return len(board) >= needed and len(cards) + len(board) >= _FIVE

    # ---- who may still win

    def spot(self) -> Spot | None:
        """For equity: only where every hand that may still win is known, and no pot is given."""
        now = self._view.now
        if now is None or now.banked or now.game not in HOLE or self.is_over or now.pots:
            return None
        live: dict[int, list[int]] = {}
        dead: list[int] = []
        for seat in now.played.players:
            faces = [self._face(token) for token in self._held.get(seat, [])]
            codes = [parse_card(face) for face in faces if face]
            if now.played.out[seat]:
                dead += codes
            elif len(codes) < len(faces) or not codes:
                return None
            else:
                live[seat] = codes
        board = [parse_card(face) for token in now.played.board if (face := self._face(token))]
        if len(live) < 2:
            return None
        try:
            return Spot(now.game, live, board, dead, self._view.values)
        except CardError:
            return None  # in the middle of a deal


def _usual(game: str) -> dict[str, Any]:
    """The records name determinations by a fingerprint only."""
    try:
        return settled(game, {})["values"]
    except Refused:
        return {}
