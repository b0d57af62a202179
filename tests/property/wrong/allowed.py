"""What each document lets come of an irregularity, written down a second time and apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

GOES_ON = "goes on"
MISDEAL = "misdeal"
VOID = "void"
WON = "won"

# (document, code) → what may have come of it when the input has been taken
_ANY = {GOES_ON, WON}
_POKER: dict[str, set[str]] = {
    "cut_exposed": {MISDEAL},
    "out_of_turn": {GOES_ON},
    "first_card": {GOES_ON},
    "premature": {GOES_ON},
    "burnt": {GOES_ON},
    "wrong_count": {GOES_ON, WON, VOID},  # void: nobody is left and nobody has folded
    "discarded": {GOES_ON, WON, VOID},
    "card_without_a_hand": {GOES_ON},
    "deemed_a_call": {GOES_ON},
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
    "dealt_out_of_order", "missed_in_the_deal", "card_too_many", "miscounted",
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


@dataclass(frozen=True)
class Before:
    """What had happened when the irregularity came, read out of the records alone."""

    exposed: int  # cards exposed that the rule counts, this one included
    looked: bool  # a player has looked at the hole cards
    dealt_in: bool  # the place is a player's of this round
    own_exposed: int  # cards exposed at this place, this one included
    held: int  # cards at this place


def before(records: list[tuple[Any, ...]], made: list[tuple[Any, ...]], place: Any) -> Before:
    """`records` are all of the round so far, `made` the last of them: those of this input."""
    earlier = records[: len(records) - len(made)]
    told = [r for r in records if r[0] == "irregular"]
    counted = ("NI2005-66 17.17", "NI2004-492 14.1", "S89-1997 13.2")
    held = [r for r in earlier if r[0] == "deal" and r[1] == place]
    held += [r for r in earlier if r[0] == "move" and r[3] == place]
    left = [r for r in earlier if r[0] == "move" and r[2] == place]
    players = [seat for r in records if r[0] == "players" for seat in r[1]]
    return Before(
        exposed=len([r for r in told if r[2].endswith("exposed") and r[1] in counted]),
        looked=any(r[0] == "see" for r in earlier),
        dealt_in=place in players,
        own_exposed=len([r for r in told if r[2] == "exposed" and r[3] == place]),
        held=len(held) - len(left),
    )


def outcomes(record: tuple[Any, ...], when: Before) -> set[str]:
    """What the document allows after ("irregular", rule, what, place)."""
    _, rule, what, _ = record
    document, number = rule.split(" ", 1)
    first = f"{document} {number.split(',')[0]}"
    if document in ("NI2004-492", "S89-1997"):
        if what == "card_exposed":
            end = VOID if document == "NI2004-492" else MISDEAL
            return {end} if when.exposed >= 3 else {GOES_ON}
        return (_BANK | (_BANK_2004 if document == "NI2004-492" else _BANK_1997))[what]
    if what == "exposed":
        if first == "NI2005-66 17.17":
            return {MISDEAL} if when.exposed >= 2 else {GOES_ON}
        if first == "TGC-2006 B17.7":
            # Again dealt an exposed card, or seen when the open card lies there already.
            return {MISDEAL} if when.own_exposed > 1 or when.held > 1 else {GOES_ON}
        return _EXPOSED[first]
    if what == "excess":
        # NI2005-66, NI2006-156 r 17.1(f): to a player, at once. Else (17.1(d), 17.1(e); TGC-2006
        # B17.4, C19.1.e) a hand too many is put back as long as nobody has looked.
        at_once = when.dealt_in and document.startswith("NI")
        return {MISDEAL} if at_once or when.looked else {GOES_ON}
    return _POKER[what]
