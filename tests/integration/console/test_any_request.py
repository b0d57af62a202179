"""Whatever is sent to the console: an answer in words, never an error of ours, and it goes on."""

from __future__ import annotations

import http.client
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.console.sessions import COOKIE
from host_tools.link.roles import DEMO_PINS
from tests.security.test_console_doors import Client, at  # noqa: F401

GET = ["/", "/page/app.js", "/api/me", "/api/table", "/api/forms", "/events"]
GET += ["/api/rule?cite=TGC-2006+C16.2"]
POST = ["login", "logout", "input", "why_not", "command", "configure", "sim", "person", "job"]
KEYS = [
    "what",
    "name",
    "person",
    "own",
    "verb",
    "role",
    "pin",
    "input",
    "command",
    "game",
    "values",
    "check",
    "notice_given",
    "do",
    "where",
]


@pytest.fixture(scope="module")
def sessions(at):  # noqa: F811
    """A supervisor and a dealer: what they send gets past the door."""
    made = []
    for role in ("supervisor", "dealer"):
        client = Client(at)
        assert client.login(role, DEMO_PINS[role])[1]["ok"]
        made.append(client.cookie)
    return made


def send(at, method, path, body=None, cookie="", **headers):  # noqa: F811
    sent = {"Host": f"{at[0]}:{at[1]}"}
    if body is not None:
        sent |= {"Origin": f"http://{at[0]}:{at[1]}", "Content-Type": "application/json"}
    if cookie:
        sent["Cookie"] = f"{COOKIE}={cookie}"
    line = http.client.HTTPConnection(*at, timeout=60)
    try:
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in (sent | headers).items():
            line.putheader(name, value)
        if body is not None and "Content-Length" not in headers:
            line.putheader("Content-Length", str(len(body)))
        line.endheaders(body)
        answer = line.getresponse()
        content = b"" if path.startswith("/events") else answer.read()
        return answer.status, content
    finally:
        line.close()


def well(at):  # noqa: F811
    """The console still answers, and its board is there."""
    status, content = send(at, "GET", "/api/table")
    assert status == 200 and json.loads(content)["link"]["state"] == "up"


@pytest.mark.parametrize(
    "path",
    [
        "/page/" + "x" * 5000,
        "/page/" + "x" * 60_000,
        "/page/%00",
        "/page/%ff%fe",
        "/page/%2e%2e%2fserver.py",
        "/page/.",
        "/page/",
        "/" + "a/" * 2000,
        "/api/forms?game=" + "x" * 5000,
        "/api/forms?game=%ed%a0%80",
        "/api/forms?game[]=1&game=%00",
    ],
)
def test_any_path_has_an_answer(at, path):  # noqa: F811
    status, _ = send(at, "GET", path)
    assert status < 500, status
    well(at)


DEEP = [
    b"[" * 30_000,
    b"[" * 30_000 + b"]" * 30_000,
    b'{"input":' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    b'{"command":' + b"[" * 900 + b"]" * 900 + b"}",
    b'{"input":["why",' + b"[" * 500 + b"]" * 500 + b"]}",
    b'{"role":"dealer","pin":' + b"9" * 5000 + b"}",
    b'{"role":"dealer","pin":"\\ud800"}',
    b'{"role":"\\ud800","pin":"1"}',
    b'{"input":["ante",1,' + b"9" * 4000 + b"]}",
    b'{"input":["ante",1,1e400]}',
    b'{"input":["ante",NaN,Infinity]}',
    b'{"input":["' + b"x" * 60_000 + b'"]}',
    b'{"command":["put","table",' + b"9" * 330 + b',"00"]}',
    b'{"command":["time",' + b"9" * 400 + b"]}",
    b'{"game":"canberra","values":' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}",
    b'{"game":[],"values":[[1,2]]}',
    b'{"game":"canberra","values":"ab"}',
    b'{"values":{"seats":' + b"9" * 4000 + b'},"game":"holdem","check":true}',
    b"\xff\xfe{}",
    b"",
    b"null",
    b'{"a":1}' + b" " * 65_000,
    b"x" * 200_000,
]


@pytest.mark.parametrize("name", POST)
def test_deep_and_huge_bodies_have_an_answer(at, sessions, name):  # noqa: F811
    """0.1.0 answered 500 to nested brackets, and its hub's thread could die of one."""
    for body in DEEP:
        for cookie in ("", sessions[0]):
            if name == "logout" and cookie:
                continue
            try:
                status, _ = send(at, "POST", f"/api/{name}", body, cookie)
            except (ConnectionError, http.client.HTTPException):
                assert len(body) > 64 * 1024  # refused by its length, before it was read
                continue
            assert status < 500, (name, body[:60], status)
    well(at)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://["},
        {"Origin": "http://[::1"},
        {"Host": "["},
        {"Host": "a" * 9000},
        {"Content-Type": "\xff"},
        {"Cookie": COOKIE + "=" + "x" * 9000},
        {"Cookie": "\xff=;;;=\xfe"},
        {"Content-Length": "7"},
        {"Sec-Fetch-Site": "\xff"},
        {"X": "y" * 60_000},
    ],
)
def test_any_headers_have_an_answer(at, headers):  # noqa: F811
    for method, path, body in (("POST", "/api/why_not", b'{"a":1}'), ("GET", "/api/me", None)):
        if body is None and "Content-Length" in headers:
            continue
        try:
            status, _ = send(at, method, path, body, **headers)
        except (ConnectionError, http.client.HTTPException):
            continue
        assert status < 500, status
    well(at)


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["dealer", "supervisor", "canberra", "holdem", "help", "fault", "shoe"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)
_COMMANDS = st.sampled_from(["input", "put", "commit", "correct", "day_open", "time", "drop"])
_INPUTS = st.sampled_from(["ante", "card", "move", "decide", "bet", "fold", "players", "see"])
_PATIENT = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
_LISTS = st.tuples(_COMMANDS | _INPUTS, st.lists(_VALUES, max_size=5)).map(lambda t: [t[0], *t[1]])


@settings(
    max_examples=150,
    suppress_health_check=_PATIENT,
)
@given(
    st.sampled_from([name for name in POST if name not in ("login", "logout")]),
    st.dictionaries(st.sampled_from(KEYS), _VALUES | _LISTS, max_size=4),
    st.integers(0, 2),
)
def test_any_json_has_an_answer(at, sessions, name, given_, who):  # noqa: F811
    if name == "sim" or given_.get("command") in (["restart"], ["maintenance"]):
        given_ = {**given_, "do": "help"}
    cookie = ["", *sessions][who]
    status, content = send(at, "POST", f"/api/{name}", json.dumps(given_).encode(), cookie)
    assert status in (200, 400, 401), (name, given_, status, content[:200])
    assert json.loads(content)["ok"] in (True, False)


@settings(
    max_examples=100,
    suppress_health_check=_PATIENT,
)
@given(st.sampled_from(POST), st.binary(max_size=200))
def test_any_bytes_have_an_answer(at, name, body):  # noqa: F811
    status, _ = send(at, "POST", f"/api/{name}", body)
    assert status < 500


@pytest.mark.parametrize("path", GET)
def test_every_other_method_has_an_answer(at, path):  # noqa: F811
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "TRACE"):
        assert send(at, method, path)[0] < 500


def test_it_is_still_well(at):  # noqa: F811
    well(at)
