"""Events to other systems by HTTP, signed as Standard Webhooks are (standardwebhooks.com).

    webhook-id, webhook-timestamp, webhook-signature: v1,BASE64(HMAC-SHA256(id.timestamp.body))

At least once: whoever receives them goes by the id. Only an answer 2xx within the time counts. Else
it is tried again, later each time, for about a day; then it is put aside (dead) and people can send
it again. Redirections are not followed. One that does not answer holds up nobody else.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import hmac
import json
import random
import secrets
import ssl
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpx

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.ledger.place import DatabaseUrl
from host_tools.ledger.postgres import PostgresConnection
from host_tools.room import journal
from host_tools.room.journal import Who
from host_tools.room.outbox import WANTED
from host_tools.room.store import now_ms, transaction

TIMEOUT_S = 10.0
PAUSES_S = (5, 15, 60, 300, 900, 3600, 7200, 14400, 28800, 28800)  # about a day
_LOOK_S = 0.5
_LEASE_MS = int(3 * TIMEOUT_S * 1000)  # a room that is killed while it sends: another sends again
_AT_ONCE = 4  # to one webhook: one that hangs holds up its own events and nobody else's
_KEEP_MS = 7 * 86_400_000  # delivered ones are of use for a week
_MARK = "whsec_"
_AN_ADDRESS = "For example https://example.org/cardtable; http only to this machine itself."


@dataclass(frozen=True)
class Webhook:
    id: int
    url: str
    events: str
    since_ms: int


@dataclass(frozen=True)
class Delivery:
    id: int
    webhook: int
    url: str
    secret: str
    event: str
    body: str
    attempts: int


def signed(secret: str, number: str, at_s: int, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(_MARK))
    content = f"{number}.{at_s}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()


# ---- which there are


def why_no_url(url: str) -> str | None:
    try:
        at = urlsplit(url)
        host, _ = at.hostname or "", at.port
    except ValueError:
        return "it is no address"
    if at.scheme not in ("https", "http") or not host or len(url) > 500 or not url.isprintable():
        return "write it as https://HOST/PATH"
    if at.username or at.password:
        return "a password does not belong into an address"
    if at.scheme == "http" and not _is_here(host):
        return "over the network it has to be https"
    return None


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def add(
    db: PostgresConnection, who: Who, url: str, events: list[str], at_ms: int
) -> tuple[int, str]:
    """(its number, the secret with which its events are signed; shown once)."""
    why = why_no_url(url)
    if why is not None:
        raise Problem(f"'{url[:100]}' cannot be a webhook: {why}", _AN_ADDRESS, BAD_INPUT)
    for one in events:
        if one not in WANTED:
            raise Problem(
                f"there is no event '{one[:40]}'", f"Choose: {', '.join(WANTED)}.", BAD_INPUT
            )
    secret = _MARK + base64.b64encode(secrets.token_bytes(32)).decode()
    row = db.execute(
        "INSERT INTO webhook (url, secret, events, since_ms) VALUES (?, ?, ?, ?) RETURNING id",
        (url, secret, ",".join(events or ["*"]), at_ms),
    ).fetchone()
    journal.record(db, who, "webhook.added", at_ms, webhook=row[0], url=url, events=events)
    return int(row[0]), secret


def end(db: PostgresConnection, who: Who, number: int, at_ms: int) -> None:
    done = db.execute(
        "UPDATE webhook SET ended_ms = ? WHERE id = ? AND ended_ms IS NULL", (at_ms, number)
    )
    if not done.rowcount:
        raise Problem(f"there is no webhook {number}", "See: room webhook list", BAD_INPUT)
    db.execute(
        "UPDATE delivery SET state = 'dead', said = 'the webhook was ended'"
        " WHERE webhook = ? AND state = 'waiting'",
        (number,),
    )
    journal.record(db, who, "webhook.ended", at_ms, webhook=number)


def all_of(db: PostgresConnection) -> list[Webhook]:
    rows = db.execute(
        "SELECT id, url, events, since_ms FROM webhook WHERE ended_ms IS NULL ORDER BY id"
    )
    return [Webhook(*row) for row in rows.fetchall()]


def dead(db: PostgresConnection) -> list[dict[str, Any]]:
    """What was put aside, the newest first."""
    rows = db.execute(
        "SELECT id, webhook, event, made_ms, attempts, said FROM delivery WHERE state = 'dead'"
        " ORDER BY id DESC LIMIT 200"
    ).fetchall()
    names = ("id", "webhook", "event", "made_ms", "attempts", "said")
    return [dict(zip(names, row, strict=True)) for row in rows]


def again(db: PostgresConnection, who: Who, at_ms: int) -> int:
    """Everything that was put aside, once more: how many."""
    done = db.execute(
        "UPDATE delivery SET state = 'waiting', attempts = 0, due_ms = ? FROM webhook"
        " WHERE webhook.id = delivery.webhook AND ended_ms IS NULL AND state = 'dead'",
        (at_ms,),
    )
    journal.record(db, who, "webhook.sent_again", at_ms, count=done.rowcount)
    return int(done.rowcount)


def counts(db: PostgresConnection) -> dict[str, int]:
    rows = db.execute("SELECT state, count(*) FROM delivery GROUP BY state").fetchall()
    return {str(state): int(count) for state, count in rows}


# ---- the sending


class Sender:
    """Lives in the server's event loop."""

    def __init__(
        self,
        place: DatabaseUrl,
        timeout_s: float = TIMEOUT_S,
        pauses_s: tuple[float, ...] = PAUSES_S,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self._place = place
        self._timeout_s = timeout_s
        self._pauses_s = pauses_s
        self._trust = trust
        self._busy: dict[asyncio.Task[None], int] = {}  # what is under way, to which webhook
        self._free = asyncio.Event()  # something is under way no more

    async def run(self) -> None:
        verify = self._trust if self._trust is not None else True
        async with httpx.AsyncClient(
            verify=verify,
            follow_redirects=False,
            trust_env=False,
            timeout=self._timeout_s,
            limits=httpx.Limits(max_connections=None),  # each webhook has its own: _AT_ONCE
        ) as client:
            while True:
                self._free.clear()
                with contextlib.suppress(Problem):
                    under_way = Counter(self._busy.values())
                    for one in await asyncio.to_thread(self._claim, under_way):
                        task = asyncio.create_task(self._deliver(client, one))
                        self._busy[task] = one.webhook
                        task.add_done_callback(self._done)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._free.wait(), _LOOK_S)

    def _done(self, task: asyncio.Task[None]) -> None:
        del self._busy[task]
        self._free.set()

    def _claim(self, under_way: Mapping[int, int]) -> list[Delivery]:
        """What is due, of each webhook so much as it may have. It is ours until the lease ends."""
        now = now_ms()
        found: list[Delivery] = []
        with transaction(self._place) as db:
            due = db.execute(
                "SELECT DISTINCT webhook FROM delivery WHERE state = 'waiting' AND due_ms <= ?",
                (now,),
            ).fetchall()
            for (webhook,) in due:
                rows = db.execute(
                    "SELECT delivery.id, webhook, url, secret, event, body, attempts FROM delivery"
                    " JOIN webhook ON webhook.id = delivery.webhook"
                    " WHERE state = 'waiting' AND due_ms <= ? AND webhook = ?"
                    " ORDER BY due_ms, delivery.id LIMIT ? FOR UPDATE OF delivery SKIP LOCKED",
                    (now, webhook, max(0, _AT_ONCE - under_way.get(webhook, 0))),
                ).fetchall()
                found += [Delivery(*row) for row in rows]
            db.executemany(
                "UPDATE delivery SET due_ms = ?, attempts = attempts + 1 WHERE id = ?",
                [(now + _LEASE_MS, one.id) for one in found],
            )
        return found

    async def _deliver(self, client: httpx.AsyncClient, one: Delivery) -> None:
        try:
            async with asyncio.timeout(self._timeout_s):  # of everything, however it drips
                said = await self._post(client, one)
        except TimeoutError:
            said = f"no answer in {self._timeout_s:g} s"
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError, ValueError) as failure:
            said = f"{type(failure).__name__}: {failure}"[:300]
        with contextlib.suppress(Problem):  # the database is away: after the lease it is sent again
            await asyncio.to_thread(self._settle, one, said)

    async def _post(self, client: httpx.AsyncClient, one: Delivery) -> str:
        body = one.body.encode()
        number, at_s = str(json.loads(one.body)["id"]), now_ms() // 1000
        headers = {
            "content-type": "application/json",
            "user-agent": "cardtable-room",
            "webhook-id": number,
            "webhook-timestamp": str(at_s),
            "webhook-signature": signed(one.secret, number, at_s, body),
        }
        # What it says beyond its status is of no use: it is not read.
        async with client.stream("POST", one.url, content=body, headers=headers) as answer:
            if 200 <= answer.status_code < 300:
                return ""
            return f"answered {answer.status_code}"

    def _settle(self, one: Delivery, said: str) -> None:
        now = now_ms()
        with transaction(self._place) as db:
            if not said:
                db.execute("UPDATE delivery SET state = 'done', said = '' WHERE id = ?", (one.id,))
                db.execute(
                    "DELETE FROM delivery WHERE state = 'done' AND made_ms < ?", (now - _KEEP_MS,)
                )
                return
            gone = one.attempts >= len(self._pauses_s)
            pause = 0 if gone else self._pauses_s[one.attempts] * random.uniform(0.9, 1.1)
            db.execute(
                "UPDATE delivery SET state = ?, said = ?, due_ms = ?"
                " WHERE id = ? AND state = 'waiting'",
                ("dead" if gone else "waiting", said, now + int(pause * 1000), one.id),
            )
