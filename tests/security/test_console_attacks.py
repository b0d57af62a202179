"""Attacks on the console's door that need no role: bodies without end, half requests, questions."""

from __future__ import annotations

import json
import socket
import threading
import time

import pytest

from host_tools.common import bounded_http
from host_tools.link.roles import DEMO_PINS
from tests.integration.console.test_any_request import send, well
from tests.security.test_console_doors import Client, at  # noqa: F401

_LIMIT_S = 30.0


def raw(at, text: bytes) -> socket.socket:  # noqa: F811
    line = socket.create_connection(at, timeout=_LIMIT_S)
    line.sendall(text)
    return line


def first_line(at, text: bytes) -> bytes:  # noqa: F811
    with raw(at, text) as line:
        return line.recv(4096).partition(b"\r\n")[0]


def post(at, *more: str) -> bytes:  # noqa: F811
    host = f"{at[0]}:{at[1]}"
    head = ["POST /api/why_not HTTP/1.1", f"Host: {host}", f"Origin: http://{host}"]
    return "\r\n".join([*head, "Content-Type: application/json", *more, "", ""]).encode()


@pytest.mark.parametrize("length", [(), ("Content-Length: 10",)])
def test_a_body_in_pieces_is_not_taken_for_as_long_as_somebody_sends(at, length):  # noqa: F811
    """Of both kinds of length, the server goes by the pieces: the bound must hold for them too."""
    with raw(at, post(at, *length, "Transfer-Encoding: chunked")) as line:
        assert b" 411 " in line.recv(4096).partition(b"\r\n")[0]
    well(at)


@pytest.mark.parametrize(
    "host", ["user@{0}", "{0}@evil.example", "evil.example#@{0}", "{0}/", "{0} ", "{0},evil", ""]
)
def test_a_host_is_a_name_and_nothing_around_it(at, host):  # noqa: F811
    name = host.format(f"{at[0]}:{at[1]}")
    told = first_line(at, f"GET /api/table HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
    assert b" 200 " not in told or name.strip() == f"{at[0]}:{at[1]}"


def test_two_hosts_or_two_lengths_are_one_too_many(at):  # noqa: F811
    ours = f"Host: {at[0]}:{at[1]}\r\n"
    for both in (ours + "Host: evil.example\r\n", "Host: evil.example\r\n" + ours):
        assert b" 400 " in first_line(at, f"GET /api/table HTTP/1.1\r\n{both}\r\n".encode())
    assert b" 400 " in first_line(at, post(at, "Content-Length: 2", "Content-Length: 3"))


def test_half_a_request_is_not_waited_for_and_a_page_is(at, monkeypatch):  # noqa: F811
    monkeypatch.setattr(bounded_http, "REQUEST_S", 0.2)
    host = f"Host: {at[0]}:{at[1]}\r\n".encode()
    page = raw(at, b"GET /events HTTP/1.1\r\n" + host + b"\r\n")
    whole = b"GET /api/me HTTP/1.1\r\n" + host + b"\r\n"
    halves = [b"", b"GET / HT", b"GET / HTTP/1.1\r\n", post(at, "Content-Length: 9") + b"{"]
    halves.append(whole + b"GET /api/me HT")  # the second request on a connection
    for half in halves:
        with raw(at, half) as line:
            told = b""
            while piece := _received(line):  # ends only when the server closes it
                told += piece
            assert told.count(b"HTTP/1.1 200") == half.count(whole), half
    page.settimeout(_LIMIT_S)
    assert page.recv(100)  # a stream whose request was whole lives on
    page.close()
    well(at)


def _received(line: socket.socket) -> bytes:
    try:
        return line.recv(4096)
    except ConnectionError:
        return b""


def test_connections_never_use_up_what_the_console_needs_to_go_on(at, monkeypatch):  # noqa: F811
    monkeypatch.setattr(bounded_http, "most_connections", lambda: 20)
    lines = [raw(at, b"GET / HT") for _ in range(40)]
    try:
        closed = 0
        for line in lines:
            line.settimeout(0.3)
            try:
                closed += line.recv(10) == b""
            except ConnectionError:
                closed += 1
            except TimeoutError:
                pass
        assert closed >= 20
    finally:
        for line in lines:
            line.close()
    end = time.monotonic() + _LIMIT_S
    while True:  # as soon as the server has seen that they are gone
        try:
            return well(at)
        except (ConnectionError, OSError):
            assert time.monotonic() < end


def test_questions_without_a_role_hold_up_no_dealer_and_flood_no_board(at):  # noqa: F811
    """More than the board lets wait are errors there, which it would record as a flood."""
    told: list[bytes] = []
    over = threading.Event()

    def asking() -> None:
        while not over.is_set():
            told.append(send(at, "POST", "/api/why_not", b'{"input":["fold",1]}')[1])

    threads = [threading.Thread(target=asking) for _ in range(24)]
    for one in threads:
        one.start()
    try:
        dealer = Client(at)
        assert dealer.login("dealer", DEMO_PINS["dealer"])[1]["ok"]
        while len(told) < 100:
            assert any(one.is_alive() for one in threads)
            time.sleep(0.05)
    finally:
        over.set()
        for one in threads:
            one.join(_LIMIT_S)
    assert not [one for one in told if b"too many questions" in one]
    faults = json.loads(send(at, "GET", "/api/table")[1])["faults"]
    assert not [one for one in faults if one["code"] == "link_flooded"]


def test_what_the_board_would_not_parse_is_said_here_and_takes_nobodys_turn(at):  # noqa: F811
    """The board's error names no question, so six of these kept all others waiting for seconds."""
    for value in (2**53, 1.5, 1e308, [[[[1]]]]):
        body = json.dumps({"input": ["fold", value]}).encode()
        assert b"longer or deeper" in send(at, "POST", "/api/why_not", body)[1]
