"""Who may order what: commands signed with the key of a role.

A command carries HMAC-SHA256 over challenge, counter, role and its own text. The challenge is new
at every start, the counter only rises: what was sent once is never taken again. The keys protect
against host and cable, not against somebody who holds the board: its flash can be read.
"""

from binascii import hexlify, unhexlify

from cardtable.rules.seals import hmac_sha256

ROLES = ("dealer", "technician", "supervisor")
_SLOW_MS = 1000  # after the first wrong key; then twice as long each time
_SLOWEST_MS = 60000  # nobody honest waits longer
_MOST_WRONG = 7  # tries, from which on it is the slowest
_AHEAD = 1000


def signed(challenge, counter, role, text):
    """What is signed: all that makes this command this one."""
    return ("%s:%d:%s:%s" % (challenge, counter, role, text)).encode()


class Keys:
    """`keys` maps a role to its key in hex digits; none before the table is installed.

    Each role waits for its own wrong keys, and only its own right one ends that: who knows the
    dealer's key guesses the supervisor's no faster, and who guesses at one keeps no other waiting.
    """

    def __init__(self, keys, random_bytes, clock):
        self._keys = {role: unhexlify(keys[role]) for role in ROLES if role in keys}
        self._clock = clock
        self.challenge = hexlify(random_bytes(8)).decode()
        self.counter = 0  # of the last command that was taken
        self.denied = 0  # since the last one that was told
        self._wrong = bytearray(len(ROLES) + 1)  # keys in turn, of each role; of no role
        self._since = [clock.ticks_ms()] * len(self._wrong)
        self._tries = None

    def remember(self, tries):
        """Go on from what was counted before (vault/key_attempts.py), and keep it there."""
        kept = tries.get()
        for k in range(min(len(ROLES), len(kept))):
            self._wrong[k] = min(kept[k], _MOST_WRONG)
        self._tries = tries

    @property
    def installed(self):
        return bool(self._keys)

    def why_not(self, role, counter, mac, text):
        """None when the command may be looked at; else a code."""
        if not self._keys:
            return "no_keys"
        whose = ROLES.index(role) if role in ROLES else len(ROLES)
        if self._waits(whose):
            self.denied += 1
            return "slow_down"
        key = self._keys.get(role, b"")
        due = hexlify(hmac_sha256(key, signed(self.challenge, counter, role, text)))
        if not key or not _same(due, mac.encode()):
            self.denied += 1
            self._since[whose] = self._clock.ticks_ms()
            self._count(whose, min(self._wrong[whose] + 1, _MOST_WRONG))
            return "wrong_key"
        if not self.counter < counter <= self.counter + _AHEAD:
            return "replayed"  # or so far ahead that no command would be left behind it
        self._count(whose, 0)
        self.counter = counter
        return None

    def has_to_wait(self, role):
        """Whether a command of the role that these bytes name would be told to slow down."""
        for k in range(len(ROLES)):
            if ROLES[k].encode() == role:
                return self._waits(k)
        return self._waits(len(ROLES))

    def _waits(self, whose):
        wrong = self._wrong[whose]
        if not wrong:
            return False
        # Below 0 when it is more than six days ago: half of what the ticks count.
        past = self._clock.ticks_diff(self._clock.ticks_ms(), self._since[whose])
        return 0 <= past < min(_SLOW_MS << (wrong - 1), _SLOWEST_MS)

    def _count(self, whose, wrong):
        """Kept before anybody is told whether the key was right."""
        if wrong != self._wrong[whose]:
            self._wrong[whose] = wrong
            if self._tries is not None and whose < len(ROLES):
                self._tries.keep(bytes(self._wrong[: len(ROLES)]))

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
