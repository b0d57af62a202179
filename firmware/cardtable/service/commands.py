"""Commands carried out. Whoever ordered them was allowed to, and they have the declared shape."""

from cardtable.link.keys import ROOM, role_of, who_is
from cardtable.rules.round import Refused, names_a_face
from cardtable.service import work

RULE = ""  # what is refused here is refused by the board, not by a document


# What a board obeys on which no table is installed (uninstalled.py)
_WITHOUT_TABLE = ("put", "commit", "set_key", "restart", "maintenance", "maintenance_now")
# What tells who ordered it: whoever signed, whatever was sent there
_SIGNED = ("open_hand", "confirm", "correct", "free_held", "parameter", "drop", "order")


def handle(table, keys, signer, command):
    """What came of it, for the reply; raises Refused."""
    name = command[0]
    role = role_of(signer)
    if table.answers is not None and name not in _WITHOUT_TABLE:
        raise Refused("no_table", RULE)
    if name in _SIGNED:
        command[4 if name == "correct" else -1] = who_is(signer)
    args = command[1:]
    if name in _ORDERS:
        return _ORDERS[name](table, role, *args)
    if name in _METER:
        return _move(table, name, args)
    if name == "set_key":
        return _set_key(table, keys, signer, *args)
    if name == "person":
        from cardtable.service.persons import handle as of_persons

        return of_persons(table, keys, signer, *args)
    if name in ("put", "commit"):
        from cardtable.service import files

        return getattr(files, name)(table, signer, *args)
    if name == "deck_end" or (name == "trial" and args[0] == "end"):
        return work.end(table)  # also when somebody has begun a round meanwhile
    _between_rounds(table)
    if name == "trial":
        if args[0] == "cards":  # in the reply: a question needs no key
            from cardtable.service.probe import cards_read

            return None if table.boxes is None else cards_read(table.boxes.fusion)
        from cardtable.service.device_tests import Trial

        return work.begin(table, Trial(table, args[0]))
    from cardtable.service import deck_work

    return deck_work.handle(table, name, args)


def _between_rounds(table):
    if table.controller.begun:
        raise Refused("round_in_play", RULE)


# ---- the round


def _input(table, role, given):
    from cardtable.link.commands import OF_BOARD, OF_SUPERVISOR
    from cardtable.rules.inputs import INPUTS

    given = tuple(given)
    reason = INPUTS.why_not(given)
    if reason is not None or given[0] in OF_BOARD:
        raise Refused("not_an_input", reason or given[0])
    if given[0] in OF_SUPERVISOR and role != "supervisor":
        raise Refused("wrong_role", "supervisor")
    if given[0] == "take_back" and given[1] != role and role != "supervisor":
        raise Refused("wrong_role", given[1])
    if names_a_face(given):  # before anything is looked at: face down, a card is its seal
        raise Refused("names_a_face", RULE)
    if not table.has_to_wait():
        return given  # the desk has it judged
    if not table.people(given):
        raise table.controller.refusal
    return None


def _open_hand(table, role, seat, who):
    """The cards dealt face down to one seat, for a dispute: recorded, and not turned over in play.

    Of the round in play, or of the one before while no card of the next has come. Never while the
    hand can still win: whoever has the supervisor's PIN must not look into a hand that is played.
    """
    first, sealer = table.controller.disputed()
    if table.controller.begun and seat in table.controller.round.staying():
        raise Refused("hand_in_play", RULE)
    records = []
    for record in table.vault.records(first):
        if record[0] == "deal" and record[1] == seat and len(record[2]) > 3:
            card, salt = sealer.opening(record[2])
            records.append(("opened", seat, record[2], card, salt, who))
    if not records:
        raise Refused("no_hand_there", RULE)
    if not table.controller.move(records):
        raise Refused("vault_stopped", RULE)


# ---- the books


def _move(table, name, args):
    from cardtable.jackpot import moves

    books = table.vault.books
    if name == "correct" and args[0] < 0:
        _between_rounds(table)  # the sign of a round that is on is what its royal flush wins
    bodies = getattr(moves, _METER[name])(books, *args)
    if not table.controller.move(bodies):
        raise Refused("vault_stopped", RULE)


_METER = {
    "confirm": "confirm",
    "correct": "correct",
    "free_held": "free",
    "parameter": "change",
    "mode": "set_mode",
    "day_open": "open_day",
    "drop": "count_drop",
}


# ---- the board


def _order(table, role, order, who):
    from cardtable.vault.vault import ORDER

    given = {"order": order, "who": who}
    if order == "new":
        given["jackpot"] = table.config["jackpot"]
    elif order == "ledger":
        raise Refused("needs_a_file", RULE)  # put and commit "order": it carries the books
    if table.vault.stopped is None:
        raise Refused("not_stopped", RULE)
    table.settings.write("vault/" + ORDER, given)
    table.restart_soon()


def _time(table, role, since_1970_ms):
    if table.vault.calendar.tell(since_1970_ms):
        table.record(("command", role, "time"))  # its stamp and the one before tell by how much


def _set_key(table, keys, signer, whose, masked):
    if len(masked) != 64 and (masked or whose != ROOM):
        raise Refused("not_a_key", RULE)
    if whose == ROOM:
        if table.answers is not None:
            raise Refused("no_table", RULE)
        _between_rounds(table)
        if table.vault.books.meter.pending:
            raise Refused("prize_pending", RULE)
        table.restart_soon()  # it is linked, or no longer, from its start on
    table.settings.write("keys.json", keys.change(whose, masked, signer))


def _restart(table, role):
    _between_rounds(table)
    table.restart_soon()


def _maintenance(table, role):
    """Everything on the board can be read there: never while a round needs its hidden cards."""
    _between_rounds(table)
    vault = getattr(table, "vault", None)
    if vault is not None and vault.delayed is not None and vault.delayed.count:
        raise Refused("faces_wait", RULE)  # whoever has the prompt could read them
    if vault is not None and vault.stopped is not None:
        from cardtable.vault.fram import FramLost

        try:
            vault.hidden.erase()  # of a round that nobody can play on: it is void afterwards
        except FramLost:
            pass
    table.settings.write("maintenance", [])
    table.restart_soon()


_ORDERS = {
    "input": _input,
    "open_hand": _open_hand,
    "order": _order,
    "time": _time,
    "restart": _restart,
    "maintenance": _maintenance,
    "maintenance_now": _maintenance,  # in 0.1.0 also in the middle of a round
}
