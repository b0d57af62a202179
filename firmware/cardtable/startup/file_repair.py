"""The table's files at every start: both copies compared, repaired, or play stops."""

import json
from binascii import hexlify

from cardtable import file_copies
from cardtable.file_copies import FILES, NONE, PLAIN, SEALED, copy_of, look, plain, raw
from cardtable.settings import masked


def settle(board):
    """(told, wrong): (code, where, count) of what was repaired; (code, where) of what nobody can
    decide. Nothing is ever set to a default."""
    told = []
    wrong = []
    for name in FILES:
        try:
            code = _settle(board, name, told)
        except OSError:  # a file system that takes nothing: both copies stay as they are
            code = None
        if code is not None:
            wrong.append((code, name))
    return told, wrong


def _settle(board, name, told):
    """None, or why the file cannot be used."""
    root = board.root
    copy = copy_of(name)
    one, other = raw(root, name), raw(root, copy)
    state, generation = look(one)
    of_copy, copied = look(other)
    if state == PLAIN:  # an older firmware, an installer or somebody by hand has written it
        content = json.loads(one)  # type: ignore[arg-type]
        content.pop("copy", None)
        if of_copy != NONE and not (of_copy == SEALED and content == json.loads(plain(other))):
            told.append(("settings_taken", name, 1))
        _write(board, name, content)
    elif state == SEALED and of_copy == SEALED and generation == copied:
        if one != other:
            return "settings_disagree"
        if name == "keys.json":
            _mask(board, one)
    elif state == SEALED and (of_copy != SEALED or generation > copied):
        file_copies.put(root, copy, one)
        told.append(("settings_repaired", copy, 1))
    elif of_copy == SEALED:
        file_copies.put(root, name, other)
        told.append(("settings_repaired", name, 1))
    elif state != NONE or of_copy != NONE:
        return "settings_damaged"
    return None


def _mask(board, content):
    """Keys that lie open, as before an older firmware came and went, are masked again."""
    keys = json.loads(plain(content))
    if "masked" not in keys and board.chip():
        _write(board, "keys.json", keys)


def _write(board, name, value):
    if name == "keys.json" and "masked" not in value:
        value = masked(value, board.chip(), hexlify(board.random_bytes(8)).decode())
    file_copies.write(board.root, name, json.dumps(value).encode())
