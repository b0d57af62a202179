"""The room's doors for other systems, and what never leaves by any of them."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import queue
import shutil
import socket
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import jsonschema
import pytest
from prometheus_client.parser import text_string_to_metric_families

from host_tools.common.problems import Problem
from host_tools.forwarding.forwarder import HttpsPost
from host_tools.forwarding.protocol import Report
from host_tools.room import api, outbox, tokens, webhooks
from host_tools.room.journal import Who
from host_tools.room.mqtt import broker, topic_part
from host_tools.room.store import now_ms, transaction
from sim.roots import ROOT
from tests.integration.ledger import sample
from tests.integration.room.room_process import RoomProcess, free_port
from tests.integration.room.server import fresh, needs_postgres
from tests.integration.vault.devices import TABLE

pytestmark = needs_postgres
ME = Who("test", "server")
SCHEMA = ROOT / "docs" / "schemas" / "room-api.json"
DASHBOARD = ROOT / "host_tools" / "room" / "deploy" / "grafana-dashboard.json"
UP = {"link": "up", "why": "", "halt": None, "firmware": "0.2.0", "software": "0.2.0"}


def until(true, limit_s=60.0):
    end = time.monotonic() + limit_s
    while True:
        found = true()
        if found:
            return found
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.05)


# ---- a broker of our own


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory):
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if found is None:
        pytest.skip("no Mosquitto on this machine: nothing was published to a real broker")
    port, folder = free_port(), tmp_path_factory.mktemp("mosquitto")
    conf = folder / "m.conf"
    conf.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen([found, "-c", str(conf)], stdout=log, stderr=log)

    def answers():
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    until(answers)
    yield port
    process.terminate()
    process.wait(30)


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A room with two tables in it: a day of Canberra Poker with hits, a round of Hold-Em."""
    made = RoomProcess(tmp_path_factory.mktemp("room"), fresh())
    made.start()
    lines = {TABLE: list(sample.canberra_lines()), sample.POKER: sample.poker_lines()}
    for table, own in lines.items():
        post = HttpsPost(made.enrol(table))
        until(lambda post=post, own=own: _sent(post, own))
    until(lambda: all(_row(made, table)["record"] == len(own) for table, own in lines.items()))
    yield made
    made.end()


def _sent(post, lines):
    with contextlib.suppress(Exception):
        return post(Report(1, lines, status=UP))["last"] == len(lines)
    return False


def _row(room, table):
    (found,) = [one for one in room.get("/api/floor")["tables"] if one["table"] == table]
    return found


def token(room, *scopes):
    with transaction(room.place) as db:
        return tokens.add(db, ME, f"t{time.monotonic_ns()}", list(scopes), now_ms())


def asked(room, method, path, given=None, body=None, **headers) -> tuple[int, Any]:
    at = urlsplit(room.page)
    line = http.client.HTTPConnection(at.hostname, at.port, timeout=60)
    if given:
        headers["authorization"] = f"Bearer {given}"
    content = None
    if body is not None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers.setdefault("content-type", "application/json")
    line.request(method, path, content, headers)
    answer = line.getresponse()
    raw = answer.read()
    line.close()
    return answer.status, json.loads(raw) if raw[:1] in b"{[" and raw else raw.decode()


# ---- the API


def test_the_document_is_the_one_that_is_handed_out_and_answers_are_as_it_says(room):
    told = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert told == api.openapi(), "python -m host_tools.room.api > docs/schemas/room-api.json"
    assert asked(room, "GET", "/api/v1/openapi.json") == (200, told)
    given = token(room, *tokens.SCOPES)
    paths = {
        "/room": "Room", "/tables": "Tables", f"/tables/{TABLE}": "Table",
        f"/tables/{sample.POKER}/rounds": "Rounds", "/alarms": "Alarms",
        "/waiting": "WaitingList", "/releases": "Releases", "/webhooks": "Webhooks",
    }  # fmt: skip
    for path, name in paths.items():
        status, answer = asked(room, "GET", "/api/v1" + path, given)
        schema = {"$ref": f"#/components/schemas/{name}", "components": told["components"]}
        jsonschema.validate(answer, schema)
        assert status == 200 and answer


def test_nobody_gets_in_without_a_token_that_has_the_scope_and_was_not_revoked(room):
    weak = token(room, "waiting:read")
    for operation in api.OPERATIONS:
        path = "/api/v1" + operation.path.replace("{table}", TABLE)
        for name in ("alarm", "player", "webhook"):
            path = path.replace(f"{{{name}:int}}", "1")
        if not operation.scope:
            continue
        for given in (None, "ctr_guessed", "x" * 5000):
            assert asked(room, operation.method, path, given)[0] == 401
        if operation.scope != "waiting:read":
            assert asked(room, operation.method, path, weak)[0] == 403
    assert asked(room, "GET", "/api/v1/waiting", weak)[0] == 200
    with transaction(room.place) as db:
        name = tokens.known(db, weak).name  # type: ignore[union-attr]
        tokens.revoke(db, ME, name, now_ms())
    assert asked(room, "GET", "/api/v1/waiting", weak)[0] == 401


def test_the_waiting_list_by_the_api(room):
    given = token(room, "waiting:read", "waiting:write")
    status, made = asked(room, "POST", "/api/v1/waiting", given, {"game": "holdem", "name": "Ann"})
    assert status == 201
    assert (
        asked(room, "POST", "/api/v1/waiting", given, {"game": "holdem", "name": "ann"})[0] == 409
    )
    for body in (b"", b"[", b"[]", b'{"game":1,"name":"x"}', b'{"game":"chess","name":"x"}',
                 b"[" * 9000, b'{"game":"holdem","name":"x","seat":1}'):  # fmt: skip
        assert asked(room, "POST", "/api/v1/waiting", given, body)[0] == 400
    assert asked(room, "POST", "/api/v1/waiting", given, b"x" * 20_000)[0] == 413
    (ann,) = asked(room, "GET", "/api/v1/waiting", given)[1]["waiting"]
    assert (ann["id"], ann["name"], ann["state"]) == (made["id"], "Ann", "waiting")
    assert asked(room, "DELETE", f"/api/v1/waiting/{made['id']}", given) == (200, {"ok": True})
    assert asked(room, "DELETE", f"/api/v1/waiting/{made['id']}", given)[0] == 404


# ---- secrecy: everything that leaves


def test_nothing_that_leaves_by_any_door_is_more_than_anybody_beside_the_table_knows(room):
    """No seal, no card, no commission, no drop, no name of staff: looked for in all of it."""
    given = token(room, *tokens.SCOPES)
    told = [asked(room, "GET", "/metrics")[1]]
    for table in (TABLE, sample.POKER):
        told += [asked(room, "GET", f"/api/v1/tables/{table}{end}", given)[1] for end in
                 ("", "/rounds")]  # fmt: skip
    told += [asked(room, "GET", f"/api/v1/{one}", given)[1] for one in
             ("room", "tables", "alarms", "waiting", "releases")]  # fmt: skip
    text = json.dumps(told)
    records = [json.loads(line) for line in [*sample.canberra_lines(), *sample.poker_lines()]]
    secret = set()
    for record in records:
        secret |= {
            field for field in record[7:]
            if isinstance(field, str) and len(field) >= 16 and " " not in field
        }  # fmt: skip
        if record[6] in ("meter_correct", "drop", "jackpot_confirmed"):
            secret |= {f'"{field}"' for field in record[7:] if isinstance(field, str) and field}
    days = {record[7] for record in records if record[6] == "day_open"}
    found = [one for one in secret if one in text and one.strip('"') not in days]
    assert len(secret) > 20 and found == []
    for word in ("commission", "counted", "drop", "house_in", "salt", "acknowledged_by", "reserve"):
        assert word not in text


# ---- metrics


def test_a_real_parser_reads_the_metrics_and_the_dashboard_asks_for_nothing_else(room):
    status, text = asked(room, "GET", "/metrics")
    assert status == 200
    families = {one.name: one for one in text_string_to_metric_families(text)}
    samples = {s.name for one in families.values() for s in one.samples}
    for name, one in families.items():
        assert name.startswith("cardtable_")
        if one.type == "counter":
            assert all(s.name.endswith("_total") for s in one.samples)
        assert not any(word in name for word in ("_ms", "_cents", "_minutes"))
    stored = next(s.value for s in families["cardtable_records_stored"].samples)
    assert stored >= len(sample.canberra_lines()) + len(sample.poker_lines())
    up = {s.labels["table"]: s.value for s in families["cardtable_table_up"].samples}
    assert set(up) == {TABLE, sample.POKER}
    import re

    asked_for = set(re.findall(r"\bcardtable_[a-z_]+", DASHBOARD.read_text(encoding="utf-8")))
    assert asked_for and asked_for <= samples | {"cardtable_table_info"}


# ---- webhooks


class Receiver:
    """Another system: does what its name says."""

    def __init__(self, *answers):
        self.heard: queue.Queue = queue.Queue()
        self.answers = list(answers)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.heard.put((dict(self.headers.items()), body))
                how = outer.answers.pop(0) if outer.answers else 200
                if how == "hang":
                    outer.held.wait(30)
                elif how == "drip":
                    with contextlib.suppress(OSError):
                        for piece in b"HTTP/1.1 200 OK\r\n" * 200:
                            self.wfile.write(bytes([piece]))
                            self.wfile.flush()
                            if outer.held.wait(0.05):
                                break
                elif how == "lie":
                    self.wfile.write(b"HTTP/1.1 two hundred fine\r\n\r\n")
                elif how == "endless":
                    with contextlib.suppress(OSError):
                        self.wfile.write(b"HTTP/1.1 500 no\r\n\r\n")
                        while not outer.held.is_set():
                            self.wfile.write(b"x" * 65536)
                elif isinstance(how, int):
                    self.send_response(how)
                    if how == 302:
                        self.send_header("location", outer.url + "/elsewhere")
                    self.end_headers()
                self.close_connection = True

            def log_message(self, format, *args):
                pass

        self.held = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self.held.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def sender():
    """The room's sender alone, with pauses that tests can wait for."""
    import asyncio

    place = fresh()
    loop = asyncio.new_event_loop()
    made = webhooks.Sender(place, timeout_s=1.0, pauses_s=(0.05, 0.05, 0.05, 0.05, 0.05, 0.05))
    task = loop.create_task(made.run())
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield place
    loop.call_soon_threadsafe(task.cancel)
    loop.call_soon_threadsafe(lambda: loop.call_later(0.2, loop.stop))
    thread.join(10)


def test_a_server_that_fails_hangs_and_lies_gets_it_in_the_end_once_it_behaves(sender):
    receiver = Receiver(500, "hang", "lie", "drip", "endless", 302)
    calm = Receiver()
    with transaction(sender) as db:
        _, secret = webhooks.add(db, ME, receiver.url, ["alarm.*"], now_ms())
        webhooks.add(db, ME, calm.url, ["*"], now_ms())
        outbox.tell(db, "alarm.raised", now_ms(), table="t1", kind="stopped")
        outbox.tell(db, "test", now_ms())  # the first one wants no tests
    try:
        # One that hangs holds up nobody else; events that go at once come in any order.
        told = {json.loads(calm.heard.get(timeout=30)[1])["event"] for _ in range(2)}
        assert told == {"alarm.raised", "test"}
        heard = [receiver.heard.get(timeout=60) for _ in range(7)]
        until(lambda: _counts(sender).get("done") == 3)
        assert receiver.heard.empty()
    finally:
        receiver.close()
        calm.close()
    assert len({headers["webhook-id"] for headers, _ in heard}) == 1  # the same event, again
    for headers, body in heard:
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(secret.removeprefix("whsec_"))
        wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        assert headers["webhook-signature"] == f"v1,{wanted}"
        assert json.loads(body)["data"] == {"table": "t1", "kind": "stopped"}


def _counts(place):
    with transaction(place) as db:
        return webhooks.counts(db)


def test_what_cannot_be_delivered_is_put_aside_told_and_sent_again_by_order(sender):
    nobody = f"http://127.0.0.1:{free_port()}"
    with transaction(sender) as db:
        number, _ = webhooks.add(db, ME, nobody, ["*"], now_ms())
        outbox.tell(db, "test", now_ms())
    until(lambda: _counts(sender) == {"dead": 1})
    with transaction(sender) as db:
        (dead,) = webhooks.dead(db)
        assert dead["attempts"] == 7 and "Connect" in dead["said"]
        assert webhooks.again(db, ME, now_ms()) == 1
    until(lambda: _counts(sender) == {"dead": 1})
    with transaction(sender) as db:
        webhooks.end(db, ME, number, now_ms())
        assert webhooks.again(db, ME, now_ms()) == 0  # nobody sends to a webhook that was ended


@pytest.mark.parametrize(
    "url",
    ["", "ftp://x/y", "http://pager.example/", "https://", "https://u:p@x/", "file:///etc/passwd",
     "https://x/\n", "http://127.0.0.1:99999/", "//x", "https://[::1"],
)  # fmt: skip
def test_an_address_that_is_none_or_not_safe_is_refused(url):
    assert webhooks.why_no_url(url) is not None


# ---- MQTT


def test_a_real_broker_has_each_tables_state_retained_and_learns_when_the_room_is_gone(
    mosquitto, tmp_path
):
    import paho.mqtt.client as paho
    from paho.mqtt.enums import CallbackAPIVersion

    kept: dict[str, str] = {}
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda _c, _u, m: kept.__setitem__(m.topic, m.payload.decode())
    client.on_connect = lambda c, *_: c.subscribe("#", qos=1)  # type: ignore[assignment]
    client.connect("127.0.0.1", mosquitto)
    client.loop_start()
    room = RoomProcess(tmp_path, fresh())
    room.more = ["--mqtt", f"mqtt://127.0.0.1:{mosquitto}", "--room-name", "blue"]
    room.start()
    try:
        key = room.enrol(TABLE)
        lines = list(sample.canberra_lines())
        until(lambda: _sent(HttpsPost(key), lines))
        at = f"cardtable/blue/table/{TABLE}"
        until(lambda: json.loads(kept.get(f"{at}/state", "{}")).get("record") == len(lines))
        assert kept["cardtable/blue/status"] == "online"
        until(lambda: _sent(HttpsPost(key), lines) and kept.get(f"{at}/status") == "online")
        state = json.loads(kept[f"{at}/state"])
        config = json.loads(kept[f"homeassistant/device/cardtable_blue_{TABLE}/config"])
        assert config["state_topic"] == f"{at}/state" and config["availability_mode"] == "all"
        for part in config["cmps"].values():
            assert part["p"] in ("sensor", "binary_sensor") and part["unique_id"]
            named = part["value_template"].split("value_json.")[1].split()[0].rstrip("}")
            assert named in state
        seals = {f for line in lines for f in json.loads(line)[7:]
                 if isinstance(f, str) and len(f) >= 16 and " " not in f}  # fmt: skip
        assert seals and not [one for one in seals if one in json.dumps(kept)]
        room.end("kill")  # no farewell: the broker says it in the room's place
        until(lambda: kept["cardtable/blue/status"] == "offline", 90)
        late: dict[str, str] = {}
        other = paho.Client(CallbackAPIVersion.VERSION2)
        other.on_message = lambda _c, _u, m: late.__setitem__(m.topic, m.payload.decode())
        other.on_connect = lambda c, *_: c.subscribe(f"{at}/#", qos=1)  # type: ignore
        other.connect("127.0.0.1", mosquitto)
        other.loop_start()
        until(lambda: f"{at}/state" in late)  # retained: whoever comes later sees it
        other.loop_stop()
    finally:
        room.end()
        client.loop_stop()


def test_names_make_no_other_topics_and_a_broker_that_is_none_is_told():
    assert topic_part("a/#+b\x00ü") == "a___b__"
    for url in ("", "http://x", "mqtt://", "mqtt://x:99999", "x"):
        with pytest.raises(Problem, match="no broker's address"):
            broker(url)
