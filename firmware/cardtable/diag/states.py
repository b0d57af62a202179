"""The seven states of a reader that a technician sees, derived here and nowhere else."""

OK = 0
STARTING = 1
SILENT = 2
DISTURBED = 3
UNKNOWN_CARD = 4
DUPLICATE_CARD = 5
NOT_FITTED = 6

NAMES = (
    "ok",
    "starting",
    "silent",
    "disturbed",
    "unknown card",
    "duplicate card",
    "not fitted",
)

# In the order of drivers/reader_codes.py; a chip that is no PN532 does not answer as one.
_BY_READER = (STARTING, OK, SILENT, DISTURBED, SILENT, NOT_FITTED)


def plain_state(reader_state, unknown=False, duplicate=False):
    """The state by number: the reader's own trouble first, then what lies over it.

    `reader_state` is that of drivers/reader_codes.py, None when the board has no reader there.
    """
    if reader_state is None:
        return NOT_FITTED
    state = _BY_READER[reader_state]
    if state != OK and state != DISTURBED:
        return state
    if duplicate:
        return DUPLICATE_CARD
    if unknown:
        return UNKNOWN_CARD
    return state
