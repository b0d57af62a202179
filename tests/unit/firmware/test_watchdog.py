"""The watchdog, resets and their causes: what the board offers, and what the fake machine does."""

from cardtable.loop import Loop
from cardtable.task_supervisor import TaskSupervisor
from sim import paths
from sim.chips.wiring import Wiring
from sim.harness.clock import VirtualClock

paths.install()


class Ground(Wiring):
    """A world with nothing in it but a clock."""

    root = ""
    port = None

    def random_bytes(self, count):
        return bytes(count)


class Bench:
    def __init__(self):
        import machine

        from cardtable.drivers.board import here

        self.machine = machine
        self.clock = VirtualClock()
        self.world = Ground(self.clock)
        machine.plug(self.world)
        self.board = here()

    def resets(self, call, *args):
        """Whether a call ends with a reset of the board."""
        try:
            call(*args)
        except self.machine.SimReset:
            return True
        return False


def error_of(call, *args, **more):
    try:
        call(*args, **more)
    except ValueError as error:
        return str(error)
    raise AssertionError("it raised nothing")


def test_a_watchdog_that_is_fed_lets_the_board_run():
    bench = Bench()
    dog = bench.board.watchdog(1000)
    for _ in range(50):
        assert not bench.resets(bench.clock.sleep_ms, 990)
        dog.feed()


def test_a_watchdog_that_is_not_fed_resets_the_board_at_its_time():
    bench = Bench()
    bench.board.watchdog(1000)
    assert not bench.resets(bench.clock.sleep_ms, 999)
    assert bench.resets(bench.clock.sleep_ms, 1)
    assert bench.clock.now_us == 1_000_000


def test_a_reset_disarms_the_watchdog_and_takes_interrupts_away():
    """What was started before a reset is gone after it, as on the board."""
    bench = Bench()
    heard = []
    bench.board.watchdog(1000)
    pin = bench.board.input(20)
    pin.irq(heard.append)
    assert bench.resets(bench.board.reset)
    assert not bench.resets(bench.clock.sleep_ms, 60_000)
    bench.world.pin(20).drive(0)
    assert heard == []


def test_there_is_one_watchdog_and_every_handle_feeds_it():
    bench = Bench()
    first = bench.board.watchdog(1000)
    bench.board.watchdog(3000)  # the same one, with another timeout
    for _ in range(5):
        assert not bench.resets(bench.clock.sleep_ms, 2900)
        first.feed()
    assert bench.resets(bench.clock.sleep_ms, 3100)


def test_the_fake_watchdog_takes_what_an_rp2040_takes():
    bench = Bench()
    wdt = bench.machine.WDT
    assert "8388" in error_of(wdt, timeout=8389)
    assert "exist" in error_of(wdt, 1)
    assert wdt(timeout=8388) is not None


def test_the_cause_of_a_start_is_power_or_a_reset():
    """rp2 resets by way of the watchdog: it cannot tell a bite from machine.reset()."""
    bench = Bench()
    machine = bench.machine
    assert bench.board.reset_cause() == "power"
    assert machine.reset_cause() == machine.PWRON_RESET
    assert bench.resets(bench.board.reset)
    assert bench.board.reset_cause() == "reset" and machine.RESETS[-1] == "reset"
    assert machine.reset_cause() == machine.WDT_RESET
    machine.plug(bench.world)
    assert bench.board.reset_cause() == "power"
    bench.board.watchdog(10)
    assert bench.resets(bench.clock.sleep_ms, 20)
    assert bench.board.reset_cause() == "reset" and machine.RESETS[-1] == "watchdog"


# ---- with the guard that feeds it


class Guarded(Bench):
    """A guard over two tasks, one of which does what a test says."""

    def __init__(self):
        super().__init__()
        self.loop = Loop(self.clock)
        self.told = []
        self.odd: object = None
        tasks = (("steady", self._steady), ("odd", self._odd))
        self.guard = TaskSupervisor(self.board, self.loop, tasks, self.told.append)
        self.loop.on_failure = self.guard.failed
        self.guard.start()

    def _steady(self):
        while True:
            yield 100

    def _odd(self):
        while True:
            if self.odd is not None:
                yield from self.odd()  # type: ignore[operator]
            yield 100

    def busy(self):
        for _ in range(60_000):
            self.clock.sleep_ms(1)  # a long computation: no other task comes to run
        raise AssertionError("nothing ended it")

    def lost(self):
        yield 1_000_000

    def end(self):
        for task in list(self.loop.tasks):
            self.loop.cancel(task)


def test_tasks_that_run_keep_the_board_running():
    bench = Guarded()
    assert not bench.resets(bench.loop.run_for, 120_000)
    assert bench.told == []


def test_a_task_that_keeps_the_processor_is_ended_by_the_watchdog():
    for ran_before_ms in (0, 5_000):  # in its very first step, and later
        bench = Guarded()
        if ran_before_ms:
            bench.loop.run_for(ran_before_ms)
        bench.odd = bench.busy
        assert bench.resets(bench.loop.run_for, 20_000)
        assert bench.machine.RESETS[-1] == "watchdog"
        bench.end()


def test_a_task_that_never_comes_back_is_told_and_then_ended():
    bench = Guarded()
    bench.odd = bench.lost
    assert bench.resets(bench.loop.run_for, 30_000)
    assert bench.machine.RESETS[-1] == "watchdog"
    assert ("fault", "task_hangs", "odd", 1) in bench.told
