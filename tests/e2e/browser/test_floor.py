"""The room's floor page in a real browser, at four sizes: alarms, lists, the office, a wall."""

from __future__ import annotations

import contextlib
import json
import threading
import time

import pytest

from cardtable.records import HEAD, Chain
from host_tools.forwarding.forwarder import HttpsPost
from host_tools.forwarding.protocol import Report
from host_tools.room import journal, persons
from host_tools.room.jackpot import judging
from host_tools.room.jackpot.store import DEFAULT, Book
from host_tools.room.journal import Who
from host_tools.room.store import now_ms, transaction
from sim.roots import ROOT
from tests.e2e.browser.chromium import executable
from tests.integration.ledger import sample
from tests.integration.room.room_process import RoomProcess
from tests.integration.room.server import fresh, needs_postgres
from tests.integration.vault.devices import TABLE

pytest.importorskip("playwright", reason="playwright is not installed: make setup")
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.browser.people import chromium, wait

pytestmark = needs_postgres
PICTURES = ROOT / "build" / "screenshots"
# a wall, a desk, a tablet, a phone
SIZES = ((1920, 1080), (1280, 800), (820, 1180), (390, 844))
_OUTSIDE = """() => [...document.querySelectorAll(
    'main button, main a, main h2, .bar button, .bar a, .bar .pill, #alarms li *')]
  .filter((one) => one.checkVisibility?.() ?? one.offsetParent)
  .filter((one) => { const box = one.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1); })
  .map((one) => one.textContent.trim().slice(0, 50))"""
PEOPLE = {"Kim": ("floor", "482913"), "Alex": ("supervisor", "739164"),
          "Sam": ("admin", "a long word 7")}  # fmt: skip


@pytest.fixture(scope="module")
def driven():
    if executable() is None:
        pytest.skip("no Chromium on this machine: nobody has looked at the page")
    with chromium() as browser:
        yield browser


FEEDER = "t3"  # plays what sample.POKER plays


def _at_another_table(lines, name):
    """The same round, chained as that table's own."""
    chain = Chain(name, 1)
    told = [json.loads(line) for line in lines]
    return [chain.encode(tuple(one[HEAD:]), one[3], one[4]) for one in told]


class _Tables:
    """Hosts that are heard all the time; one of them has a board that has stopped."""

    def __init__(self, room):
        up = {"link": "up", "why": "", "halt": None, "firmware": "0.2.0", "software": "0.2.0"}
        self.status = {TABLE: dict(up), sample.POKER: dict(up), FEEDER: dict(up)}
        self._posts = {table: HttpsPost(room.enrol(table)) for table in self.status}
        self._lines = {TABLE: list(sample.canberra_lines()), sample.POKER: sample.poker_lines()}
        self._lines[FEEDER] = _at_another_table(sample.poker_lines(), FEEDER)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        while not self._over.wait(0.5):
            for table, post in self._posts.items():
                with contextlib.suppress(Exception):
                    told = self.status[table] | {"clock_ms": now_ms()}
                    post(Report(1, self._lines[table], status=told))

    def close(self):
        self._over.set()
        self._thread.join(60)


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    made = RoomProcess(tmp_path_factory.mktemp("room"), fresh())
    with transaction(made.place) as db:
        for name, (role, secret) in PEOPLE.items():
            persons.add(db, Who("test", "server"), name, role, secret, now_ms())
    made.start()
    tables = _Tables(made)
    made.tables = tables  # type: ignore[attr-defined]
    yield made
    tables.close()
    made.end()


def opened(browser, room, width, height, view=""):
    context = browser.new_context(viewport={"width": width, "height": height},
                                  reduced_motion="reduce")  # fmt: skip
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(f"{room.page}/#{view}")
    wait(page, f"window.page?.floor.rows.get('{TABLE}')?.link === 'up'")
    wait(page, f"window.page.floor.rows.get('{sample.POKER}')?.game")
    return page


def sign_in(page, name):
    page.click("#me")
    page.fill("#dialog input[name=name]", name)
    page.fill("#dialog input[name=secret]", PEOPLE[name][1])
    page.click("#dialog button[type=submit]")
    wait(page, f"window.page.person.name === '{name}'")


def entries(room, what):
    with transaction(room.place) as db:
        return journal.entries(db, 50, what=what)


def test_an_alarm_is_heard_after_a_gesture_only_and_taken_on_by_a_person_who_is_recorded(
    driven, room
):
    page = opened(driven, room, 1280, 800)
    room.tables.status[sample.POKER]["halt"] = "vault: both copies differ"
    wait(page, "document.querySelector('#alarms li.open')?.textContent.includes('both copies')")
    assert page.evaluate("window.page.alarms.played.length") == 0  # nobody has asked for sound
    page.click("#bell")
    wait(page, "window.page.alarms.played.some(([kind]) => kind === 'stopped')")
    assert page.evaluate("window.page.alarms.sound.state") == "running"
    row = "#alarms li:has-text('both copies')"
    page.click(f"{row} button")  # nobody is signed in: it is asked who they are
    wait(page, "document.querySelector('#dialog').open")
    page.fill("#dialog input[name=name]", "Kim")
    page.fill("#dialog input[name=secret]", "000000")
    page.click("#dialog button[type=submit]")
    wait(page, "document.querySelector('#notice.bad')?.textContent.includes('wrong')")
    page.fill("#dialog input[name=secret]", PEOPLE["Kim"][1])
    page.click("#dialog button[type=submit]")
    wait(page, "window.page.person.name === 'Kim'")
    page.click(f"{row} button")
    wait(page, "document.querySelector('#alarms .taken')?.textContent.includes('Kim has it')")
    assert entries(room, "alarm.acknowledged")[0].who == "Kim"
    room.tables.status[sample.POKER]["halt"] = None
    wait(page, "![...document.querySelectorAll('#alarms li')]"
               ".some((one) => one.textContent.includes('both copies'))")  # fmt: skip
    assert entries(room, "alarm.over")
    page.click("#me")  # signs out
    wait(page, "window.page.person.name === ''")
    assert page.errors == []
    page.context.close()


def test_a_must_move_table_gives_up_whoever_has_sat_there_longest(driven, room):
    page = opened(driven, room, 1280, 800, "!list")
    wait(page, f"window.page.floor.rows.get('{FEEDER}')?.game === 'holdem'")
    sign_in(page, "Alex")
    card = "#list article[data-game=holdem]"
    feeder, fed = (f"{card} section[data-table={name}]" for name in (FEEDER, sample.POKER))
    page.click(f"{feeder} button:text-is('Must move')")
    page.click(f"#dialog button:text-is('{sample.POKER}')")
    page.wait_for_selector(f"{feeder} p:has-text('Must move to {sample.POKER}')")
    for name in ("Cleo", "Dan"):
        page.fill(f"{card} form input", name)
        page.click(f"{card} form button")
        page.click(f"{card} .waiting li:has-text('{name}') button:text-is('Call to {FEEDER}')")
        page.click(f"{card} .waiting li:has-text('{name}') button:text-is('Seat')")
        page.click("#dialog .seats button:not([disabled])")
        page.wait_for_selector(f"{feeder} li:has-text('{name}')")
    page.click("#me")
    wait(page, "window.page.person.name === ''")
    sign_in(page, "Kim")  # who may not go out of order
    page.click(f"{feeder} li:has-text('Dan') button:text-is('Move')")
    page.click("#dialog .seats button:not([disabled])")
    wait(page, "document.querySelector('#notice.bad')?.textContent.includes('Cleo has sat there')")
    page.click("#dialog button:text-is('Cancel')")
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(PICTURES / "floor-must-move.png"))
    page.click(f"{feeder} li:has-text('Cleo') button:text-is('Moves next')")
    page.click("#dialog .seats button:not([disabled])")
    page.wait_for_selector(f"{fed} li:has-text('Cleo')")
    page.wait_for_selector(f"{feeder} li:has-text('Dan') button:text-is('Moves next')")
    (moved,) = entries(room, "waiting.moved")
    assert (moved.who, moved.details["table"]) == ("Kim", sample.POKER)
    assert (moved.details["was"], moved.details["out_of_order"]) == (FEEDER, False)
    for name in ("Cleo", "Dan"):
        page.click(f"{card} li:has-text('{name}') button:text-is('Leaves')")
        page.wait_for_selector(f"{card} li:has-text('{name}')", state="detached")
    assert page.errors == []
    page.context.close()


def test_join_call_seat_and_a_notice_that_the_rule_asks_for(driven, room):
    page = opened(driven, room, 820, 1180, "!list")
    sign_in(page, "Alex")
    card = "#list article[data-game=holdem]"
    for name in ("Ann", "Bob"):
        page.fill(f"{card} form input", name)
        page.click(f"{card} form button")
        wait(
            page,
            f"[...document.querySelectorAll('.waiting b')].some(b => b.textContent === '{name}')",
        )
    page.click(f"{card} li:has-text('Ann') button:has-text('Call to')")
    wait(page, "document.querySelector('.waiting li.called b')?.textContent === 'Ann'")
    page.click(f"{card} li:has-text('Ann') button:has-text('Seat')")
    page.click("#dialog .seats button:not([disabled])")
    wait(page, "document.querySelector('.seated li')?.textContent.includes('Ann')")
    page.click(f"{card} .seated button:text-is('Close')")
    wait(page, "document.querySelector('#notice.bad')?.textContent.includes('TGC-2006 C1.3')")
    page.click(f"{card} .seated button:has-text('Close with notice')")
    page.fill("#dialog input[name=minutes]", "20")
    page.click("#dialog button[type=submit]")
    wait(page, "document.querySelector('#notice.bad')?.textContent.includes('30 minutes')")
    page.fill("#dialog input[name=minutes]", "30")
    page.click("#dialog button[type=submit]")
    wait(page, "document.querySelector('.seated.closing')?.textContent.includes('closes at')")
    found = [(one.who, one.what) for one in entries(room, "")]
    for what in ("table.closing", "waiting.seated", "waiting.called", "waiting.joined"):
        assert ("Alex", what) in found
    wall = opened(driven, room, 1920, 1080, "!wall")
    wait(wall, "document.querySelector('#wall .closing')?.textContent.includes('closes at')")
    wait(wall, "document.querySelector('#wall').textContent.includes('Bob')")
    assert page.errors == wall.errors == []
    page.context.close()
    wall.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_every_view_at_four_sizes_sticks_out_nowhere_and_axe_finds_nothing(driven, room, size):
    room.tables.status[TABLE]["halt"] = "vault: both copies differ"
    page = opened(driven, room, *size)
    sign_in(page, "Sam")
    wait(page, "document.querySelector('#alarms li')")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for view in ("", "!list", "!office", "!wall", TABLE):
        page.evaluate(f"location.hash = '{view}'")
        if view == "!office":
            wait(page, "document.querySelector('#office .journal li')")
        page.wait_for_timeout(150)
        name = view.strip("!") or "floor"
        page.screenshot(path=str(PICTURES / f"floor-{name}-{size[0]}.png"))
        assert page.evaluate(_OUTSIDE) == [], (view, size)
        if view != TABLE:  # the felt is the console's, and looked at there
            found = Axe().run(page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"][:120]) for one in found] == []
    assert page.errors == []
    page.context.close()


def test_a_role_sees_and_does_only_what_is_its_own(driven, room):
    page = opened(driven, room, 1280, 800)
    for name, office, admin in (("Kim", False, 403), ("Sam", True, 200)):
        sign_in(page, name)
        shown = page.evaluate("!document.querySelector('[data-for=office]').hidden")
        status = page.evaluate("fetch('/persons').then((answer) => answer.status)")
        assert (shown, status) == (office, admin)
        page.click("#me")
        wait(page, "window.page.person.name === ''")
    assert page.evaluate("fetch('/persons').then((answer) => answer.status)") == 401
    for path in ("/do/acknowledge", "/do/person-add", "/reconcile/2026-11", "/sign-out"):
        told = (
            f"fetch('{path}', {{method: 'POST', headers: {{'content-type': 'application/json'}},"
            " body: '{}'}).then((answer) => answer.status)"
        )
        assert page.evaluate(told) == 401
    cookie = [one for one in page.context.cookies() if one["name"] == "cardtable_room"]
    assert cookie == []
    page.context.close()


def test_reports_open_for_those_who_may(driven, room):
    page = opened(driven, room, 1280, 800)
    sign_in(page, "Alex")
    for kind, begins in (("html", "<!doctype"), ("csv", "first,last"), ("json", '{"report"')):
        told = page.evaluate(f"fetch('/reports/month/{sample.DAY}.{kind}').then((a) => a.text())")
        assert told.startswith(begins) and TABLE in told
    head = page.evaluate(
        f"fetch('/reports/day/{sample.DAY}.pdf').then((a) => a.arrayBuffer())"
        ".then((b) => String.fromCharCode(...new Uint8Array(b.slice(0, 8))))"
    )
    assert head == "%PDF-1.4"
    (cookie,) = [one for one in page.context.cookies() if one["name"] == "cardtable_room"]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    page.context.close()


def test_the_time_a_record_needs_to_be_seen_is_short(driven, room):
    """Not a figure to boast of here: only that nothing waits for a look at the database."""
    page = opened(driven, room, 1280, 800)
    begin = time.monotonic()
    room.tables.status[sample.POKER]["halt"] = "stopped again"
    wait(page, f"window.page.floor.rows.get('{sample.POKER}')?.stopped")
    assert time.monotonic() - begin < 30
    room.tables.status[sample.POKER]["halt"] = None
    page.context.close()


def test_a_linked_jackpot_its_hit_and_what_it_waits_for_are_seen(driven, room):
    page = opened(driven, room, 390, 844)
    assert page.evaluate("document.querySelector('#jackpots').hidden")
    hands = [[3, "royal_flush", 4_200_000]]
    with transaction(room.place) as db:
        book = Book()
        book.take_over(db)
        events = [
            *judging.opened(book.pool, DEFAULT, 4_200_000, 0, {"start_up": 1_000_000}),
            ("joined", TABLE, [1, 1], 0),
            ("joined", sample.POKER, [1, 1], 0),
            ("started",),
            ("hit", TABLE, [1, 900_001], now_ms() - 9000, hands),
        ]
        book.append(db, "test", now_ms(), events)
        book.append(db, "test", now_ms(), judging.settled(book.pool, book.pool.waiting[0]))
        waits = ("hit", sample.POKER, [1, 900_001], now_ms(), [[1, "straight_flush", 100]])
        book.append(db, "test", now_ms(), [waits])
    wait(page, "document.querySelector('#jackpots .lies')?.textContent === '$10,000.00'")
    told = "document.querySelector('#jackpots').textContent"
    wait(page, f"{told}.includes('box 3: $42,000.00 to be paid (prize 1)')")
    wait(page, f"{told}.includes('A hand at {sample.POKER} waits for {TABLE}')")
    wait(page, "document.querySelector('#alarms li.open')?.textContent.includes('royal flush')")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_OUTSIDE) == [], width
        page.screenshot(path=PICTURES / f"floor-jackpot-{width}.png")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    with transaction(room.place) as db:
        book.epoch = 0
        book.lock(db)
        book.append(db, "test", now_ms(), judging.confirmed(book.pool, 1))
    wait(page, "![...document.querySelectorAll('#alarms li')]"
               ".some((one) => one.textContent.includes('royal flush'))")  # fmt: skip
    assert page.errors == []
    page.context.close()
