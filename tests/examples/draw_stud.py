"""Kinds about the draw and about stud: replacements, burnt cards, the closing check, freeze-out."""

from __future__ import annotations

from typing import Any

from cardtable.desk.card_lists import parse_cards
from cardtable.rules import places
from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from cardtable.rules.stud.freeze_out import ante_of
from tests.examples.felt import RICH, Felt
from tests.examples.registry import Example, answers


@answers("draw_cards")
def draw_cards(example: Example) -> dict[str, Any]:
    order = example.given["order"]
    draws = {int(seat): count for seat, count in example.given["draws"].items()}
    felt = Felt("draw", dict.fromkeys(order, RICH), order[-1]).deal()
    while felt.round.street == 1 and felt.round.phase == "bets":
        felt.take("check" if "check" in felt.legal() else "call", felt.turn)
    before = len(felt.records)
    while felt.round.phase == "deal":
        due = felt.round.expects()[0]
        if due[0] == "card":
            felt.deal_one()
            continue
        if due[0] == "reshuffle":  # NI2005-66 r 9.7
            felt.take("reshuffle")
            continue
        seat = due[1]
        cards = felt.round.held[seat][: draws.get(seat, 0)]
        felt.take(*(("throw", seat, cards) if cards else ("stand", seat)))
    got: dict[str, list[str]] = {str(seat): [] for seat in order}
    discarded: list[str] = []
    dealt = [record for record in felt.records[before:] if record[0] == "deal"]
    for number, (_, place, _) in enumerate(dealt, 1):
        (discarded if place == places.BURN else got[str(place)]).append(f"c{number}")
    return {"received": got, "discarded": discarded}


@answers("freeze_out_ante")
def freeze_out_ante(example: Example) -> dict[str, Any]:
    given = example.given
    wager, gone = given["original_min_wager_c"], given["eliminated"]
    felt = Felt(
        "stud", {1: RICH, 2: RICH}, 1, min_bet=wager, freeze_wager=wager, freeze_eliminated=gone
    )
    felt.take("begin")
    posted = felt.told("post")[0][3]
    assert posted == ante_of(wager, gone)
    return {"ante_c": posted}


@answers("stud_final_check")
def stud_final_check(example: Example) -> dict[str, Any]:
    """Seat 1 checks with these cards showing, seat 2 checks behind; a third hand is in the way."""
    given = example.given
    hands = {
        1: [None, *parse_cards(given["checker_open"])],
        2: [*parse_cards(given["player_hole"]), *parse_cards(given["player_open"])],
        3: [None] * 5,
    }
    known = [card for hand in hands.values() for card in hand if card is not None]
    # The rest of the deck, lowest first: the third hand folds before it matters.
    deck = deck_cards(given.get("deck", 52), False)
    spare = iter([card for card in deck if card not in known])
    felt = Felt("stud", dict.fromkeys((1, 2, 3), RICH), 1, deck=given.get("deck", 52))
    while felt.round.street < 4 or felt.round.phase == "deal":
        if felt.round.phase == "bets":
            legal = felt.legal()
            if felt.turn == 3 and "fold" in legal and "bet" not in legal:
                felt.take("fold", 3)
            elif "check" in legal:
                felt.take("check", felt.turn)
            elif "call" in legal:
                felt.take("call", felt.turn)
            else:
                felt.take("bet", felt.turn, felt.round.options(felt.turn)[1])
            continue
        seat = next(e[1] for e in felt.round.expects() if e[0] == "card")
        card = hands[seat][len(felt.round.held[seat])]
        felt.take("card", seat, card_text(next(spare) if card is None else card))
    played = felt.round
    # The checker speaks first in the example, whoever shows the higher hand.
    for seat in sorted(played.in_hand(), key=lambda seat: seat != played.to_act()):
        felt.take("check", seat)
    played.checked.sort()
    allowed = played.may_check(2)
    if played.checked == [1, 2] and felt.told("act")[-1][1] == 2:
        felt.take("show", 2, None)
        told = any(record[2] == "check_not_earned" for record in felt.told("irregular"))
        assert told is not allowed
    return {"may_check": allowed}


@answers("burn")
def burn(example: Example) -> dict[str, Any]:
    """The next card is seen while players bet on the second street, or as its first card."""
    given = example.given
    event = str(given.get("event", "top card exposed before betting completed"))
    seats = range(1, given["active"] + 1)
    felt = Felt("stud", dict.fromkeys(seats, RICH), 1, tournament=int(given["active"] < 3)).deal()
    found = "face up" in event and "before" not in event
    if not found:
        felt.take("expose", places.SHOE)
    while felt.round.phase == "bets":
        legal = felt.legal()
        if "bet" in legal:
            felt.take("bet", felt.turn, felt.round.options(felt.turn)[1])
        else:
            felt.take("call", felt.turn)
    if found:
        said = given.get("first_card_of_round", "first" in event and "not the first" not in event)
        if given.get("first_of_round", said):
            felt.take("expose", places.SHOE)
        else:
            felt.deal_one()
            felt.take("expose", places.SHOE)
    while (due := felt.round.expects()[0])[0] == "card" and due[1] == places.BURN:
        felt.deal_one()
    return {"burned": len(felt.round.burnt), "misdeal": felt.round.outcome == "misdeal"}
