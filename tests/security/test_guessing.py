"""What guessing brings: at the board, with the key file, with the board's own keys."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cardtable.link.keys import Keys
from cardtable.vault.files import Files
from cardtable.vault.kept_bytes import KeptBytes
from host_tools.link.roles import DEMO_PINS, Signer, board_keys, role_key
from sim.chips.fram import LARGE, SIZE
from sim.chips.fram import Fram as Chip
from sim.harness.clock import VirtualClock

_TABLE_KEY = bytes(range(32))
_TEXT = '["mode","test"]'


def _board(table_key: bytes = _TABLE_KEY) -> tuple[Keys, VirtualClock]:
    clock = VirtualClock()
    return Keys(board_keys(table_key, DEMO_PINS), os.urandom, clock), clock


@pytest.mark.parametrize("restart_s", [0, 7, 45, 3600])
@pytest.mark.parametrize("kept_in", [LARGE, SIZE, None])
def test_a_day_of_guessing_at_the_board_is_less_than_1500_tries(tmp_path, kept_in, restart_s):
    """Somebody with the key file and the dealer's PIN tries the supervisor's whenever the board
    lets them, gives the dealer's right commands in between, and switches it off and on (0.1.0:
    85,337 tries)."""
    table_keys = board_keys(_TABLE_KEY, DEMO_PINS)
    dealer = Signer("dealer", bytes.fromhex(table_keys["dealer"]))
    clock = VirtualClock()
    chip = None if kept_in is None else Chip(size=kept_in)

    def switched_on() -> Keys:
        keys = Keys(table_keys, os.urandom, clock)
        keys.remember(_tries(tmp_path, chip))
        return keys

    keys = switched_on()
    tries = 0
    for second in range(24 * 3600):
        if restart_s and second % restart_s == restart_s - 1:
            keys = switched_on()
        code = keys.why_not("supervisor", 1, "00" * 32, _TEXT)
        assert code in ("wrong_key", "slow_down")
        tries += code == "wrong_key"
        if code == "wrong_key" or second % 100 == 0:  # never kept waiting
            counter = keys.counter + 1
            mac = dealer.mac(keys.challenge, counter, _TEXT)
            assert keys.why_not("dealer", counter, mac, _TEXT) is None
        clock.sleep_ms(1000)
    assert tries < 1500
    if restart_s in (0, 3600):
        assert tries > 1300  # and an honest one is looked at every minute
    # And the right one is as late as everybody else.
    clock.sleep_ms(60_000)
    keys.why_not("supervisor", 1, "00" * 32, _TEXT)
    right = Signer("supervisor", bytes.fromhex(table_keys["supervisor"]))
    counter = keys.counter + 1
    mac = right.mac(keys.challenge, counter, _TEXT)
    assert keys.why_not("supervisor", counter, mac, _TEXT) == "slow_down"
    clock.sleep_ms(60_000)
    assert keys.why_not("supervisor", counter, mac, _TEXT) is None


def _tries(folder: Path, chip: Chip | None) -> KeptBytes:
    """As a board makes it at its start."""
    files = Files(f"{folder}/vault/", open, os)
    return KeptBytes(files, None if chip is None else chip.on_the_bench())


@pytest.mark.parametrize("size", [LARGE, None])
def test_a_cut_while_a_wrong_try_is_kept_forgets_none_before_it(tmp_path, size):
    """At every byte of the write: what counted before it, or it too."""
    chip = None if size is None else Chip(size=size)
    for wrong in range(8):
        before, after = bytes((wrong, 0, 1)), bytes((wrong + 1, 0, 1))
        first = _tries(tmp_path, chip)
        first.get()
        first.keep(before)
        there = _stored(tmp_path, chip)
        second = _tries(tmp_path, chip)
        assert second.get() == before
        second.keep(after)
        written = _stored(tmp_path, chip)
        for name, content in written.items():
            old = there.get(name, b"")
            for cut in range(len(content)):
                if content[cut : cut + 1] != old[cut : cut + 1]:
                    _store(tmp_path, chip, {**there, name: content[:cut] + old[cut:]})
                    assert _tries(tmp_path, chip).get() == before
        _store(tmp_path, chip, written)
        assert _tries(tmp_path, chip).get() == after


def _stored(folder: Path, chip: Chip | None) -> dict[str, bytes]:
    if chip is not None:
        return {"fram": bytes(chip.memory)}
    return {path.name: path.read_bytes() for path in (folder / "vault").iterdir()}


def _store(folder: Path, chip: Chip | None, content: dict[str, bytes]) -> None:
    for name, data in content.items():
        if chip is None:
            (folder / "vault" / name).write_bytes(data)
        else:
            chip.memory[:] = data


def test_a_pin_signs_nothing_without_the_tables_key():
    """Somebody at the port who has seen the supervisor type the PIN."""
    keys, clock = _board()
    for other_key in (bytes(32), bytes(reversed(range(32)))):
        guess = Signer("supervisor", role_key(other_key, "supervisor", DEMO_PINS["supervisor"]))
        clock.sleep_ms(60_000)
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
        mac = Signer(role, bytes.fromhex(key)).mac(other.challenge, 1, _TEXT)
        assert other.why_not(role, 1, mac, _TEXT) == "wrong_key"
