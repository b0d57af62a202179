"""When room is short: what may go, and what is counted instead of kept. Loaded when it is."""

from cardtable.vault.segments_start import logs

# What can come again and again without an open round
_AGAIN_AND_AGAIN = ("refused", "denied", "fault", "fault_over", "attach", "key_switch")


def make_room(vault):
    """Files of older epochs, which no host is sent any more; then acknowledged ones."""
    epoch = vault.journal.epoch
    for one, _, name in logs(vault.files):
        if one < epoch:
            vault.files.remove(name)
    vault.measure()
    vault.journal.prune(vault.flash_failed == "flash_full" or vault.stopped is not None)


def held_back(vault, record):
    """Whether a record is counted instead of kept: all but the first, second, fourth, eighth …

    The room that is left is for an open round. The count is recorded when there is room again.
    """
    if record[0] not in _AGAIN_AND_AGAIN:
        return False
    vault.held += 1
    return bool(vault.held & (vault.held - 1))


def look_again(vault):
    """Play has stopped because the file system was full: has a host taken records since?"""
    before = vault.segments.size
    make_room(vault)
    return vault.segments.size < before
