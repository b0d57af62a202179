"""Hands played on a full emulated table, with faults; what people did is the truth.

A session is one table and some hands from one seed. People follow a round of their own, which is
told everything at once; the table's round learns of cards through antennas only.
"""

from __future__ import annotations

from typing import Any

from cardtable.judge import where
from cardtable.readers.codes import NO_TAG, OK, READY
from cardtable.rules.cards import parse_card
from cardtable.rules.places import DEALER, DISCARD, SHOE
from cardtable.rules.round import Refused
from sim.dice import Dice
from sim.felt import AWAY, Card
from sim.hardware.faults import FAULTS, FOREVER
from sim.hardware.tag import Tag
from sim.tracked import Tracked, new_round

GAMES = ("canberra", "holdem", "omaha", "draw", "stud")
SETTLED_MS = 2900  # two settling times and some sweeps
# Of the chip, in the order of the catalogue; stale_bytes is of a UART, which no reader here has.
CHIP_FAULTS = tuple(n for n in FAULTS if FAULTS[n][0] == "chip" and n != "stale_bytes")
PEOPLE_FAULTS = (
    "aligned_stack", "cloned_uid", "short_dwell", "foreign", "wrong_box", "pushed", "half_fold",
    "away",
)  # fmt: skip
OTHER_FAULTS = ("bus_held", "mux_stuck")
EVERY_FAULT = CHIP_FAULTS + OTHER_FAULTS + PEOPLE_FAULTS


class Wrong(AssertionError):
    """A card in a wrong place that nobody was told about; or a fault without a trace."""


class Session:
    """One table; `played` hands so far, `struck` faults that happened."""

    def __init__(self, seed: int, game: str | None = None, fault: str | None = None, faults=True):
        self.dice = Dice(seed)
        self.seed = seed
        self.game = game if game is not None else GAMES[self.dice.below(len(GAMES))]
        self.by_shoe = self.game not in ("holdem", "stud")  # dealt by hand: TGC-2006 C11.3, B9.2
        self.table = Tracked(self.dice, self.by_shoe)
        self.fault = fault
        self.faults = faults
        self.struck: list[str] = []
        self.strangers: list[Card] = []
        self.told_before = 0
        self.played = 0
        self.table.run_for(1200)

    # ---- one hand

    def hand(self) -> None:
        table, dice = self.table, self.dice
        table.felt.shuffle(dice)
        count = 3 + dice.below(3 if self.game != "draw" else 1)
        seats = list(range(1, 11))
        dice.shuffle(seats)
        self.seats = sorted(seats[:count])
        marker = self.seats[0]
        given = {"deal": "shoe"} if self.by_shoe else {}
        truth, opening = new_round(self.game, self.seats, self.played + 1, marker, given)
        self.truth: Any = truth
        self.records = list(opening)
        self.told_before = len(table.told)
        self.first_record = len(table.keeper.records)
        table.keeper.open(*new_round(self.game, self.seats, self.played + 1, marker, given))
        self.plan = self._plan() if self.faults else ""
        self.before = self._evidence()
        self._play()
        self._clear_away()
        self.played += 1

    def _plan(self) -> str:
        name = self.fault or EVERY_FAULT[self.dice.below(len(EVERY_FAULT))]
        self.place = self._some_place()
        at_us = 300_000 + self.dice.below(5_000_000)
        count = FOREVER if self.dice.chance(40) else 1 + self.dice.below(3)
        part = None
        if name in CHIP_FAULTS:
            part = self.table.hardware.chips[self.place]
            if self.by_shoe and self.dice.chance(15):
                part = self.table.hardware.shoe_chip
                if name in ("i2c_timeout", "sda_low", "unplugged"):  # on SPI: unplugged for good
                    name, count = "unplugged", FOREVER
        elif name == "bus_held":
            part = self.table.hardware.bus
        elif name == "mux_stuck":
            part = self.table.hardware.muxes[self.dice.below(2)]
        self.part = part
        if part is not None:
            self.table.clock.at(at_us, self._begin_fault, part, name, count)
            self.table.clock.at(at_us + 2_000_000 + self.dice.below(4_000_000), part.clear, name)
        return name

    def _begin_fault(self, part, name, count):
        """Switch it on, and note when it happens: a fault may wait for its occasion in vain."""
        plain = type(part).strikes

        def strikes(asked):
            happens = plain(part, asked)
            if happens and (asked != "ghost_uid" or _neighbours_have_cards(part.antenna)):
                self.struck.append(asked)
            return happens

        part.strikes = strikes
        part.fault(name, count)
        if name in ("brown_out", "sda_low"):  # at once
            self.struck.append(name)

    def _some_place(self) -> int:
        places = self.seats + [DEALER, 20, DISCARD]
        return places[self.dice.below(len(places))]

    def _play(self) -> None:
        if self.game == "canberra":
            for seat in self.seats:
                self._both("ante", seat, 500)
        elif not self.by_shoe:
            self._both("begin")  # nothing else says that the deck has come together again
        self._deal()
        self._quiet("dealt")
        if self.game == "canberra":
            self._canberra()
        else:
            self._poker()

    def _expected(self) -> list[int]:
        if self.truth.outcome is not None:
            return []
        return [given[1] for given in self.truth.expects() if given[0] == "card"]

    def _deal(self) -> None:
        while self._expected():
            place = self._expected()[0]
            if self.plan == "wrong_box" and self.dice.chance(8):
                others = [seat for seat in self.seats if seat != place]
                place = self._mistake("wrong_box", others[self.dice.below(len(others))])
            if not self.by_shoe:
                card = self.table.felt.deal_by_hand(place)
            elif self.plan == "short_dwell" and self.dice.chance(10):
                card = self.table.felt.draw(self._mistake("short_dwell", place), dwell_ms=2)
            else:
                card = self.table.felt.draw(place)
            if self.plan == "aligned_stack" and place == self.place:
                self.table.felt.stack(place, True)
                self._mistake("aligned_stack", place)
            try:
                self.records += self.truth.take(("card", place, card.face))
            except Refused:
                pass
            self._wait(150 + self.dice.below(250) if self.by_shoe else 250 + self.dice.below(250))

    def _mistake(self, name: str, place: int) -> int:
        self.struck.append(name)
        return place

    def _people_err(self) -> None:
        """Once in a hand, after the deal."""
        if self.plan not in PEOPLE_FAULTS:
            return
        felt = self.table.felt
        owner = self.seats[self.dice.below(len(self.seats))]
        hand = felt.at.get(owner, [])
        if self.plan == "cloned_uid" and hand:
            self._put_stranger(Card(hand[0].face, Tag(hand[0].tag.uid)), owner)
        elif self.plan == "foreign":
            self._put_stranger(Card("Jk", Tag(b"\x04" + self.dice.bytes(6))), 0)
        elif self.plan == "pushed" and hand:
            others = [seat for seat in self.seats if seat != owner]
            felt.push(hand[0], others[self.dice.below(len(others))])
            self._mistake("pushed", owner)
        elif self.plan == "half_fold" and hand:
            felt.into_rack(hand[:1])
            self._mistake("half_fold", owner)
        elif self.plan == "away" and hand:
            felt.remove(hand[0])  # off the table: like a card in the player's hand
            self._mistake("away", owner)
        self._quiet("after the mistake")

    def _put_stranger(self, card: Card, beside: int) -> None:
        places = [place for place in self.seats + [DEALER] if place != beside]
        self.table.felt.put_stranger(card, places[self.dice.below(len(places))])
        self.strangers.append(card)
        self._mistake(self.plan, beside)

    def _canberra(self) -> None:
        self._people_err()
        for seat in self.seats:
            if self.dice.chance(30):
                self.table.felt.lift(seat)
                self._wait(200 + self.dice.below(2500))
            if self.dice.chance(60):
                self._both("bet", seat, None)
            else:
                self._fold(seat)
        for seat in self.seats:
            self.table.felt.lay(seat)
        self._quiet("bets are made")
        self._both("show", DEALER)
        for seat in self.seats:
            self._both("show", seat)
        self._both("collect", None)

    def _poker(self) -> None:
        erred = False
        for _ in range(8):  # more streets than any game has
            if self.truth.outcome is not None:
                return
            expected = [given[0] for given in self.truth.expects()]
            if "show" in expected:
                break
            if "stand" in expected or "throw" in expected:
                self._draw_cards()
                self._quiet("drawn")
                continue
            if not erred:
                erred = True
                self._people_err()
            live = self.truth.in_hand()
            if self.dice.chance(60) and len(live) > 2:
                self._fold(live[self.dice.below(len(live))])
            if self.dice.chance(30) and self.truth.in_hand():
                seat = self.truth.in_hand()[0]
                self.table.felt.lift(seat)
                self._wait(self.dice.below(2500))
                self.table.felt.lay(seat)
            self._deal()
            if self.dice.chance(30):
                self._quiet("a street")
        self._quiet("the last street")
        for seat in list(self.seats):
            if self.truth.outcome is None and seat in self.truth.in_hand():
                self._both("show", seat, None)

    def _draw_cards(self) -> None:
        """Each player in turn throws up to three cards into the rack, or stands."""
        while self.truth.outcome is None:
            turn = [given for given in self.truth.expects() if given[0] == "stand"]
            if not turn:
                return
            seat = turn[0][1]
            hand = list(self.table.felt.at.get(seat, []))
            thrown = sorted(hand[: self.dice.below(4)], key=lambda card: parse_card(card.face))
            if thrown:
                self.table.felt.into_rack(thrown)
                self._truth("throw", seat, [card.face for card in thrown])
                self._wait(SETTLED_MS)
                self._deal()
            else:
                self._both("stand", seat)
            self._wait(300)

    def _fold(self, seat: int) -> None:
        """The player passes the hand in, and the dealer puts it into the rack."""
        if not self._truth("fold", seat):
            return
        self.table.felt.collect(seat)
        self._wait(SETTLED_MS if self.plan else 1500)
        given = ("fold", seat)  # the dealer keys what the table has not taken as one
        if ("hand_split", where(seat)) in self.table.faults or self.struck:
            played = self._on_the_table()
            if played.outcome is None and played.why_not(given) is None:
                self.table.people(*given)

    def _both(self, *given) -> None:
        """People do what the rules allow them, and key it in."""
        if self._truth(*given):
            self.table.people(*given)

    def _truth(self, *given) -> bool:
        if self.truth.outcome is not None:
            return False
        try:
            self.records += self.truth.take(given)
        except Refused:
            return False
        return True

    def _on_the_table(self) -> Any:
        """The round as the table follows it."""
        return self.table.keeper.round

    def _wait(self, ms: int) -> None:
        self.table.run_for(ms)

    # ---- what must hold

    def _quiet(self, moment: str) -> None:
        """Nothing moves: every card is where the tracker has it, or something is told there."""
        self._wait(SETTLED_MS)
        self._check_places(moment)

    def _check_places(self, moment: str) -> None:
        fusion = self.table.fusion
        if self._on_the_table().outcome is not None or self._round_is_off():
            return
        for card in self.table.felt.deck:
            believed = fusion.where(parse_card(card.face)) & 31
            really = card.where & 31
            if believed == really or card.where == AWAY:
                continue
            if not self._flagged(believed, really):
                raise Wrong(
                    f"seed {self.seed}, hand {self.played} of {self.game}, {self.plan}, {moment}: "
                    f"{card.face} lies at {where(really)}, the tracker has it at "
                    f"{where(believed)}; faults {self.table.faults}"
                )

    def _flagged(self, believed: int, really: int) -> bool:
        """Whether a fault stands at one of the two places, or their readers are out of action."""
        names = (where(believed), where(really))
        if any(name in names for _, name in self.table.faults):
            return True
        # Dealt by hand, a card that no reader has shown is still asked for at its place.
        if not self.by_shoe and believed == SHOE:
            asked = [given[1] for given in self._on_the_table().expects() if given[0] == "card"]
            if really in asked:
                return True
        # A scan names five cards: which one was the sixth nobody can know, only that it was there.
        if any(told[1] == "too_many_cards" for told in self.table.told[self.told_before :]):
            return True
        readers = self.table.boxes.readers
        for place in (believed, really):
            if place in readers and readers[place].state != READY:
                return True
        return self.table.shoe.state != READY and "shoe" in names

    def _round_is_off(self) -> bool:
        """The round was told that something is wrong, and has said so: people decide now."""
        mine = self.table.keeper.records[self.first_record :]
        return any(record[0] in ("irregular", "refused") for record in mine)

    def _evidence(self):
        """Everything that counts what went wrong."""
        failures = 0
        for reader in [*self.table.boxes.readers.values(), self.table.shoe]:
            counters = list(reader.counters)
            failures += sum(counters) - counters[OK] - counters[NO_TAG] - counters[9] - counters[10]
        fusion = self.table.fusion
        return (
            failures,
            sum(fusion.readings.misses),
            sum(spot.passing + spot.lost for spot in fusion.spots.values()) + fusion.repeats,
            len(self.table.told),
            self._round_is_off(),
        )

    def _clear_away(self) -> None:
        """The hand is over: everything to the rack, faults gone, strangers taken off."""
        table = self.table
        mine = table.keeper.records[self.first_record :]
        if not self.struck and mine != self.records:
            raise Wrong(
                f"seed {self.seed}, hand {self.played} of {self.game}: without a fault the table "
                f"said\n{mine}\ninstead of\n{self.records}"
            )
        if not self.struck and table.told[self.told_before :]:
            raise Wrong(
                f"seed {self.seed}, hand {self.played} of {self.game}: nothing was wrong, and the "
                f"table told {table.told[self.told_before :]}"
            )
        self._check_evidence()
        for place in [*self.seats, DEALER, 20]:
            table.felt.collect(place)
            self._wait(100)
        for card in self.strangers:
            if card.tag.antenna is not None:
                card.tag.antenna.take(card.tag)
        self.strangers = []
        for place in table.hardware.antennas:
            table.felt.stack(place, False)
        self._mend()
        if self._on_the_table().outcome is None:
            table.people("rule_void", None)
        table.felt.shuffle(self.dice)
        self._wait(
            1600 if self.by_shoe else 6000
        )  # dealt by hand: a new deck is nowhere to be seen
        stands = [name for name in table.faults if name[0] not in ("card_unseen", "card_elsewhere")]
        if stands:
            raise Wrong(f"seed {self.seed}, hand {self.played}: still told {stands}")
        self.struck = []

    def _mend(self) -> None:
        if self.plan and self.part is not None:
            for name in self.part_faults():
                self.part.clear(name)
            self._wait(1500)

    def part_faults(self) -> list[str]:
        return list(self.part._faults) if self.part is not None else []

    def _check_evidence(self) -> None:
        """No fault without an event: it was told, or it was counted."""
        if not self.struck or self.plan == "away":  # as if in the player's hand: found by a count
            return
        if self.plan in ("mux_stuck", "ghost_uid") and len(self.struck) < 6:
            return  # the channel was the right one already; the box's own cards were louder
        if self.plan == "wrong_box" and not self.by_shoe:
            return  # readers cannot tell the order of cards that land within a second
        if self._evidence() == self.before:
            raise Wrong(
                f"seed {self.seed}, hand {self.played} of {self.game}: {self.struck} at "
                f"{where(self.place)} left no trace"
            )


def _neighbours_have_cards(antenna) -> bool:
    return len(antenna.hearing(True)) > len(antenna.tags)


def played(seeds, faults: bool = True, hands: int = 2) -> dict[str, int]:
    """Sessions by their seeds: how many hands and faults there were. Raises Wrong."""
    figures = {"hands": 0, "events told": 0, "records": 0}
    for seed in seeds:
        session = play(seed, hands, faults=faults)
        figures["hands"] += session.played
        figures["events told"] += len(session.table.told)
        figures["records"] += len(session.table.keeper.records)
        figures[session.game] = figures.get(session.game, 0) + session.played
    return figures


def play(seed: int, hands: int = 2, **options) -> Session:
    """A session of so many hands; Wrong when something does not hold."""
    session = Session(seed, **options)
    try:
        for _ in range(hands):
            session.hand()
    finally:
        session.table.close()
    return session
