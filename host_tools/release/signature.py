"""Ed25519 signatures of manifests (RFC 8032), by the library `cryptography`.

Whoever makes releases keeps the private key; whoever checks them keeps the public one, got from
that person by another way than the release. A signature is a small text file beside the manifest.
"""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem, unreadable, unwritable
from host_tools.common.untrusted_files import content_of

_MAKE = "Make one: cardtable release key FILE"
_PUBLIC = "Give the releaser's FILE.pub."
_SIGNATURE_BYTES = 64


def new_key(path: Path) -> Path:
    """Make a private key (for its user only) and a public one beside it: the public one's path."""
    public = path.with_name(path.name + ".pub")
    for file in (path, public):
        if file.exists():
            raise Problem(f"{file} is there already", "A key is never written over.", BAD_INPUT)
    key = Ed25519PrivateKey.generate()
    encoded = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    shown = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(encoded)
        public.write_bytes(shown)
    except OSError as failure:
        raise unwritable(path, failure) from failure
    return public


def sign(content: bytes, key_file: Path) -> bytes:
    """The signature of `content`, as its file holds it."""
    try:
        key = serialization.load_pem_private_key(_bytes(key_file), None)
    except (ValueError, TypeError) as damage:
        raise Problem(
            f"{key_file} is not a private key without a password", _MAKE, BAD_INPUT
        ) from damage
    if not isinstance(key, Ed25519PrivateKey):
        raise Problem(f"{key_file} is not an Ed25519 key", _MAKE, BAD_INPUT)
    return key.sign(content).hex().encode() + b"\n"


def check(content: bytes, signature: bytes, public_file: Path, name: str) -> None:
    """A Problem unless `signature` is that of `content` under the public key."""
    try:
        key = serialization.load_pem_public_key(_bytes(public_file))
    except ValueError as damage:
        raise Problem(f"{public_file} is not a public key", _PUBLIC, BAD_INPUT) from damage
    if not isinstance(key, Ed25519PublicKey):
        raise Problem(f"{public_file} is not an Ed25519 key", _PUBLIC, BAD_INPUT)
    try:
        given = bytes.fromhex(signature.decode("ascii").strip())
    except ValueError:
        given = b""
    try:
        if len(given) != _SIGNATURE_BYTES:
            raise InvalidSignature
        key.verify(given, content)
    except InvalidSignature:
        raise Problem(
            f"the signature of {name} is wrong",
            "It was altered, or signed with another key: do not use it.",
            NOT_WHOLE,
        ) from None


def _bytes(path: Path) -> bytes:
    try:
        return content_of(path)
    except OSError as failure:
        raise unreadable(path, failure) from failure
