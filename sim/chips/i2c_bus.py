"""An I2C bus: devices by address, time for every byte, and the errors a Pico's controller gives.

A device is an `I2CDevice`: it gets whole transactions and may raise OSError. Errors carry
MicroPython's numbers on every desk: EIO when nobody acknowledges the address, ETIMEDOUT when a
line is held.
"""

from sim.chips.faults import Faulty

EIO = 5
ETIMEDOUT = 110
_KEPT = 64  # transactions of so many bytes have their duration worked out once
_BITS_A_BYTE = 9  # eight and the acknowledge
_OVERHEAD_US = 30  # start, stop and the controller's own work for one transaction (assumed;
# a clock that charges has it measured, and how much longer a bit is than the frequency says)


class I2CDevice:
    """What every device on a bus is asked; a real device overrides the two transfers."""

    holds_sda = False  # True: it blocks the bus it is connected to
    may_be_absent = True  # False: is_present() need not be asked before each transaction
    on_hold = None  # the bus puts a call here: tell it when `holds_sda` becomes True

    def is_present(self) -> bool:
        """False when the address is not acknowledged now."""
        return True

    def i2c_write(self, data: bytes) -> None:
        """A whole write transaction has arrived."""
        raise NotImplementedError

    def i2c_read(self, buffer) -> None:
        """Fill `buffer` for a whole read transaction."""
        raise NotImplementedError


class I2CBus(Faulty):
    """One bus of the board. `freq` and `timeout_us` are set by the controller (`machine.I2C`)."""

    part = "bus"

    def __init__(self, clock, freq: int = 400_000, timeout_us: int = 50_000):
        super().__init__()
        self._clock = clock
        self._overhead_us = getattr(clock, "i2c_us", _OVERHEAD_US)
        self._bit = getattr(clock, "i2c_bit", 1)
        self.freq = freq
        self.timeout_us = timeout_us
        self.transactions = 0
        self._alone = {}  # device on the bus itself by address, as the tuple a transaction goes to
        self._muxes = []
        self._all = []  # (mux or None, channel, device)
        self._suspect = False  # a device said that it holds SDA

    @property
    def freq(self) -> int:
        """Bits a second."""
        return self._freq

    @freq.setter
    def freq(self, freq: int):
        self._freq = freq
        self._durations = [self._duration_us(count) for count in range(_KEPT)]

    # Wiring

    def attach(self, address: int, device) -> None:
        """Solder a device to the bus itself."""
        if address in self._alone:
            raise ValueError("I2C address 0x{:02x} is already taken".format(address))
        self._alone[address] = (device,)
        if hasattr(device, "connected"):
            self._muxes.append(device)
        self._add(None, 0, device)

    def attach_behind(self, mux, channel: int, address: int, device) -> None:
        """Solder a device behind one channel of a mux on this bus."""
        if mux not in self._muxes:
            raise ValueError("this mux is not on this bus: attach it first")
        mux.attach(channel, address, device)
        self._add(mux, channel, device)

    def _add(self, mux, channel, device):
        self._all.append((mux, channel, device))
        device.on_hold = self.look_again
        self.look_again()

    def look_again(self) -> None:
        """A device may hold SDA now: look at the next transaction."""
        self._suspect = True

    # The controller's side

    def probe(self, address: int) -> bool:
        """True when a device acknowledges the address (how `scan()` looks)."""
        try:
            self._begin(address)
        except OSError:
            return False
        return True

    def write(self, address: int, data: bytes) -> None:
        """One write transaction; the device gets it when its last bit has passed."""
        found = self._begin(address)
        count = len(data)
        self._clock.advance_us(
            self._durations[count] if count < _KEPT else self._duration_us(count)
        )
        try:
            for device in found:
                device.i2c_write(data)
        except OSError:
            self._clock.advance_us(self.timeout_us)
            raise

    def read(self, address: int, buffer, stop: bool = True) -> None:
        """One read transaction into `buffer`; devices that answer together pull bits low."""
        found = self._begin(address)
        try:
            found[0].i2c_read(buffer)
            if len(found) > 1:
                self._join(found, buffer)
        except OSError:
            self._clock.advance_us(self.timeout_us)
            raise
        count = len(buffer)
        self._clock.advance_us(
            self._durations[count] if count < _KEPT else self._duration_us(count)
        )

    def _join(self, found, buffer):
        for device in found[1:]:
            other = bytearray(len(buffer))
            device.i2c_read(other)
            for k in range(len(other)):
                buffer[k] &= other[k]

    def _duration_us(self, count):
        bits_us = (count + 1) * _BITS_A_BYTE * 1_000_000 // self._freq
        return int(bits_us * self._bit + self._overhead_us)

    def _begin(self, address):
        self.transactions += 1
        if self._suspect or self._faults:
            self._hold_up()
        found = self._alone.get(address)
        if found is None:
            for mux in self._muxes:
                behind = mux.connected.get(address)
                if behind is not None:
                    found = found + behind if found else behind
        if found:
            if len(found) == 1 and not found[0].may_be_absent:
                return found
            found = tuple([device for device in found if device.is_present()])
            if found:
                return found
        self._clock.advance_us(self._duration_us(0))
        raise OSError(EIO)

    def _hold_up(self):
        held = self._faults and self.strikes("bus_held")
        self._suspect = False
        for mux, channel, device in self._all:
            if device.holds_sda:
                self._suspect = True
                if mux is None or mux.control >> channel & 1:
                    held = True
        if held:
            self._clock.advance_us(self.timeout_us)
            raise OSError(ETIMEDOUT)
