"""MAX7219: eight seven-segment digits on SPI, for amounts and short words.

The chip never answers, so nobody knows whether it heard: what changed is written at once, and
`refresh()` writes every register again, which heals a display that was unplugged or disturbed.
Its own decoder stays off: it has no letters, and switching it over would show nonsense between
two transfers.
"""

from micropython import const

_DIGIT_0 = const(1)  # registers 1 to 8; digit 0 is the rightmost
_DECODE = const(0x09)
_INTENSITY = const(0x0A)
_SCAN_LIMIT = const(0x0B)
_SHUTDOWN = const(0x0C)  # 0: dark, registers kept; 1: lit
_TEST = const(0x0F)

_DIGITS = const(8)
_POINT = const(0x80)
_MOST = const(99999999)  # what eight digits hold

# Segments: point a b c d e f g, from bit 7 down (data sheet table 6)
_NUMBERS = b"\x7e\x30\x6d\x79\x33\x5b\x5f\x70\x7f\x7b"
_LETTERS = "-EHLNOPSdnortAbCFGJUY0123456789"
_SHAPES = (
    b"\x01\x4f\x37\x0e\x76\x7e\x67\x5b\x3d\x15\x1d\x05\x0f\x77\x1f\x4e\x47\x5e\x38\x3e\x3b"
    + _NUMBERS
)
_DASH = const(0x01)


class Max7219:
    """`amount(cents)` or `word(text)` says what to show; both write only digits that changed."""

    def __init__(self, spi, select, intensity=8):
        self._spi = spi
        self._select = select  # high: the rising edge loads what was shifted in
        self._word = bytearray(2)
        self._shown = bytearray(_DIGITS)  # as last sent; index 0 is the rightmost digit
        self._next = bytearray(_DIGITS)
        self.intensity = intensity  # 0 to 15
        self.lit = 1
        self.testing = 0  # 1: every segment lights, whatever the digits say
        self.refresh()

    def amount(self, cents):
        """Right aligned; from a million on whole dollars without a point, beyond that dashes."""
        new = self._next
        point = 2
        if cents > _MOST:
            cents //= 100
            point = -1
        if not 0 <= cents <= _MOST:
            for place in range(_DIGITS):
                new[place] = _DASH
        else:
            for place in range(_DIGITS):
                shape = 0
                if cents or place <= point or place == 0:
                    shape = _NUMBERS[cents % 10]
                    cents //= 10
                new[place] = shape | _POINT if place == point else shape
        self._send()

    def word(self, text):
        """Up to eight letters of those the segments can form, right aligned; others stay dark."""
        new = self._next
        for place in range(_DIGITS):
            at = len(text) - 1 - place
            at = _LETTERS.find(text[at]) if at >= 0 else -1
            new[place] = _SHAPES[at] if at >= 0 else 0
        self._send()

    def refresh(self):
        """Write everything; last the register that lights it, so no nonsense is ever seen."""
        self._put(_TEST, self.testing)
        self._put(_SCAN_LIMIT, _DIGITS - 1)
        self._put(_DECODE, 0)
        self._put(_INTENSITY, self.intensity)
        for place in range(_DIGITS):
            self._put(_DIGIT_0 + place, self._shown[place])
        self._put(_SHUTDOWN, self.lit)

    def _send(self):
        shown = self._shown
        for place in range(_DIGITS):
            shape = self._next[place]
            if shape != shown[place]:
                self._put(_DIGIT_0 + place, shape)
                shown[place] = shape

    def _put(self, register, value):
        self._word[0] = register
        self._word[1] = value
        self._select.value(0)
        self._spi.write(self._word)
        self._select.value(1)
