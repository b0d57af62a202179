"""Commands are taken from whoever has the key of a role, once, and slowly from whoever has not."""

from binascii import hexlify, unhexlify

from cardtable.link.keys import Keys, signed
from cardtable.rules.seals import hmac_sha256
from sim.clock import VirtualClock

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


def test_wrong_keys_are_slowed_down_more_and_more():
    keys, clock = _keys()
    waited = []
    for _ in range(9):
        assert keys.why_not("dealer", 1, "00" * 32, TEXT) == "wrong_key"
        at = clock.ticks_ms()
        # The right key does not help before the time is over.
        while keys.why_not("dealer", 1, "00", TEXT) == "slow_down":
            clock.sleep_ms(500)
            if clock.ticks_ms() - at > 70000:
                break
        waited.append(clock.ticks_ms() - at)
        keys._since = clock.ticks_ms() - 100000  # the probe above was itself a wrong key
    assert waited[0] >= 1000 and waited[-1] >= 64000
    assert waited == sorted(waited)


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
