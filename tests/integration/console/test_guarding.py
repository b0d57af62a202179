"""The console's doors: other names, other pages, wrong PINs, sessions that end."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from host_tools.console.request_guard import RequestGuard, host_name
from host_tools.console.sessions import IDLE_S, LoginThrottle, Sessions
from host_tools.link.roles import DEALER, SUPERVISOR, Signer

_OURS = {"host": "127.0.0.1:8700"}
_POST = {
    **_OURS,
    "origin": "http://127.0.0.1:8700",
    "content-type": "application/json",
    "content-length": "2",
}


def ask(method: str, headers: dict[str, str], numbers: bool = False) -> tuple[int, dict[str, str]]:
    """(status, headers) of a request through the guard."""
    done: list[str] = []

    async def page(request):
        done.append(request.method)
        return PlainTextResponse("done")

    app = RequestGuard(
        Starlette(routes=[Route("/", page, methods=["GET", "POST"])]),
        frozenset(("127.0.0.1", "localhost", "::1")),
        numbers,
    )
    told: list[dict] = []

    async def receive():
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message):
        told.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8700),
    }
    asyncio.run(app(scope, receive, send))
    start = told[0]
    assert (start["status"] == 200) == bool(done), "refused means: nothing was done"
    return start["status"], {k.decode(): v.decode() for k, v in start["headers"]}


def test_a_rebound_name_is_not_ours():
    """DNS rebinding: the browser thinks it talks to evil.example, the socket is ours."""
    assert ask("GET", {"host": "evil.example:8700"})[0] == 421
    assert ask("GET", {"host": "127.0.0.1.evil.example"})[0] == 421
    assert ask("GET", {})[0] == 421
    for ours in ("127.0.0.1:8700", "localhost:8700", "[::1]:8700", "LOCALHOST"):
        assert ask("GET", {"host": ours})[0] == 200


def test_on_a_network_addresses_in_digits_are_ours_and_names_only_when_given():
    """Only a name can be rebound: whoever types an address talks to that address."""
    for host in ("192.168.1.20:8700", "[fe80::1]:8700"):
        assert ask("GET", {"host": host})[0] == 421
        assert ask("GET", {"host": host}, numbers=True)[0] == 200
    assert ask("GET", {"host": "evil.example:8700"}, numbers=True)[0] == 421
    assert ask("GET", {"host": "192.168.1.20.evil.example"}, numbers=True)[0] == 421


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
        {"origin": None},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-length": "9999999"},
        {"content-length": None},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_what_another_page_sends_changes_nothing(change):
    headers = {k: v for k, v in (_POST | change).items() if v is not None}
    assert ask("POST", headers)[0] in (403, 413, 415)


def test_our_own_page_may_send():
    assert ask("POST", _POST)[0] == 200
    assert ask("POST", _POST | {"sec-fetch-site": "same-origin"})[0] == 200
    assert ask("DELETE", _POST)[0] == 405


def test_another_page_may_not_even_look():
    assert ask("GET", _OURS | {"sec-fetch-site": "cross-site"})[0] == 403


def test_every_answer_binds_the_page():
    for headers in (_OURS, {"host": "evil.example"}):
        told = ask("GET", headers)[1]
        assert "default-src 'none'" in told["content-security-policy"]
        assert "unsafe" not in told["content-security-policy"]
        assert "frame-ancestors 'none'" in told["content-security-policy"]
        assert told["x-content-type-options"] == "nosniff"
        assert told["cache-control"] == "no-store"


@pytest.mark.parametrize("header", ["", ":", "[::1", "a b", "user@127.0.0.1@x", "\udcff"])
def test_a_host_that_is_none_is_nobody(header):
    assert host_name(header) not in ("127.0.0.1", "localhost", "::1")


# ---- sessions and PINs


class Hours:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_role_is_left_when_nobody_uses_it():
    clock = Hours()
    sessions = Sessions(clock)
    name = sessions.add(None, Signer(DEALER, b"d"))
    name = sessions.add(name, Signer(SUPERVISOR, b"s"))
    clock.now += IDLE_S[SUPERVISOR] - 1
    assert sessions.signer(name, SUPERVISOR) is not None  # using it keeps it
    clock.now += IDLE_S[SUPERVISOR] - 1
    assert set(sessions.roles(name)) == {DEALER, SUPERVISOR}
    clock.now += 1
    assert set(sessions.roles(name)) == {DEALER}
    assert sessions.signer(name, SUPERVISOR) is None
    clock.now += IDLE_S[DEALER]
    assert sessions.roles(name) == {}


def test_the_name_of_a_session_changes_with_every_role_and_cannot_be_chosen():
    sessions = Sessions()
    first = sessions.add("chosen by somebody", Signer(DEALER, b"d"))
    second = sessions.add(first, Signer(SUPERVISOR, b"s"))
    assert len({first, second, "chosen by somebody"}) == 3 and len(second) >= 32
    assert sessions.roles(first) == {} and sessions.roles("chosen by somebody") == {}
    sessions.leave(second, SUPERVISOR)
    assert set(sessions.roles(second)) == {DEALER}
    sessions.leave(second)
    assert sessions.roles(second) == {}


def test_trying_pins_becomes_slower_and_slower():
    clock = Hours()
    slowly = LoginThrottle(clock)
    waits = []
    for _ in range(12):
        slowly.wrong()
        waits.append(slowly.wait_s())
        clock.now += slowly.wait_s()
    assert waits[:2] == [0, 0]  # a slip of the finger costs nothing
    assert all(later >= earlier for earlier, later in pairwise(waits))
    assert waits[-1] == 60  # and nobody honest waits longer
    slowly.right()
    assert slowly.wait_s() == 0
