"""The tracker of a table with readers: the shoe names a card, the boxes say where it lies.

A card that left the shoe is told to the round a fixed time later: at the place whose reader shows
it, else where it is due, which is then told as unseen. The time is fixed, so that it says nothing
about what else lies in a box. Without a shoe (dealt by hand, packets of five) the boxes name the
cards. Sightings that contradict each other are told as faults; they never move a card.

`judge` is the round as seen from here:
    expected() → places a card may come to now      give(input) → True when it was taken
    why_not(input) → None when it would be taken     fault(code, place, count), 0: it is over
    ordered() → True while which of two cards came first decides what is told of them
"""

import micropython

from cardtable.rules.cards import card_text, parse_card
from cardtable.rules.places import DISCARD, SHOE, is_seat
from cardtable.tracker.deck import FOREIGN, OTHER, OTHER_DECK, TWICE, UNKNOWN
from cardtable.tracker.places import CARDS, CONFIRMED, HELD, MISSING, STALE, Places
from cardtable.tracker.queue import Queue
from cardtable.tracker.rack import Rack
from cardtable.tracker.sightings import UNSEEN, Sightings

SETTLE_MS = 1200  # at least: a card needs 200 ms to its box, and then two sweeps of 500 ms
_SCAN_MS = 50  # cards that one scan shows for the first time
_FELT_MS = 100  # how often one looks whether the felt is empty
_CLEAR_MS = 5000  # so long nothing on the felt: the cards are back in the deck


class Fusion(Sightings):
    """Where each card is, as far as all readers together tell."""

    def __init__(self, deck, clock, round_port, places, by_shoe=True):
        """`places` have a reader; `by_shoe` when every card passes a reader in the shoe."""
        super().__init__(deck, round_port, places)
        self._clock = clock
        self._by_shoe = by_shoe
        self.shoe_blind = False
        self.dealing = False  # a card of this round has been dealt
        self.flying = Queue()  # left the shoe, not yet told
        self.named = Queue()  # seen in a box, but not as it left the shoe
        self.repeats = 0  # times the card over the shoe was read again
        self.settle_ms = SETTLE_MS
        self.waits = False  # cards are told in order: what people do waits behind them
        self.dealt = bytearray(CARDS)  # in which order the round was told of them
        self._count = 0
        self._folded = 0  # seats, bit by bit
        self._last = UNKNOWN
        self._cleared_ms = 0  # since when the felt is empty
        self._looked_ms = 0  # when that was looked at
        self._rack = Rack(self, round_port, clock)

    # ---- what people ask

    def where(self, card):
        """The one place of a card by its code; HELD beside a box from which it was lifted."""
        place = self.places.of(card)
        if self.lies[card] != place and self.places.has(card, CONFIRMED):
            if place <= 10:
                return place | HELD
        return place

    def count(self, place):
        return self.places.count(place)

    def waiting(self, card):
        """True while the card is on its way to its input."""
        return self.flying.find(card) >= 0 or self.named.find(card) >= 0

    # ---- sightings

    def left_shoe(self, uid):
        """A card passes the shoe's reader: None, or what it was instead."""
        card = self._deck.find(uid)
        if card == UNKNOWN:
            return FOREIGN
        if card & OTHER != self._deck.in_use and not self.decks_change():
            self._round_port.later(("other_deck", SHOE))
            return OTHER_DECK
        card &= 63
        if card == self._last:
            self.repeats += 1
            return None
        if self.places.of(card) not in (SHOE, MISSING) or self.flying.find(card) >= 0:
            return TWICE
        if self.lies[card] != UNSEEN and self.lies[card] != DISCARD:
            return TWICE
        if not self.dealing and not self.flying.count:
            self.deck_is_in_the_shoe()
        self._last = card
        self.lies[card] = UNSEEN
        self.places.put(card, SHOE)
        k = self.named.find(card)
        if k >= 0:
            self.named.remove(k)
        if self.flying.full:
            return None  # nobody deals so fast; its box will name it
        self.flying.put(card, self._clock.ticks_ms())
        self.waits = True
        return None

    def _arrived(self, card, place):
        own = self.places.of(card)
        if own == place:
            self.places.set(card, CONFIRMED)
        elif own == SHOE:
            if self.flying.find(card) < 0 and place != DISCARD:
                self._name(card)
        elif place == DISCARD:
            self.places.drop(card, STALE)
            if is_seat(own):
                if self._folded >> own & 1:
                    self.places.put(card, DISCARD)  # the dealer has keyed the fold before
                else:
                    self._rack.saw(own)
        elif own == DISCARD and not self.places.has(card, STALE):
            move = ("move", card_text(card), DISCARD, place)
            if self._round_port.why_not(move) is None:  # a hand is put together again
                self._round_port.later(move)
        self.flags.changed()

    def _beside(self, card, place):
        """A second reader shows it: what the first one made of it may be wrong."""
        if self.places.of(card) == SHOE and self.flying.find(card) < 0 and place != DISCARD:
            self._name(card)

    def _left(self, card, place):
        own = self.places.of(card)
        if own == DISCARD:
            self.places.drop(card, STALE)
        elif own == place and is_seat(own) and self._folded >> own & 1:
            self.places.put(card, DISCARD)

    def _name(self, card):
        """A box shows a card of which the shoe knows nothing."""
        if self.places.has(card, STALE) or self.named.find(card) >= 0:
            return
        if self.named.full:
            self.spots[self.lies[card]].lost += 1
            return
        self.named.put(card, self._clock.ticks_ms())
        self.waits = True

    # ---- inputs

    def tick(self):
        """Tell what is due, at once."""
        for judged in self.telling():
            for _ in judged:
                pass
        self.look_around()

    def is_due(self):
        """Whether `telling()` may have something to tell."""
        if self.named.count or self._rack.busy:
            return True
        if not self.flying.count:
            return False
        clock = self._clock
        return clock.ticks_diff(clock.ticks_ms(), self.flying.since_ms(0)) >= self.settle_ms

    @micropython.native
    def look_around(self):
        """What else is to be done every few milliseconds."""
        now = self._clock.ticks_ms()
        if not self.dealing and self._clock.ticks_diff(now, self._looked_ms) >= _FELT_MS:
            self._looked_ms = now
            self._look_for_empty_felt(now)
        if self.flags.stale:
            self.flags.tell()

    def holds(self, since_ms):
        """Whether a card waits that came before then, or in the same moment."""
        diff = self._clock.ticks_diff
        for queue in (self.flying, self.named):
            for k in range(queue.count):
                if diff(since_ms, queue.since_ms(k)) >= 0:
                    return True
        return False

    def telling(self):
        """Tell what is due, for the task that judges: it yields what is to be judged in pieces, one
        after the other. Not from within: every generator that waits takes of the board's stack."""
        clock = self._clock
        now = clock.ticks_ms()
        yield from self._tell_expected()
        while self.flying.count:
            age_ms = clock.ticks_diff(now, self.flying.since_ms(0))
            if age_ms < self.settle_ms:
                break
            expected = self._round_port.expected()
            lies = self._shown_at(self.flying.card(0), expected)
            if age_ms < 2 * self.settle_ms and lies != UNSEEN and lies != DISCARD:
                if lies not in expected:
                    break  # the card that is due may have passed the shoe unseen
            yield from self._tell_flight()
            yield from self._tell_expected()
        k = 0
        while k < self.named.count:
            if clock.ticks_diff(now, self.named.since_ms(k)) >= self.settle_ms:
                yield from self._tell_named(k)
            else:
                k += 1
        self.waits = self.flying.count > 0 or self.named.count > 0
        yield from self._rack.telling(now)

    def _tell_expected(self):
        """Cards that only boxes have named, where they are expected."""
        found = True
        while found and self.named.count:
            found = False
            expected = self._round_port.expected()
            for k in range(self.named.count):
                if self._shown_at(self.named.card(k), expected) in expected:
                    yield from self._tell_named(k)
                    found = True
                    break

    def _tell_flight(self):
        card = self.flying.card(0)
        self.flying.remove(0)
        lies = self.lies[card]
        if lies == UNSEEN or lies == DISCARD:  # a burn card may lie in the rack
            expected = self._round_port.expected()
            # A card that nobody is due has left the shoe for nowhere: the round says what it means.
            return self._tell(card, expected[0] if expected else SHOE, 0)
        return self._tell(card, lies, CONFIRMED)

    def _tell_named(self, k):
        card = self.named.card(k)
        since = self.named.since_ms(k)
        self.named.remove(k)
        place = self.lies[card]
        # Lifted again before its turn; or of two that came together one lies face down, and nobody
        # knows which: they are to be laid there one by one.
        if place in (UNSEEN, DISCARD) or (
            self._round_port.ordered() and self._together(place, since)
        ):
            self.flags.changed()
            return ()
        if self._by_shoe and not self.shoe_blind:
            self._round_port.fault("shoe_missed", place, 1)
        return self._tell(card, place, CONFIRMED)

    def _together(self, place, since):
        """The scan that named a card has named others at `place`: they are not told, either."""
        found = False
        for k in range(self.named.count - 1, -1, -1):
            if self.lies[self.named.card(k)] == place:
                if abs(self._clock.ticks_diff(self.named.since_ms(k), since)) < _SCAN_MS:
                    self.named.remove(k)
                    found = True
        return found

    def _tell(self, card, place, flag):
        self.places.put(card, place, flag)
        self._number(card)
        before = self.dealing
        self.dealing = True
        yield self._round_port.giving(("card", place, card_text(card)))
        if not self._round_port.taken:
            self.places.put(card, SHOE)
            self.dealing = before
        self.flags.changed()

    def _number(self, card):
        self._count = (self._count + 1) & 0xFF
        self.dealt[card] = self._count

    # ---- what the round says

    def follow(self, record, face):
        """Learn from a record where cards went; `face(token)` gives the card under a seal."""
        kind = record[0]
        if kind == "move":
            self.put(face(record[1]), record[3])
        elif kind == "throw":
            for token in record[2]:
                self.put(face(token), DISCARD)
        elif kind == "deck":
            for card in record[3]:
                self.put(card, MISSING)
        elif kind == "collect":
            self.collected(record[1])
        elif kind in ("fold", "muck") or (kind == "act" and record[2] in ("fold", "call_fold")):
            self.folded(record[1])
        elif kind in ("begin", "players"):
            self.deck_is_in_the_shoe()  # nobody holds cards of the last round
        elif kind == "end":
            self._over()
        elif kind == "round":
            self.shuffled()

    def put(self, card, place):
        """A card ("As") lies there: known from the records of a round that goes on."""
        code = parse_card(card)
        if not self.dealt[code]:
            self._number(code)
        # A reader that has shown nothing yet has not missed it, either.
        seen = self.lies[code] == place or self.blind.get(place)
        self.places.put(code, place, CONFIRMED if seen else 0)
        if place in (SHOE, DISCARD) and self.lies[code] not in (UNSEEN, place):
            self.places.set(code, STALE)  # on its way
        self.dealing = self.dealing or place not in (SHOE, MISSING)
        self.flags.changed()

    def folded(self, seat):
        """The hand is out of play: what leaves the box goes to the rack."""
        self._folded |= 1 << seat
        for card in range(CARDS):
            if self.places.of(card) == seat:
                lies = self.lies[card]
                if lies == DISCARD or (lies == UNSEEN and self.places.has(card, CONFIRMED)):
                    self.places.put(card, DISCARD)
        self.flags.changed()

    def unfolded(self, seat):
        """The hand is in play again: it was folded by mistake."""
        self._folded &= ~(1 << seat)
        self.flags.changed()

    def in_rack(self, card):
        """Whether the rack's reader has seen this card ("As") last."""
        return self.lies[parse_card(card)] == DISCARD

    def collected(self, place):
        """What lay at `place` goes to the discard rack."""
        for card in range(CARDS):
            if self.places.of(card) == place:
                lies = self.lies[card]
                self.places.put(card, DISCARD, 0 if lies in (UNSEEN, DISCARD) else STALE)
        self.flags.changed()

    def _over(self):
        """The round has ended: whatever is on the felt goes to the rack some time."""
        for card in range(CARDS):
            if card in self.places and self.places.of(card) not in (SHOE, MISSING):
                self.places.put(card, DISCARD, STALE)
        self.dealing = False
        self._rack.clear()
        self.flags.changed()

    def shuffled(self):
        """A round begins: the deck goes into the shoe, as soon as the felt is cleared."""
        self.places.shuffle(STALE)
        for queue in (self.flying, self.named):
            for k in range(queue.count):
                self.places.set(queue.card(k), STALE)  # it left the shoe for the last round
            queue.clear()
        self.waits = False
        self.dealing = False
        self._folded = 0
        self._count = 0
        for card in range(CARDS):
            self.dealt[card] = 0
        self._last = UNKNOWN
        self._cleared_ms = self._clock.ticks_ms()
        self._rack.clear()
        self.flags.changed()

    def deck_is_in_the_shoe(self):
        """What no reader shows is there; what one shows is still to be cleared away."""
        for card in range(CARDS):
            if self.lies[card] in (UNSEEN, DISCARD) and self.places.of(card) in (SHOE, DISCARD):
                self.places.put(card, SHOE)
                self.lies[card] = UNSEEN

    def _look_for_empty_felt(self, now):
        clock = self._clock
        for card in range(CARDS):
            place = self.lies[card]
            if place != UNSEEN and place != DISCARD:
                if self.blind[place]:
                    self.lies[card] = UNSEEN  # of the last round, and nobody would see it leave
                else:
                    self._cleared_ms = now
        if clock.ticks_diff(now, self._cleared_ms) >= _CLEAR_MS:
            self._cleared_ms = now
            self.deck_is_in_the_shoe()

    def decks_change(self):
        """Between rounds the decks of a shuffling shoe take turns (NI2004-492 r 12.2)."""
        if self.dealing or self.waits:
            return False
        for place in self.lies:
            if place != UNSEEN and place != DISCARD:
                return False
        self._deck.swap()
        self.places = Places(self._deck.codes())
        for spot in self.spots.values():
            spot.forget()
        return True
