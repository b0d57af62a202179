"""The supply of the board: every byte, program and erase that a device keeps is one write point.

A cut comes after any of them: the one under way is lost, or torn. From then on every device is
dead, and nothing of the firmware may catch it.
"""


class PowerCut(BaseException):
    """The supply is gone."""


class Power:
    """Counts write points; cuts the supply after `cut_after` of them. `trace` may collect them."""

    def __init__(self, cut_after=None, torn=False):
        self.points = 0
        self.cut_after = cut_after
        self.torn = torn  # the write that the cut meets is done in part
        self.off = False
        self.trace: list | None = None  # a list: gets (device, what, where, data) of every write

    def point(self, device, what, where, data=None) -> bool:
        """One write is about to be done: True for the whole of it, False for a torn part."""
        if self.off:
            raise PowerCut
        if self.cut_after is not None and self.points >= self.cut_after:
            self.off = True
            if not self.torn:
                raise PowerCut
            return False
        self.points += 1
        if self.trace is not None:
            self.trace.append((device, what, where, data))
        return True

    def is_steady(self) -> bool:
        """True while no cut is planned and nobody looks at single writes."""
        return self.cut_after is None and self.trace is None and not self.off

    def check(self) -> None:
        """Raise when the supply is gone."""
        if self.off:
            raise PowerCut
