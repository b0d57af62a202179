"""The shoe's reader: the chip itself waits for a card, so that none slips past between polls.

With infinite retries InListPassiveTarget answers only when a tag comes; the card is then sent to
sleep, so that the next one is found while the first is still leaving. Waiting in the chip catches
a card that stays 10 ms (model, not measured); polling from here would need 15 ms and more.
"""

from micropython import const

from cardtable.readers.codes import BUS_DOWN, NO_TAG, OK, SCANS, TIMEOUT
from cardtable.readers.inventory import MAX_UID
from cardtable.readers.reader import Reader

_LIST = b"\xd4\x4a\x01\x00"
_RETRY_FOREVER = b"\xd4\x32\x05\xff\x01\xff"  # MaxRetries
_LIST_CODE = const(0x4A)
_LIST_LENGTH = const(13)  # with a UID of 7 bytes; a longer one is asked for again
_DESELECT = b"\xd4\x44\x00"
_HALT_DUE_MS = const(2)
_HALT_MS = const(30)
_READ_TX_CONTROL = b"\xd4\x06\x63\x04"  # ReadRegister CIU_TxControl (data sheet 8.6.23)
_FIELD_OFF = b"\xd4\x32\x01\x00"  # RFConfiguration
_FIELD_ON = const(0x03)  # Tx1RFEn, Tx2RFEn
_POLL_MS = const(4)  # the chip keeps its answer; only the next card waits for us
_CHECK_MS = const(1_000)  # a chip that waits says nothing: ask now and then


class ShoeReader(Reader):
    """Gives one card a scan, as it passes."""

    def __init__(self, name, chip, clock, sleep_ms, recover=None):
        super().__init__(name, chip, recover)
        self._clock = clock
        self._sleep_ms = sleep_ms
        self._listing = False
        self._asked_ms = 0
        self._uid = bytearray(MAX_UID)
        self._length = 0

    @property
    def clean(self) -> bool:
        """One card a scan: what was read was read cleanly."""
        return True

    def uid(self, k: int = 0) -> bytes:
        """The UID of the card that passed."""
        if k != 0 or not self._length:
            raise IndexError("no such card")
        return bytes(self._uid[: self._length])

    async def scan(self, wait_ms=250) -> tuple[int, int]:
        """(OK, 1) when a card passed, (NO_TAG, 0) after `wait_ms` without, or a failure's code.

        A failure may come back at once: the caller pauses before it scans again.
        """
        self.counters[SCANS] += 1
        self._length = 0
        try:
            code = await self._wait_for_card(wait_ms)
        except OSError:
            code = BUS_DOWN
            self.counters[BUS_DOWN] += 1
        if code == OK or code == NO_TAG:
            self.works()
        else:
            self._listing = False
            self.failed()
        return code, 1 if self._length else 0

    async def wake(self):
        """Field off for a moment: the card that lies there is found once more by the next scan."""
        if self._listing:
            self._listing = False
            self.chip.transport.abort()
        if await self.prepare() == OK:
            await self.chip.exchange(_FIELD_OFF, 0)

    async def prepare(self):
        """As every reader, and with infinite retries."""
        fresh = not self._set_up
        code = await super().prepare()
        if fresh and code == OK:
            self._listing = False
            code = await self.chip.exchange(_RETRY_FOREVER, 0)
            self._set_up = code == OK
        return code

    async def _wait_for_card(self, wait_ms):
        clock = self._clock
        chip = self.chip
        start = clock.ticks_ms()
        while True:
            if not self._listing:
                code = await self.prepare()
                if code == OK:
                    code = await chip.command(_LIST)
                if code != OK:
                    return code
                self._listing = True
                self._asked_ms = clock.ticks_ms()
            if chip.transport.ready():
                return await self._receive()
            now = clock.ticks_ms()
            if clock.ticks_diff(now, self._asked_ms) >= _CHECK_MS:
                self._listing = False
                chip.transport.abort()
                code = await self._still_waiting()
                if code != OK:
                    return code
            elif clock.ticks_diff(now, start) >= wait_ms:
                return NO_TAG  # the chip goes on waiting; the next scan looks again
            else:
                await self._sleep_ms(_POLL_MS)

    async def _still_waiting(self):
        """OK when the chip answers and its field is on.

        A chip that lost its supply for a moment answers too, but has forgotten that it waits.
        """
        chip = self.chip
        code = await chip.exchange(_READ_TX_CONTROL, 1)
        if code == OK and not (len(chip.answer) == 1 and chip.answer[0] & _FIELD_ON):
            code = TIMEOUT  # the card would never have been told
            chip.counters[TIMEOUT] += 1
        return code

    async def _receive(self):
        chip = self.chip
        self._listing = False
        code = await chip.collect(_LIST_CODE, _LIST_LENGTH)
        chip.counters[code] += 1
        if code == OK:
            self._keep(chip.answer)
            code = await chip.exchange(_DESELECT, 1, _HALT_MS, _HALT_DUE_MS, False)
            if code == OK or code == NO_TAG:  # NO_TAG: the card has left already
                code = await chip.command(_LIST)  # at once: the next may be on its way
                self._listing = code == OK
                self._asked_ms = self._clock.ticks_ms()
            if code != OK:
                self.failed()  # the card counts all the same
            return OK
        return code

    def _keep(self, answer):
        length = answer[5] if len(answer) > 6 else 0
        length = min(length, MAX_UID, len(answer) - 6)
        for k in range(length):
            self._uid[k] = answer[6 + k]
        self._length = max(length, 0)
