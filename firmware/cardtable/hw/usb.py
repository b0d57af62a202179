"""The cable to the host: stdin and stdout of the board, without waiting."""

import select
import sys

import micropython


class UsbPort:
    """Moves bytes; `readinto` takes what is there and never waits."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    @micropython.native
    def readinto(self, buffer):
        """How many bytes were there (at most as many as `buffer` holds)."""
        count = 0
        byte = self._byte
        ipoll = self._poll.ipoll
        while count < len(buffer):
            there = 0
            for _ in ipoll(0):  # of all ways to ask the one that allocates nothing
                there = 1
            if not there or not self._in.readinto(byte):
                break
            buffer[count] = byte[0]
            count += 1
        return count

    def write(self, data):
        self._out.write(data)
