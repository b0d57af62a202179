"""The loop: the same order on CPython and MicroPython, by a virtual clock."""

from cardtable.loop import Loop
from sim.harness.clock import VirtualClock


def _log(loop, log, name, naps):
    def run():
        for nap in naps:
            log.append((loop.clock.ticks_ms(), name))
            yield nap
        log.append((loop.clock.ticks_ms(), name))

    loop.spawn(run(), name)


def test_tasks_run_by_due_time_then_first_come_first_served():
    loop = Loop(VirtualClock())
    log = []
    _log(loop, log, "a", [10, 10])
    _log(loop, log, "b", [5, 5, 20])
    _log(loop, log, "c", [10])
    loop.run()
    assert log == [
        (0, "a"), (0, "b"), (0, "c"),
        (5, "b"),
        (10, "a"), (10, "c"), (10, "b"),
        (20, "a"),
        (30, "b"),
    ]  # fmt: skip


def test_sleep_0_lets_the_others_run_once():
    loop = Loop(VirtualClock())
    log = []
    _log(loop, log, "a", [0, 0])
    _log(loop, log, "b", [0, 0])
    loop.run()
    assert [name for _, name in log] == ["a", "b", "a", "b", "a", "b"]


def test_step_runs_each_due_task_once_and_tells_when_the_next_is_due():
    clock = VirtualClock()
    loop = Loop(clock)
    log = []
    _log(loop, log, "a", [0, 7])
    assert loop.step() == 0
    assert loop.step() == 7
    assert len(log) == 2
    clock.sleep_ms(3)
    assert loop.step() == 4
    clock.sleep_ms(4)
    assert loop.step() is None
    assert len(log) == 3


def test_order_holds_across_the_wrap_of_the_tick_counter():
    # Millisecond ticks of an RP2040 wrap at 2**30: every twelve days.
    wrap_ms = 1 << 30
    plain = []
    wrapped = []
    for log, start_ms in ((plain, 0), (wrapped, wrap_ms - 12)):
        clock = VirtualClock(start_ms * 1000)
        loop = Loop(clock)
        for name, naps in (("a", [5, 5, 5]), ("b", [3, 3, 30]), ("c", [16])):
            _log(loop, log, name, naps)
        loop.run()
        for at in range(len(log)):
            log[at] = (clock.ticks_diff(log[at][0], start_ms & (wrap_ms - 1)), log[at][1])
    assert plain == wrapped


def test_run_for_stops_at_its_time_and_goes_on_later():
    clock = VirtualClock()
    loop = Loop(clock)
    log = []
    _log(loop, log, "a", [10, 10, 10])
    loop.run_for(15)
    assert clock.ticks_ms() == 15
    assert [at for at, _ in log] == [0, 10]
    loop.run_for(100)
    assert [at for at, _ in log] == [0, 10, 20, 30]


def test_a_failing_task_is_told_and_the_others_go_on():
    failures = []
    loop = Loop(VirtualClock(), lambda task, failure: failures.append((task.name, str(failure))))
    log = []

    def bad():
        yield 1
        raise ValueError("no")

    loop.spawn(bad(), "bad")
    _log(loop, log, "good", [5])
    loop.run()
    assert failures == [("bad", "no")]
    assert [at for at, _ in log] == [0, 5]
    assert loop.tasks == []


def test_without_a_handler_the_failure_reaches_whoever_pumps():
    loop = Loop(VirtualClock())

    def bad():
        yield 0
        raise ValueError("no")

    loop.spawn(bad(), "bad")
    try:
        loop.run()
    except ValueError:
        return
    raise AssertionError("the failure was swallowed")


def test_a_failing_task_can_be_started_again_by_the_handler():
    clock = VirtualClock()
    starts = []

    def flaky():
        starts.append(clock.ticks_ms())
        yield 10
        if len(starts) < 3:
            raise ValueError("again")

    loop = Loop(clock, lambda task, failure: loop.spawn(flaky(), task.name))
    loop.spawn(flaky(), "flaky")
    loop.run()
    assert starts == [0, 10, 20]


def test_a_cancelled_task_tidies_up_and_never_runs_again():
    loop = Loop(VirtualClock())
    log = []

    def long():
        try:
            while True:
                log.append("ran")
                yield 10
        finally:
            log.append("tidy")

    task = loop.spawn(long(), "long")

    def stop():
        yield 15
        loop.cancel(task)

    loop.spawn(stop(), "stop")
    loop.run()
    assert log == ["ran", "ran", "tidy"]
    assert task.done


def test_the_beat_of_a_task_is_when_it_last_ran():
    clock = VirtualClock()
    loop = Loop(clock)
    log = []
    _log(loop, log, "a", [10, 50])
    task = loop.tasks[0]
    loop.run_for(30)
    assert task.beat == 10


def _dice(state):
    return (state * 1103515245 + 12345) & 0x3FFFFFFF


def _nap_ms(state):
    return (state >> 16) % 40


def test_a_thousand_random_naps_come_in_the_order_of_a_plain_list():
    # The model: always the earliest, and among equals whoever lay down first.
    model = []
    beds = [[0, name, name, name, 50] for name in range(20)]  # due, order, name, dice, naps left
    order = 20
    while beds:
        first = min(beds)
        beds.remove(first)
        due, _, name, state, left = first
        model.append((due, name))
        if left:
            state = _dice(state)
            beds.append([due + _nap_ms(state), order, name, state, left - 1])
            order += 1

    clock = VirtualClock()
    loop = Loop(clock)
    seen = []

    def nap(name):
        state = name
        seen.append((clock.ticks_ms(), name))
        for _ in range(50):
            state = _dice(state)
            yield _nap_ms(state)
            seen.append((clock.ticks_ms(), name))

    for name in range(20):
        loop.spawn(nap(name), str(name))
    loop.run()
    assert seen == model


def test_an_urgent_task_comes_between_others_and_is_forgotten_with_its_end():
    clock = VirtualClock()
    loop = Loop(clock)
    log = []

    def busy(name):
        for _ in range(3):
            log.append(name)
            clock.sleep_ms(30)  # a long piece: whoever is due meanwhile waits
            yield 0

    def keys():
        for _ in range(4):
            log.append("keys")
            yield 20

    loop.spawn(busy("a"), "a")
    loop.spawn(busy("b"), "b")
    loop.before_others(loop.spawn(keys(), "keys"))
    loop.run()
    assert log == ["keys", "a", "keys", "b", "keys", "a", "keys", "b", "a", "b"]
    loop.spawn(keys(), "in its slot")
    assert list(loop._ranks[:2]) == [255, 255]
