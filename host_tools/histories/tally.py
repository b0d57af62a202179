"""What a history's stacks come to by its own account: told in the file, or added up here.

Nothing here knows the firmware's betting, pots or shares: it is the other side of the comparison.
Only the worth of a hand is asked of the same evaluators, which have oracles of their own.
"""

from __future__ import annotations

from fractions import Fraction

from cardtable.desk.card_lists import parse_cards
from cardtable.rules.hands.lows import low_order_of, low_qualifies
from cardtable.rules.hands.omaha_lows import omaha_low_value
from cardtable.rules.hands.omaha_values import omaha_high_value
from cardtable.rules.hands.rankings import order_of
from cardtable.rules.hands.values import high_value
from host_tools.histories.actions import BOARD, DISCARD, FOLD, HOLE, MUCK, PASS, RAISE
from host_tools.histories.cards import Cards
from host_tools.histories.money import Units
from host_tools.histories.reader import History
from host_tools.histories.variants import VARIANTS


class Tally:
    """The chips of a hand added up from its actions."""

    def __init__(self, history: History, units: Units, cards: Cards, order: list[int]) -> None:
        self.history = history
        self.variant = VARIANTS[history.variant]
        self.order = order  # who gets an odd amount before whom
        self.units = units
        self.cards = cards
        self.start = [units.whole(stack) for stack in history.stacks]
        self.paid = [0] * len(self.start)  # in all
        self.bet = [0] * len(self.start)  # in this betting round
        self.folded: set[int] = set()
        self._add_up()

    def expected(self) -> list[list[Fraction]]:
        """Finishing stacks that count as equal; more than one where the file leaves it open."""
        history = self.history
        if history.finishing is not None:
            return [[self.units.exact(stack) for stack in history.finishing]]
        if history.winnings is not None and any(history.winnings):
            # Some sites' hands have zeros all over: every pot is won, so nothing was written down.
            return [self._after_winnings(back) for back in (True, False)]
        return [self.settled()]

    def _put(self, player: int, amount: int) -> None:
        amount = min(amount, self.start[player] - self.paid[player])
        self.paid[player] += amount
        self.bet[player] += amount

    def _add_up(self) -> None:
        whole = self.units.whole
        for player, ante in enumerate(self.history.antes):
            self._put(player, whole(ante))
        self.bet = [0] * len(self.bet)
        most = max(map(whole, self.history.blinds))
        for player, blind in enumerate(self.history.blinds):
            self._put(player, whole(abs(blind)))
            if blind < 0:  # above the big blind: missed before, and nobody's bet
                self.bet[player] = min(self.bet[player], most)
        dealt = False
        for action in self.history.actions:
            player = action.player - 1
            if action.kind in (BOARD, DISCARD) or (dealt and action.kind == HOLE):
                self.bet = [0] * len(self.bet)
                dealt = False
            elif action.kind == FOLD:
                self.folded.add(player)
            elif action.kind == PASS:
                self._put(player, max(self.bet) - self.bet[player])
            elif action.kind == RAISE and action.amount is not None:
                self._put(player, whole(action.amount) - self.bet[player])
            dealt = dealt or action.kind in (FOLD, PASS, RAISE)

    def _uncalled(self) -> tuple[int, int]:
        """(player, what nobody matched)."""
        *_, second, top = sorted(self.paid)
        player = self.paid.index(top)
        return player, 0 if player in self.folded else top - second

    def _after_winnings(self, uncalled_aside: bool) -> list[Fraction]:
        """Sites differ: what nobody called is part of the winnings, or came back before."""
        assert self.history.winnings is not None
        stacks = [Fraction(had - put) for had, put in zip(self.start, self.paid, strict=True)]
        for player, won in enumerate(self.history.winnings):
            stacks[player] += self.units.exact(won)
        if uncalled_aside:
            player, back = self._uncalled()
            stacks[player] += back
        return stacks

    # ---- neither finishing stacks nor winnings: the pots are settled here

    def settled(self) -> list[Fraction]:
        """Stacks by the pots and hands alone, in whole units."""
        paid = list(self.paid)
        stacks = [Fraction(had - put) for had, put in zip(self.start, paid, strict=True)]
        player, back = self._uncalled()
        paid[player] -= back
        stacks[player] += back
        left = [p for p in range(len(paid)) if p not in self.folded]
        claims = [p for p in left if not self._gave_up(p)]
        claims = claims or [p for p in left if p + 1 in self.cards.closed] or left
        below = 0
        for level in sorted({paid[p] for p in left}):
            top = level if level < max(paid[p] for p in left) else max(paid)
            pot = sum(min(put, top) - min(put, below) for put in paid)
            below = level
            able = [p for p in claims if paid[p] >= level] or [p for p in left if paid[p] >= level]
            for winner, amount in self._share(pot, able):
                stacks[winner] += amount
        return stacks

    def _gave_up(self, player: int) -> bool:
        shown = self.cards.shown.get(player + 1)
        return shown is not None and shown.kind == MUCK

    def _share(self, pot: int, players: list[int]) -> list[tuple[int, int]]:
        if len(players) == 1:
            return [(players[0], pot)]
        board = parse_cards(" ".join(self.cards.board))
        hands = {p: parse_cards(" ".join(self.cards.hole[p + 1])) for p in players}
        game, code = self.variant.game, self.history.variant
        act = game in ("omaha", "draw")
        order = order_of("act" if act else "tas", 52, False, code != "N2L1D")
        if code == "N2L1D":  # deuce to seven: the lowest of the high hands
            high = {p: -high_value(hand, order) for p, hand in hands.items()}
        elif game == "omaha":
            high = {p: omaha_high_value(hand, board, order) for p, hand in hands.items()}
        else:
            high = {p: high_value(hand + board, order) for p, hand in hands.items()}
        parts = [(pot, _best(high))]
        if code.endswith("/8") and game == "omaha":
            lows = low_order_of(52, True)
            low = {p: omaha_low_value(hand, board, lows) for p, hand in hands.items()}
            if low_qualifies(max(low.values()), lows):
                parts = [(pot - pot // 2, _best(high)), (pot // 2, _best(low))]
        shares = []
        for amount, winners in parts:
            each, odd = divmod(amount, len(winners))
            winners.sort(key=lambda p: self.order.index(p + 1))
            shares += [(p, each + odd if p == winners[0] else each) for p in winners]
        return shares


def _best(worth: dict[int, int]) -> list[int]:
    return [p for p in worth if worth[p] == max(worth.values())]
