"""Records on their way to the files of a board without FRAM: in RAM, for demonstration only."""


class RamRing:
    """Without FRAM: records wait in RAM for the files, and are gone with the power until then."""

    durable = False
    _MOST_BYTES = 8192

    def __init__(self):
        self.restart(0)

    def restart(self, number):
        self.base = number
        self.last = number
        self._lines = []
        self._group = []  # of which the last has not come yet

    def room(self, lines):
        waiting = sum([len(line) for line in self._lines])
        return waiting + sum([len(line) for line in lines]) <= self._MOST_BYTES

    def nearly_full(self):
        return True  # there is nothing else that survives

    def half_full(self):
        return False  # it is moved every second

    def write(self, lines):
        last = len(lines) - 1
        for k in range(len(lines)):
            self.put(lines[k], k, k == last)

    def put(self, line, k, last):
        self._group.append(line)
        if last:
            self._lines += self._group
            self.last += k + 1
            self._group = []

    def mirror_on(self):
        return False

    def mirror(self):
        pass

    def get(self, number):
        return self._lines[number - self.base - 1]

    def lines(self):
        return iter(self._lines)
