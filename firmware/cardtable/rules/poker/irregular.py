"""Irregularities: exposed cards, the ninety seconds, the supervisor's decisions.

Most functions judge the input of their name; loaded when the first of them comes.
"""

from cardtable.rules import places
from cardtable.rules.poker.betting import FOLD
from cardtable.rules.poker.misplaced import may_set_right, misdeal
from cardtable.rules.poker.state import BEFORE, BETS, DEAL, SHOW

NINETY_SECONDS_MS = 90000


# ---- exposed cards


def expose_cut(table):
    """Noticed until the first betting round is over (r 17.2); in Tasmania until it is opened."""
    begun = table.law != "act" and not table.betting.unopened
    if table.street and (begun or not _first_round(table)):
        table._refuse("the_deal_is_over", table.cites["late"])
    table._emit("irregular", table._rule("cut"), "cut_exposed", None)
    misdeal(table, table._rule("cut"))


def expose(table, place):
    exposed(table, place, _hole_card, _next_card)


def exposed(table, place, hole_card, next_card):
    """A card was seen: what follows is the game's, for a hole card and for the next of the shoe."""
    if table.phase == BEFORE:
        table._refuse("nothing_dealt", table.cites["deal"])
    if places.is_seat(place):
        if not table.held[place]:
            table._refuse("no_hole_cards", table.cites["deal"])
        if table.phase != SHOW and table.held[place][-1] in table.turned:  # each card counts once
            table._refuse("card_seen_already", table.cites["exposed"])
        hole_card(table, place)
    elif place == places.SHOE or place == places.BOARD:
        next_card(table)
    else:
        table._refuse("no_card_to_see", table.cites["deal"])


def _hole_card(table, seat):
    if not may_set_right(table):
        # No rule names an outcome: told, and left to a decision (C19.18, r 17.16).
        table._emit("irregular", table._rule("not_covered"), "exposed", seat)
        return
    if not table.values["burn"]:
        table._emit("irregular", table._rule("exposed_no_burn"), "exposed", seat)
        misdeal(table, table._rule("exposed_no_burn"))
    elif table.exposed or table.skip_burn:
        table._emit("irregular", table._rule("exposed"), "exposed", seat)
        misdeal(table, table._rule("exposed"))
    else:
        # TGC-2006 C19.4, NI2006-156 r 17.19: the first burn card replaces it
        card, salt = table.sealer.opening(table.held[seat][-1])
        table._emit("irregular", table._rule("exposed_burn"), "exposed", seat)
        table._emit("turn", seat, table.held[seat][-1], card, salt)
        table._emit("replace", seat, card)
        table._advance()


def replace_exposed(table, seat):
    """The burn card lands: the exposed card goes to the discards."""
    if table.exposed[1]:
        rule = table._rule("exposed_burn")
        table._emit("move", table.exposed[1], seat, places.DISCARD, rule)
    table._emit("replaced", seat)


def _next_card(table):
    if table.phase == BETS:
        # Seen before the betting round ends: shuffled with the rest (C19.2, r 17.17).
        table._emit("irregular", table._rule("premature"), "premature", places.SHOE)
    elif table.street and table._due() is not None:
        # At the conclusion of a betting round: used in the normal sequence (C19.3, r 17.18).
        table._emit("irregular", table._rule("first_card"), "first_card", places.SHOE)
    elif table.phase == DEAL:
        # The next hole card: judged when it lies in its box.
        table._refuse("deal_it_then_expose_it", table.cites["exposed"])
    else:
        table._refuse("no_card_is_due", table.cites["cards_end"])


# ---- time and decisions


def clock(table, seat):
    if table.turn() != seat:
        table._refuse("not_to_act", table.cites["clock"])
    table._emit("clock", seat, NINETY_SECONDS_MS)


def clock_runs(table, time_ms):
    table._emit("clock", table.clock, max(0, table.left_ms - time_ms))
    if not table.left_ms:
        table.fold_by(table.clock, table._rule("clock"))  # TGC-2006 C5.7, NI2006-156 r 4.8


def rule_fold(table, seat):
    if seat not in table.players or table.out[seat]:
        table._refuse("not_in_the_hand", table.cites["decision"])
    if table.street == 0:
        table._refuse("the_deal_is_not_over", table.cites["bet_first"])
    rule = table._rule("decision")
    table._emit("irregular", rule, "hand_folded", seat)
    if table.phase == SHOW or not table.bets:
        table._emit("act", seat, FOLD, table.bet[seat], rule)
        table._fold_ends()
    else:
        table.fold_by(seat, rule)


def rule_misdeal(table, rule):
    if table.law == "act" and table.street and not _first_round(table):
        table._refuse("first_betting_round_is_over", table.cites["late"])  # r 17.2
    misdeal(table, table._given(rule or table.cites["misdeal"]))


def _first_round(table):
    return table.street == 1 and table.phase == BETS


def rule_void(table, rule):
    table._end_without_winner("void", table._given(rule or table.cites["void"]))
