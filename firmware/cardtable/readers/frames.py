"""The frames of a scan, built once, and its answers read where they lie: nothing allocates.

The Adafruit driver builds and reads frames for everything else; a test holds these against it byte
by byte. An answer stands in a buffer behind the byte that says it has come (Transport.read).
"""

import micropython


def framed(body):
    """`body` (D4, code, parameters) as it goes over the wire (UM0701-02 6.2.1.1)."""
    length = len(body)
    return bytes((0, 0, 0xFF, length, -length & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


LIST = framed(b"\xd4\x4a\x01\x00")  # InListPassiveTarget: one, 106 kbit/s type A
LIST_TWO = framed(b"\xd4\x4a\x02\x00")
DESELECT = framed(b"\xd4\x44\x00")
HLTA = framed(b"\xd4\x42\x50\x00")  # ISO 14443-3 HLTA by InCommunicateThru
FIELD_OFF = framed(b"\xd4\x32\x01\x00")

ACKED = b"\x01\x00\x00\xff\x00\xff\x00"  # it has come, and is an ACK (UM0701-02 6.2.1.3)
FIELD_IS_OFF = b"\x01\x00\x00\xff\x02\xfe\xd5\x33\xf8\x00"
# A card sent to sleep by either command: 00, or 01 that it did not answer (UM0701-02 7.1), as HLTA
# never is and a card that was lifted cannot
ASLEEP = (
    b"\x01\x00\x00\xff\x03\xfd\xd5\x45\x00\xe6\x00",
    b"\x01\x00\x00\xff\x03\xfd\xd5\x45\x01\xe5\x00",
)
ASLEEP_BY_HAND = (
    b"\x01\x00\x00\xff\x03\xfd\xd5\x43\x00\xe8\x00",
    b"\x01\x00\x00\xff\x03\xfd\xd5\x43\x01\xe7\x00",
)
NO_TARGET = b"\x01\x00\x00\xff\x03\xfd\xd5\x4b\x00\xe0\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"  # once more, please (UM0701-02 6.2.1.4)

ROOM = 11  # of a UID: its length, then at most ten bytes (ISO 14443-3)

# What an answer to InListPassiveTarget came to, beside the number of new UIDs (0, 1, 2)
NONSENSE = -1  # no such answer, or damaged
LONGER = -2  # it goes on behind what was read
REPEATED = 16  # a UID that was listed in this scan before
TOO_MANY = 32  # no room for it


@micropython.viper
def listed(answer: ptr8, size: int, uids: ptr8, count: int, most: int) -> int:  # noqa: C901  # hot: a call more costs the board's heap
    """Keep the UIDs of an answer behind the `count` that are kept already, at most `most`."""
    length = answer[4]
    if answer[1] | answer[2] or answer[3] != 0xFF or (length + answer[5]) & 0xFF:
        return -1
    if length < 3 or answer[6] != 0xD5 or answer[7] != 0x4B:
        return -1
    if length + 8 > size:
        return -2
    total = 0
    at = 6
    end = 6 + length
    while at <= end:  # with the checksum
        total += answer[at]
        at += 1
    if total & 0xFF:
        return -1
    new = 0
    at = 13  # NbTg, and of the first target: Tg, SENS_RES (2), SEL_RES; then its UID
    targets = answer[8]
    while new < targets:
        if at >= end:
            return -1
        uid = answer[at]
        if uid == 0 or uid > 10 or at + uid >= end:
            return -1
        known = 0
        while known < count:
            k = 0
            here = known * 11
            while k <= uid and uids[here + k] == answer[at + k]:
                k += 1
            if k > uid:
                return new | 16
            known += 1
        if count == most:
            return new | 32
        k = 0
        here = count * 11
        while k <= uid:
            uids[here + k] = answer[at + k]
            k += 1
        count += 1
        new += 1
        at += uid + 5
    return new
