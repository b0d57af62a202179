"""Canberra Poker's rarer inputs: cards exposed or in the rack, a failing shoe, decisions, markers.

Each function judges the input of its name; loaded when the first of them comes.
"""

from cardtable.rules.canberra.box import ACT, DEAL, PLACED, TURN, WAGERS
from cardtable.rules.places import DEALER, DISCARD, SHOE
from cardtable.rules.positions import after

_EXPOSED_LIMIT = 3  # NI2004-492 r 14.1, S89-1997 r 13.2


def expose(table, place):
    if table.phase not in (DEAL, ACT, TURN):
        table._refuse_by("no_card_to_expose", "exposed")
    if table.seen.get(place, 0) and table.seen[place] >= table.lie(place):
        table._refuse_by("card_seen_already", "exposed")  # each card counts once
    if place == DEALER:
        if not table.dealer:
            table._refuse_by("no_card_to_expose", "exposed")
        if table.by_shoe and not table.dealer_up and table.phase != DEAL:
            table._refuse_by("lies_face_up", "face_up")
        if table.edition.rule("dealer_exposed") and not table.dealer_up:
            _dealer_exposed(table)
            return
    elif place in table.boxes:
        if table.boxes[place].collected or not table.boxes[place].tokens:
            table._refuse_by("no_card_to_expose", "exposed")
    elif place != SHOE or table.phase != DEAL:
        table._refuse_by("no_card_to_expose", "exposed")
    table._emit("irregular", table._cite("exposed"), "card_exposed", place)
    if table.exposed >= _EXPOSED_LIMIT:
        table._emit("end", table.edition.third_exposed, table._cite("exposed"))


def _dealer_exposed(table):
    """It serves as the open card and does not count (NI2004-492 r 14.2)."""
    token = table.dealer[-1]
    table._emit("irregular", table._cite("dealer_exposed"), "dealer_card_exposed", DEALER)
    if table.by_shoe:  # else the boxes do not tell which card was seen
        table._turn(DEALER, [token])


def shoe_fail(table):
    if not table.values.get("shuffling_shoe"):
        table._refuse_by("no_shuffling_shoe", "shoe")
    table._void("shoe_fails", "shoe_failed", SHOE)


def other_deck(table, place):
    """A card of the deck that is not in use: only one may be in a round (r 12.2)."""
    if table.phase == WAGERS:
        table._refuse_by("no_cards_dealt", "other_deck")
    table._void("other_deck", "card_of_the_other_deck", place)


def discard(table, seat, card):
    box = table.boxes.get(seat)
    if box is None or box.collected:
        table._refuse_by("no_cards_there", "rack")
        return
    if box.settled and box.chip != PLACED:
        table._refuse_by("nothing_hangs_on_it", "rack")
    token = _token_of(table, box.tokens, card)
    table._emit("irregular", table._cite("rack"), "in_the_discard_rack", seat)
    table._emit("move", token, seat, DISCARD, table._cite("rack"))


def move(table, card, start, end):
    if start != DISCARD or end not in table.boxes:
        table._refuse_by("only_out_of_the_rack", "rack")
    token = _token_of(table, table.boxes[end].racked, card)
    table._emit("move", token, DISCARD, end, table._cite("rack"))


def _token_of(table, tokens, card):
    for token in tokens:
        if token == card or table.sealer.face(token) == card:
            return token
    return table._refuse_by("no_such_card_there", "rack")


def marker(table, seat):
    """A tournament's starting marker: who makes the first ante (NI2004-492 r 17.15)."""
    if not table.values["tournament"] or table.edition.rule("tournament_ante") is None:
        table._refuse_by("no_starting_marker", "wager")
    if table.boxes:
        table._refuse_by("ante_placed_already", "tournament_ante")
    table._emit("marker", seat, "first", table._cite("tournament_ante"))


def leave(table, seat):
    """A player leaves the box: what he was told under the minimum goes with him (r 3.4)."""
    if table.phase != WAGERS or seat in table.boxes:
        table._refuse_by("ante_placed_already", "closed")
    table._emit("leave", seat, 0)
    if table.starter == seat:  # the marker moves on (NI2004-492 r 17.15)
        others = [s for s in table.able() + sorted(table.boxes) if s != seat]
        if others:
            table._emit("marker", after(others, seat), "first", table._cite("tournament_ante"))


def join(table, seat, amount):
    _directors(table, "no_entry_in_a_tournament", "tournament_seat")


def change_seat(table, seat, to):
    _directors(table, "seat_is_assigned", "tournament_seat")


def buy(table, seat, amount):
    _directors(table, "no_chips_in_a_tournament", "tournament_chips")


def _directors(table, code, what):
    """In a tournament the director seats players and gives out chips (r 17.7, 17.13); elsewhere
    the house does not count what lies before the players."""
    if table.values["tournament"] and table.edition.rule(what):
        table._refuse_by(code, what)
    table._refuse_by("not_in_this_game", "wager")


def direct(table, what, seat, value):
    """A tournament's director: the board does not count these chips, and writes it down."""
    rule = "tournament_chips" if what == "chips" else "tournament_seat"
    if not table.values["tournament"] or table.edition.rule(rule) is None:
        table._refuse_by("no_tournament", "wager")
    if table.phase != WAGERS or seat in table.boxes:
        table._refuse_by("ante_placed_already", rule)
    table._emit("decision", "director_" + what, seat, table._cite(rule))
    if what in ("move", "remove"):
        leave(table, seat)


def away(table, seat):
    """A tournament's director marks a player absent: the round begins without him (r 17.14)."""
    _absent(table, seat, seat in table.absent, 4)


def back(table, seat):
    _absent(table, seat, seat not in table.absent, 0)


def _absent(table, seat, already, waits):
    if not table.values["tournament"] or table.edition.rule("tournament_minimum") is None:
        table._refuse_by("no_starting_marker", "wager")
    if table.phase != WAGERS or already or seat in table.boxes:
        table._refuse_by("ante_placed_already", "tournament_minimum")
    table._emit("away", seat, waits, table._cite("tournament_minimum"))


def box_limit(table, seat, amount):
    """A marker at the box: this player may wager more (NI2004-492 r 3.2)."""
    if table.edition.rule("box_limit") is None:
        table._refuse_by("no_box_limits", "maximum")
    if table.phase != WAGERS or seat in table.boxes:
        table._refuse_by("ante_placed_already", "box_limit")
    if amount < table.values["ante_max"]:
        table._refuse_by("below_the_maximum", "box_limit")
    table._emit("box_limit", seat, amount, table._cite("box_limit"))


def rule_fold(table, seat):
    """Excluded from the round: as if the hand had folded."""
    _in_play(table, seat, "exclude")
    table._emit("irregular", table._cite("exclude"), "excluded", seat)
    table._fold(seat, "exclude")


def rule_return(table, seat, rule=None):
    """The player's wagers are declared void and go back."""
    _in_play(table, seat, "wagers_void")
    rule = table._given(rule or table._cite("wagers_void"))
    table._emit("irregular", rule, "wagers_void", seat)
    table._give_back(seat, rule)


def _in_play(table, seat, rule):
    if table.phase == WAGERS:
        table._refuse_by("no_cards_dealt", rule)
    if seat not in table.boxes:
        table._refuse_by("not_in_this_round", rule)
    box = table.boxes[seat]
    if box.collected or (rule == "exclude" and box.settled):
        table._refuse_by("settled_already", rule)


def rule_void(table, rule=None):
    _decide(table, "void", rule, "decide")


def rule_misdeal(table, rule=None):
    _decide(table, table.edition.third_exposed, rule, "exposed")


def _decide(table, outcome, rule, usual):
    rule = table._given(rule or table._cite(usual))
    table._emit("irregular", rule, "supervisor", None)
    table._emit("end", outcome, rule)
