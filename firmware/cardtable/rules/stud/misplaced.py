"""Stud's cards astray: before the betting has ended, before their turn in the round of cards."""

from cardtable.rules import places
from cardtable.rules.poker import misplaced
from cardtable.rules.poker.state import BETS, DEAL
from cardtable.rules.stud.exposed import seen_before


def landed(table, place, card, due):
    """A card where none is due; `due` is where one is, or None."""
    if table.phase == BETS:
        _too_early(table, place, card)
    elif table.phase == DEAL and table.street and places.is_seat(place):
        _before_its_turn(table, place, card, due)
    else:
        misplaced.landed(table, place, card, due)


def _too_early(table, place, card):
    """While players bet: the first card of the next round is burnt with as many others (B17.6)."""
    more = table.street < len(table.streets)
    first = place == table.in_hand()[0] and not table.fault
    if not more or not (place == places.BURN or first):
        misplaced.landed(table, place, card, None)
        return
    table._allow()
    key = "face_up" if place == places.BURN else "first_card"
    seen_before(table, key, place)
    table._emit("deal", place, table._token(place, card))
    if first:
        table._emit("move", table.held[place][-1], place, places.BURN, table._rule(key))


def _before_its_turn(table, place, card, due):
    if due == places.BURN:
        table._refuse("wrong_place", table.cites["burn"])
    lacks = place in table.in_hand() and len(table.held[place]) < table.street + 2
    if due is None or not lacks:
        misplaced.landed(table, place, card, due)
        return
    # Before its turn in the same round of cards: taken as it lies (B2.2).
    table._emit("irregular", table._rule("deal"), "out_of_turn", place)
    table._emit("deal", place, table._token(place, card))
    table._advance()
