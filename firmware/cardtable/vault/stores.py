"""Where a journal's bytes lie. These two are for the desk and for demonstration; see the docs."""


class MemoryStore:
    """Lines in RAM: gone with the power."""

    def __init__(self):
        self._lines = []

    def append(self, line):
        self._lines.append(line)

    def get(self, position):
        return self._lines[position]

    def count(self):
        return len(self._lines)


class FileStore:
    """Lines in a plain file, flushed one by one. A torn last line is cut off when it is opened."""

    _STRIDE = 64  # lines between remembered offsets

    def __init__(self, path):
        self._path = path
        self._offsets = []  # of every 64th line
        self._count = 0
        self._end = 0
        try:
            self._scan()
        except OSError:  # there is none yet
            open(path, "wb").close()
        self._file = open(path, "r+b")
        self._file.seek(self._end)

    def _scan(self):
        with open(self._path, "rb") as file:
            while True:
                line = file.readline()
                if not line.endswith(b"\n"):
                    return  # the end, or a line that the power cut short
                self._note(len(line))

    def _note(self, length):
        if self._count % self._STRIDE == 0:
            self._offsets.append(self._end)
        self._count += 1
        self._end += length

    def append(self, line):
        self._file.seek(self._end)
        self._file.write(line + b"\n")
        self._file.flush()
        self._note(len(line) + 1)

    def get(self, position):
        if not 0 <= position < self._count:
            raise IndexError(position)
        self._file.seek(self._offsets[position // self._STRIDE])
        for _ in range(position % self._STRIDE):
            self._file.readline()
        return self._file.readline()[:-1]

    def count(self):
        return self._count
