"""What the jackpot sign at the table says: the amount, or that something is the matter.

StOP          play has stopped
noPot, amount in turn: the pool is linked, and no lease lets wagers for it be taken
a word        in turn with the amount: the room's, for a prize that is to be paid
tESt          rounds are played for a test: the meter does not move
PEnd, amount  in turn: a major prize waits for its payment, the amount is frozen
SEEn, amount  in turn: hands of this table are released later (vault/delayed_faces.py)
amount        otherwise
"""

_TICK_MS = 100
_REFRESH_MS = 2000  # a display that was unplugged is right again after this
_TURN_MS = 1500  # how long each of word and amount shows while a prize is pending


class JackpotDisplay:
    """`display` is drivers/max7219.py's. `testing = 1` lights every segment, for a technician."""

    def __init__(self, loop, display, vault):
        self._loop = loop
        self._display = display
        self._vault = vault
        self._refreshed = loop.clock.ticks_ms()
        self._turned = self._refreshed
        self._word = True  # while a prize is pending: the word's turn
        self.testing = 0

    def run(self):
        while True:
            self.tick()
            yield _TICK_MS

    def tick(self):
        clock = self._loop.clock
        display = self._display
        now = clock.ticks_ms()
        word = self._says(clock.ticks_diff(now, self._turned), now)
        if word:
            display.word(word)
        else:
            display.amount(self._vault.books.display or 0)
        if display.testing != self.testing or clock.ticks_diff(now, self._refreshed) >= _REFRESH_MS:
            self._refreshed = now
            display.testing = self.testing
            display.refresh()

    def _says(self, turn_ms, now):
        """The word that is due, or None for the amount."""
        books = self._vault.books
        if self._vault.stopped is not None:
            return "StOP"
        if books.mode == "test":
            return "tESt"
        delayed = self._vault.delayed
        seen = delayed is not None and delayed.scope != "never"
        linked = None if books.link is None else books.link.word()
        if not books.meter.pending and not seen and not linked:
            self._word = True  # the next prize begins with the word
            self._turned = now
            return None
        if turn_ms >= _TURN_MS:
            self._word = not self._word
            self._turned = now
        if not self._word:
            return None
        if books.meter.pending:
            return "PEnd"
        return linked or "SEEn"
