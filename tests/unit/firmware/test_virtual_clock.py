"""The clock: MicroPython's ticks, and calls at their own times."""

from sim.harness.clock import TICKS_PERIOD, VirtualClock


def test_ticks_wrap_like_the_board_and_differences_do_not_notice():
    clock = VirtualClock(start_us=(TICKS_PERIOD - 5) * 1000)
    before = clock.ticks_ms()
    before_us = clock.ticks_us()
    clock.sleep_ms(12)
    assert clock.ticks_ms() == 7
    assert clock.ticks_diff(clock.ticks_ms(), before) == 12
    assert clock.ticks_diff(before, clock.ticks_ms()) == -12
    assert clock.ticks_diff(clock.ticks_us(), before_us) == 12_000
    assert clock.ticks_add(before, 12) == clock.ticks_ms()


def test_calls_run_at_their_own_times_in_order_of_time_then_of_scheduling():
    clock = VirtualClock()
    log = []

    def note(name):
        log.append((clock.now_us, name))

    clock.at(30, note, "c")
    clock.at(10, note, "a")
    clock.at(10, note, "b")
    clock.at(31, note, "later")
    assert clock.next_event_us() == 10
    clock.advance_us(30)
    assert log == [(10, "a"), (10, "b"), (30, "c")]
    assert clock.now_us == 30
    assert clock.next_event_us() == 31


def test_a_call_may_schedule_a_further_call_within_the_same_advance():
    clock = VirtualClock()
    log = []

    def again(left):
        log.append(clock.now_us)
        if left:
            clock.at(4, again, left - 1)

    clock.at(1, again, 3)
    clock.advance_us(100)
    assert log == [1, 5, 9, 13]
    assert clock.now_us == 100
    assert clock.next_event_us() is None


def test_a_cancelled_call_never_runs():
    clock = VirtualClock()
    log = []
    event = clock.at(5, log.append, 1)
    clock.cancel(event)
    assert clock.next_event_us() is None
    clock.advance_us(10)
    clock.cancel(event)
    assert log == []


def test_a_call_that_advances_the_clock_is_refused():
    clock = VirtualClock()
    clock.at(5, clock.sleep_ms, 1)
    try:
        clock.advance_us(10)
    except RuntimeError as error:
        assert "tried to advance" in str(error)
    else:
        raise AssertionError("was allowed")
    clock.advance_us(10)  # and the clock goes on afterwards


def test_what_a_call_raises_reaches_whoever_lets_time_pass():
    clock = VirtualClock()

    def cut():
        raise OSError(7)

    clock.at(5, cut)
    try:
        clock.sleep(0.001)
    except OSError as error:
        assert error.args[0] == 7
    else:
        raise AssertionError("was swallowed")
    assert clock.now_us == 5


def test_time_does_not_go_back():
    clock = VirtualClock()
    for wrong in (lambda: clock.advance_us(-1), lambda: clock.at(-1, print)):
        try:
            wrong()
        except ValueError:
            continue
        raise AssertionError("was allowed")
    clock.sleep_ms(0)
    clock.sleep_ms(-3)  # as on the board: no sleep at all
    assert clock.now_us == 0
