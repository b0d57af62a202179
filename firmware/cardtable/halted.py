"""A table whose files are not as released: it says so, and can be sent into maintenance.

Nothing is played and the vault stays closed: code that nobody has released must not touch the
books. Only what the link needs is loaded.
"""

from cardtable import VERSION
from cardtable.bare import Bare
from cardtable.settings import NotInstalled, Settings


class Halted(Bare):
    """`board.files` says what is wrong."""

    def __init__(self, board):
        settings = Settings(board.root)
        wiring = _told(settings, "board.json", "name")
        table = _told(settings, "table.json", "table")  # whose keys these are
        Bare.__init__(self, board, "", (VERSION, wiring, table))
        self.faults = board.files[1]
        self.feed.stop(self.faults[0], ())

    def begin(self):
        self.loop.spawn(self.feed.run(), "link")

    def able(self):
        able = ["stopped", "altered"]
        if self.board.simulated:
            able.append("simulated")
        return able

    def health(self):
        yield ["files", ""]
        yield ["reset_cause", self.board.reset_cause()]


def _told(settings, name, what):
    try:
        return str(settings.load(name)[what])
    except (NotInstalled, KeyError, TypeError):
        return ""
