"""Kinds about Canberra Poker and its Boomerang Jackpot: played through the round itself."""

from __future__ import annotations

from typing import Any

from cardtable.desk.card_lists import parse_cards
from cardtable.jackpot.payouts import payouts
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.dealer_hand import dealer_qualifies
from cardtable.rules.canberra.editions import EDITIONS
from cardtable.rules.canberra.payouts import settle
from cardtable.rules.places import DISCARD
from tests.examples.canberra_felt import HANDS, OF_DEALER, Table
from tests.examples.registry import Example, answers
from tests.examples.wording import Wording


def game_of(example: Example) -> str:
    return "canberra-1997" if example.source.startswith("S89") else "canberra"


@answers("dealer_qualifies")
def qualifies(example: Example) -> dict[str, Any]:
    return {"qualifies": dealer_qualifies(parse_cards(example.given["hand"]))}


@answers("boomerang_class")
def prize(example: Example) -> dict[str, Any]:
    return {"prize": boomerang_class(parse_cards(example.given["hand"]))}


@answers("deal_order")
def deal_order(example: Example) -> dict[str, Any]:
    given = example.given
    packets = given.get("shuffling_shoe", given.get("automated_shuffling_shoe", False))
    options = {"shuffling_shoe": 1} if packets else {}
    table = Table(game_of(example), given["boxes_with_ante"], **options)
    sequence: list[Any] = []
    while table.round.due() is not None:
        sequence.append(table.round.due() or "D")
        table.next_card()
    if packets:  # r 12.4: the dealer turns up the top card; the boxes do not tell which it is
        return {"sequence": sequence}
    tokens = table.round.dealer
    up = [n for n, token in enumerate(tokens, 1) if len(token) == 2]
    return {"sequence": sequence, "face_up": f"dealer card {up[0]}"}


@answers("bet_valid")
def bet_valid(example: Example) -> dict[str, Any]:
    ante, bet = example.given["ante_c"], example.given["bet_c"]
    table = Table(game_of(example), [1], ante).dealt()
    return {"valid": bool(ante) and table.takes("bet", 1, bet)}


@answers("canberra_settle")
def canberra_settle(example: Example) -> dict[str, Any]:
    given = example.given
    ante, bet = given["ante_c"], given.get("bet_c", 2 * given["ante_c"])
    limits = {"ante_max": given["ante_max_c"]} if "ante_max_c" in given else {}
    if "max_payout_c" in given:
        limits["max_payout"] = given["max_payout_c"]
    if set(parse_cards(given["player"])) & set(parse_cards(given["dealer"])):
        # Hands that one deck cannot hold have no round: the settlement alone.
        cards = parse_cards(given["player"]), parse_cards(given["dealer"])
        top, most = limits.get("ante_max", ante), limits.get("max_payout", 10**9)
        ante_win, bet_win, fate = settle(ante, bet, *cards, top, most)
    else:
        table = Table(game_of(example), [1], ante, **limits)
        table.dealt({1: given["player"], OF_DEALER: given["dealer"]})
        if given.get("folded") or not bet:
            table.give("fold", 1)
        else:
            table.give("bet", 1, bet)
            table.turn_over()
        _, _, ante_win, bet_win, fate, _ = table.last("settle")
    return {
        "ante_win_c": ante_win,
        "bet": fate,
        "bet_win_c": bet_win,
        "net_c": ante_win + bet_win,
    }


@answers("over_maximum")
def over_maximum(example: Example) -> dict[str, Any]:
    given = example.given
    ante, result = given["ante_c"], str(given.get("result", "ante loses"))
    table = Table(game_of(example), [1], ante, ante_max=given["max_wager_c"])
    if "lose" in result or "lost" in result:
        table.dealt()
        table.give("fold", 1)
    else:
        void = "void" in result or "tie" in result or "equal" in result
        hands = ("AhKc9d5h3d", "AsKd9h5c3s") if void else ("2s2d4h5c7d", "QsJd9h7c3s")
        table.dealt({1: hands[0], OF_DEALER: hands[1]})
        table.give("bet", 1, None)
        table.turn_over()
    won = table.last("settle")[2]
    return {
        "collected_c": max(0, -won),
        "paid_c": max(0, won),
        "returned_c": ante - abs(won),  # what was not in play
    }


@answers("boomerang")
def boomerang(example: Example) -> dict[str, Any]:
    given = example.given
    edition = EDITIONS[game_of(example)]
    display = given["display_at_start_c"]
    if not edition.latched:
        display = given.get("display_now_c", display)
    pool = given.get("pool_recalculated_c")
    return {"payouts_c": payouts(given["winners"], display, edition.limited, pool)}


@answers("boomerang_rule")
def boomerang_rule(example: Example) -> dict[str, Any]:
    given = example.given
    table = Table(game_of(example), [1, 2])
    placed = given.get("ante_placed", True)
    if not placed:
        table.give("ante", 2, 0)
    wagered = given.get("wagered", given.get("boomerang_wagered", True))
    if wagered and placed:
        table.give("jackpot", 2)
    elif wagered:
        assert not table.takes("jackpot", 2)
    if not placed:
        void = False
        if given.get("dealt", True):
            table.give("card", 1, "As")
            table.give("card", 2, "Ks")
            void = any(record[0] == "irregular" for record in table.records)
        back = table.round.stacks[2] == table.start[2]
        got = {"hand": "void" if void else None, "boomerang_returned": back, "paid_c": 0}
        return got | {"allowed": False, "accepted": False}
    dealer = "KsQd9c7c5c" if not given.get("dealer_qualifies", True) else "AcKs9c7d5c"
    table.dealt({2: HANDS[given.get("hand", "five_odd_cards")], OF_DEALER: dealer})
    if given.get("folded", False):
        table.give("fold", 2)
    else:
        table.give("bet", 2, None)
    table.give("fold", 1)
    table.turn_over()
    if given.get("declared", True) and table.takes("declare", 2):
        table.give("declare", 2)
    table.give("collect", None)
    won = [prize for seat, _, prize in table.round.jackpots() if seat == 2 and prize]
    limited = EDITIONS[game_of(example)].limited
    return {
        "paid_c": sum(payouts(won, given.get("display_at_start_c", 0), limited)),
        "boomerang_returned": any(record[0] == "jackpot_back" for record in table.records),
        "wager": "won" if won else "lost",
    }


@answers("irregularity", "NI2004-492", "S89-1997")
def irregularity(example: Example) -> dict[str, Any]:
    given = example.given
    if "exposed_cards" in given or "dealer_card_exposed" in given:
        return _exposed(example)
    if "player_cards" in given or "dealer_cards" in given:
        table = Table(game_of(example), [1, 2, 3])
        return table.counts(given.get("player_cards", 5), given.get("dealer_cards", 5))
    event = str(given.get("event", "")).lower()
    for words, situation in _EVENTS:
        if any(word in event for word in words):
            return situation(example)
    raise ValueError(f"no situation like '{event}' with {', '.join(given)}")


def _exposed(example: Example) -> dict[str, Any]:
    given = example.given
    table = Table(game_of(example), [1, 2, 3])
    nth = given.get("dealer_card_exposed")
    if nth:
        while len(table.round.dealer) < nth:
            table.next_card()
        table.give("expose", OF_DEALER)
    for _ in range(given.get("exposed_cards", 0)):
        if table.round.outcome is None:
            table.give("expose", table.next_card(but_not=OF_DEALER))
    if table.round.outcome is not None or not nth:
        return table.told()
    table.dealt()
    up = [n for n, token in enumerate(table.round.dealer, 1) if len(token) == 2]
    return table.told(face_up_card=up[0], fifth_card="face up" if 5 in up else "face down")


def _in_the_rack(example: Example) -> dict[str, Any]:
    """A hand's card is in the discard rack: the player acts once it is out again."""
    table = Table(game_of(example), [1, 2]).dealt({1: HANDS["pair"]})
    table.give("discard", 1, "8h")
    assert not table.takes("bet", 1, None)
    table.give("move", "8h", DISCARD, 1)
    assert table.takes("bet", 1, None)
    back = Wording("the hand is reconstructed if possible", "reconstruct")
    return table.told(action=back, hand=back, outcome=back)


def _shoe_fails(example: Example) -> dict[str, Any]:
    table = Table(game_of(example), [1, 2], shuffling_shoe=1)
    table.next_card()
    table.give("shoe_fail")
    return table.told()


def _out_of_order(example: Example) -> dict[str, Any]:
    """The first box is passed over."""
    table = Table(game_of(example), [1, 2, 3])
    table.give("card", 2, "As")
    return table.told(**({} if table.round.outcome else table.spoilt(1)))


def _decided_void(example: Example) -> dict[str, Any]:
    table = Table(game_of(example), [1, 2]).dealt()
    table.give("bet", 1, None)
    table.give("rule_void", None)
    return table.told()


# Words of which one occurs in the event; the first row that fits decides.
_EVENTS: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("discard", "rack"), _in_the_rack),
    (("malfunction", "shoe fail"), _shoe_fails),
    (("order", "sequence", "in accordance", "passed over"), _out_of_order),
    (("fraud", "impractical", "disturb", "riot", "fire", "commotion", "disrupt"), _decided_void),
)
