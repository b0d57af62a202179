"""What happens in a described situation: the fields of an example, and its event, tell which."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from cardtable.desk.card_lists import parse_cards
from cardtable.rules.cards import card_text
from cardtable.rules.round import Refused
from host_tools.tournament import places
from tests.examples.felt import RICH, Felt
from tests.examples.irregular import game_of, table
from tests.examples.registry import Example, answers
from tests.examples.tournament import rules_of
from tests.examples.wording import Wording

_ONE_SECOND_MS = 1000


@answers("procedure")
def procedure(example: Example) -> dict[str, Any]:
    given = example.given
    for field, situation in _FIELDS:
        if field in given:
            return situation(example)
    event = str(given.get("event", "")).lower()
    for words, situation in _EVENTS:
        if all(word in event for word in words):
            return situation(example)
    raise ValueError(f"no situation like '{event}' with {', '.join(given)}")


# ---- who plays, and with what


def _game_continues(example: Example) -> dict[str, Any]:
    given = example.given
    count = given["players"]
    names = [n for n in ("stud", "holdem", "omaha", "draw") if n in example.game]
    goes_on = []
    for game in names or [game_of(example)]:
        more = {"freeze_wager": 500, "min_bet": 500} if given.get("freeze_out") else {}
        if game != "stud":
            more = {}
        try:
            felt = Felt(game, dict.fromkeys(range(1, count + 1), RICH), 1, **more)
        except (Refused, ValueError):
            goes_on.append(False)
            continue
        goes_on.append(("begin",) in felt.round.expects())
    allowed = all(goes_on)
    return {"game_continues": allowed, "may_commence": allowed, "game_commences": allowed}


def _eliminated(example: Example) -> dict[str, Any]:
    given = example.given
    minimum = given.get("table_minimum", given.get("table_minimum_c", 1))
    out = places.is_out(rules_of(example), given["chips"], minimum)
    return {"eliminated": out, "may_play": not out}


def _top_up(example: Example) -> dict[str, Any]:
    """The window is searched for with the round's own answers."""
    given = example.given
    stack, least = given["stack_c"], given.get("min_stake_c", given.get("table_stake_c", 0))
    limits: dict[str, Any] = {"table_stake": least} if least else {}
    if "max_buy_in_c" in given:
        limits["max_buy_in"] = given["max_buy_in_c"]
    felt = Felt(game_of(example), {1: stack, 2: RICH, 3: RICH}, 1, **limits)

    def refused(to: int) -> str:
        answer = felt.round.why_not(("buy", 1, to - stack))
        return answer.code if answer else ""

    most = given.get("max_buy_in_c", 10**9)
    span = range(stack + 1, most + 2)
    low = span[bisect_left(span, True, key=lambda to: refused(to) != "below_the_table_stake")]
    high = span[bisect_left(span, True, key=lambda to: refused(to) == "above_the_buy_in") - 1]
    got: dict[str, Any] = {
        "top_up_to_between_c": [low, high],
        "min_top_up_to_c": low,
        "max_top_up_to_c": high,
        "may_reduce": felt.round.why_not(("buy", 1, -100)) is None,
    }
    for name in ("top_up_to_c", "to_c", "buys_to_c"):
        if name in given:
            got["allowed"] = got["accepted"] = not refused(given[name])
    felt.take("begin")
    got["during_round"] = felt.round.why_not(("buy", 1, 100)) is None
    return got


# ---- new players, missed blinds


def _new_player(example: Example) -> dict[str, Any]:
    given = example.given
    event = str(given.get("event", "")).lower()
    big = given.get("big_blind_c", 1000)
    if game_of(example) == "holdem":
        return _new_in_tasmania(example, big)
    # The button began at seat 8 (the highest) and lies at seat 3 now.
    passed = "has passed" in event or "button has completed" in event or "existing" in event
    passed = given.get("button_passed_seat", given.get("revolution_completed", passed))
    seat = 2 if passed else 6
    if any(
        f"{at} the {what}" in event for at in ("on", "at") for what in ("dealer button", "button")
    ):
        seat = 3
    seats = dict.fromkeys({1, 3, 5, 8} - {seat}, RICH)
    felt = Felt(game_of(example), seats, 3, blinds=[big // 2, big], lap=8)
    felt.take("join", seat, RICH)
    waits = felt.told("join")[-1][3]
    may_post = felt.round.why_not(("post", seat, big)) is None
    felt.take("begin")
    in_round = seat in felt.round.players
    return {
        "posts_blind": bool(waits),
        "must_post": bool(waits),
        "may_enter": in_round or may_post,
        "dealt_in": in_round,
        "pays_c": big if waits else 0,
    }


def _new_in_tasmania(example: Example, big: int) -> dict[str, Any]:
    """Seats 2 and 6 are the blinds: seat 4 has yet to be passed, seat 8 has been."""
    passed = example.given.get("blinds_passed_entry_position", True)
    felt = table(example, [2, 6, 9], blinds=[big // 2, big])
    seat = 8 if passed else 4
    felt.take("join", seat, RICH)
    may = felt.round.why_not(("post", seat, big)) is None
    got: dict[str, Any] = {"may_enter": may, "posts_blind": True, "must_wait": not may}
    if may:
        felt.take("post", seat, big)
    felt.take("begin")
    assert (seat in felt.round.players) is may
    got["pays_c"] = RICH - felt.round.stack[seat] if may else 0
    return got


def _changed_seats(example: Example) -> dict[str, Any]:
    """Seat 2 is due to post; it moves away from the blinds, behind the last player before them."""
    given = example.given
    big = given.get("big_blind_c", 1000)
    game = game_of(example)
    seats: dict[int, int] = dict.fromkeys((1, 2, 3, 4, 6), RICH)
    felt = Felt(game, seats, 1 if game == "holdem" else 6, blinds=[big // 2, big])
    felt.take("change_seat", 2, 5)
    if given.get("elects_to_post"):
        felt.take("post", 5, big)
    felt.take("begin")
    dealt_in = 5 in felt.round.players
    until = None if dealt_in else Wording("the big blind comes", "big blind")
    return {
        "dealt_in": dealt_in,
        "dealt_out": not dealt_in,
        "dealt_out_until": until,
        "rejoins_when": until,
        "pays_c": RICH - felt.round.stack[5],
        "posts_c": RICH - felt.round.stack[5],
    }


def _missed_blinds(example: Example) -> dict[str, Any]:
    """Seat 4 has missed the blinds; it posts them, or waits until the big blind comes round."""
    given = example.given
    if "seat" in str(given.get("event", "")):
        return _changed_seats(example)
    big = given.get("big_blind_c", 1000)
    small = given.get("small_blind_c", big // 2)
    posts = bool(given.get("elects_to_post", False))
    game = game_of(example)
    missed = 3
    seats: list[tuple[int, ...]] = [(1, RICH), (2, RICH), (3, RICH), (4, RICH, missed, 0)]

    def begun(marker: int, post: bool) -> Felt:
        felt = Felt(game, seats, marker, blinds=[small, big])
        if post:
            felt.take("post", 4, small + big)
        felt.take("begin")
        return felt

    puck = game == "holdem"
    far, due = (1, 3) if puck else (3, 2)
    if posts:
        felt = begun(1 if puck else 2, True) if not puck else begun(far, True)
        now = 4 in felt.round.players
        paid = RICH - felt.round.stack[4]
        return {
            "rejoins_when": Wording("the next round of play", "next|immediate|at once"),
            "may_rejoin": now,
            "posts_c": paid,
            "pays_c": paid,
        }
    assert 4 not in begun(far, False).round.players
    felt = begun(due, False)
    comes = 4 in felt.round.players and 4 in felt.posts()
    return {
        "rejoins_when": Wording("due to post the big blind", "big blind|post the blind|their turn")
        if comes
        else None,
        "may_rejoin": False,
        "pays_c": 0,
    }


# ---- time, showing


def _ninety_seconds(example: Example) -> dict[str, Any]:
    given = example.given
    felt = table(example)
    felt.deal()
    seat = felt.turn
    if "bet" in felt.legal():
        felt.take("bet", seat, felt.round.options(seat)[1])
        seat = felt.turn
    paid = felt.round.put[seat] + felt.round.bet[seat]
    felt.take("clock", seat)
    event = str(given.get("event", ""))
    acts = given.get("acts", "acts within" in event or "acts in time" in event)
    if acts:
        felt.take("call", seat)
    felt.take("wait", given.get("seconds", 90) * _ONE_SECOND_MS)
    folded = bool(felt.round.out[seat])
    stays = felt.round.put[seat] + felt.round.bet[seat] >= paid
    return {
        "hand": "folded" if folded else "active",
        "folded": folded,
        "bets_stay_in_pot": stays,
        "returned_c": sum(record[2] for record in felt.told("return") if record[1] == seat),
    }


# Three hands without a card in common: the middle one is beaten by the first, the third beats it.
_HIGHER, _CALLED, _LOWER = "AsAhAdKs2c", "QsQhQdJs3c", "TsThTd9s4c"
_MORE = ("8s8h8d7s5c", "6s6h6d7h2d", "5s5h5d7d4d", "9h9d8c7c2h", "4s4h3d3h2s")


def _shows(example: Example) -> dict[str, Any]:
    """The called player shows first; who has less need not (NI2005-66 r 13.1)."""
    given = example.given
    called, others = given["called"], given["others"]
    lower = given.get("lower_than_called", [])
    seats = sorted([called, *others])
    weak, strong = iter((_LOWER, *_MORE)), iter((_HIGHER, "KhKdKcAc2d", "JhJdJcTc3d"))
    hands = {seat: next(weak) if seat in lower else next(strong) for seat in others}
    hands[called] = _CALLED
    felt = table(Example("", "", {}, {}, "draw", "NI2005-66"), seats)
    deal = {seat: [card_text(c) for c in parse_cards(hands[seat])] for seat in seats}
    while felt.round.phase in ("before", "deal") and not felt.round.street:
        seat = next(e[1] for e in felt.round.expects() if e[0] == "card")
        felt.take("card", seat, deal[seat].pop(0))
    while felt.round.phase != "show":
        due = felt.round.expects()[0]
        if felt.round.street == 2 and felt.turn == called and not felt.round.betting.level:
            felt.take("bet", called, felt.round.options(called)[1])
        elif due[0] in ("check", "call", "stand"):
            felt.take(*due)
    assert felt.round.why_not(("muck", called)) is not None, "the player called shows"
    felt.take("show", called, None)
    need_not, shows = [], [called]
    for seat in others:
        assert felt.round.why_not(("muck", seat)) is None
        better = seat in felt.round._best([called, seat])[0]
        (shows if better else need_not).append(seat)
    return {"shows": shows, "need_not_show": need_not, "shows_first": called}


# ---- stud


def _hopeless_call(example: Example) -> dict[str, Any]:
    """Seat 1 shows three aces; who calls with nothing gets it back when nobody calls after."""
    given = example.given
    call = given.get("call_c", 1000)
    last = given.get("last_to_call", True)
    hands = {1: "KcAsAhAdKd", 2: "2c7d9h4s3h", 3: "3c8d9s5s2h"}
    if given.get("can_win", False):
        hands[2], hands[3] = "8cTdTh9d8h", "7cJdJh6d7h"
        hands[1] = "KcAsAh5d4c"
    hopeless = 3 if last else 2
    felt = Felt("stud", dict.fromkeys((1, 2, 3), RICH), 1, min_bet=call)
    deal = {seat: [card_text(c) for c in parse_cards(hand)] for seat, hand in hands.items()}
    while felt.round.phase != "show":
        if felt.round.phase != "bets":
            seat = next(given[1] for given in felt.round.expects() if given[0] == "card")
            felt.take("card", seat, deal[seat].pop(0))
        elif felt.round.street in (1, 4) and "bet" in felt.legal():
            felt.take("bet", felt.turn, call)
        else:
            felt.take("check" if "check" in felt.legal() else "call", felt.turn)
    for seat in (1, 2, 3):
        felt.take("show", seat, None)
    back = sum(r[2] for r in felt.told("return") if r[1] == hopeless and "B17.2" in r[3])
    return {"returned_c": back, "returned": bool(back)}


def _first_exposed(example: Example) -> dict[str, Any]:
    event = str(example.given.get("event", "")).lower()
    again = "further" in event or "second" in event.split("exposed")[-1] or "also" in event
    again = again or event.count("expos") > 1
    again = example.given.get("second_card_exposed", again)
    felt = Felt("stud", dict.fromkeys((1, 2, 3), RICH), 1)
    for _ in range(3):
        felt.deal_one()
    felt.take("expose", 2)
    stands = felt.round.outcome is None
    felt.deal_one()
    seat = felt.deal_one()
    assert seat == 2
    closed = len(felt.round.down[2]) == 1
    if again:
        felt.take("expose", 2)
        stands = felt.round.outcome is None
    return {
        "deal_stands": stands,
        "second_card": "closed" if closed and not again else "exposed",
        "misdeal": felt.round.outcome == "misdeal",
        "hand": None if stands else Wording("null and void", "void"),
        "redeal": not stands,
        "outcome": None
        if stands
        else Wording("collected, shuffled, cut and re-dealt", "deal|shuffl"),
    }


def _cards_left_over(example: Example) -> dict[str, Any]:
    """A hand that got into the discards takes no further part."""
    felt = table(example).deal()
    seat = felt.round.players[-1]
    felt.take("discard", seat, felt.round.held[seat][0])
    out = bool(felt.round.out[seat])
    return {"hand": "folded" if out else "active", "takes_part": not out, "folded": out}


def _decided_fold(example: Example) -> dict[str, Any]:
    felt = table(example).deal()
    seat = felt.turn
    felt.take("rule_fold", seat)
    back = [record for record in felt.told("return") if record[1] == seat]
    return {"hand": "folded", "bets_stay_in_pot": not back, "folded": bool(felt.round.out[seat])}


def _void(example: Example) -> dict[str, Any]:
    felt = table(example).deal()
    felt.take("rule_void", None)
    back = all(felt.round.stack[seat] == RICH for seat in felt.round.seated)
    return {"outcome": "void", "round": "void", "wagers_returned": back, "bets_returned": back}


_FIELDS: tuple[tuple[str, Any], ...] = (
    ("chips", _eliminated),
    ("stack_c", _top_up),
    ("called", _shows),
    ("last_to_call", _hopeless_call),
    ("blinds_passed_entry_position", _new_player),
    ("elects_to_post", _missed_blinds),
    ("players", _game_continues),
    ("seconds", _ninety_seconds),
)
_EVENTS: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("ninety",), _ninety_seconds),
    (("90",), _ninety_seconds),
    (("new player",), _new_player),
    (("missed",), _missed_blinds),
    (("chang", "seat"), _changed_seats),
    (("mov", "seat"), _changed_seats),
    (("cannot possibly win",), _hopeless_call),
    (("closed", "expos"), _first_exposed),
    (("first", "card", "expos"), _first_exposed),
    (("hole card", "expos"), _first_exposed),
    (("discard",), _cards_left_over),
    (("contraven",), _decided_fold),
    (("impractical",), _void),
    (("fraud",), _void),
    (("disturb",), _void),
)
