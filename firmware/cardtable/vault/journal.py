"""The journal: every record of this epoch, by number, until it may go.

A store keeps the bytes: `append(line)`, `get(position)` and `count()`; positions start at 0.
"""

from cardtable.records import Chain, decode, digest


class Journal:
    """Writes records into a store as the next links of their chain."""

    def __init__(self, store, table, clock, epoch=1):
        self._store = store
        self._clock = clock
        self.epoch = epoch
        self.first = 1
        self.acked = 0
        count = store.count()
        last = store.get(count - 1) if count else None
        if last is None:
            self._chain = Chain(table, epoch)
        else:
            # After a restart the chain goes on where the stored one ends.
            record = decode(last)
            self.epoch = record[1]
            self._chain = Chain(table, self.epoch, record[2], digest(last))

    @property
    def last(self):
        """The number of the newest record; 0 when there is none."""
        return self._chain.number

    def write(self, body):
        """Record one fact: (kind, field, …). It is kept when this returns."""
        clock, time_ms = self._clock.now()
        line = self._chain.encode(body, clock, time_ms)
        self._store.append(line)
        return line

    def get(self, number):
        """The bytes of a record."""
        return self._store.get(number - 1)

    def acknowledge(self, number):
        """The host has stored everything up to `number`."""
        if number > self.acked:
            self.acked = number
