"""Secrets are nowhere: not in the repository, not in what a table leaves on its host."""

from __future__ import annotations

import json
import math
import re
import subprocess
import time
import zipfile
from collections import Counter

import pytest

from cardtable.rules.seals import SECRET
from cardtable.vault import layout
from cardtable.vault.slots import HEAD
from host_tools.link.roles import KeyRing, board_keys
from sim.roots import ROOT
from tests.integration.verbs.rig import SimTable, cardtable

# ---- the repository

_SHAPES = {
    "a private key": re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----\n"),
    "a cloud key": re.compile(r"\bAKIA[0-9A-Z]{16}\b"),
    "a token": re.compile(r"\b(?:gh[pousr]|glpat|xox[bp])[_-][A-Za-z0-9_-]{20,}"),
}
_LONG_HEX = re.compile(r"\b[0-9a-fA-F]{40,}\b")  # a role's key has 64 digits
_LONG_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{43}=(?![A-Za-z0-9+/=])")
_KEY_FILES = re.compile(r"(^|/)(keys\.json|deck\.json|id_\w+|.*\.(key|pem|p12|pfx|env))$")
# Published test vectors and digests of published files: each file is here with its reason.
_KNOWN = {
    "tests/unit/firmware/test_seals.py": "RFC 4231",
    "tests/unit/firmware/test_pn532_chip.py": "frames of published traces",
    "tests/integration/readers/test_driver_import.py": "the digest of the published driver",
    "sim/micropython/narrow/interpreter.py": "the digests of the published interpreter",
    "sim/charging/costs.json": "the digest of the MicroPython it was measured with",
    "sim/rp2040/emulator/core/m0.built_from": "the digest of the source of the core",
}


def suspicious(name: str, text: str) -> list[str]:
    """What looks like a secret in a file."""
    found = [f"{name}: {what}" for what, shape in _SHAPES.items() if shape.search(text)]
    if _KEY_FILES.search(name):
        found.append(f"{name}: a file of keys")
    if name not in _KNOWN:
        for match in (*_LONG_HEX.finditer(text), *_LONG_BASE64.finditer(text)):
            if _bits(match.group()) > 2.5:  # 0000… and 1111… are no keys
                found.append(f"{name}: {match.group()[:12]}… looks like a key")
    return found


def _bits(text: str) -> float:
    """Entropy of a character in bits: random hex has nearly four."""
    counts = Counter(text.lower())
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())


def _tracked() -> list[str]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this is no checkout of the repository")
    return [name for name in done.stdout.decode().split("\0") if name]


def test_the_repository_holds_nothing_like_a_key():
    found = []
    names = _tracked()
    assert len(names) > 300
    for name in names:
        path = ROOT / name
        if path.is_file():
            found += suspicious(name, path.read_bytes().decode("utf-8", "replace"))
    assert found == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "-----BEGIN " + "PRIVATE KEY-----\nMC4CAQAw"),
        ("a.py", 'KEY = "' + bytes(range(7, 39)).hex() + '"'),
        ("a.py", 'KEY = "' + "Zm9vYmFyYmF6cXV4MDEyMzQ1Njc4OWFiY2RlZmdoaWo" + '="'),
        ("deploy/keys.json", "{}"),
        ("release.key", ""),
    ],
)
def test_the_search_finds_what_it_looks_for(name, text):
    assert suspicious(name, text)


# ---- what a shift leaves on the host

_PINS = {"dealer": "83920175", "technician": "60417392", "supervisor": "95281640"}


def _round_secrets(fram: bytes) -> set[bytes]:
    """What the seals of rounds hide, as the memory chip has it now: the secret of each slot."""
    found = set()
    for start in (layout.PRIVATE_A, layout.PRIVATE_B):
        for slot in range(2):
            at = start + slot * layout.PRIVATE_SLOT + HEAD + 4
            secret = fram[at : at + SECRET]
            if len(set(secret)) > 4:  # not erased
                found.add(secret)
    return found


@pytest.fixture(scope="module")
def shift(tmp_path_factory) -> tuple[dict[str, bytes], dict[str, list[bytes]], bytes]:
    """(what is on the host after some play, the secrets of table and people, the board's files)."""
    place = tmp_path_factory.mktemp("shift")
    ring = KeyRing(place / "ring")
    table_key = ring.new("sim-1")
    keys = board_keys(table_key, _PINS)
    board = place / "board"
    board.mkdir()
    (board / "keys.json").write_text(json.dumps(keys))
    out = place / "host"
    out.mkdir()
    env = {f"CARDTABLE_PIN_{role.upper()}": pin for role, pin in _PINS.items()}
    env |= {"CARDTABLE_KEYS": str(ring.folder), "CARDTABLE_LEDGER": str(out / "ledger.db")}
    table = SimTable(board, "--speed", "40", keyed=False, house="play")
    secrets: set[bytes] = set()
    try:
        port = ("--port", table.port)
        end = time.monotonic() + 60
        while len(secrets) < 3 or (board / "fram.bin").stat().st_size == 0:
            secrets |= _round_secrets((board / "fram.bin").read_bytes())
            assert time.monotonic() < end, "no round was dealt"
            time.sleep(0.02)
        printed = []
        for words in (
            ("sync", "--once", *port, "--record", str(out / "trace.txt")),
            ("doctor", "--yes", *port, "--report", str(out / "r.html"), "--bundle",
             str(out / "b.zip")),
            ("sync", "--once", *port),
            ("events", "--json"),
            ("rounds",),
            ("meter",),
            ("day",),
        ):  # fmt: skip
            secrets |= _round_secrets((board / "fram.bin").read_bytes())
            code, said, errors = cardtable(*words, pins=False, env=env)
            assert code in (0, 1), (words, errors)
            printed.append(said + errors)
        uids = list(json.loads((board / "deck.json").read_text())["deck"])
    finally:
        table.close()
    kept = {path.name: path.read_bytes() for path in out.iterdir() if path.is_file()}
    with zipfile.ZipFile(out / "b.zip") as bundle:
        kept |= {f"b.zip/{name}": bundle.read(name) for name in bundle.namelist()}
    kept["printed"] = "\n".join(printed).encode()
    of_board = b"".join((board / name).read_bytes() for name in ("keys.json", "deck.json"))
    found = {
        "a tag": [uid.encode() for uid in uids] + [bytes.fromhex(uid) for uid in uids],
        "a role's key": [key.encode() for key in keys.values()],
        "the table's key": [table_key, table_key.hex().encode()],
        "a PIN": [pin.encode() for pin in _PINS.values()],
        "a round's secret": [s for one in secrets for s in (one, one.hex().encode())],
    }
    return kept, found, of_board


def test_what_a_shift_leaves_on_the_host_holds_no_secret(shift):
    kept, secrets, of_board = shift
    assert {"ledger.db", "trace.txt", "r.html", "b.zip/results.json", "printed"} <= set(kept)
    assert b'"deal"' in kept["trace.txt"] and len(kept["printed"]) > 2000
    assert len(secrets["a tag"]) == 104 and len(secrets["a round's secret"]) >= 6
    assert all(one in of_board for one in secrets["a tag"][:52])
    assert not any(one in of_board for one in secrets["a role's key"]), "keys lie masked"
    found = [
        f"{what} in {name}"
        for name, content in kept.items()
        for what, ones in secrets.items()
        for one in ones
        if one in content or one.upper() in content
    ]
    assert found == []


def test_the_bundle_holds_nothing_that_looks_like_a_key_or_a_tag(shift):
    kept, _, _ = shift
    for name, content in kept.items():
        if name.startswith("b.zip/"):
            assert re.findall(rb"\b[0-9a-fA-F]{14,}\b", content) == [], name
