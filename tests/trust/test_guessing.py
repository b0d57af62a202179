"""What guessing brings: at the board, with the key file, with the board's own keys."""

from __future__ import annotations

import json
import os

from cardtable.link.keys import Keys
from host_tools.link.roles import DEMO_PINS, Signer, board_keys, role_key
from sim.clock import VirtualClock

_TABLE_KEY = bytes(range(32))
_TEXT = '["mode","test"]'
_DAY_MS = 24 * 3600 * 1000


def _board(table_key: bytes = _TABLE_KEY) -> tuple[Keys, VirtualClock]:
    clock = VirtualClock()
    return Keys(board_keys(table_key, DEMO_PINS), os.urandom, clock), clock


def test_a_day_of_guessing_at_the_board_is_about_1350_tries():
    """Somebody with the key file who tries whenever the board lets them, for one day."""
    keys, clock = _board()
    tries = waited_ms = 0
    while waited_ms < _DAY_MS:
        code = keys.why_not("supervisor", 1, "00" * 32, _TEXT)
        assert code in ("wrong_key", "slow_down")
        tries += code == "wrong_key"
        clock.sleep_ms(1000)
        waited_ms += 1000
    assert 1300 < tries < 1400
    # And the right one is as late as everybody else.
    keys.why_not("supervisor", 1, "00" * 32, _TEXT)
    right = Signer("supervisor", role_key(_TABLE_KEY, "supervisor", DEMO_PINS["supervisor"]))
    assert keys.why_not("supervisor", 1, right.mac(keys.challenge, 1, _TEXT), _TEXT) == "slow_down"


def test_a_pin_signs_nothing_without_the_tables_key():
    """Somebody at the port who has seen the supervisor type the PIN."""
    keys, _ = _board()
    for other_key in (bytes(32), bytes(reversed(range(32)))):
        guess = Signer("supervisor", role_key(other_key, "supervisor", DEMO_PINS["supervisor"]))
        keys._wait_ms = 0
        assert keys.why_not("supervisor", 1, guess.mac(keys.challenge, 1, _TEXT), _TEXT) == (
            "wrong_key"
        )


def test_with_key_file_and_a_recorded_command_a_pin_is_found_away_from_the_board():
    """A limit, not a merit: docs/threats.md says so, and that long PINs are the answer."""
    challenge, counter = "0123456789abcdef", 7
    heard = Signer("dealer", role_key(_TABLE_KEY, "dealer", "0003")).mac(challenge, counter, _TEXT)
    found = [
        pin
        for pin in ("0001", "0002", "0003", "0004")
        if Signer("dealer", role_key(_TABLE_KEY, "dealer", pin)).mac(challenge, counter, _TEXT)
        == heard
    ]
    assert found == ["0003"]


def test_the_boards_keys_hold_no_pin_and_do_not_serve_another_table():
    taken = board_keys(_TABLE_KEY, DEMO_PINS)
    told = json.dumps(taken)
    assert not any(pin in told for pin in DEMO_PINS.values())
    assert _TABLE_KEY.hex() not in told
    assert len(set(taken.values())) == 3
    # The same PINs at another table are other keys.
    other, _ = _board(bytes(reversed(range(32))))
    for role, key in taken.items():
        other._wait_ms = 0
        mac = Signer(role, bytes.fromhex(key)).mac(other.challenge, 1, _TEXT)
        assert other.why_not(role, 1, mac, _TEXT) == "wrong_key"
