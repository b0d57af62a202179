"""The console as it is served, with a board behind it: names, roles, PINs, cookies, paths."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from host_tools.console.server import Settings, bind, make_server
from host_tools.console.sessions import COOKIE
from host_tools.link.roles import DEMO_PINS, KeyRing
from tests.integration.verbs.rig import SimTable

_LIMIT_S = 60.0


class Client:
    """A browser, or something that pretends to be one."""

    def __init__(self, at: tuple[str, int]) -> None:
        self.host = f"{at[0]}:{at[1]}"
        self._at = at
        self.cookie = ""

    def ask(self, method: str, path: str, given: Any = None, **headers: str) -> tuple[int, Any]:
        sent = {"Host": self.host}
        if given is not None:
            sent |= {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
        if self.cookie:
            sent["Cookie"] = f"{COOKIE}={self.cookie}"
        line = http.client.HTTPConnection(*self._at, timeout=_LIMIT_S)
        try:
            line.request(method, path, json.dumps(given) if given is not None else None,
                         sent | headers)  # fmt: skip
            answer = line.getresponse()
            self.told = dict(answer.getheaders())
            body = answer.read()
        finally:
            line.close()
        try:
            return answer.status, json.loads(body)
        except ValueError:
            return answer.status, body

    def login(self, role: str, pin: str) -> tuple[int, Any]:
        status, told = self.ask("POST", "/api/login", {"role": role, "pin": pin})
        set_cookie = {k.lower(): v for k, v in self.told.items()}.get("set-cookie", "")
        if set_cookie:
            self.cookie = set_cookie.split(";")[0].partition("=")[2]
        return status, told


@pytest.fixture(scope="module")
def at(tmp_path_factory) -> Iterator[tuple[str, int]]:
    """Where a console with a simulated board behind it is served."""
    place = tmp_path_factory.mktemp("doors")
    table = SimTable(place / "table")
    settings = Settings(table.port, place / "ledger.db", keys=KeyRing(place / "keys"))
    door = bind(settings)
    server = make_server(settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    try:
        where = door.getsockname()
        client = Client(where)
        end = time.monotonic() + _LIMIT_S
        while True:
            try:
                if client.ask("GET", "/api/table")[1]["link"]["state"] == "up":
                    break
            except (OSError, KeyError, TypeError):
                pass
            assert time.monotonic() < end, "the console has not reached its board"
            time.sleep(0.05)
        yield where
    finally:
        server.should_exit = True
        thread.join(_LIMIT_S)
        door.close()
        table.close()


def test_a_rebound_name_is_refused_by_the_real_server(at):
    status, told = Client(at).ask("GET", "/api/table", Host="evil.example")
    assert status == 421 and "seats" not in told


def test_without_a_role_nothing_can_be_ordered(at):
    for path, given in (
        ("/api/input", {"input": ["ante", 1, 500]}),
        ("/api/command", {"command": ["restart"]}),
        ("/api/command", {"command": ["open_hand", 1, "Eve"]}),
        ("/api/command", {"command": ["correct", 100, 0, 0, "Eve", "because"]}),
    ):
        client = Client(at)
        client.cookie = "made-up"
        assert client.ask("POST", path, given)[0] == 401, given


def test_a_dealers_session_orders_nothing_of_a_supervisors(at):
    client = Client(at)
    assert client.login("dealer", DEMO_PINS["dealer"])[0] == 200
    for command in (["open_hand", 1, "Eve"], ["mode", "test"], ["restart"], ["maintenance"]):
        assert client.ask("POST", "/api/command", {"command": command})[0] == 401, command
    assert client.ask("POST", "/api/input", {"input": ["rule_void", None]})[0] == 401
    status, told = client.ask("POST", "/api/input", {"input": ["ante", 1, 500]})
    assert status == 200 and told["ok"], told


def test_the_cookie_is_for_the_console_alone(at):
    client = Client(at)
    client.login("dealer", DEMO_PINS["dealer"])
    flags = {k.lower(): v for k, v in client.told.items()}["set-cookie"].lower()
    assert "httponly" in flags and "samesite=strict" in flags
    assert DEMO_PINS["dealer"] not in client.cookie and len(client.cookie) >= 32
    first = client.cookie
    client.ask("POST", "/api/logout", {})
    client.cookie = first
    assert client.ask("GET", "/api/me")[1] == {"roles": {}, "people": {}}


@pytest.mark.parametrize(
    "path", ["/page/../server.py", "/page/..%2fserver.py", "/page/%2e%2e/server.py", "/server.py"]
)
def test_nothing_beside_the_page_is_served(at, path):
    status, told = Client(at).ask("GET", path)
    assert status == 404 and b"import" not in (told if isinstance(told, bytes) else b"")


def test_wrong_pins_open_nothing_and_make_the_next_try_wait(at):
    """Last: the supervisor's door stays shut for a while after it."""
    client = Client(at)
    said = []
    for pin in ("0000", "0001", "0002", DEMO_PINS["supervisor"]):
        _, told = client.login("supervisor", pin)
        said.append(told["what"])
    assert said[:3] == ["that is not the PIN"] * 3
    assert said[3] == "too many wrong PINs" and not client.cookie
