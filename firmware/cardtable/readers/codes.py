"""Results of talking to a reader, and the states it can be in. Plain words live on the host.

No `const()` here: the host imports these names too.
"""

# What became of an exchange or a scan
OK = 0
NO_TAG = 1  # the chip answered: no tag there, or the tag did not answer
BUS_DOWN = 2  # the bus gave an error: nobody acknowledges, or a line is held
NO_ACK = 3  # the chip is on the bus but does not acknowledge commands
CORRUPT = 4  # wrong checksums twice, also after asking again
CHIP_ERROR = 5  # the chip refuses, or is not a PN532
TIMEOUT = 6  # acknowledged, but no answer in time

CODE_NAMES = ("OK", "NO_TAG", "BUS_DOWN", "NO_ACK", "CORRUPT", "CHIP_ERROR", "TIMEOUT")

# Where a reader stands
STARTING = 0
READY = 1
SILENT = 2  # fails again and again
DISTURBED = 3  # reads, but not cleanly
WRONG_CHIP = 4  # something answers that is no PN532
NOT_FITTED = 5  # the board definition says there is none

STATE_NAMES = ("STARTING", "READY", "SILENT", "DISTURBED", "WRONG_CHIP", "NOT_FITTED")

# What is counted for a reader, in this order; the first CODE_NAMES many are results by code
COUNTER_NAMES = CODE_NAMES + (
    "NACKS",  # answers asked for again
    "STARTS",  # times the chip was set up
    "SCANS",
    "CLEAN_SCANS",
    "REPEATS",  # a UID came back in the same scan: its tag was not halted
    "RECOVERIES",  # times the way to the chip was reset
)
NACKS = 7
STARTS = 8
SCANS = 9
CLEAN_SCANS = 10
REPEATS = 11
RECOVERIES = 12
