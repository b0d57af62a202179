"""The one thing the Adafruit driver imports that a board without CircuitPython lacks."""


class Direction:
    """Which way a pin works."""

    INPUT = 0
    OUTPUT = 1


class DigitalInOut:
    """A `machine.Pin` that is already set up, as the driver wants a reset pin."""

    def __init__(self, pin):
        self._pin = pin
        self.direction = Direction.OUTPUT

    @property
    def value(self):
        """True when the pin is high."""
        return bool(self._pin.value())

    @value.setter
    def value(self, level):
        self._pin.value(1 if level else 0)
