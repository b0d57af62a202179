"""Draw Poker: what is kept, thrown and replaced.

N2L1D is played as low ball: the betting is compared, the lows are another custom. Deuce to seven
counts straights and flushes against a hand; NI2005-66 r 3.6 does not. A pot that this decides is
different, and says so.
"""

from __future__ import annotations

from cardtable.rules import places
from host_tools.histories.actions import DISCARD, HOLE, MUCK, SHOW, UNKNOWN, Action
from host_tools.histories.cards import Cards, deck_of
from host_tools.histories.problems import Damaged, Unsupported
from host_tools.histories.reader import History
from host_tools.histories.replayer import OTHER_STACKS, Outcome, Replay

_EACH = 5


class DrawCards(Cards):
    """`first` as dealt, `thrown` and `got` in the draw, `hole` at the end; stand-ins as needed."""

    def __init__(self, history: History) -> None:
        self.shown: dict[int, Action] = {}
        self.closed: set[int] = set()
        self.board: list[str] = []
        players = range(1, len(history.stacks) + 1)
        self.first: dict[int, list[str]] = {player: [] for player in players}
        self.thrown: dict[int, list[str]] = {player: [] for player in players}
        self.got: dict[int, list[str]] = {player: [] for player in players}
        for action in history.actions:
            self._follow(action)
        named = [*self._all(), *[c for a in self.shown.values() for c in a.cards]]
        self.free = [card for card in deck_of(history) if card not in named]
        self.hole: dict[int, list[str]] = {}
        self.known = {}
        for player in players:
            self._complete(player)

    def _all(self) -> list[str]:
        return [
            card
            for cards in (self.first, self.thrown, self.got)
            for hand in cards.values()
            for card in hand
        ]

    def _follow(self, action: Action) -> None:
        player = action.player
        if action.kind == HOLE:
            hand = self.first[player] if len(self.first[player]) < _EACH else self.got[player]
            hand += action.cards
            if len(self.first[player]) > _EACH or len(hand) > _EACH:
                raise Damaged(action.line, f"'{action.text}': a hand has {_EACH} cards")
            self._each_once_dealt(action)
        elif action.kind == DISCARD:
            self._held(action)
            self.thrown[player] += action.cards
            if len(self.thrown[player]) > _EACH:
                raise Damaged(action.line, f"'{action.text}': a hand has {_EACH} cards")
        elif action.kind in (SHOW, MUCK):
            self.closed.discard(player)
            if UNKNOWN in action.cards:
                action = Action(action.line, action.text, MUCK, player)
                self.closed.add(player)
            self.shown[player] = action

    def _each_once_dealt(self, action: Action) -> None:
        """Before the draw; in it, discards may come again (NI2005-66 r 9.7)."""
        dealt = [card for hand in self.first.values() for card in hand if card != UNKNOWN]
        for card in action.cards:
            if dealt.count(card) > 1:
                raise Damaged(action.line, f"'{action.text}': {card} is dealt twice")

    def _held(self, action: Action) -> None:
        first = self.first[action.player]
        if len(first) < _EACH or UNKNOWN in first:
            return
        for card in action.cards:
            if card != UNKNOWN and card not in first:
                raise Damaged(action.line, f"'{action.text}': {card} is not in the hand")

    def _complete(self, player: int) -> None:
        """The hand of a player from beginning to end; what nobody saw is any card left."""
        first, thrown, got = self.first[player], self.thrown[player], self.got[player]
        first += [UNKNOWN] * (_EACH - len(first))
        got += [UNKNOWN] * (len(thrown) - len(got))
        if len(got) != len(thrown):
            raise Unsupported(f"p{player} was dealt {len(got)} cards for {len(thrown)}")
        shown = self.shown.get(player)
        final = list(shown.cards) if shown and shown.kind == SHOW and shown.cards else []
        unknown = UNKNOWN in first or UNKNOWN in thrown or UNKNOWN in got
        if unknown and final:
            # Which of the shown cards came in the draw decides nothing.
            spare = [card for card in final if card not in first and card not in got]
            kept = _EACH - len(thrown)
            known_kept = [card for card in first if card in final]
            while len(known_kept) < kept and spare:
                known_kept.append(spare.pop())
            for at, card in enumerate(got):
                if card == UNKNOWN and spare:
                    got[at] = spare.pop()
            gone = [card for card in first if card != UNKNOWN and card not in known_kept]
            gone += [card for card in thrown if card != UNKNOWN and card not in gone]
            while len(gone) < len(thrown):
                gone.append(self._stand_in())
            self.thrown[player] = thrown = gone
            self.first[player] = first = [*known_kept, *thrown]
        for hand in (thrown, first, got):
            for at, card in enumerate(hand):
                if card == UNKNOWN:
                    hand[at] = self._stand_in() if hand is first else UNKNOWN
        missing = [card for card in thrown if card != UNKNOWN and card not in first]
        for card in missing:  # a known discard of a hand nobody saw
            first[next(at for at, held in enumerate(first) if held not in thrown)] = card
        loose = iter([card for card in first if card not in thrown])
        self.thrown[player] = [next(loose) if card == UNKNOWN else card for card in thrown]
        self.hole[player] = [card for card in first if card not in self.thrown[player]] + got
        self.known[player] = not unknown or bool(final)
        told = [card for card in self.hole[player] if card != UNKNOWN]
        if (
            len(set(told)) != len(told)
            or len(self.hole[player]) != _EACH
            or (final and sorted(final) != sorted(self.hole[player]))
        ):
            raise Unsupported(f"the cards of p{player} do not add up over the draw")

    def _stand_in(self) -> str:
        if not self.free:
            raise Unsupported("more cards than a deck has")
        return self.free.pop()


class DrawReplay(Replay):
    """A hand of single draw."""

    cards: DrawCards

    def __init__(self, history: History) -> None:
        super().__init__(history)
        self.drawn: list[Action] = []

    def _cards(self) -> DrawCards:
        return DrawCards(self.history)

    def _deal(self) -> None:
        for turn in range(_EACH):
            for player in self.order:
                self.table.take(("card", player, self.cards.first[player][turn]))

    def _take(self, action: Action) -> None:
        if action.kind != DISCARD:
            super()._take(action)
            return
        if self.table.street == 1:
            self._draw(action)
        elif action not in self.drawn:
            raise Unsupported(f"'{action.text}' comes after the draw")

    def _draw(self, action: Action) -> None:
        """The whole draw at its first action: replacements come in the document's order."""
        self._playing(action)
        waiting = self.table.to_act()
        if waiting and self._owing():
            raise Unsupported(f"'{action.text}' comes before the betting is over")
        if waiting:  # a check that could change nothing, left out: all others have tapped out
            self._regular(action, ("check", waiting))
        actions = self.history.actions
        got = {player: list(cards) for player, cards in self.cards.got.items()}
        wishes = [one for one in actions if one.kind == DISCARD]
        while self.table.street == 1:
            expected = self.table.expects()
            asked = [given[1] for given in expected if given[0] == "stand"]
            if asked:
                if not wishes:
                    raise Unsupported(f"p{asked[0]} neither draws nor stands pat")
                action = self._next(wishes, asked[0])
                self.drawn.append(action)
                self._regular(action, ("throw", action.player, self.cards.thrown[action.player]))
            elif expected[0][0] == "card":
                place = expected[0][1]
                card = UNKNOWN if place == places.BURN else got[place].pop(0)
                if card == UNKNOWN:
                    card = self._any_card()
                dealt = [a for a in actions if a.kind == HOLE and a.player == place]
                self._regular(dealt[-1] if dealt else action, ("card", place, card))
            elif expected[0][0] == "reshuffle":
                self._regular(action, ("reshuffle",))
            else:
                raise Unsupported("the draw needs more cards than the deck has")

    def _any_card(self) -> str:
        """A replacement that nobody saw: any card in the shoe that no hand of the file needs."""
        shown = {card for hand in self.cards.hole.values() for card in hand}
        for card in deck_of(self.history):
            if card not in shown and self.table.place_of(card) is None:
                return card
        raise Unsupported("more cards than a deck has")

    def _next(self, wishes: list[Action], asked: int) -> Action:
        """The wishes in the file's order; two players are asked the other way round."""
        others = [one for one in wishes if one.player == asked] if self.duel else []
        action = others[0] if others else wishes[0]
        wishes.remove(action)
        return action

    def _showdown(self) -> None:
        if self.table.outcome is None and self.table.street < 2:
            raise Unsupported("the file ends before the hand does")
        super()._showdown()

    def _compared(self) -> Outcome:
        outcome = super()._compared()
        if outcome.reason == OTHER_STACKS:
            counts = [self.table.category(seat) for seat in self.table.in_hand()]
            if len(counts) > 1 and self.table.values["win"] == "low":
                outcome.rule = "NI2005-66 3.6, 13.2"
                outcome.reason = "straights and flushes count for nothing in these lows"
        return outcome
