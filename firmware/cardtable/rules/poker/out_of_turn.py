"""Chips that are not a bet yet, or no longer: out of turn, short of a call, between call and raise.

Loaded with the first chips of that kind.
"""

from cardtable.rules.poker.betting import CALL, CHECK


def place_early(table, seat, to):
    table._emit("irregular", table._rule("early"), "out_of_turn", seat)
    table._emit("place", seat, to)


def place_short(table, seat, to):
    if table.law == "stud":  # TGC-2006 B11.1.b.i: less than a call is none
        table._refuse("below_the_call", table.cites["least_call"])
    if table._must_raise(seat):
        table._refuse("raise_or_fold", table.cites["open_c"])
    if table.short != seat:
        table._emit("irregular", table._rule("short"), "short_of_a_call", seat)
    table._emit("place", seat, to)


def deemed_call(table, seat, to):
    """More than a call, less than a raise: a call (TGC-2006 C19.13, NI2006-156 r 17.7)."""
    if table.law == "stud":  # B11.1.b.ii: a raise is at least the call
        table._refuse("below_the_minimum", table.cites["least_raise"])
    level = table.betting.level
    if table._must_raise(seat):
        table._refuse("raise_or_fold", table.cites["open_c"])
    # A blind that nobody raised: deemed a check.
    what = CHECK if level == table.bet[seat] else CALL
    table._emit("irregular", table._rule("deemed"), "deemed_a_call", seat)
    table._emit("place", seat, to)
    table._emit("act", seat, what, level, None)
    table._emit("return", seat, to - level, table._rule("deemed"))
    table._advance()


def early_bet_stands(table, seat):
    """ACT: an out-of-turn bet stands when nobody before bet more (NI2006-156 r 17.5)."""
    betting = table.betting
    to = table.early[seat]
    if not table._stands(seat) or to < betting.level:
        return False  # r 17.6: may fold, call, or call and raise
    to = min(to, table.chips(seat))
    least, most = betting.bounds(seat, table.pot())
    if to > betting.level:
        if betting.why_no_raise(seat) or (to < least and table.stack[seat]):
            to = betting.level
        else:
            to = min(to, most)
    if to > betting.level:
        what = table._kind_of(to, least)
    else:
        what = CALL if to > table.bet[seat] else CHECK
    table._emit("act", seat, what, to, table._rule("early"))
    if table.front[seat]:
        table._emit("return", seat, table.front[seat], table._rule("early"))
    return True


def folds_with(table, seat, rule):
    """What a folding player's bet comes to; chips placed before come back by their rule."""
    bet, placed, level = table.bet[seat], table.front[seat], table.betting.level
    if rule is None and bet + placed < level:
        key = "short" if table.short == seat else "early_over"
        table._emit("return", seat, placed, table._rule(key))
        return bet
    # TGC-2006 C19.11 gives nothing back, nor does a hand that is folded by a rule (C5.7, C19.15;
    # NI2006-156 r 4.8, 17.9, 19.2(a)): what meets the call stays.
    return max(bet, min(level, bet + placed))
