"""Chip selects by a decoder (74HC154, or two 74HC138): readers on one SPI bus, in the muxes' place.

A number on the decoder's lines chooses an output, and its enable pin makes that one low: so no two
readers can be selected, and none is while nobody talks.
"""


class Decoder:
    """`lines` are pins, the lowest bit first; `enable` is active low."""

    astray: tuple = ()  # there is nothing here that could be stuck unseen (mux.py)

    def __init__(self, lines, enable):
        self._lines = lines
        self.enable = enable
        self._chosen = -1

    def output(self, number):
        """A chip select, as a pin."""
        if not 0 <= number < 1 << len(self._lines):
            raise ValueError("no decoder output " + str(number))
        return Output(self, number)

    def choose(self, number):
        if number != self._chosen:
            self._chosen = number
            for line in self._lines:
                line(number & 1)
                number >>= 1

    def reset(self):
        """Nobody is selected; the lines are set anew."""
        self.enable(1)
        self._chosen = -1


class Output:
    """The chip select of one reader: called with 0 or 1, as a pin."""

    def __init__(self, decoder, number):
        self._decoder = decoder
        self._number = number

    def __call__(self, level):
        decoder = self._decoder
        if not level:
            decoder.choose(self._number)
        decoder.enable(level)
