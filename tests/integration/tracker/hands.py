"""Hands played on a full emulated table, with faults; what people did is the truth.

A session is one table and some hands from one seed. People follow a round of their own, which is
told everything at once; the table's round learns of cards through antennas only.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from cardtable.desk.games import is_banked
from cardtable.engine.round_port import where
from cardtable.rules.cards import parse_card
from cardtable.rules.places import DEALER, DISCARD, SHOE
from cardtable.rules.round import Refused
from sim.charging.clock import ChargingClock
from sim.chips.faults import FAULTS, FOREVER
from sim.chips.tag import Tag
from sim.harness.tracked import Tracked, new_round
from sim.people.dice import Dice
from sim.people.felt import AWAY, HELD, Card
from tests.integration.tracker.witness import Witness

HANDS = 5  # of a session: four with a fault, one without
GAMES = ("canberra", "canberra-1997", "holdem", "omaha", "draw", "stud")
# Seats of the ten that a deck of 52 serves; draw: three cards thrown by each player.
_MOST = {"canberra": 9, "canberra-1997": 9, "holdem": 10, "omaha": 10, "draw": 6, "stud": 9}
_SCANS = 6  # of every reader: to lose a card takes three, to see that two readers go on showing it
_NEVER_MS = 20_000  # something is on its way for ever
_PROMPT_MS = 1_300  # dealt by hand: settling time, a tick and the round's own work
# Of the chip, in the order of the catalogue; stale_bytes is of a UART, which no reader here has.
CHIP_FAULTS = tuple(n for n in FAULTS if FAULTS[n][0] == "chip" and n != "stale_bytes")
PEOPLE_FAULTS = (
    "aligned_stack", "cloned_uid", "short_dwell", "foreign", "wrong_box", "pushed", "half_fold",
    "away",
)  # fmt: skip
OTHER_FAULTS = ("bus_held", "mux_stuck", "mux_unplugged")
EVERY_FAULT = CHIP_FAULTS + OTHER_FAULTS + PEOPLE_FAULTS


class Wrong(AssertionError):
    """A card in a wrong place that nobody was told about; or a fault without a trace."""


class Session:
    """One table; `played` hands so far, `struck` faults that happened."""

    def __init__(self, seed: int, game: str | None = None, fault: str | None = None, faults=True):
        self.dice = Dice(seed)
        self.seed = seed
        self.game = game if game is not None else GAMES[self.dice.below(len(GAMES))]
        self.banked = is_banked(self.game)
        self.by_shoe = self.game not in ("holdem", "stud")  # dealt by hand: TGC-2006 C11.3, B9.2
        self.table = Tracked(self.dice, self.by_shoe, ChargingClock())
        self.fault = fault
        self.faults = faults
        self.plan = ""
        self.lasts = self.broken = False  # a fault of the hardware, into the next hand
        self.witness = Witness(self.table, self._wrong)
        self.mistakes: list[str] = []  # of people
        self.strikes = self.harmless = 0  # in all hands
        self.strangers: list[Card] = []
        self.told_before = 0
        self.played = 0
        self.table.run_for(1200)

    @property
    def struck(self) -> bool:
        """Something has gone wrong in this hand."""
        return bool(self.mistakes or self.witness.struck or self.broken)

    def _wrong(self, what: str) -> None:
        raise Wrong(
            f"{what}\n{self.game}, {self.plan or 'no fault'}, faults told {self.table.faults}\n"
            f"again: python -m tests.integration.tracker.hands {self.seed}"
            f" --hands {self.played + 1}" + ("" if self.faults else " --clean")
        )

    # ---- one hand

    def hand(self, faulty: bool = True) -> None:
        table, dice = self.table, self.dice
        table.felt.shuffle(dice)
        count = 3 + dice.below(_MOST[self.game] - 2)
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
        self.first_said = len(table.said)
        table.keeper.open(*new_round(self.game, self.seats, self.played + 1, marker, given))
        self.mistakes = []
        self.witness.new_hand()
        self.broken = self.lasts  # the part is still as the last hand has left it
        self.lasts = False
        if not self.broken:
            self.part = None
            self.plan = self._plan() if self.faults and faulty else ""
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
        elif name in ("mux_stuck", "mux_unplugged"):
            part = self.table.hardware.muxes[self.dice.below(2)]
        self.part = part
        if part is not None:
            self.table.clock.at(at_us, part.fault, name, count)
            # There is not always a technician between two hands; before one without a fault, yes.
            if self.played % HANDS < HANDS - 2 and self.dice.chance(25):
                self.lasts = True
                return name
            self.table.clock.at(at_us + 2_000_000 + self.dice.below(4_000_000), part.clear, name)
        return name

    def _some_place(self) -> int:
        places = self.seats + [DEALER, 20, DISCARD]
        return places[self.dice.below(len(places))]

    def _play(self) -> None:
        if self.banked:
            for seat in self.seats:
                self._both("ante", seat, 500)
        elif not self.by_shoe:
            self._both("begin")  # nothing else says that the deck has come together again
        self._deal()
        self._quiet("dealt")
        if self.banked:
            self._canberra()
        else:
            self._poker()

    def _expected(self) -> list[int]:
        if self.truth.outcome is not None:
            return []
        return [given[1] for given in self.truth.expects() if given[0] == "card"]

    def _deal(self) -> None:
        while self._expected() and self.table.felt.in_shoe:  # many seats, and cards dealt amiss
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
        self.mistakes.append(name)
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
            thrown = hand[: self.dice.below(4)]  # told in the order in which they were dealt
            if thrown:
                self.table.felt.into_rack(thrown)
                self._truth("throw", seat, [card.face for card in thrown])
                self._settle()
                self._deal()
            else:
                self._both("stand", seat)
            self._wait(300)

    def _fold(self, seat: int) -> None:
        """The player passes the hand in, and the dealer puts it into the rack."""
        if not self._truth("fold", seat):
            return
        self.table.felt.collect(seat)
        self._settle()
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

    def _settle(self) -> None:
        """Until every reader has looked at what lies there now, and nothing is on its way."""
        table = self.table
        self._wait(250)  # a card in the air lands
        rounds = table.boxes.sweep.rounds + _SCANS
        mended = self._mended()
        start = table.now_ms()
        while (
            table.boxes.sweep.rounds < rounds
            or table.fusion.waits
            or table.fusion._rack._open
            or table.round_port.waiting
        ):
            self._wait(20)
            if self._mended() != mended:  # what a reader shows from now on has to be seen twice
                mended = self._mended()
                rounds = table.boxes.sweep.rounds + _SCANS
            if table.now_ms() - start > _NEVER_MS:
                self._wrong("the tracker does not settle")

    def _mended(self) -> int:
        """How many times a reader has come back so far."""
        return sum(
            code.startswith("reader_") and not present for _, code, _, present in self.table.told
        )

    # ---- what must hold

    def _quiet(self, moment: str) -> None:
        """Nothing moves: every card is where the tracker has it, or something is told there."""
        self._settle()
        if self._on_the_table().outcome is None:
            self._check_places(moment)
            self._check_sightings(moment)

    def _check_places(self, moment: str) -> None:
        for card in self.table.felt.deck:
            believed = self.table.fusion.where(parse_card(card.face))
            really = card.where
            if believed & 31 == really & 31:
                continue
            if really == AWAY and (believed & HELD or believed == DISCARD):
                continue  # as if in its player's hand, or folded with it: found by a count
            if not self._flagged(card, believed & 31, really & 31):
                self._wrong(
                    f"{moment}: {card.face} lies at {where(really & 31)}, the tracker has it at "
                    f"{where(believed & 31)}"
                )

    def _flagged(self, card: Card, believed: int, really: int) -> bool:
        """Whether a fault stands at one of the two places, or no reader could know."""
        # … or where the tracker has it lying all the same: a reader showed it there last.
        names = [where(believed), where(really)]
        names.append(where(self.table.fusion.lies[parse_card(card.face)]))
        names += [where(place) for place, uid in self.witness.shows() if uid == card.tag.uid]
        if any(name in names for _, name in self.table.faults):
            return True
        # A card of the last hand for the tracker, since the shoe missed it before all others: told
        # in its box, and its hand is irregular when it has gone from there.
        boxes = [place for place, uid in self.witness.shown if uid == card.tag.uid]
        if self._irregular_at((believed, really, *boxes)):
            return True
        # Dealt by hand, a card that no reader has shown is still asked for at its place, or the
        # cards behind it were told as out of turn.
        shown = (really, card.tag.uid) in self.witness.shown
        if not self.by_shoe and believed == SHOE and not shown:
            expected = self._on_the_table().expects()
            asked = really in [given[1] for given in expected if given[0] == "card"]
            return asked or self._round_is_off()
        # A scan names five cards: which one was the sixth nobody can know, only that it was there.
        return card.tag.uid in self.witness.crowded

    def _check_sightings(self, moment: str) -> None:
        """What a reader shows again and again is where the tracker has it, or told."""
        fusion = self.table.fusion
        for place, uid in self.witness.shows():
            card = self.table.deck.find(uid)
            if card < 0 or fusion.where(card) & 31 == place:
                continue
            names = (where(place), where(fusion.where(card) & 31))
            if not any(name in names for _, name in self.table.faults):
                self._wrong(f"{moment}: {where(place)} goes on showing a card of {names[1]}")

    def _check_deals_by_hand(self) -> None:
        """Cards are told within the settling time or as irregular: their order is all one guesses.

        So a card dealt to a wrong box is told unless the one that was due came within that time.
        """
        for at_ms, record in self.table.said[self.first_said :]:
            if record[0] == "deal" and not self.by_shoe:
                shown = self.witness.shown_ms.get((record[1], record[2]))
                if shown is not None and at_ms - shown > _PROMPT_MS and not self._round_is_off():
                    self._wrong(f"{record} was told {at_ms - shown} ms after {where(record[1])}")

    def _irregular_at(self, places: tuple[int, ...]) -> bool:
        """The round has named one of the places: people look there, and decide."""
        mine = self.table.keeper.records[self.first_record :]
        return any(record[0] == "irregular" and record[3] in places for record in mine)

    def _round_is_off(self) -> bool:
        """The round was told that something is wrong, and has said so: people decide now."""
        mine = self.table.keeper.records[self.first_record :]
        return any(record[0] in ("irregular", "refused") for record in mine)

    def _clear_away(self) -> None:
        """The hand is over: everything to the rack, faults gone, strangers taken off."""
        table = self.table
        mine = table.keeper.records[self.first_record :]
        if not self.struck and mine != self.records:
            self._wrong(f"without a fault the table said\n{mine}\ninstead of\n{self.records}")
        if not self.struck and table.told[self.told_before :]:
            self._wrong(f"nothing was wrong, and the table told {table.told[self.told_before :]}")
        self._check_deals_by_hand()
        for place in [*self.seats, DEALER, 20]:
            table.felt.collect(place)
            self._wait(100)
        for card in self.strangers:
            if card.tag.antenna is not None:
                card.tag.antenna.take(card.tag)
        self.strangers = []
        for place in table.hardware.antennas:
            table.felt.stack(place, False)
        if not self.lasts:
            self._mend()
        self.witness.settle()
        self.strikes += len(self.witness.struck) + len(self.mistakes)
        self.harmless += self.witness.harmless
        if self._on_the_table().outcome is None:
            table.people("rule_void", None)
        table.felt.shuffle(self.dice)
        self._wait(
            1600 if self.by_shoe else 6000
        )  # dealt by hand: a new deck is nowhere to be seen
        stands = [name for name in table.faults if name[0] not in ("card_unseen", "card_elsewhere")]
        if stands and not self.lasts:
            self._wrong(f"everything is mended, and still told: {stands}")

    def _mend(self) -> None:
        if self.plan and self.part is not None:
            for name in self.part_faults():
                self.part.clear(name)
            self._wait(1500)

    def part_faults(self) -> list[str]:
        return list(self.part._faults) if self.part is not None else []


def played(seeds, faults: bool = True) -> dict[str, int]:
    """Sessions by their seeds: how many hands and faults there were. Raises Wrong."""
    figures = {"hands": 0, "events told": 0, "records": 0}
    figures.update({"faults that struck": 0, "faults without effect": 0})
    for seed in seeds:
        session = play(seed, faults=faults)
        figures["hands"] += session.played
        figures["events told"] += len(session.table.told)
        figures["records"] += len(session.table.keeper.records)
        figures["faults that struck"] += session.strikes
        figures["faults without effect"] += session.harmless
        figures[session.game] = figures.get(session.game, 0) + session.played
    return figures


def play(seed: int, hands: int = HANDS, **options) -> Session:
    """A session of so many hands, each fifth without a fault: the table plays on.

    Raises Wrong when something does not hold.
    """
    session = Session(seed, **options)
    try:
        for k in range(hands):
            session.hand(k % HANDS != HANDS - 1)
    finally:
        session.table.close()
    return session


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.integration.tracker.hands", description=__doc__
    )
    parser.add_argument("seed", type=int)
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--clean", action="store_true", help="without faults")
    chosen = parser.parse_args()
    try:
        session = play(chosen.seed, chosen.hands, faults=not chosen.clean)
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    for told in session.table.told:
        print(*told)
    print(f"{session.played} hands of {session.game}, {session.harmless} faults without effect")
    return 0


if __name__ == "__main__":
    sys.exit(main())
