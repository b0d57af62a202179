"""PN532 frames as the chip builds and reads them (UM0701-02 6.2.1).

The firmware has the Adafruit driver for its side; this is the other end of the wire, written
independently so that the two check each other.
"""

ACK_FRAME = b"\x00\x00\xff\x00\xff\x00"
ERROR_FRAME = b"\x00\x00\xff\x01\xff\x7f\x81\x00"  # application level error

TO_CHIP = 0xD4
FROM_CHIP = 0xD5
MAX_BODY = 265  # TFI + 264 bytes of data in an extended frame

# What read() found
NOTHING = 0  # no start code: idle line, wake-up bytes
INCOMPLETE = 1  # a frame has begun; more bytes are needed
BAD = 2  # wrong LCS, DCS, TFI or length: the chip stays silent
COMMAND = 3
ACK = 4
NACK = 5


def build(body: bytes) -> bytes:
    """The frame around `body` (TFI and data); extended when longer than 255 bytes."""
    n = len(body)
    if n > MAX_BODY:
        raise ValueError("a PN532 frame holds {} bytes, not {}".format(MAX_BODY, n))
    if n > 255:
        head = bytes((0, 0, 0xFF, 0xFF, 0xFF, n >> 8, n & 0xFF, -((n >> 8) + n) & 0xFF))
    else:
        head = bytes((0, 0, 0xFF, n, -n & 0xFF))
    return head + body + bytes((-sum(body) & 0xFF, 0))


def read(data: bytes):
    """(what was found, body of a command, bytes used up) at the first start code in `data`."""
    start = data.find(b"\x00\xff")
    if start < 0:
        # A trailing 00 may be the first half of a start code that arrives in pieces.
        return NOTHING, b"", len(data) - (1 if data[-1:] == b"\x00" else 0)
    at = start + 2
    if len(data) < at + 2:
        return INCOMPLETE, b"", start
    n = data[at]
    lcs = data[at + 1]
    if n == 0 and lcs == 0xFF:
        return ACK, b"", at + 2
    if n == 0xFF and lcs == 0:
        return NACK, b"", at + 2
    if n == 0xFF and lcs == 0xFF:
        if len(data) < at + 5:
            return INCOMPLETE, b"", start
        n = data[at + 2] << 8 | data[at + 3]
        if (data[at + 2] + data[at + 3] + data[at + 4]) & 0xFF or n > MAX_BODY:
            return BAD, b"", at
        at += 5
    else:
        if (n + lcs) & 0xFF:
            return BAD, b"", at
        at += 2
    if len(data) < at + n + 1:
        return INCOMPLETE, b"", start
    body = bytes(data[at : at + n])
    if n < 2 or (sum(body) + data[at + n]) & 0xFF or body[0] != TO_CHIP:
        return BAD, b"", at
    return COMMAND, body, at + n + 1
