"""The supervisor's key switch: a contact from a pin of the board to ground, with bounces."""


class KeySwitch:
    """`wire` is the pin's; its pull-up makes it high while the key is not turned."""

    def __init__(self, clock, wire):
        self._clock = clock
        self._wire = wire

    def turn(self, on: bool, bounces: int = 0, bounce_us: int = 900) -> None:
        """Turn the key; the contact opens and closes `bounces` times before it settles."""
        self._wire.drive(0 if on else 1)
        for k in range(bounces):
            self._clock.at((2 * k + 1) * bounce_us, self._wire.drive, 1 if on else 0)
            self._clock.at((2 * k + 2) * bounce_us, self._wire.drive, 0 if on else 1)
