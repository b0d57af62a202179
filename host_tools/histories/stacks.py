"""Stacks that nobody wrote down (`inf`): enough for what the player bet, or just that."""

from __future__ import annotations

from decimal import Decimal

from host_tools.histories.actions import BOARD, DISCARD, FOLD, PASS, RAISE
from host_tools.histories.reader import History


def fill_in(history: History) -> None:
    """Give every unknown stack a size that the hand can be played with.

    A player who is still in at the end, was not asked in the last betting round and had put chips
    in when last asked, had none left: the stack was what went in. Everybody else had more: also
    whom all others folded against, and whom somebody still bets against when the file breaks off.
    """
    if not history.unknown:
        return
    paid, acted, folded, checked = _followed(history)
    left = [player for player in paid if player not in folded]
    tapped = [player for player in left if player not in acted | checked]
    if len(left) == 1 or _breaks_off(history):
        tapped = []
    if len(tapped) == len(left) > 1:  # nobody was asked: one of them may have chips left
        tapped.remove(max(tapped, key=lambda player: (paid[player], player)))
    plenty = 2 * sum(paid.values(), Decimal(0)) + 100 * max(*history.blinds, *history.antes)
    known = [stack for stack in history.stacks if stack.is_finite()]
    plenty += max(known, default=Decimal(0))
    for player in history.unknown:
        short = player in tapped and paid[player]
        history.stacks[player - 1] = paid[player] if short else plenty


def _breaks_off(history: History) -> bool:
    """Whether the last that happens is a bet on communal cards: nobody bets where all have tapped
    out (TGC-2006 C16.1)."""
    kinds = [one.kind for one in history.actions if one.kind in (BOARD, FOLD, PASS, RAISE)]
    return kinds[-1:] == [RAISE] and BOARD in kinds


def _followed(history: History) -> tuple[dict[int, Decimal], set[int], set[int], set[int]]:
    """(what each put in, who acted in the last betting round, who folded, who last checked)."""
    players = range(1, len(history.stacks) + 1)
    paid = {player: history.antes[player - 1] for player in players}
    bet = {player: abs(history.blinds[player - 1]) for player in players}
    acted: set[int] = set()
    folded: set[int] = set()
    checked: set[int] = set()
    fresh = False  # a card has been dealt, and nobody has acted since
    for action in history.actions:
        player = action.player
        if action.kind in (BOARD, DISCARD) and not fresh:
            for one in players:
                paid[one] += bet[one]
            bet = dict.fromkeys(players, Decimal(0))
            acted, fresh = set(), True
        elif action.kind in (FOLD, PASS, RAISE):
            fresh = False
            acted.add(player)
            if action.kind == FOLD:
                folded.add(player)
            elif action.kind == PASS:
                bet[player] = max(bet.values())
                checked = checked - {player} if bet[player] else checked | {player}
            elif action.amount is not None:
                bet[player] = action.amount
                checked.discard(player)
    return {player: paid[player] + bet[player] for player in players}, acted, folded, checked
