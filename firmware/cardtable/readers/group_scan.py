# pyright: reportArgumentType=false
# viper takes any buffer for a pointer
"""The readers of one group scanned at the same time, in a hurry: nothing is allocated.

Each reader goes the way of inventory.py: list a card, send it to sleep, list again, field off. A
visit takes the answer of the last command and sends the next one; between its visits the others of
the group have theirs. Whatever is not as it should be ends the hurry for that reader: `through()`
is False, and the careful way (reader.py) finds out what is the matter.

A byte of an answer takes 26 µs of the bus. So where the last scan found no more cards, only as much
is read as says that there are none; an answer that turns out to be longer is asked for again.

A table in play spends half its time here. So the state is kept in the variables of one function,
which machine code reaches without looking up a name.
"""

from array import array

import micropython
from micropython import const

from cardtable.drivers.reader_codes import (
    BUS_DOWN,
    NACKS,
    NO_ACK,
    NO_TAG,
    OK,
    REPEATS,
    SCANS,
    TIMEOUT,
)
from cardtable.readers.frames import (
    ACKED,
    ASLEEP,
    ASLEEP_BY_HAND,
    DESELECT,
    FIELD_IS_OFF,
    FIELD_OFF,
    HLTA,
    LIST,
    LIST_TWO,
    LONGER,
    NACK,
    NO_TARGET,
    listed,
)
from cardtable.readers.inventory import MAX_CARDS

# What a reader is doing
_THROUGH = const(0)
_LISTING = const(1)
_HALTING = const(2)
_ENDING = const(3)
_GIVEN_UP = const(4)
_CLEARING = const(5)

# ms after which an answer is looked for (model: 300 µs to the ACK, 600 µs to tell the answer)
_FIRST_MS = const(12)  # the field is up for 5.1 ms before (ISO 14443-3 5.2.1); then as below
_LIST_MS = const(7)  # 4.5 ms for a card, 0.65 ms more for each bit that collides; 5.5 ms without
_MORE_MS = const(5)  # for a second card in one list
_HALT_MS = const(3)  # 1.4 ms
_OFF_MS = const(1)
_LIMIT = const(50)  # looks, a millisecond apart: then an answer does not come any more

_LIST_ANSWER = const(23)  # with a UID of seven bytes
_SECOND = const(12)  # bytes more for a second card
_LONG = const(3)  # and for a UID of ten (ISO 14443-3)
_MASK = const(0x3FFFFFFF)  # of ticks (loop.py)
_HALF = const(0x20000000)
_NONE = const(-2)
_ANY = const(255)  # cards, as far as one can tell
_REPEATED = const(16)  # frames.REPEATED
_TOO_MANY = const(32)  # frames.TOO_MANY


class GroupScan:
    """Of all readers, group after group, with its memory. `targets`: cards that a list may bring,
    1 or 2.

    begin(k, wary)      start with the k-th reader; wary: its field may be on already, and a card in
                        it awake, by a command for another chip (mux.py): off with it before
    visit(first, end)   visit one of these that is due; ms until the next one is, -1: none is left
    """

    def __init__(self, clock, readers, targets=1):
        most = len(readers)
        self._readers = readers
        self._began = [0] * most
        self._doing = bytearray(most)
        self._exchanges = bytearray(most)
        self.begin, self.visit = _made(
            clock, readers, targets, self._doing, self._exchanges, self._began
        )

    def leave_out(self, k):
        """The k-th reader is not scanned."""
        self._doing[k] = _THROUGH

    def through(self, k):
        """Whether the scan of the k-th reader came to its end."""
        return self._doing[k] == _THROUGH

    @micropython.native
    def end(self, k):
        """The k-th reader is through: what is counted of its scan."""
        reader = self._readers[k]
        counters = reader.counters
        counters[OK] += self._exchanges[k]
        counters[NO_TAG] += 1
        counters[SCANS] += 1
        reader.took_ms = self._began[k]


def _made(clock, readers, targets, doing, exchanges, began):  # noqa: C901  # hot: closures instead of attributes
    """(begin, visit)."""
    ticks_ms = clock.ticks_ms
    ticks_diff = clock.ticks_diff
    most = len(readers)
    list_frame = LIST if targets == 1 else LIST_TWO
    list_ms = _LIST_MS if targets == 1 else _LIST_MS + _MORE_MS
    address = readers[0].transport.address if readers else 0
    routes = [reader.transport.route for reader in readers]
    muxes = None if not readers or routes[0] is None else routes[0].muxes
    channels = b""
    if muxes is None:
        sends = [reader.transport.sends for reader in readers]
        reads = [reader.transport.reads for reader in readers]
    else:  # the bus's own: a call of ours in between costs more than a byte
        sends = [muxes.write] * most
        reads = [muxes.read] * most
        channels = bytes([route.channel for route in routes])
    acked = bytearray(most)  # 1: the ACK has been read; 2: and the answer was late
    repeated = bytearray(most)
    lates = bytearray(most)  # looks for an answer that had not come
    before = bytearray(most)  # cards in the scan before
    longer = bytearray(most)  # 1: an answer was asked for again, whole; 2: long ones are usual
    due = array("I", [0] * most)
    ack = bytearray(len(ACKED))
    come = bytearray(1)
    none = bytearray(len(NO_TARGET))
    answer = bytearray(_LIST_ANSWER + (targets - 1) * _SECOND)
    whole = bytearray(len(answer) + targets * _LONG)
    short = bytearray(len(ASLEEP[0]))
    off = bytearray(len(FIELD_IS_OFF))

    @micropython.native
    def begin(k, wary=False):
        reader = readers[k]
        before[k] = reader.count
        reader.count = 0
        reader.clean = True
        if reader.too_many:
            reader.too_many = False
        acked[k] = 0
        repeated[k] = 0
        lates[k] = 0
        longer[k] &= 2
        exchanges[k] = 0
        now = ticks_ms()
        began[k] = now
        due[k] = now + (_OFF_MS if wary else _FIRST_MS) & _MASK
        try:
            if muxes is None:
                reader.transport.connect()
            elif muxes.chosen != channels[k] or muxes.absent:
                muxes.switch(routes[k])
            sends[k](address, FIELD_OFF if wary else list_frame)
            doing[k] = _CLEARING if wary else _LISTING
        except OSError:
            fails(k, BUS_DOWN)

    @micropython.native
    def visit(first, end):
        visits = 0
        while True:
            k = _soonest(doing, due, first, end, ticks_ms())
            if k < 0:
                return _NONE - k  # nobody is left: -1
            if visits == 2:
                return 0  # more than a millisecond each: other tasks come in between
            visits += 1
            try:
                one(k)
            except OSError:
                fails(k, BUS_DOWN)

    @micropython.native
    def one(k):  # noqa: C901  # hot: one frame for the whole turn
        """A reader that is due: what it says, and what it is to do next."""
        if muxes is None:
            readers[k].transport.connect()
        elif muxes.chosen != channels[k] or muxes.absent:
            muxes.switch(routes[k])
        read = reads[k]
        if not acked[k]:
            read(address, ack)
            if ack != ACKED:
                if ack[0]:
                    spoilt(k)
                else:
                    late(k)
                return
            acked[k] = 1
        elif acked[k] == 2:  # a short look is enough until it comes
            read(address, come)
            if not come[0]:
                late(k)
                return
        what = doing[k]
        if what == _LISTING:
            buffer = answer
            if longer[k]:
                buffer = whole
            elif readers[k].count >= before[k]:
                buffer = none
            read(address, buffer)
            if not buffer[0]:
                late(k)
                return
            ms = after_list(k, buffer)
        elif what == _HALTING:
            read(address, short)
            if not short[0]:
                late(k)
                return
            asleep = ASLEEP_BY_HAND if readers[k].halt_raw else ASLEEP
            if short != asleep[0] and short != asleep[1]:
                spoilt(k)
                return
            doing[k] = _LISTING
            sends[k](address, list_frame)
            ms = list_ms
        else:
            read(address, off)
            if not off[0]:
                late(k)
                return
            if off != FIELD_IS_OFF:
                spoilt(k)
                return
            if what == _ENDING:
                doing[k] = _THROUGH
                began[k] = ticks_diff(ticks_ms(), began[k])  # from here on: how long it took
                return
            doing[k] = _LISTING
            sends[k](address, list_frame)
            ms = _FIRST_MS
        if ms >= 0:
            acked[k] = longer[k] & 1  # what is asked for again comes without an ACK
            if not acked[k]:
                exchanges[k] += 1
            lates[k] = 0
            due[k] = ticks_ms() + ms & _MASK

    @micropython.native
    def after_list(k, buffer):
        reader = readers[k]
        count = reader.count
        found = listed(buffer, len(buffer), reader.uids, count, MAX_CARDS)
        if found < 0:
            if found != LONGER or longer[k] & 1:
                return spoilt(k)
            return ask_again(k)
        if longer[k]:
            longer[k] = 2 if whole[4] + 8 > len(answer) else longer[k] & 2
        if found:
            reader.count = count + (found & 15)
        again = found == targets
        if found & _TOO_MANY:
            reader.too_many = True
            reader.clean = False
        elif found & _REPEATED:
            reader.clean = False
            if not repeated[k]:  # it did not sleep: send it there by hand, and look once more
                repeated[k] = 1
                reader.halt_raw = True
                reader.counters[REPEATS] += 1
                again = True
        if again:
            doing[k] = _HALTING
            sends[k](address, HLTA if reader.halt_raw else DESELECT)
            return _HALT_MS
        doing[k] = _ENDING
        sends[k](address, FIELD_OFF)
        return _OFF_MS

    def ask_again(k):
        """An answer was longer than what was read of it: one comes more than before, or more."""
        longer[k] |= 1
        before[k] = _ANY
        sends[k](address, NACK)
        return 0

    def late(k):
        lates[k] += 1
        if lates[k] > _LIMIT:
            fails(k, TIMEOUT if acked[k] else NO_ACK)
        else:
            due[k] = ticks_ms() + 1 & _MASK
            if acked[k]:
                acked[k] = 2

    def fails(k, code):
        """Counted here: it may well be over when the careful scan comes, which sets up anew."""
        reader = readers[k]
        reader.counters[code] += 1
        reader.set_up = False
        doing[k] = _GIVEN_UP
        return -1

    def spoilt(k):
        """An answer that makes no sense: it is asked for again, by a new scan."""
        readers[k].counters[NACKS] += 1
        doing[k] = _GIVEN_UP
        return -1

    return begin, visit


@micropython.viper
def _soonest(doing: ptr8, due: ptr32, first: int, end: int, now: int) -> int:
    """The reader whose visit is due, the one for longest; else `_NONE` less the ms until then, or
    -1 more than that when no reader is being scanned."""
    found = end
    least = _HALF
    while first < end:
        if doing[first] and doing[first] != 4:  # _THROUGH, _GIVEN_UP
            wait = ((due[first] - now + _HALF) & _MASK) - _HALF
            if wait < least:
                least = wait
                found = first
        first += 1
    if found == end:
        return _NONE + 1
    return found if least <= 0 else _NONE - least
