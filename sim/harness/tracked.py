"""A full table without a host: felt, readers, tracker and a round, on either interpreter.

Emulated hardware and firmware are those of the whole table; only vault, link and panel are left
out. What the tracker gave and told is kept, to be compared with what the hands did.
"""

from cardtable.desk import games
from cardtable.jackpot.prizes import boomerang_class
from cardtable.loop import Loop
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.determinations import resolve
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from sim import paths
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock
from sim.harness.full_table import BOARD_PARTS, FullTable
from sim.people.felt import Felt, make_deck

_TICK_MS = 20


def new_round(game, seats, number, marker, given):
    """(round of `game` before its first card, the records that open it); chips are enough."""
    if game.startswith("canberra"):
        made = Canberra(resolve(game, given), {}, Open(), boomerang_class, game=game)
        return made, [("round", number, game, "", None, [])]
    values = {"follow": "cards"}
    values.update(given)
    made = games.start(game, values, [(seat, 100000) for seat in seats], marker, Open(), number)
    return made, made.opening


def _nobody(record):
    """Listens to nothing."""


class Keeper:
    """A croupier that keeps records in memory, each input at once."""

    busy = False

    def __init__(self):
        self.round = None
        self.taken = False  # the last input
        self.records = []
        self.listener = _nobody

    def open(self, played, opening):
        self.round = played
        self.keep(opening)

    def give(self, given):
        if self.round is None:
            return False
        try:
            records = self.round.take(given)
        except Refused as refusal:
            return self.refuse(given, refusal.code, refusal.rule)
        self.keep(records)
        return True

    def giving(self, given):
        self.taken = self.give(given)
        yield 0

    def refuse(self, given, code, rule):
        self.keep([("refused", given, code)])
        return False

    def keep(self, records):
        self.records += records
        for record in records:
            self.listener(record)


class Tracked:
    """`told` has (ms, code, where, present) of every fault, `keeper.records` the round's words."""

    def __init__(self, dice, by_shoe=True, clock=None, joker=False):
        paths.install()
        import machine  # pyright: ignore[reportMissingImports]

        from cardtable.drivers.pn532 import Chip
        from cardtable.drivers.pn532_spi import SPITransport
        from cardtable.drivers.pn532_transport import use_clock
        from cardtable.engine.reader_array import ReaderArray
        from cardtable.engine.round_port import RoundPort
        from cardtable.readers.shoe import ShoeReader
        from cardtable.tracker.deck import Deck

        self.clock = clock if clock is not None else VirtualClock()
        self.loop = Loop(self.clock)
        wiring = Wiring(self.clock)
        self.hardware = FullTable(wiring)
        machine.plug(wiring)
        use_clock(self.clock)
        cards = make_deck(dice, 52, joker)
        self.felt = Felt(
            self.clock, cards, self.hardware.shoe_antenna, antennas=self.hardware.antennas
        )
        self.deck = Deck({card.tag.uid.hex(): card.face for card in cards})
        self.keeper = Keeper()
        self.told = []
        self.said = []  # (ms, record)
        self.faults = {}
        i2c = machine.I2C(0, freq=400_000, timeout=5_000)
        self.round_port = RoundPort(self.keeper, self._fault, self._notice, self.clock)
        self.boxes = ReaderArray(
            _Pins(machine), self.loop, {"0": i2c}, BOARD_PARTS, self.deck, by_shoe, self.round_port
        )
        self.fusion = self.boxes.fusion
        self.keeper.listener = self._follow
        shoe = BOARD_PARTS["shoe"]
        transport = SPITransport(
            machine.SPI(shoe["spi"], shoe["pins"][3]),
            machine.Pin(shoe["select"], machine.Pin.OUT, value=1),
            self.clock,
            machine.Pin(shoe["irq"], machine.Pin.IN, machine.Pin.PULL_UP),
        )
        self.shoe = ShoeReader("shoe", Chip(transport, self.clock), self.clock)
        self.loop.spawn(self._watch_shoe(), "shoe")
        self.loop.spawn(self.boxes.sweep.run(), "sweep")
        self.loop.spawn(self.boxes.watch(), "tracker")

    def run_for(self, ms):
        self._board_works(self.loop.run_for, ms)

    def _board_works(self, call, *arguments):
        """On a clock that charges, what a test has done with the firmware's code before is free."""
        forget = getattr(self.clock, "forget", None)
        if forget is not None:
            forget()
        done = call(*arguments)
        self.now_ms()  # and what the board has done passes now
        return done

    def people(self, *given):
        """A key or the console, as the board takes it (app.py): at once, or behind the cards that
        are on their way."""
        if self.round_port.waiting or self.fusion.waits:
            return self.round_port.later(given)
        return self._board_works(self.keeper.give, given)

    def _watch_shoe(self):
        while True:
            _, count = yield from self.shoe.scan()
            if count:
                what = self.fusion.left_shoe(self.shoe.uid())
                if what is not None:
                    self._notice(what, "shoe")
            works = self.shoe.state == 1
            self._fault("reader_silent", "shoe", self.shoe.state == 2)
            self.boxes.shoe_works(works)
            if not works:
                yield 100

    def _follow(self, record):
        self.said.append((self.now_ms(), record))
        played = self.keeper.round
        self.fusion.follow(record, played.sealer.face if played is not None else None)

    def _fault(self, code, where, present):
        if present != ((code, where) in self.faults):
            if present:
                self.faults[(code, where)] = 1
            else:
                del self.faults[(code, where)]
            self.told.append((self.clock.now_us // 1000, code, where, present))

    def _notice(self, code, where):
        self.told.append((self.clock.now_us // 1000, code, where, True))

    def close(self):
        """End the tasks."""
        for task in list(self.loop.tasks):
            self.loop.cancel(task)

    def now_ms(self):
        return self.clock.now_us // 1000


class _Pins:
    """What of a board the boxes need."""

    def __init__(self, machine):
        self._machine = machine

    def output(self, number):
        return self._machine.Pin(number, self._machine.Pin.OUT, value=1)
