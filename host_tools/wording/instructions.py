"""What the dealer does next, in words, when something has gone wrong: by code and by rule.

A record tells what happened and under which rule; the same thing has other consequences under
another rule, so the rule is looked at first.
"""

from __future__ import annotations

from host_tools.rulebook.numbers import matches

# What happened → what to do, where no rule below says it more exactly
USUAL = {
    # Chips
    "ante_out_of_order": "Leave the ante; tell the player that another one may be declared void.",
    "cannot_win": "Give the last call back to that player, then award the pot.",
    "check_not_earned": "Tell the players; the supervisor decides about the check.",
    "deemed_a_call": "Take the call into the pot and give back what is above it.",
    "over_maximum": "Let it lie; pay or collect no more than the maximum.",
    "short_of_a_call": "Ask the player to make up the call or fold; a fold gets the chips back.",
    "under_minimum": "Settle it this once; tell the player that the next one goes back.",
    "wagers_void": "Give this player every wager of the round back.",
    # Cards seen
    "burnt": "Burn cards until as many are burnt as players are active, then deal on.",
    "card_exposed": "Turn the card over and deal on; the third one ends the round.",
    "cut_exposed": "Collect the cards, shuffle and cut again.",
    "dealer_card_exposed": "Leave this card face up and deal your fifth card face down.",
    "exposed": "Call the supervisor: the players are offered a way to go on.",
    "first_card": "Use the card when its turn comes.",
    # Cards in the wrong place
    "card_after_the_deal": "Call the supervisor; take no further card from the shoe.",
    "card_of_the_other_deck": "Take both decks out and check them; every wager goes back.",
    "card_too_many": "Leave the cards where they are; the hand is void and its wagers go back.",
    "card_without_a_hand": "Put the card with the discards, face down.",
    "shown_out_of_order": "Leave the hand open; the player who was called shows now.",
    "dealer_miscounted": "Announce no hand: pay the antes, give the bets back.",
    "dealt_out_of_order": "Stop dealing and call the supervisor.",
    "discarded": "Leave the cards in the discards: they take no further part.",
    "excess": "Do not look at the cards: move them to their places, the extra card to the shoe.",
    "in_the_discard_rack": "Put the hand together again from the rack before you go on.",
    "miscounted": "Leave the cards where they are; the hand is void and its wagers go back.",
    "missed_in_the_deal": "Deal on; this hand is void and its wagers go back.",
    "no_ante_there": "Deal on; the hand without an ante is void, a jackpot wager goes back.",
    "out_of_turn": "Go back to the player whose turn it is; the chips stay in front meanwhile.",
    "packet_broken": "Stop dealing and call the supervisor.",
    "premature": "Shuffle the card into the rest of the cards, then finish the betting.",
    "wrong_count": "Fold this hand; what it has bet stays in the pot.",
    # Decisions
    "excluded": "Collect this player's cards and ante; the player takes no part in this round.",
    "fold_out_of_turn": "Take the hand as folded and go back to the player whose turn it is.",
    "hand_folded": "Take this hand in; what it has bet stays in the pot.",
    "shoe_failed": "Give every wager back; replace the shoe or its cards before the next round.",
    "supervisor": "Do as the supervisor has decided.",
}

# (what happened, rule) → what to do under that rule
_BY_RULE = {
    ("out_of_turn", "TGC-2006 C19.1.d"): "Nobody looks at the cards: move them to their places.",
    ("out_of_turn", "NI2006-156 17.1(d)"): "Nobody looks at the cards: move them to their places.",
    ("out_of_turn", "NI2005-66 17.1(c)"): "Nobody looks at the cards: move them to their places.",
    (
        "shown_out_of_order",
        "S89-1997 9.5",
    ): "Go back to the hand farthest to the right that is not settled.",
    ("out_of_turn", "TGC-2006 B10.2.d"): "Nobody looks at the cards: move them to their places.",
    ("out_of_turn", "TGC-2006 B17.4"): "Nobody looks at the cards: move them to their places.",
    ("out_of_turn", "TGC-2006 B9.2"): "Leave the card and deal the one that was passed over.",
    ("out_of_turn", "NI2005-66 9.6"): "Leave the card; deal the other replacements in their order.",
    ("out_of_turn", "TGC-2006 C19.11"): "Go back to the player whose turn it is; then this player "
    "may call or fold, not raise.",
    ("out_of_turn", "TGC-2006 B17.1"): "Go back to the player whose turn it is; then this player "
    "may call, not raise; if all before fold, the bet stands.",
    ("out_of_turn", "NI2006-156 17.5"): "Go back to the player whose turn it is; unless someone "
    "bets more, the bet stands.",
    ("out_of_turn", "NI2005-66 17.5"): "Go back to the player whose turn it is; unless someone "
    "bets more, the bet stands.",
    ("excess", "NI2006-156 17.1(f)"): "In a player's hand it is a misdeal; in an empty box nobody "
    "looks at it, and it goes where it was due.",
    ("excess", "NI2005-66 17.1(f)"): "In a player's hand it is a misdeal; in an empty box nobody "
    "looks at it, and it goes where it was due.",
    ("exposed", "TGC-2006 C19.4"): "Deal on; give this player the first burn card, discard the "
    "exposed one, and burn none before the flop.",
    ("exposed", "NI2006-156 17.19"): "Deal on; give this player the first burn card, discard the "
    "exposed one, and burn none before the flop.",
    ("exposed", "TGC-2006 C19.5"): "Collect the cards, shuffle and cut again.",
    ("exposed", "TGC-2006 C19.1.c"): "Collect the cards, shuffle and cut again.",
    ("exposed", "NI2006-156 17.20"): "Collect the cards, shuffle and cut again.",
    ("exposed", "NI2006-156 17.1(c)"): "Collect the cards, shuffle and cut again.",
    ("exposed", "NI2005-66 17.17"): "Deal on; a second exposed card makes a misdeal.",
    ("exposed", "NI2005-66 17.18"): "Deal on: in the draw this is no misdeal.",
    ("exposed", "TGC-2006 B17.7"): "The first of the two cards: deal on, the second face down. "
    "Both: it is a misdeal.",
    ("exposed", "TGC-2006 B17.8"): "Show the folded card to the whole table.",
    ("first_card", "TGC-2006 B17.5"): "The player whose turn it is takes this card.",
    ("wrong_count", "TGC-2006 B17.3"): "This hand is void; what it has bet stays in the pot.",
    ("wrong_count", "TGC-2006 C18.8.a"): "This hand is folded; call the supervisor: cards were "
    "exchanged.",
    ("wrong_count", "NI2006-156 16.8(a)"): "This hand is folded; call the supervisor: cards were "
    "exchanged.",
    ("wrong_count", "NI2005-66 16.8(a)"): "This hand is folded; call the supervisor: cards were "
    "exchanged.",
    ("wrong_count", "NI2004-492 14.3"): "Stop; every wager goes back.",
    ("premature", "TGC-2006 C11.9"): "Five communal cards lie there: put this one back.",
    ("premature", "NI2006-156 9.6"): "Five communal cards lie there: put this one back.",
}

# (outcome, document) → what to do when a round ends without a winner
_ENDS = {
    ("misdeal", "TGC-2006"): "Give every chip back, shuffle and cut again; the puck stays and the "
    "same player receives the first card.",
    ("misdeal", ""): "Give every chip back, shuffle and cut again; the button stays and the first "
    "player after it receives the first card.",
    ("misdeal", "S89-1997"): "Give every wager back, collect the cards, shuffle and deal again.",
    ("void", ""): "Give every wager back and collect the cards; the marker stays.",
}

# Decisions of people that move nothing at the table: what was decided
DECISIONS = {
    "advised": "the player has been told what a repetition leads to",
    "closing": "notice has been given that the table closes",
    "disputed": "the decision is disputed; a review may be requested",
    "excluded": "the player is excluded from further play",
    "information_shared": "what one player was told has been told to all",
    "options_offered": "the players were offered a way to go on, and agree",
    "removed": "the player leaves the game, with every chip",
    "seat_forfeited": "the player's seat is forfeited",
    "warned": "the player has been warned",
}


def next_step(what: str, rule: str) -> str:
    """What the dealer does next; empty for a code that this program does not know."""
    document = rule.split(" ", 1)[0]
    for (code, cited), text in _BY_RULE.items():
        if code == what and cited.startswith(document + " ") and _names(rule, cited):
            return text
    return USUAL.get(what, "")


def _names(rule: str, cited: str) -> bool:
    """Whether the first rule that a record names is this one."""
    return matches(cited, rule.split(",", 1)[0])


def after_end(outcome: str, rule: str | None) -> str:
    """What to do when a round ends without a winner; empty when it ends in the ordinary way."""
    document = (rule or "").split(" ", 1)[0]
    return _ENDS.get((outcome, document), _ENDS.get((outcome, ""), ""))
