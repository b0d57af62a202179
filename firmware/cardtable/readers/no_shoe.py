"""In the place of the shoe's reader where there is none: cards are dealt by hand.

Decks are enrolled and checked over a reader under the felt then (`place`), the dealer's if there is
one. In play the boxes alone name the cards.
"""

from array import array

from cardtable.drivers.reader_codes import COUNTERS, NO_TAG

_PAUSE_MS = 100


class NoShoe:
    """As much of ShoeReader (shoe.py) as the table asks for. `work()` is what goes on."""

    name = "shoe"
    state = None  # not fitted (diag/states.py)
    chip = None

    def __init__(self, boxes, place, work):
        self._boxes = boxes
        self._reader = boxes.readers[place]
        self._work = work
        self.counters = array("I", [0] * COUNTERS)

    def pause_ms(self):
        return _PAUSE_MS

    def wake(self):
        """Nothing sleeps."""
        yield 0

    def scan(self):
        """(result code, number of UIDs): of the reader under the felt, while no sweep goes on."""
        work = self._work()
        if work is None or work.kind == "trial":  # which has the air for itself
            yield _PAUSE_MS
            return NO_TAG, 0
        sweep = self._boxes.sweep
        yield from sweep.pause()
        try:
            code, count = yield from self._reader.scan(True)
            if code <= NO_TAG:
                self._reader.note()
            return code, count
        finally:
            sweep.go_on()

    def uid(self):
        return self._reader.uid()
