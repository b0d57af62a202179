# pyright: reportArgumentType=false
# viper takes any buffer for a pointer
"""The readers of one group scanned at the same time, in a hurry: nothing is allocated.

Each reader goes the way of inventory.py: list a card, send it to sleep, list again, field off. A
visit takes the answer of the last command and sends the next one; between its visits the others of
the group have theirs. Whatever is not as it should be ends the hurry for that reader: `through()`
is False, and the careful way (reader.py) finds out what is the matter.

A table in play spends half its time here. So a group's state is kept in the variables of one
function, which machine code reaches without looking up a name.
"""

import micropython
from micropython import const

from cardtable.readers.codes import (
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
    DESELECT,
    FIELD_IS_OFF,
    FIELD_OFF,
    HLTA,
    LIST,
    LIST_TWO,
    listed,
    status,
)
from cardtable.readers.inventory import MAX_CARDS

# What a reader is doing
_THROUGH = const(0)
_LISTING = const(1)
_HALTING = const(2)
_ENDING = const(3)
_GIVEN_UP = const(4)

# ms after which an answer is looked for (model: 300 µs to the ACK, 600 µs to tell the answer)
_FIRST_MS = const(12)  # the field is up for 5.1 ms before (ISO 14443-3 5.2.1); then as below
_LIST_MS = const(7)  # 4.5 ms for a card, 0.65 ms more for each bit that collides; 5.5 ms without
_MORE_MS = const(5)  # for a second card in one list
_HALT_MS = const(3)  # 1.4 ms
_OFF_MS = const(1)
_LIMIT_MS = const(50)  # past that time an answer does not come any more

_LIST_ANSWER = const(23)  # with a UID of seven bytes; a longer one is read with care
_SECOND = const(12)  # bytes more for a second card
_DESELECT_CODE = const(0x44)
_THRU_CODE = const(0x42)
_RF_TIMEOUT = const(1)  # UM0701-02 7.1: HLTA is never answered, and a lifted card answers nothing
_REPEATED = const(16)  # frames.REPEATED
_TOO_MANY = const(32)  # frames.TOO_MANY


class GroupScan:
    """Of one group, with its memory. `targets`: cards that a list may bring, 1 or 2.

    begin(k)     start with the k-th reader
    visit()      visit one reader that is due; ms until the next one is, -1 when none is left
    """

    def __init__(self, clock, group, targets=1):
        most = len(group)
        self.group = group
        self._began = [0] * most
        self._doing = bytearray(most)
        self._exchanges = bytearray(most)
        self.begin, self.visit = _made(
            clock, group, targets, self._doing, self._exchanges, self._began
        )

    def leave_out(self, k):
        """The k-th reader of the group is not scanned."""
        self._doing[k] = _THROUGH

    def through(self, k):
        """Whether the scan of the k-th reader came to its end."""
        return self._doing[k] == _THROUGH

    @micropython.native
    def end(self, k):
        """The k-th reader is through: what is counted of its scan."""
        reader = self.group[k]
        counters = reader.counters
        counters[OK] += self._exchanges[k]
        counters[NO_TAG] += 1
        counters[SCANS] += 1
        reader.took_ms = self._began[k]


def _made(clock, group, targets, doing, exchanges, began):
    """(begin, visit) of a group."""
    ticks_ms = clock.ticks_ms
    ticks_diff = clock.ticks_diff
    ticks_add = clock.ticks_add
    most = len(group)
    list_frame = LIST if targets == 1 else LIST_TWO
    list_ms = _LIST_MS if targets == 1 else _LIST_MS + _MORE_MS
    connects = [reader.transport.connect for reader in group]
    sends = [reader.transport.sends for reader in group]
    reads = [reader.transport.reads for reader in group]
    address = group[0].transport.address if group else 0
    routes = [reader.transport.route for reader in group]
    muxes = None if not group or routes[0] is None else routes[0].muxes
    acked = bytearray(most)  # 1: the ACK has been read; 2: and the answer was late
    repeated = bytearray(most)
    due = [0] * most
    ack = bytearray(len(ACKED))
    come = bytearray(1)
    answer = bytearray(_LIST_ANSWER + (targets - 1) * _SECOND)
    answer_size = len(answer)
    short = bytearray(11)
    off = bytearray(len(FIELD_IS_OFF))

    @micropython.native
    def begin(k):
        reader = group[k]
        reader.count = 0
        reader.clean = True
        reader.too_many = False
        acked[k] = 0
        repeated[k] = 0
        exchanges[k] = 0
        now = ticks_ms()
        began[k] = now
        due[k] = ticks_add(now, _FIRST_MS)
        try:
            connects[k]()
            sends[k](address, list_frame)
            doing[k] = _LISTING
        except OSError:
            fails(k, BUS_DOWN)

    @micropython.native
    def visit():
        wait = -1
        visits = 0
        since = 0  # `wait` counts from then: the visits after it take their time, too
        k = most
        while k:
            k -= 1
            if _THROUGH < doing[k] < _GIVEN_UP:
                now = ticks_ms()
                left = ticks_diff(due[k], now)
                if left <= 0:
                    if visits == 2:
                        return 0  # more than a millisecond each: other tasks come in between
                    visits += 1
                    try:
                        left = one(k)
                    except OSError:
                        left = fails(k, BUS_DOWN)
                    now = ticks_ms()
                if left >= 0 and (wait < 0 or left < wait - ticks_diff(now, since)):
                    wait = left
                    since = now
        if wait > 0:
            wait -= ticks_diff(ticks_ms(), since)
            if wait < 0:
                wait = 0
        return wait

    @micropython.native
    def one(k):
        """ms until the next visit to this one, -1 when there is none."""
        if muxes is None:
            connects[k]()
        elif muxes.chosen != routes[k].channel or muxes.absent:
            muxes.switch(routes[k])
        read = reads[k]
        if not acked[k]:
            read(address, ack)
            if ack != ACKED:
                return late(k) if not ack[0] else spoilt(k)
            acked[k] = 1
        elif acked[k] == 2:  # a short look is enough until it comes
            read(address, come)
            if not come[0]:
                return late(k)
        what = doing[k]
        if what == _LISTING:
            read(address, answer)
            if not answer[0]:
                return late(k)
            ms = after_list(k)
        elif what == _HALTING:
            read(address, short)
            if not short[0]:
                return late(k)
            reader = group[k]
            code = status(short, _THRU_CODE if reader.halt_raw else _DESELECT_CODE)
            if code != 0 and code != _RF_TIMEOUT:
                return spoilt(k)
            doing[k] = _LISTING
            sends[k](address, list_frame)
            ms = list_ms
        else:
            read(address, off)
            if not off[0]:
                return late(k)
            if off != FIELD_IS_OFF:
                return spoilt(k)
            doing[k] = _THROUGH
            began[k] = ticks_diff(ticks_ms(), began[k])  # from here on: how long it took
            return -1
        if ms >= 0:
            acked[k] = 0
            exchanges[k] += 1
            due[k] = ticks_add(ticks_ms(), ms)
        return ms

    @micropython.native
    def after_list(k):
        reader = group[k]
        count = reader.count
        found = listed(answer, answer_size, reader.uids, count, MAX_CARDS)
        if found < 0:
            return spoilt(k)
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

    def late(k):
        if ticks_diff(ticks_ms(), due[k]) > _LIMIT_MS:
            return fails(k, TIMEOUT if acked[k] else NO_ACK)
        if acked[k]:
            acked[k] = 2
        return 1

    def fails(k, code):
        """Counted here: it may well be over when the careful scan comes, which sets up anew."""
        reader = group[k]
        reader.counters[code] += 1
        reader.set_up = False
        doing[k] = _GIVEN_UP
        return -1

    def spoilt(k):
        """An answer that makes no sense: it is asked for again, by a new scan."""
        group[k].counters[NACKS] += 1
        doing[k] = _GIVEN_UP
        return -1

    return begin, visit
