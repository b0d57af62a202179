"""An entry keyed by mistake is taken back: the round is built anew without it, in pieces.

The board keeps no second round for that: it follows the records of the open one once more, up to
the entry, and gives it the cards again that have come since. Loaded with the first of them.
"""

from cardtable.rules.round import Refused
from cardtable.rules.taken_back import folded, why_not

_NOTHING = ""  # no document speaks of keys


def taking_back(controller, who, named=None):
    """In pieces, for `RoundController.giving`: Refused, or the round is left without the span."""
    vault = controller.vault
    played = controller.round
    if played is None:
        raise Refused("no_round", _NOTHING)
    first = first_of(controller, who, named)
    cards = []
    undone = []
    for number in range(first, vault.journal.chain.number + 1):
        record = vault.record(number)
        reason = why_not(played, record, number == first, controller.in_rack)
        if reason is not None:
            raise reason
        if record[0] == "deal":
            cards.append((record[1], played.sealer.face(record[2])))
        elif record[0] in ("throw", "move") or folded(record):
            undone.append(record)
        yield 0
    sealer = played.sealer
    if controller.on_rebuild is not None:
        controller.on_rebuild(played)
    controller.round = played = None  # the board has room for one
    controller.rebuilds = True
    try:
        made = yield from controller.game.rebuilding(vault.open_round(first), sealer)
        records, refusal = yield from _with_cards(controller, made, who, first, cards)
        if refusal is not None:
            controller.round = yield from controller.game.rebuilding(vault.open_round(), sealer)
            raise refusal
        controller.round = made
        controller.undone = undone
    except Refused:
        raise
    except Exception:
        controller.round = None  # a restart, or the next input, brings it back
        raise
    finally:
        controller.rebuilds = False
    yield from controller.keeping_of(made, records)
    controller.undone = ()
    if controller.taken:
        vault.entries.drop(first)
        controller.latest = 0


def refusal_of(controller, who, named=None):
    """Why it would be refused, as far as that can be told beforehand: Refused, or None."""
    try:
        first = first_of(controller, who, named)
    except Refused as refusal:
        return refusal
    for number in range(first, controller.vault.journal.chain.number + 1):
        record = controller.vault.record(number)
        reason = why_not(controller.round, record, number == first, controller.in_rack)
        if reason is not None:
            return reason
    return None


def first_of(controller, who, named=None):
    """The first record of what is to be taken back; Refused when there is nothing."""
    entries = controller.vault.entries
    if named is not None and not entries.has(named):
        raise Refused("no_such_entry", _NOTHING)
    first = named or entries.last()
    if not first:
        raise Refused("nothing_to_take_back", _NOTHING)
    if who != "supervisor" and first != controller.latest:
        raise Refused("too_late_to_take_back", _NOTHING)
    return first


def _with_cards(controller, made, who, first, cards):
    """(records, None), the round being past them; or (None, why the cards stand against it)."""
    records = [("taken_back", who, first)]
    for place, face in cards:
        try:
            records += made.take(("card", place, face))
        except Refused as refusal:
            return None, Refused("cards_stand_against_it", refusal.rule)
        yield 0
        if made.outcome is not None:
            return None, Refused("cards_stand_against_it", _NOTHING)
    news = controller.game.news(made)
    if news is not None:
        records += made.take(news)
    return records, None


def tell_tracker(tracker, played, undone):
    """The tracker learns that hands are in play again, and cards where they were."""
    face = played.sealer.face
    for k in range(len(undone) - 1, -1, -1):
        record = undone[k]
        if record[0] == "move":
            tracker.put(face(record[1]), record[2])
            continue
        seat = record[1]
        if record[0] != "throw" and hasattr(tracker, "unfolded"):
            tracker.unfolded(seat)
        for token in played._pile(seat):
            tracker.put(face(token), seat)
