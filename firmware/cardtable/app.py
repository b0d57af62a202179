"""The application: builds the table from its configuration and keeps its tasks running.

shoe, boxes ─▶ tracker ─┐
panel ──────────────────┴▶ croupier ─▶ journal ─▶ feed ─▶ host
"""

import json
import os

from cardtable import VERSION
from cardtable.croupier import Croupier
from cardtable.diag.states import plain_state
from cardtable.guard import Guard
from cardtable.hw.contacts import Debounced
from cardtable.hw.expander import Expander
from cardtable.hw.keypad import Keypad
from cardtable.judge import Judge
from cardtable.link.feed import Feed
from cardtable.link.keys import Keys
from cardtable.loop import Loop
from cardtable.readers.codes import READY, SILENT, WRONG_CHIP
from cardtable.readers.exchange import Chip
from cardtable.readers.shoe import ShoeReader
from cardtable.readers.transport import use_clock
from cardtable.readers.transport_i2c import I2CTransport
from cardtable.service.desk import Desk
from cardtable.tracker.deck import Deck
from cardtable.tracker.tracker import Tracker
from cardtable.vault.calendar import Calendar
from cardtable.vault.files import Files
from cardtable.vault.fram import Fram
from cardtable.vault.vault import Stopped, Vault

_PANEL_MS = 20
_RESTART_MS = 300  # for the reply to a command that restarts the board
_POLL_MS = 10
_VAULT_MS = 1000  # a board without FRAM moves what waits to its files so often


class NotInstalled(Exception):
    """A file of the table's configuration is missing or damaged; says which."""


class App:
    """One table on one board."""

    def __init__(self, board):
        self.board = board
        self.clock = board.clock
        self.loop = Loop(self.clock)
        wiring = self.load("board.json")
        self.config = table = self.load("table.json")
        self._buses = {n: board.i2c(int(n), wiring["i2c"][n]) for n in wiring["i2c"]}
        self.vault = self._vault(wiring, table["table"])
        game = _game(table, board.random_bytes, self.vault.books)
        self.croupier = Croupier(self.vault, game)
        self.croupier.listeners.append(self._follow)
        self.faults = {}  # (code, where) → how often, while it lasts
        self.work = None  # a technician's or a dealer's work with deck or devices, between rounds
        decks = self.decks()
        self.deck = deck = Deck(decks["deck"], decks["other"])
        judge = Judge(self.croupier, self._fault, self._notice)
        self.boxes = None
        if "boxes" in wiring:
            from cardtable.boxes import Boxes  # only a table that has them pays for them

            i2c = self._buses[wiring["muxes"]["i2c"]]
            by_shoe = game.values["deal"] == "shoe"
            self.boxes = Boxes(board, self.loop, i2c, wiring, deck, by_shoe, judge)
            self.tracker = self.boxes.fusion
        else:
            self.tracker = Tracker(deck, judge)
        about = (VERSION, wiring["name"], table["table"])
        keys = Keys(self.load("keys.json", {}), board.random_bytes, self.clock)
        self.desk = Desk(self, keys)
        self.feed = Feed(self.loop, board.port, self.vault.journal, about, self.desk)
        self.shoe = self._shoe(wiring["shoe"])
        self.panel = self._panel(wiring, game.values)
        self._about = about
        # In this order on every interpreter: a dictionary's order is its own affair.
        tasks = (
            ("shoe", self._watch_shoe),
            ("panel", self._watch_panel),
            ("link", self.feed.run),
            ("vault", self._keep_vault),
        )
        if self.boxes is not None:
            tasks += (("sweep", self.boxes.sweep.run), ("tracker", self.boxes.watch))
        self.guard = Guard(board, self.loop, tasks, self.record)
        self.loop.on_failure = self.guard.failed

    def run(self):
        """Start everything; on a board this never returns."""
        self.start()
        self.board.ready(self)
        self.loop.run()

    def start(self):
        stopped = self.vault.open()
        if stopped is not None:
            # Nothing is recorded, nothing is played; the host is told why, and may look at meters.
            self.feed.stop(stopped, self.vault.believed)
            self.loop.spawn(self.feed.run(), "link")
            return
        self.croupier.record(("boot",) + self._about + (self.board.reset_cause(),))
        for finding in self.vault.findings:
            self.croupier.record(("fault",) + finding)
        if self.croupier.start():
            self._find_cards()
        self.guard.start()

    def _find_cards(self):
        """After a restart in the middle of a round: the cards lie where its records put them."""
        played = self.croupier.round
        if played is None:
            return
        for record in self.vault.open_round():
            if record[0] == "deal":
                self.tracker.put(played.sealer.face(record[2]), record[1])
            else:
                self._follow(record)

    # ---- for the desk: questions and commands

    def able(self):
        """What hello says of this table (link/commands.py)."""
        able = ["fram" if self.vault.durable else "flash_only"]
        if self.boxes is not None:
            able.append("boxes")
        if self.vault.stopped is not None:
            able.append("stopped")
        if self.board.simulated:
            able.append("simulated")
        return able

    def record(self, body):
        self.croupier.record(body)

    def give(self, given):
        """An input from the console: None when it was taken or waits, else why not."""
        return None if self.people(given) else self.croupier.refusal

    def why_not(self, given):
        """None, or [code, rule]."""
        from cardtable.rules.inputs import INPUTS

        if INPUTS.why_not(given) is not None:
            return ["not_an_input", ""]
        played = self.croupier.round
        if played is None:
            return ["no_round", ""]
        refusal = played.why_not(tuple(given))
        return None if refusal is None else [refusal.code, refusal.rule]

    def health(self):
        """[name, value] pairs."""
        reader = self.feed.reader
        yield ["uptime_ms", self.vault.calendar.uptime_ms()]
        yield ["clock", self.vault.calendar.now()[0]]
        yield ["reset_cause", self.board.reset_cause()]
        yield ["round_in_play", int(self.croupier.begun)]
        yield ["longest_stall_ms", self.guard.longest_ms]
        yield ["tasks_failed", self.guard.failures]
        yield ["lines_good", reader.good]
        yield ["lines_bad", reader.bad + reader.overlong]
        yield ["lines_refused", self.feed.refused]
        yield ["records_resent", self.feed.resent]
        yield ["commands_refused", self.desk.refused]

    def shoe_state(self):
        return plain_state(self.shoe.state)

    def load(self, name, otherwise=None):
        """A file of this table's configuration."""
        path = self.board.root + name
        try:
            with open(path) as file:
                return json.loads(file.read())
        except OSError:
            if otherwise is not None:
                return otherwise
            raise NotInstalled("%s is missing: this table is not installed" % path)
        except ValueError:
            raise NotInstalled("%s is damaged: install the table again" % path)

    def decks(self):
        """The enrolled decks: tag → card."""
        return self.load("deck.json", {"deck": {}, "other": {}})

    def write_file(self, name, value):
        """Replace a file as a whole: the old one, or the new one, whenever the power goes."""
        path = self.board.root + "incoming_file"
        with open(path, "w") as file:
            file.write(json.dumps(value))
        self.replace_file(path, name)

    def replace_file(self, path, name):
        os.rename(path, self.board.root + name)

    def restart_soon(self):
        """The board starts anew once the reply is on its way."""
        self.loop.spawn(self._restart_board(), "restart")

    async def _restart_board(self):
        await self.loop.sleep_ms(_RESTART_MS)
        self.vault.flush()
        self.board.restart()

    # ---- parts

    def _vault(self, wiring, table):
        board = self.board
        files = Files(board.root + "vault/", board.opener, board.system)
        fram = None
        if "fram" in wiring:
            place = wiring["fram"]
            fram = Fram(self._buses[place["i2c"]], place["address"])
        return Vault(table, Calendar(self.clock), files, fram)

    def _shoe(self, wiring):
        use_clock(self.clock)
        if "spi" in wiring:
            from cardtable.readers.transport_spi import SPITransport

            transport = SPITransport(
                self.board.spi(wiring["spi"], wiring["pins"]),
                self.board.output(wiring["select"]),
                self.clock,
                self.board.input(wiring["irq"]),
            )
        else:
            transport = I2CTransport(self._buses[wiring["i2c"]], self.clock)
        chip = Chip(transport, self.clock, self.loop.sleep_ms)
        return ShoeReader("shoe", chip, self.clock, self.loop.sleep_ms)

    def _panel(self, wiring, values):
        keys = wiring["keypad"]
        keypad = Keypad(Expander(self._buses[keys["i2c"]], keys["address"]))
        if "ante_min" not in values:  # players against each other
            from cardtable.panel_poker import PokerPanel

            return PokerPanel(keypad, self.croupier, None if self.boxes is None else self.tracker)
        from cardtable.panel import Panel

        sensors = wiring["sensors"]
        return Panel(
            keypad,
            Expander(self._buses[sensors["i2c"]], sensors["address"]),
            Debounced(),
            self.people,
            values["ante_min"],
        )

    def people(self, given):
        """An input of people, from a key or the console: behind the cards on their way."""
        return (self.croupier.give if self.boxes is None else self.boxes.from_people)(given)

    # ---- tasks

    async def _watch_shoe(self):
        while True:
            if self.work is not None:
                await self.shoe.wake()  # a card that lies there is to be seen again and again
            _, count = await self.shoe.scan()
            if self.work is not None:
                if count:
                    self.work.seen(self.shoe.uid())
                else:
                    self.work.nothing()
            elif count:
                self._card_left_shoe(self.shoe.uid())
            self._fault("reader_silent", "shoe", self.shoe.state == SILENT)
            if self.boxes is not None:
                self.boxes.shoe_works(self.shoe.state == READY)
            self._fault("reader_wrong_chip", "shoe", self.shoe.state == WRONG_CHIP)
            if self.shoe.state != READY:
                await self.loop.sleep_ms(100)  # a dead reader must not take the others' time

    async def _watch_panel(self):
        while True:
            try:
                self.panel.look()
                self._fault("panel_silent", "panel", False)
            except OSError:
                self._fault("panel_silent", "panel", True)
            await self.loop.sleep_ms(_PANEL_MS)

    async def _keep_vault(self):
        waited = 0
        while True:
            while self._vault_works():
                await self.loop.sleep_ms(0)
            if self.croupier.round is None:
                self.croupier.open()
            await self.loop.sleep_ms(_POLL_MS)
            waited += _POLL_MS
            if waited >= _VAULT_MS:
                waited = 0
                self.vault.tick()

    def _vault_works(self):
        try:
            return self.vault.work_on()
        except Stopped:
            return False

    # ---- seen, placed, judged

    def _card_left_shoe(self, uid):
        what = self.tracker.left_shoe(uid)
        if what is not None:
            self._notice(what, "shoe")

    def _follow(self, record):
        """The tracker learns from the records where cards went."""
        played = self.croupier.round
        self.tracker.follow(record, None if played is None else played.sealer.face)

    # ---- faults

    def _fault(self, code, where, present):
        """Tell once when a fault begins and once when it is over."""
        key = (code, where)
        if present and key not in self.faults:
            self.faults[key] = 1
            self.croupier.record(("fault", code, where, 1))
        elif not present and key in self.faults:
            del self.faults[key]
            self.croupier.record(("fault_over", code, where))

    def _notice(self, code, where):
        """Tell a fault that is over as soon as it is told."""
        self.croupier.record(("fault", code, where, 1))


def _game(table, random_bytes, books):
    """Only the game in play is loaded."""
    if table["game"].startswith("canberra"):
        from cardtable.banked import BankedTable

        return BankedTable(table, random_bytes, books)
    from cardtable.seated import SeatedTable

    return SeatedTable(table, random_bytes, books)
