"""74HC154 (or two 74HC138 as one): the number on its lines makes one output low while enabled."""

from sim.chips.pin import Wire


class Decoder:
    """`outputs` are wires, one for each number; all are high while `enable` is high."""

    def __init__(self, lines, enable):
        self._lines = lines
        self._enable = enable
        self.outputs = [Wire("output {}".format(n)) for n in range(1 << len(lines))]
        self._low = -1
        for wire in list(lines) + [enable]:
            wire.watch(self._moved)

    def _moved(self, level):
        chosen = -1
        if self._enable.level == 0:
            chosen = 0
            for k in range(len(self._lines)):
                chosen |= self._lines[k].level << k
        if chosen != self._low:
            before, self._low = self._low, chosen
            if before >= 0:
                self.outputs[before].drive(1)
            if chosen >= 0:
                self.outputs[chosen].drive(0)
