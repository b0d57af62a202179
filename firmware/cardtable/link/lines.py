"""Lines on the wire: JSON, `*`, CRC-32 in eight hex digits, newline.

Readable in any terminal and self-synchronising: whatever is not a good line (REPL text, half a
line, noise) is counted and passed over, and the next newline starts afresh.
"""

import json
from binascii import crc32

import micropython

PROTOCOL = 1  # what is said in them: link/messages.py
LIMIT = 512  # bytes of a line that is kept; longer ones are thrown away whole


def frame(payload):
    """The line that carries `payload` (the bytes of a JSON text)."""
    return payload + b"*%08x\n" % (crc32(payload) & 0xFFFFFFFF)


def unframe(line):
    """The payload of a line without its newline, or None when the line is not good."""
    at = len(line) - 9
    if at < 1 or line[at : at + 1] != b"*":
        return None
    payload = line[:at]
    try:
        told = int(bytes(line[at + 1 :]), 16)
    except ValueError:
        return None
    return payload if told == crc32(payload) & 0xFFFFFFFF else None


class LineReader:
    """Bytes in, good payloads out; keeps at most LIMIT bytes of an unfinished line."""

    def __init__(self, limit=LIMIT):
        self._buffer = bytearray(limit)
        self._length = 0
        self._overlong = False
        self.good = 0
        self.bad = 0  # lines that were not ours, or damaged
        self.overlong = 0

    @micropython.native
    def feed(self, data, length=None):
        """The payloads of the lines that `data` completes."""
        found = []
        buffer = self._buffer
        limit = len(buffer)
        have = self._length
        at = 0
        end = len(data) if length is None else length
        while at < end:
            byte = data[at]
            at += 1
            if byte == 10:
                self._length = have
                payload = self._end_line()
                have = 0
                if payload is not None:
                    found.append(payload)
            elif have < limit:
                buffer[have] = byte
                have += 1
            else:
                self._overlong = True
        self._length = have
        return found

    def _end_line(self):
        line = bytes(memoryview(self._buffer)[: self._length]).rstrip(b"\r")
        overlong = self._overlong
        self._length = 0
        self._overlong = False
        if overlong:
            self.overlong += 1
            return None
        payload = unframe(line)
        if payload is None:
            if line:
                self.bad += 1
        else:
            self.good += 1
        return payload


def message(payload):
    """The JSON array in a payload, or None when it is no array."""
    try:
        value = json.loads(payload)
    except ValueError:
        return None
    return value if isinstance(value, list) and value else None
