"""A technician's trials, between rounds: lamps and display lit, keys watched, readers tested."""

from cardtable.diag import selftest
from cardtable.diag.readings import Readings
from cardtable.ui import lamps

_SHOE_MS = 10


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
        self.found = []  # by "readers" (probe.py); by "antenna" [name, result, None: no answer]
        if what in ("antenna", "bleed", "readers"):
            table.loop.spawn(self._air(), "trial")
        elif what == "lamps" and table.lamps is not None:
            table.lamps.mode = lamps.TEST
        elif what == "display" and table.sign is not None:
            table.sign.testing = 1

    def end(self):
        """Everything as it was."""
        if self._table.lamps is not None:
            self._table.lamps.mode = lamps.PLAY
        if self._table.sign is not None:
            self._table.sign.testing = 0

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
        for row in self.found:
            yield ["found", row]

    def look(self):
        """Keys, chip sensors and key switch; OSError when an expander does not answer."""
        table = self._table
        self.sensors |= ~table.sensors.read() & 0xFFFF
        key = table.keypad.look()
        if key is not None:
            if len(self.keys) >= 20:
                self.keys.pop(0)
            self.keys.append(key)
        turned = None if table.key_switch is None else table.key_switch.look()
        if turned is not None:
            self.key_switch.append(int(turned))

    def _air(self):
        """Antennas are tested with no sweep going on."""
        boxes = self._table.boxes
        if boxes is not None:
            yield from boxes.sweep.pause()
            try:
                yield from self._felt(boxes)
            finally:
                boxes.sweep.go_on()
        if self._table.shoe.chip is None:
            pass  # there is no reader in the shoe
        elif self.what == "readers":
            from cardtable.service.probe import look_at_shoe

            yield from self._at_shoe(look_at_shoe)
        elif self.what == "antenna":
            yield from self._at_shoe(_shoe_antenna)
        if self.what == "antenna":
            self.whole = int(None not in [row[1] for row in self.found])
        self.done = True

    def _felt(self, boxes):
        places = sorted(boxes.readers)
        readers = [boxes.readers[place] for place in places]
        readings = [boxes.readings[place] for place in places]
        if self.what == "readers":
            from cardtable.service.probe import look

            yield from look(boxes, self.found)
        elif self.what == "bleed":
            self.whole = int((yield from selftest.bleed(readers, readings)))
        else:
            for k in range(len(readers)):
                result = yield from selftest.antenna(readers[k], readings[k])
                self.found.append([readers[k].name, result])

    def _at_shoe(self, test):
        """`test` gives a row; by the task that watches the shoe: its chip hears nobody else."""
        shoe = self._table.shoe
        rows = []

        def turn():
            del shoe.wake  # the class's own again
            row = [shoe.name, None]
            try:
                yield from shoe.wake()
                row = yield from test(shoe)
            finally:
                rows.append(row)

        shoe.wake = turn  # which that task awaits before every scan while work goes on
        while not rows and self._table.work is self:
            yield _SHOE_MS
        self.found += rows


def _shoe_antenna(shoe):
    if not hasattr(shoe, "readings"):
        shoe.readings = Readings()
    result = yield from selftest.antenna(shoe, shoe.readings)
    shoe.forget()
    return [shoe.name, result]
