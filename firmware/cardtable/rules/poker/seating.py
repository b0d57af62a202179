"""Seats and chips between rounds: taken and left, bought, changed; away and back; blinds posted.

Each function judges the input of its name. Most rounds never see one, so this module is loaded
when the first of them comes (see `Poker._rare`). `waits` is why a player is dealt out until the
big blind reaches the seat, or has been posted.
"""

from cardtable.rules.places import SEATS
from cardtable.rules.poker.state import AWAY, AWAY_MISSED, BEFORE, MISSED, MOVED, NEW
from cardtable.rules.positions import after, clockwise
from cardtable.rules.round import Refused


def _only_before(table, key):
    if table.phase != BEFORE:
        table._refuse("round_has_begun", table.cites[key])


def _must_sit(table, seat, key):
    if seat not in table.seated:
        table._refuse("nobody_sits_there", table.cites[key])


def _not_in_freeze_out(table, code, key):
    if table.values.get("freeze_wager"):
        table._refuse(code, table.cites[key])


# ---- seats and chips


def _commenced(table):
    """Whether the game has; before that players buy in, also for a freeze-out or a tournament."""
    return table.running or table.phase != BEFORE


def join(table, seat, amount):
    if _commenced(table):
        _not_in_freeze_out(table, "nobody_joins_a_freeze_out", "freeze_join")
    elif [s for s in table.seated if table.stack[s] != amount]:
        _not_in_freeze_out(table, "equal_buy_ins", "freeze_equal")
    _only_before(table, "join")
    if seat in table.seated:
        table._refuse("seat_is_taken", table.cites["seat"])
    if table.values["tournament"] and table.running:
        table._refuse("no_entry_in_a_tournament", table.cites["tournament"])
    if amount < (table.values["table_stake"] or 1):
        table._refuse("below_the_table_stake", table.cites["stake"])
    _within_buy_in(table, amount)
    if amount < _must_bring(table, seat):
        raise Refused("brings_less_than_left", "")
    # An existing game with blinds: NI2006-156 r 17.11, 17.12; TGC-2006 C19.7
    waits = NEW if _behind_the_button(table, seat) else 0
    table._emit("join", seat, amount, waits, table._rule("join") if waits else None)


def _behind_the_button(table, seat):
    """Whether a new player has to wait or post: not before the button's first revolution has
    passed the seat (NI2006-156 r 17.12)."""
    if not table.running or not table.values["blinds"]:
        return False
    order = clockwise(range(1, SEATS + 1), table.lap)
    return table.puck or not table.lap or order.index(seat) <= order.index(table.marker)


def _within_buy_in(table, amount):
    most = table.values.get("max_buy_in")
    if most and amount > most:
        table._refuse("above_the_buy_in", table.cites["buy_in"])


def buy(table, seat, amount):
    _not_in_freeze_out(table, "no_chips_in_a_freeze_out", "freeze_chips")
    _only_before(table, "augment")
    _must_sit(table, seat, "augment")
    if table.values["tournament"]:
        table._refuse("no_chips_in_a_tournament", table.cites["tournament"])
    if amount <= 0:
        table._refuse("nothing_bought", table.cites["augment"])
    if seat in table.declared:
        table._refuse("declared_players_buy_nothing", table.cites["top_up"])
    if table.stack[seat] + amount < (table.values["table_stake"] or 0):
        table._refuse("below_the_table_stake", table.cites["top_up"])
    _within_buy_in(table, table.stack[seat] + amount)
    table._emit("buy", seat, amount)


def leave(table, seat):
    others = [s for s in table.seated if s != seat and table.stack[s]]
    if table.stack[seat] and others and _commenced(table):  # the last one has won (B16.6)
        _not_in_freeze_out(table, "nobody_leaves_a_freeze_out", "freeze_leave")
    _only_before(table, "augment")
    _must_sit(table, seat, "seat")
    _gets_up(table, seat)


def rule_remove(table, seat, rule):
    """A player goes by decision: cannot continue a freeze-out (B16.4), or has forfeited the seat.

    The chips go with the player, and nobody was eliminated: a freeze-out's ante does not rise.
    """
    key = "freeze_leave" if table.values.get("freeze_wager") else "removed"
    _only_before(table, key)
    _must_sit(table, seat, key)
    _gets_up(table, seat, table._given(rule or table.cites[key]))


def _gets_up(table, seat, by_decision=None):
    if table.bet[seat]:
        table._refuse("has_posted", table.cites["refuse_blind"])
    if by_decision:
        table._emit("decision", "removed", seat, by_decision)
    # TGC-2006 C19.9: the small blind leaves, the next active player posts the big blind
    puck_leaves = _puck_vacated_by(table, seat)
    amount = table.stack[seat]
    table._emit("leave", seat, amount)
    if puck_leaves:
        _move_puck(table, seat)


def _puck_vacated_by(table, seat):
    return (
        table.puck
        and table.values["blinds"]
        and seat == table._marker()
        and len(table._active()) > 1
        and seat in table._active()
    )


def _move_puck(table, seat):
    active = table._active()
    if active:
        table._emit("marker", after(active, seat), "vacated", table._rule("vacated"))


def change_seat(table, seat, to):
    _only_before(table, "seat")
    _must_sit(table, seat, "seat")
    if to in table.seated:
        table._refuse("seat_is_taken", table.cites["seat"])
    if table.values["tournament"]:
        table._refuse("seat_is_assigned", table.cites["tournament"])
    if table.bet[seat]:
        table._refuse("has_posted", table.cites["refuse_blind"])
    waits = table.waits[seat]
    puck_leaves = _puck_vacated_by(table, seat)
    active = table._active()
    if table.values["blinds"] and table.running and seat in active and len(active) > 1:
        # Further from the blinds: TGC-2006 C19.8, NI2006-156 r 17.13
        others = [s for s in active if s != seat]
        posts = table._blind_seats(active)
        big = posts[min(1, len(posts) - 1)]
        if seat == big or rounds_until_blind(others, to, big) > rounds_until_blind(
            active, seat, big
        ):
            waits = MOVED
    table._emit("change_seat", seat, to, waits, table._rule("moved") if waits else None)
    if puck_leaves:
        _move_puck(table, seat)


def rounds_until_blind(seats, seat, big):
    """How many rounds pass before `seat` is big blind, when `big` is it now."""
    order = clockwise(set(list(seats) + [seat, big]), big)
    return order.index(seat)


def declare(table, seat):
    """Plays on below the table stake, without buying any more (NI2005-66 r 14.3)."""
    _only_before(table, "top_up")
    _must_sit(table, seat, "top_up")
    if table.law != "act" or table.stack[seat] >= (table.values["table_stake"] or 0):
        table._refuse("not_below_the_table_stake", table.cites["top_up"])
    if seat not in table.declared:
        table._emit("declared", seat, table._rule("top_up"))


def _must_bring(table, seat):
    """The least for a player who left this box a short while ago: house custom, no rule.

    The table knows boxes, not persons: what counts is the box. Somebody else who sits down there
    is a newcomer. A restart knows who left in the open round or the last one, and counts their
    minutes anew; chips of a tournament or freeze-out are not taken away, and rules on the maximum
    buy-in hold.
    """
    amount, at = table.returns.get(seat, (0, 0))
    minutes = 0 if table.everybody() else table.values.get("return_minutes") or 0
    if seat in table.newcomers or table.uptime_ms() - at >= minutes * 60000:
        return 0
    return min(amount, table.values.get("max_buy_in") or amount)


def newcomer(table, seat):
    if not _must_bring(table, seat):
        raise Refused("nobody_left_there", "")
    table._emit("newcomer", seat)


def direct(table, what, seat, value):
    """A tournament's director seats, moves and removes players, and sets chips right."""
    rule = table.cites["tournament"]
    if not table.values["tournament"]:
        table._refuse("no_tournament", rule)
    _only_before(table, "tournament")
    to = value if what == "move" else seat
    if what in ("seat", "move") and (to in table.seated or not 0 < to <= SEATS):
        table._refuse("seat_is_taken", rule)
    cited = table._rule("tournament")
    if what == "seat":
        table._emit("join", seat, value, 0, cited)
        return
    _must_sit(table, seat, "tournament")
    if what == "remove":
        _gets_up(table, seat, cited)
    elif table.bet[seat]:
        table._refuse("has_posted", rule)
    elif what == "chips":
        table._emit("corrected", seat, value, table.stack[seat], cited)
    else:
        puck_leaves = _puck_vacated_by(table, seat)
        table._emit("change_seat", seat, to, table.waits[seat], cited)
        if puck_leaves:
            _move_puck(table, seat)


# ---- away from the table


def away(table, seat):
    """Dealt out; in a tournament dealt in, and folded when it is the turn (r 20.11)."""
    _only_before(table, "missed")
    _must_sit(table, seat, "missed")
    if table.waits[seat] >= AWAY or table.bet[seat]:
        code = "has_posted" if table.bet[seat] else "away_already"
        table._refuse(code, table.cites["missed"])
    missed = AWAY_MISSED if table.waits[seat] else AWAY
    table._emit("away", seat, missed, table._absent_rule())


def back(table, seat):
    _only_before(table, "missed")
    if table.waits[seat] < AWAY:
        table._refuse("not_away", table.cites["missed"])
    owes = table.waits[seat] == AWAY_MISSED and not table.everybody()
    table._emit("away", seat, MISSED if owes else 0, table._rule("missed"))


# ---- blinds posted by choice


def _big_blind(table):
    levels = table.values["blinds"]
    return levels[min(1, len(levels) - 1)]


def post(table, seat, amount):
    _only_before(table, "missed")
    waits = table.waits[seat]
    key = "join" if waits == NEW else "moved" if waits == MOVED else "missed"
    _must_sit(table, seat, key)
    if not table.values["blinds"]:
        table._refuse("no_blinds_in_this_game", table.cites["missed"])
    if seat == table._marker() and (waits or not table.puck):
        table._refuse("not_on_the_marker", table.cites[key])
    if waits >= AWAY:
        table._refuse("away_already", table.cites[key])
    if waits == NEW and table.puck and _between_blinds(table, seat):
        table._refuse("blinds_have_not_passed", table.cites[key])
    if amount not in _postable(table, waits):
        table._refuse("not_the_blind", table.cites[key])
    if table.bet[seat]:
        table._refuse("has_posted", table.cites[key])
    if amount > table.stack[seat]:
        table._refuse("not_enough_chips", table.cites[key])
    # The big blind plays as a bet, the rest of what was missed is in the pot.
    dead = max(0, amount - _big_blind(table))
    table._emit("post", seat, "entry", amount, dead, table._rule(key))


def _postable(table, waits):
    """Amounts that make sense: the big blind, or the blinds missed, in any combination."""
    sums = [0]
    for level in table.values["blinds"]:
        sums += [level + s for s in sums]
    least = _big_blind(table) if waits in (NEW, MOVED) else 1
    return [s for s in sums if s >= least]


def _between_blinds(table, seat):
    """Whether the blinds have yet to pass `seat` (TGC-2006 C19.7)."""
    posts = [s for s in table._blind_seats(table._active()) if s]
    span = clockwise(set(table._active() + [seat]), table._marker())
    return seat in span[: span.index(posts[-1])]


def over_blind(table, seat, amount):
    _only_before(table, "over")
    if not table.values.get("over_blinds") or not table.values["blinds"]:
        table._refuse("no_over_blinds", table.cites["over"])
    if seat not in table._active():
        table._refuse("not_in_the_round", table.cites["over"])
    highest = max(table.values["blinds"][-1], table.bet[table.over])
    if amount <= highest:
        table._refuse("not_above_the_last_blind", table.cites["over_level"])
    if amount > (table.values.get("over_blind") or 2 * table.values["blinds"][-1]):
        table._refuse("above_the_over_blind", table.cites["over_level"])
    if amount > table.stack[seat] + table.bet[seat]:
        table._refuse("not_enough_chips", table.cites["over_level"])
    table._emit("post", seat, "over", amount - table.bet[seat], 0, table._rule("over"))
