"""The application: builds the table from its configuration and keeps its tasks running.

shoe, boxes ─▶ tracker ─┐
panel ──────────────────┴▶ croupier ─▶ journal ─▶ feed ─▶ host
"""

import json

from cardtable import VERSION
from cardtable.banked import BankedTable
from cardtable.croupier import Croupier
from cardtable.hw.contacts import Debounced
from cardtable.hw.expander import Expander
from cardtable.hw.keypad import Keypad
from cardtable.judge import Judge
from cardtable.link.feed import Feed
from cardtable.loop import Loop
from cardtable.panel import Panel
from cardtable.readers.codes import READY, SILENT, WRONG_CHIP
from cardtable.readers.exchange import Chip
from cardtable.readers.shoe import ShoeReader
from cardtable.readers.transport import use_clock
from cardtable.readers.transport_i2c import I2CTransport
from cardtable.tracker.deck import Deck
from cardtable.tracker.tracker import Tracker
from cardtable.vault.calendar import Calendar
from cardtable.vault.files import Files
from cardtable.vault.fram import Fram
from cardtable.vault.vault import Stopped, Vault

_PANEL_MS = 20
_RESTART_MS = 500  # before a failed task starts again
_POLL_MS = 10
_VAULT_MS = 1000  # a board without FRAM moves what waits to its files so often


class App:
    """One table on one board."""

    def __init__(self, board):
        self.board = board
        self.clock = board.clock
        self.loop = Loop(self.clock, self._task_failed)
        wiring = _load(board.root + "board.json")
        table = _load(board.root + "table.json")
        self._buses = {n: board.i2c(int(n), wiring["i2c"][n]) for n in wiring["i2c"]}
        self.vault = self._vault(wiring, table["table"])
        game = BankedTable(table, board.random_bytes, self.vault.books)
        self.croupier = Croupier(self.vault, game)
        self.croupier.listeners.append(self._follow)
        self._faults = {}  # (code, where) → how often, while it lasts
        deck = Deck(table["deck"], table.get("other_deck"))
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
        about = (VERSION, wiring["board"], table["table"])
        self.feed = Feed(self.loop, board.port, self.vault.journal, about)
        self.shoe = self._shoe(wiring["shoe"])
        self.panel = self._panel(wiring, game.values["ante_min"])
        self._about = about
        # In this order on every interpreter: a dictionary's order is its own affair.
        self._tasks = (
            ("shoe", self._watch_shoe),
            ("panel", self._watch_panel),
            ("link", self.feed.run),
            ("vault", self._keep_vault),
        )
        if self.boxes is not None:
            self._tasks += (("sweep", self.boxes.sweep.run), ("tracker", self.boxes.watch))

    def run(self):
        """Start everything; on a board this never returns."""
        self.start()
        self.loop.run()

    def start(self):
        stopped = self.vault.open()
        if stopped is not None:
            # Nothing is recorded, nothing is played; the host is told why, and may look at meters.
            self.feed.stop(stopped, self.vault.believed)
            self.loop.spawn(self.feed.run(), "link")
            return
        self.croupier.record(("boot",) + self._about + ("power",))
        for finding in self.vault.findings:
            self.croupier.record(("fault",) + finding)
        if self.croupier.start():
            self._find_cards()
        for name, task in self._tasks:
            self.loop.spawn(task(), name)

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

    def _panel(self, wiring, ante):
        keys = wiring["keypad"]
        sensors = wiring["sensors"]
        return Panel(
            Keypad(Expander(self._buses[keys["i2c"]], keys["address"])),
            Expander(self._buses[sensors["i2c"]], sensors["address"]),
            Debounced(),
            self.croupier.give if self.boxes is None else self.boxes.from_people,
            ante,
        )

    # ---- tasks

    async def _watch_shoe(self):
        while True:
            _, count = await self.shoe.scan()
            if count:
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
        if present and key not in self._faults:
            self._faults[key] = 1
            self.croupier.record(("fault", code, where, 1))
        elif not present and key in self._faults:
            del self._faults[key]
            self.croupier.record(("fault_over", code, where))

    def _notice(self, code, where):
        """Tell a fault that is over as soon as it is told."""
        self.croupier.record(("fault", code, where, 1))

    def _task_failed(self, task, failure):
        self.croupier.record(("fault", "task_failed", task.name, 1))
        self.loop.spawn(self._restart(task.name), task.name)

    async def _restart(self, name):
        await self.loop.sleep_ms(_RESTART_MS)
        for known, task in self._tasks:
            if known == name:
                await task()


def _load(path):
    try:
        with open(path) as file:
            return json.loads(file.read())
    except OSError:
        raise OSError("%s is missing: this table is not installed" % path)
    except ValueError:
        raise ValueError("%s is damaged: install the table again" % path)
