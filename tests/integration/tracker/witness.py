"""What readers could have shown, scan by scan, held against what they told and counted.

The witness stands beside the emulation: it knows which tags lay over an antenna for a whole scan
or for a part of it, and which exchanges a fault has struck. From that it works out whether an event
is owed, and by whom:

- A scan that failed is counted by its reader; after three in a row people are told. A hurry that
  was given up and the careful scan behind it are one scan.
- A tag that a scan named and that was not there is counted as passing, or told.
- A card that lay there for a whole clean scan and was not named was hidden by a fault of that very
  scan, by a stack or by a card that moved; it is counted as a miss, once it has been believed.
- A scan that was struck, told the exact truth and counted nothing is one that the fault did not
  touch: that can be only where `HARMLESS` says why.
"""

from __future__ import annotations

from typing import Any

from cardtable.drivers.reader_codes import (
    BUS_DOWN,
    CLEAN_SCANS,
    NACKS,
    NO_TAG,
    OK,
    REPEATS,
    SCANS,
    STARTS,
    TIMEOUT,
)
from cardtable.engine.round_port import where
from cardtable.rules.cards import card_text
from cardtable.rules.places import DISCARD
from cardtable.tracker.deck import UNKNOWN

# A struck scan that told the exact truth and counted nothing:
HARMLESS = {
    "ghost_uid": "the neighbour's tag was not louder than the box's own cards",
    "tag_lost": "HLTA was not heard, and the tag fell silent all the same",
    "mux_unplugged": "the reader is behind the other mux",
    "collision": "the cards that collided were lifted before the scan was over",
    "deselect_no_halt": "the card was lifted before it was looked for again",
}
_FAILURES = range(BUS_DOWN, TIMEOUT + 1)
_STRANGE = ("foreign_card", "card_seen_twice", "card_elsewhere", "shoe_missed")


class Scan:
    """One scan of a box reader under way."""

    def __init__(self, tags, counters):
        self.whole = list(tags)  # lay there from its beginning on
        self.ever = list(tags)
        self.moved = False  # a card came or went: one that leaves as it is selected ends the list
        self.strikes: list[str] = []
        self.before = list(counters)


class Claim:
    """A tag that a scan has named although it was not there: an event is owed."""

    def __init__(self, place, uid, counted, told):
        self.place = place
        self.uid = uid
        self.counted = counted
        self.told = told


class Pass:
    """A card's way over the shoe's antenna."""

    def __init__(self, tag):
        self.uid = tag.uid
        self.read = False


class Witness:
    """Watches one table; `wrong(text)` is called with what does not add up."""

    def __init__(self, table: Any, wrong):
        self._table = table
        self._wrong = wrong
        self._scans: dict[int, Scan] = {}
        self._active = -1  # the place whose transport uses the bus
        self._waking = False
        self.hurried = 0  # scans
        self._failed = dict.fromkeys(table.boxes.readers, 0)  # scans in a row
        self._last: dict[int, list[set[bytes]]] = {place: [] for place in table.boxes.readers}
        self.struck: list[tuple[int, str]] = []  # (place, fault), the shoe is place -1
        self.harmless = 0  # strikes that no reader could have shown
        self.shown: set[tuple[int, bytes]] = set()  # (place, uid) named by two scans of three
        self.shown_ms: dict[tuple[int, str], int] = {}  # (place, face): when it was first
        self.crowded: set[bytes] = set()  # not named where more cards lay than a scan names
        self.claims: list[Claim] = []
        self.passes: list[Pass] = []
        self._owed_starts: dict[int, int] = {}  # place: starts before its supply dipped
        self._shoe_strikes: list[str] = []
        self._shoe_before: list[int] = []
        self._watch()

    def new_hand(self) -> None:
        self.struck = []
        self.harmless = 0
        self.shown = set()
        self.shown_ms = {}
        self.crowded = set()
        self.claims = []
        self.passes = []
        self._shoe_strikes = []
        self._shoe_before = list(self._table.shoe.counters)
        self._repeats_before = self._table.fusion.repeats
        self._told_before = len(self._table.told)

    # ---- ears and eyes

    def _watch(self) -> None:
        table = self._table
        for place, reader in table.boxes.readers.items():
            self._watch_antenna(place, table.hardware.antennas[place])
            self._watch_reader(place, reader)
            self._watch_strikes(place, table.hardware.chips[place])
        self._watch_hurry(table.boxes.sweep._scan)
        self._watch_ways(table.boxes.muxes)
        table.boxes.sweep._told = self._told
        for mux in table.hardware.muxes:
            self._watch_mux(mux)
        self._watch_bus(table.hardware.bus)
        self._watch_shoe()

    def _watch_antenna(self, place, antenna) -> None:
        put, take = antenna.put, antenna.take

        def noted_put(tag):
            put(tag)
            if place in self._scans:
                self._scans[place].ever.append(tag)
                self._scans[place].moved = True

        def noted_take(tag):
            take(tag)
            scan = self._scans.get(place)
            if scan is not None:
                scan.moved = True
                if tag in scan.whole:
                    scan.whole.remove(tag)

        antenna.put, antenna.take = noted_put, noted_take

    def _watch_reader(self, place, reader) -> None:
        plain = reader.scan

        def scan(wary=False):
            if place not in self._scans:  # or it takes over from a hurry that was given up
                self._begins(place, reader)
            return (yield from plain(wary))

        reader.scan = scan
        transport = reader.chip.transport
        route = transport.route
        connect, wake = route.connect, transport.wake

        def noted_connect():
            self._active = place
            connect()

        def noted_wake():
            self._waking = True
            try:
                wake()
            finally:
                self._waking = False

        route.connect = noted_connect
        transport.wake = noted_wake

    def _watch_hurry(self, scans) -> None:
        begin, end = scans.begin, scans.end

        def noted_begin(k, wary):
            reader = scans._readers[k]
            self._begins(self._table.boxes._place[reader.name], reader)
            begin(k, wary)

        def noted_end(k):
            reader = scans._readers[k]
            before = list(reader.counters)
            end(k)
            self.hurried += 1
            if reader.counters[SCANS] != before[SCANS] + 1:
                self._wrong(f"a scan of {reader.name} in a hurry was not counted")

        scans.begin, scans.end = noted_begin, noted_end

    def _begins(self, place, reader) -> None:
        if place in self._scans:
            self._wrong(f"{reader.name} is scanned again before its last scan was told")
        self._scans[place] = Scan(self._table.hardware.antennas[place].tags, reader.counters)

    def _watch_ways(self, muxes) -> None:
        """In a hurry a route is switched to without being asked to connect."""
        switch = muxes.switch
        places = {
            reader.transport.route.channel: place
            for place, reader in self._table.boxes.readers.items()
        }

        def noted_switch(route):
            self._active = places[route.channel]
            switch(route)

        muxes.switch = noted_switch

    def _watch_strikes(self, place, chip) -> None:
        plain, fault = chip.strikes, chip.fault

        def strikes(name):
            happens = plain(name)
            if happens:
                self._strike(place, name)
            return happens

        def noted_fault(name, count=1):
            if name == "brown_out" and chip.sam:
                reader = self._table.boxes.readers.get(place, self._table.shoe)
                self._owed_starts.setdefault(place, reader.counters[STARTS])
                self.struck.append((place, name))
            elif name == "sda_low" or (name == "unplugged" and place == -1):
                self.struck.append((place, name))
            fault(name, count)

        chip.strikes, chip.fault = strikes, noted_fault

    def _strike(self, place, name) -> None:
        if name in ("i2c_timeout", "unplugged") and self._waking:
            return  # the byte that wakes need not be acknowledged
        self.struck.append((place, name))
        if place in self._scans:
            self._scans[place].strikes.append(name)
        elif place == -1:
            self._shoe_strikes.append(name)

    def _watch_mux(self, mux) -> None:
        write = mux.i2c_write

        def noted_write(data):
            write(data)
            if data and mux.control != data[-1]:
                self._strike(self._active, "mux_stuck")

        mux.i2c_write = noted_write
        plain = mux.strikes

        def strikes(name):
            happens = plain(name)
            if happens and name == "mux_unplugged":
                self._strike(self._active, name)
            return happens

        mux.strikes = strikes

    def _watch_bus(self, bus) -> None:
        plain = bus.strikes

        def strikes(name):
            happens = plain(name)
            if happens:
                self._strike(self._active, name)
            return happens

        bus.strikes = strikes

    # ---- a box reader

    def _told(self, reader, code, count) -> None:  # noqa: C901  # one event a branch
        table = self._table
        place = table.boxes._place[reader.name]
        scan = self._scans.pop(place)
        spot = table.fusion.spots[place]
        seen = {reader.uid(k) for k in range(count)}
        whole = {tag.uid for tag in scan.whole}
        ever = {tag.uid for tag in scan.ever}
        unnamed = [uid for uid in whole - seen if self._believed(spot, uid)]
        misses, passing = self._misses(unnamed), spot.passing + spot.lost
        table.boxes._told(reader, code, count)
        moved = [now - then for now, then in zip(reader.counters, scan.before, strict=True)]
        self._dipped(place, reader)
        if code not in (OK, NO_TAG):
            self._failed[place] += 1
            if not any(moved[k] for k in _FAILURES):
                self._wrong(f"a failed scan of {reader.name} was not counted")
            if self._failed[place] >= 3 and not self._says(reader.name, "reader_"):
                self._wrong(f"{self._failed[place]} scans of {reader.name} failed, nobody was told")
            return
        self._failed[place] = 0
        self._remember(place, seen)
        if reader.clean:
            if self._says(reader.name, "reader_"):
                self._wrong(f"{reader.name} answers and is still told as out of action")
            hidden = scan.strikes or scan.moved or table.hardware.antennas[place].aligned
            if whole - seen and not hidden:
                self._wrong(f"a clean scan of {reader.name} missed a card that nothing hid")
            if self._misses(unnamed) < misses + len(unnamed):
                self._wrong(f"a card that {reader.name} did not name was not counted")
        elif moved[CLEAN_SCANS]:
            self._wrong(f"a scan of {reader.name} that was not clean was counted as one")
        if reader.too_many and place != DISCARD:
            self.crowded |= whole - seen
            if not self._says(reader.name, "too_many_cards"):
                self._wrong(f"more cards than a hand lie at {reader.name}, and nobody was told")
        for uid in seen - ever:
            self.claims.append(Claim(place, uid, passing, len(table.told)))
        exact = reader.clean and whole <= seen <= ever
        if exact and not any(moved[k] for k in _FAILURES) and not moved[NACKS] + moved[REPEATS]:
            for name in scan.strikes:
                self.harmless += 1
                if name not in HARMLESS:
                    self._wrong(f"{name} struck {reader.name} and left no trace")

    def _believed(self, spot, uid) -> bool:
        """Whether the tracker has the card of this tag over this antenna."""
        card = self._table.deck.find(uid)
        return any(
            spot.cards[k] == card and spot.scores[k] & 0x7F >= 3 for k in range(len(spot.cards))
        )

    def _misses(self, uids) -> int:
        return sum(self._table.fusion.readings.misses[self._table.deck.find(uid)] for uid in uids)

    def _says(self, name, code) -> bool:
        return any(told.startswith(code) and at == name for told, at in self._table.faults)

    def _remember(self, place, seen) -> None:
        last = self._last[place]
        for uid in seen:
            if any(uid in before for before in last[-2:]):
                self.shown.add((place, uid))
                card = self._table.deck.find(uid)
                if card != UNKNOWN:
                    self.shown_ms.setdefault((place, card_text(card)), self._table.now_ms())
                elif ("foreign_card", where(place)) not in self._table.faults:
                    spot = self._table.fusion.spots[place]
                    # One unknown tag is watched at a time; a second one is counted, and watched
                    # when the first has passed.
                    if not spot.strange or spot._stranger == uid:
                        self._wrong(f"an unknown tag at {where(place)} was not told")
        last.append(seen)
        del last[:-3]

    def shows(self) -> list[tuple[int, bytes]]:
        """(place, uid) of every tag that each of the last three scans has named."""
        found = []
        for place, last in self._last.items():
            if len(last) == 3 and not self._failed[place]:
                found += [(place, uid) for uid in sorted(last[0] & last[1] & last[2])]
        return found

    def _dipped(self, place, reader) -> None:
        """A chip that lost its supply was found out and set up anew, by its next scan or two."""
        before = self._owed_starts.get(place)
        if before is not None and reader.counters[STARTS] > before:
            del self._owed_starts[place]

    # ---- the shoe

    def _watch_shoe(self) -> None:
        table = self._table
        antenna = table.hardware.shoe_antenna
        put, scan = antenna.put, table.shoe.scan
        self._watch_strikes(-1, table.hardware.shoe_chip)

        def noted_put(tag):
            put(tag)
            self.passes.append(Pass(tag))

        def noted_scan():
            result = yield from scan()
            self._dipped(-1, table.shoe)
            if result[1]:
                self._card_read(table.shoe.uid())
            return result

        antenna.put, table.shoe.scan = noted_put, noted_scan

    def _card_read(self, uid) -> None:
        found = False
        for passed in self.passes:
            if passed.uid == uid:
                passed.read = found = True
        if not found:
            self.claims.append(Claim(-1, uid, 0, len(self._table.told)))

    # ---- when a hand is over

    def settle(self) -> None:
        """Everything that was owed has come."""
        table = self._table
        for place in sorted({claim.place for claim in self.claims}):
            if not self._answered([claim for claim in self.claims if claim.place == place]):
                name = "the shoe" if place < 0 else where(place)
                self._wrong(f"{name} named a tag that was not there, and nobody was told")
        for place, before in self._owed_starts.items():
            reader = table.boxes.readers.get(place, table.shoe)
            self._wrong(f"{reader.name} lost its supply and was never set up: {before} starts")
        if self._shoe_strikes:
            self._judge_shoe()
        for passed in self.passes:
            if not passed.read:
                self._judge_missed(passed)

    def _answered(self, claims) -> bool:
        """Told at that place, or counted: as many times as there were tags that were not there."""
        table = self._table
        first = claims[0]
        told = table.told[first.told :]
        uids = {claim.uid for claim in claims}
        if first.place < 0:
            return len(claims) <= sum(
                code == "foreign_card" for _, code, at, _ in told if at == "shoe"
            )
        spot = table.fusion.spots[first.place]
        counted = spot.passing + spot.lost - first.counted
        if spot.strange and spot._stranger in uids:
            counted += 1  # seen once, and not yet missed often enough to be counted
        if counted >= len(uids):
            return True
        name = where(first.place)
        return any(at == name and code in _STRANGE for code, at in table.faults) or any(
            at == name and code in _STRANGE for _, code, at, _ in told
        )

    def _judge_shoe(self) -> None:
        """The shoe's reader was struck: it counts that, unless every card was read all the same."""
        table = self._table
        now, before = table.shoe.counters, self._shoe_before
        counted = sum(now[k] - before[k] for k in (*_FAILURES, NACKS))
        if counted or table.fusion.repeats > self._repeats_before or self._told_of("shoe"):
            return
        self.harmless += len(self._shoe_strikes)
        if not all(passed.read for passed in self.passes):
            self._wrong(f"{self._shoe_strikes} struck the shoe and left no trace")

    def _told_of(self, name) -> bool:
        return any(at == name for _, _, at, _ in self._table.told[self._told_before :])

    def _judge_missed(self, passed) -> None:
        """A card passed the shoe unread: the box that shows it says so."""
        table = self._table
        at = [place for place, uid in self.shown if uid == passed.uid]
        if not at or self._told_of("shoe"):
            return
        told = table.told[self._told_before :]
        names = [where(place) for place in at]
        if not any(code in _STRANGE and name in names for _, code, name, _ in told):
            self._wrong(f"a card at {names} had passed the shoe unread, and nobody was told")
