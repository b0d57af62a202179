"""Refusals that rest on more than one rule.

The table cites the rule by which it refuses; a file may name another that forbids the same. Only
what a document says of the same thing stands here: a refusal for something else stays a difference.
"""

from __future__ import annotations

from cardtable.rules.round import Refused

_ANY = "*"
# Why it was refused, and by what input → further rules of the document, where it has some
_DRAW = {
    ("not_your_turn", "check"): "11.1, 12.2",
    ("not_your_turn", _ANY): "10.1, 12.2",
    ("no_check", _ANY): "12.2, 12.3",
    ("nothing_to_call", _ANY): "12.3",
    ("below_the_minimum", _ANY): "4.1, 12.2",
    ("not_enough_chips", _ANY): "4.5, 14.4",
    ("round_has_begun", "leave"): "8.2",
    ("round_has_begun", "join"): "8.2, 4.3",
    ("round_has_begun", "change_seat"): "17.13",
    ("round_has_begun", "post"): "8.5, 17.11",
    ("round_has_begun", "over_blind"): "4.2(f), 8.5",
    ("not_the_blind", _ANY): "8.5, 17.11, 17.13",
    ("deal_not_set_right", _ANY): "17.1, 17.9, 10.1",
    ("no_betting_now", _ANY): "9.2, 9.4, 10.1, 12.4",
    ("betting_has_begun", _ANY): "17.1",
    ("the_deal_is_over", _ANY): "17.1(a)",
    ("no_draw_now", _ANY): "9.5",
    ("replacements_are_due", _ANY): "9.4",
    ("card_is_not_there", "throw"): "9.4",
    ("no_showdown_yet", _ANY): "9.8, 12.4",
    ("above_the_limit", _ANY): "6.1",
    ("below_the_table_stake", _ANY): "4.2(a)",
    ("tapped_out_players_stay", _ANY): "14.2",
    ("not_in_the_hand", _ANY): "17.10",
    ("no_card_goes_there", "card"): "9.6(b)",
    ("no_over_blinds", _ANY): "4.2(b), 4.2(f), 8.5",
}
_OMAHA = {
    ("not_your_turn", "check"): "11.1, 12.2, 10.1",
    ("not_your_turn", _ANY): "10.1, 10.2, 12.2",
    ("no_check", _ANY): "12.2, 12.3",
    ("nothing_to_call", _ANY): "12.3",
    ("below_the_minimum", _ANY): "4.1, 12.2",
    ("not_enough_chips", _ANY): "4.7, 14.4",
    ("round_has_begun", "buy"): "4.5, 14.3",
    ("round_has_begun", "leave"): "4.6, 8.2",
    ("round_has_begun", "join"): "8.2, 4.3",
    ("round_has_begun", "change_seat"): "17.13",
    ("round_has_begun", "post"): "8.5, 17.11",
    ("round_has_begun", "over_blind"): "4.2(f), 8.5",
    ("not_the_blind", _ANY): "8.5, 17.11, 17.13",
    ("nothing_bought", _ANY): "4.5, 4.6",
    ("deal_not_set_right", _ANY): "17.1, 17.9, 10.2",
    ("no_betting_now", _ANY): "9.2, 9.4, 10.2, 12.4",
    ("betting_has_begun", _ANY): "17.1",
    ("the_deal_is_over", _ANY): "17.1(a)",
    ("no_showdown_yet", _ANY): "9.6, 12.4",
    ("above_the_limit", _ANY): "6.1",
    ("below_the_table_stake", _ANY): "4.2(a)",
    ("tapped_out_players_stay", _ANY): "14.2",
    ("not_in_the_hand", _ANY): "17.10",
    ("no_over_blinds", _ANY): "4.2(b), 4.2(f), 8.5",
}
_HOLDEM = {
    ("not_your_turn", "check"): "C13.1, C14.2, C12.4, C12.5",
    ("not_your_turn", _ANY): "C12.1, C12.4, C12.5, C14.2",
    ("no_check", _ANY): "C14.2, C14.3",
    ("nothing_to_call", _ANY): "C14.3",
    ("below_the_minimum", _ANY): "C5.1, C7.3",
    ("not_enough_chips", _ANY): "C5.6",
    ("round_has_begun", "buy"): "C5.5",
    ("round_has_begun", "leave"): "C5.5, C6.3",
    ("round_has_begun", "join"): "C6.3",
    ("round_has_begun", "change_seat"): "C19.8",
    ("round_has_begun", "post"): "C10.3, C19.7, C19.8",
    ("not_the_blind", _ANY): "C5.2.e, C19.7, C19.8",
    ("nothing_bought", _ANY): "C5.5",
    ("card_is_on_the_table", _ANY): "C2.1",
    ("not_in_the_deck", _ANY): "C2.1",
    ("deal_not_set_right", _ANY): "C19.1, C19.15",
    ("no_betting_now", _ANY): "C11.3, C11.5, C11.9, C12.1, C14.4",
    ("the_deal_is_over", _ANY): "C19.1.a",
    ("no_showdown_yet", _ANY): "C11.9, C14.4",
    ("above_the_limit", _ANY): "C8.1",
    ("below_the_table_stake", _ANY): "C5.2.a, C5.3",
    ("not_in_the_hand", _ANY): "C19.16, C19.17",
    ("wrong_place", "card"): "C11.5, C11.7, C11.8",
    ("no_over_blinds", _ANY): "C5.2.e, C10.3",
    ("above_the_buy_in", _ANY): "C5.5",
}
_STUD = {
    ("not_your_turn", "check"): "B12.1, B11.1.a, B11.2.a",
    ("not_your_turn", _ANY): "B11.1.a, B11.2.a",
    ("no_check", _ANY): "B11.1.a",
    ("nothing_to_call", _ANY): "B11.1.a, B12.1",
    ("below_the_minimum", _ANY): "B5.3, B6, B11.1.b",
    ("below_the_call", _ANY): "B11.1.b, B13",
    ("not_enough_chips", _ANY): "B5.1, B8.6",
    ("round_has_begun", "buy"): "B8.3",
    ("round_has_begun", "leave"): "B8.3",
    ("round_has_begun", "join"): "B7.3, B9.2",
    ("nothing_bought", _ANY): "B8.3",
    ("not_in_the_deck", _ANY): "B3.3",
    ("deal_not_set_right", _ANY): "B17.3, B17.4",
    ("no_betting_now", _ANY): "B11.1.d",
    ("the_deal_is_over", _ANY): "B10.2.a",
    ("opening_player_may_not_fold", _ANY): "B11.1.a",
    ("above_the_limit", _ANY): "B6, B11.1.b",
    ("nobody_joins_a_freeze_out", _ANY): "B16.1",
}
_CANBERRA = {
    ("dealer_has_not_five_cards", "bet"): "4.4, 7.2, 12.5",
    ("decided_already", "bet"): "7.2, 7.3",
    ("not_in_this_round", "bet"): "6.3, 7.1, 7.2",
    ("not_enough_chips", "bet"): "4.2",
    ("decided_already", "fold"): "7.2, 7.3",
    ("not_in_this_round", "fold"): "6.3, 7.1, 7.3",
    ("no_jackpot_wager", "declare"): "10.4",
    ("jackpot_wagered_already", "jackpot"): "4.3",
    ("folded", "declare"): "10.3, 10.4",
    ("round_is_over", "declare"): "10.4",
    ("no_shuffling_shoe", "shoe_fail"): "12.6",
    ("dealer_has_not_five_cards", "fold"): "7.3",
    ("hands_not_settled", _ANY): "7.1, 7.4, 9.1",
    ("hand_not_settled", _ANY): "7.1, 7.4, 14.4",
    ("round_has_begun", _ANY): "4.4",
}
_CANBERRA_TOURNAMENT = {
    ("ante_placed_already", "ante"): "17.15",
    ("round_has_begun", "buy"): "17.13",
    ("round_has_begun", "leave"): "17.7, 17.13",
    ("round_has_begun", "join"): "17.7, 17.9",
    ("round_has_begun", "change_seat"): "17.7",
}
_CANBERRA_1997 = {
    ("dealer_has_not_five_cards", "bet"): "6.4",
    ("decided_already", "bet"): "6.3, 6.4",
    ("not_in_this_round", "bet"): "6.1, 6.2",
    ("not_enough_chips", "bet"): "6.6",
    ("decided_already", "fold"): "6.3, 6.4",
    ("not_in_this_round", "fold"): "6.1, 6.2",
    ("cards_are_dealt", "ante"): "6.6, 8.2",
    ("cards_are_dealt", "jackpot"): "6.6, 8.2",
    ("jackpot_wagered_already", "jackpot"): "6.8",
    ("no_jackpot_wager", "declare"): "11.2",
    ("cards_are_collected", "declare"): "11.2",
    ("folded", "declare"): "6.3, 11.2, 13.1",
    ("round_is_over", "declare"): "11.2",
    ("dealer_has_not_five_cards", "fold"): "6.3",
    ("hands_not_settled", _ANY): "6.2, 9.1, 9.2, 9.4",
    ("hand_not_settled", _ANY): "6.2, 9.1, 13.6",
    ("round_has_begun", _ANY): "6.5",
}
_GROUNDS = {
    "draw": _DRAW,
    "omaha": _OMAHA,
    "holdem": _HOLDEM,
    "stud": _STUD,
    "canberra": _CANBERRA,
    "canberra-1997": _CANBERRA_1997,
}


def grounds(game: str, tournament: bool, tried: object, refusal: Refused) -> str:
    """Every rule on which a refusal rests, the one that the table cites first."""
    why, by = str(refusal.code), str(tried)
    found = [refusal.rule, _GROUNDS[game].get((why, by)) or _GROUNDS[game].get((why, _ANY), "")]
    if tournament and game == "canberra":
        found.append(_CANBERRA_TOURNAMENT.get((why, by), ""))
    return ", ".join(rule for rule in found if rule)
