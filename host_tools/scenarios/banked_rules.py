"""Canberra Poker's refusals that rest on more than one rule.

The table cites one rule when it refuses; a file may name another that forbids the same.
"""

from __future__ import annotations

from cardtable.rules.round import Refused

# What was tried, and why it was refused → further rules of NI2004-492, of S89-1997
_ALSO = {
    ("bet", "dealer_has_not_five_cards"): ("4.4", "6.4"),
    ("bet", "decided_already"): ("7.2, 7.3", "6.3, 6.4"),
    ("bet", "not_in_this_round"): ("6.3, 7.1", "6.1, 6.2"),
    ("bet", "not_enough_chips"): ("4.2", "6.6"),
    ("fold", "decided_already"): ("7.2, 7.3", "6.3, 6.4"),
    ("fold", "not_in_this_round"): ("6.3, 7.1", "6.1, 6.2"),
    ("ante", "cards_are_dealt"): ("", "6.6, 8.2"),
    ("jackpot", "cards_are_dealt"): ("", "6.6, 8.2"),
    ("jackpot", "jackpot_wagered_already"): ("4.3", "6.8"),
    ("declare", "no_jackpot_wager"): ("10.4", "11.2"),
    ("declare", "cards_are_collected"): ("", "11.2"),
    ("declare", "folded"): ("10.4", "6.3, 11.2"),
    ("declare", "round_is_over"): ("10.4", "11.2"),
    ("shoe_fail", "no_shuffling_shoe"): ("12.6", ""),
}
_TOURNAMENT = {("ante", "ante_placed_already"): ("17.15", "")}


def cited(game: str, tournament: bool, tried: object, refusal: Refused) -> str:
    """Every rule on which a refusal rests."""
    why = str(tried), str(refusal.code)
    also = _ALSO.get(why) or (_TOURNAMENT.get(why) if tournament else None) or ("", "")
    return f"{refusal.rule}, {also[game == 'canberra-1997']}".removesuffix(", ")
