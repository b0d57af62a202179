"""A small cooperative loop over `async def`, the same on the board and on the desk.

asyncio is not: CPython's has no `sleep_ms`, orders tasks differently, and a yield costs 200 µs on
a Pico. Here the clock is given (`time` on the board, a virtual clock in tests), the order is
plain (by due time, then first come first served), and the loop can be run for ever or be pumped
from outside: `step()`, `run_for()`.

    loop = Loop(time)
    loop.spawn(blink(), "lamps")
    loop.run()

    async def blink():
        while True:
            await loop.sleep_ms(500)
"""

_IDLE_MS = 1  # longest nap while a flag is waited for: an interrupt may raise it at any time


class Task:
    """One `async def` under way."""

    def __init__(self, coro, name, now):
        self.coro = coro
        self.name = name
        self.due = now
        self.flag = None  # the Flag it waits for
        self.beat = now  # when it last ran: the watchdog looks at this
        self.done = False


class _Pause:
    """What `await loop.sleep_ms(n)` waits on: one object a loop, so no pass allocates."""

    def __init__(self):
        self.armed = False

    def __iter__(self):
        return self

    __await__ = __iter__

    def __next__(self):
        if self.armed:
            self.armed = False
            return
        raise StopIteration


class Flag:
    """Raised by anyone, also from an interrupt; one task waits for it."""

    def __init__(self, loop):
        self._loop = loop
        self.up = False

    def set(self):
        self.up = True

    async def wait(self, limit_ms=None):
        """True once the flag is up (it is lowered again), False after `limit_ms` without it."""
        if not self.up:
            await self._loop._park(self, limit_ms)
        up = self.up
        self.up = False
        return up


class Loop:
    """Runs tasks in order of their due times; the clock is given."""

    def __init__(self, clock, on_failure=None):
        self.clock = clock
        self.on_failure = on_failure  # called with (task, exception); without it the loop raises
        self.current: Task = None  # type: ignore[assignment]  # the one that runs
        self.tasks = []  # all that are not done, in order of spawning
        self._queue = []  # those that sleep, by due time
        self._parked = []  # those that wait for a flag
        self._pause = _Pause()

    # ---- for tasks

    def spawn(self, coro, name):
        """Start `coro` as a task at the next step."""
        task = Task(coro, name, self.clock.ticks_ms())
        self.tasks.append(task)
        self._enqueue(task)
        return task

    def sleep_ms(self, ms):
        """`await loop.sleep_ms(n)`; 0 lets the others run once."""
        task = self.current
        task.due = self.clock.ticks_add(self.clock.ticks_ms(), ms)
        self._enqueue(task)
        self._pause.armed = True
        return self._pause

    def cancel(self, task):
        """End a task that is not running: its `finally` blocks run now."""
        if task is self.current:
            raise RuntimeError("a task cannot cancel itself; return instead")
        if not task.done:
            self._forget(task)
            task.coro.close()

    # ---- for whoever pumps it

    def step(self):
        """Run every task that is due, once; ms until the next one, None when none is left."""
        if self._parked:
            self._unpark()
        clock = self.clock
        diff = clock.ticks_diff
        now = clock.ticks_ms()
        queue = self._queue
        due = 0
        for task in queue:
            if diff(task.due, now) > 0:
                break
            due += 1
        while due and queue and diff(queue[0].due, now) <= 0:
            due -= 1
            self._run(queue.pop(0))
        if not queue:
            return None if not self._parked else _IDLE_MS
        left = diff(queue[0].due, clock.ticks_ms())
        if left < 0:
            left = 0
        return min(left, _IDLE_MS) if self._parked else left

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
        while True:
            wait = self.step()
            if wait is None:
                return
            if wait:
                self.clock.sleep_ms(wait)

    # ---- inside

    def _enqueue(self, task):
        diff = self.clock.ticks_diff
        queue = self._queue
        at = len(queue)
        while at and diff(queue[at - 1].due, task.due) > 0:
            at -= 1
        queue.insert(at, task)

    def _park(self, flag, limit_ms):
        task = self.current
        task.flag = flag
        self._parked.append(task)
        if limit_ms is not None:
            task.due = self.clock.ticks_add(self.clock.ticks_ms(), limit_ms)
            self._enqueue(task)
        self._pause.armed = True
        return self._pause

    def _unpark(self):
        for task in [t for t in self._parked if t.flag.up]:
            if task in self._queue:  # it had a limit
                self._queue.remove(task)
            task.due = self.clock.ticks_ms()
            self._enqueue(task)

    def _run(self, task):
        if task.flag is not None:
            task.flag = None
            self._parked.remove(task)
        self.current = task
        task.beat = self.clock.ticks_ms()
        try:
            task.coro.send(None)
        except StopIteration:
            self._forget(task)
        except Exception as failure:
            self._forget(task)
            if self.on_failure is None:
                raise
            self.on_failure(task, failure)
        finally:
            self.current = None  # type: ignore[assignment]

    def _forget(self, task):
        task.done = True
        for tasks in (self.tasks, self._queue, self._parked):
            if task in tasks:
                tasks.remove(task)
