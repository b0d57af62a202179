"""How much a call takes from MicroPython's heap."""

import gc
import sys


def taken(call, times=100):
    """Bytes taken by `times` calls without a collection; None where heaps cannot be measured."""
    if sys.implementation.name != "micropython":
        return None
    call()
    call()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()  # type: ignore[attr-defined]
    for _ in range(times):
        call()
    used = gc.mem_alloc() - before  # type: ignore[attr-defined]
    gc.enable()
    return used
