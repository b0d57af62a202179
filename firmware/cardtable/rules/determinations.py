"""The operator's determinations: what the documents leave to the casino, declared once.

A row is (name, field, default, when, games and rules). `when` says when it may change:
"round" (between rounds), "notice" (between rounds, after notice to the players), "won" (once the
jackpot has been won). A game takes a determination when its document is named in the last column;
a default that differs by game is a dictionary, with "" for the rest. None means: follows from the
others (see `resolve`) or is not limited.
The host makes forms, configuration checks and documents from this table.
"""

from cardtable.records import digest, dumps
from cardtable.rules.round import Refused
from cardtable.schema import Schema

ROUND = "round"
NOTICE = "notice"
WON = "won"

# Documents by game: the name before the blank is what a rule is cited by.
DOCUMENTS = {
    "draw": "NI2005-66",
    "omaha": "NI2006-156",
    "holdem": "TGC-2006",
    "stud": "TGC-2006",
    "canberra": "NI2004-492",
    "canberra-1997": "S89-1997",
}


def _rules(draw=None, omaha=None, holdem=None, stud=None, canberra=None, canberra_1997=None):
    return {
        game: rule
        for game, rule in (
            ("draw", draw),
            ("omaha", omaha),
            ("holdem", holdem),
            ("stud", stud),
            ("canberra", canberra),
            ("canberra-1997", canberra_1997),
        )
        if rule
    }


def _canberra(rule, rule_1997=None):
    return _rules(canberra=rule, canberra_1997=rule_1997)


# A custom of the house: no rule leaves it to the operator, none forbids it
_CUSTOM = {"draw": "", "omaha": "", "holdem": "", "stud": ""}


DETERMINATIONS = Schema(
    # Cards
    (
        "deck",
        "deck:int(52|48|44|40|36|32)",
        52,
        ROUND,
        _rules("2.2", "2.2", "C2.1", "B3.4.a", "2.1", "3.1"),
    ),
    ("joker", "joker:flag", 0, ROUND, _rules("2.3", "2.3", "C2.1", "B3.1", "2.1", "3.1")),
    (
        "ace_low",
        "ace_low:flag",
        {"": 1, "draw": 0, "omaha": 0},
        ROUND,
        _rules("3.5(a)", "3.5(a)", "C4.3", "B14.1.f"),
    ),
    (
        "win",
        "win:name(high|low|high-low)",
        "high",
        ROUND,
        _rules("3.5(b)", "3.5(b)", "C15.1", "B11.3.a"),
    ),
    ("low_qualifier", "low_qualifier:int(8|0)", 0, ROUND, _rules("3.5(d)", "3.5(d)")),
    ("low_ace", "low_ace:name(high|low)", "high", ROUND, _rules("3.5(a)", "3.5(a)")),
    ("burn", "burn:int(0..3)", 0, ROUND, _rules(None, "4.2(h)", "C5.2.g")),
    (
        "deal",
        "deal:name(shoe|hand|packets)",
        {"": "shoe", "holdem": "hand", "stud": "hand"},
        ROUND,
        _rules("7.3", "7.3", "C11.3", "B9.2", "6.1", "7.4"),
    ),
    # Betting
    (
        "limit",
        "limit:name(fixed|half-pot|full-pot|no-limit|straddle)",
        {"": "no-limit", "stud": "half-pot"},
        NOTICE,
        _rules("4.2(g)", "4.2(g)", "C5.2.d", "B5.4"),
    ),
    ("min_bet", "min_bet:cents(1..)?", None, NOTICE, _rules("4.2(g)", "4.2(g)", "C5.2.f", "B5.4")),
    ("max_bet", "max_bet:cents(1..)?", None, NOTICE, _rules("4.2(g)", "4.2(g)", "C5.2.f", "B5.4")),
    ("small_bet", "small_bet:cents(1..)?", None, NOTICE, _rules("4.2(g)", "4.2(g)", "C5.2.f")),
    ("big_bet", "big_bet:cents(1..)?", None, NOTICE, _rules("4.2(g)", "4.2(g)", "C5.2.f")),
    ("big_bet_from", "big_bet_from:int(1..4)", 3, NOTICE, _rules("4.2(g)", "4.2(g)", "C5.2.d")),
    ("blinds", "blinds:cents(1..)[]?", None, NOTICE, _rules("4.2(f)", "4.2(f)", "C5.2.e")),
    (
        "blind_kind",
        "blind_kind:name(A|B|C)",
        "B",
        ROUND,
        _rules("4.2(d), 10.1", "4.2(d), 10.2", "C12.1"),
    ),
    ("over_blinds", "over_blinds:flag", 1, ROUND, _rules("4.2(e)", "4.2(e)")),
    ("over_blind", "over_blind:cents(1..)?", None, NOTICE, _rules("4.2(f)", "4.2(f)")),
    ("ante", "ante:cents?", None, NOTICE, _rules("4.2(f)", "4.2(f)", "C5.2.b", "B5.4")),
    ("final_check", "final_check:flag", 1, NOTICE, _rules("11.4")),
    # Chips
    ("smallest_chip", "smallest_chip:cents(1..)?", None, NOTICE, _rules("13.2", "13.2", "C15.2")),
    ("table_min", "table_min:cents(1..)?", None, NOTICE, _rules("4.1", "4.1", "C5.1", "B6")),
    (
        "table_stake",
        "table_stake:cents?",
        None,
        NOTICE,
        _rules("4.2(a)", "4.2(a)", "C5.2.a", "B8.1"),
    ),
    ("max_buy_in", "max_buy_in:cents(1..)?", None, NOTICE, _rules(None, "4.2(i)", "C5.2.h")),
    # Minutes in which who left and comes back brings what was taken away; 0: no such custom
    ("return_minutes", "return_minutes:int(0..1440)", 60, ROUND, _CUSTOM),
    # Hands are released after the round for whoever watches elsewhere: the shown ones, or all
    ("reveal", "reveal:name(never|shown|all)", "never", NOTICE, _CUSTOM),
    ("reveal_minutes", "reveal_minutes:int(0..60)", 0, NOTICE, _CUSTOM),
    ("reveal_approval", "reveal_approval:text(1..40)?", None, NOTICE, _CUSTOM),
    (
        "commission",
        "commission:name(none|act-5|act-10|tas-stud-normal|tas-stud-capped|tas-holdem|time)",
        "none",
        NOTICE,
        _rules("15.2", "15.2", "C17.1", "B15"),
    ),
    ("commission_max", "commission_max:cents?", None, NOTICE, _rules("15.2(a)", "15.2(a)")),
    (
        "tournament",
        "tournament:flag",
        0,
        ROUND,
        _rules("20.1", "20.1", "C3.2", "B16", "17.1", "16.1"),
    ),
    ("freeze_wager", "freeze_wager:cents(1..)?", None, ROUND, _rules(stud="B16.5")),
    ("freeze_eliminated", "freeze_eliminated:int(0..9)", 0, ROUND, _rules(stud="B16.5")),
    # What is keyed in: every bet, or the cards alone
    ("follow", "follow:name(bets|cards)", "bets", ROUND, _rules("4.2", "4.2", "C5.2", "B5")),
    # Canberra Poker
    ("ante_min", "ante_min:cents(1..)", 500, NOTICE, _canberra("3.1", "5.1(a)")),
    ("ante_max", "ante_max:cents(1..)", 20000, NOTICE, _canberra("3.1", "5.1(a)")),
    ("ante_multiple", "ante_multiple:cents(1..)?", None, NOTICE, _canberra("3.3", "5.1(b)")),
    ("max_payout", "max_payout:cents(1..)", 2500000, NOTICE, _canberra("8.2", "5.1(a)")),
    ("shuffling_shoe", "shuffling_shoe:flag", 0, ROUND, _canberra("12.1")),
    ("jackpot_wager", "jackpot_wager:cents(0..)", 100, WON, _canberra("10.2", "6.1(b)")),
    ("lock_while_pending", "lock_while_pending:flag", 0, ROUND, _canberra("10.2", "6.1(b)")),
    (
        "winning_chip",
        "winning_chip:name(returned|collected)",
        {"": "returned", "canberra-1997": "collected"},
        WON,
        _canberra("10.5", "11.2"),
    ),
)


def taken_by(game):
    """Names of the determinations that `game` takes, in order."""
    return [name for name in DETERMINATIONS.names() if game in DETERMINATIONS.row(name)[4]]


def default_of(game, name):
    """What `game` plays by when the operator has determined nothing."""
    default = DETERMINATIONS.row(name)[2]
    if isinstance(default, dict):
        return default.get(game, default.get(""))
    return default


def rule_of(game, name):
    """The rule that leaves `name` to the operator of `game`."""
    rule = DETERMINATIONS.row(name)[4][game]
    return DOCUMENTS[game] + " " + rule if rule else "house custom"


# What a game's operator determines at all; and rules that say why not, by name
_DETERMINED = _rules("4.2", "4.2", "C5.2", "B5.4", "3.1", "5.1")
_WHY_NOT = {
    "final_check": _rules(None, "11.1", "C13.1", "B12.1"),
    "burn": _rules("9.2", None, None, "B9.2"),
    "low_qualifier": _rules(None, None, "C15.1", "B11.3.a"),
    "low_ace": _rules(None, None, "C4.3", "B14.1.f"),
    "over_blinds": _rules(None, None, "C5.2.c", "B5.4"),
    "over_blind": _rules(None, None, "C5.2.e", "B5.4"),
    "commission_max": _rules(None, None, "C17.2", "B15"),
    "freeze_wager": _rules("12.4", "12.4", "C3.4"),
    "freeze_eliminated": _rules("12.4", "12.4", "C3.4"),
    "ante": _canberra("4.1", "6.1"),
    "blinds": _canberra("4.1", "6.1"),
    "shuffling_shoe": _rules("7.3", "7.3", "C9.2", "B4.2", None, "7.4"),
    "commission": _canberra("8.1", "10"),
    "win": _canberra("9.4", "9.5"),
    "ace_low": _canberra("2.6", "4.3"),
}


def _not_here(game, name):
    """The rules by which `game` knows no such determination."""
    why = _WHY_NOT.get(name, {}).get(game)
    return why + ", " + _DETERMINED[game] if why else _DETERMINED[game]


def resolve(game, given, seats=0):
    """Every determination of `game`: those given, and defaults. Refused when one is impossible.

    `seats` is how many play, where that is known: a deck serves only so many.
    """
    if game not in DOCUMENTS:
        raise Refused("unknown_game", game)
    names = taken_by(game)
    for name in given:
        if name not in names:
            if name == "follow":  # Canberra Poker: ante and bet decide what is paid, and to whom
                rule = "7.2" if game == "canberra" else "6.4"
                raise Refused("wagers_are_always_followed", DOCUMENTS[game] + " " + rule)
            raise Refused("unknown_determination", DOCUMENTS[game] + " " + _not_here(game, name))
    values = {}
    for name in names:
        value = given.get(name, default_of(game, name))
        reason = DETERMINATIONS.fields(name)[0].why_not(value)
        if reason:
            raise Refused(name + " " + reason, rule_of(game, name))
        values[name] = value
    if "limit" in values:  # the games of players against each other
        from cardtable.rules.config_checks import settle

        sized = given.get("max_bet") or given.get("small_bet") or given.get("big_bet")
        if sized and "limit" not in given and values["limit"] == "no-limit":
            values["limit"] = "fixed"  # sizes in dollars are a limit of their own: r 4.2(g)
        if values["deal"] == "packets":
            raise Refused("no_shuffling_shoe", rule_of(game, "deal"))
        settle(game, values, seats)
    else:
        from cardtable.rules.canberra.config_checks import settle

        settle(game, values, given)
    return values


def settled(game, given):
    """What a table's configuration carries to the board: every value, and their fingerprint."""
    values = resolve(game, given)
    return {"game": game, "values": values, "fingerprint": fingerprint(values)}


def fingerprint(values):
    """What the round's snapshot carries: tells a host which determinations were in force."""
    return digest(dumps([[name, values[name]] for name in sorted(values)]).encode())
