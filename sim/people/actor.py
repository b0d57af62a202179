"""People at the table: a script that acts, then waits, on the virtual clock."""


class ScriptFailed(BaseException):
    """The people's own script is wrong; the board, whose clock runs it, may not catch it."""


class Actor:
    """Runs a generator that yields milliseconds to wait. `done(result)` is called at its end."""

    def __init__(self, clock, script, done=None):
        self._clock = clock
        self._script = script
        self._done = done
        clock.at(0, self._go_on)

    def _go_on(self):
        try:
            wait_ms = next(self._script)
        except StopIteration:
            if self._done is not None:
                self._done()
            return
        except Exception as failure:
            raise ScriptFailed(repr(failure))  # noqa: B904 – MicroPython knows no chain
        self._clock.at(wait_ms * 1000, self._go_on)
