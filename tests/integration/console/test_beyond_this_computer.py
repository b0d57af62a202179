"""A console for the network: TLS only, sessions that end, every request written down."""

from __future__ import annotations

import http.client
import json
import ssl
import stat
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from host_tools.common.certificate import own_certificate, served_by
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.console.request_log import LogFile, without_secrets
from host_tools.console.server import Settings, address, bind, make_server
from host_tools.console.sessions import COOKIE, IDLE_S, LONGEST_S, Sessions
from host_tools.link.roles import DEALER, DEMO_PINS, ROLES, SUPERVISOR, KeyRing, Signer
from tests.integration.verbs.rig import SimTable, cardtable

_LIMIT_S = 60.0


class Served:
    """A console with TLS at an address of the network, and a browser that trusts it."""

    def __init__(self, port: str, place: Path) -> None:
        certificate, key = own_certificate(place / "tls", ["table.example"], "console")
        self.settings = Settings(
            port,
            place / "ledger.db",
            host="0.0.0.0",
            names=("table.example",),
            keys=KeyRing(place / "keys"),
            certificate=certificate,
            certificate_key=key,
            log=place / "console.log",
        )
        self._door = bind(self.settings)
        self.number = self._door.getsockname()[1]
        self._server = make_server(self.settings)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._door]}, daemon=True
        )
        self._thread.start()
        self._trust = ssl.create_default_context(cafile=str(certificate))

    def ask(self, method: str, path: str, given: Any = None, **headers: str) -> tuple[int, Any]:
        host = f"127.0.0.1:{self.number}"
        sent = {"Host": host, "Origin": f"https://{host}", "Content-Type": "application/json"}
        line = http.client.HTTPSConnection(
            "127.0.0.1", self.number, timeout=_LIMIT_S, context=self._trust
        )
        try:
            body = json.dumps(given) if given is not None else None
            line.request(method, path, body, sent | headers)
            answer = line.getresponse()
            self.told = dict(answer.getheaders())
            return answer.status, json.loads(answer.read())
        finally:
            line.close()

    def log(self) -> list[dict[str, Any]]:
        assert self.settings.log is not None
        return [json.loads(line) for line in self.settings.log.read_text().splitlines()]

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(_LIMIT_S)
        self._door.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    place = tmp_path_factory.mktemp("beyond")
    table = SimTable(place / "table")
    made = Served(table.port, place)
    try:
        end = time.monotonic() + _LIMIT_S
        while True:
            try:
                if made.ask("GET", "/api/table")[1]["link"]["state"] == "up":
                    break
            except (OSError, KeyError):
                pass
            assert time.monotonic() < end
            time.sleep(0.05)
        yield made
    finally:
        made.close()
        table.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.20", "table.example", "::"])
def test_beyond_this_computer_nothing_is_served_without_tls(tmp_path, host):
    with pytest.raises(Problem, match="with TLS only"):
        make_server(Settings("socket://127.0.0.1:1", tmp_path / "ledger.db", host=host))


def test_with_tls_a_browser_is_answered_and_plain_http_is_not(served):
    assert served.ask("GET", "/api/me") == (200, {"roles": {}, "people": {}})
    assert address(served.settings, served._door) == f"https://127.0.0.1:{served.number}/"
    plain = http.client.HTTPConnection("127.0.0.1", served.number, timeout=_LIMIT_S)
    with pytest.raises((OSError, http.client.HTTPException)):
        plain.request("GET", "/api/table")
        plain.getresponse()
    plain.close()


def test_who_signs_in_over_tls_has_a_cookie_for_tls_only_and_is_named_in_the_log(served):
    given = {"role": DEALER, "pin": DEMO_PINS[DEALER]}
    status, told = served.ask("POST", "/api/login", given)
    assert status == 200 and told["people"] == {DEALER: DEALER}
    cookie = {k.lower(): v for k, v in served.told.items()}["set-cookie"]
    assert "Secure" in cookie and "HttpOnly" in cookie and "SameSite=strict" in cookie
    session = cookie.split(";")[0].partition("=")[2]
    asked = {"input": ["ante", 3, 500]}
    served.ask("POST", "/api/input", asked, Cookie=f"{COOKIE}={session}")
    served.ask("POST", "/api/command", {"command": ["restart"]})
    served.ask("GET", "/api/rule?cite=TGC-2006+C16.2", Cookie='half=a; ;=;"(')
    lines = served.log()
    assert {"who", "what", "asked", "from", "at", "status"} == set(lines[-2])
    told = [(one["who"], one["asked"], one.get("what"), one["status"]) for one in lines[-4:]]
    assert told == [
        (DEALER, "POST /api/login", DEALER, 200),
        (DEALER, "POST /api/input", ["ante", 3, 500], 200),
        ("-", "POST /api/command", ["restart"], 401),
        ("-", "GET /api/rule?cite=TGC-2006+C16.2", None, 200),
    ]


def test_refused_requests_are_in_the_log_and_no_pin_is(served):
    pin = "860137"
    served.ask("POST", "/api/login", {"role": SUPERVISOR, "pin": pin})
    served.ask("POST", "/api/person", {"what": "add", "role": DEALER, "name": "Bo", "pin": pin})
    served.ask("GET", "/api/table", Host="evil.example")
    lines = served.log()
    assert [one["status"] for one in lines[-3:]] == [200, 401, 421]
    assert lines[-2]["what"] == {"what": "add", "role": DEALER, "name": "Bo"}
    assert pin not in json.dumps(lines)
    if sys.platform != "win32":
        assert stat.S_IMODE(served.settings.log.stat().st_mode) == 0o600


@pytest.mark.parametrize("given", [None, 3, [], {"x": [1] * 9999}, {"x": float("nan")}, {}])
def test_whatever_was_asked_is_told_in_one_short_line(given):
    assert len(json.dumps(without_secrets(given))) < 400


def test_a_log_that_cannot_be_written_is_told_before_anything_is_served(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Problem, match="cannot be written"):
        LogFile(tmp_path / "file" / "console.log")


def test_a_log_that_fails_later_holds_nobody_up(tmp_path, capsys):
    log = LogFile(tmp_path / "console.log")
    log._handler.stream = open("/dev/full", "w") if Path("/dev/full").exists() else None
    if log._handler.stream is None:
        pytest.skip("no full disk to be had here")
    for _ in range(3):
        log.write({"who": "-"})
    assert capsys.readouterr().err.count("cannot be logged") == 1


def test_a_log_is_kept_in_pieces(tmp_path):
    log = LogFile(tmp_path / "console.log")
    for _ in range(30):
        log.write({"what": "x" * 500_000})
    log.close()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 13_000_000
    assert len(list(tmp_path.iterdir())) == 6


def test_a_certificate_is_given_with_its_key_and_fits_it(tmp_path):
    one = own_certificate(tmp_path / "one", ["a.example"], "console")
    other = own_certificate(tmp_path / "other", ["b.example"], "console")
    assert served_by(*one, tmp_path, [], "console") == one
    for pair in ((one[0], None), (one[0], other[1]), (one[0], tmp_path / "none")):
        with pytest.raises(Problem) as told:
            served_by(*pair, tmp_path, [], "console")
        assert told.value.code == BAD_INPUT
    made = served_by(None, None, tmp_path / "made", ["c.example"], "console")
    assert made == served_by(None, None, tmp_path / "made", ["c.example"], "console")  # kept
    assert made[0].name == "console.crt"


def test_the_verb_refuses_half_a_certificate_in_words(tmp_path):
    code, _, errors = cardtable("console", "--host", "0.0.0.0", "--certificate", "x.pem")
    assert code == BAD_INPUT and "go together" in errors


# ---- sessions


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("role", ROLES)
def test_however_busy_somebody_is_the_pin_is_asked_for_again(role):
    clock = Clock()
    sessions = Sessions(clock)
    name = sessions.add(None, Signer(f"{role}/Ann", b"k"))
    assert sessions.people(name) == {role: "Ann"} and sessions.whose(name) == f"{role}/Ann"
    steps = 0
    while sessions.signer(name, role) is not None:
        clock.now += IDLE_S[role] / 2
        steps += 1
        assert steps < 1000
    assert LONGEST_S[role] <= clock.now - 1000 <= LONGEST_S[role] + IDLE_S[role]
    assert sessions.roles(name) == {} and sessions.person(name, role) == role


def test_who_has_lost_the_pin_is_nowhere_any_more():
    sessions = Sessions()
    here = sessions.add(None, Signer("dealer/Ann", b"k"))
    there = sessions.add(sessions.add(None, Signer("dealer/Ann", b"k")), Signer("supervisor", b"s"))
    other = sessions.add(None, Signer("dealer/Bo", b"k"))
    sessions.forget("dealer/Ann")
    assert sessions.people(here) == {} and sessions.people(there) == {"supervisor": "supervisor"}
    assert sessions.people(other) == {"dealer": "Bo"}
