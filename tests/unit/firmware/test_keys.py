"""Commands are taken from whoever has the key of a role, once, and slowly from whoever has not."""

from binascii import hexlify, unhexlify

from cardtable.link.keys import Keys, signed
from cardtable.rules.seals import hmac_sha256
from sim.harness.clock import VirtualClock

KEYS = {"dealer": "11" * 32, "technician": "22" * 32, "supervisor": "33" * 32}
TEXT = '["restart"]'


def _keys(keys=None):
    clock = VirtualClock()
    return Keys(KEYS if keys is None else keys, lambda count: bytes(range(count)), clock), clock


def _mac(keys, role, counter, text=TEXT, key=None):
    secret = unhexlify(key or KEYS[role])
    return hexlify(hmac_sha256(secret, signed(keys.challenge, counter, role, text))).decode()


def test_a_signed_command_is_taken_once():
    keys, _ = _keys()
    mac = _mac(keys, "dealer", 1)
    assert keys.why_not("dealer", 1, mac, TEXT) is None
    assert keys.why_not("dealer", 1, mac, TEXT) == "replayed"
    assert keys.counter == 1
    assert keys.why_not("dealer", 7, _mac(keys, "dealer", 7), TEXT) is None
    assert keys.why_not("dealer", 6, _mac(keys, "dealer", 6), TEXT) == "replayed"


def test_nothing_of_a_command_can_be_altered():
    for role, counter, text in (
        ("supervisor", 1, TEXT),
        ("dealer", 2, TEXT),
        ("dealer", 1, '["maintenance"]'),
        ("nobody", 1, TEXT),
    ):
        keys, _ = _keys()
        assert keys.why_not(role, counter, _mac(keys, "dealer", 1), text) == "wrong_key"
        assert keys.counter == 0


def test_a_command_of_another_start_is_worth_nothing():
    keys, clock = _keys()
    mac = _mac(keys, "dealer", 1)
    later = Keys(KEYS, lambda count: bytes(count), clock)
    assert later.why_not("dealer", 1, mac, TEXT) == "wrong_key"


def _waits_s(keys, clock, role):
    """How many seconds pass until a key of this role is looked at: the next wrong one."""
    at = clock.ticks_ms()
    while keys.why_not(role, 1, "00", TEXT) == "slow_down":
        # The right key does not help before the time is over.
        assert keys.why_not(role, 1, _mac(keys, role, 1), TEXT) == "slow_down"
        clock.sleep_ms(500)
    return (clock.ticks_ms() - at) // 1000


def test_wrong_keys_are_slowed_down_more_and_more_and_nobody_waits_for_more_than_a_minute():
    keys, clock = _keys()
    for role in KEYS:
        waited = [_waits_s(keys, clock, role) for _ in range(10)]
        assert waited == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60], role


def test_each_role_waits_for_its_own_wrong_keys_and_only_its_own_right_one_ends_it():
    """0.1.0: any right command of a dealer ended the waiting for a supervisor's wrong ones."""
    keys, clock = _keys()
    assert keys.why_not("supervisor", 1, "00", TEXT) == "wrong_key"
    for counter in (1, 2):
        assert keys.why_not("dealer", counter, _mac(keys, "dealer", counter), TEXT) is None
        assert keys.why_not("supervisor", 5, _mac(keys, "supervisor", 5), TEXT) == "slow_down"
    clock.sleep_ms(1000)
    assert keys.why_not("supervisor", 3, "00", TEXT) == "wrong_key"
    assert keys.why_not("dealer", 3, _mac(keys, "dealer", 3), TEXT) is None
    clock.sleep_ms(1900)
    assert keys.why_not("supervisor", 4, _mac(keys, "supervisor", 4), TEXT) == "slow_down"
    clock.sleep_ms(100)
    assert keys.why_not("supervisor", 4, _mac(keys, "supervisor", 4), TEXT) is None
    assert keys.why_not("supervisor", 5, "00", TEXT) == "wrong_key"
    assert _waits_s(keys, clock, "supervisor") == 1  # the right one has ended it


def test_whoever_comes_back_after_days_waits_for_nothing():
    """The ticks count 12 days: from their half on, long ago looks like the future (0.1.0)."""
    for days in (1, 6, 7, 9, 12):
        keys, clock = _keys()
        assert keys.why_not("technician", 1, "00", TEXT) == "wrong_key"
        clock.sleep_ms(days * 24 * 3600 * 1000)
        assert keys.why_not("technician", 1, _mac(keys, "technician", 1), TEXT) is None, days


def test_the_right_key_after_the_pause_ends_the_slowness():
    keys, clock = _keys()
    keys.why_not("dealer", 1, "00", TEXT)
    assert keys.why_not("dealer", 1, _mac(keys, "dealer", 1), TEXT) == "slow_down"
    clock.sleep_ms(1000)
    assert keys.why_not("dealer", 1, _mac(keys, "dealer", 1), TEXT) is None
    assert keys.why_not("dealer", 2, "zz", TEXT) == "wrong_key"
    clock.sleep_ms(1000)
    assert keys.why_not("dealer", 2, _mac(keys, "dealer", 2), TEXT) is None


def test_without_keys_nothing_is_taken():
    keys, _ = _keys({})
    assert not keys.installed
    assert keys.why_not("dealer", 1, "00", TEXT) == "no_keys"


def test_a_new_key_comes_masked_and_counts_at_once():
    keys, _ = _keys()
    assert keys.why_not("supervisor", 1, _mac(keys, "supervisor", 1), TEXT) is None
    new = bytes(range(32))
    mask = hmac_sha256(unhexlify(KEYS["supervisor"]), signed(keys.challenge, 1, "dealer", "key"))
    masked = hexlify(bytes([a ^ b for a, b in zip(new, mask)])).decode()
    kept = keys.change("dealer", masked, "supervisor")
    assert kept["dealer"] == hexlify(new).decode() and kept["technician"] == KEYS["technician"]
    mac = _mac(keys, "dealer", 2, key=hexlify(new).decode())
    assert keys.why_not("dealer", 2, mac, TEXT) is None


PERSON = "supervisor/Ann Smith"


def _with_person(tries=None):
    keys, clock = _keys(dict(KEYS, **{PERSON: "44" * 32, "dealer/Bo": "55" * 32}))
    if tries is not None:
        keys.remember(tries)
    return keys, clock


class _Tries:
    """What a FRAM keeps of wrong keys."""

    def __init__(self):
        self.kept = b""

    def get(self):
        return self.kept

    def keep(self, counts):
        self.kept = counts


def test_a_person_signs_with_a_key_of_their_own():
    keys, _ = _with_person()
    mac = _mac(keys, PERSON, 1, key="44" * 32)
    assert keys.why_not(PERSON, 1, mac, TEXT) is None
    for other in ("supervisor", "dealer/Ann Smith", "supervisor/ann smith", "supervisor/"):
        assert keys.why_not(other, 2, _mac(keys, other, 2, key="44" * 32), TEXT) in (
            "wrong_key",
            "slow_down",
        )


def test_each_person_waits_for_their_own_wrong_keys_only_and_a_restart_forgets_none():
    tries = _Tries()
    keys, clock = _with_person(tries)
    for _ in range(3):
        assert keys.why_not(PERSON, 1, "00", TEXT) == "wrong_key"
        clock.sleep_ms(8000)
    assert keys.why_not("dealer/Bo", 1, _mac(keys, "dealer/Bo", 1, key="55" * 32), TEXT) is None
    assert keys.why_not("supervisor", 2, _mac(keys, "supervisor", 2), TEXT) is None
    assert not keys.has_to_wait(b"dealer/Bo") and not keys.has_to_wait(b"supervisor")
    again, clock = _with_person(tries)
    assert again.has_to_wait(PERSON.encode()) and not again.has_to_wait(b"supervisor")
    clock.sleep_ms(4000)
    assert again.why_not(PERSON, 3, _mac(again, PERSON, 3, key="44" * 32), TEXT) is None
    assert not any(tries.kept)


def test_wrong_keys_stay_with_whose_they_are_when_others_come_and_go():
    tries = _Tries()
    keys, clock = _with_person(tries)
    assert keys.why_not(PERSON, 1, "00", TEXT) == "wrong_key"
    kept = keys.change("dealer/Bo", "", "supervisor")
    assert "dealer/Bo" not in kept and kept[PERSON] == "44" * 32
    assert not keys.knows("dealer/Bo") and keys.has_to_wait(PERSON.encode())
    assert keys.why_not("dealer/Bo", 1, _mac(keys, "dealer/Bo", 1, key="55" * 32), TEXT) == (
        "wrong_key"
    )
    later = Keys(kept, lambda count: bytes(count), clock)
    later.remember(tries)
    assert later.has_to_wait(PERSON.encode()) and not later.has_to_wait(b"dealer")


def test_as_many_counts_are_kept_as_there_may_be_signers():
    from cardtable.link.keys import PERSONS, ROLES
    from cardtable.vault.layout import WRONG_KEYS_SLOT
    from cardtable.vault.slots import HEAD

    assert len(ROLES) + PERSONS == WRONG_KEYS_SLOT - HEAD


def test_a_role_without_a_key_is_signed_for_by_nobody():
    """Not by an empty key either, which anybody has."""
    keys, clock = _keys({"dealer": KEYS["dealer"]})
    for role in ("supervisor", "technician", "nobody", ""):
        mac = hexlify(hmac_sha256(b"", signed(keys.challenge, 1, role, TEXT))).decode()
        assert keys.why_not(role, 1, mac, TEXT) == "wrong_key"
        clock.sleep_ms(61_000)
    assert keys.counter == 0
