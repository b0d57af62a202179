"""The journal's files: lines of records, each with its CRC-32, in files of a few blocks.

    e1-00000001.log: [1,1,1,"u",0,"…","boot",…]*89abcdef⏎

A file's name says its epoch and its first record. Files are only ever appended to and removed,
oldest first.
"""

from binascii import crc32

from cardtable.records import digest

_NEXT_FILE = 32768  # bytes after which a new file is begun: eight blocks
_BLOCK = 4096  # of the file system on a Pico's flash
TAIL = 10  # "*", eight digits, newline


def tail(line):
    """What follows a line in its file."""
    return b"*%08x\n" % (crc32(line) & 0xFFFFFFFF)


class Segment:
    """One file: its first and last record, its size."""

    def __init__(self, name, first):
        self.name = name
        self.first = first
        self.last = first - 1
        self.size = 0


class Ahead:
    """What will be known of a file once it is closed."""

    def __init__(self, segment, last_digest, rounds):
        self.last = segment.last
        self.size = segment.size
        self.digest = last_digest
        self.rounds = rounds[:]

    def note(self, number, line):
        self.last = number
        self.size += len(line) + TAIL
        self.digest = digest(line)
        if b',"round",' in line:
            self.rounds.append(number)
            if len(self.rounds) > 3:
                self.rounds.pop(0)


class Damage(Exception):
    """A file that cannot be read on from record `number`."""

    def __init__(self, segment, number, size):
        super().__init__(segment.name, number)
        self.segment = segment
        self.number = number
        self.size = size  # of the good part


class Segments:
    """The files of one epoch, and reading by number; reading on from the last one is quick."""

    def __init__(self, files):
        self._files = files
        self.limit = _NEXT_FILE
        self._file = None
        self.start(1)

    def start(self, epoch):
        """Forget what was known; nothing is read or removed."""
        self._close()
        self.epoch = epoch
        self.all = []
        self.last_digest = None  # of the last record; None when there is none
        self.rounds = []  # numbers of the snapshots of the last three rounds, newest last

    @property
    def first(self):
        return self.all[0].first if self.all else 0

    @property
    def last(self):
        return self.all[-1].last if self.all else 0

    @property
    def size(self):
        """Bytes that the files take, in whole blocks."""
        return sum([(segment.size // _BLOCK + 1) * _BLOCK for segment in self.all])

    # ---- writing

    def append(self, first, lines):
        """Add records from number `first`; all of them are in the files when this returns."""
        for _ in self.appending(first, lines):
            pass

    def appending(self, first, lines):
        """The same in pieces, so that others may work in between. Nothing counts before the end."""
        self._close()
        segment = self.all[-1] if self.all else None
        if segment is None or segment.size >= self.limit:
            segment = Segment("e%d-%08d.log" % (self.epoch, first), first)
        ahead = Ahead(segment, self.last_digest, self.rounds)
        yield from self._files.appending(segment.name, self._parts(ahead, first, lines))
        self._close()  # a file opened for reading meanwhile does not see what was added
        if not self.all or self.all[-1] is not segment:
            self.all.append(segment)
        self._take(ahead, segment)

    def _parts(self, ahead, number, lines):
        for line in lines:
            ahead.note(number, line)
            number += 1
            yield line + tail(line)

    def _take(self, ahead, segment):
        segment.last = ahead.last
        segment.size = ahead.size
        self.last_digest = ahead.digest
        self.rounds = ahead.rounds

    # ---- reading

    def get(self, number):
        """The line of one record."""
        file = self._file
        if file is None or number != self._next:
            file = self._seek(number)
        line = file.readline()[:-TAIL]
        self._next += 1
        if self._next > self._open_segment.last:
            self._close()
        return line

    def _seek(self, number):
        self._close()
        for segment in self.all:
            if segment.first <= number <= segment.last:
                file = self._file = self._files.open(segment.name)
                for _ in range(number - segment.first):
                    file.readline()
                self._open_segment = segment
                self._next = number
                return file
        raise IndexError(number)

    def _close(self):
        if self._file is not None:
            self._file.close()
            self._file = None

    # ---- after a restart

    def scan(self, epoch):
        """Read all files of an epoch and check every line; Damage when one cannot be read on."""
        from cardtable.vault.segments_start import scan  # not needed again after the start

        scan(self, epoch)

    def drop_first(self):
        """Remove the oldest file."""
        self._close()
        self._files.remove(self.all.pop(0).name)
