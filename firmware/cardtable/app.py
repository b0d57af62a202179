"""The application: builds the table from its configuration and keeps its tasks running.

shoe, boxes ─▶ tracker ─┐
panel ──────────────────┴▶ croupier ─▶ journal ─▶ feed ─▶ host
"""

from cardtable import VERSION
from cardtable.diag.states import plain_state
from cardtable.drivers.reader_codes import READY, SILENT, WRONG_CHIP
from cardtable.engine.controller import RoundController
from cardtable.engine.round_port import RoundPort
from cardtable.heap import Heap
from cardtable.link.keys import Keys
from cardtable.link.server import LinkServer
from cardtable.loop import Loop
from cardtable.service.dispatcher import Dispatcher
from cardtable.settings import NO_DECKS, NotInstalled, Settings
from cardtable.task_supervisor import TaskSupervisor
from cardtable.tracker.deck import Deck
from cardtable.vault.fram import FramLost
from cardtable.vault.vault import Stopped

_PANEL_MS = 20
_TIME_MS = 500
_RESTART_MS = 300  # for the reply to a command that restarts the board
_POLL_MS = 40
_SPACE_MS = 15  # between two pieces of the vault's work: the readers want their turns
_FILES_MS = 8  # of the vault's work at a time; an erase takes longer, and ends it
_VAULT_MS = 1000  # a board without FRAM moves what waits to its files so often
_NOTICED = 32  # different faults that are counted


def application(board):
    """The table that is configured on this board, or one that says that none is."""
    if board.wrong:
        from cardtable.modes.uninstalled import UninstalledApp

        return UninstalledApp(board, "%s: %s" % board.wrong[0], board.wrong)
    try:
        from cardtable.service.in_force import go_back, starts

        settings = Settings(board)
        board.went_back = starts(settings)
        try:
            return App(board)
        except Exception:
            board.went_back = go_back(settings)  # a new configuration with which nothing starts
            if not board.went_back:
                raise
        return App(board)
    except NotInstalled as why:
        from cardtable.modes.uninstalled import UninstalledApp

        return UninstalledApp(board, why)


class App:
    """One table on one board."""

    answers = None  # every question
    restarts = False  # in a moment

    def __init__(self, board):
        from cardtable.startup import factory, front  # for the start only

        self.board = board
        self.clock = board.clock
        self.loop = Loop(self.clock)
        self.settings = Settings(board)
        wiring = self.settings.load("board.json")
        self.config = table = self.settings.load("table.json")
        if "clock" in wiring:
            board.run_at(*wiring["clock"])
        buses = {n: board.i2c(int(n), wiring["i2c"][n]) for n in wiring["i2c"]}
        self.vault = factory.vault(board, buses, wiring, table["table"])
        game = factory.game(table, board.random_bytes, self.vault.books)
        game.uptime_ms = self.vault.calendar.uptime_ms  # type: ignore  # a bank does not ask
        self.controller = RoundController(self.vault, game)
        self.controller.listeners.append(self.follow)
        self.faults = {}  # (code, where) → how often, while it lasts
        self.noticed = {}  # (code, where) → how often it was told since the board started
        self.work = None  # a technician's or a dealer's work with deck or devices, between rounds
        decks = self.decks()
        self.deck = deck = Deck(decks["deck"], decks["other"])
        self.round_port = round_port = RoundPort(
            self.controller, self._fault, self.notice, self.clock
        )
        self.boxes = None
        if "boxes" in wiring:
            from cardtable.engine.reader_array import (
                ReaderArray,  # only a table that has them pays for them
            )

            by_shoe = game.values["deal"] == "shoe"
            self.boxes = ReaderArray(board, self.loop, buses, wiring, deck, by_shoe, round_port)
            self.tracker = self.boxes.fusion
            self.controller.in_rack = self.tracker.in_rack
        else:
            from cardtable.tracker.tracker import Tracker

            self.tracker = Tracker(deck, round_port)
        self.about = (VERSION, wiring["name"], table["table"])
        keys = Keys(self.settings.load("keys.json", {}), board.random_bytes, self.clock)
        self.desk = Dispatcher(self, keys)
        self.feed = LinkServer(self.loop, board.port, self.vault.journal, self.about, self.desk)
        self.shoe = factory.shoe(self, buses, wiring)
        self._make_panel(factory, front, buses, wiring, game.values)
        self.heap = Heap(not board.simulated)
        # In this order on every interpreter: a dictionary's order is its own affair.
        tasks = [
            ("shoe", self._watch_shoe),
            ("panel", self._watch_panel),
            ("link", self.feed.run),
            ("vault", self._keep_vault),
            ("heap", self.heap.run),
        ]
        if self.boxes is not None:
            tasks += [("sweep", self.boxes.sweep.run), ("tracker", self.boxes.watch)]
        else:
            tasks.append(("judge", self._judge_people))
        if not table["game"].startswith("canberra"):
            tasks.append(("time", self._tell_time))
        self.lamps = front.lamps(self, wiring)
        if self.lamps is not None:
            tasks.append(("lamps", self.lamps.run))
        self.sign = front.sign(self, wiring)
        if self.sign is not None:
            tasks.append(("sign", self.sign.run))
        self.guard = TaskSupervisor(board, self.loop, tasks, self.record)
        self.loop.on_failure = self.guard.failed

    def _make_panel(self, factory, front, buses, wiring, values):
        self.keypad = factory.keypad(buses, wiring["keypad"])
        self.sensors = factory.expander(buses, wiring["sensors"])
        keys = front.supervised(self, wiring, self.keypad, self._key_refused, self._key_turned)
        self.key_switch = getattr(keys, "key_switch", None)
        self.panel = factory.panel(keys, self.sensors, self, values)

    def begin(self):
        """Start everything; then the loop runs for ever."""
        try:
            self.start()
        except Exception:
            from cardtable.service.in_force import go_back

            if not go_back(self.settings):
                raise
            self.board.restart()
        self.board.ready(self)

    def start(self):
        from cardtable.startup.start import begin  # for the start only

        begin(self)

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
        self.controller.record(body)

    @property
    def busy(self):
        """Whether an input is being judged: commands wait until it is kept."""
        return self.controller.busy

    def has_to_wait(self):
        """Whether something came before what people do now, and is not judged yet."""
        return bool(
            self.controller.busy or self.round_port.waiting or getattr(self.tracker, "waits", False)
        )

    def people(self, given):
        """An input of people: judged at once, or after what came before it. False: refused."""
        if self.has_to_wait():
            if self.round_port.later(given):
                return True
            return self.controller.refuse(given, "too_many_wait", "")
        return self.controller.give(given)

    def why_not(self, given):
        """None, or [code, rule]."""
        from cardtable.rules.inputs import INPUTS

        if INPUTS.why_not(given) is not None:
            return ["not_an_input", ""]
        played = self.controller.round
        if played is None:
            return ["no_round", ""]
        if given[0] == "take_back":
            from cardtable.engine.taking_back import refusal_of

            refusal = refusal_of(self.controller, given[1], given[2])
        else:
            refusal = played.why_not(tuple(given))
        return None if refusal is None else [refusal.code, refusal.rule]

    def health(self):
        """[name, value] pairs."""
        reader = self.feed.reader
        yield ["files", self.board.files[0]]
        yield ["uptime_ms", self.vault.calendar.uptime_ms()]
        yield ["clock", self.vault.calendar.now()[0]]
        yield ["reset_cause", self.board.reset_cause()]
        yield ["round_in_play", int(self.controller.begun)]
        yield ["longest_stall_ms", self.guard.longest_ms]
        yield ["tasks_failed", self.guard.failures]
        yield ["lines_good", reader.good]
        yield ["lines_bad", reader.bad + reader.overlong]
        yield ["lines_refused", self.feed.refused]
        yield ["lines_failed", self.feed.failed]
        yield ["flooded_s", self.feed.floods]
        yield ["records_resent", self.feed.resent]
        yield ["commands_refused", self.desk.refused]

    def work_now(self):
        return self.work

    def shoe_state(self):
        return plain_state(self.shoe.state)

    def decks(self):
        """The enrolled decks: tag → card."""
        return self.settings.load("deck.json", NO_DECKS)

    def restart_soon(self):
        """The board starts anew once the reply is on its way."""
        self.restarts = True
        self.loop.spawn(self._restart_board(), "restart")

    def _restart_board(self):
        yield _RESTART_MS
        while self.controller.busy:
            yield 1
        if self.vault.stopped is None:  # else it holds nothing that anybody should believe
            self.vault.flush()
        self.board.restart()

    # ---- tasks

    def _watch_shoe(self):
        held = None
        while True:
            if self.work is not None:
                self._still_wanted()
                if not held:  # else a second card there comes before the first once more
                    # A card that lies there is to be seen again and again.
                    yield from self.shoe.wake()
            else:
                pause_ms = self.shoe.pause_ms()
                if pause_ms:
                    yield pause_ms
                    continue
            _, count = yield from self.shoe.scan()
            if self.work is not None:
                held = self.work.seen(self.shoe.uid()) if count else self.work.nothing()
            elif count:
                while self.boxes is None and (self.controller.busy or self.round_port.waiting):
                    yield 1  # there it is given to the round at once, and in its turn
                self._card_left_shoe(self.shoe.uid())
            self._fault("reader_silent", "shoe", self.shoe.state == SILENT)
            if self.boxes is not None:
                self.boxes.shoe_works(self.shoe.state == READY)
            self._fault("reader_wrong_chip", "shoe", self.shoe.state == WRONG_CHIP)
            if self.shoe.state != READY:
                yield 100  # a dead reader must not take the others' time

    def _still_wanted(self):
        from cardtable.service.work import still_wanted

        still_wanted(self)

    def _watch_panel(self):
        # It is looked at once more before judging, which takes a while: no key waits longer than
        # that, and not the time between two looks in addition.
        task = self.loop.current
        self.controller.on_long = lambda: self.loop.soon(task)  # type: ignore[assignment]
        while True:
            try:
                if self.work is not None and self.work.kind == "trial":
                    self.work.look()
                else:
                    if self.panel.look() and self.lamps is not None:
                        self.lamps.key_heard()
                    if self.keypad.released and self.vault.moves:
                        self._write_files()  # before the next key can be down
                self._fault("panel_silent", "panel", False)
            except OSError:
                self._fault("panel_silent", "panel", True)
            yield _PANEL_MS

    def _tell_time(self):
        """A player who has been given ninety seconds: the round learns how they pass."""
        clock = self.clock
        before = clock.ticks_ms()
        while True:
            yield _TIME_MS
            now = clock.ticks_ms()
            played = self.controller.round
            if played is not None and played.clock:
                self.round_port.later(("wait", clock.ticks_diff(now, before)))
            played = None  # a task that sleeps holds on to what it has: a round is 8 kB
            before = now

    def _judge_people(self):
        """Without readers under the boxes: what people did, in order."""
        while True:
            while self.round_port.waiting:
                yield from self.round_port.judging()
            yield _PANEL_MS

    def _flash_may_stop_us(self):
        """Whether this is a moment for the files: no card on its way, nobody in the middle of a
        round; or they cannot wait any longer. In a round `_watch_panel` finds better ones."""
        if self.vault.ring.nearly_full():
            return True
        return not (self.controller.begun or self.busy or getattr(self.tracker, "waits", False))

    def _keep_vault(self):
        waited = 0
        while True:
            while self.vault.stopped is None and self.vault.mirror_on():
                yield _SPACE_MS
            while self.vault.moves and self._flash_may_stop_us() and self._write_files():
                yield _SPACE_MS
            if self.controller.round is None and not self.controller.busy:
                self.controller.open()
            yield _POLL_MS
            waited += _POLL_MS
            if waited >= _VAULT_MS:
                waited = 0
                self.vault.tick()
                if self.vault.delayed is not None and not self.busy:
                    self._release_faces(self.vault.delayed)
                if self.vault.mended and not self.restarts:
                    self.restart_soon()

    def _release_faces(self, delayed):
        """What may be seen from now on is told, once it is durable."""
        if delayed.full:
            delayed.full = False
            self.notice("faces_full", "fram")
        try:
            record = delayed.due(self.vault.calendar.uptime_ms())
            if record is not None and self.controller.move((record,)):
                delayed.done()
        except FramLost:
            pass  # the vault's next record finds it

    def _write_files(self):
        """Some records at once, between two rounds or when a key has come up: what is left when the
        cards begin is written in the middle of a deal. False when nothing is left."""
        clock = self.clock
        start = clock.ticks_ms()
        while self._vault_works():
            if clock.ticks_diff(clock.ticks_ms(), start) >= _FILES_MS:
                return True
        return False

    def _vault_works(self):
        try:
            return self.vault.work_on()
        except Stopped:
            return False

    # ---- seen, placed, judged

    def _card_left_shoe(self, uid):
        what = self.tracker.left_shoe(uid)
        if what is not None:
            self.notice(what, "shoe")

    def follow(self, record):
        """The tracker learns from the records where cards went."""
        played = self.controller.round
        if record[0] == "taken_back":
            from cardtable.engine.taking_back import tell_tracker

            tell_tracker(self.tracker, played, self.controller.undone)
            return
        self.tracker.follow(record, None if played is None else played.sealer.face)

    # ---- faults, and the supervisor's key

    def _fault(self, code, where, present):
        """Tell once when a fault begins and once when it is over."""
        key = (code, where)
        if present and key not in self.faults:
            self.faults[key] = 1
            self.notice(code, where)
        elif not present and key in self.faults:
            del self.faults[key]
            self.record(("fault_over", code, where))

    tell_fault = _fault

    def notice(self, code, where):
        """Tell a fault that is over as soon as it is told."""
        key = (code, where)
        if key in self.noticed or len(self.noticed) < _NOTICED:
            self.noticed[key] = self.noticed.get(key, 0) + 1
        self.record(("fault", code, where, 1))

    def cards_begin(self, record):
        """Whether chips and wagers agree is looked at then (panel.py)."""
        if record[0] == "begin":
            self.panel.compare(self.controller.round.boxes)  # type: ignore[union-attr]

    def _key_refused(self, key):
        self.record(("refused", [key], "key_needed", ""))

    def _key_turned(self, on):
        """Told in its turn, behind the cards that came before it."""
        told = ("key_switch", int(on))
        if self.controller.round is None or not self.round_port.later(lambda _: self.record(told)):
            self.record(told)
