"""Cards astray: out of turn, too many, too early, back in the discards; hands looked at.

A card lies where it lies: it is taken, and what the document makes of it follows. A deal that may
still be set right is kept as `fault` until the first action; what may not be ends as a misdeal.
Loaded with the first card that goes astray; `move`, `see` and `discard` judge inputs.
"""

from cardtable.rules import places
from cardtable.rules.poker.state import BEFORE, BETS, DEAL, SHOW


def landed(table, place, card, due):
    """A card where none is due; `due` is where one is, or None."""
    if table.phase == BETS:
        _too_early(table, place, card)
    elif table.phase == DEAL and table.street == 0:
        _in_wrong_place(table, place, card)
    elif places.is_seat(place):
        _too_many(table, place, card)
    elif due is None and place == places.BOARD and sum(table.streets):
        _shuffle_back(table, place, card, "cards_end")  # one communal card too many
    else:
        rule = table.cites["burn" if places.BURN in (place, due) else "board"]
        if table.skip_burn and place == places.BURN and table.street == 1:
            rule += ", " + table.cites["exposed_burn"]  # no burn before the flop (C19.4, r 17.19)
        table._refuse("wrong_place", rule)


def must_be_taken(table, place):
    """Refuse only what cannot lie there; a card in the wrong box is taken as it lies."""
    board = place == places.BOARD and sum(table.streets)
    if not board and not places.is_seat(place):
        table._refuse("no_card_goes_there", table.cites["deal"])


def _in_wrong_place(table, place, card):
    """In the initial deal: out of turn, to an empty box, too many, or a communal card."""
    must_be_taken(table, place)
    if place == places.BOARD:
        _shuffle_back(table, place, card, "premature")
        return
    excess = place not in table.players or len(table.held[place]) >= table.initial
    key = "excess" if excess else "out_of_turn"
    rule = table._rule(key)
    table._allow()
    table._emit("deal", place, table._token(place, card))
    if excess or table.fault != rule:
        table._emit("irregular", rule, key, place)
    if table.fault == table._rule("excess"):
        rule = table.fault  # the stricter one: no player may have looked at all
    table._emit("astray", rule, place)
    if excess and place in table.players and table.law == "act":
        misdeal(table, rule)  # NI2006-156 r 17.1(f)
    elif excess and True in table.seen:
        misdeal(table, rule)  # TGC-2006 C19.1.e
    table._advance()


def _too_early(table, place, card):
    """While players bet: a communal card goes back, an extra hole card kills the hand."""
    if place in (places.BOARD, places.BURN) and sum(table.streets):
        _shuffle_back(table, place, card, "premature")
        return
    must_be_taken(table, place)
    if not may_set_right(table):
        _too_many(table, place, card)
    elif place in table.players and len(table.held[place]) < table.initial:
        table._allow()
        table._emit("deal", place, table._token(place, card))
        _opener_anew(table)
    else:
        _in_wrong_place(table, place, card)


def _too_many(table, place, card):
    """Too many cards in a hand, once betting has begun (TGC-2006 C19.15, NI2006-156 r 17.9)."""
    must_be_taken(table, place)
    table._allow()
    table._emit("deal", place, table._token(place, card))
    wrong_count(table, place)


def wrong_count(table, seat):
    """A hand with too few or too many cards is folded; at showdown it cannot win."""
    rule = table._rule("count")
    if seat not in table.players or table.out[seat]:
        table._emit("irregular", rule, "card_without_a_hand", seat)
    elif table.phase == SHOW:
        dead_hand(table, seat)
    else:
        table._emit("irregular", rule, "wrong_count", seat)
        table.fold_by(seat, rule)


def dead_hand(table, seat, key="count"):
    """Too few or too many cards at showdown (TGC-2006 C19.15, NI2006-156 r 17.9)."""
    table._emit("irregular", table._rule(key), "wrong_count", seat)
    table._emit("dead", seat, table._rule(key))
    table._advance()


def _shuffle_back(table, place, card, key):
    # TGC-2006 C19.2, NI2006-156 r 17.17
    table._allow()
    token = table._token(place, card)
    table._emit("irregular", table._rule(key), "premature", place)
    table._emit("deal", place, token)
    table._emit("move", token, place, places.SHOE, table._rule(key))


# ---- set right


def may_set_right(table):
    """Whether the initial deal can still be put in order: no player has acted."""
    if table.street == 0:
        return table.phase == DEAL
    if table.street > 1 or table.board or table.burnt or not table.betting.unopened:
        return False
    return table.phase == BETS or (not table.bets and not table.folds)


def move(table, card, start, end):
    """Reconstruction (TGC-2006 C19.1.d-e, NI2006-156 r 17.1(d)-(e))."""
    if not may_set_right(table):
        table._refuse("betting_has_begun", table.cites["late"])
    if not table.strays:
        table._refuse("nothing_to_set_right", table.cites["out_of_turn"])
    aside = (places.SHOE, places.DISCARD, places.BURN)
    if not places.is_seat(start) or (end not in aside and end not in table.players):
        table._refuse("no_card_goes_there", table.cites["deal"])
    token = table._token_of(card, start)
    if token is None:
        table._refuse("card_is_not_there", table.cites["out_of_turn"])
    rule = table.fault or table._rule("out_of_turn")
    table._emit("move", token, start, end, rule)
    if _in_order(table):
        table._emit("astray", None, None)
    elif not table.fault:  # as many cards as due, and not the right ones yet
        table._emit("astray", rule, end)
    _opener_anew(table)
    table._advance()


def _opener_anew(table):
    """Stud: who opens is decided when everybody has two cards, whatever came late (B11.1.a)."""
    if table.law == "stud" and table.phase == BETS and not table._deal_is_open():
        if table._opens() != table.betting.turn:
            table._emit("street", table.street, table._opens())


def _in_order(table):
    """Whether every hand holds what a deal round the table gives it so far."""
    counts = [len(table.held[seat]) for seat in table.players]
    for seat in range(1, len(table.held)):
        if table.held[seat] and seat not in table.players:
            return False
    for n in range(1, len(counts)):
        if counts[n] > counts[n - 1]:
            return False
    return counts[0] <= table.initial and counts[0] - counts[-1] <= 1


def see(table, seat):
    """A player looks at the hole cards."""
    if table.phase == BEFORE or not table.held[seat]:
        table._refuse("no_hole_cards", table.cites["deal"])
    table._emit("see", seat)
    if table.fault and may_set_right(table):
        # Out of turn: whoever looks at a card that was another's (C19.1.d, r 17.1(d));
        # too many: whoever looks at all (C19.1.e, r 17.1(e)).
        if seat in table.strays or table.fault == table._rule("excess"):
            misdeal(table, table.fault)


def discard(table, seat, card):
    """A player's card got into the discards (TGC-2006 C19.16, NI2006-156 r 17.10)."""
    token = table._token_of(card, seat)
    if token is None:
        table._refuse("card_is_not_there", table.cites["discard"])
    table._emit("irregular", table._rule("discard"), "discarded", seat)
    table._emit("move", token, seat, places.DISCARD, table._rule("discard"))
    if table.street and not table.out[seat]:
        wrong_count(table, seat)  # too few cards now


def count(table, place, count):
    """The dealer has counted a hand: where a reader is silent, that is how many it has."""
    if table.phase == BEFORE or (table.street and table.phase == DEAL and table.law != "stud"):
        table._refuse("the_deal_is_not_over", table.cites["deal"])
    if not places.is_seat(place) or place not in table.in_hand():
        table._refuse("not_in_the_hand", table.cites["count"])
    table._emit("count", place, count)
    if table.phase != DEAL and not table._deal_is_open() and count != table._hand_size():
        wrong_count(table, place)
    else:
        table._advance()


def read_by_eye(table, seat, named):
    """Cards shown that the dealer has counted and no reader has seen: they are the hand's."""
    held = [table.sealer.face(token) for token in table.held[seat]]
    more = [card for card in named if card not in held]
    if len(more) == table.unseen[seat] and not [c for c in more if table.place_of(c) is not None]:
        for card in more:
            table._emit("deal", seat, card)


def misdeal(table, rule):
    """New shuffle, new cut, the marker stays (TGC-2006 C19.6, NI2006-156 r 17.3)."""
    table._end_without_winner("misdeal", rule + ", " + table.cites["again"])
