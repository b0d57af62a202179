"""PN532, byte for byte: frames in, frames out, with the chip's own timing on the virtual clock.

Whoever carries the bytes (I2C, SPI, HSU) calls `receive()`, `ready` and `take_frame()`. A command
is a generator that yields the microseconds it needs, so a card that leaves in the middle of an
activation is lost as it would be in life. Commands and numbers: UM0701-02; timings are a model
from the data sheet and published traces, not measured.
"""

from sim.chips import frames
from sim.chips.commands import NO_ANSWER, SYNTAX_ERROR, WAIT_FOR_TAG, Commands
from sim.chips.faults import FOREVER, Faulty
from sim.chips.i2c_bus import ETIMEDOUT, I2CDevice

I2C_ADDRESS = 0x24

# Which pins select the interface (data sheet 8.3.1): the value of I0 and I1
HSU = 0
I2C = 1
SPI = 2

_ACK_US = 300  # from the last byte of a command to its ACK (model; the limit is 15 ms)
_FIRMWARE_US = 600  # the chip's own work on a command (assumed)
_RESEND_US = 200  # from a NACK to the repeated answer (assumed)
_WAKE_US = 1_000  # from a wake-up to the first command it takes (assumed; data sheet: 2 ms at most)
_TRY_US = 5_500  # one unanswered request (published: 5 to 6 ms)

_RF_COMMANDS = 0x40  # from here on a command needs SAMConfiguration first


# A table exchanges a dozen different commands and the UIDs of a deck: each is worked out once.
_KEPT = 128
_read = {}
_built = {}  # by command


class PN532(Commands, I2CDevice):
    """One reader chip over one antenna."""

    # As a measured table has it (sim/harness/measured.py); else a model
    ack_us = _ACK_US
    work_us = _FIRMWARE_US
    fails_every = 0  # answer so many is spoilt; 0: none
    _answered = 0

    def __init__(self, clock, antenna, interface: int = I2C, ic: int = 0x32):
        Commands.__init__(self, clock, antenna, interface, ic)
        self.commands_seen = 0
        self.may_be_absent = False  # unless it is unplugged
        self._told = None
        self._running = None
        self._event = None
        self._out = []
        self.power_on()
        antenna.watch(self._antenna_changed)

    def power_on(self) -> None:
        """Fresh supply: everything configured is forgotten."""
        self._stop()
        self._last = b""
        self._parked_us = None
        self._asleep = self.interface == HSU  # HSU starts in low power until it sees 55
        self._awake_us = 0
        self.forget()
        self.antenna.switch_field(False)
        self._tell()

    def watch_ready(self, told) -> None:
        """Call `told()` whenever there is something to read, or no longer (HSU, IRQ)."""
        self._told = told

    def drive_irq(self, wire) -> None:
        """Wire P70_IRQ: low while there is something to read."""
        self.watch_ready(lambda: wire.drive(0 if self._out else 1))

    def reset_by(self, wire) -> None:
        """Wire RSTPDN: low holds the chip, the rising edge starts it anew."""
        wire.watch(self._on_reset)

    def _on_reset(self, level):
        if level:
            self.power_on()
        else:
            self._stop()
            self._asleep = True
            self._tell()

    # Faults that change the chip at once

    def fault(self, name: str, count: int = 1) -> None:
        """Switch a fault on (see the catalogue in faults.py)."""
        if name == "brown_out":
            self._known(name)
            self.power_on()
            return
        Faulty.fault(self, name, count)
        if name == "unplugged":
            self.may_be_absent = True
            if count == FOREVER:
                self.power_on()  # no supply: the field drops, everything is forgotten
        if name == "sda_low":
            self.holds_sda = True
            if self.on_hold is not None:
                self.on_hold()

    def clear(self, name: str) -> None:
        """Switch a fault off."""
        if name == "unplugged":
            self.may_be_absent = False
            if name in self._faults:
                self.power_on()
        if name == "sda_low":
            self.holds_sda = False
        Faulty.clear(self, name)

    # The host's side

    @property
    def ready(self) -> bool:
        """True when a frame waits to be read."""
        return bool(self._out)

    def wake(self) -> None:
        """The interface saw its wake-up condition."""
        if self._asleep:
            self._asleep = False
            self._awake_us = self.clock.now_us + _WAKE_US

    def receive(self, data: bytes) -> int:
        """Bytes from the host; returns how many were used up (for links that come in pieces)."""
        known = _read.get(data)
        if known is None:
            known = frames.read(data)
            if len(_read) < _KEPT:
                _read[data] = known
        found, body, used = known
        if self._asleep or self.clock.now_us < self._awake_us:
            return used
        if found == frames.COMMAND:
            self._accept(body)
        elif found == frames.ACK:
            self._stop()  # the host aborts the running command
            self._tell()
        elif found == frames.NACK and self._last:
            self._stop()
            again = self._spoil(self._last) if self._faults else self._last
            self._event = self.clock.at(_RESEND_US, self._push, again)
        return used

    def take_frame(self) -> bytes:
        """The frame that waits; it is gone from the chip then. Empty when there is none."""
        if not self._out:
            return b""
        frame = self._out.pop(0)
        if self._told is not None and not self._out:
            self._told()
        return frame

    # I2C (data sheet 8.3.4.5): a status byte before every answer

    def is_present(self) -> bool:
        """False when nobody acknowledges the address."""
        return "unplugged" not in self._faults or not self.strikes("unplugged")

    def i2c_write(self, data: bytes) -> None:
        if self._faults:
            self._stretch()
        if self._asleep:
            self.wake()
            return
        self.receive(data)

    def i2c_read(self, buffer) -> None:
        if self._faults:
            self._stretch()
        n = len(buffer)
        if not self._out:
            buffer[:] = bytes(n)
        elif n == 1:
            buffer[0] = 1
        else:
            answer = b"\x01" + self.take_frame()
            short = n - len(answer)
            buffer[:] = answer + bytes(short) if short > 0 else answer[:n]

    def _stretch(self):
        if self.strikes("i2c_timeout"):
            raise OSError(ETIMEDOUT)

    # Inside

    def _stop(self):
        if self._event is not None:
            self.clock.cancel(self._event)
            self._event = None
        self._running = None
        self._parked_us = None
        self._out.clear()

    def _tell(self):
        if self._told is not None:
            self._told()

    def _push(self, frame):
        self._event = None
        self._out.append(frame)
        if self._told is not None:
            self._told()

    def _accept(self, body):
        if self._event is not None or self._running is not None or self._out:
            self._stop()
            self._tell()
        self.commands_seen += 1
        if self._faults and self.strikes("no_ack"):
            return
        self._event = self.clock.at(self.ack_us, self._start, body)

    def _start(self, body):
        ack = frames.ACK_FRAME
        if self._faults and self.strikes("bad_ack"):
            ack = ack[:3] + b"\x40" + ack[4:]
        self._push(ack)
        code = body[1]
        if (code >= _RF_COMMANDS and not self.sam) and code in self.known:
            return  # without SAMConfiguration the chip is silent
        if self._faults and self.strikes("stuck_busy"):
            return
        self._running = self.run(code, body[2:])
        self._code = code
        self._go_on()

    def _go_on(self):
        self._event = None
        work = self._running
        if work is None:
            return
        try:
            delay = next(work)
        except StopIteration as end:
            self._finish(end.value)
            return
        if delay == WAIT_FOR_TAG:
            self._parked_us = self.clock.now_us
        else:
            self._event = self.clock.at(delay, self._go_on)

    def _antenna_changed(self):
        parked = self._parked_us
        if parked is not None and self._event is None:
            # Requests go out every _TRY_US since it began to wait: the next one is the first
            # that can meet the change.
            late = (self.clock.now_us - parked) % _TRY_US
            self._event = self.clock.at(_TRY_US - late, self._try_again)

    def _try_again(self):
        self._parked_us = None
        self._go_on()

    def _finish(self, answer):
        self._running = None
        if answer is NO_ANSWER:
            return
        if answer is SYNTAX_ERROR:
            frame = frames.ERROR_FRAME
        else:
            kept = _built.get(self._code)
            if kept is None:
                kept = _built[self._code] = {}
            frame = kept.get(answer)
            if frame is None:
                frame = frames.build(bytes((frames.FROM_CHIP, self._code + 1)) + answer)
                if len(kept) < _KEPT:
                    kept[answer] = frame
        self._last = frame
        if self._faults:
            frame = self._spoil(frame)
        if self.fails_every:
            self._answered += 1
            if self._answered % self.fails_every == 0:
                frame = frame[:-2] + bytes((frame[-2] ^ 1, 0))
        self._event = self.clock.at(self.work_us, self._push, frame)

    def _spoil(self, frame):
        if self.strikes("bad_lcs"):
            frame = frame[:4] + bytes((frame[4] ^ 1,)) + frame[5:]
        if self.strikes("bad_dcs"):
            frame = frame[:-2] + bytes((frame[-2] ^ 1, 0))
        if self.strikes("flipped_bit"):
            k = len(frame) // 2
            frame = frame[:k] + bytes((frame[k] ^ 0x40,)) + frame[k + 1 :]
        return frame
