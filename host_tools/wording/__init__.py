"""Plain words for the codes a board sends: refusals, irregularities, faults, hands, prizes.

The board sends codes and rule numbers; what people read is written here, and only here.
"""

from __future__ import annotations

from cardtable.rules.places import BOARD, BURN, DEALER, DISCARD, SHOE
from host_tools.wording import canberra, meter, poker, service, vault

GAMES = {
    "canberra": "Canberra Poker",
    "canberra-1997": "Canberra Poker (1997)",
    "draw": "Draw Poker",
    "omaha": "Omaha",
    "holdem": "Hold-Em",
    "stud": "Five Card Stud",
}

CATEGORIES = {
    "five_odd_cards": "five odd cards",
    "one_pair": "one pair",
    "two_pairs": "two pairs",
    "three_of_a_kind": "three of a kind",
    "straight": "a straight",
    "flush": "a flush",
    "full_house": "a full house",
    "four_of_a_kind": "four of a kind",
    "straight_flush": "a straight flush",
    "five_of_a_kind": "five of a kind",
    "royal_flush": "a royal flush",
}

PRIZES = CATEGORIES | {"dead_mans_hand": "Dead Man's Hand"}

# Why something was not taken. The rule is said beside it.
REFUSALS = (
    poker.REFUSALS
    | meter.REFUSALS
    | vault.REFUSALS
    | service.REFUSALS
    | canberra.REFUSALS
    | {
        "ante_placed_already": "this box has its ante already",
        "bet_is_twice_the_ante": "the bet must be exactly twice the ante",
        "card_dealt_already": "this card has been dealt already in this round",
        "cards_are_collected": "the cards have been collected",
        "cards_are_dealt": "the deal has begun: no more wagers",
        "dealer_has_not_five_cards": "the deal is not finished",
        "decided_already": "this box has decided already",
        "declared_already": "this hand has been declared already",
        "folded": "this hand has folded",
        "hand_not_settled": "this hand has not been settled yet",
        "hands_not_settled": "not every hand has been settled yet",
        "jackpot_wagered_already": "this box has its jackpot wager already",
        "no_ante": "there is no ante on this box",
        "no_ante_on_the_table": "there is no ante on the table",
        "no_card_to_expose": "there is no card to expose",
        "no_cards_dealt": "no cards have been dealt",
        "no_cards_there": "there are no cards to collect",
        "no_jackpot_here": "there is no jackpot at this table",
        "no_jackpot_wager": "this box has no jackpot wager",
        "no_shuffling_shoe": "there is no automated shuffling shoe at this table",
        "no_wager": "there is nothing to wager",
        "nothing_staked": "nothing is staked in this round: there is nothing to give back",
        "not_enough_chips": "there are not enough chips for that",
        "not_in_this_game": "this game has no such action",
        "not_in_this_round": "this box is not in the round",
        "not_to_be_shown_now": "this hand is not to be shown now",
        "not_while_dealing": "that can only happen during the deal",
        "players_have_not_decided": "not every player has decided",
        "round_is_over": "the round is over",
        "too_many_boxes_for_the_deck": "the deck has no cards for another box",
        "under_minimum_again": "a second wager under the minimum goes back",
    }
)

IRREGULARITIES = (
    poker.IRREGULARITIES
    | canberra.IRREGULARITIES
    | {
        "card_exposed": "a card was exposed",
        "dealer_card_exposed": "a card of the dealer was exposed and serves as the open one",
        "dealer_miscounted": "the dealer has a wrong number of cards: no hand",
        "dealt_out_of_order": "a card was dealt out of order",
        "excluded": "the player is excluded from this round",
        "in_the_discard_rack": "a hand went to the discard rack too early: set it right",
        "no_ante_there": "a box without an ante was dealt in: its hand is void",
        "over_maximum": "the wager counts up to the maximum only",
        "supervisor": "the supervisor has decided",
        "under_minimum": "the wager is under the minimum: taken once, the next goes back",
        "void": "the hand is void and its wagers go back",
        "wagers_void": "the wagers of this player are void",
    }
)


def irregularity(what: str, rule: str) -> str:
    """What has happened, in words; the same code may tell of another thing by another rule."""
    numbers = rule.split(" ", 1)[-1].split(", ")
    for (code, number), text in poker.BY_RULE.items():
        if code == what and number in numbers:
            return text
    return IRREGULARITIES.get(what, what)


# Code → (what is wrong, what to do next)
FAULTS = {
    "reader_silent": (
        "the reader does not answer",
        "Check its plug and its supply; the table plays on without it.",
    ),
    "reader_wrong_chip": ("something answers that is no PN532", "Fit a PN532 reader there."),
    "panel_silent": (
        "keypad or chip sensors do not answer",
        "Check the cable of the dealer's panel; use the console meanwhile.",
    ),
    "foreign_card": (
        "a card that is not of this deck",
        "Take it out and check the deck.",
    ),
    "card_seen_twice": (
        "a card that lies on the table came out of the shoe again",
        "Call the supervisor: two cards have one identity.",
    ),
    "reader_disturbed": (
        "the reader cannot read cleanly",
        "Keep metal and telephones away; if it stays, check the antenna and its neighbours.",
    ),
    "too_many_cards": (
        "more cards than a hand lie over one reader",
        "Take the cards apart that do not belong there.",
    ),
    "card_unseen": (
        "a card was dealt there by the order of the shoe, but its reader has not seen it",
        "Fan the cards out a little; if it stays, look whether the card lies there.",
    ),
    "card_elsewhere": (
        "a card lies there that belongs elsewhere",
        "Put it where it was dealt to, or call the supervisor.",
    ),
    "shoe_missed": (
        "a card lies there that the shoe did not see leaving",
        "Draw the cards a little slower; the box has named it.",
    ),
    "chip_without_wager": (
        "a chip lies on the jackpot sensor, and no jackpot wager was taken for it",
        "Give the chip back, or call the supervisor: this round is played without that wager.",
    ),
    "wager_without_chip": (
        "a jackpot wager was taken, and no chip lies on its sensor",
        "Put the chip back on its sensor; if there is none, call the supervisor.",
    ),
    "hand_split": (
        "part of a hand went to the discard rack and the rest is not to be seen",
        "Key the fold if it was one; else put the hand together again.",
    ),
    "hand_in_rack": (
        "a hand went to the discard rack that may not be folded or collected now",
        "Call the supervisor.",
    ),
    "other_deck": (
        "a card of the deck that is not in use",
        "Call the supervisor: only one deck may be in a round.",
    ),
} | (vault.FAULTS | service.FAULTS)


def money(cents: int) -> str:
    """$20,006.40; a minus sign in front of the dollar."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


_PLACES = {
    DEALER: "the dealer",
    BOARD: "the board",
    BURN: "the burnt cards",
    DISCARD: "the discard rack",
    SHOE: "the shoe",
}
_SUITS = str.maketrans("shdc", "♠♥♦♣")


def card(text: str) -> str:
    """10♦ for Td."""
    if text == "Jk":
        return "Joker"
    return text[:-1].replace("T", "10") + text[-1].translate(_SUITS)


def cards(texts: list[str]) -> str:
    return " ".join(card(text) for text in texts)


def place(number: int) -> str:
    """The dealer, box 3, the board …"""
    return _PLACES.get(number, f"box {number}")
