"""A file to a board in pieces, put in force as a whole; the board starts again with it."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from host_tools.link.session import Session

PIECE = 180  # bytes: a line of the link has room for 512 with signature and frame


def compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def send(session: Session, role: str, name: str, content: bytes) -> None:
    """Put every piece, then commit; comes back when the board is up again."""
    for offset in range(0, len(content), PIECE):
        piece = base64.b64encode(content[offset : offset + PIECE]).decode()
        session.order(role, "put", name, offset, piece)
    session.order(role, "commit", name, hashlib.sha256(content).hexdigest())
    session.again()
