"""The operator's determinations: what the documents leave to the casino, declared once.

A row is (name, field, default, when, games and rules). `when` says when it may change:
"round" (between rounds), "notice" (between rounds, after notice to the players), "won" (once the
jackpot has been won). A game takes a determination when its document is named in the last column.
The host makes forms, configuration checks and documents from this table.
"""

from cardtable.declare import Kinds
from cardtable.records import digest, dumps
from cardtable.rules.round import Refused

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

DETERMINATIONS = Kinds(
    ("ante_min", "ante_min:cents(1..)", 500, NOTICE, {"canberra": "3.1", "canberra-1997": "3.1"}),
    ("ante_max", "ante_max:cents(1..)", 20000, NOTICE, {"canberra": "3.1", "canberra-1997": "3.1"}),
    (
        "max_payout",
        "max_payout:cents(1..)",
        2500000,
        NOTICE,
        {"canberra": "8.2", "canberra-1997": "8.2"},
    ),
    (
        "jackpot_wager",
        "jackpot_wager:cents(0..)",
        100,
        WON,
        {"canberra": "10.2", "canberra-1997": "11.1"},
    ),
)


def taken_by(game):
    """Names of the determinations that `game` takes, in order."""
    return [name for name in DETERMINATIONS.names() if game in DETERMINATIONS.row(name)[4]]


def resolve(game, given):
    """Every determination of `game`: those given, and defaults. Refused when one is impossible."""
    if game not in DOCUMENTS:
        raise Refused("unknown_game", game)
    document = DOCUMENTS[game]
    names = taken_by(game)
    for name in given:
        if name not in names:
            raise Refused("unknown_determination", document + " " + name)
    values = {}
    for name in names:
        row = DETERMINATIONS.row(name)
        value = given.get(name, row[2])
        reason = DETERMINATIONS.fields(name)[0].why_not(value)
        if reason:
            raise Refused(name + " " + reason, document + " " + row[4][game])
        values[name] = value
    return values


def fingerprint(values):
    """What the round's snapshot carries: tells a host which determinations were in force."""
    return digest(dumps([[name, values[name]] for name in sorted(values)]).encode())
