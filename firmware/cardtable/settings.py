"""The files that make a board this table: wiring, game, decks, keys. Each is replaced whole."""

import json
import os

NO_DECKS = {"deck": {}, "other": {}}


class NotInstalled(Exception):
    """A file of the table's configuration is missing or damaged; says which."""


class Settings:
    """`root` is where the board's files lie."""

    def __init__(self, root):
        self._root = root

    def load(self, name, otherwise=None):
        """What a file holds; `otherwise` when there is none."""
        try:
            with open(self._root + name) as file:
                return json.loads(file.read())
        except OSError:
            if otherwise is not None:
                return otherwise
            raise NotInstalled(name + " is missing: this table is not installed")
        except ValueError:
            raise NotInstalled(name + " is damaged: install the table again")

    def path(self, name):
        return self._root + name

    def write(self, name, value):
        """The old file, or the new one, whenever the power goes."""
        path = self._root + "incoming_file"
        with open(path, "w") as file:
            file.write(json.dumps(value))
        self.replace(path, name)

    def replace(self, path, name):
        os.rename(path, self._root + name)
