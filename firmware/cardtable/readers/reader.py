"""One reader: its chip, what it saw last, where it stands and what went wrong so far."""

import micropython
from micropython import const

from cardtable.drivers.reader_codes import (
    BUS_DOWN,
    CHIP_ERROR,
    CLEAN_SCANS,
    CORRUPT,
    DISTURBED,
    NO_TAG,
    OK,
    READY,
    RECOVERIES,
    SCANS,
    SILENT,
    STARTING,
    WRONG_CHIP,
)
from cardtable.readers.inventory import Inventory

_RECOVER_AFTER = const(3)  # failures in a row, then the way to the chip is reset
_DISTURBED_AFTER = const(3)  # unclean scans in a row
_ETIMEDOUT = const(110)  # a line of the bus is held
_ASTRAY = const(71)  # a mux connected something else (mux.py)
_ECHO = b"\xd4\x00\x00\x43\x54"  # Diagnose: communication line, two bytes
_STATUS = b"\xd4\x04"  # GetGeneralStatus: last error, external field, targets …
_STATUS_LENGTH = const(12)


class Reader(Inventory):
    """A box, the board or the rack. `recover()` resets the way to the chip (mux), if given."""

    # Of the class until something happens: there are fourteen of these.
    failures = 0  # in a row
    may_disturb = False  # a failed scan: commands for the air were sent, or the mux led elsewhere
    _unclean = 0  # scans in a row

    def __init__(self, name, chip, recover=None):
        super().__init__(chip)
        self.name = name
        self.counters = chip.counters
        self.state = STARTING
        self.took_ms = 0  # the last scan, as the sweep measured it
        self._recover = recover
        self.set_up = False

    @property
    def transport(self):
        return self.chip.transport

    def scan(self, wary=False):
        """(result code, number of UIDs found); a chip that is not set up is set up first.

        A failure is acted upon at once: others wait for the bus. When it was answered, note()
        follows, after doubt() where there is a reason for it.
        """
        self.counters[SCANS] += 1
        self.count = 0
        self.clean = False
        code = yield from self.prepare()
        if code == OK:
            code = yield from self.take(wary)
        if code > NO_TAG:
            astray = code == BUS_DOWN and self.chip.bus_error == _ASTRAY
            self.may_disturb = self.set_up or astray
            self.failed(code)
        return code, self.count

    def doubt(self):
        """The scan is clean only when no other field drowns it.

        A neighbour that failed may have left its field on, or a mux has led commands to two chips.
        """
        if self.clean and (yield from self.drowned()) is not False:
            self.clean = False

    def forget(self):
        """Set the chip up anew before it is used next: it also says again what it is."""
        self.set_up = False

    def check(self):
        """OK when the chip echoes: the heartbeat of a reader that is not scanned."""
        code = yield from self.echo()
        if code == OK:
            self.works()
        else:
            self.failed(code)
        return code

    def echo(self):
        """The same for a technician's test: nothing is concluded from it here."""
        code = yield from self.prepare()
        if code == OK:
            code = yield from self.chip.exchange(_ECHO, 3)
            if code == OK and bytes(self.chip.answer) != _ECHO[2:]:
                code = CORRUPT
        return code

    def drowned(self):
        """Whether a field that is not its own reaches the reader; None: it does not answer."""
        if (yield from self.prepare()) != OK:
            return None
        if (yield from self.chip.exchange(_STATUS, _STATUS_LENGTH)) != OK or len(
            self.chip.answer
        ) < 2:
            return None
        return bool(self.chip.answer[1])

    def prepare(self):
        """Set the chip up if that has to be done: OK or the code of the failure."""
        if self.set_up:
            return OK
        code = yield from self.chip.start()
        if code == OK:
            self.set_up = True
        return code

    def works(self):
        """The chip did what it was asked to do."""
        if self.failures:
            self.failures = 0
        self.state = READY

    def failed(self, code):
        """An exchange failed: set the chip up anew next time, and recover after some failures.

        At once when a line is held: until then no other reader on the bus can be read, either.
        """
        self.set_up = False
        self.failures += 1
        if code == CHIP_ERROR and self.chip.wrong_chip:
            self.state = WRONG_CHIP
        elif self.failures >= _RECOVER_AFTER:
            self.state = SILENT
        held = code == BUS_DOWN and self.chip.bus_error == _ETIMEDOUT
        if self._recover is not None and (held or self.failures % _RECOVER_AFTER == 0):
            self.counters[RECOVERIES] += 1
            self._recover()

    @micropython.native
    def note(self):
        """A scan was answered: counted, and where the reader stands now."""
        if self.failures:
            self.failures = 0
        if self.clean:
            self.counters[CLEAN_SCANS] += 1
            if self._unclean:
                self._unclean = 0
            self.state = READY
        else:
            self._unclean += 1
            if self._unclean >= _DISTURBED_AFTER:
                self.state = DISTURBED
