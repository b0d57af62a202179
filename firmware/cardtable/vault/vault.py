"""The vault: books, journal and the open round, durable together.

A record is durable when `write_all` returns, and with it every cent it moves: the books are the
last kept state with the records since applied to it. The state kept in slots is a shortcut and a
second opinion. Copies: two in FRAM, one in flash.
"""

import json

from cardtable.jackpot.books import Books
from cardtable.records import body, decode, dumps
from cardtable.vault import layout
from cardtable.vault.entries import Entries
from cardtable.vault.fram import FramLost
from cardtable.vault.hidden_cards import HiddenCards, Nowhere
from cardtable.vault.journal import Journal
from cardtable.vault.migrate import Migrations
from cardtable.vault.ring import Ring, RingDamaged
from cardtable.vault.segments import Segments
from cardtable.vault.slots import Copies, FileSlots, MemorySlots

_NO_SPACE = 28  # ENOSPC
ORDER = "order.json"


class Stopped(Exception):
    """Play has stopped: nothing is recorded until the cause is gone. Code and where."""


class Vault:
    """What survives. `fram` is None on a board for demonstration: flash alone."""

    def __init__(self, table, calendar, files, fram=None, migrations=None):
        self.table = table
        self.calendar = calendar
        self.files = files
        self.fram = fram
        self.migrations = migrations or Migrations()
        self.books = Books()
        self.stopped = None  # (code, where) while play may not go on
        self.findings = []  # (code, where, count) of the last start, for the journal
        self.believed = []  # (place, epoch, record, pool, reserve): meters to be looked at
        self.round_at = 0  # the record that opened the round in play; 0 between rounds
        self.round_was = 0  # the one that opened the round before
        self.takes = []  # (first, behind the last) of what was taken back in the open round
        self.entries = Entries(fram)
        self.delayed = None  # DelayedFaces, where faces are released later (delayed_faces.py)
        self.generation = 0
        self.flash_failed = None  # the code while the files take nothing
        self._moving = None  # a flush under way
        self._is_writing = False  # a group is half kept
        self.held = 0  # records that were counted instead of kept
        self.mended = False  # what had stopped play is over: a restart brings it back
        if fram is None:
            from cardtable.vault.ram_ring import RamRing

            self.ring = RamRing()
            self.copies = Copies([FileSlots("books", files), FileSlots("spare", files)])
            self.hidden = Nowhere()
        else:
            first, second, size = layout.ring(fram.size)
            self.ring = Ring(fram, first, second, layout.MARKS, size)
            size = layout.BOOKS_SLOT
            self.copies = Copies(
                [
                    MemorySlots("fram a", fram, layout.BOOKS_A, size),
                    MemorySlots("fram b", fram, layout.BOOKS_B, size),
                    FileSlots("books", files),
                ]
            )
            self.hidden = HiddenCards(fram)
        self.segments = Segments(files)
        self.journal = Journal(self.ring, self.segments, table, calendar, self._must_flush)

    @property
    def durable(self):
        """False on a board without FRAM: what happened since the last flush is lost in a cut."""
        return self.ring.durable

    def open(self):
        """Compare, repair, decide: None when play may go on, else (code, where)."""
        from cardtable.vault.boot import start  # not needed again after the start

        self.stopped = None
        self.findings = []
        self._moving = None
        self._is_writing = False
        try:
            start(self)
        except Stopped as stop:
            self.stopped = (stop.args[0], stop.args[1])
        except FramLost:
            self.stopped = ("fram_missing", "fram")
        except OSError as failure:  # the files take nothing, not even a repair
            self.stopped = (self.flash_code(failure), "flash")
        return self.stopped

    # ---- writing

    def write(self, record):
        """Keep one record: (kind, field, …)."""
        return self.write_all((record,))

    def write_all(self, bodies, private=None):
        """Keep the records of one input, all or none, and move the books by them.

        `private` is what the seals of the round hide; it is kept first, in FRAM only, so that
        no record can name a card that would be forgotten.
        """
        lines = []
        for _ in self.writing(bodies, private, lines):
            pass
        return lines

    def writing(self, bodies, private=None, lines=None):
        """The same in pieces of a few milliseconds; nothing else is written until it is done."""
        if self.stopped is not None:
            raise Stopped(self.stopped[0], self.stopped[1])
        first = self.journal.chain.number + 1
        self._is_writing = True
        try:
            if private is not None:
                yield from self.hidden.keeping(private, first + len(bodies) - 1)
            if self.delayed is not None:
                yield from self.delayed.waiting(self, bodies, private, first)
            yield from self.journal.writing(bodies, [] if lines is None else lines)
        except FramLost:
            raise self._stop("fram_lost", "fram")
        except RingDamaged:
            raise self._stop("ring_damaged", "fram")
        except OSError as failure:
            raise self._stop(self.flash_code(failure), "flash")
        finally:
            self._is_writing = False
        clock, time_ms = self.journal.written_at
        over = False
        for k in range(len(bodies)):
            over = self.apply(bodies[k], first + k, clock, time_ms) or over
        if self.books.why_not():
            raise self._stop("audit_failed", self.books.why_not())
        if over:
            self._round_over()
        elif self._moving is None and self.flash_failed is None and self.ring.half_full():
            self._moving = self._move()  # a long round: before it must

    def apply(self, record, number, clock, time_ms):
        """Move what is known by one record; True when a round has ended."""
        kind = record[0]
        if kind == "round":
            self.round_at = number
            self.takes = []
            self.entries.begin(number, self.journal.epoch)
        elif kind == "taken_back":
            self.takes.append((record[2], number))
        self.books.apply(record, clock, time_ms)
        if kind == "end":
            self.round_was = self.round_at
            self.round_at = 0
            return True
        return False

    def _round_over(self):
        try:
            self.hidden.erase()
        except FramLost:
            raise self._stop("fram_lost", "fram")
        # A move under way takes along what came meanwhile; dropping it half done would leave its
        # records in the files twice.
        if self._moving is None:
            self._moving = self._move()

    def flush(self):
        """Move what waits into the files and keep the books; False when the flash takes nothing."""
        if self._moving is None:
            self._moving = self._move()
        while self._work():
            pass
        return self.flash_failed is None

    def work_on(self):
        """A piece of what is due: the second copy of records, or a flush. False: none is left."""
        return not self._is_writing and self._work()

    def mirror_on(self):
        """A piece of the second copy of records. False when none is left."""
        try:
            return not self._is_writing and self.ring.mirror_on()
        except FramLost:
            raise self._stop("fram_lost", "fram")

    @property
    def moves(self):
        """Whether a flush is under way. Flash stops the board for tens of milliseconds at a time,
        and nobody sees a key meanwhile: whoever works on it chooses the moment."""
        return self._moving is not None and not self._is_writing

    def _work(self):
        try:
            if self.ring.mirror_on():
                return True
        except FramLost:
            raise self._stop("fram_lost", "fram")
        if self._moving is not None:
            for _ in self._moving:
                return True
            self._moving = None
        return False

    def _move(self):
        try:
            self.prune()  # before: what is to be written may need the room
            while True:
                self.ring.mirror()
                yield from self.journal.flushing()
                yield from self._checkpointing()
                if self.journal.restart_ring():
                    break  # else more came in the meantime
            self.prune()
            self.flash_failed = None
        except FramLost:
            raise self._stop("fram_lost", "fram")
        except RingDamaged:
            raise self._stop("ring_damaged", "fram")
        except OSError as failure:
            # The ring still has the records: play may end this round, not begin another.
            self.flash_failed = self.flash_code(failure)

    def _must_flush(self):
        if not self.flush():
            raise self._stop(self.flash_failed, "flash")

    def checkpoint(self):
        """Keep the books in every copy, as a new generation."""
        for _ in self._checkpointing():
            pass

    def _checkpointing(self):
        self.generation += 1
        schema = self.migrations.schema
        return self.copies.writing(schema, self.generation, dumps(self.state()).encode())

    def state(self):
        """What a slot holds."""
        chain = self.journal.chain
        return [
            self.table,
            chain.epoch,
            chain.number,
            chain.last,
            self.journal.acked,
            self.round_at,
            self.books.dump(),
        ]

    def _stop(self, code, where):
        self.stopped = (code, where)
        return Stopped(code, where)

    def flash_code(self, failure):
        return "flash_full" if failure.args and failure.args[0] == _NO_SPACE else "flash_failing"

    # ---- the open round

    def open_round(self, before=None):
        """The records of the unfinished round that stand, from its snapshot on; nothing between
        rounds. `before`: only those before this one."""
        if self.round_at:
            yield from self.standing(self.round_at, before, self.takes)

    def records(self, first):
        """(kind, field, …) of every record from `first` on."""
        for number in range(first, self.journal.chain.number + 1):
            yield self.record(number)

    def record(self, number):
        return body(decode(self.journal.get(number)))

    def standing(self, first, before, takes):
        """The records from `first` on without what was taken back."""
        for number in range(first, before or self.journal.chain.number + 1):
            for span in takes:
                if span[0] <= number < span[1]:
                    break
            else:
                yield self.record(number)

    def find_takes(self, first):
        """What was taken back from `first` on, as `takes`: read anew, after a restart."""
        found = []
        for number in range(first, self.journal.chain.number + 1):
            line = self.journal.get(number)
            if b',"taken_back",' in line:
                found.append((body(decode(line))[2], number))
        return found

    def entry(self, number):
        """What people have keyed begins with this record, the next to be kept."""
        try:
            self.entries.add(number)
        except FramLost:
            pass  # the next record will find it

    def last_round(self):
        """The records from the last snapshot on, whether its round is over or not."""
        number = self.journal.chain.number
        while number >= self.journal.first and number > 0:
            if self.record(number)[0] == "round":
                yield from self.standing(number, None, self.find_takes(number))
                return
            number -= 1

    def why_not_round(self):
        """None when another round may begin, else the code of what stands against it."""
        if self.stopped is not None:
            return self.stopped[0]
        if self.flash_failed is not None:
            return self.flash_failed
        return "journal_full" if self.journal.full() else None

    def private(self):
        """What the open round's seals hide, as it was with the last durable record, or None."""
        return self.hidden.get(self.round_at, self.journal.chain.number)

    def prune(self):
        """Make room: acknowledged files, and where it is short those of older epochs."""
        if self.flash_failed or self.journal.full():
            from cardtable.vault.shortage import make_room

            make_room(self)
        else:
            self.journal.prune()

    def held_back(self, record):
        """Whether to count a record instead of keeping it: once the reserve is touched."""
        if self.stopped is not None or not self.journal.full():
            return False
        from cardtable.vault.shortage import held_back

        return held_back(self, record)

    def tick(self):
        """Now and then: what waits in RAM goes to the files, what failed is tried again."""
        if self._moving is not None:
            return
        if self.stopped is not None:
            if self.stopped[0] == "flash_full":
                from cardtable.vault.shortage import look_again

                self.mended = look_again(self)
            return
        if self.held and not self._is_writing and not self.journal.full():
            held, self.held = self.held, 0
            self.write(("fault", "records_held_back", "journal", held))
        if self.journal.waiting and (not self.durable or self.flash_failed is not None):
            self._moving = self._move()
        elif self.journal.full():
            self.prune()
            self.measure()

    def measure(self):
        """How much the journal may hold: what it has, and what the file system has left."""
        free = self.files.free()
        if free is not None:
            self.journal.capacity = free + self.segments.size

    # ---- going back

    def keep_in_schema(self, schema):
        """Keep the books as an older firmware reads them: the last thing done before it comes."""
        self.flush()
        state = self.migrations.lowered(schema, self.state())
        for _ in (0, 1):
            self.generation += 1
            self.copies.write(schema, self.generation, dumps(state).encode())

    def command(self, order):
        """A supervisor's order about what to believe; carried out now. As `open`."""
        self.files.prepare()
        self.files.write(ORDER, (dumps(order).encode(),))
        return self.open()

    def order(self):
        """The order that waits, or None."""
        data = self.files.read(ORDER)
        try:
            return json.loads(data) if data else None
        except ValueError:
            return None
