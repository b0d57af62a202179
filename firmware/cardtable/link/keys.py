"""Who may order what: commands signed with the key of a role.

A command carries HMAC-SHA256 over challenge, counter, role and its own text. The challenge is new
at every start, the counter only rises: what was sent once is never taken again. The keys protect
against host and cable, not against somebody who holds the board: its flash can be read.
"""

from binascii import hexlify, unhexlify

from cardtable.rules.seals import hmac_sha256

ROLES = ("dealer", "technician", "supervisor")
_SLOW_MS = 1000  # after the first wrong key; then twice as long each time
_SLOWEST_MS = 64000
_AHEAD = 1000


def signed(challenge, counter, role, text):
    """What is signed: all that makes this command this one."""
    return ("%s:%d:%s:%s" % (challenge, counter, role, text)).encode()


class Keys:
    """`keys` maps a role to its key in hex digits; none before the table is installed."""

    def __init__(self, keys, random_bytes, clock):
        self._keys = {role: unhexlify(keys[role]) for role in ROLES if role in keys}
        self._clock = clock
        self.challenge = hexlify(random_bytes(8)).decode()
        self.counter = 0  # of the last command that was taken
        self.denied = 0  # since the last one that was told
        self._wait_ms = 0
        self._since = 0

    @property
    def installed(self):
        return bool(self._keys)

    def why_not(self, role, counter, mac, text):
        """None when the command may be looked at; else a code."""
        if not self._keys:
            return "no_keys"
        if self._wait_ms:
            if self._clock.ticks_diff(self._clock.ticks_ms(), self._since) < self._wait_ms:
                self.denied += 1
                return "slow_down"
        key = self._keys.get(role, b"")
        due = hexlify(hmac_sha256(key, signed(self.challenge, counter, role, text)))
        if not key or not _same(due, mac.encode()):
            self.denied += 1
            self._since = self._clock.ticks_ms()
            self._wait_ms = min(self._wait_ms * 2, _SLOWEST_MS) or _SLOW_MS
            return "wrong_key"
        if not self.counter < counter <= self.counter + _AHEAD:
            return "replayed"  # or so far ahead that no command would be left behind it
        self._wait_ms = 0
        self.counter = counter
        return None

    def change(self, role, masked, by):
        """The keys with a new one for `role`, which came masked under the key of role `by`."""
        mask = hmac_sha256(self._keys[by], signed(self.challenge, self.counter, role, "key"))
        self._keys[role] = bytes([a ^ b for a, b in zip(unhexlify(masked), mask)])
        return {known: hexlify(self._keys[known]).decode() for known in self._keys}


def _same(one, other):
    """Compare in a time that does not tell where they differ."""
    if len(one) != len(other):
        return False
    differs = 0
    for k in range(len(one)):
        differs |= one[k] ^ other[k]
    return not differs
