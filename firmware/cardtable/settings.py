"""The files that make a board this table: wiring, game, decks, keys. Each is replaced whole.

Each lies there twice (file_copies.py); at the start the copies were compared, so one is read.
"""

import json
import os
from binascii import hexlify, unhexlify
from hashlib import sha256

NO_DECKS = {"deck": {}, "other": {}}
_KEYS = "keys.json"


class NotInstalled(Exception):
    """A file of the table's configuration is missing or damaged; says which."""


class Settings:
    """`root` is where the board's files lie; `chip()` and `random_bytes` mask the keys."""

    def __init__(self, board):
        self._board = board
        self._root = board.root

    def load(self, name, otherwise=None):
        """What a file holds; `otherwise` when there is none."""
        try:
            content = self._board.texts.pop(name, None)  # as it was compared a moment ago
            if content is None:
                with open(self._root + name) as file:
                    content = file.read()
            value = json.loads(content)
        except OSError:
            if otherwise is not None:
                return otherwise
            raise NotInstalled(name + " is missing: this table is not installed")
        except ValueError:
            raise NotInstalled(name + " is damaged: install the table again")
        if isinstance(value, dict):
            value.pop("copy", None)
            if name == _KEYS:
                value.update(unmasked(value, self._board.chip()))
                value.pop("masked", None)
        return value

    def path(self, name):
        return self._root + name

    def write(self, name, value):
        """The old file, or the new one, whenever the power goes; both copies where there are."""
        if name == _KEYS:
            board = self._board
            value = masked(value, board.chip(), hexlify(board.random_bytes(8)).decode())
        path = self._root + "incoming_file"
        with open(path, "w") as file:
            file.write(json.dumps(value))
        self.replace(path, name)

    def replace(self, path, name):
        """What lies at `path` becomes the file `name`."""
        from cardtable import file_copies

        if name not in file_copies.FILES:
            os.rename(path, self._root + name)
            return
        with open(path, "rb") as file:
            self.put(name, file.read())
        if path != self._root + "incoming_file":
            os.remove(path)

    def put(self, name, content):
        """Both copies of a file, as bytes; what was read of it at the start holds no longer."""
        from cardtable import file_copies

        self._board.texts.pop(name, None)
        file_copies.write(self._root, name, content)


# ---- keys lie under a mask that only this chip's number makes: a copy of the file tells no key.
# That does not hold against whoever runs a program on this board: the chip tells it to any.


def masked(keys, chip, salt):
    """As they are written; open where there is no chip."""
    if not chip:
        return keys
    found = {role: _turned(keys[role], chip, salt, role) for role in keys}
    found["masked"] = salt
    return found


def unmasked(keys, chip):
    """The role keys themselves."""
    salt = keys.get("masked")
    if salt is None:
        return keys
    roles = [role for role in keys if role not in ("masked", "copy")]
    return {role: _turned(keys[role], chip, salt, role) for role in roles}


def _turned(key, chip, salt, role):
    mask = sha256(chip + (salt + role).encode()).digest()
    return hexlify(bytes([a ^ b for a, b in zip(unhexlify(key), mask)])).decode()
