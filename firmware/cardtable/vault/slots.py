"""Slots: small states with schema version, generation and CRC-32, two of them written in turn.

    "CT" schema:u8 0:u8 generation:u32 length:u16 crc32:u32, then the payload; little-endian

A cut while one slot is written leaves the other one whole. A copy is a pair of slots in one
place: in a memory (FRAM), or as two files.
"""

import struct
from binascii import crc32

_HEAD = "<2sBBIH"
_HEAD_SIZE = 10
HEAD = _HEAD_SIZE + 4
_MAGIC = b"CT"

BLANK = "blank"
DAMAGED = "damaged"


def pack(schema, generation, payload):
    """The bytes of a slot."""
    head = struct.pack(_HEAD, _MAGIC, schema, 0, generation, len(payload))
    check = crc32(payload, crc32(head)) & 0xFFFFFFFF
    return head + struct.pack("<I", check) + payload


def unpack(data):
    """(generation, schema, payload), or BLANK or DAMAGED."""
    if data is None or len(data) < HEAD:
        return BLANK if not data else DAMAGED
    magic, schema, _, generation, length = struct.unpack(_HEAD, data[:_HEAD_SIZE])
    if magic != _MAGIC:
        return BLANK if _is_blank(data) else DAMAGED
    payload = bytes(data[HEAD : HEAD + length])
    check = crc32(payload, crc32(bytes(data[:_HEAD_SIZE]))) & 0xFFFFFFFF
    if len(payload) != length or check != struct.unpack("<I", data[_HEAD_SIZE:HEAD])[0]:
        return DAMAGED
    return generation, schema, payload


def _is_blank(data):
    """As it comes from the factory (zeros) or erased (ones)."""
    first = data[0]
    if first not in (0, 255):
        return False
    for byte in data:
        if byte != first:
            return False
    return True


class MemorySlots:
    """A copy in a memory: two slots of `size` bytes from `at`."""

    def __init__(self, name, memory, at, size):
        self.name = name
        self._memory = memory
        self._at = at
        self._size = size

    def read(self, which):
        """What slot 0 or 1 holds, unpacked."""
        at = self._at + which * self._size
        head = bytearray(HEAD)
        self._memory.read(at, head)
        length = struct.unpack(_HEAD, head[:_HEAD_SIZE])[4]
        if head[:2] != _MAGIC or HEAD + length > self._size:
            return BLANK if _is_blank(head) else DAMAGED
        data = bytearray(HEAD + length)
        self._memory.read(at, data)
        return unpack(data)

    def write(self, schema, generation, payload):
        data = pack(schema, generation, payload)
        if len(data) > self._size:
            raise ValueError("%d bytes do not fit a slot of %d" % (len(data), self._size))
        self._memory.write(self._at + generation % 2 * self._size, data)

    def erase(self, count=None):
        """Nothing of it is left; `count` is how many bytes of a slot were ever used."""
        zeros = bytes(self._size if count is None else count)
        self._memory.write(self._at, zeros)
        self._memory.write(self._at + self._size, zeros)


class FileSlots:
    """A copy in two files."""

    def __init__(self, name, files):
        self.name = name
        self._files = files

    def read(self, which):
        return unpack(self._files.read("%s.%d" % (self.name, which)))

    def write(self, schema, generation, payload):
        name = "%s.%d" % (self.name, generation % 2)
        self._files.write(name, (pack(schema, generation, payload),))


class Copies:
    """Several copies of one state, over several devices."""

    def __init__(self, places):
        self.places = places

    def read(self):
        """[(place name, which, content)] of every slot."""
        return [(place.name, k, place.read(k)) for place in self.places for k in (0, 1)]

    def write(self, schema, generation, payload):
        """To every copy, one after the other; at any instant all but one are whole."""
        for _ in self.writing(schema, generation, payload):
            pass

    def writing(self, schema, generation, payload):
        """The same in pieces, so that others may work in between."""
        for place in self.places:
            place.write(schema, generation, payload)
            yield 0
