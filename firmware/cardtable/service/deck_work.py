"""Decks at the shoe's reader, between rounds: enrolled, checked, a card replaced.

The tags stay on the board: the host sees names of cards and counts. `seen(uid)` is given every
card at the shoe while such work goes on; `nothing()` when none is there.
"""

from cardtable.rules.cards import parse_card
from cardtable.rules.round import Refused
from cardtable.service.work import begin, end
from cardtable.tracker.check import Check
from cardtable.tracker.deck import OTHER


class DeckWork:
    """One piece of work; `machine` is an Enrolment, a Replacement or a Check."""

    def __init__(self, kind, machine, target="deck", why="", tell=None):
        self.kind = kind
        self.machine = machine
        self.target = target  # the deck that is enrolled or mended: "deck" or "other"
        self.why = why  # it is checked
        self._tell = tell  # takes the record of a check; None for other work
        self.last = ("", None)

    def seen(self, uid):
        """True when the next scan is to look for another card beside this one."""
        what, card = self.machine.seen(uid)
        if what != "lingers" or not self.last[0]:
            self.last = (what, card)
        return self.kind != "check"  # which takes every card as it passes

    def nothing(self):
        if self.kind == "check":
            self.machine.nothing()

    def end(self):
        if self._tell is not None:
            self._tell(self.machine.record(self.why))

    def progress(self):
        """[name, value] pairs for whoever asks."""
        yield ["work", self.kind]
        yield ["last", list(self.last)]
        machine = self.machine
        yield ["deck", machine.target if self.kind == "check" else self.target]
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


def handle(table, name, args):
    """A command about decks."""
    work = table.work
    if name == "enrol":
        from cardtable.tracker.deck import Deck
        from cardtable.tracker.enrol import Enrolment

        cards, joker, other = args
        target, known = ("other", "deck") if other else ("deck", "other")
        known = Deck(table.decks()[known])  # the deck itself may be enrolled again
        return begin(table, DeckWork("enrol", Enrolment(cards, joker, known), target))
    if name == "deck_check":
        check = Check(table.deck, table.tracker.decks_change)
        return begin(table, DeckWork("check", check, why=args[0], tell=table.record))
    if name in ("replace", "replace_other"):
        from cardtable.tracker.enrol import Replacement

        target, first = ("deck", 0) if name == "replace" else ("other", OTHER)
        try:
            code = first + parse_card(args[0])
        except ValueError:  # no card at all
            code = -1
        if code not in [one[-1] for one in table.deck.entries()]:
            raise Refused("not_in_deck", "")
        return begin(table, DeckWork("replace", Replacement(table.deck, code), target))
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
        end(table)
        table.restart_soon()
        return None
    # A replacement is in play when dealer and supervisor have looked at it (NI2005-66 r 2.5)
    if not work.machine.checked(args[0]):
        return "one_more"
    from cardtable.tracker.enrol import dump

    table.settings.write("deck.json", dump(table.deck))
    end(table)
    return "in_play"
