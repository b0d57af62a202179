"""Plain words for what the jackpot meter refuses."""

from __future__ import annotations

REFUSALS = {
    "day_known_already": "this gaming day has been opened already",
    "jackpot_locked": "the jackpot is locked: wagers are held, or a prize is pending and the"
    " operator locks then",
    "no_escrow": "the linked jackpot has no escrow here for bonus prizes: it comes with the next"
    " lease",
    "no_lease": "the linked jackpot cannot be played now: there is no lease from its room",
    "name_and_amount_needed": "a name and an amount are needed",
    "name_and_reason_needed": "a name and a reason are needed",
    "no_such_prize_pending": "no such prize is waiting for payment",
    "not_enough_there": "there is not enough in that pool",
    "not_in_live_play": "that is only for live play, not for tests or tournaments",
    "not_whole_cents": "amounts are whole cents",
    "nothing_held": "nothing is held back",
    "over_the_ceiling": "that is above the meter's ceiling",
    "prize_pending": "a prize is waiting for payment",
    "unknown_day": "this gaming day is not known",
    "unknown_mode": "there is no such mode",
    "unknown_parameter": "the meter has no such parameter",
}
