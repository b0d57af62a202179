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

import micropython


class Task:
    """One generator under way."""

    def __init__(self, steps, name, now):
        self.steps = steps
        self.name = name
        self.due = now
        self.beat = now  # when it last ran: the watchdog looks at this
        self.done = False


class Loop:
    """Runs tasks in order of their due times; the clock is given."""

    def __init__(self, clock, on_failure=None):
        self.clock = clock
        self.on_failure = on_failure  # called with (task, exception); without it the loop raises
        self.current: Task = None  # type: ignore[assignment]  # the one that runs
        self.tasks = []  # all that are not done, in order of spawning
        self.urgent: Task = None  # type: ignore[assignment]  # before others
        self._queue = []  # the same by due time
        self._ticks_ms = clock.ticks_ms
        self._ticks_diff = clock.ticks_diff
        self._ticks_add = clock.ticks_add

    # ---- for tasks

    def spawn(self, steps, name):
        """Start the generator `steps` as a task at the next step."""
        task = Task(steps, name, self._ticks_ms())
        self.tasks.append(task)
        self._enqueue(task)
        return task

    def cancel(self, task):
        """End a task that is not running: its `finally` blocks run now."""
        if task is self.current:
            raise RuntimeError("a task cannot cancel itself; return instead")
        if not task.done:
            self._forget(task)
            task.steps.close()

    # ---- for whoever pumps it

    @micropython.native
    def step(self):
        """Run every task that is due, once; ms until the next one, None when none is left."""
        diff = self._ticks_diff
        ticks_ms = self._ticks_ms
        queue = self._queue
        now = ticks_ms()
        due = 0
        for task in queue:
            if diff(task.due, now) > 0:
                break
            due += 1
        while due and queue:
            due -= 1
            task = self.urgent
            if task is not None and task is not queue[0] and diff(task.due, ticks_ms()) <= 0:
                due += 1  # between two others that may take long
            else:
                task = queue[0]
                if diff(task.due, now) > 0:
                    break
            self.current = task
            task.beat = ticks_ms()
            try:
                ms = next(task.steps)
            except StopIteration:
                self._forget(task)
                continue
            except BaseException as failure:  # a reset of the simulated board is no Exception
                self._fail(task, failure)
                continue
            task.due = self._ticks_add(ticks_ms(), ms)
            self._move_back(task)
        self.current = None  # type: ignore[assignment]
        if not queue:
            return None
        left = diff(queue[0].due, ticks_ms())
        return left if left > 0 else 0

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

    def _enqueue(self, task):
        self._queue.insert(0, task)
        self._move_back(task)

    @micropython.native
    def _move_back(self, task):
        """To its place by due time, behind those that were due as early before. In place: to pop
        and to insert would make the list shorter and longer, which allocates."""
        diff = self._ticks_diff
        queue = self._queue
        due = task.due
        at = 0 if queue[0] is task else queue.index(task)
        last = len(queue) - 1
        while at < last and diff(queue[at + 1].due, due) <= 0:
            queue[at] = queue[at + 1]
            at += 1
        queue[at] = task

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
        if task is self.urgent:
            self.urgent = None  # type: ignore[assignment]
        for tasks in (self.tasks, self._queue):
            if task in tasks:
                tasks.remove(task)
