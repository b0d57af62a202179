"""The director's page as it is served: tries at once, half requests, anything that can be sent."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.common import bounded_http
from host_tools.common.certificate import own_certificate
from host_tools.common.problems import Problem
from host_tools.directing.actions import ACTIONS
from host_tools.directing.runner import Desk, Runner
from host_tools.directing.server import DirectorServer, Settings, make_server
from host_tools.ledger.intake import Intake
from host_tools.tournament.director import opened

_LIMIT_S = 30.0
_PIN = "470913"
_COOKIE = "cardtable_director"
At = tuple[str, int]


def without_boards(place: Path) -> Runner:
    """A tournament without boards."""
    opened(place / "t", Path("docs/tournament.toml").read_text(), "director")
    Intake(place / "ledger.db").close()
    return Runner(Desk(place / "t", "director"), place / "ledger.db", {})


@pytest.fixture
def served(tmp_path):
    """(pages, where they are)."""
    pages = DirectorServer(without_boards(tmp_path), Settings(pin=_PIN))
    server = make_server(pages)
    door = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    yield pages, door.getsockname()
    server.should_exit = True
    thread.join(_LIMIT_S)
    door.close()


def send(at: At, method: str, path: str, body: bytes | None = None, cookie: str = ""):
    sent = {"Host": f"{at[0]}:{at[1]}"}
    if body is not None:
        sent |= {"Origin": f"http://{at[0]}:{at[1]}", "Content-Type": "application/json"}
    if cookie:
        sent["Cookie"] = f"{_COOKIE}={cookie}"
    line = http.client.HTTPConnection(*at, timeout=_LIMIT_S)
    try:
        line.request(method, path, body, sent)
        answer = line.getresponse()
        name = (answer.getheader("set-cookie") or "").partition("=")[2].partition(";")[0]
        return answer.status, answer.read(), name
    finally:
        line.close()


def tried(at: At, pin: Any) -> dict[str, Any]:
    return json.loads(send(at, "POST", "/api/login", json.dumps({"pin": pin}).encode())[1])


def directing(at: At) -> str:
    told = send(at, "POST", "/api/login", json.dumps({"pin": _PIN}).encode())
    assert json.loads(told[1])["ok"]
    return told[2]


def test_of_many_wrong_pins_at_once_as_many_are_looked_at_as_one_by_one(served):
    """Each has to find that the one before was wrong: or a page would try as many as it likes."""
    _, at = served
    with ThreadPoolExecutor(24) as pool:
        told = list(pool.map(lambda k: tried(at, f"{k:06}"), range(24)))
    looked_at = [one for one in told if one["what"] == "that is not the PIN"]
    assert len(looked_at) == 3  # two slips of the finger, and the one that begins the waiting
    assert not tried(at, _PIN)["ok"]


ANYTHING = [
    {"pin": "\ud800"},
    {"pin": None},
    {"pin": [1]},
    {"pin": "9" * 60_000},
    {"do": "enter", "name": "\ud800"},
    {"do": "enter", "name": "x\0y"},
    {"do": "enter", "name": ["x"]},
    {"do": "draw", "tables": "t1=1-99999999999"},
    {"do": "draw", "tables": "t1=" + "9" * 190},
    {"do": "draw", "tables": "../../t1=1-9"},
    {"do": "seat", "number": 10**400},
    {"do": "seat", "number": -1},
    {"do": "correct", "number": 1, "chips": 10**400, "why": "x"},
    {"do": "pause", "minutes": 10**30},
    {"do": "begin", "forfeit": [[1]]},
    {"do": "cancel", "why": {}},
    {"do": ["enter"]},
    {"do": "__class__"},
    [1, 2],
    None,
]


@pytest.mark.parametrize("signed_in", [False, True])
def test_whatever_is_sent_has_an_answer_in_words(served, signed_in):
    _, at = served
    cookie = directing(at) if signed_in else ""
    bodies = [json.dumps(one).encode() for one in ANYTHING]
    bodies += [b"[" * 30_000, b'{"pin":' + b"9" * 5000 + b"}", b"\xff\xfe", b"", b'{"do":' * 900]
    for path in ("/api/login", "/api/do"):
        for body in bodies:
            status, told, _ = send(at, "POST", path, body, cookie)
            assert status < 500 and json.loads(told)["ok"] is False, (path, body[:80], told)
    for path in ("/page/%2e%2e%2fserver.py", "/page/" + "x" * 5000, "/page/%00", "/console/%ff"):
        assert send(at, "GET", path)[0] == 404
    assert json.loads(send(at, "GET", "/api/wall")[1])["stage"] == "entries"


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(do=st.sampled_from(sorted(ACTIONS)), data=st.data())
def test_whatever_a_director_sends_has_an_answer_and_the_journal_is_whole(served, do, data):
    pages, at = served
    if not pages._sessions:
        pages.cookie = directing(at)
    names = ("name", "reserve", "tables", "number", "forfeit", "minutes", "chips", "why", "early")
    asked = {name: data.draw(_VALUES) for name in data.draw(st.sets(st.sampled_from(names)))}
    body = json.dumps(asked | {"do": do}).encode()
    status, told, _ = send(at, "POST", "/api/do", body, pages.cookie)
    assert status < 500, (body, told)
    with pages.runner.desk.director() as director:
        assert not director.journal.is_behind()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.20", "::"])
def test_beyond_this_computer_nothing_is_served_without_tls(tmp_path, host):
    pages = DirectorServer(without_boards(tmp_path), Settings(host, pin=_PIN))
    with pytest.raises(Problem, match="with TLS only"):
        make_server(pages)


def test_with_tls_a_browser_is_answered_and_plain_http_is_not(tmp_path):
    secured = own_certificate(tmp_path / "tls", ["director.example"], "tournament")
    pages = DirectorServer(without_boards(tmp_path), Settings("0.0.0.0", 0, (), _PIN, *secured))
    server = make_server(pages)
    door = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    host = "127.0.0.1:{1}".format(*door.getsockname())
    trust = ssl.create_default_context(cafile=str(secured[0]))
    sent = {"Origin": f"https://{host}", "Content-Type": "application/json"}
    line = http.client.HTTPSConnection(host, timeout=_LIMIT_S, context=trust)
    plain = http.client.HTTPConnection(host, timeout=_LIMIT_S)
    try:
        line.request("POST", "/api/login", json.dumps({"pin": _PIN}), sent)
        answer = line.getresponse()
        cookie = answer.getheader("set-cookie") or ""
        assert json.loads(answer.read())["ok"] and "; secure" in cookie.lower()
        with pytest.raises((OSError, http.client.HTTPException)):
            plain.request("GET", "/api/wall")
            plain.getresponse()
    finally:
        line.close()
        plain.close()
        server.should_exit = True
        thread.join(_LIMIT_S)
        door.close()


def test_half_a_request_is_not_waited_for_and_a_wall_is(served, monkeypatch):
    monkeypatch.setattr(bounded_http, "REQUEST_S", 0.2)
    _, at = served
    host = f"Host: {at[0]}:{at[1]}\r\n".encode()
    with socket.create_connection(at, timeout=_LIMIT_S) as wall:
        wall.sendall(b"GET /events/wall HTTP/1.1\r\n" + host + b"\r\n")
        for half in (b"", b"GET / HT", b"GET / HTTP/1.1\r\n" + host):
            with socket.create_connection(at, timeout=_LIMIT_S) as line:
                line.sendall(half)
                assert line.recv(100) == b""  # the server has ended it
        assert wall.recv(100)


def test_a_hundred_walls_cost_no_more_than_one(served, monkeypatch):
    pages, at = served
    shown = pages._shown
    counted = []

    def counting(directs: bool) -> dict[str, Any]:
        counted.append(directs)
        return shown(directs)

    monkeypatch.setattr(pages, "_shown", counting)
    walls = []
    host = f"Host: {at[0]}:{at[1]}\r\n".encode()
    try:
        for _ in range(100):
            walls.append(socket.create_connection(at, timeout=_LIMIT_S))
            walls[-1].sendall(b"GET /events/wall HTTP/1.1\r\n" + host + b"\r\n")
        begun = len(counted)
        for wall in walls:
            told = b""
            while b"data: " not in told:
                piece = wall.recv(4096)
                assert piece
                told += piece
    finally:
        for wall in walls:
            wall.close()
    # They come one after the other: some looks may lie between the first and the last of them.
    assert len(counted) - begun < 50
    cookie = directing(at)
    send(at, "POST", "/api/do", b'{"do":"enter","name":"Ada Lovelace"}', cookie)
    told = json.loads(send(at, "GET", "/api/wall")[1])  # what was done is seen at once
    assert "Ada" in json.dumps(told) or told["entries"] == 1
