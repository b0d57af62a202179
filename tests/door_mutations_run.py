"""pytest with one check taken out of the firmware (tests/door_mutations.py); on CPython alone."""

import os
import sys

from tests import door_mutations

if __name__ == "__main__":
    told = os.environ.get(door_mutations.VARIABLE)
    sys.dont_write_bytecode = True
    if told:
        door_mutations.install(told)
    import pytest

    from tests.support import board_run

    board_run.BoardFile.collect = lambda self: iter(())  # type: ignore[method-assign]
    sys.exit(pytest.main(sys.argv[1:]))
