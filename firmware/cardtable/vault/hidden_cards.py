"""What the seals of the open round hide: in FRAM only, and gone when the round is over.

It is kept before the record that needs it, under that record's number, and counts only once the
record itself is there. Two copies, each with two slots in turn.
"""

from cardtable.vault import layout
from cardtable.vault.slots import BLANK, HEAD, Copies, MemorySlots


class HiddenCards:
    """Faces and secrets, in FRAM."""

    def __init__(self, memory):
        size = layout.PRIVATE_SLOT
        self._copies = Copies(
            [
                MemorySlots("private a", memory, layout.PRIVATE_A, size),
                MemorySlots("private b", memory, layout.PRIVATE_B, size),
            ]
        )
        self._generation = 0
        self._used = layout.PRIVATE_SLOT  # bytes of a slot that may hold something

    def keep(self, data, number):
        """Durable when this returns; counts with record `number`."""
        for _ in self.keeping(data, number):
            pass

    def keeping(self, data, number):
        """The same in pieces."""
        self._generation += 1
        self._used = max(self._used, HEAD + 4 + len(data))
        return self._copies.writing(0, self._generation, number.to_bytes(4, "little") + data)

    def get(self, after, upto):
        """The newest that counts with a record above `after` and up to `upto`, or None."""
        best = self._best(after, upto)
        return best[4:] if best else None

    def _best(self, after, upto):
        best = None
        for _, _, content in self._copies.read():
            if isinstance(content, tuple):
                generation, _, payload = content
                self._generation = max(self._generation, generation)
                number = _number(payload)
                if after < number <= upto and (best is None or number > _number(best)):
                    best = payload
        return best

    def settle(self, after, upto):
        """After a restart: no slot may hold what belongs to a record that was never kept."""
        best = self._best(after, upto)
        if best is None:
            self.forget()
            return
        other = [False, False]
        for _, which, content in self._copies.read():
            if not isinstance(content, tuple) or content[2] != best:
                other[which] = True
        # A slot that is good in every place is overwritten last.
        for which in (0, 1) if other[0] else (1, 0):
            if other[which]:
                self._generation += 1
                if self._generation % 2 != which:
                    self._generation += 1
                self._copies.write(0, self._generation, best)

    def forget(self):
        """Erase it unless it is gone already."""
        for _, _, content in self._copies.read():
            if content != BLANK:
                self.erase()
                return

    def erase(self):
        """Nobody needs to know the hidden cards any more."""
        for place in self._copies.places:
            place.erase(self._used)
        self._used = 0


class Nowhere:
    """A board without FRAM keeps no hidden cards: after a cut the round cannot go on."""

    def keep(self, data, number):
        pass

    def keeping(self, data, number):
        return ()

    def get(self, after, upto):
        return None

    def settle(self, after, upto):
        pass

    def forget(self):
        pass

    def erase(self):
        pass


def _number(payload):
    """The record with which it became due."""
    return int.from_bytes(payload[:4], "little")
