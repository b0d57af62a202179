"""Decks at the shoe's reader, between rounds: enrolled, checked, a card replaced.

The tags stay on the board: the host sees names of cards and counts. `seen(uid)` is given every
card at the shoe while such work goes on; `nothing()` when none is there.
"""

from cardtable.rules.cards import parse_card
from cardtable.rules.round import Refused
from cardtable.tracker.check import Check


class DeckWork:
    """One piece of work; `machine` is an Enrolment, a Replacement or a Check."""

    def __init__(self, kind, machine, target="deck", why=""):
        self.kind = kind
        self.machine = machine
        self.target = target  # the deck that is enrolled
        self.why = why  # it is checked
        self.last = ("", None)

    def seen(self, uid):
        what, card = self.machine.seen(uid)
        if what != "lingers" or not self.last[0]:
            self.last = (what, card)

    def nothing(self):
        if self.kind == "check":
            self.machine.nothing()

    def progress(self):
        """[name, value] pairs for whoever asks."""
        yield ["work", self.kind]
        yield ["last", list(self.last)]
        machine = self.machine
        if self.kind == "replace":
            return
        yield ["progress", list(machine.progress)]
        if self.kind == "enrol":
            yield ["due", machine.due]
            return
        yield ["count", machine.count]
        yield ["strangers", machine.strangers]
        yield ["others", machine.others]
        missing = machine.missing()
        for at in range(0, len(missing), 20):
            yield ["missing", missing[at : at + 20]]
        yield ["twice", machine.twice()]


def obey(table, name, args):
    """A command about decks."""
    work = table.work
    if name == "enrol":
        from cardtable.tracker.enrol import Enrolment

        cards, joker, other = args
        known = table.deck if other else None
        table.work = DeckWork("enrol", Enrolment(cards, joker, known), "other" if other else "deck")
        return None
    if name == "deck_check":
        table.work = DeckWork("check", Check(table.deck), why=args[0])
        return None
    if name == "replace":
        from cardtable.tracker.enrol import Replacement

        table.work = DeckWork("replace", Replacement(table.deck, parse_card(args[0])))
        return None
    if name == "deck_end":
        return _end(table, work)
    kind = name.split("_")[0]
    if work is None or work.kind != kind:
        raise Refused("no_such_work", "")
    if name == "enrol_undo":
        return work.machine.undo()
    if name == "enrol_keep":
        if work.machine.due is not None:
            raise Refused("deck_not_complete", "")
        decks = table.decks()
        decks[work.target] = work.machine.table()
        table.settings.write("deck.json", decks)
        table.work = None
        table.restart_soon()
        return None
    # A replacement is in play when dealer and supervisor have looked at it (NI2005-66 r 2.5)
    if not work.machine.checked(args[0]):
        return "one_more"
    table.settings.write("deck.json", table.deck.dump())
    table.work = None
    return "in_play"


def _end(table, work):
    if work is not None and work.kind == "check":
        table.record(work.machine.record(work.why))
    table.work = None
