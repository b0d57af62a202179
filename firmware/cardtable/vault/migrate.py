"""Schema versions of the state that the vault keeps, and the steps between them.

A step takes the decoded state of one version and gives that of the next (or, downwards, of the
one before). The state in its new form is written as a new generation beside the old one, so a
power cut in the middle of an upgrade leaves the old one to start from again.
"""

SCHEMA = 1  # of the state as this firmware writes it: see vault.py


class Newer(Exception):
    """A state written by a firmware that knows more than this one."""


class Migrations:
    """`up[n]` leads from version n to n + 1, `down[n]` from n to n - 1."""

    def __init__(self, schema=SCHEMA, up=None, down=None):
        self.schema = schema
        self._up = up or {}
        self._down = down or {}

    def raised(self, schema, state):
        """The state in the version of this firmware."""
        if schema > self.schema:
            raise Newer(schema)
        for version in range(schema, self.schema):
            state = self._up[version](state)
        return state

    def lowered(self, schema, state):
        """The state in an older version, for going back to an older firmware."""
        for version in range(self.schema, schema, -1):
            state = self._down[version](state)
        return state
