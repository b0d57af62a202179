"""Irregularities of the games between players: each is brought about at a table of its own."""

from __future__ import annotations

from typing import Any

from cardtable.rules import places
from tests.examples.felt import RICH, Felt
from tests.examples.registry import Example, answers
from tests.examples.wording import Wording

_SHUFFLED = Wording("shuffle the exposed card with the rest", "shuffl")
_IN_SEQUENCE = Wording("use it in the normal sequence", "sequence|used|use it|use the card")
_SET_RIGHT = Wording("reconstruct the hand", "reconstruct|corrected|set right")


def game_of(example: Example) -> str:
    if example.source == "TGC-2006":
        return "stud" if "stud" in example.game else "holdem"
    return "omaha" if "omaha" in example.game or example.source == "NI2006-156" else "draw"


def table(example: Example, seats: list[int] | None = None, **given: Any) -> Felt:
    """Four players, or those named; the marker at the last seat (ACT) or the first."""
    seats = seats or [1, 2, 3, 4]
    game = game_of(example)
    if len(seats) < 3 and game in ("holdem", "stud"):
        given["tournament"] = 1
    marker = min(seats) if game in ("holdem", "stud") else max(seats)
    return Felt(game, dict.fromkeys(seats, RICH), marker, **given)


@answers("irregularity", "NI2005-66", "NI2006-156", "TGC-2006")
def irregularity(example: Example) -> dict[str, Any]:
    given = example.given
    if "exposed_hole_cards_initial_deal" in given:
        return _exposed(example, given["exposed_hole_cards_initial_deal"])
    if "exposed_hole_cards_during_draw" in given:
        return _exposed_in_the_draw(example, given["exposed_hole_cards_during_draw"])
    if "active_with_wrong_card_count" in given:
        return _wrong_counts(example)
    event = str(given.get("event", "")).lower()
    for words, situation in _EVENTS:
        if all(word in event for word in words):
            return situation(example, event)
    raise ValueError(f"no situation like '{event}' with {', '.join(given)}")


def _told(felt: Felt, **more: Any) -> dict[str, Any]:
    ended = felt.round.outcome
    return {"misdeal": ended == "misdeal", "outcome": ended or "continue"} | more


# ---- cards that were seen


def _exposed(example: Example, count: int) -> dict[str, Any]:
    burn = example.given.get("burn_option", example.given.get("burn", False))
    options: dict[str, Any] = (
        {"burn": int(bool(burn))} if game_of(example) in ("omaha", "holdem") else {}
    )
    felt = table(example, **options)
    for _ in range(count):
        if felt.round.outcome is None:
            felt.take("expose", felt.deal_one())
    got = _told(felt)
    if felt.round.outcome is None and options and felt.round.exposed:
        seat = felt.round.exposed[0]
        while len(felt.round.held[felt.round.players[-1]]) < felt.round.initial:
            felt.deal_one()
        assert felt.deal_one() == seat  # the card that would have been burnt
        got["replaced_with"] = Wording("first burn card", "burn card")
        while felt.round.phase == "bets":
            felt.take("check" if "check" in felt.legal() else "call", felt.turn)
        got["burn_before_flop"] = felt.round.expects()[0][1] == places.BURN
    return got


def _exposed_in_the_draw(example: Example, count: int) -> dict[str, Any]:
    felt = table(example).deal()
    while felt.round.phase == "bets":
        felt.take("check" if "check" in felt.legal() else "call", felt.turn)
    left = count
    while felt.round.phase == "deal":
        due = felt.round.expects()[0]
        if due[0] == "card":
            seat = felt.deal_one()
            if left and places.is_seat(seat):
                felt.take("expose", seat)
                left -= 1
        else:
            felt.take("throw", due[1], felt.round.held[due[1]][:4])
    assert not left
    return _told(felt)


def _premature(example: Example, event: str) -> dict[str, Any]:
    felt = table(example).deal()
    felt.take("card", places.BOARD, "As")
    assert felt.round.place_of("As") is None, "it is in the shoe again"
    return _told(felt, action=_SHUFFLED)


def _first_card(example: Example, event: str) -> dict[str, Any]:
    felt = table(example).deal()
    while felt.round.phase == "bets":
        felt.take("check" if "check" in felt.legal() else "call", felt.turn)
    felt.take("expose", places.SHOE)
    assert felt.deal_one() == places.BOARD
    return _told(felt, action=_IN_SEQUENCE)


def _cut_exposed(example: Example, event: str) -> dict[str, Any]:
    felt = table(example)
    felt.take("begin")
    felt.take("expose_cut")
    return _told(felt)


def _not_cut(example: Example, event: str) -> dict[str, Any]:
    """The wrong player cut, or nobody did: a misdeal until the first wager."""
    felt = table(example).deal()
    late = example.given.get("after_first_bet", example.given.get("betting_started", False))
    if late or "after" in event or "once betting" in event:
        felt.take("bet" if "bet" in felt.legal() else "call", felt.turn, *_least(felt))
    taken = felt.round.why_not(("rule_misdeal", None)) is None
    if taken:
        felt.take("rule_misdeal", None)
    return _told(felt)


def _least(felt: Felt) -> tuple[int, ...]:
    return (felt.round.options(felt.turn)[1],) if "bet" in felt.legal() else ()


# ---- cards in the wrong place


def _looked(example: Example, event: str) -> bool:
    for name in ("looked", "seen", "wrong_player_looked", "players_looked", "looked_at"):
        if name in example.given:
            return bool(example.given[name])
    unseen = ("not look", "nobody", "no one", "no player", "before look", "without look", "unseen")
    return "look" in event and not any(words in event for words in unseen)


def _out_of_turn(example: Example, event: str) -> dict[str, Any]:
    felt = table(example)
    felt.take("begin")
    first, second = felt.round.players[:2]
    felt.take("card", second, "As")  # the first player's card
    if _looked(example, event):
        felt.take("see", second)
        return _told(felt, reconstruct=False)
    felt.take("move", "As", second, first)
    assert felt.round.fault is None
    return _told(felt, action=_SET_RIGHT, reconstruct=True)


def _excess(example: Example, event: str) -> dict[str, Any]:
    """One card too many for a player, or a player passed over."""
    felt = table(example)
    felt.take("begin")
    if "miss" in event or "out " in event or "fewer" in event:
        return _missed(example, felt, event)
    while felt.round.street == 0:
        felt.deal_one()
    seat = felt.round.players[0]
    looked = _looked(example, event)
    if looked:
        felt.take("see", seat)
    felt.take("card", seat, "As")
    if felt.round.outcome is None and not looked:
        felt.take("move", "As", seat, places.SHOE)
        return _told(felt, action=_SET_RIGHT, reconstruct=True)
    return _told(felt, reconstruct=False)


def _missed(example: Example, felt: Felt, event: str) -> dict[str, Any]:
    first, second = felt.round.players[:2]
    felt.take("card", second, "As")
    if _looked(example, event):
        felt.take("see", second)
        return _told(felt, reconstruct=False)
    felt.take("move", "As", second, first)
    return _told(felt, action=_SET_RIGHT, reconstruct=True)


def _too_late(example: Example, event: str) -> dict[str, Any]:
    felt = table(example).flop()
    refusal = felt.round.why_not(("rule_misdeal", None))
    assert refusal is not None
    return _told(felt, hand="played to the conclusion", money_returned=False)


# ---- wrong counts


def _wrong_counts(example: Example) -> dict[str, Any]:  # noqa: C901  # one worked example a branch
    given = example.given
    wrong, right = given["active_with_wrong_card_count"], given["active_with_correct_count"]
    folded = list(given.get("folded", given.get("folded_in_order", [])))
    last = given.get("last_folded", given.get("last_to_fold"))
    if last is not None and last not in folded:
        folded.append(last)
    seats = sorted({*wrong, *right, *folded})
    felt = table(example, seats).deal()
    while felt.round.phase == "bets" and felt.round.street == 1:
        turn = felt.turn
        gone = [seat for seat in folded if not felt.round.out[seat]]
        if "fold" in felt.legal() and gone and turn == gone[0]:
            felt.take("fold", turn)
        elif "bet" in felt.legal():
            felt.take("bet", turn, felt.round.options(turn)[1])
        else:
            felt.take("check" if "check" in felt.legal() else "call", turn)
    for seat in folded:
        if not felt.round.out[seat]:
            felt.take("rule_fold", seat)
    if not given.get("showdown", True):
        seat = wrong[0]
        felt.take("discard", seat, felt.round.held[seat][0])
        back = sum(record[2] for record in felt.told("return") if record[1] == seat)
        out = bool(felt.round.out[seat])
        return _told(felt, hand="folded" if out else "active", bets_stay_in_pot=out and not back)
    while felt.round.phase != "show" and felt.round.outcome is None:
        due = felt.round.expects()[0]
        if due[0] in ("stand", "check", "call"):
            felt.take(*due)
        elif due[0] == "card":
            felt.deal_one()
        else:
            felt.take("bet", felt.turn, felt.round.options(felt.turn)[1])
    for seat in wrong:
        if felt.round.outcome is None:
            felt.take("show", seat, felt.round.held[seat][:-1])
    for seat in right:
        if felt.round.outcome is None:
            felt.take("show", seat, None)
    winners = sorted({record[2] for record in felt.told("win")})
    return _told(felt, winner=winners[0] if len(winners) == 1 else winners, winners=winners)


# Words that all occur in the event; the first row that fits decides.
_EVENTS: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("communal", "before"), _premature),
    (("communal", "premature"), _premature),
    (("premature",), _premature),
    (("first card", "conclusion"), _first_card),
    (("first card in the shoe",), _first_card),
    (("first card", "after"), _first_card),
    (("expose", "cut"), _cut_exposed),
    (("cut",), _not_cut),
    (("out of turn",), _out_of_turn),
    (("first betting round",), _too_late),
    (("miss",), _excess),
    (("extra",), _excess),
    (("excess",), _excess),
    (("dealt out",), _excess),
    (("deals a player out",), _excess),
)
