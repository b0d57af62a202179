"""A server's own certificate, for houses that have no authority of theirs: the room's, a console's.

It is made once for the names and addresses the server goes by. Tables get the room's with their
keys and trust it and nothing else; a browser shows a console's once, with its fingerprint.
"""

from __future__ import annotations

import datetime
import os
import ssl
from collections.abc import Iterable
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from host_tools.common.problems import BAD_INPUT, Problem, unreadable, unwritable

_YEARS = 10
_DAY = datetime.timedelta(days=1)


def _named(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def names_in(certificate: bytes) -> set[str]:
    """The names and addresses a certificate is good for."""
    found = x509.load_pem_x509_certificate(certificate)
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(one.value) for one in names}


def served_by(
    given: Path | None, its_key: Path | None, folder: Path, names: Iterable[str], stem: str
) -> tuple[Path, Path]:
    """(certificate, key): those that are given, if they can be read and belong together, else the
    server's own."""
    if (given is None) != (its_key is None):
        raise Problem("a certificate and its key go together", "Give both.", BAD_INPUT)
    if given is None or its_key is None:
        return own_certificate(folder, names, stem)
    for path in (given, its_key):
        try:
            path.read_bytes()
        except OSError as failure:
            raise unreadable(path, failure) from failure
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(given, its_key)
    except ssl.SSLError as failure:
        why = failure.reason or "nothing in them is"
        raise Problem(
            f"{given} and {its_key} are no certificate and its key in PEM ({why})",
            "Give the files as the authority made them, the key without a password.",
            BAD_INPUT,
        ) from failure
    return given, its_key


def fingerprint(certificate: Path) -> str:
    """SHA-256 of a certificate, as browsers show it."""
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    return found.fingerprint(hashes.SHA256()).hex(":").upper()


def own_certificate(folder: Path, names: Iterable[str], stem: str = "room") -> tuple[Path, Path]:
    """(certificate, key) in `folder`: those that are there while they fit all names, else new."""
    certificate, key = folder / f"{stem}.crt", folder / f"{stem}.key"
    wanted = sorted({"localhost", "127.0.0.1", *names})
    try:
        if not key.exists() or not set(wanted) <= names_in(certificate.read_bytes()):
            raise FileNotFoundError
    except (FileNotFoundError, ValueError, x509.ExtensionNotFound):
        try:
            _make(folder, certificate, key, wanted, stem)
        except OSError as failure:
            raise unwritable(folder, failure) from failure
    return certificate, key


def _make(folder: Path, certificate: Path, key: Path, names: list[str], stem: str) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    secret = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"cardtable {stem}")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        # Clocks of hosts are wrong: it was good yesterday already.
        .not_valid_before(now - 30 * _DAY)
        .not_valid_after(now + 365 * _YEARS * _DAY)
        .add_extension(x509.SubjectAlternativeName([_named(name) for name in names]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(secret.public_key()), False)
        .sign(secret, hashes.SHA256())
    )
    pem = secret.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    key.unlink(missing_ok=True)
    with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
