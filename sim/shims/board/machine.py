"""The fake `machine`: MicroPython's hardware module in front of emulated hardware.

Found first when `sim/shims/board` is on the path. It has what the firmware uses, with the
signatures of the rp2 port; anything else raises. Plug it into a world before the firmware starts:

    machine.plug(Wiring(clock))
"""

_world = None

# The rp2 port knows these two, and its own reset goes by way of the watchdog.
PWRON_RESET = 1
WDT_RESET = 3

_cause = PWRON_RESET
_watchdog = None  # the one that runs; a reset disarms it
_listening = []  # pins with an interrupt handler; a reset takes them away

# Exists only here: no fake reset may be mistaken for a real one.
RESETS = []  # why the board was reset, newest last


class SimReset(BaseException):
    """The board was reset; nothing of the firmware may catch it."""


def plug(world) -> None:
    """Put the board into a world that has i2c(id), spi(id), uart(id), pin(n) and a clock."""
    global _world, _cause
    _disarm()
    _world = world
    _cause = PWRON_RESET


def _there():
    if _world is None:
        raise RuntimeError("the fake machine is not plugged into a world: call machine.plug(world)")
    return _world


def simulated():
    """The world; a real `machine` has no such call, which is how firmware tells them apart."""
    return _there()


def reset():
    """End the firmware as a hardware reset would."""
    _end("reset", "machine.reset()")


def power_cut():
    """The supply goes and comes back: only here. Chips around the board keep what they have."""
    global _cause
    RESETS.append("power")
    _cause = PWRON_RESET
    _disarm()
    raise SimReset("the power was cut")


def reset_cause() -> int:
    """PWRON_RESET since it was plugged in, WDT_RESET after any other reset."""
    return _cause


def _end(why, told):
    global _cause
    RESETS.append(why)
    _cause = WDT_RESET
    _disarm()
    raise SimReset(told)


def _disarm():
    """What a reset does to the board's own parts; chips around it keep what they have."""
    global _watchdog
    if _watchdog is not None:
        _watchdog._disarm()
        _watchdog = None
    while _listening:
        _listening[0].irq(None)


def bitstream(pin, encoding, timing, data):
    """Send `data` as pulses, most significant bit first; interrupts wait until it is done."""
    if encoding != 0:
        raise ValueError("encoding")
    if len(timing) != 4:
        raise ValueError("timing must be (high 0, low 0, high 1, low 1) in ns")
    took_ns = 0
    for byte in bytes(data):
        for bit in range(7, -1, -1):
            at = 2 * (byte >> bit & 1)
            pin._wire.pulse(timing[at], timing[at + 1])
            took_ns += timing[at] + timing[at + 1]
    _there().clock.advance_us((took_ns + 999) // 1000)


def freq(hz=None):
    """The clock of a stock Pico; setting it has no effect on the virtual clock."""
    return 125_000_000 if hz is None else None


def unique_id() -> bytes:
    """Eight bytes that identify the board: the world's, or a fixed emulated one."""
    return getattr(_there(), "board_id", b"\xe6\x60SIM\x00\x00\x01")


class Pin:
    """A pin of the board, on the wire the world has there."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self._id = id
        self._wire = _there().pin(id)
        self._handler = None
        self._trigger = 0
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        if mode not in (-1, self.IN, self.OUT, self.OPEN_DRAIN):
            raise ValueError("pin {}: no such mode {}".format(self._id, mode))
        if pull not in (-1, None, self.PULL_UP, self.PULL_DOWN):
            raise ValueError("pin {}: no such pull {}".format(self._id, pull))
        self._output = mode in (self.OUT, self.OPEN_DRAIN)
        if value is not None:
            self.value(value)

    def value(self, x=None):
        """The level of the wire; with an argument, drive it."""
        if x is None:
            return self._wire.level
        if not self._output:
            raise ValueError("pin {} is an input: give it mode Pin.OUT first".format(self._id))
        self._wire.drive(1 if x else 0)
        return None

    def __call__(self, x=None):
        return self.value(x)

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def toggle(self):
        self.value(1 - self._wire.level)

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, *, hard=False):
        """Call `handler(pin)` at the edges in `trigger`, while time passes; None takes it away."""
        if trigger & ~(self.IRQ_FALLING | self.IRQ_RISING):
            raise ValueError("pin {}: no such trigger {}".format(self._id, trigger))
        if self._handler is None and handler is not None:
            self._wire.watch(self._edge)
            _listening.append(self)
        elif self._handler is not None and handler is None:
            self._wire.unwatch(self._edge)
            _listening.remove(self)
        self._handler = handler
        self._trigger = trigger
        return self

    def _edge(self, level):
        if self._handler is not None and self._trigger & (
            self.IRQ_RISING if level else self.IRQ_FALLING
        ):
            self._handler(self)


class I2C:
    """A controller on the world's bus `id`."""

    def __init__(self, id, *, scl=None, sda=None, freq=400_000, timeout=50_000):
        self._bus = _there().i2c(id)
        self.readfrom_into = self._bus.read  # the way every look at a reader goes
        self.init(freq=freq, timeout=timeout)

    def init(self, *, scl=None, sda=None, freq=400_000, timeout=50_000):
        self._bus.freq = freq
        self._bus.timeout_us = timeout

    def scan(self) -> list:
        """Addresses that are acknowledged, 0x08 to 0x77 as on the board."""
        return [a for a in range(0x08, 0x78) if self._bus.probe(a)]

    def writeto(self, addr, buf, stop=True):
        self._bus.write(addr, buf if type(buf) is bytes else bytes(buf))
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        data = b"".join(bytes(part) for part in vector)
        self._bus.write(addr, data)
        return len(data)

    def readfrom(self, addr, nbytes, stop=True):
        buf = bytearray(nbytes)
        self._bus.read(addr, buf)
        return bytes(buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self._bus.write(addr, memaddr.to_bytes(addrsize // 8, "big") + bytes(buf))

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        self._bus.write(addr, memaddr.to_bytes(addrsize // 8, "big"))
        self._bus.read(addr, buf)

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf, addrsize=addrsize)
        return bytes(buf)


class SPI:
    """A controller on the world's SPI bus `id`; most significant bit first only, as on rp2."""

    MSB = 1
    LSB = 0

    def __init__(
        self, id, baudrate=1_000_000, *, polarity=0, phase=0, bits=8, firstbit=MSB,
        sck=None, mosi=None, miso=None,
    ):  # fmt: skip
        if firstbit != self.MSB:
            raise NotImplementedError("LSB")  # the rp2 port's own words
        if bits != 8:
            raise NotImplementedError("only 8 bits are emulated")
        self._bus = _there().spi(id)
        self._bus.baudrate = baudrate
        self._bus.mode = (polarity, phase)

    def write(self, buf):
        self._bus.transfer(bytes(buf), bytearray(len(buf)))

    def readinto(self, buf, write=0x00):
        self._bus.transfer(bytes((write,)) * len(buf), buf)

    def read(self, nbytes, write=0x00):
        buf = bytearray(nbytes)
        self.readinto(buf, write)
        return bytes(buf)

    def write_readinto(self, write_buf, read_buf):
        if len(write_buf) != len(read_buf):
            raise ValueError("buffers must be the same length")
        self._bus.transfer(bytes(write_buf), read_buf)


class UART:
    """A controller on the world's serial link `id`."""

    def __init__(self, id, baudrate=115_200, bits=8, parity=None, stop=1, *, tx=None, rx=None,
                 rxbuf=256, txbuf=256, timeout=0, timeout_char=0):  # fmt: skip
        if (bits, parity, stop) != (8, None, 1):
            raise NotImplementedError("only 8N1 is emulated")
        self._link = _there().uart(id)
        self._link.open(baudrate, rxbuf)

    def any(self) -> int:
        return self._link.waiting()

    def read(self, nbytes=None):
        """What has arrived, at most `nbytes`; None when nothing has (timeout 0)."""
        have = self._link.waiting()
        n = have if nbytes is None else min(have, nbytes)
        if n == 0:
            return None
        buf = bytearray(n)
        self._link.read_into(buf)
        return bytes(buf)

    def readinto(self, buf, nbytes=None):
        n = min(self._link.waiting(), len(buf) if nbytes is None else nbytes)
        if n == 0:
            return None
        part = bytearray(n)
        self._link.read_into(part)
        buf[:n] = part
        return n

    def write(self, buf):
        self._link.write(bytes(buf))
        return len(buf)


class WDT:
    """The watchdog: not fed for `timeout` ms, it resets the board. Nothing stops it again."""

    def __init__(self, id=0, timeout=5_000):
        global _watchdog
        if id != 0:
            raise ValueError("WDT({}) doesn't exist".format(id))
        if not 1 <= timeout <= 8_388:  # rp2: 24 bits of microseconds, two a tick
            raise ValueError("timeout exceeds 8388")
        if _watchdog is not None:  # there is one, and now it has another timeout
            _watchdog._disarm()
        self._clock = _there().clock
        self._timeout_us = timeout * 1_000
        self._event = None
        _watchdog = self
        self.feed()

    def feed(self):
        if _watchdog is not self:
            if _watchdog is not None:  # any handle feeds the one that runs
                _watchdog.feed()
            return
        if self._event is not None:
            self._clock.cancel(self._event)
        self._event = self._clock.at(self._timeout_us, self._bite)

    def _disarm(self):
        if self._event is not None:
            self._clock.cancel(self._event)
            self._event = None

    def _bite(self):
        _end("watchdog", "watchdog: not fed for {} ms".format(self._timeout_us // 1_000))
