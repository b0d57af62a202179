"""Whatever lies in a file that a verb is given: a plain message and a documented exit code."""

from __future__ import annotations

import io
import json
import os
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.roots import ROOT
from tests.integration.ledger import golden

_ROUND = (
    ROOT / "tests/scenarios/rounds/holdem-C17-commission-on-the-sum-of-pots.toml"
).read_bytes()
_HISTORY = b"""variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'p1 f']
"""
_TRACE = b"""cardtable link trace 1
0 = open /dev/ttyACM0
2 > ["hail",1]*5d6ce01b\\n
15 < ["hello",1,"0.1.0","pico","t1",1,57,"00",0,[]]*00000000\\n
16 = head 1 57 9e60abd02c63867532a7718644d4cf5f t1
9000 = gone
"""
_KEY = json.dumps({"table": "t1", "key": "00" * 32}).encode()
_MANIFEST = json.dumps(
    {"manifest": 1, "version": "0.1.0", "mpy": 4102, "files": {"main.py": "0" * 64}}
).encode()
# verb → (its words, a file that it would take)
VERBS = {
    "play": (["play", "FILE"], _ROUND),
    "play --tell": (["play", "--tell", "FILE"], _ROUND),
    "replay": (["replay", "FILE"], _HISTORY),
    "replay --json": (["replay", "--json", "FILE"], _HISTORY),
    "replay-trace": (["replay-trace", "FILE"], _TRACE),
    "config check": (["config", "check", "FILE"], (ROOT / "docs/table.toml").read_bytes()),
    "boards --check": (
        ["boards", "--check", "FILE"],
        (ROOT / "boards/pico/board.toml").read_bytes(),
    ),
    "keys import": (["keys", "import", "--force", "FILE"], _KEY),
    "verify --manifest": (
        ["verify", "--port", "socket://127.0.0.1:1", "--manifest", "FILE"],
        _MANIFEST,
    ),
    "verify --key": (
        ["verify", "--port", "socket://127.0.0.1:1", "--manifest", "GOOD", "--key", "FILE"],
        b"-----BEGIN PUBLIC KEY-----\n",
    ),
    "release key": (["release", "bundle", "OUT", "--key", "FILE"], b"-----BEGIN PRIVATE KEY-----"),
    "hand --batch": (["hand", "--batch"], b'{"hands": ["KsKhKdJcJs"]}\n'),
    "ledger import": (["ledger", "import", "FILE", "--ledger", "OUT.db"], b"SQLite format 3\0"),
    "ledger verify": (["ledger", "verify", "--ledger", "FILE"], b"SQLite format 3\0"),
    "install": (["install", "FILE", "--port", "socket://127.0.0.1:1"], b""),
    "install --state": (
        ["install", "docs/table.toml", "--port", "socket://127.0.0.1:1", "--state", "FILE"],
        b'{"table": "t1", "done": [], "boxes": {}, "notes": []}',
    ),
}
_DIGITS = b"9" * 5000
NASTY = [
    b"",
    b"\n",
    b"\0",
    b"\xff\xfe" + "game = 1".encode("utf-16-le"),
    "game = 'ä'".encode("latin-1"),
    b"\xef\xbb\xbfgame = 1",
    b"a = " + _DIGITS,
    b"a = 0x" + b"f" * 20000,
    b"a = 1e" + _DIGITS,
    b"a = " + b"[" * 3000,
    b"a = " + b"[" * 3000 + b"]" * 3000,
    b"a = " + b"{a = " * 900 + b"1" + b"}" * 900,
    b"[" + b".".join([b"a"] * 3000) + b"]\nb = 1",
    b"seats = " + _DIGITS + b"\n[seats]\n1 = " + _DIGITS,
    b"game = 'holdem'\n[seats]\n1 = 0x" + b"f" * 9000,
    b"[" * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":' * 60_000,
    b'{"table":"' + b"x" * 5000 + b'","key":"' + b"00" * 32 + b'"}',
    b'{"table":"\\ud800","key":"' + b"00" * 32 + b'"}',
    b'{"table":"' + b"../" * 30 + b'","key":"' + b"00" * 32 + b'"}',
    b'{"manifest":' + _DIGITS + b"}",
    b'{"manifest":1,"version":"v","mpy":' + b"9" * 400 + b',"files":{}}',
    b"cardtable link trace 1\n" + _DIGITS + b" < x\n",
    b"cardtable link trace 1\n0 = head " + _DIGITS + b" 1 x t\n",
    b"cardtable link trace 1\n0 < " + b"[" * 20000 + b"\\n\n",
    b"SQLite format 3\0" + bytes(200),
    bytes(range(256)) * 300,
    b"x" * 3_000_000,
]


def told(name, file, folder):
    """(exit code, errors) of a verb, with the file; an exception of ours ends the test."""
    good = folder / "good.json"
    good.write_bytes(_MANIFEST)
    good.with_name("good.sig").write_bytes(b"00" * 64)
    (folder / "manifest.sig").write_bytes(b"00" * 64)
    words = [
        w.replace("FILE", str(file)).replace("GOOD", str(good)).replace("OUT", str(folder / "out"))
        for w in VERBS[name][0]
    ]
    given = io.TextIOWrapper(io.BytesIO(file.read_bytes() if os.path.isfile(file) else b""))
    before, sys.stdin = sys.stdin, given
    here = os.getcwd()
    os.chdir(ROOT)
    try:
        code, _, errors = golden.run(words)
    finally:
        sys.stdin = before
        os.chdir(here)
    return code, errors


def check(name, file, folder):
    code, errors = told(name, file, folder)
    assert code in (0, 1, 2, 3, 4, 6), (name, code, errors)
    assert "Traceback" not in errors
    if code:
        assert errors.strip() or name == "hand --batch", f"{name} ends with {code} and says nothing"
    assert len(errors) < 20_000, f"{name} repeats the file: {errors[:200]}"
    return code


@pytest.fixture(autouse=True)
def keys(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_KEYS", str(tmp_path / "keys"))


@pytest.mark.parametrize("name", VERBS)
def test_nasty_files_are_said(name, tmp_path):
    for at, content in enumerate(NASTY):
        file = tmp_path / f"{at}.x"
        file.write_bytes(content)
        check(name, file, tmp_path)


@pytest.mark.parametrize("name", VERBS)
def test_what_is_no_file_is_said(name, tmp_path):
    (tmp_path / "folder").mkdir()
    for file in (tmp_path / "folder", tmp_path / "none", tmp_path / ("n" * 300)):
        if name in ("hand --batch", "install --state", "ledger import") and not os.path.isdir(file):
            continue
        code = check(name, file, tmp_path)
        assert code != 0 or name in ("hand --batch",), (name, file)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="of Unix")
@pytest.mark.parametrize("name", [name for name in VERBS if name not in ("hand --batch",)])
def test_a_pipe_that_never_ends_is_not_read_for_ever(name, tmp_path):
    """Like /dev/zero: no verb eats all memory."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    over = threading.Event()

    def feed():
        try:
            end = os.open(pipe, os.O_WRONLY)
        except OSError:
            return
        try:
            while not over.is_set():
                os.write(end, b"\xff" * 65536)
        except OSError:
            pass
        finally:
            os.close(end)

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    try:
        code, _ = told(name, pipe, tmp_path)
        assert code != 0
    finally:
        over.set()
        try:  # whoever still waits to open it may go
            os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            pass
        thread.join(10)


@settings(max_examples=120)
@given(st.sampled_from(sorted(VERBS)), st.binary(max_size=400))
def test_any_bytes_are_said(tmp_path_factory, name, content):
    folder = tmp_path_factory.mktemp("any")
    (folder / "f").write_bytes(content)
    check(name, folder / "f", folder)


@settings(max_examples=200)
@given(st.sampled_from(sorted(VERBS)), st.data())
def test_a_good_file_with_a_wrong_piece_is_said(tmp_path_factory, name, data):
    """Pieces are cut out, doubled, exchanged with odd ones, or a bit is flipped."""
    folder = tmp_path_factory.mktemp("piece")
    content = bytearray(VERBS[name][1] or (ROOT / "docs/table.toml").read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(content) - 1)))
        until = min(len(content), at + data.draw(st.integers(0, 30)))
        piece = data.draw(
            st.sampled_from(
                [
                    b"",
                    b"-1",
                    b"0",
                    b"9" * 30,
                    b"9" * 4400,
                    b"0x" + b"f" * 9000,
                    b"true",
                    b"'",
                    b'"',
                    b"[",
                    b"]",
                    b"{}",
                    b"\n",
                    b"=",
                    b"nan",
                    b"inf",
                    b"1e400",
                    b"1979-05-27",
                    b"\xff",
                    b"[[[[[[]]]]]]",
                    "ä€\u2028".encode(),
                    b"\\ud800",
                    b"\\u0000",
                ]
            )
        )
        if data.draw(st.booleans()):
            content[at:until] = piece
        elif content:
            content[at] ^= 1 << data.draw(st.integers(0, 7))
    (folder / "f").write_bytes(content)
    check(name, folder / "f", folder)
