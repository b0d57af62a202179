"""The names of drivers/reader_codes.py, for people: only the desk loads them."""

CODE_NAMES = ("OK", "NO_TAG", "BUS_DOWN", "NO_ACK", "CORRUPT", "CHIP_ERROR", "TIMEOUT")

STATE_NAMES = ("STARTING", "READY", "SILENT", "DISTURBED", "WRONG_CHIP", "NOT_FITTED")

# In the order in which a board tells them
COUNTER_NAMES = CODE_NAMES + (
    "NACKS",
    "STARTS",
    "SCANS",
    "CLEAN_SCANS",
    "REPEATS",
    "RECOVERIES",
)
