"""Who somebody is to a table: the table's key, a role (or a person in it) and a PIN make a key.

The table's key is made when the table is installed and stays on the hosts that serve it; a PIN is
in people's heads. Neither goes over the cable: commands are signed with what comes out of both. The
way there is slow on purpose, so that a PIN is not found by trying.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from cardtable.link.keys import ROLES, role_of, signed, who_is
from host_tools.common.problems import BAD_INPUT, Problem, unreadable, unwritable
from host_tools.common.untrusted_files import content_of, parsed_json

DEALER, TECHNICIAN, SUPERVISOR = ROLES
_SHORTEST_PIN = 6  # of a new one: those of four digits that a table has stay valid

# A simulated table keeps no money: everybody knows its key and PINs.
DEMO_KEY = hashlib.sha256(b"cardtable simulated table").digest()
DEMO_PINS = {DEALER: "1111", TECHNICIAN: "2222", SUPERVISOR: "3333"}


@dataclass(frozen=True)
class Signer:
    """A key, ready to sign; `name` is "supervisor", or "supervisor/Ann Smith"."""

    name: str
    key: bytes

    @property
    def role(self) -> str:
        return role_of(self.name)

    @property
    def who(self) -> str:
        """The person, or the role where its PIN is shared."""
        return who_is(self.name)

    def mac(self, challenge: str, counter: int, text: str) -> str:
        message = signed(challenge, counter, self.name, text)
        return hmac.new(self.key, message, hashlib.sha256).hexdigest()

    def mask(self, challenge: str, counter: int, whose: str, key: bytes) -> str:
        """A new key for `whose` name, unreadable for whoever listens on the cable."""
        veil = hmac.new(self.key, signed(challenge, counter, whose, "key"), hashlib.sha256).digest()
        return bytes(a ^ b for a, b in zip(key, veil, strict=True)).hex()


@dataclass(frozen=True)
class MaskedKey:
    """A new key in a command: put in, masked, when the command is signed."""

    whose: str
    key: bytes


def signing_name(role: str, person: str = "") -> str:
    """Whose key it is: of a role, or of a person in it."""
    return f"{role}/{person}" if person else role


def role_key(table_key: bytes, name: str, pin: str) -> bytes:
    """The key of a role or of a person in it, as the board keeps it."""
    if role_of(name) not in ROLES:
        raise Problem(f"there is no role {name!r}", f"Roles: {', '.join(ROLES)}.", BAD_INPUT)
    salt = table_key + name.encode()
    return hashlib.scrypt(pin.encode(), salt=salt, n=1 << 14, r=8, p=1, dklen=32)


def signer(table_key: bytes, name: str, pin: str) -> Signer:
    return Signer(name, role_key(table_key, name, pin))


def check_pin(pin: str) -> str:
    """The PIN, or a Problem that says why it cannot be one."""
    if not pin.isdigit() or len(pin) < _SHORTEST_PIN:
        raise Problem(
            "a new PIN has at least six digits and nothing else", "Choose another.", BAD_INPUT
        )
    if len(set(pin)) == 1:
        raise Problem("a PIN of one digit repeated is tried first", "Choose another.", BAD_INPUT)
    return pin


def check_new_pin(pin: str, taken: Collection[str]) -> str:
    """The PIN, or a Problem: also when another role has it, who could then do what both may."""
    if pin in taken:
        raise Problem("another role has this PIN", "Choose three different ones.", BAD_INPUT)
    return check_pin(pin)


def board_keys(table_key: bytes, pins: dict[str, str]) -> dict[str, str]:
    """keys.json for a board: the three role keys and nothing that leads back to a PIN quickly."""
    return {role: role_key(table_key, role, pins[role]).hex() for role in ROLES}


class KeyRing:
    """The keys of the tables this computer serves: one small file each, for its user only."""

    def __init__(self, folder: Path | None = None) -> None:
        given = os.environ.get("CARDTABLE_KEYS")
        self.folder = folder or (
            Path(given) if given else platformdirs.user_data_path("cardtable") / "keys"
        )

    def new(self, table: str) -> bytes:
        """Make and keep a key for a table that has none here."""
        path = self._path(table)
        if os.path.exists(path):
            raise Problem(f"there is a key for table {table} already", f"It is in {path}.")
        key = secrets.token_bytes(32)
        self.keep(table, key)
        return key

    def keep(self, table: str, key: bytes) -> Path:
        """Keep a key that was made elsewhere, or a new one in place of the old."""
        path = self._path(table)
        beside = path.with_suffix(".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.unlink(missing_ok=True)
            end = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(end, "w") as file:
                json.dump({"table": table, "key": key.hex()}, file)
            beside.replace(path)
        except OSError as failure:
            raise unwritable(path, failure) from failure
        return path

    def has(self, table: str) -> bool:
        return os.path.exists(self._path(table))

    def get(self, table: str, simulated: bool = False) -> bytes:
        """The key of a table, or a Problem that says how to get one."""
        path = self._path(table)
        try:
            found = parsed_json(content_of(path))
            return bytes.fromhex(found["key"])
        except FileNotFoundError:
            if simulated:
                return DEMO_KEY
            raise Problem(
                f"this computer has no key for table {table}",
                f"Copy {path.name} from the computer it was installed with into {path.parent}.",
            ) from None
        except OSError as failure:
            raise unreadable(path, failure) from failure
        except (ValueError, KeyError, TypeError) as damage:
            raise Problem(f"{path} is damaged", "Copy it again from another host.") from damage

    def _path(self, table: str) -> Path:
        if not table:  # a board whose files are damaged cannot say its name
            there = list(self.folder.glob("*.json"))
            if len(there) == 1:
                return there[0]
        safe = "".join(c if c.isalnum() or c in "-_" else "_" for c in table)
        return self.folder / f"{safe}.json"
