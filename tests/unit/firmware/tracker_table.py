"""A tracker whose round expects what the test says, and whose readers show what lies there."""

from cardtable.rules.places import BOARD, DEALER, DISCARD
from cardtable.tracker.deck import Deck
from cardtable.tracker.fusion import Fusion
from cardtable.tracker.tracker import Tracker
from sim.harness.clock import VirtualClock

FACES = [rank + suit for suit in "cd" for rank in "23456789TJQKA"]
PLACES = (DEALER, 1, 2, 3, 4, BOARD, DISCARD)


def uid(face, deck=0):
    return bytes((4, deck, FACES.index(face), 0, 0, 0, 128))


class Table:
    """A judge with a list of places that are due, and readers that show what lies there."""

    def __init__(self, due, by_shoe=True, other=False):
        self.clock = VirtualClock()
        self.due = list(due)
        self.given = []
        self.told = []
        self.refuses = []
        self.in_order = False
        self.allowed = ["card", "fold", "other_deck"]
        decks = [{uid(face, k).hex(): face for face in FACES} for k in (0, 1)]
        deck = Deck(decks[0], decks[1] if other else None)
        self.shoe_alone = Tracker(deck, self)
        self.fusion = Fusion(deck, self.clock, self, PLACES, by_shoe)
        self.lying = {place: [] for place in PLACES}

    # the judge

    def expected(self):
        return self.due[:1]

    def ordered(self):
        return self.in_order

    def why_not(self, given):
        return None if given[0] in self.allowed else "no"

    def give(self, given):
        if given[0] in self.refuses:
            return False
        self.given.append(given)
        if given[0] == "card" and self.due and given[1] == self.due[0]:
            self.due.pop(0)
        return True

    def giving(self, given):
        self.taken = self.give(given)
        yield 0

    def later(self, given):
        return self.give(given)

    def fault(self, code, place, count):
        self.told.append((code, place, count))

    # what happens

    def shoe(self, face, deck=0):
        return self.fusion.left_shoe(uid(face, deck))

    def sweep(self, times=1, clean=True, blind=(), ms=300):
        for _ in range(times):
            for place in PLACES:
                if place in blind:
                    self.fusion.cannot_see(place)
                else:
                    uids = [u if isinstance(u, bytes) else uid(u) for u in self.lying[place]]
                    self.fusion.look(place, _packed(uids), len(uids), clean)
            for _ in range(ms // 20):
                self.clock.sleep_ms(20)
                self.fusion.tick()

    def deal(self, *pairs):
        """(card, place) out of the shoe and onto the felt; then time to settle."""
        for face, place in pairs:
            assert self.shoe(face) is None
            if place is not None:
                self.lying[place].append(face)
        self.sweep(5)

    def where(self, face):
        from cardtable.rules.cards import parse_card

        return self.fusion.where(parse_card(face))

    def standing(self):
        """Faults that are not over: (code, place)."""
        open_now = []
        for code, place, count in self.told:
            if count:
                open_now.append((code, place))
            elif (code, place) in open_now:
                open_now.remove((code, place))
        return sorted(open_now)


def _packed(uids):
    """As a reader keeps them: each behind its length, in eleven bytes."""
    return b"".join([bytes((len(one),)) + one + bytes(10 - len(one)) for one in uids])
