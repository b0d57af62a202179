"""A few bytes that a restart does not forget: how often the key of each role was wrong.

In a FRAM of 64 kB, as two slots in turn; without one in two small files. These are written when
the count changes, which is seldom: link/keys.py counts to seven. A linked jackpot keeps the epoch
of its room in the same way (service/lease.py).
"""

from cardtable.vault import layout
from cardtable.vault.fram import FramLost
from cardtable.vault.slots import FileSlots, MemorySlots

_SCHEMA = 0
_NAME = "wrong_keys"


class KeptBytes:
    """One small number for each role; or other bytes, under another name and at another place."""

    def __init__(
        self, files, fram=None, name=_NAME, at=layout.WRONG_KEYS, size=layout.WRONG_KEYS_SLOT
    ):
        if fram is None or fram.size < layout.LARGE:
            files.prepare()
            self._slots = FileSlots(name, files)
        else:
            self._slots = MemorySlots(name, fram, at, size)
        self._generation = 0

    def get(self):
        """The counts as they were kept last; nothing when none were."""
        counts = b""
        try:
            for which in (0, 1):
                kept = self._slots.read(which)
                if isinstance(kept, tuple) and kept[0] >= self._generation:
                    self._generation, _, counts = kept
        except FramLost:
            pass  # play stops for it; the counts begin anew
        return counts

    def keep(self, counts):
        self._generation += 1
        try:
            self._slots.write(_SCHEMA, self._generation, counts)
        except (FramLost, OSError):
            pass  # the vault tells of it; they count until the board restarts
