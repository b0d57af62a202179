"""A board with firmware and no table yet: it says hello, tells why, and can be installed."""

from cardtable import VERSION
from cardtable.link.keys import Keys
from cardtable.link.server import LinkServer
from cardtable.loop import Loop
from cardtable.service.dispatcher import Dispatcher
from cardtable.settings import NotInstalled, Settings
from cardtable.vault.files import Files
from cardtable.vault.kept_bytes import KeptBytes


class _Nothing:
    """A journal without records."""

    epoch = 0
    first = 1
    last = 0

    def acknowledge(self, number):
        pass


class UninstalledApp:
    """Answers as an application does, as far as it can."""

    busy = False
    answers = ("health", "faults", "persons")
    begun = False
    round = None

    def __init__(self, board, why, wrong=()):
        self.board = board
        self.clock = board.clock
        self.loop = Loop(board.clock)
        self.settings = Settings(board)
        self.controller = self  # no round, nothing begun
        self._why = str(why)
        self.faults = wrong  # (code, where) of files that nobody can decide
        keys = Keys(self.settings.load("keys.json", {}), board.random_bytes, board.clock)
        keys.remember(KeptBytes(Files(board.root + "vault/", board.opener, board.system)))
        self.desk = Dispatcher(self, keys)
        about = (VERSION, self._told("board.json", "name"), self._told("table.json", "table"))
        self.feed = LinkServer(self.loop, board.port, _Nothing(), about, self.desk)
        if wrong:
            self.feed.stop(wrong[0], ())

    def _told(self, name, what):
        """Whose keys these are, where a file still says it."""
        try:
            return str(self.settings.load(name)[what])
        except (NotInstalled, KeyError, TypeError):
            return ""

    def begin(self):
        self.loop.spawn(self.feed.run(), "link")
        self.board.ready(self)

    def able(self):
        return ["not_installed", "stopped"] if self.faults else ["not_installed"]

    def record(self, body):
        """There is nowhere to keep it."""

    def tell_fault(self, code, where, present):
        """Nor that."""

    def health(self):
        yield ["files", self.board.files[0]]
        yield ["not_installed", self._why]
        yield ["reset_cause", self.board.reset_cause()]

    def restart_soon(self):
        self.loop.spawn(self._restart(), "restart")

    def _restart(self):
        yield 300
        self.board.restart()
