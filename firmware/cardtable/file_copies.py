"""The files that make a board this table, each twice, with a generation and a check value.

    table.json, table.copy: {"table":"t1",…,"copy":"00000003 89abcdef"}

The last member is the seal: how often the file was written, and CRC-32 of all before it. Firmware
0.1.0 reads such a file as any other and writes them without: one without a seal was written by an
older firmware or by hand, and is taken over. A change is written to the first file, then to the
second, each by one rename: after a cut the newer one is right. Stands alone: safe mode reads by it.
"""

import json
import os
from binascii import crc32

FILES = ("board.json", "table.json", "deck.json", "keys.json")

NONE = 0  # no such file
DAMAGED = 1
PLAIN = 2  # whole, without a seal
SEALED = 3

_BEGIN = b',"copy":"'
_LENGTH = 28  # _BEGIN, eight digits, a space, eight digits, '"}'


def copy_of(name):
    """table.json → table.copy"""
    return name[:-4] + "copy"


def sealed(content, generation):
    """The bytes of a file: a JSON object with its seal."""
    content = content.strip()
    if content[:1] != b"{" or content[-1:] != b"}" or len(content) < 4:
        raise ValueError("not an object with members")
    head = content[:-1] + _BEGIN + b"%08x " % generation
    return head + b'%08x"}' % (crc32(head) & 0xFFFFFFFF)


def plain(raw):
    """The same without its seal."""
    return raw[:-_LENGTH] + b"}"


def look(raw):
    """(state, generation) of a file's bytes, None when there is no file."""
    if raw is None:
        return NONE, 0
    tail = raw[-_LENGTH:]
    if _alike(tail) > 6:
        if raw[-10:] == b'%08x"}' % (crc32(raw[:-10]) & 0xFFFFFFFF) and _alike(tail) == 12:
            return SEALED, int(tail[9:17], 16)
        return DAMAGED, 0
    try:
        found = json.loads(raw)
        if found and isinstance(found, dict):
            return PLAIN, 0
    except ValueError:
        pass
    return DAMAGED, 0


def _alike(tail):
    """How many of the twelve characters that every seal has are there: some may be damaged."""
    if len(tail) < _LENGTH:
        return 0
    found = int(tail[17] == 32) + int(tail[26] == 34) + int(tail[27] == 125)
    for k in range(9):
        found += tail[k] == _BEGIN[k]
    return found


def raw(root, name):
    """What a file holds, or None."""
    try:
        with open(root + name, "rb") as file:
            return file.read()
    except OSError:
        return None


def read(root, name):
    """The object in whichever copy is whole; None when none is. Nothing is repaired."""
    best = 0
    content = b"null"
    for one in (name, copy_of(name)):
        found = raw(root, one)
        state, generation = look(found)
        rank = state << 32 | generation
        if found is not None and state >= PLAIN and rank > best:
            best, content = rank, found
    return json.loads(content)


def write(root, name, content):
    """Both copies, as a new generation; the old content or the new, whenever the power goes."""
    newest = 0
    for one in (name, copy_of(name)):
        newest = max(newest, look(raw(root, one))[1])
    content = sealed(content, newest + 1)
    for one in (name, copy_of(name)):
        put(root, one, content)


def open_keys(root, chip):
    """Before an older firmware comes, which knows no mask: the keys as it reads them."""
    from cardtable.settings import unmasked

    keys = read(root, "keys.json")
    if keys is not None:
        write(root, "keys.json", json.dumps(unmasked(keys, chip)).encode())


def put(root, name, content):
    with open(root + "incoming_file", "wb") as file:
        file.write(content)
    os.rename(root + "incoming_file", root + name)
