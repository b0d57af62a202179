"""Files that matter lie there twice: every bit, every cut, every way one may be written.

A start never makes something else of them than what was put in force, and never says nothing.
"""

import json
import os

from cardtable import file_copies
from cardtable.settings import Settings
from cardtable.startup.file_repair import settle

_ROOT = "copies_test_"  # a prefix is a folder enough
OLD = {"table": "t1", "max_payout": 2500000}
NEW = {"table": "t1", "max_payout": 3000000}
KEYS = {"dealer": "d0" * 32, "technician": "7e" * 32, "supervisor": "5a" * 32}


class Board:
    root = _ROOT
    texts = {}

    number = b"chip-1"

    def chip(self):
        return self.number

    def random_bytes(self, count):
        return bytes(range(count))


def _clean():
    for name in os.listdir("."):
        if name.startswith(_ROOT):
            os.remove(name)


def _alone(test):
    def run():
        _clean()
        try:
            test()
        finally:
            _clean()

    return run


def _write(name, content):
    with open(_ROOT + name, "wb") as file:
        file.write(content)


def _both(name="table.json"):
    return file_copies.raw(_ROOT, name) or b"", file_copies.raw(
        _ROOT, file_copies.copy_of(name)
    ) or b""


def _start():
    told, wrong = settle(Board())
    return [one[:2] for one in told], wrong


def _value(name="table.json"):
    return Settings(Board()).load(name)


def _flipped(content, bit):
    turned = bytearray(content)
    turned[bit // 8] ^= 1 << bit % 8
    return bytes(turned)


@_alone
def test_a_file_of_an_older_firmware_is_taken_over_and_says_the_same():
    for name, value in (("table.json", OLD), ("deck.json", {"deck": {}, "other": {}})):
        _write(name, json.dumps(value).encode())
        assert _start() == ([], [])
        one, other = _both(name)
        assert one == other and file_copies.look(one) == (file_copies.SEALED, 1)
        assert _value(name) == value
        # Older firmware reads it as it reads any object: with a member more.
        assert {k: v for k, v in json.loads(one).items() if k != "copy"} == value
    assert _start() == ([], [])


@_alone
def test_every_bit_of_either_copy_is_repaired_from_the_other_and_told():
    Settings(Board()).write("table.json", OLD)
    good, _ = _both()
    for name in ("table.json", "table.copy"):
        for bit in range(8 * len(good)):
            _write(name, _flipped(good, bit))
            assert _start() == ([("settings_repaired", name)], []), (name, bit)
            assert _both() == (good, good) and _value() == OLD
            assert file_copies.read(_ROOT, "table.json") == json.loads(good)


@_alone
def test_every_bit_in_both_copies_stops_play_and_is_never_a_default():
    Settings(Board()).write("table.json", OLD)
    good, _ = _both()
    for bit in range(8 * len(good)):
        _write("table.json", _flipped(good, bit))
        _write("table.copy", _flipped(good, 8 * len(good) - 1 - bit))
        assert _start() == ([], [("settings_damaged", "table.json")]), bit


@_alone
def test_a_copy_that_is_gone_cut_short_or_rubbish_is_written_again():
    Settings(Board()).write("table.json", OLD)
    good, _ = _both()
    for name in ("table.json", "table.copy"):
        for bad in (
            None,
            b"",
            b"{}",
            good[:40],
            good[:-1],
            b"\xff" * 200,
            good + good,
        ):
            if bad is None:
                os.remove(_ROOT + name)
            else:
                _write(name, bad)
            assert _start() == ([("settings_repaired", name)], []), (name, bad)
            assert _both() == (good, good)


@_alone
def test_two_whole_copies_of_one_generation_that_differ_stop_play():
    _write("table.json", file_copies.sealed(json.dumps(OLD).encode(), 7))
    _write("table.copy", file_copies.sealed(json.dumps(NEW).encode(), 7))
    for _ in range(2):
        assert _start() == ([], [("settings_disagree", "table.json")])
    Settings(Board()).write("table.json", NEW)  # somebody has decided
    assert _start() == ([], []) and _value() == NEW


@_alone
def test_the_newer_of_two_generations_is_right_whichever_file_it_is_in():
    for newer, older in (("table.json", "table.copy"), ("table.copy", "table.json")):
        _write(newer, file_copies.sealed(json.dumps(NEW).encode(), 8))
        _write(older, file_copies.sealed(json.dumps(OLD).encode(), 7))
        assert _start() == ([("settings_repaired", older)], [])
        assert _value() == NEW


@_alone
def test_what_an_older_firmware_wrote_meanwhile_counts_and_is_told():
    """After a rollback: it writes one file, without a seal, maybe with the old seal's member."""
    Settings(Board()).write("table.json", OLD)
    before = json.loads(_both()[0])
    _write("table.json", json.dumps(dict(before, max_payout=3000000)).encode())
    assert _start() == ([("settings_taken", "table.json")], [])
    assert _value() == NEW and file_copies.look(_both()[1]) == (file_copies.SEALED, 2)
    # The same again, unchanged: nothing to tell.
    _write("table.json", json.dumps(NEW).encode())
    assert _start() == ([], []) and _value() == NEW


@_alone
def test_a_cut_at_any_step_of_a_change_leaves_the_old_or_the_new():
    seen = []
    done = False
    for cut in range(1, 12):
        _clean()
        Settings(Board()).write("table.json", OLD)
        done = _cut_after(cut, lambda: Settings(Board()).write("table.json", NEW))
        _told, wrong = _start()
        assert wrong == [] and _value() in (OLD, NEW)
        assert _both()[0] == _both()[1]
        seen.append(_value() == NEW)
        if done:
            break
    assert done and seen[0] is False and seen[-1] is True and seen == sorted(seen)


class _Cut(Exception):
    pass


def _cut_after(steps, change):
    """Whether the change came to its end before the power went, about a rename or removal."""
    count = [0]

    def step():
        count[0] += 1
        if count[0] == steps:
            raise _Cut

    # The one in use: a table that has started has forgotten the one that was loaded first.
    import cardtable.file_copies as live

    real = live.os

    class System:
        def rename(self, old, new):
            step()
            real.rename(old, new)
            step()

        def remove(self, path):
            step()
            real.remove(path)

    live.os = System()  # type: ignore[assignment]
    try:
        change()
        return True
    except _Cut:
        return False
    finally:
        live.os = real


# ---- keys


@_alone
def test_keys_lie_masked_and_are_read_by_this_chip_alone():
    _write("keys.json", json.dumps(KEYS).encode())
    assert _start() == ([], [])
    one, other = _both("keys.json")
    for role in KEYS:
        assert KEYS[role].encode() not in one and KEYS[role].encode() not in other
    assert Settings(Board()).load("keys.json") == KEYS

    class Other(Board):
        number = b"chip-2"

    elsewhere = Settings(Other()).load("keys.json")
    assert not [role for role in KEYS if elsewhere[role] == KEYS[role]]


@_alone
def test_keys_are_opened_for_a_firmware_that_knows_no_mask_and_masked_again_after_it():
    Settings(Board()).write("keys.json", KEYS)
    file_copies.open_keys(_ROOT, Board().chip())
    told = json.loads(_both("keys.json")[0])
    assert {role: told[role] for role in KEYS} == KEYS and "masked" not in told
    assert _start() == ([], [])
    assert KEYS["dealer"].encode() not in _both("keys.json")[0]
    assert Settings(Board()).load("keys.json") == KEYS


@_alone
def test_a_new_key_is_written_masked_to_both():
    Settings(Board()).write("keys.json", KEYS)
    Settings(Board()).write("keys.json", dict(KEYS, dealer="d1" * 32))
    one, other = _both("keys.json")
    assert one == other and b"d1" * 32 not in one
    assert Settings(Board()).load("keys.json")["dealer"] == "d1" * 32


@_alone
def test_one_damaged_file_without_a_copy_is_no_missing_file():
    """Either of them: only where there is neither was there never one."""
    for name in ("table.json", "table.copy"):
        for content in (b"", b"{", b"\xff" * 40, b"[1]", b"7", b"null", b"{}"):
            _clean()
            _write(name, content)
            assert _start() == ([], [("settings_damaged", "table.json")]), (name, content)
            assert file_copies.raw(_ROOT, name) == content  # and it is left for who looks
    _clean()
    assert _start() == ([], [])


@_alone
def test_only_an_object_with_members_is_sealed():
    for content in (b"", b"{}", b"[]", b"[1,2]", b'"a": 1}', b'{"a": 1', b"null", b"{ }"):
        try:
            file_copies.write(_ROOT, "table.json", content)
        except ValueError:
            assert _both() == (b"", b"")
        else:
            raise AssertionError(content)


def test_a_check_value_that_fits_something_else_than_a_seal_is_none():
    """Eleven of a seal's twelve characters and a sum that is right: damage under a lucky sum."""
    import binascii

    whole = file_copies.sealed(json.dumps(OLD).encode(), 3)
    assert file_copies.look(whole) == (file_copies.SEALED, 3)
    for at in range(8):
        head = bytearray(whole[:-10])
        head[len(head) - 18 + at] ^= 1
        found = bytes(head) + b'%08x"}' % (binascii.crc32(bytes(head)) & 0xFFFFFFFF)
        assert file_copies.look(found)[0] == file_copies.DAMAGED, at
