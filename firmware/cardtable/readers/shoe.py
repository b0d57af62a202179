"""The shoe's reader: the chip itself waits for a card, so that none slips past between polls.

With many retries InListPassiveTarget answers when a tag comes, or after some 0.7 s that there
is none; the card is then sent to sleep, so that the next one is found while the first is still
leaving. Waiting in the chip catches a card that stays 10 ms, and 15 ms when it comes just as the
chip gives up and is told to go on (model, not measured). A chip that says nothing at all has
forgotten that it waits: its supply was gone.
"""

import micropython
from micropython import const

from cardtable.drivers.reader_codes import BUS_DOWN, NO_TAG, OK, READY, REPEATS, SCANS, TIMEOUT
from cardtable.readers.reader import Reader

_LIST = b"\xd4\x4a\x01\x00"
_RETRY_LONG = b"\xd4\x32\x05\xff\x01\x7f"  # MaxRetries: 128 looks, 0.7 s (model)
_LIST_CODE = const(0x4A)
_LIST_LENGTH = const(13)  # with a UID of 7 bytes; a longer one is asked for again
_AGAIN_MS = const(30)  # nobody takes a card away and brings it back so fast
_FIELD_OFF = b"\xd4\x32\x01\x00"  # RFConfiguration
_POLL_MS = const(10)  # the chip keeps its answer; only the next card waits for us
_EMPTY_MS = const(580)  # from here on it may say that there is none, and does not look meanwhile
_SOON_MS = const(2)
_SILENT_MS = const(1_200)  # by then it has said something


class ShoeReader(Reader):
    """Gives one card a scan, as it passes."""

    def __init__(self, name, chip, clock, recover=None):
        super().__init__(name, chip, recover)
        self._clock = clock
        self._listing = False
        self._asked_ms = 0
        self.clean = True  # one card a scan: what was read was read cleanly

    @micropython.native
    def pause_ms(self):
        """How long nobody need look, as far as one can tell without asking; 0: scan.

        For the task that watches the shoe: nearly always there is nothing to do.
        """
        if not self._listing or self.state != READY:
            return 0
        try:
            if self.chip.transport.ready():
                return 0
        except OSError:
            return 0  # the scan finds out
        waited_ms = self._clock.ticks_diff(self._clock.ticks_ms(), self._asked_ms)
        return _POLL_MS if waited_ms < _EMPTY_MS else 0

    def scan(self, wary=False, wait_ms=250):
        """(OK, 1) when a card passed, (NO_TAG, 0) after `wait_ms` without, or a failure's code.

        A failure may come back at once: the caller pauses before it scans again.
        """
        self.counters[SCANS] += 1
        self.count = 0
        try:
            code = yield from self._wait_for_card(wait_ms)
        except OSError:
            code = BUS_DOWN
            self.counters[BUS_DOWN] += 1
        if code == OK or code == NO_TAG:
            self.works()
        else:
            self._listing = False
            self.failed(code)
        return code, self.count

    def wake(self):
        """Field off for a moment: the card that lies there is found once more by the next scan."""
        if self._listing:
            self._listing = False
            try:
                self.chip.transport.abort()
            except OSError:
                return  # the next scan tells
        if (yield from self.prepare()) == OK:
            yield from self.chip.exchange(_FIELD_OFF, 0)

    def prepare(self):
        """As every reader, and with many retries."""
        fresh = not self.set_up
        code = yield from super().prepare()
        if fresh and code == OK:
            self._listing = False
            code = yield from self.chip.exchange(_RETRY_LONG, 0)
            self.set_up = code == OK
        return code

    def _wait_for_card(self, wait_ms):
        clock = self._clock
        chip = self.chip
        start = clock.ticks_ms()
        while True:
            if not self._listing:
                code = yield from self.prepare()
                if code == OK:
                    code = yield from chip.command(_LIST)
                if code != OK:
                    return code
                self._listing = True
                self._asked_ms = clock.ticks_ms()
                self.uids[0] = 0
            if chip.transport.ready():
                return (yield from self._receive())
            now = clock.ticks_ms()
            waited_ms = clock.ticks_diff(now, self._asked_ms)
            if waited_ms >= _SILENT_MS:
                chip.transport.abort()
                chip.counters[TIMEOUT] += 1
                return TIMEOUT
            if clock.ticks_diff(now, start) >= wait_ms:
                return NO_TAG  # the chip goes on waiting; the next scan looks again
            yield _POLL_MS if waited_ms < _EMPTY_MS else _SOON_MS

    def _receive(self):
        chip = self.chip
        self._listing = False
        code = chip.collect(_LIST_CODE, _LIST_LENGTH)
        if code < 0:
            code = yield from chip.collect_again(_LIST_CODE)
        chip.counters[code] += 1
        if code == OK:
            clock = self._clock
            if (
                self._same(0, chip.answer)
                and clock.ticks_diff(clock.ticks_ms(), self._asked_ms) < _AGAIN_MS
            ):
                chip.counters[REPEATS] += 1  # it did not sleep: send it there by hand
                self.halt_raw = True
            else:
                self._keep(chip.answer)
            code = yield from self._halt()
        else:
            self.uids[0] = 0  # the last card is gone: it may come again at any time
        if code == OK or code == NO_TAG:  # NO_TAG: nobody came
            code = yield from chip.command(_LIST)  # at once: the next may be on its way
            self._listing = code == OK
            self._asked_ms = self._clock.ticks_ms()
        if self.count and code != OK:
            self.failed(code)  # the card counts all the same
            code = OK
        return NO_TAG if code == OK and not self.count else code
