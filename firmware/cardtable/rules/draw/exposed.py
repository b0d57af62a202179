"""Cards exposed in draw: one in the initial deal stands, two are a misdeal; none in the draw is."""

from cardtable.rules import places
from cardtable.rules.poker.irregular import exposed
from cardtable.rules.poker.misplaced import may_set_right, misdeal


def expose(table, place):
    exposed(table, place, _hole_card, _next_card)


def _hole_card(table, seat):
    key = "not_covered"
    if table._drawing():
        key = "exposed_draw"  # NI2005-66 r 17.18
    elif may_set_right(table):
        key = "exposed"  # r 17.17
    table._emit("irregular", table._rule(key), "exposed", seat)
    if key == "exposed" and table.seen_cards > 1:
        misdeal(table, table._rule(key))
    elif key != "not_covered":
        card, salt = table.sealer.opening(table.held[seat][-1])
        table._emit("turn", seat, table.held[seat][-1], card, salt)


def _next_card(table):
    if table._drawing() and table._due() is not None:
        table._emit("irregular", table._rule("exposed_draw"), "first_card", places.SHOE)
    elif not table.street:
        table._refuse("deal_it_then_expose_it", table.cites["exposed"])
    else:
        table._refuse("no_card_is_due", table.cites["cards_end"])
