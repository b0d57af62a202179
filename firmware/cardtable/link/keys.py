"""Who may order what: commands signed with the key of a role, or of a person in that role.

Who signs is "supervisor" (a PIN that several share) or "supervisor/Ann Smith". A command carries
HMAC-SHA256 over challenge, counter, who signs and its own text. The challenge is new at every
start, the counter only rises: what was sent once is never taken again. The keys protect against
host and cable, not against somebody who holds the board: its flash can be read.
"""

from binascii import hexlify, unhexlify

from cardtable.rules.seals import hmac_sha256

ROLES = ("dealer", "technician", "supervisor")
ROOM = "room"  # signs leases of a linked jackpot (service/lease.py) and orders nothing
PERSONS = 15  # as many counts of wrong keys as lie in FRAM (vault/layout.py), less the roles'
_SLOW_MS = 1000  # after the first wrong key; then twice as long each time
_SLOWEST_MS = 60000  # nobody honest waits longer
_MOST_WRONG = 7  # tries, from which on it is the slowest
_AHEAD = 1000


def signed(challenge, counter, role, text):
    """What is signed: all that makes this command this one."""
    return ("%s:%d:%s:%s" % (challenge, counter, role, text)).encode()


def role_of(signer):
    return signer.partition("/")[0]


def who_is(signer):
    """The person; the role where its key is shared."""
    return signer.partition("/")[2] or signer


class Keys:
    """`keys` maps whoever signs to a key in hex digits; none before the table is installed.

    Each waits for its own wrong keys, and only its own right one ends that: who knows the
    dealer's key guesses the supervisor's no faster, and who guesses at one keeps no other waiting.
    """

    def __init__(self, keys, random_bytes, clock):
        self._keys = {one: unhexlify(keys[one]) for one in keys if role_of(one) in ROLES}
        self.room = unhexlify(keys.get(ROOM, ""))
        self._clock = clock
        self.challenge = hexlify(random_bytes(8)).decode()
        self.counter = 0  # of the last command that was taken
        self.denied = 0  # since the last one that was told
        self._tries = None
        self._line_up()

    def _line_up(self):
        """Whose wrong keys are counted where: a dictionary's order is its own affair."""
        self.signers = list(ROLES) + sorted([one for one in self._keys if one not in ROLES])
        self._wrong = bytearray(len(self.signers) + 1)  # keys in turn, of each; of nobody known
        self._since = [self._clock.ticks_ms()] * len(self._wrong)

    def remember(self, tries):
        """Go on from what was counted before (vault/kept_bytes.py), and keep it there."""
        kept = tries.get()
        for k in range(min(len(self.signers), len(kept))):
            self._wrong[k] = min(kept[k], _MOST_WRONG)
        self._tries = tries

    @property
    def installed(self):
        return bool(self._keys)

    def why_not(self, role, counter, mac, text):
        """None when the command may be looked at; else a code."""
        if not self._keys:
            return "no_keys"
        whose = self.signers.index(role) if role in self.signers else len(self.signers)
        if self._waits(whose):
            self.denied += 1
            return "slow_down"
        key = self._keys.get(role, b"")
        due = hexlify(hmac_sha256(key, signed(self.challenge, counter, role, text)))
        if not key or not same(due, mac.encode()):
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
        """Whether a command of whom these bytes name would be told to slow down."""
        for k in range(len(self.signers)):
            if self.signers[k].encode() == role:
                return self._waits(k)
        return self._waits(len(self.signers))

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
            if whose < len(self.signers):
                self._keep()

    def _keep(self):
        if self._tries is not None:
            self._tries.keep(bytes(self._wrong[: len(self.signers)]))

    def knows(self, signer):
        return signer in self._keys

    def change(self, signer, masked, by):
        """The keys with a new one for `signer`, which came masked under the key of `by`; with
        none for it where nothing came."""
        key = b""
        if masked:
            mask = hmac_sha256(self._keys[by], signed(self.challenge, self.counter, signer, "key"))
            key = bytes([a ^ b for a, b in zip(unhexlify(masked), mask)])
        if signer == ROOM:
            self.room = key
        elif masked:
            self._keys[signer] = key
        else:
            del self._keys[signer]
        counted = dict(zip(self.signers, self._wrong))
        self._line_up()
        for k in range(len(self.signers)):
            self._wrong[k] = counted.get(self.signers[k], 0)
        self._keep()
        made = {known: hexlify(self._keys[known]).decode() for known in self._keys}
        if self.room:
            made[ROOM] = hexlify(self.room).decode()
        return made


def same(one, other):
    """Compare in a time that does not tell where they differ."""
    if len(one) != len(other):
        return False
    differs = 0
    for k in range(len(one)):
        differs |= one[k] ^ other[k]
    return not differs
