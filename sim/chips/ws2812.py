"""A chain of WS2812B lamps: pulses in, colours out.

Every lamp takes the first 24 bits it hears (green, red, blue, most significant bit first) and
passes on the rest; a pause latches what was taken. Pulses that are neither a 0 nor a 1, pauses in
the middle, half a colour and colours for lamps that are not there are noted in `errors`.
"""

# WS2812B data sheet; the pause is that of newer lots, older ones were content with 50 µs.
_HIGH_0 = (250, 550)
_HIGH_1 = (650, 950)
_LOW_0 = (700, 1000)
_LOW_1 = (300, 600)
_BETWEEN_NS = 5_000  # longer than a low, too short for a latch: nobody knows what lamps make of it
LATCH_NS = 280_000


class WS2812:
    """`count` lamps on a wire. `colours` is what shines: [(red, green, blue), …]."""

    def __init__(self, clock, wire, count: int):
        self._clock = clock
        self.count = count
        self.errors = []
        self.frames = 0  # latched
        self.plugged = True
        self._bits = []
        self._end_ns = -LATCH_NS
        self._latched = bytearray(3 * count)
        wire.level = 0
        wire.on_pulse = self._pulse

    @property
    def colours(self):
        self._rest(self._clock.now_us * 1000)
        latched = self._latched
        return [tuple(latched[k : k + 3]) for k in range(0, 3 * self.count, 3)]

    def glitch(self, lamp: int, colour) -> None:
        """A spark sets a lamp to something else."""
        self._rest(self._clock.now_us * 1000)
        self._latched[3 * lamp : 3 * lamp + 3] = bytes(colour)

    def unplug(self) -> None:
        """Without power: dark, deaf, and dark again after plug()."""
        self.plugged = False
        self._bits = []
        self._latched = bytearray(3 * self.count)

    def plug(self) -> None:
        self.plugged = True

    def _pulse(self, high_ns, low_ns):
        now = self._clock.now_us * 1000
        self._rest(now)
        pause = now - self._end_ns
        self._end_ns = max(now, self._end_ns) + high_ns + low_ns
        if not self.plugged:
            return
        if self._bits and pause > _BETWEEN_NS:
            self.errors.append("a pause of {} ns is too short to latch".format(pause))
        one = high_ns >= (_HIGH_0[1] + _HIGH_1[0]) // 2
        high, low = (_HIGH_1, _LOW_1) if one else (_HIGH_0, _LOW_0)
        if not high[0] <= high_ns <= high[1]:
            self.errors.append("high for {} ns is neither 0 nor 1".format(high_ns))
        elif not low[0] <= low_ns <= low[1]:
            self.errors.append("low for {} ns after a {}".format(low_ns, int(one)))
        self._bits.append(one)

    def _rest(self, now):
        """A pause since the last pulse latches what was heard."""
        if not self._bits or now - self._end_ns < LATCH_NS:
            return
        bits, self._bits = self._bits, []
        if len(bits) % 24:
            self.errors.append("{} bits are no whole colours".format(len(bits)))
        if len(bits) > 24 * self.count:
            self.errors.append("{} bits for {} lamps".format(len(bits), self.count))
        self.frames += 1
        for lamp in range(min(len(bits) // 24, self.count)):
            for k, at in ((1, 0), (0, 8), (2, 16)):  # green, red, blue on the wire
                value = 0
                for bit in bits[24 * lamp + at : 24 * lamp + at + 8]:
                    value = value << 1 | bit
                self._latched[3 * lamp + k] = value
