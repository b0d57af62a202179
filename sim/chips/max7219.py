"""A MAX7219 with eight seven-segment digits, as it stands in the table: what a person reads on it.

Sixteen bits are shifted in while LOAD/CS is low, and count at its rising edge. Whatever else comes
is noted in `errors`: other lengths, unknown registers, a wrong SPI mode, too fast a clock.
"""

_MOST_HZ = 10_000_000  # data sheet: serial clock
_NO_OP = 0x00
_DECODE = 0x09
_INTENSITY = 0x0A
_SCAN_LIMIT = 0x0B
_SHUTDOWN = 0x0C
_TEST = 0x0F

_SEGMENTS = "gfedcba"  # from bit 0; bit 7 is the point
_CODE_B = "0123456789-EHLP "

# What a person makes of lit segments. O and 0, S and 5 look alike: beside letters they are letters.
_SHAPES = {
    "": " ",
    "abcdef": "0", "bc": "1", "abdeg": "2", "abcdg": "3", "bcfg": "4", "acdfg": "5",
    "acdefg": "6", "abc": "7", "abcdefg": "8", "abcdfg": "9",
    "g": "-", "adefg": "E", "bcefg": "H", "def": "L", "abcef": "N", "abefg": "P",
    "bcdeg": "d", "ceg": "n", "cdeg": "o", "eg": "r", "defg": "t",
    "abcefg": "A", "cdefg": "b", "adef": "C", "aefg": "F", "acdef": "G", "bcd": "J", "bcdef": "U",
    "bcdfg": "Y",
}  # fmt: skip
_AS_LETTERS = {"0": "O", "5": "S", "1": "I"}


class MAX7219:
    """One display module on `bus`; digit 0 is the rightmost."""

    def __init__(self, bus, select):
        self._bus = bus
        self.plugged = True
        self.errors = []
        self.loads = 0  # 16-bit words that were loaded
        self._shifted = None  # bytes since it was selected; None while it is not
        self.power_up()
        bus.attach(self, select)

    def power_up(self) -> None:
        """As after power-up: dark, one digit scanned, dimmest; the digits hold nothing known."""
        self.digits = bytearray(b"\xff\x00" * 4)  # chance: a driver may not rely on zeroes
        self.registers = {_DECODE: 0, _INTENSITY: 0, _SCAN_LIMIT: 0, _SHUTDOWN: 0, _TEST: 0}

    def unplug(self) -> None:
        """The plug is out: dark, and it hears nothing."""
        self.plugged = False
        self.power_up()

    def plug(self) -> None:
        """The plug is in again; nobody tells the board."""
        self.plugged = True
        self._shifted = None

    def glitch(self, register: int, value: int) -> None:
        """A spark changes a register."""
        self._load(register, value)

    # ---- the bus

    def spi_select(self, level: int) -> None:
        if level == 0:
            self._shifted = bytearray()
        elif self._shifted is not None:
            shifted = self._shifted
            self._shifted = None
            if self.plugged:
                self._latch(shifted)

    def spi_transfer(self, out: bytes, heard) -> None:
        for k in range(len(heard)):
            heard[k] = 0xFF  # DOUT is not wired back
        if self._shifted is None or not self.plugged:
            return
        self._shifted += out
        if self._bus.mode != (0, 0):
            self.errors.append("SPI mode {}: this chip takes (0, 0)".format(self._bus.mode))
        if self._bus.baudrate > _MOST_HZ:
            self.errors.append("{} Hz is more than {}".format(self._bus.baudrate, _MOST_HZ))

    def _latch(self, shifted):
        if len(shifted) != 2:
            self.errors.append("{} bytes loaded: a word has two".format(len(shifted)))
            shifted = shifted[-2:]  # the last sixteen bits count
        if len(shifted) == 2:
            if shifted[0] & 0xF0:
                self.errors.append("the upper four bits of {:#x} mean nothing".format(shifted[0]))
            self.loads += 1
            self._load(shifted[0] & 0x0F, shifted[1])

    def _load(self, register, value):
        if 1 <= register <= 8:
            self.digits[register - 1] = value
        elif register not in _BITS:
            if register != _NO_OP:
                self.errors.append("there is no register {:#x}".format(register))
        else:
            if value & ~_BITS[register]:
                self.errors.append("{:#x} is too much for register {:#x}".format(value, register))
            self.registers[register] = value & _BITS[register]

    # ---- what a person sees

    @property
    def lit(self) -> bool:
        return self.plugged and bool(self.registers[_SHUTDOWN] or self.registers[_TEST])

    @property
    def intensity(self) -> int:
        return 15 if self.registers[_TEST] else self.registers[_INTENSITY]

    @property
    def text(self) -> str:
        """What is read, without the dark digits on the left: "12345.67", "PEnd", "" when dark."""
        if not self.lit:
            return ""
        if self.registers[_TEST]:
            return "8." * 8
        shapes = []
        for digit in range(self.registers[_SCAN_LIMIT], -1, -1):
            shapes.append(self._shape(digit))
        if [one for one in shapes if one[0] in "EHLNPdnortAbCFGJUY"]:
            shapes = [_AS_LETTERS.get(one[0], one[0]) + one[1:] for one in shapes]
        return "".join(shapes).strip()

    def _shape(self, digit):
        value = self.digits[digit]
        point = "." if value & 0x80 else ""
        if self.registers[_DECODE] >> digit & 1:
            return _CODE_B[value & 0x0F] + point
        lit = [_SEGMENTS[bit] for bit in range(7) if value >> bit & 1]
        return _SHAPES.get("".join(sorted(lit)), "?") + point


_BITS = {_DECODE: 0xFF, _INTENSITY: 0x0F, _SCAN_LIMIT: 0x07, _SHUTDOWN: 0x01, _TEST: 0x01}
