"""Configuration in pieces: put in order, put in force whole, by its owner, between rounds."""

import json
import os
from binascii import b2a_base64, hexlify
from hashlib import sha256

from cardtable import file_copies
from cardtable.rules.determinations import settled
from cardtable.rules.round import Refused
from cardtable.service import files
from cardtable.settings import Settings

_ROOT = "incoming_test_"  # a prefix is a folder enough: nothing but names is made of it


class _Croupier:
    begun = False


class _Table:
    answers = None

    def __init__(self):
        self.controller = _Croupier()
        self.settings = Settings(self)
        self.restarts = 0

    root = _ROOT
    texts = {}

    def chip(self):
        return b"chip"

    def random_bytes(self, count):
        return bytes(count)

    def restart_soon(self):
        self.restarts += 1


def _clean():
    for name in os.listdir("."):
        if name.startswith(_ROOT):
            os.remove(name)


def _in_folder(test):
    """The test with nothing left over from before, and nothing left behind."""

    def run():
        _clean()
        try:
            test()
        finally:
            _clean()

    return run


def _piece(content):
    return b2a_base64(content).decode().strip()


def _digest(content):
    return hexlify(sha256(content).digest()).decode()


def _refused(code, call, *args):
    try:
        call(*args)
    except Refused as refusal:
        assert refusal.code == code, refusal.code
        return refusal.rule
    raise AssertionError("taken")


def _put(table, content, name="table", size=50):
    for at in range(0, len(content), size):
        role = "technician" if name == "board" else "supervisor"
        there = files.put(table, role, name, at, _piece(content[at : at + size]))
        assert there == min(at + size, len(content))


_TABLE = dict(settled("holdem", {}), table="t", jackpot={})
CONTENT = json.dumps(_TABLE).encode()
_BOARD = {"name": "b", "i2c": {"0": [1, 0, 400000]}, "shoe": {"i2c": "0"}}
_BOARD["keypad"] = {"i2c": "0", "address": 32}
_BOARD["sensors"] = {"i2c": "0", "address": 33}
BOARD = json.dumps(_BOARD).encode()


@_in_folder
def test_pieces_in_order_become_the_file_and_the_board_starts_again():
    table = _Table()
    _put(table, CONTENT)
    files.commit(table, "supervisor", "table", _digest(CONTENT))
    both = []
    for name in ("table.json", "table.copy"):
        with open(_ROOT + name, "rb") as file:
            both.append(file.read())
    assert both[0] == both[1] and file_copies.plain(both[0]) == CONTENT
    assert _ROOT + "incoming_table" not in os.listdir(".")
    assert table.restarts == 1


@_in_folder
def test_a_piece_that_is_missing_or_comes_twice_is_told_with_what_is_there():
    table = _Table()
    to = (table, "supervisor", "table")
    files.put(table, "supervisor", "table", 0, _piece(CONTENT[:50]))
    assert _refused("out_of_order", files.put, *to, 80, _piece(b"xx")) == "50"
    files.put(table, "supervisor", "table", 50, _piece(CONTENT[50:90]))
    assert _refused("out_of_order", files.put, *to, 50, _piece(b"xx")) == "90"
    files.put(table, "supervisor", "table", 0, _piece(b"anew"))  # from the beginning, any time
    assert _refused("out_of_order", files.put, *to, 90, _piece(b"xx")) == "4"


@_in_folder
def test_half_a_file_or_another_is_never_put_in_force():
    table = _Table()
    _refused("not_complete", files.commit, table, "supervisor", "table", _digest(CONTENT))
    _put(table, CONTENT[:-7])
    _refused("not_complete", files.commit, table, "supervisor", "table", _digest(CONTENT))
    _refused("not_complete", files.commit, table, "supervisor", "table", _digest(CONTENT[:-7]))
    _put(table, CONTENT)
    _refused("not_complete", files.commit, table, "supervisor", "table", _digest(b"other"))
    assert table.restarts == 0
    assert _ROOT + "table.json" not in os.listdir(".")


@_in_folder
def test_each_file_is_put_in_force_by_whom_it_belongs_to():
    table = _Table()
    for name, owner, content in (
        ("table", "supervisor", CONTENT),
        ("board", "technician", BOARD),
    ):
        _put(table, content, name)
        for role in ("dealer", "technician", "supervisor"):
            if role != owner:
                args = (table, role, name, _digest(content))
                assert _refused("wrong_role", files.commit, *args) == owner
        files.commit(table, owner, name, _digest(content))
    assert table.restarts == 2


@_in_folder
def test_never_in_the_middle_of_a_round():
    table = _Table()
    _put(table, CONTENT)
    table.controller.begun = True
    _refused("round_in_play", files.commit, table, "supervisor", "table", _digest(CONTENT))
    assert table.restarts == 0
    table.controller.begun = False
    files.commit(table, "supervisor", "table", _digest(CONTENT))


@_in_folder
def test_no_more_than_there_is_room_for():
    table = _Table()
    big = b"x" * 300
    for at in range(0, 16200, 300):
        files.put(table, "technician", "board", at, _piece(big))
    _refused("too_large", files.put, table, "technician", "board", 16200, _piece(big))
