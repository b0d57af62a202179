"""A technician's trials, between rounds: lamps and display lit, keys watched, antennas tested."""

from cardtable.diag import selftest

_STEP_MS = 400


class Trial:
    """One trial under way. It takes the device for itself until it is ended."""

    def __init__(self, table, what):
        self.kind = "trial"
        self.what = what
        self.keys = []  # pressed since the trial began, newest last
        self.sensors = 0  # contacts that were closed, by bit
        self.key_switch = []  # positions seen
        self.done = False
        self.whole = None
        self._table = table
        if what in ("antenna", "bleed"):
            table.loop.spawn(self._air(), "trial")

    def seen(self, uid):
        """A card at the shoe is of no interest now."""

    def nothing(self):
        pass

    def progress(self):
        yield ["work", "trial"]
        yield ["what", self.what]
        yield ["done", int(self.done)]
        yield ["whole", self.whole]
        yield ["keys", self.keys]
        yield ["sensors", self.sensors]
        yield ["key_switch", self.key_switch]

    def pressed(self, key):
        if len(self.keys) >= 20:
            self.keys.pop(0)
        self.keys.append(key)

    async def _air(self):
        """Antennas are tested with no sweep going on."""
        boxes = self._table.boxes
        if boxes is not None:
            await boxes.sweep.pause()
            try:
                places = sorted(boxes.readers)
                readers = [boxes.readers[place] for place in places]
                readings = [boxes.readings[place] for place in places]
                if self.what == "bleed":
                    self.whole = int(await selftest.bleed(readers, readings))
                else:
                    answered = 0
                    for k in range(len(readers)):
                        answered += await selftest.antenna(readers[k], readings[k]) is not None
                    self.whole = int(answered == len(readers))
            finally:
                boxes.sweep.go_on()
        self.done = True
