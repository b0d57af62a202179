"""Kinds about betting: each example's fields tell which situation it describes."""

from __future__ import annotations

from typing import Any

from cardtable.rules.determinations import resolve
from cardtable.rules.poker.betting import opening_options
from cardtable.rules.poker.limits import Limits, pot_share
from tests.examples.felt import RICH, AnyOrder, Felt
from tests.examples.money import has_puck, is_stud
from tests.examples.registry import Example, answers

_LIMITS = {"full_pot": "full-pot", "half_pot": "half-pot", "no_limit": "no-limit"}


@answers("betting")
def betting(example: Example) -> dict[str, Any]:
    given = example.given
    for field, situation in _SITUATIONS:
        if field in given:
            return situation(example, given)
    raise ValueError(f"no situation with {', '.join(given)}")


def law_of(example: Example) -> str:
    """Whose betting rules: the ACT's for draw and Omaha, Hold-Em's or stud's."""
    if not has_puck(example):
        return "act"
    return "stud" if is_stud(example) else "holdem"


def _limit(example: Example, default: str = "no-limit") -> str:
    named = str(example.given.get("limit", ""))
    if named:
        return _LIMITS.get(named, named)
    words = example.game.replace("-", " ")
    for said, limit in (("no limit", "no-limit"), ("fixed", "fixed"), ("half pot", "half-pot")):
        if said in words:
            return limit
    return default


def _felt(example: Example, stacks: dict[int, int], **given: Any) -> Felt:
    """Draw's betting is Omaha's: the same rules under other numbers."""
    game = "holdem" if has_puck(example) else "omaha"
    marker = min(stacks) if has_puck(example) else max(stacks)
    return Felt(game, stacks, marker, **given)


# ---- how much


def _pot_limit(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    law, limit = law_of(example), _limit(example, "half-pot")
    pot, call = given["pot_including_bets_c"], given.get("to_call_c", 0)
    limits = Limits(law, {"limit": limit, "min_bet": 1})
    most = limits.bounds(2, call, call, call, pot, call)[1]
    share = pot_share(law, limit, pot, call)
    return {"max_raise_c": share, "max_bet_c": share, "max_total_put_in_c": most}


def _least_raise(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    opening = given["opening_bet_c"]
    stacks = dict.fromkeys(range(1, 9), RICH)
    felt = _felt(example, stacks, limit=_limit(example), blinds=[1, 1], min_bet=1).flop()
    felt.take("bet", felt.turn, opening)
    level = opening
    for step in given.get("raises_by_c", []):
        level += step
        felt.take("raise", felt.turn, level)
    _, least, _ = felt.round.options(felt.turn)
    return {"min_raise_by_c": least - level, "min_total_c": least, "to_call_c": level}


def _straddle(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    """At most twice the bet before (dictionary: Straddle)."""
    bet = given["previous_bet_c"]
    limits = Limits(law_of(example), {"limit": "straddle", "min_bet": 1})
    most = limits.bounds(2, bet, bet, bet, given.get("pot_c", bet), bet)[1]
    return {"max_bet_c": most, "max_total_put_in_c": most, "max_raise_c": most - bet}


def _stud_ante(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    values = resolve("stud", {"min_bet": given["min_wager_c"]}, given["players"])
    pot = values["ante"] * given["players"]
    least, most = Limits("stud", values).bounds(1, 0, 0, 0, pot, 0)
    got = {"ante_c": values["ante"], "pot_c": pot, "opening_min_c": least, "opening_max_c": most}
    return got | {"opening_bet_c": least}


def _stud_raise(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    level, already = given["bet_to_c"], given.get("already_in_c", 0)
    limits = Limits("stud", {"limit": "half-pot", "min_bet": 1})
    call = level - already
    least = limits.bounds(1, level, level, level, given.get("pot_c", 100 * level), call)[0]
    return {"to_call_c": call, "min_raise_c": least - level, "min_total_c": least}


# ---- how often


def _cap(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    """Raise as often as given, with as many players as given, then see who may raise again."""
    law = law_of(example)
    count = given.get("contesting", 3)
    raises = len(given["raises_to_c"]) if "raises_to_c" in given else given["raises"]
    blinds = given.get("structure", "blinds") == "blinds"
    big = given.get("big_blind_c", 1000)
    limits = Limits(
        law, {"limit": _limit(example, "fixed"), "blinds": [big] * blinds, "min_bet": big}
    )
    number = given.get("betting_round", given.get("round", 1))
    if given.get("last_round"):
        number = 4
    allowed = limits.may_raise_again(number, raises, count)
    if "raises_to_c" in given and blinds and number == 1:  # the real round has to say it
        felt = _felt(
            example,
            dict.fromkeys(range(1, count + 1), RICH),
            tournament=int(count < 3),
            limit="no-limit" if law == "act" else _limit(example, "fixed"),
            blinds=[big // 2, big],
        ).deal()
        for to in given["raises_to_c"]:
            felt.take("raise", felt.turn, to)
        return {"further_raise_allowed": "raise" in felt.legal(), "legal": felt.legal()}
    legal = AnyOrder(["call", "raise", "fold"] if allowed else ["call", "fold"])
    return {"further_raise_allowed": allowed, "legal": legal}


# ---- tapping out


def _tap_out(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    """In the second betting round: a bet, perhaps a call, and a tap-out above or below a raise."""
    bet, total = given["bet_c"], given["all_in_total_c"]
    limit = "fixed" if "structured_bet_c" in given else _limit(example)
    size = given.get("structured_bet_c", bet)
    sizes = {"small_bet": size, "big_bet": 2 * size} if limit == "fixed" else {"min_bet": bet}
    blind = min(bet, size)
    acted_before = "acted before" in str(given.get("next_player", ""))
    stacks = dict.fromkeys(range(1, 6), RICH)
    # Seat 1 opens in Tasmania (the puck) and in the ACT (the first after the button).
    taps = 3
    stacks[taps] = total + blind
    felt = _felt(example, stacks, limit=limit, blinds=[blind, blind], **sizes).flop()
    felt.take("bet", 1, bet)
    felt.take("call", 2)
    felt.take("all_in", taps)
    if acted_before:
        if given.get("raise_after_under_raise"):
            felt.take("raise", 4, given["current_to_c"])
            felt.take("fold", 5)
        else:
            felt.take("call", 4)
            felt.take("fold", 5)
    call, least, _ = felt.round.options(felt.turn)
    return {"legal": felt.legal(), "call_to_c": call, "raise_to_c": least or None}


# ---- wrong amounts, out of turn


def _wrong_amount(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    """A bet below the call, or between call and raise; tapping out or not."""
    call, bet = given["to_call_c"], given.get("bet_c", given.get("stack_c", 0))
    step = given.get("min_raise_total_c", 2 * call) - call
    seat = 3
    stacks = dict.fromkeys(range(1, 5), RICH)
    if step < call:  # the call has come about by a raise of that size
        felt_blind, seat = call - step, 4
    else:
        felt_blind = call
    tapping_out = given.get("tapping_out", "bet_c" not in given)
    if tapping_out:
        stacks[seat] = bet
    felt = _felt(
        example,
        stacks,
        limit="no-limit",
        blinds=[felt_blind, felt_blind],
        min_bet=max(step, felt_blind),
    ).deal()
    if seat == 4:
        felt.take("raise", 3, call)
    made = felt.take("all_in", seat) if tapping_out else felt.take("bet", seat, bet)
    acts = [record for record in made if record[0] == "act"]
    back = sum(record[2] for record in made if record[0] == "return")
    got: dict[str, Any] = {"returned_c": back}
    if acts:
        return got | {"deemed": acts[0][2], "put_in_c": acts[0][3]}
    legal = felt.legal()
    folded = felt.take("fold", seat)
    back = sum(record[2] for record in folded if record[0] == "return" and record[1] == seat)
    if "fold" in (given.get("then"), given.get("action")):
        got["returned_c"] = back
    return got | {
        "deemed": "short",
        "legal": legal,
        "additional_to_call_c": call - bet,
        "must_add_c": call - bet,
        "if_fold_returned_c": back,
    }


def _out_of_turn(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    """A bet before its turn in the second betting round; those who come before act after that."""
    bet = given["out_of_turn_bet_c"]
    over = given.get("earlier_player_bets_c")
    did = ["check", "bet"] if over else given.get("earlier_players", ["check", "check"])
    felt = _second_round(example, given, max(4, len(did) + 2))
    order = felt.round.in_hand()
    first = order.index(felt.turn)
    *before, early = (order[first:] + order[:first])[: len(did) + 1]
    felt.take("bet", early, bet)
    made: list[tuple[Any, ...]] = []
    for seat, kind in zip(before, did, strict=True):
        made = felt.take(kind, seat, over) if kind == "bet" else felt.take(kind, seat)
    stands = [record for record in made if record[0] == "act" and record[1] == early]
    back = sum(record[2] for record in made if record[0] == "return" and record[1] == early)
    if stands:
        return {"bet_stands_c": stands[0][3], "returned_c": back, "stands": True}
    legal = felt.legal()
    folded = felt.take("fold", early)
    back = sum(record[2] for record in folded if record[0] == "return" and record[1] == early)
    return {
        "legal": AnyOrder("call" if kind == "check" else kind for kind in legal),
        "if_fold_returned_c": back,
        "may_raise": "raise" in legal,
        "stands": False,
    }


def _second_round(example: Example, given: dict[str, Any], count: int) -> Felt:
    """The second betting round, before anybody has acted in it."""
    bet = given["out_of_turn_bet_c"]
    stacks = dict.fromkeys(range(1, count + 1), RICH)
    if law_of(example) == "stud":  # antes and bets that make half the pot enough
        felt = Felt("stud", stacks, 1, min_bet=min(bet, given.get("earlier_player_bets_c", bet)))
        felt.deal().take("bet", felt.turn, felt.round.options(felt.turn)[1])
        return felt.flop()
    maximum = given.get("max_bet_c", given.get("limit_c", given.get("betting_limit_c")))
    limits = {"limit": "fixed", "max_bet": maximum} if maximum else {"limit": "no-limit"}
    return _felt(example, stacks, blinds=[100, 100], min_bet=100, **limits).flop()


# ---- the opening player and the last blind


def _blind_kind(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    call = given.get("to_call_c", 1000)
    felt = _felt(
        example,
        dict.fromkeys(range(1, 5), RICH),
        blinds=[call, call],
        blind_kind=given["blind_type"],
    ).deal()
    seat = felt.turn
    legal = AnyOrder("call and fold" if kind == "call_fold" else kind for kind in felt.legal())
    got: dict[str, Any] = {
        "legal": legal,
        "call_allowed": "call" in legal,
        "fold_allowed": "fold" in legal,
    }
    action = given.get("action")
    if action:
        kind = {"call and fold": "call_fold"}.get(action, action)
        refusal = felt.round.why_not((kind, seat) if kind != "raise" else (kind, seat, 2 * call))
        got["allowed"] = refusal is None
        if refusal is None and kind != "raise":
            felt.take(kind, seat)
            got |= {"put_in_c": RICH - felt.round.stack[seat], "still_in": not felt.round.out[seat]}
    return got


def _opener(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    number = given.get("betting_round", 1)
    blinds = law_of(example) != "stud" and given.get("structure", "blinds") == "blinds"
    options = opening_options(law_of(example), number, blinds, given.get("blind_type", "B"))
    if number == 2 and not given.get("final_check", True):  # NI2005-66 r 11.4
        felt = Felt("draw", {1: RICH, 2: RICH}, 2, blinds=[500, 1000], final_check=0).deal()
        felt.take("call", 1)
        felt.take("check", 2)
        felt.take("stand", 1)
        felt.take("stand", 2)
        options = felt.legal()
    return {"legal": AnyOrder(options), "check_allowed": "check" in options}


def _last_blind(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    felt = _felt(example, dict.fromkeys(range(1, 5), RICH), blinds=[500, 1000]).deal()
    if given.get("raised"):
        felt.take("raise", felt.turn, 2000)
    while felt.turn != 2:
        felt.take("call", felt.turn)
    return {"may_raise": "raise" in felt.legal(), "legal": felt.legal()}


def _player(example: Example, given: dict[str, Any]) -> dict[str, Any]:
    if "blind" in str(given["player"]):
        return _last_blind(example, given)
    return _opener(example, given)


# The first field that an example has decides.
_SITUATIONS = (
    ("pot_including_bets_c", _pot_limit),
    ("previous_bet_c", _straddle),
    ("out_of_turn_bet_c", _out_of_turn),
    ("all_in_total_c", _tap_out),
    ("raises_to_c", _cap),
    ("raises", _cap),
    ("opening_bet_c", _least_raise),
    ("min_wager_c", _stud_ante),
    ("bet_to_c", _stud_raise),
    ("blind_type", _blind_kind),
    ("player", _player),
    ("to_call_c", _wrong_amount),
)
