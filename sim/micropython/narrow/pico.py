"""From the 32-bit interpreter's heap to a Pico's.

Objects and bytecode take the same room on both. Three things differ and are reckoned: MicroPython
for the Pico keeps a name's hash in one byte instead of two; what is there before anything of ours
is; and machine code, which only a board has.
"""

from __future__ import annotations

from sim.micropython.narrow.interpreter import Look

# A stock RPI_PICO 1.28 on an emulated RP2040: all of the heap; what is in use when an empty main.py
# begins, after a collection and without its pool of names; names that are not in the flash then.
HEAP_BYTES = 245_888
_FIRST_BYTES = 4_176
_FIRST_NAMES = 4

_BLOCK = 16
_FIRST_POOL = 20  # names; every further pool has room for twice as many (py/qstr.c)
_POOL_HEAD = 24
_SLOT_HERE = 7  # bytes: pointer, hash, length
SLOT_ON_A_PICO = 6  # bytes of a pool for a name


def pools_for(names: int) -> int:
    """How many pools hold so many names."""
    pools = 0
    while room(pools) < names:
        pools += 1
    return pools


def room(pools: int) -> int:
    """For how many names so many pools have room."""
    return _FIRST_POOL * (2**pools - 1)


def next_pool_bytes(names: int) -> int:
    """What one name too many would cost on a Pico."""
    pools = pools_for(names)
    return _pool(pools, SLOT_ON_A_PICO)


def _pool(number: int, slot: int) -> int:
    return -(-(_POOL_HEAD + slot * _FIRST_POOL * 2**number) // _BLOCK) * _BLOCK


def _pools(count: int, slot: int) -> int:
    return sum(_pool(number, slot) for number in range(count))


def without_pools(before: Look, after: Look) -> int:
    """What came into use between two looks, in bytes on a Pico, but for the pools of names."""
    return (after.used - _pools(after.pools, _SLOT_HERE)) - (
        before.used - _pools(before.pools, _SLOT_HERE)
    )


def taken(before: Look, after: Look) -> int:
    """The same, with pools for the names that are new, as if there were no others."""
    names = after.names - before.names
    return without_pools(before, after) + _pools(pools_for(names), SLOT_ON_A_PICO)


def names_of_a_board(names: int) -> int:
    """All names in a Pico's heap, when so many are the firmware's."""
    return names + _FIRST_NAMES


def in_use(bytes_without_pools: int, names: int) -> int:
    """The whole heap in use on a Pico: the firmware's, and what was there before."""
    pools = pools_for(names_of_a_board(names))
    return _FIRST_BYTES + bytes_without_pools + _pools(pools, SLOT_ON_A_PICO)
