"""A tournament's level and clock on a table's own page: what is asked, measured and shown."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from host_tools.common.problems import Problem
from host_tools.console.tournament_clock import TournamentClock, shown
from host_tools.directing import view
from host_tools.tournament.director import opened

AWAY = {"why": "The tournament does not answer."}


@pytest.fixture
def director(tmp_path):
    made = opened(tmp_path, Path("docs/tournament.toml").read_text(), "director", lambda: 10**12)
    for n in range(6):
        made.enter(f"Player {n}")
    for number in made.draw_seats({"t1": [1, 2, 3], "t2": [1, 2, 3]}):
        made.seat(number)
    made.begin_session()
    return made


def test_a_table_is_told_level_time_and_the_next_limits(director):
    now = 10**12 + 60_000
    told = shown(json.loads(json.dumps(view.wall(director, now))), "t1")
    assert (told["level"], told["levels"], told["left_ms"]) == (1, 3, 19 * 60_000)
    assert told["limits"] == "Blinds $5/$10" and told["next"] == "Blinds $10/$20"
    assert told["runs"] and not told["waits"] and told["stage"] == "playing"
    director.pause(10)
    told = shown(view.wall(director, now), "t1")
    assert told["stage"] == "break" and told["left_ms"] == 9 * 60_000 and told["runs"]


class Wall(BaseHTTPRequestHandler):
    said = b""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.said)

    def log_message(self, format, *args):
        pass


@pytest.fixture
def address():
    server = HTTPServer(("127.0.0.1", 0), Wall)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_whatever_the_address_says_is_measured(director, address):
    clock = TournamentClock(address + "/wall#t1")
    good = view.wall(director, 10**12)
    for said in (
        b"",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 100_000,
        b'{"clock": {}}',
        json.dumps(good | {"clock": good["clock"] | {"level": "<b>"}}).encode(),
        json.dumps(good | {"clock": good["clock"] | {"left_ms": -1}}).encode(),
        json.dumps(good | {"clock": good["clock"] | {"left_ms": 10**400}}).encode(),
        json.dumps(good | {"ahead": None}).encode(),
    ):
        Wall.said = said
        assert clock.look("t1") == AWAY, said[:80]
    Wall.said = json.dumps(good | {"stage": "x" * 5000}).encode()
    assert len(clock.look("t1")["stage"]) == 120
    Wall.said = json.dumps(good).encode()
    assert clock.look("t1")["level"] == 1


def test_nobody_there_is_said_and_an_address_that_is_none_is_refused():
    assert TournamentClock("http://127.0.0.1:9").look("t1") == AWAY
    for wrong in ("", "director", "file:///etc/passwd", "ftp://x", "http://"):
        with pytest.raises(Problem, match="no address"):
            TournamentClock(wrong)
