"""Leases: what the room signs so that a table may take jackpot wagers for some seconds.

    ["lease", link, epoch, issued_ms, length_ms, skew_ms, amount, limit, word]

`amount` is what the sign shows, `limit` up to where bonus prizes are granted, `word` stands on the
sign in turn with the amount while a prize waits for its payment. Signed by HMAC-SHA256 together
with the board's challenge (new at each of its starts) and a number that only rises; the board's
part is firmware/cardtable/jackpot/lease.py.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

from cardtable.link.keys import ROOM, signed
from host_tools.ledger.host_key import HostKey

_SIGN = 8  # letters that fit on it
# What seven segments can form instead of each letter; a dash for everything else
_LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "AbCdEFGH1JHLnnoP9rStUUUHY2", strict=True))
_TENTHS = 100


def key_of(host: HostKey, link: str, table: str, generation: int) -> bytes:
    """The key of one table: made from the room's own, so nothing need be kept of it."""
    what = f"cardtable linked jackpot\n{link}\n{table}\n{generation}".encode()
    return hmac.new(host.secret, what, hashlib.sha256).digest()


def sequence_at(now_ms: int) -> int:
    """The number of a lease: it rises with the clock, over restarts and changes of the owner."""
    return now_ms // _TENTHS


def on_the_sign(table: str) -> str:
    """A table's name as a sign can show it: its end, where it is long."""
    shown = [one if one.isdigit() else _LETTERS.get(one, "-") for one in table.lower()]
    return "".join(shown)[-_SIGN:]


def lease(
    key: bytes,
    challenge: str,
    now_ms: int,
    link: str,
    epoch: int,
    parameters: dict[str, int],
    amount: int,
    limit: int,
    word: str = "",
) -> list[Any]:
    """[sequence, signature, text]: what the board is given as a command of the room."""
    told = ["lease", link, epoch, now_ms, parameters["length_ms"], parameters["skew_ms"]]
    text = json.dumps([*told, amount, limit, word], separators=(",", ":"))
    sequence = sequence_at(now_ms)
    content = signed(challenge, sequence, ROOM, text)
    return [sequence, hmac.new(key, content, hashlib.sha256).hexdigest(), text]
