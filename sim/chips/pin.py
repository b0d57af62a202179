"""A wire between two parts: a level, who may drive it, and who is told of its edges."""


class Wire:
    """A line with a pull-up (or pull-down); chips and the board drive it and watch it."""

    def __init__(self, name: str = "", level: int = 1):
        self.name = name
        self.level = level
        self._watchers = []
        self.on_pulse = None  # a part that listens to pulses: called with (high_ns, low_ns)

    def drive(self, level: int) -> None:
        """Set the level; watchers are told of an edge, at this very moment."""
        if level not in (0, 1):
            raise ValueError("wire {}: a level is 0 or 1, not {}".format(self.name, level))
        if level != self.level:
            self.level = level
            for watcher in self._watchers:
                watcher(level)

    def pulse(self, high_ns: int, low_ns: int) -> None:
        """A pulse shorter than the clock can tell, at rest low again."""
        self.level = 0
        if self.on_pulse is not None:
            self.on_pulse(high_ns, low_ns)

    def watch(self, watcher) -> None:
        """Call `watcher(level)` at every edge."""
        self._watchers.append(watcher)

    def unwatch(self, watcher) -> None:
        """Stop telling it."""
        self._watchers.remove(watcher)
