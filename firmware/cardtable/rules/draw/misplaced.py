"""A replacement that lands at the wrong player in the draw (NI2005-66 r 17.1(c), 17.1(d)).

It folds nobody: it is set right if the player has not looked at it. If he has, it is too late for
that (r 17.2): the card stays, and a hand with too many is folded when the betting opens (r 17.9).
"""

from cardtable.rules import places


def landed(table, place, card):
    table._allow()
    if table.strays and not table.fault:
        table._emit("astray", None, None)  # what went astray in the initial deal is past
    rule = table._rule("out_of_turn")
    token = table._token(place, card)
    table._emit("irregular", rule, "out_of_turn", place)
    table._emit("deal", place, token)
    table._emit("astray", rule, place)


def move(table, card, start, end):
    if not table.fault or start not in table.strays:
        table._refuse("nothing_to_set_right", table.cites["out_of_turn"])
    if table.seen[start]:
        table._refuse("card_was_looked_at", table.cites["late"] + ", " + table.cites["out_of_turn"])
    if places.is_seat(end):
        lacks = end in table.in_hand() and table.got[end] < len(table.thrown[end] or ())
    else:
        lacks = end in (places.SHOE, places.DISCARD, places.BURN)
    if not lacks:
        table._refuse("no_card_goes_there", table.cites["deal"])
    token = table._token_of(card, start)
    if token is None:
        table._refuse("card_is_not_there", table.cites["out_of_turn"])
    table._emit("move", token, start, end, table.fault)
    if not [seat for seat in table.strays if seat]:
        table._emit("astray", None, None)
    table._advance()
