"""Whose cards are known, by the deal or by what was shown; stand-ins for those nobody ever saw."""

from __future__ import annotations

from cardtable.rules.cards import card_text
from cardtable.rules.decks import lowest_rank
from host_tools.histories.actions import BOARD, HOLE, MUCK, SHOW, UNKNOWN, Action
from host_tools.histories.problems import Damaged, Unsupported
from host_tools.histories.reader import History

_BOARD = 5


def deck_of(history: History) -> list[str]:
    """Every card of the deck in use, as far as the file tells which one that is."""
    lowest = 4 * lowest_rank(history.determinations.get("deck", 52))
    joker = ["Jk"] if history.determinations.get("joker") else []
    return [card_text(code) for code in range(lowest, 52)] + joker


class Cards:
    """The cards of a hand. Unknown cards of players who never show are any that are left.

    `whole`: everybody was dealt a whole hand; in stud those who fold get no more cards.
    """

    def __init__(self, history: History, each: int, whole: bool = True) -> None:
        self.whole = whole
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
            if 0 < len(cards) < each and self.whole:
                raise Unsupported(f"p{player} was dealt {len(cards)} of {each} hole cards")
            cards += [UNKNOWN] * (each - len(cards))
        return hole

    def _show(self, action: Action, each: int) -> None:
        player = action.player
        self.closed.discard(player)
        if action.kind == SHOW and action.cards:
            if len(action.cards) != each:
                raise Unsupported(f"'{action.text}' shows {len(action.cards)} of {each} hole cards")
            if UNKNOWN in action.cards and UNKNOWN not in self.hole[player]:
                pass  # the deal has told them
            elif UNKNOWN in action.cards:  # turned over to nobody: given up
                action = Action(action.line, action.text, MUCK, player)
                self.closed.add(player)
            elif UNKNOWN in self.hole[player]:
                self._reveal(player, list(action.cards), action)
            elif sorted(action.cards) != sorted(self.hole[player]):
                raise Damaged(action.line, f"'{action.text}': other cards than were dealt")
        self.shown[player] = action

    def _reveal(self, player: int, shown: list[str], action: Action) -> None:
        """Shown cards in the places of those that nobody knew: open ones stay where they lie."""
        for card in self.hole[player]:
            if card != UNKNOWN:
                if card not in shown:
                    raise Damaged(action.line, f"'{action.text}': other cards than were dealt")
                shown.remove(card)
        dealt = self.hole[player]
        self.hole[player] = [shown.pop(0) if card == UNKNOWN else card for card in dealt]

    def _each_once(self, history: History) -> None:
        seen = set()
        for card in [*self.board, *(card for cards in self.hole.values() for card in cards)]:
            if card == UNKNOWN:
                continue
            if card in seen:
                line = next(a.line for a in history.actions if card in a.cards)
                raise Damaged(line, f"{card} is dealt twice")
            seen.add(card)
        self.free = [card for card in deck_of(history) if card not in seen]

    def _stand_ins(self) -> None:
        for cards in self.hole.values():
            for at, card in enumerate(cards):
                if card == UNKNOWN:
                    cards[at] = self.free.pop()
