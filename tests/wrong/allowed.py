"""What each document lets come of an irregularity, written down a second time and apart."""

from __future__ import annotations

from typing import Any

GOES_ON = "goes on"
MISDEAL = "misdeal"
VOID = "void"
WON = "won"

# (document, code) → what may have come of it when the input has been taken
_ANY = {GOES_ON, WON}
_POKER: dict[str, set[str]] = {
    "cut_exposed": {MISDEAL},
    "excess": {GOES_ON, MISDEAL},
    "out_of_turn": _ANY,
    "exposed": {GOES_ON, MISDEAL},
    "first_card": {GOES_ON},
    "premature": {GOES_ON},
    "burnt": {GOES_ON},
    "wrong_count": {GOES_ON, WON, VOID},  # void: nobody is left and nobody has folded
    "discarded": {GOES_ON, WON, VOID},
    "card_without_a_hand": _ANY,
    "deemed_a_call": _ANY,
    "short_of_a_call": {GOES_ON},
    "fold_out_of_turn": _ANY,
    "hand_folded": {GOES_ON, WON},
    "cannot_win": {WON},
    "check_not_earned": _ANY,
}
# Exposed hole cards, by the rule that is cited first
_EXPOSED = {
    "TGC-2006 C19.4": {GOES_ON},
    "TGC-2006 C19.5": {MISDEAL},
    "TGC-2006 C19.1.c": {MISDEAL},
    "TGC-2006 C19.18": {GOES_ON},
    "TGC-2006 B17.8": {GOES_ON},
    "NI2006-156 17.19": {GOES_ON},
    "NI2006-156 17.20": {MISDEAL},
    "NI2006-156 17.1(c)": {MISDEAL},
    "NI2006-156 17.16": {GOES_ON},
    "NI2005-66 17.18": {GOES_ON},
    "NI2005-66 17.16": {GOES_ON},
}
_WRONG_DEAL = (
    "dealt_out_of_order", "missed_in_the_deal", "card_too_many", "too_few_cards", "miscounted",
    "card_after_the_deal", "wrong_count", "no_ante_there",
)  # fmt: skip
_BANK_2004 = {what: {VOID} for what in _WRONG_DEAL} | {
    "packet_broken": {VOID},
    "shoe_failed": {VOID},
}
_BANK_1997 = {what: {GOES_ON} for what in _WRONG_DEAL} | {"dealer_miscounted": {GOES_ON}}
_BANK = {
    "card_of_the_other_deck": {VOID},
    "dealer_card_exposed": {GOES_ON},
    "in_the_discard_rack": {GOES_ON},
    "excluded": {GOES_ON},
    "wagers_void": {GOES_ON},
    "under_minimum": {GOES_ON},
    "over_maximum": {GOES_ON},
    "ante_out_of_order": {GOES_ON},
}


def outcomes(record: tuple[Any, ...], exposed: int) -> set[str]:
    """What the document allows after ("irregular", rule, what, place).

    `exposed` counts the cards exposed in this round that the rule counts, this one included.
    """
    _, rule, what, _ = record
    document, number = rule.split(" ", 1)
    first = f"{document} {number.split(',')[0]}"
    if document in ("NI2004-492", "S89-1997"):
        if what == "card_exposed":
            end = VOID if document == "NI2004-492" else MISDEAL
            return {end} if exposed >= 3 else {GOES_ON}
        return (_BANK | (_BANK_2004 if document == "NI2004-492" else _BANK_1997))[what]
    if what == "exposed":
        if first == "NI2005-66 17.17":
            return {MISDEAL} if exposed >= 2 else {GOES_ON}
        if first == "TGC-2006 B17.7":
            return {GOES_ON, MISDEAL}  # by what the same player has received before
        return _EXPOSED[first]
    if what == "excess" and document.startswith("NI"):
        return {GOES_ON, MISDEAL}
    return _POKER[what]
