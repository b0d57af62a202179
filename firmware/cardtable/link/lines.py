# pyright: reportArgumentType=false
# viper takes any buffer for a pointer
"""Lines on the wire: JSON, `*`, CRC-32 in eight hex digits, newline.

Readable in any terminal and self-synchronising: whatever is not a good line (REPL text, half a
line, noise) is counted and passed over, and the next newline starts afresh.
"""

import json
from binascii import crc32

import micropython

PROTOCOL = 1  # what is said in them: desk/messages.py
LIMIT = 512  # bytes of a line that is kept; longer ones are thrown away whole
# What is parsed at all: nothing that is said is nested deeper or counts further.
DEPTH = 4
DIGITS = 15  # _bounded() has both as numbers
_OUTSIDE = b"[]{},:- truefalsn"  # JSON without fractions, but for text and digits


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

    @property
    def half(self):
        """Whether a line has begun and not ended."""
        return self._length > 0

    @property
    def rubbish(self):
        """How many lines were thrown away."""
        return self.bad + self.overlong

    def drop(self):
        """Forget half a line, of which nothing more came."""
        if self._length:
            self.bad += 1
        self._length = 0
        self._overlong = False

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
                if have:  # an empty line costs nothing
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


def bounded(text):
    """Whether JSON (its bytes) is flat and its numbers are whole and short enough to be parsed.

    Before anything is made of it: brackets within brackets would fill a board's small stack as
    soon as somebody prints them, and a number of 300 digits its records.
    """
    return _bounded(text, len(text), _OUTSIDE, len(_OUTSIDE))


@micropython.viper
def _bounded(text: ptr8, length: int, outside: ptr8, most: int) -> bool:  # noqa: C901  # one pass over bytes that may be hostile
    depth = 0
    digits = 0
    quoted = 0
    at = 0
    while at < length:
        byte = text[at]
        at += 1
        if quoted:
            if byte == 92:
                at += 1  # whatever it is, it is escaped
            elif byte == 34:
                quoted = 0
        elif byte == 34:
            quoted = 1
            digits = 0
        elif byte >= 48 and byte <= 57:
            digits += 1
            if digits > 15:  # DIGITS
                return False
        else:
            k = 0
            while k < most and outside[k] != byte:
                k += 1
            if k == most:
                return False
            if byte == 91 or byte == 123:
                depth += 1
                if depth > 4:  # DEPTH
                    return False
            elif byte == 93 or byte == 125:
                depth -= 1
            elif byte == 101 and digits:
                return False
            digits = 0
    return True


def message(payload):
    """The JSON array in a payload, or None when it is no array that anybody would say."""
    if not bounded(payload):
        return None
    try:
        value = json.loads(payload)
    except ValueError:
        return None
    return value if isinstance(value, list) and value else None
