"""Records on their way to the files of a board without FRAM: in RAM, for demonstration only."""


class Waiting:
    """Without FRAM: records wait in RAM for the files, and are gone with the power until then."""

    durable = False
    _MOST_BYTES = 8192

    def __init__(self):
        self.restart(0)

    def restart(self, number):
        self.base = number
        self.last = number
        self._lines = []

    def room(self, lines):
        waiting = sum([len(line) for line in self._lines])
        return waiting + sum([len(line) for line in lines]) <= self._MOST_BYTES

    def half_full(self):
        return False  # it is moved every second

    def write(self, lines):
        self._lines += lines
        self.last += len(lines)

    def mirror_on(self):
        return False

    def mirror(self):
        pass

    def get(self, number):
        return self._lines[number - self.base - 1]

    def lines(self):
        return iter(self._lines)
