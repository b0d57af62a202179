"""The cable to the host: stdin and stdout of the board, without waiting."""

import select
import sys


class UsbPort:
    """Moves bytes; `readinto` takes what is there and never waits."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def readinto(self, buffer):
        """How many bytes were there (at most as many as `buffer` holds)."""
        count = 0
        while count < len(buffer) and self._poll.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            buffer[count] = byte[0]
            count += 1
        return count

    def write(self, data):
        self._out.write(data)
