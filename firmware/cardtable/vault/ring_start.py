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
    at = count = whole = end = alike = 0
    while count < MOST:
        chain, same = _next(ring, at, chain)
        if chain is None:
            break
        if count == 0:
            ring.base = chain.number - 1
        ring._at[count] = at
        if same and alike == count:
            alike += 1
        count += 1
        at += HEAD + ring._length
        if ring._is_last:
            whole, end = count, at
    ring.last = ring.base + whole
    ring._end = end
    # Reading all of it once more takes a board as long again: only where something is to be done.
    return 0 if alike >= whole else _repair(ring, whole)


def _next(ring, at, chain):
    """(chain up to the entry at `at`, whether both copies have the same there); None at the end.

    At the very beginning one copy may still hold older records: the newer ones count.
    """
    best = first = None
    length = last = 0
    same = False
    for copy in ring._copies:
        if not ring._look(copy, at):
            continue
        entry = bytes(ring._buffer[: HEAD + ring._length])
        if entry == first:
            same = True
            continue
        first = entry
        found = _chained(ring, chain, entry[HEAD:])
        if found is not None and (best is None or found.number > best.number):
            best, length, last = found, ring._length, ring._is_last
    ring._length = length
    ring._is_last = last
    return best, same


def _chained(ring, chain, line):
    """The chain up to this line, or None when it does not belong there."""
    try:
        record = decode(line)
    except BrokenChain:
        return None
    if record[1] != ring.epoch:
        return None
    if chain is not None and (record[2] != chain.number + 1 or record[5] != chain.last):
        return None
    return Chain("", ring.epoch, record[2], digest(line))


def _repair(ring, count):
    """Make both copies of the first `count` entries alike; how many had gone bad."""
    repaired = 0
    marked = ring.marked()
    chain = None
    for k in range(count):
        at = ring._at[k]
        chain, _ = _next(ring, at, chain)
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
