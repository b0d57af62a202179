"""Records: facts in a chain, encoded once.

A record is one line of JSON, an array in a fixed order:

    [version, epoch, number, clock, time_ms, previous, kind, field, …]

Its bytes are the same in the vault, on the wire and in the ledger. `previous` is the digest of
the record before it; the first record of an epoch carries the digest of table and epoch, so a
missing, altered or foreign record shows. `clock` is "u" (uptime: no host has told the time yet)
or "t" (milliseconds since 1970). The kinds are declared in record_kinds.py.
"""

import hashlib
import json
from binascii import hexlify

VERSION = 1
UPTIME = "u"
TOLD = "t"
HEAD = 6  # fields before the kind

_SEPARATORS = (",", ":")


def digest(data):
    """The first 128 bits of SHA-256, as 32 hex digits."""
    return hexlify(hashlib.sha256(data).digest()[:16]).decode()


def origin(table, epoch):
    """What the first record of an epoch carries in place of a digest."""
    return digest(("%s:%d" % (table, epoch)).encode())


def dumps(value):
    """Compact JSON: the same bytes on both interpreters for ints, ASCII text, lists and None."""
    return json.dumps(value, separators=_SEPARATORS)


class BrokenChain(Exception):
    """A record that does not follow the one before it; says which and why."""


class Chain:
    """The end of a chain of records: makes the next one, or checks that one is the next."""

    def __init__(self, table, epoch=1, number=0, last=None):
        self.epoch = epoch
        self.number = number  # of the last record; 0 = none yet
        self.last = last if last is not None else origin(table, epoch)

    def encode(self, body, clock, time_ms):
        """The bytes of the next record; `body` is (kind, field, …)."""
        head = (VERSION, self.epoch, self.number + 1, clock, time_ms, self.last)
        line = dumps(head + tuple(body)).encode()
        self.number += 1
        self.last = digest(line)
        return line

    def follow(self, line):
        """Take `line` as the next record and return it decoded; raise BrokenChain if it is not."""
        record = decode(line)
        if record[1] != self.epoch:
            raise BrokenChain("epoch %s where %d was due" % (record[1], self.epoch))
        if record[2] != self.number + 1:
            raise BrokenChain("record %s where %d was due" % (record[2], self.number + 1))
        if record[5] != self.last:
            raise BrokenChain("record %d does not continue the chain" % record[2])
        self.number = record[2]
        self.last = digest(line)
        return record


def decode(line):
    """The record as a list; raise BrokenChain when it is none of ours."""
    try:
        record = json.loads(line)
    except ValueError:
        raise BrokenChain("not JSON")
    if not isinstance(record, list) or len(record) <= HEAD or not isinstance(record[HEAD], str):
        raise BrokenChain("not a record")
    if record[0] != VERSION:
        raise BrokenChain("version %s; this program knows version %d" % (record[0], VERSION))
    if not (isinstance(record[1], int) and isinstance(record[2], int)):
        raise BrokenChain("not a record")
    return record


def body(record):
    """(kind, field, …) of a decoded record."""
    return tuple(record[HEAD:])
