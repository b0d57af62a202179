"""The ring after a restart: what counts of it, and both copies made alike. Not needed again."""

from cardtable.records import BrokenChain, Chain, decode, digest
from cardtable.vault.ring import HEAD, MOST, RingDamaged


def scan(ring, epoch):
    """Read what is here: how many entries were bad in one copy and have been repaired.

    An entry counts when it continues the chain of those before it, a group when it is whole.
    """
    ring.epoch = epoch
    ring.restart(0)
    chain = None
    at = count = whole = end = 0
    while count < MOST:
        chain = _next(ring, at, chain)
        if chain is None:
            break
        if count == 0:
            ring.base = chain.number - 1
        ring._at[count] = at
        count += 1
        at += HEAD + ring._length
        if ring._is_last:
            whole, end = count, at
    ring.last = ring.base + whole
    ring._end = end
    return _repair(ring, whole)


def _next(ring, at, chain):
    """The chain up to the entry at `at`, which is the buffer's then; None at the end.

    At the very beginning one copy may still hold older records: the newer ones count.
    """
    best = None
    length = last = 0
    for copy in ring._copies:
        found = _chained(ring, chain) if ring._look(copy, at) else None
        if found is not None and (best is None or found.number > best.number):
            best, length, last = found, ring._length, ring._is_last
    ring._length = length
    ring._is_last = last
    return best


def _chained(ring, chain):
    """The chain up to the entry in the buffer, or None when it does not belong there."""
    line = bytes(ring._buffer[HEAD : HEAD + ring._length])
    try:
        record = decode(line)
        if chain is None:
            return (
                Chain("", ring.epoch, record[2], digest(line))
                if (record[1] == ring.epoch)
                else None
            )
        after = Chain("", ring.epoch, chain.number, chain.last)
        after.follow(line)
        return after
    except BrokenChain:
        return None


def _repair(ring, count):
    """Make both copies of the first `count` entries alike; how many had gone bad."""
    repaired = 0
    marked = ring.marked()
    chain = None
    for k in range(count):
        at = ring._at[k]
        chain = _next(ring, at, chain)
        if chain is None:
            raise RingDamaged(ring.base + 1 + k)
        kept = b""
        bad = []
        for copy in ring._copies:
            found = None
            if ring._look(copy, at):
                line = bytes(ring._buffer[HEAD : HEAD + ring._length])
                if digest(line) == chain.last:
                    found = kept = bytes(ring._buffer[: HEAD + ring._length])
            if found is None:
                bad.append(copy)
        for copy in bad:
            ring._memory.write(copy + at, kept)
            if ring.base + k < marked:  # later ones the cut has kept from being written
                repaired += 1
    return repaired
