"""What determinations and their choices are called on a page; their names are for files."""

from __future__ import annotations

_LABELS = {
    "ace_low": "ace also low",
    "ante_max": "greatest ante",
    "ante_min": "least ante",
    "ante_multiple": "antes in steps of",
    "big_bet_from": "big bet from betting round",
    "blind_kind": "kind of blinds",
    "commission_max": "greatest commission",
    "deal": "how cards are dealt",
    "deck": "cards in the deck",
    "final_check": "checking in the last round",
    "follow": "what is followed",
    "freeze_eliminated": "freeze-out: players out",
    "freeze_wager": "freeze-out: ante",
    "limit": "betting limit",
    "lock_while_pending": "jackpot wagers locked until it is paid",
    "low_ace": "ace in low hands",
    "low_qualifier": "low hands qualify with",
    "max_bet": "greatest bet",
    "max_buy_in": "greatest buy-in",
    "max_payout": "greatest payout",
    "min_bet": "least bet",
    "over_blind": "over-blind",
    "over_blinds": "over-blinds may be made",
    "burn": "cards burnt",
    "return_minutes": "minutes in which who returns brings the same",
    "reveal": "faces released afterwards",
    "reveal_approval": "who approved the release",
    "reveal_minutes": "minutes until the release",
    "table_min": "table minimum",
    "table_stake": "least table stake",
    "win": "which hand wins",
    "winning_chip": "a winner's jackpot chip",
}
_CHOICES = {
    "shoe": "from a shoe",
    "hand": "by hand",
    "packets": "packets of five",
    "collected": "is collected",
    "returned": "is returned",
    "act-5": "5 % (ACT)",
    "act-10": "10 % (ACT)",
    "tas-stud-normal": "Stud, normal (Tasmania)",
    "tas-stud-capped": "Stud, capped (Tasmania)",
    "tas-holdem": "Hold-Em (Tasmania)",
    "time": "by time",
    "bets": "bets and cards",
    "cards": "cards only",
    "half-pot": "half the pot",
    "full-pot": "the pot",
    "no-limit": "no limit",
    "high-low": "high and low",
    "shown": "those shown",
    "8": "eight or better",
    "0": "any cards",
}


def label(name: str) -> str:
    """What a determination is called on a page."""
    return _LABELS.get(name, name.replace("_", " "))


def choice(value: object) -> str:
    """What one of its choices is called there."""
    return _CHOICES.get(str(value), str(value))
