"""What may be put in force: table, board and orders, checked by the desk's own declarations.

Loaded for a commit, between rounds, and forgotten after it.
"""

from cardtable.rules.round import Refused
from cardtable.schema import MOST, fields
from cardtable.unload import unload

_TABLE = "table:text(1..16) game:name seats:int(1..10)? fingerprint:hex"
_JACKPOT = "pool:cents reserve:cents start_up:cents pool_share:int(0..10000)"
_JACKPOT += " ceiling:cents? most_in:cents? bonus_from:int(0..1)? overflow:cents?"
_ORDER = "order:name(ledger) who:text(1..40) epoch:int(1..)"
_DEEPEST = 6
# The lowest first, each by itself: imports within imports take a board's stack
_LOADED = "deck_choice config_checks canberra.config_checks determinations"


def check(name, content):
    """Refused("not_valid", what is wrong) unless the board can start with it."""
    if not isinstance(content, dict):
        _wrong("no object")
    _bounded(content, 0)
    if name == "table":
        for module in _LOADED.split():
            __import__("cardtable.rules." + module)
        try:
            _table(content)
        finally:
            unload(*["cardtable.rules." + module for module in _LOADED.split()])
    elif name == "board":
        _board(content)
    else:
        _order(content)


def _wrong(what):
    raise Refused("not_valid", what[:60])


def _members(declared, content, where=""):
    if not isinstance(content, dict):
        _wrong(where + "is missing")
    for field in fields(declared):
        reason = field.why_not(content.get(field.name))
        if reason:
            _wrong(where + field.name + " " + reason)


def _table(content):
    from cardtable.rules.determinations import fingerprint, resolve, taken_by

    _members(_TABLE, content)
    values = content.get("values")
    if not isinstance(values, dict):
        _wrong("values is missing")
    try:
        given = {name: values[name] for name in taken_by(content["game"]) if name in values}
        whole = resolve(content["game"], given)
    except Refused as refused:
        _wrong(refused.code)
    else:
        if whole != values or fingerprint(values) != content["fingerprint"]:
            _wrong("values are not complete")
    if content["game"].startswith("canberra"):
        _members(_JACKPOT, content.get("jackpot"), "jackpot ")
        for name in content["jackpot"]:
            if name not in _JACKPOT:
                _wrong("jackpot " + name)


def _board(content):
    from cardtable.service.board_check import why_not

    _members("name:text(1..16)", content)
    problem = why_not(content)
    unload("cardtable.service.board_check")
    if problem:
        _wrong(problem)


def _order(content):
    from cardtable.jackpot.books import Books

    _members(_ORDER, content)
    before = content.get("from")
    if not isinstance(before, list) or len(before) != 2:
        _wrong("from is missing")
    books = Books()
    try:
        names = [name for name, _ in books.sections()]
        books.load(content["books"])
        problem = books.why_not()
        if books.dump() != content["books"] or [one[0] for one in content["books"]] != names:
            problem = "books are not whole"
    except Exception:  # a list of another shape
        problem = "books are not whole"
    if problem:
        _wrong(problem)


def _bounded(value, depth):
    """No number, text or nesting that a record or the stack could not hold."""
    if depth > _DEEPEST or isinstance(value, float):
        _wrong("nested too deep" if depth > _DEEPEST else "a fraction")
    if isinstance(value, dict):
        for name in value:
            _bounded(name, depth + 1)
            _bounded(value[name], depth + 1)
    elif isinstance(value, list):
        for one in value:
            _bounded(one, depth + 1)
    elif isinstance(value, str):
        if len(value) > 160:
            _wrong("a text is too long")
    elif isinstance(value, int) and not -MOST <= value <= MOST:
        _wrong("a number is too large")
