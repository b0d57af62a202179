"""This computer's own key, and its notes of how far each ledger had got.

With the key the host signs what only it can know: when records came, which ones were lost
(host_chain.py). It lies in the folder of the tables' keys, for this user only. Beside it lies a
note for each ledger: the last entry this host has signed there. A ledger that was put back to an
earlier day, or exchanged, does not fit its note.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from host_tools.common.problems import NO_LEDGER, Problem
from host_tools.common.untrusted_files import content_of, parsed_json
from host_tools.ledger.place import Place, name_of
from host_tools.link.roles import KeyRing

FILE = "host.key"
_NOTES = "ledgers"
_SECRET_BYTES = 32
_WHAT = b"cardtable host 1\n"  # what this key signs is of no use anywhere else


def key_id(public: bytes) -> str:
    """The name of a public key: what people compare."""
    return hashlib.sha256(public).hexdigest()[:16]


def is_signed(public: bytes, signature: bytes, content: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _WHAT + content)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


@dataclass(frozen=True)
class HostKey:
    """Signs for this host."""

    secret: bytes

    @cached_property
    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.secret)

    @cached_property
    def public(self) -> bytes:
        raw = (serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        return self._key.public_key().public_bytes(*raw)

    @cached_property
    def id(self) -> str:
        return key_id(self.public)

    def sign(self, content: bytes) -> bytes:
        return self._key.sign(_WHAT + content)


def key_file() -> Path:
    return KeyRing().folder / FILE


def host_key() -> HostKey:
    """The key of this host, made when there is none; a Problem when it is damaged."""
    path = key_file()
    try:
        found = _read(path)
        return found if found is not None else _make(path)
    except OSError as failure:
        raise Problem(
            f"the host's key {path}: {failure.strerror or failure}",
            "Records are signed as they come. Choose another folder: CARDTABLE_KEYS.",
            NO_LEDGER,
        ) from failure


def known_key() -> HostKey | None:
    """The key of this host, if it has one."""
    try:
        return _read(key_file())
    except (OSError, Problem):
        return None


def _read(path: Path) -> HostKey | None:
    try:
        told = parsed_json(content_of(path))
        secret = bytes.fromhex(told["secret"])
        if len(secret) != _SECRET_BYTES or told["public"] != HostKey(secret).public.hex():
            raise ValueError("not a pair")
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, RecursionError) as damage:
        raise Problem(
            f"the host's key {path} is damaged",
            "Put it back from a copy, or move it aside: a new one is made, and cardtable ledger"
            " verify tells since when it signs.",
            NO_LEDGER,
        ) from damage
    return HostKey(secret)


def _make(path: Path) -> HostKey:
    """A new key; of several programs that make one at the same moment, one wins."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    made = HostKey(secrets.token_bytes(_SECRET_BYTES))
    text = json.dumps({"secret": made.secret.hex(), "public": made.public.hex()}).encode()
    beside = path.with_name(f"{FILE}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        _write(beside, text)
        with contextlib.suppress(FileExistsError):
            _link(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    found = _read(path)
    assert found is not None
    return found


def _link(beside: Path, path: Path) -> None:
    """`path`, unless it is there."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without links
        if not path.exists():
            os.replace(beside, path)


def _write(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


# ---- notes


@dataclass(frozen=True)
class Note:
    """The last entry this host has signed in a ledger; `why` when the note cannot be believed."""

    number: int
    digest: str
    why: str = ""


def _note_file(ledger: Place) -> Path:
    place = name_of(ledger)
    name = hashlib.sha256(place.encode("utf-8", "surrogateescape")).hexdigest()[:24]
    return KeyRing().folder / _NOTES / f"{name}.json"


def note(ledger: Place, key: HostKey, number: int, digest: str) -> None:
    """Remember how far the ledger has got. Told after a commit: it may be behind, never ahead."""
    path = _note_file(ledger)
    told = [name_of(ledger), number, digest]
    signature = key.sign(json.dumps(told).encode()).hex()
    beside = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            json.dump([*told, signature], file)
        os.replace(beside, path)
    except OSError:
        # The ledger itself is signed and durable; without a note only its end is less certain.
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def noted(ledger: Place) -> Note | None:
    """What this host remembers of a ledger; None when it has never written there."""
    path = _note_file(ledger)
    try:
        found: Any = parsed_json(content_of(path))
        place, number, digest, signature = found
        key = known_key()
        if key is None:
            return Note(0, "", f"the host's key for the note {path} is not there")
        content = json.dumps([place, number, digest]).encode()
        if place != name_of(ledger) or not is_signed(key.public, bytes.fromhex(signature), content):
            raise ValueError("not signed")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, RecursionError):
        return Note(0, "", f"this host's note {path} is damaged")
    return Note(number, digest)
