"""What may stand in a table.toml beside the game's determinations, declared like these."""

from __future__ import annotations

from cardtable.jackpot.meter import WHOLE
from cardtable.rules.determinations import DOCUMENTS
from cardtable.schema import Field, Schema

# (name, field, default, meaning); a default of ... : it has to be there
TABLE = Schema(
    ("table", "table:text", ..., "The table's name: records and keys carry it for ever."),
    ("game", f"game:name({'|'.join(DOCUMENTS)})", ..., "What is played."),
    ("board", "board:text", "pico", "The board's definition: a name, or a path to a board.toml."),
    ("seats", "seats:int(1..10)", 10, "How many boxes or players the table has."),
)
# Start values serve when the books are opened; the others change once the jackpot has been won.
JACKPOT = Schema(
    ("start_up", "start_up:cents", 0, "The pool begins with this after each win."),
    ("ceiling", "ceiling:cents", 0, "The pool grows no further; 0: no ceiling."),
    (
        "pool_share",
        f"pool_share:int(0..{WHOLE})",
        WHOLE,
        "Of a wager that does not win, so many basis points go to the pool, the rest to the"
        " reserve (NI2004-492 r 10.5).",
    ),
    ("most_in", "most_in:cents", 0, "More wagers than this in one round are held; 0: no limit."),
    ("bonus_from", "bonus_from:name(house|reserve)", "house", "Who pays bonus prizes."),
    ("pool", "pool:cents", None, "Start value of the pool; without it, start_up."),
    ("reserve", "reserve:cents", 0, "Start value of the reserve."),
)
SOURCES = ("house", "reserve")  # bonus_from by number
SECTIONS = ("determinations", "jackpot")
LONGEST_NAME = 16


def field_of(kinds: Schema, name: str) -> Field:
    return kinds.fields(name)[0]


def range_of(field: Field) -> str:
    """What may stand there, in a few words."""
    what = {"int": "a whole number", "cents": "cents", "text": "text", "name": "a word"}
    said = what.get(field.type) or str(field.type)
    if field.type == "flag":
        return "true or false"
    if field.choices:
        return "one of " + ", ".join(str(one) for one in field.choices)
    if field.type == "cents" and field.low is not None and field.high is None:
        said = f'cents (500) or dollars ("$5.00"), {"more than 0" if field.low else "0 or more"}'
    elif field.low is not None and field.high is not None:
        said += f" from {field.low} to {field.high}"
    return f"a list of {said}" if field.many else said
