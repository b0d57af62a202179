"""Keeps the tasks running: heartbeats, restarts, the watchdog.

A task that fails is recorded and started again; if that does not help, the board starts again and
goes on with the round. The watchdog is fed only while every task has run a moment ago.
"""

_STALE_MS = 4000  # a task that has not run for so long hangs
_LOOK_MS = 500
_WATCHDOG_MS = 8000  # RP2040: 8.3 s at most
_RESTART_MS = 500  # before a failed task starts again
_TIMES = 3  # failures of one task, each less than a minute after the one before
_SOON_MS = 60000
_FIRST = "panel"  # a key is down for a moment only
_OFTEN = "sweep"  # chips wait for it with their answers


class TaskSupervisor:
    """`tasks` is ((name, function that makes the coroutine), …); `tell(record)` keeps a record."""

    def __init__(self, board, loop, tasks, tell):
        self._board = board
        self._loop = loop
        self._tasks = tasks
        self._tell = tell
        self._running = {}  # name → Task
        self._failed = {}  # name → [how often in a row, when]
        self._stale = None  # the name of the task that hangs
        self.failures = 0
        self.longest_ms = 0  # the longest that the loop kept a task waiting beyond its time

    def start(self, only=None):
        """Start the tasks, or those named in `only`."""
        if only is not None:
            self._tasks = [task for task in self._tasks if task[0] in only]
        dog = self._board.watchdog(_WATCHDOG_MS)  # before any task: the first step may hang, too
        for name, task in self._tasks:
            self._spawn(name, task)
        self._loop.spawn(self._watch(dog), "guard")

    def _watch(self, dog):
        loop = self._loop
        clock = loop.clock
        while True:
            before = clock.ticks_ms()
            yield _LOOK_MS
            late = clock.ticks_diff(clock.ticks_ms(), before) - _LOOK_MS
            if late > self.longest_ms:
                self.longest_ms = late
            if self._fresh():
                dog.feed()

    def _fresh(self):
        clock = self._loop.clock
        now = clock.ticks_ms()
        for name, _ in self._tasks:
            task = self._running[name]
            if clock.ticks_diff(now, task.beat) > _STALE_MS:
                if self._stale != name:
                    self._stale = name
                    self._tell(("fault", "task_hangs", name, 1))
                return False
        self._stale = None
        return True

    def failed(self, task, failure):
        """For the loop: a task has ended with an exception."""
        self.failures += 1
        name = task.name
        clock = self._loop.clock
        now = clock.ticks_ms()
        times, since = self._failed.get(name, (0, now))
        times = times + 1 if clock.ticks_diff(now, since) < _SOON_MS else 1
        self._failed[name] = (times, now)
        self._tell(("fault", "task_failed", name, times))
        if times >= _TIMES:
            self._tell(("fault", "board_restarts", name, times))
            self._board.reset()
        self._loop.spawn(self._again(name), "restart")

    def _again(self, name):
        yield _RESTART_MS
        for known, task in self._tasks:
            if known == name:
                self._spawn(name, task)

    def _spawn(self, name, task):
        made = self._running[name] = self._loop.spawn(task(), name)
        if name == _FIRST:
            self._loop.before_others(made)
        elif name == _OFTEN:
            self._loop.between_others(made)
