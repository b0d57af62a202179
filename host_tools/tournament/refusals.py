"""What the director refuses, in words; the rule is said beside it."""

from __future__ import annotations

from cardtable.rules.round import Refused
from host_tools.common.problems import BAD_INPUT, Problem

# code → (what is wrong, what to do next)
WORDS = {
    "a_ballot_was_drawn": (
        "the ballot for this session was drawn already",
        "Play the session: cardtable tournament begin",
    ),
    "a_break_has_minutes": (
        "a break is of 1 to 1,440 minutes",
        "Without minutes play stands until the director says.",
    ),
    "a_freeze_out_is_one_game": ("a freeze-out is one game at one table", "Name one table."),
    "a_name_is_needed": ("a name of 1 to 40 printable characters is needed", ""),
    "a_reason_is_needed": (
        "a reason is needed, and no chips below nothing",
        'Write it: --why "…"',
    ),
    "a_session_is_played": ("a session is played", "It ends with: cardtable tournament end"),
    "before_the_starting_time": (
        "nobody has forfeited before the published starting time",
        "Begin with everybody in their seats, or wait for it.",
    ),
    "chips_below_nothing": ("nobody holds less than nothing", "Look at the amounts."),
    "chips_do_not_add_up": (
        "the chips after the round are not those before it",
        "Count again; what was wrong before is set right with: cardtable tournament correct",
    ),
    "extra_rounds_are_due": (
        "those with equal chips have not all played as many extra rounds",
        "See who plays them: cardtable tournament show",
    ),
    "more_than_there_was": ("nobody puts in more than there was", "Look at the amounts."),
    "no_ballot_was_drawn": ("nobody has a seat yet", "Draw them: cardtable tournament draw"),
    "no_more_entries": (
        "the conditions allow no more entries",
        "A reserve player is entered with --reserve.",
    ),
    "no_more_sessions": ("the conditions have no further session", ""),
    "no_reserve_player": ("that is no reserve player who waits", "See: cardtable tournament show"),
    "no_session_is_played": ("no session is played", "It begins with: cardtable tournament begin"),
    "no_such_entrant": ("no entrant has this number", "See: cardtable tournament show"),
    "nobody_to_bring_back": (
        "only who fell in the session that is played comes back, with chips to play with",
        "See: cardtable tournament show",
    ),
    "not_everybody_is_there": (
        "the game goes on when everybody who is left is there",
        "Who has taken the seat: cardtable tournament seat. Else it is concluded: "
        "cardtable tournament end --early",
    ),
    "not_in_play": ("this entrant does not play", "See: cardtable tournament show"),
    "one_entry_only": ("this name is entered already, and each has one entry", ""),
    "other_players_than_seated": (
        "these are not the boxes that play at this table",
        "See: cardtable tournament show",
    ),
    "seats_are_kept_for_the_session": (
        "players stay in their seats for a session",
        "Between sessions the ballot seats everybody anew; within one only conditions that "
        "depart from this rule allow moves.",
    ),
    "somebody_sits_there": ("somebody else has this seat now", ""),
    "the_first_ballot_was_drawn": ("entries are closed: the first ballot was drawn", ""),
    "the_first_session_has_begun": ("seats are sold before the first session only", ""),
    "the_round_was_counted": ("this round was counted already", "See: cardtable tournament show"),
    "the_seat_is_taken": ("this player has taken the seat", ""),
    "the_tournament_is_over": ("the tournament is over", "See: cardtable tournament prizes"),
    "this_is_the_first_level": ("there is no level before this one", ""),
    "this_is_the_last_level": ("there is no level after this one", ""),
    "this_would_end_it": (
        "nobody would be left to play against",
        "If it is over: cardtable tournament end --early",
    ),
    "too_few_entries": ("there are fewer entries than the conditions ask for", ""),
    "too_few_players": ("fewer than two players would be left", ""),
    "too_few_seats": (
        "there are more players than seats",
        "Name more tables or boxes: --table t2=1-9",
    ),
}


def problem(refusal: Refused) -> Problem:
    """A refusal as every verb tells it."""
    what, next_step = WORDS[refusal.code]
    return Problem(f"{what} ({refusal.rule})", next_step, BAD_INPUT)
