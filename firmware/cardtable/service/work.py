"""Work with deck or devices, between rounds: one at a time, ended when nobody asks for it any more.

While it goes on the shoe's cards are the work's, not the round's: a host that goes away in the
middle must not leave the table deaf.
"""

from cardtable.rules.round import Refused

_FORGOTTEN_MS = 180000  # a host that works asks all the time, but for people who look at a card


def begin(table, work):
    """In place of whatever was under way; not when a restart would end it in a moment."""
    if table.restarts:
        raise Refused("restarts", "")
    end(table)
    work.asked_ms = table.clock.ticks_ms()
    table.work = work


def end(table):
    """Nothing is under way from now on."""
    work = table.work
    table.work = None
    if work is not None:
        work.end()


def asked(table):
    """Somebody wants to know how it stands: the parts of the answer."""
    work = table.work
    if work is None:
        return ()
    work.asked_ms = table.clock.ticks_ms()
    return work.progress()


def still_wanted(table):
    """End it when nobody has asked for a while."""
    clock = table.clock
    if clock.ticks_diff(clock.ticks_ms(), table.work.asked_ms) > _FORGOTTEN_MS:
        end(table)
