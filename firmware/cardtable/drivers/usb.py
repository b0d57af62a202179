"""The cable to the host: stdin and stdout of the board, without waiting.

MicroPython waits half a second for room when a host has opened the port and does not read
(MICROPY_HW_USB_CDC_TX_TIMEOUT). That may happen once: then each byte is written only where there
is room for it, for ten minutes, and what finds none is lost. The feed sends records again.
"""

import select
import sys
import time

import micropython

_SLOW_MS = 100
_CAREFUL_MS = 600_000


class UsbPort:
    """Moves bytes; `readinto` takes what is there and never waits."""

    def __init__(self):
        self._take = sys.stdin.buffer.readinto
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._look = self._poll.ipoll  # of all ways to ask the one that allocates nothing
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._careful = False
        self._since = 0
        self._half = False  # a line was lost in its middle
        self.lost = 0

    @micropython.native
    def readinto(self, buffer):
        """How many bytes were there (at most as many as `buffer` holds)."""
        count = 0
        byte = self._byte
        look = self._look
        take = self._take
        most = len(buffer)
        while count < most:
            there = 0
            for _ in look(0):
                there = 1
            if not there or not take(byte):
                break
            buffer[count] = byte[0]
            count += 1
        return count

    def write(self, data):
        """Whole lines; lost where nobody reads."""
        now = time.ticks_ms()
        if self._careful and time.ticks_diff(now, self._since) > _CAREFUL_MS:
            self._careful = False
        if self._careful:
            if self._half:
                data = b"\n" + data
            self._half = self._lost_some(data)
        elif self._has_room():
            self._out.write(data)
            if time.ticks_diff(time.ticks_ms(), now) > _SLOW_MS:
                self._careful = self._half = True
                self._since = now
        else:
            self.lost += 1

    def _has_room(self):
        for _ in self._room.ipoll(0):
            return True
        return False

    def _lost_some(self, data):
        byte = self._byte
        write = self._out.write
        for one in data:
            if not self._has_room():
                self.lost += 1
                return True
            byte[0] = one
            write(byte)
        return False
