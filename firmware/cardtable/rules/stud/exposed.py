"""Stud's exposed cards, and the misdeal that ends with the first wager."""

from cardtable.rules import places
from cardtable.rules.poker import irregular
from cardtable.rules.poker.misplaced import may_set_right, misdeal
from cardtable.rules.poker.state import BETS, DEAL


def expose(table, place):
    irregular.exposed(table, place, _hole_card, _next_card)


def _hole_card(table, seat):
    if not may_set_right(table):
        table._emit("irregular", table._rule("exposed_late"), "exposed", seat)
        if table.out[seat] and table.down[seat]:
            # A folding player's card, passed incorrectly, is shown to the table (B17.8).
            _turn_up(table, seat)
        return
    table._emit("irregular", table._rule("exposed"), "exposed", seat)
    if table.bare[seat] or len(table.held[seat]) > 1:
        # Two cards of the first two have been seen: dealt again (B17.7).
        misdeal(table, table._rule("exposed"))
    else:
        _turn_up(table, seat)


def _turn_up(table, seat):
    token = table.down[seat][-1]
    card, salt = table.sealer.opening(token)
    table._emit("turn", seat, token, card, salt)


def _next_card(table):
    due = table._due() if table.phase == DEAL else None
    if table.street and table.phase == BETS and table.street < len(table.streets):
        seen_before(table, "first_card", places.SHOE)  # B17.6
    elif table.street and due is not None:
        if due == table.in_hand()[0] and table.burn_from is None:
            seen_before(table, "face_up", places.SHOE)  # B17.5: the first of its round
        else:
            table._emit("irregular", table._rule("face_up"), "first_card", places.SHOE)
    elif table.phase == DEAL:
        table._refuse("deal_it_then_expose_it", table.cites["exposed"])
    else:
        table._refuse("no_card_is_due", table.cites["cards_end"])


def seen_before(table, key, place):
    """The first card of the next round was seen: as many are burnt as players are active."""
    table._emit("irregular", table._rule(key), "burnt", place)
    if table.burn_from is None:
        table._emit("burns", table._rule(key))


def rule_misdeal(table, rule):
    """Once betting starts the hands are played out (B10.2.c)."""
    if table.street and not may_set_right(table):
        table._refuse("betting_has_begun", table.cites["late"])
    irregular.rule_misdeal(table, rule)
