"""Canberra Poker's payouts: what one hand wins or loses against the dealer's. Cents, pure."""

from cardtable.rules.canberra.dealer_hand import dealer_qualifies
from cardtable.rules.hands.rankings import category_of
from cardtable.rules.hands.values import high_value

# Odds to 1 on the bet, by category: five odd cards, one pair, two pairs, …
# NI2004-492 r 8.1, S89-1997 r 10. Five of a kind cannot be dealt: one deck, no joker (r 2.1).
_ODDS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 0, 250)


def bet_of(ante):
    """The only bet there is (NI2004-492 r 7.2, S89-1997 r 6.4)."""
    return 2 * ante


def bet_win(bet, category, max_payout):
    """What a winning bet is paid, up to the maximum payout (r 8.1, 8.2)."""
    return min(bet * _ODDS[category], max_payout)


def settle(ante, bet, player, dealer, ante_max, max_payout):
    """(ante's win, bet's win, fate of the bet) of five cards against the dealer's five.

    Wins are signed; the fate is won, lost or void. Wagers count up to their maxima (r 3.5).
    """
    ante = min(ante, ante_max)
    bet = min(bet, bet_of(ante_max))
    if not dealer_qualifies(dealer):
        return ante, 0, "void"  # r 9.3; the bet goes back in both editions
    mine = high_value(player)
    theirs = high_value(dealer)
    if mine > theirs:
        return ante, bet_win(bet, category_of(mine), max_payout), "won"  # r 9.4
    if mine < theirs:
        return -ante, -bet, "lost"  # r 9.5
    return 0, 0, "void"  # r 9.6
