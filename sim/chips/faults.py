"""The catalogue of hardware faults: what can be made to go wrong, where, and what it looks like.

Every emulated part that can fail is a `Faulty`; faults are switched while the table runs:
`chip.fault("bad_dcs")` spoils one answer, `chip.fault("unplugged", FOREVER)` lasts until
`chip.clear("unplugged")`.
"""

FOREVER = -1

# name: (part that has it, meaning). Parts: chip, bus, mux, felt (made by moving cards).
FAULTS = {
    "no_ack": ("chip", "a command is swallowed: no ACK and no answer"),
    "bad_ack": ("chip", "the ACK arrives with a wrong byte"),
    "stuck_busy": ("chip", "the ACK comes, the answer never does"),
    "bad_lcs": ("chip", "an answer with a wrong length checksum"),
    "bad_dcs": ("chip", "an answer with a wrong data checksum"),
    "flipped_bit": ("chip", "one bit in the middle of an answer is flipped on the wire"),
    "tag_lost": ("chip", "the tag stops answering in the middle of an exchange"),
    "unplugged": (
        "chip",
        "the cable is off: no address ACK, no power; plugged in again by clear()",
    ),
    "brown_out": ("chip", "supply dips: SAM and RF configuration are lost at once"),
    "wrong_ic": ("chip", "another IC answers GetFirmwareVersion"),
    "collision": ("chip", "two tags collide and anticollision does not get through"),
    "deselect_no_halt": ("chip", "InDeselect leaves the tag idle instead of halted"),
    "i2c_timeout": ("chip", "the clock is stretched beyond the controller's limit (ETIMEDOUT)"),
    "sda_low": ("chip", "the chip holds SDA low: the whole bus it is connected to is blocked"),
    "ghost_uid": ("chip", "tags over a neighbouring antenna answer too"),
    "garbled_uid": ("chip", "a UID with a wrong bit under a good checksum"),
    "stale_bytes": ("chip", "HSU only: old bytes arrive before the answer"),
    "bus_held": ("bus", "SDA is shorted to ground: nothing on this bus works"),
    "mux_stuck": ("mux", "channel selection is acknowledged but does not change; RESET frees it"),
    "mux_unplugged": ("mux", "the mux is off the bus: no address ACK, every channel disconnected"),
    "aligned_stack": ("felt", "cards exactly on top of each other do not answer"),
    "cloned_uid": ("felt", "two tags with the same UID read as one"),
    "short_dwell": ("felt", "a card leaves before it could be read"),
}


class Faulty:
    """A part with switchable faults; `part` says which of the catalogue it has."""

    part = ""

    def __init__(self):
        self._faults = {}

    def _known(self, name):
        if name not in FAULTS:
            raise ValueError("no such fault: {}".format(name))
        if FAULTS[name][0] != self.part:
            raise ValueError(
                "{} is a fault of the {}, not of the {}".format(name, FAULTS[name][0], self.part)
            )

    def fault(self, name: str, count: int = 1) -> None:
        """Switch a fault on for the next `count` occasions, or until cleared (FOREVER)."""
        self._known(name)
        if count == 0 or count < FOREVER:
            raise ValueError("a fault happens some times or FOREVER, not {} times".format(count))
        self._faults[name] = count

    def clear(self, name: str) -> None:
        """Switch a fault off."""
        self._known(name)
        self._faults.pop(name, None)

    def strikes(self, name):
        """True when the fault happens now; a counted fault is used up by it."""
        faults = self._faults
        if not faults or name not in faults:
            return False
        left = faults[name]
        if left == 1:
            del faults[name]
        elif left > 1:
            faults[name] = left - 1
        return True
