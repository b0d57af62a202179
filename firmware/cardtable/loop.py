# pyright: reportArgumentType=false
# viper takes any buffer for a pointer
"""A small cooperative loop over generators, the same on the board and on the desk.

A task is a generator that yields how many milliseconds it wants to sleep; what it calls and has
to wait for, it calls by `yield from`. No `async def`: every `await` makes a coroutine or an
iterator on the heap, and on a Pico that costs more than most of what a task does in its turn. Here
a turn allocates nothing. Nor asyncio, for the same reason: a turn of it costs 200 µs there.

The clock is given (`time` on the board, a virtual clock in tests), the order is plain (by due
time, then first come first served), and the loop can be run for ever or be pumped from outside:
`step()`, `run_for()`.

    loop = Loop(time)
    loop.spawn(blink(), "lamps")
    loop.run()

    def blink():
        while True:
            yield 500
"""

from array import array

import micropython
from micropython import const

# Ticks count round in 30 bits (MicroPython on 32-bit chips; the desk's clock does the same)
_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)
_NO_SLOT = const(255)


class Task:
    """One generator under way."""

    def __init__(self, steps, name, now, slot):
        self.steps = steps
        self.name = name
        self.slot = slot  # where the loop keeps its due time
        self.beat = now  # when it last ran: the watchdog looks at this
        self.done = False


class Loop:
    """Runs tasks in order of their due times; the clock is given."""

    def __init__(self, clock, on_failure=None):
        self.clock = clock
        self.on_failure = on_failure  # called with (task, exception); without it the loop raises
        self.current: Task = None  # type: ignore[assignment]  # the one that runs
        self.tasks = []  # all that are not done, in order of spawning
        self._slots = []  # the same, each in its slot; None where one has ended
        self._dues = array("I")  # by slot
        self._queue = bytearray()  # slots by due time
        # Slots of the task that comes before all others that are due, of the one that comes after
        # each of them, and of the one that ran last
        self._ranks = bytearray((_NO_SLOT, _NO_SLOT, _NO_SLOT))
        self._ticks_ms = clock.ticks_ms

    # ---- for tasks

    def spawn(self, steps, name):
        """Start the generator `steps` as a task at the next step."""
        now = self._ticks_ms()
        slot = self._free_slot()
        task = self._slots[slot] = Task(steps, name, now, slot)
        self.tasks.append(task)
        queue = self._queue
        last = len(self.tasks) - 1
        for at in range(last, 0, -1):
            queue[at] = queue[at - 1]
        queue[0] = slot
        _put_back(queue, self._dues, last, slot, now)
        return task

    def cancel(self, task):
        """End a task that is not running: its `finally` blocks run now."""
        if task is self.current:
            raise RuntimeError("a task cannot cancel itself; return instead")
        if not task.done:
            self._forget(task)
            task.steps.close()

    def soon(self, task):
        """Due now, whenever it wanted to be."""
        if task.done or task is self.current:
            return
        queue = self._queue
        slot = task.slot
        at = 0
        while queue[at] != slot:
            at += 1
        while at:
            queue[at] = queue[at - 1]
            at -= 1
        queue[0] = slot
        _put_back(queue, self._dues, len(self.tasks) - 1, slot, self._ticks_ms())

    def before_others(self, task):
        """This one runs when it is due, also between others that were due before."""
        self._ranks[0] = task.slot

    def between_others(self, task):
        """This one does, too, but never twice in a row while others wait."""
        self._ranks[1] = task.slot

    # ---- for whoever pumps it

    @micropython.native
    def step(self):
        """Run every task that is due, once; ms until the next one, None when none is left."""
        ticks_ms = self._ticks_ms
        tasks = self.tasks
        queue = self._queue
        dues = self._dues
        ranks = self._ranks
        start = ticks_ms()
        now = start
        left = _due(queue, dues, len(tasks), start)
        while left and tasks:
            slot = _choose(queue, dues, ranks, now, start)
            if slot < 0:
                break
            if slot == queue[0]:
                left -= 1
            task = self._slots[slot]
            self.current = task
            task.beat = now
            try:
                ms = next(task.steps)
            except StopIteration:
                self._forget(task)
                now = ticks_ms()
                continue
            except BaseException as failure:  # a reset of the simulated board is no Exception
                self._fail(task, failure)
                now = ticks_ms()
                continue
            now = ticks_ms()
            _put_back(queue, dues, len(tasks) - 1, slot, now + ms)
        self.current = None  # type: ignore[assignment]
        if not tasks:
            return None
        ms = _wait(dues, queue[0], now)
        return ms if ms > 0 else 0

    def run_for(self, ms):
        """Run until `ms` have passed on the clock, or no task is left."""
        clock = self.clock
        end = clock.ticks_add(clock.ticks_ms(), ms)
        while True:
            wait = self.step()
            left = clock.ticks_diff(end, clock.ticks_ms())
            if left <= 0 or wait is None:
                return
            if wait:
                clock.sleep_ms(min(wait, left))

    def run(self):
        """Run until no task is left; on a board, for ever."""
        step = self.step
        sleep_ms = self.clock.sleep_ms
        while True:
            wait = step()
            if wait is None:
                return
            if wait:
                sleep_ms(wait)

    # ---- inside

    def _free_slot(self):
        slots = self._slots
        for slot in range(len(slots)):
            if slots[slot] is None:
                return slot
        slots.append(None)
        self._dues.append(0)
        self._queue.append(0)
        return len(slots) - 1

    def _fail(self, task, failure):
        self.current = None  # type: ignore[assignment]
        if not isinstance(failure, Exception):
            raise failure
        self._forget(task)
        if self.on_failure is None:
            raise failure
        self.on_failure(task, failure)

    def _forget(self, task):
        task.done = True
        if task not in self.tasks:
            return
        for rank in range(3):
            if self._ranks[rank] == task.slot:
                self._ranks[rank] = _NO_SLOT
        _put_back(self._queue, self._dues, len(self.tasks) - 1, task.slot, -1)
        self.tasks.remove(task)
        self._slots[task.slot] = None


@micropython.viper
def _due(queue: ptr8, dues: ptr32, count: int, now: int) -> int:
    """How many tasks are due."""
    k = 0
    while k < count and (now - dues[queue[k]]) & _MASK < _HALF:
        k += 1
    return k


@micropython.viper
def _choose(queue: ptr8, dues: ptr32, ranks: ptr8, now: int, start: int) -> int:
    """The slot of the task that runs next; -1 when the first was not due at `start`."""
    slot = queue[0]
    if (start - dues[slot]) & _MASK >= _HALF:
        return -1
    rank = 0
    while rank < 2:
        other = ranks[rank]
        if other != 255 and (rank == 0 or other != ranks[2]):
            if (now - dues[other]) & _MASK < _HALF:
                slot = other
                rank = 2
        rank += 1
    ranks[2] = slot
    return slot


@micropython.viper
def _wait(dues: ptr32, slot: int, now: int) -> int:
    """ms until the task in this slot is due; less than nothing when it was due before."""
    return ((dues[slot] - now + _HALF) & _MASK) - _HALF


@micropython.viper
def _put_back(queue: ptr8, dues: ptr32, last: int, slot: int, due: int):
    """To its place by due time, behind those that were due as early before; -1: behind all. In
    place: to pop and to insert would make the queue shorter and longer, which allocates."""
    at = 0
    while queue[at] != slot:
        at += 1
    if due >= 0:
        due = due & _MASK
        dues[slot] = due
    while at < last and (due < 0 or (due - dues[queue[at + 1]]) & _MASK < _HALF):
        queue[at] = queue[at + 1]
        at += 1
    queue[at] = slot
