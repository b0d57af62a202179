"""TCA8418: a chip that scans a keypad by itself, debounces it, and keeps ten events (TI SCPS222).

Registers by number; the first byte written is the register, then it counts up if CFG.AI is set.
Only what a keypad needs is there: configuration, interrupt status, event counter, FIFO, KP_GPIO.
A contact counts once it has been as it is for the debounce time; two keys are two events.
"""

from sim.chips.i2c_bus import I2CDevice

ADDRESS = 0x34  # fixed
CFG, INT_STAT, KEY_LCK_EC, KEY_EVENT_A = 0x01, 0x02, 0x03, 0x04
KP_GPIO1, KP_GPIO2 = 0x1D, 0x1E
AUTO, KEEP_NEWEST = 0x80, 0x20
K_INT, OVERFLOW = 0x01, 0x08
_FIFO = 10
_PER_ROW = 10
_DEBOUNCE_US = 25_000  # data sheet: 25 ms before a press or a release is told


class TCA8418(I2CDevice):
    """One scanner; `Keypad` (keypad.py) may be soldered to it as to an expander."""

    may_be_absent = False

    def __init__(self, clock):
        self._clock = clock
        self.power_on()

    def power_on(self) -> None:
        """Fresh supply: nothing is configured, nothing is kept."""
        self._registers = {CFG: 0, INT_STAT: 0, KP_GPIO1: 0, KP_GPIO2: 0}
        self._at = 0
        self.events = []
        self._told = {}  # key code: down, as last told
        self._now = {}  # key code: down, as the contact is
        self._since = {}

    def key(self, row: int, column: int, down: bool) -> None:
        """A contact closes or opens."""
        code = row * _PER_ROW + column + 1
        if self._now.get(code, False) == down:
            return
        self._now[code] = down
        self._since[code] = self._clock.now_us
        self._clock.at(_DEBOUNCE_US, self._settled, code)

    def _settled(self, code):
        down = self._now.get(code, False)
        still = self._clock.now_us - self._since.get(code, 0) >= _DEBOUNCE_US
        if not still or down == self._told.get(code, False) or not self._scans(code):
            return
        self._told[code] = down
        registers = self._registers
        if len(self.events) == _FIFO:
            registers[INT_STAT] |= OVERFLOW
            if not registers[CFG] & KEEP_NEWEST:
                return
            self.events.pop(0)
        self.events.append(code | (0x80 if down else 0))
        registers[INT_STAT] |= K_INT

    def _scans(self, code):
        row, column = (code - 1) // _PER_ROW, (code - 1) % _PER_ROW
        return self._registers[KP_GPIO1] >> row & 1 and self._registers[KP_GPIO2] >> column & 1

    def i2c_write(self, data: bytes) -> None:
        if not data:
            return
        self._at = data[0]
        for value in data[1:]:
            if self._at == INT_STAT:
                self._registers[INT_STAT] &= ~value  # a one clears
            elif self._at not in (KEY_LCK_EC, KEY_EVENT_A):
                self._registers[self._at] = value
            self._next()

    def i2c_read(self, buffer) -> None:
        for k in range(len(buffer)):
            buffer[k] = self._read()
            self._next()

    def _read(self):
        if self._at == KEY_LCK_EC:
            return len(self.events)
        if self._at == KEY_EVENT_A:
            return self.events.pop(0) if self.events else 0
        return self._registers.get(self._at, 0)

    def _next(self):
        if self._registers[CFG] & AUTO:
            self._at += 1


class ScannedKeypad:
    """The keys of a table on a TCA8418: rows 0 to 3, columns 0 to 4. As sim/chips/keypad.py."""

    def __init__(self, clock, scanner):
        self._clock = clock
        self._scanner = scanner

    def press(self, key: int, bounces: int = 0, bounce_us: int = 800) -> None:
        self._move(key, True, bounces, bounce_us)

    def release(self, key: int, bounces: int = 0, bounce_us: int = 800) -> None:
        self._move(key, False, bounces, bounce_us)

    def tap(self, key: int, hold_ms: int = 80, bounces: int = 0) -> None:
        self.press(key, bounces)
        self._clock.at(hold_ms * 1000, self.release, key, bounces)

    def _move(self, key, down, bounces, bounce_us):
        if not 0 <= key < 20:
            raise ValueError("no such key: {}".format(key))
        self._set(key, down)
        for k in range(bounces):
            self._clock.at((2 * k + 1) * bounce_us, self._set, key, not down)
            self._clock.at((2 * k + 2) * bounce_us, self._set, key, down)

    def _set(self, key, down):
        self._scanner.key(key // 5, key % 5, down)
