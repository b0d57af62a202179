"""Results of talking to a reader, and the states it can be in. Their names: code_names.py.

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

# Where a reader stands
STARTING = 0
READY = 1
SILENT = 2  # fails again and again
DISTURBED = 3  # reads, but not cleanly
WRONG_CHIP = 4  # something answers that is no PN532
NOT_FITTED = 5  # the board definition says there is none

# What is counted for a reader: the results by code, then these
NACKS = 7  # answers asked for again
STARTS = 8  # times the chip was set up
SCANS = 9
CLEAN_SCANS = 10
REPEATS = 11  # a UID came back in the same scan: its tag was not halted
RECOVERIES = 12  # times the way to the chip was reset
COUNTERS = 13
