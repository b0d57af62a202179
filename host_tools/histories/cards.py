"""Whose cards are known, by the deal or by what was shown; stand-ins for those nobody ever saw."""

from __future__ import annotations

from cardtable.rules.cards import card_text
from host_tools.histories.actions import BOARD, HOLE, MUCK, SHOW, UNKNOWN, Action
from host_tools.histories.problems import Damaged, Unsupported
from host_tools.histories.reader import History

_BOARD = 5
_DECK = [card_text(code) for code in range(52)]


class Cards:
    """The cards of a hand. Unknown cards of players who never show are any that are left."""

    def __init__(self, history: History, each: int) -> None:
        self.shown: dict[int, Action] = {}  # player → how the hand ended for them
        self.closed: set[int] = set()  # "sm ????": neither shown nor given up
        self.board: list[str] = []
        self.hole = self._dealt(history, each)
        for action in history.actions:
            if action.kind == BOARD:
                self.board += action.cards
            elif action.kind in (SHOW, MUCK):
                self._show(action, each)
        if len(self.board) > _BOARD:
            raise Unsupported("more than five communal cards: the board was run more than once")
        if UNKNOWN in self.board:
            raise Unsupported("a communal card is unknown")
        self.known = {player: UNKNOWN not in cards for player, cards in self.hole.items()}
        self._each_once(history)
        self._stand_ins()

    def _dealt(self, history: History, each: int) -> dict[int, list[str]]:
        hole: dict[int, list[str]] = {n + 1: [] for n in range(len(history.stacks))}
        for action in history.actions:
            if action.kind != HOLE:
                continue
            hole[action.player] += action.cards
            if len(hole[action.player]) > each:
                raise Damaged(action.line, f"'{action.text}': a hand has {each} hole cards")
        for player, cards in hole.items():
            if 0 < len(cards) < each:
                raise Unsupported(f"p{player} was dealt {len(cards)} of {each} hole cards")
            cards += [UNKNOWN] * (each - len(cards))
        return hole

    def _show(self, action: Action, each: int) -> None:
        player = action.player
        self.closed.discard(player)
        if action.kind == SHOW and action.cards:
            if len(action.cards) != each:
                raise Unsupported(f"'{action.text}' shows {len(action.cards)} of {each} hole cards")
            if UNKNOWN in action.cards:  # turned over to nobody: given up
                action = Action(action.line, action.text, MUCK, player)
                self.closed.add(player)
            elif UNKNOWN in self.hole[player]:
                self.hole[player] = list(action.cards)
            elif sorted(action.cards) != sorted(self.hole[player]):
                raise Damaged(action.line, f"'{action.text}': other cards than were dealt")
        self.shown[player] = action

    def _each_once(self, history: History) -> None:
        seen = set()
        for card in [*self.board, *(card for cards in self.hole.values() for card in cards)]:
            if card == UNKNOWN:
                continue
            if card in seen:
                line = next(a.line for a in history.actions if card in a.cards)
                raise Damaged(line, f"{card} is dealt twice")
            seen.add(card)
        self.free = [card for card in _DECK if card not in seen]

    def _stand_ins(self) -> None:
        for cards in self.hole.values():
            for at, card in enumerate(cards):
                if card == UNKNOWN:
                    cards[at] = self.free.pop()
