"""Plain words for what Canberra Poker refuses and for what goes wrong in it."""

from __future__ import annotations

REFUSALS = {
    "below_the_maximum": "a marker at a box can only raise the maximum",
    "card_not_read": "the table has not read five cards there: lay them over the reader again",
    "card_seen_already": "that card has been seen already: each counts once",
    "deal_is_over": "the deal is over: this card goes to nobody",
    "first_card_closes_wagers": "the wagers close with the first card, not before",
    "hand_in_the_discard_rack": "cards of this hand are in the discard rack: put them back first",
    "hand_is_void": "this hand is void",
    "lies_face_up": "the dealer's last card lies face up anyway",
    "min_above_max": "the minimum is above the maximum",
    "no_box_limits": "these rules know no maximum for a single box",
    "no_jackpot_in_tournaments": "there are no jackpot wagers in a tournament",
    "no_joker": "this game has no joker",
    "no_multiple_within_limits": "no multiple lies between minimum and maximum",
    "no_shuffling_shoe": "no automated shuffling shoe is in use",
    "no_starting_marker": "only tournaments by the rules of 2004 have a starting marker",
    "no_such_card_there": "that card is not there",
    "not_a_multiple": "wagers come in the multiples displayed at the table",
    "nothing_hangs_on_it": "this hand is settled: its cards may go to the rack",
    "only_out_of_the_rack": "a card is only moved out of the discard rack, to its own hand",
    "packets_from_this_shoe": "an automated shuffling shoe deals packets of five",
    "player_has_not_wagered": "a seated player who can wager has not: in a tournament everybody"
    " wagers, or is marked absent by the director",
    "retains_too_much": "more of the entry fees is kept than may be",
    "settled_already": "this hand has been settled already",
    "shares_are_not_the_whole": "the shares of pool and reserve must make 100 percent",
    "the_next_ante_is_placed": "the next player has placed an ante: this one stands",
    "under_minimum": "the ante is under the table minimum",
    "wagers_are_always_followed": "Canberra Poker is settled by its wagers, so the table always "
    "follows them: leave `follow` out",
}

IRREGULARITIES = {
    "ante_out_of_order": "an ante was placed out of order: it stands",
    "card_after_the_deal": "a card too many was dealt after the deal",
    "card_of_the_other_deck": "a card of the other deck is in play",
    "card_too_many": "a hand has a card too many",
    "miscounted": "a hand has a wrong number of cards",
    "missed_in_the_deal": "a box was passed over in the deal",
    "packet_broken": "a packet had not five cards",
    "shown_out_of_order": "a hand was shown before its turn",
    "shoe_failed": "the automated shuffling shoe has failed",
}
