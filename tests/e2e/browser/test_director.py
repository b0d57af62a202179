"""The director's page on a tablet and the wall screen in a real browser, entries to prizes."""

from __future__ import annotations

import json
import socket
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from host_tools.directing.runner import Desk, Runner
from host_tools.directing.server import DirectorServer, Settings, make_server
from host_tools.ledger.intake import Intake
from host_tools.tournament.director import opened
from sim.roots import ROOT
from tests.e2e.browser.table import Table, open_page

PICTURES = ROOT / "build" / "screenshots"
PIN = "470913"
NAMES = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Edith Clarke", "Claude Shannon")
NAMES += ("Mary Somerville", "Charles Babbage", "Sophie Wilson", "Konrad Zuse", "Jean Bartik")


@pytest.fixture
def served(tmp_path):
    """(desk, address): a tournament without boards, its pages at an address of their own."""
    conditions = Path("docs/tournament.toml").read_text()
    conditions = conditions.replace("2026-11-26", "2020-01-02")  # the published start has passed
    opened(tmp_path / "t", conditions, "director")
    Intake(tmp_path / "ledger.db").close()
    desk = Desk(tmp_path / "t", "director")
    runner = Runner(desk, tmp_path / "ledger.db", {})
    pages = DirectorServer(runner, Settings(pin=PIN))
    server = make_server(pages)
    at = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    yield desk, f"http://127.0.0.1:{at.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)
    at.close()


def posted(address: str, path: str, given: dict, **headers: str) -> tuple[int, dict]:
    asked = urllib.request.Request(
        address + path,
        json.dumps(given).encode(),
        {"content-type": "application/json", "origin": address, **headers},
    )
    try:
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def fill(page, selector: str, text: str) -> None:
    page.click(selector)
    page.evaluate(f"document.querySelector({json.dumps(selector)}).value = ''")
    page.keys(text)


def deed(page, name: str) -> None:
    page.click(f'[data-deed="{name}"]')


def test_nobody_directs_without_the_pin(served):
    _, address = served
    assert posted(address, "/api/do", {"do": "enter", "name": "Eve"})[0] == 401
    assert posted(address, "/api/do", {}, origin="http://elsewhere")[0] == 403
    assert not posted(address, "/api/login", {"pin": "000000"})[1]["ok"]
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(address + "/events/desk", timeout=30)
    assert caught.value.code == 401
    with urllib.request.urlopen(address + "/api/wall", timeout=30) as answer:
        assert json.load(answer)["stage"] == "entries"


def test_from_entries_to_prizes_on_a_tablet_with_a_wall_beside_it(served, browser):
    desk, address = served
    page = browser.page(1024, 768, touch=True)
    wall = browser.page(1920, 1080)
    page.goto(address + "/")
    wall.goto(address + "/wall")
    page.wait("document.querySelector('#panel input[name=pin]')")
    fill(page, "#panel input[name=pin]", "999999\n")
    page.wait("document.querySelector('#answer').textContent.includes('not the PIN')")
    fill(page, "#panel input[name=pin]", PIN + "\n")
    page.wait("window.director.mayAct && document.querySelector('[data-deed=enter]')")
    for name in NAMES[:2]:
        deed(page, "enter")
        fill(page, "#panel input[name=name]", name + "\n")
        page.wait(f"document.body.textContent.includes({json.dumps(name)})")
        page.wait("document.querySelector('[data-deed=enter]')")
    with desk.director() as director:
        for name in NAMES[2:]:
            director.enter(name)
    wall.wait("document.querySelector('#stage').textContent.includes('Starts 2020-01-02 19:00')")
    wall.picture(PICTURES / "wall-entries.png")
    deed(page, "draw")
    fill(page, "#panel input[name=tables]", "t1=1-5 t2=1-5\n")
    page.wait("document.querySelector('[data-deed=begin]')")
    wall.wait("document.querySelectorAll('.ballot li').length === 10")
    wall.picture(PICTURES / "wall-seats.png")
    for number in range(1, 10):  # the tenth has not come
        page.click(f'[data-player="{number}"]')
        deed(page, "seat")
        page.wait(f"!document.querySelector('[data-player=\"{number}\"]').matches('.absent')")
    deed(page, "begin")
    page.click('#panel input[type="checkbox"]')
    page.picture(PICTURES / "director-begin.png")
    page.click('#panel button[type="submit"]')
    page.wait("window.director.shown.stage === 'playing'")
    assert [one.number for one in desk_state(desk).standing("forfeited")] == [10]
    wall.wait("document.querySelector('.wallclock .time').textContent.startsWith('19:')")
    first = wall.text(".wallclock .time")
    wall.wait(f"document.querySelector('.wallclock .time').textContent !== {json.dumps(first)}")

    page.click('[data-player="3"]')
    page.wait("document.querySelector('#panel input[name=why]')")
    fill(page, "#panel input[name=chips]", "1500")
    page.click('#panel form button[type="submit"]')
    page.wait("document.querySelector('#answer').textContent.includes('reason')")
    fill(page, "#panel input[name=why]", "typed into the wrong row\n")
    page.wait("window.director.shown.missing === 50000")
    page.wait("document.querySelector('#alarm').textContent.includes('20.14')")
    page.picture(PICTURES / "director-too-many.png")
    with desk.director() as director:
        director.correct(3, 100_000, "the row above was meant")
    page.wait("window.director.shown.missing === 0")
    page.wait("!document.querySelector('#alarm').textContent.includes('20.14')")
    page.picture(PICTURES / "director.png")
    wall.picture(PICTURES / "wall.png")

    deed(page, "level")
    page.click('#panel button[type="submit"]')
    wall.wait("document.querySelector('.wallclock .limits').textContent.includes('$10/$20')")
    deed(page, "level")
    fill(page, "#panel input[name=why]", "too early\n")
    wall.wait("document.querySelector('.wallclock .limits').textContent.includes('$5/$10')")

    page.click('[data-player="3"]')
    fill(page, "#panel input[name=leaves]", "taken ill\n")
    page.wait("document.querySelector('[data-player=\"3\"] em')?.textContent === 'leaves'")
    with desk.director() as director:
        director.between_rounds(list(director.state.tables()))
    page.wait("window.director.shown.others.some((one) => one.number === 3 && one.comes_back)")
    page.click('[data-player="3"]')
    page.wait("document.querySelector('#panel input[name=chips]')?.value === ''")
    page.picture(PICTURES / "director-back.png")
    fill(page, "#panel input[name=chips]", "1000")
    fill(page, "#panel input[name=why]", "was well again\n")
    page.wait("!document.querySelector('[data-player=\"3\"] em')")
    assert desk_state(desk).chips_in_play == 900_000

    deed(page, "pause")
    fill(page, "#panel input[name=minutes]", "soon\n")
    page.wait("document.querySelector('#answer').textContent.includes('1,440 minutes')")
    fill(page, "#panel input[name=minutes]", "10")
    page.click('#panel button[type="submit"]')
    wall.wait("document.body.dataset.stage === 'break'")
    wall.wait("document.querySelector('.wallclock .time').textContent.startsWith('9:')")
    wall.picture(PICTURES / "wall-break.png")
    deed(page, "resume")
    page.wait("window.director.shown.stage === 'playing'")
    play_out(desk)
    page.wait("window.director.shown.outcome === 'finished'")
    wall.wait("document.querySelectorAll('.prizes li').length === 9")
    assert wall.text(".prizes em").startswith("$300.00"), "60 per cent of 10 times 50 dollars"
    wall.picture(PICTURES / "wall-prizes.png")
    for one in (page, wall):
        assert one.errors == []
        assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")
        one.close()


def test_a_tables_own_page_shows_level_and_clock(served, browser, tmp_path):
    desk, address = served
    with desk.director() as director:
        for name in NAMES[:4]:
            director.enter(name)
        for number in director.draw_seats({"t1": range(1, 6)}):
            director.seat(number)
        director.begin_session()
    table = Table(tmp_path / "table", "omaha", 5, console=("--tournament", address))
    try:
        page = open_page(browser, table)
        page.wait("document.querySelector('#tournament strong')?.textContent.startsWith('19:')")
        first = page.text("#tournament strong")
        page.wait(f"document.querySelector('#tournament strong').textContent !== '{first}'")
        assert "Level 1 of 3" in page.text("#tournament")
        page.picture(PICTURES / "table-clock.png")
        with desk.director() as director:
            director.pause(10)
        page.wait("document.querySelector('#tournament b').textContent === 'Break'")
        page.wait("document.querySelector('#tournament strong').textContent.startsWith('9:')")
        assert page.errors == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.close()
    finally:
        table.close()


def desk_state(desk):
    with desk.director() as director:
        return director.state


def play_out(desk):
    """Told by hand: everybody at a table loses to its first player; two sessions."""
    with desk.director() as director:
        for session in range(2):
            for table, players in director.state.tables().items():
                chips = {one.seat.box: 0 for one in players}
                chips[players[0].seat.box] = sum(one.chips for one in players)
                put = {one.seat.box: one.chips - one.number for one in players}
                director.round_played(table, session + 1, chips, put)
            director.end_session()
            if not director.state.outcome:
                director.draw_seats({"t1": list(range(1, 10))})
                for one in director.state.in_play:
                    director.seat(one.number)
                director.begin_session()


def test_the_pictures_of_the_handbook_are_of_this_page():
    """Made by the test above, and copied by hand when the page changes on purpose."""
    for name in ("director.png", "wall.png"):
        assert (ROOT / "docs" / name).exists(), f"cp build/screenshots/{name} docs/"
