"""One reader: its chip, what it saw last, where it stands and what went wrong so far."""

from micropython import const

from cardtable.readers.codes import (
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
_ECHO = b"\xd4\x00\x00\x43\x54"  # Diagnose: communication line, two bytes


class Reader:
    """A box, the board or the rack. `recover()` resets the way to the chip (mux), if given."""

    # Of the class until something happens: there are fourteen of these.
    failures = 0  # in a row
    _unclean = 0  # scans in a row

    def __init__(self, name, chip, recover=None):
        self.name = name
        self.chip = chip
        self.counters = chip.counters
        self.state = STARTING
        self.took_ms = 0  # the last scan, as the sweep measured it
        self._recover = recover
        self._set_up = False
        self._inventory = Inventory(chip)

    @property
    def clean(self) -> bool:
        """True when the last scan can be believed."""
        return self._inventory.clean

    @property
    def too_many(self) -> bool:
        """True when the last scan met more cards than a hand has."""
        return self._inventory.too_many

    def uid(self, k: int) -> bytes:
        """The k-th UID of the last scan."""
        return self._inventory.uid(k)

    async def scan(self) -> tuple[int, int]:
        """(result code, number of UIDs found); a chip that is not set up is set up first."""
        self.counters[SCANS] += 1
        self._inventory.count = 0
        self._inventory.clean = False
        code = await self.prepare()
        if code == OK:
            code = await self._inventory.take()
        self._note(code)
        return code, self._inventory.count

    def forget(self):
        """Set the chip up anew before it is used next: it also says again what it is."""
        self._set_up = False

    async def check(self):
        """OK when the chip echoes: the heartbeat of a reader that is not scanned."""
        code = await self.echo()
        if code == OK:
            self.works()
        else:
            self.failed()
        return code

    async def echo(self):
        """The same for a technician's test: nothing is concluded from it here."""
        code = await self.prepare()
        if code == OK:
            code = await self.chip.exchange(_ECHO, 3)
            if code == OK and bytes(self.chip.answer) != _ECHO[2:]:
                code = CORRUPT
        return code

    async def prepare(self):
        """Set the chip up if that has to be done: OK or the code of the failure."""
        if self._set_up:
            return OK
        code = await self.chip.start()
        if code == OK:
            self._set_up = True
        return code

    def works(self):
        """The chip did what it was asked to do."""
        if self.failures:
            self.failures = 0
        self.state = READY

    def failed(self):
        """An exchange failed: set the chip up anew next time, and recover after some failures."""
        self._set_up = False
        self.failures += 1
        if self.chip.wrong_chip:
            self.state = WRONG_CHIP
        elif self.failures >= _RECOVER_AFTER:
            self.state = SILENT
            if self._recover is not None and self.failures % _RECOVER_AFTER == 0:
                self.counters[RECOVERIES] += 1
                self._recover()

    def _note(self, code):
        if code != OK and code != NO_TAG:
            self.failed()
        elif self._inventory.clean:
            self.counters[CLEAN_SCANS] += 1
            if self._unclean:
                self._unclean = 0
            self.works()
        else:
            if self.failures:
                self.failures = 0
            self._unclean += 1
            if self._unclean >= _DISTURBED_AFTER:
                self.state = DISTURBED
