"""The key with which one table reports to a room: a file that enrolment gives out.

It says where the room is, which table it is for, the secret, and the certificate the room is known
by. It lies in the folder of the tables' keys, for this user only.
"""

from __future__ import annotations

import hashlib
import json
import os
import ssl
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from host_tools.common.problems import BAD_INPUT, Problem, unreadable, unwritable
from host_tools.common.untrusted_files import content_of, parsed_json
from host_tools.forwarding.protocol import is_table_name
from host_tools.link.roles import KeyRing

_FOLDER = "rooms"


@dataclass(frozen=True)
class RoomKey:
    """One table's key to one room."""

    room: str  # https://HOST:PORT
    table: str
    secret: str
    certificate: str = ""  # PEM of the room's own, or empty: one that this computer trusts anyway

    def context(self) -> ssl.SSLContext:
        """TLS that trusts this room and no other."""
        try:
            return ssl.create_default_context(cadata=self.certificate or None)
        except (ssl.SSLError, ValueError) as wrong:
            raise Problem(
                f"the room's certificate in the key of table {self.table} is damaged ({wrong})",
                "Enrol the table again: cardtable room enrol",
                BAD_INPUT,
            ) from wrong

    def write(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.unlink(missing_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(asdict(self), file, indent=1)
        except OSError as failure:
            raise unwritable(path, failure) from failure


def secret_digest(secret: str) -> str:
    """What the room keeps of a secret: it is random, so that a plain digest does."""
    return hashlib.sha256(secret.encode()).hexdigest()


def read_key(path: Path) -> RoomKey:
    try:
        told = parsed_json(content_of(path))
        made = RoomKey(*(str(told[name]) for name in ("room", "table", "secret", "certificate")))
        if urlsplit(made.room).scheme != "https" or not is_table_name(made.table):
            raise ValueError("not a room's")
    except OSError as failure:
        raise unreadable(path, failure) from failure
    except (ValueError, KeyError, TypeError, RecursionError) as damage:
        raise Problem(
            f"{path} is no key of a room",
            "The room gives it out: cardtable room enrol TABLE",
            BAD_INPUT,
        ) from damage
    return made


def _kept() -> Path:
    return KeyRing().folder / _FOLDER


def keep(key: RoomKey) -> Path:
    """Where the key lies from now on."""
    path = _kept() / f"{key.table}.json"
    key.write(path)
    return path


def keys_for(given: str) -> list[RoomKey]:
    """The keys that `--room` means: a key's file, which is kept, or the address of a room."""
    if not given.startswith(("https://", "http://")):
        key = read_key(Path(given))
        keep(key)
        return [key]
    if given.startswith("http://"):
        raise Problem("a room is reached over TLS only", f"Write https{given[4:]}", BAD_INPUT)
    wanted = given.rstrip("/")
    try:
        files = sorted(_kept().glob("*.json"))
    except OSError:
        files = []
    found = [key for key in map(read_key, files) if key.room.rstrip("/") == wanted]
    if not found:
        raise Problem(
            f"this host has no key for the room {wanted}",
            "Enrol the table there (cardtable room enrol TABLE), bring the file here, and give it"
            " once: cardtable sync --room FILE",
            BAD_INPUT,
        )
    return found
