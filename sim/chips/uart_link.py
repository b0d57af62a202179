"""A serial link, and the PN532 on high speed UART (HSU) at the other end of it.

Bytes need their time in both directions; the chip speaks when it has something to say. With
different rates at the two ends nothing sensible passes.
"""

BAUD_RATES = (9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_288_000)
_BITS_A_BYTE = 10  # start, eight, stop
_WAKE_UP = 0x55  # UM0701-02 7.2.11: HSU wakes by 55 55 and some zeros
_GAP_US = 5_000  # after a pause in the middle of a frame the chip waits for a new one (assumed)
_STALE = b"\x00\x00\xff\x03\xfd\xd5"  # the beginning of an answer that was never read


class UARTLink:
    """The board's side of a serial link; a device calls `send()` and has `uart_receive()`."""

    def __init__(self, clock):
        self._clock = clock
        self._device = None
        self.baudrate = 115_200
        self.lost = 0  # bytes that found no room
        self._room = 256
        self._arriving = []  # [when the byte is complete, byte]
        self._line_free_us = 0

    def attach(self, device) -> None:
        """Connect the other end."""
        if self._device is not None:
            raise ValueError("this link already has a device")
        self._device = device

    def open(self, baudrate: int, room: int) -> None:
        """The board sets its rate and the size of its receive buffer."""
        self.baudrate = baudrate
        self._room = room

    # The board's side

    def waiting(self) -> int:
        """How many bytes have arrived."""
        now = self._clock.now_us
        count = 0
        for when, _ in self._arriving:
            if when > now:
                break
            count += 1
        if count > self._room:  # a full buffer drops what comes last
            self.lost += count - self._room
            del self._arriving[self._room : count]
            count = self._room
        return count

    def read_into(self, buffer) -> None:
        """Take as many bytes as `buffer` holds; they must have arrived."""
        for k in range(len(buffer)):
            buffer[k] = self._arriving.pop(0)[1]

    def write(self, data: bytes) -> None:
        """Send; the device has the bytes when the last bit has passed."""
        self._clock.advance_us(len(data) * _BITS_A_BYTE * 1_000_000 // self.baudrate)
        if self._device is not None:
            self._device.uart_receive(data)

    # The device's side

    def send(self, data: bytes, baudrate: int) -> None:
        """Bytes to the board, one after the other at the device's rate."""
        when = max(self._clock.now_us, self._line_free_us)
        for k, value in enumerate(data):
            arrival = when + (k + 1) * _BITS_A_BYTE * 1_000_000 // baudrate
            garbled = value if baudrate == self.baudrate else value ^ 0xA5
            self._arriving.append((arrival, garbled))
            self._line_free_us = arrival


class HSUChip:
    """A PN532 wired for HSU."""

    def __init__(self, clock, link, chip):
        self._clock = clock
        self._link = link
        self._chip = chip
        self._bytes = b""
        self._last_us = 0
        self._rate = BAUD_RATES[chip.baud_code]
        chip.watch_ready(self._speak)
        link.attach(self)

    def uart_receive(self, data: bytes) -> None:
        """Bytes from the board: wake-up, or frames in any pieces."""
        chip = self._chip
        if not chip.is_present():
            return
        if self._link.baudrate != self._rate:
            data = bytes([value ^ 0xA5 for value in data])
        if self._clock.now_us - self._last_us > _GAP_US:
            self._bytes = b""
        self._last_us = self._clock.now_us
        if _WAKE_UP in data:
            chip.wake()
        self._bytes += data
        while self._bytes:
            used = chip.receive(self._bytes)
            if not used:
                break
            self._bytes = self._bytes[used:]

    def _speak(self):
        chip = self._chip
        while chip.ready:
            frame = chip.take_frame()
            if not chip.is_present():
                continue
            if chip.strikes("stale_bytes"):
                frame = _STALE + frame
            self._link.send(frame, self._rate)
        # A new rate holds once the answer to SetSerialBaudRate is out.
        self._rate = BAUD_RATES[chip.baud_code]
