"""WS2812: coloured lamps in a chain on one pin. The chain never answers.

`machine.bitstream` holds interrupts back while it sends, 30 µs a lamp.
"""

import machine

_TIMING_NS = (400, 850, 800, 450)  # WS2812B: 0 high, 0 low, 1 high, 1 low


class Pixels:
    """`write(colours)` takes red, green, blue of each lamp; two writes stand 300 µs apart."""

    def __init__(self, pin, count):
        self._pin = pin
        self._wire = bytearray(3 * count)
        self.count = count

    def write(self, colours):
        wire = self._wire
        for at in range(0, len(wire), 3):
            wire[at] = colours[at + 1]  # green comes first on the wire
            wire[at + 1] = colours[at]
            wire[at + 2] = colours[at + 2]
        machine.bitstream(self._pin, 0, _TIMING_NS, wire)
