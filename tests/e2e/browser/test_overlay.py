"""The overlay and the page of past rounds in real Chromium: what is seen, and that it all fits."""

from __future__ import annotations

import json
import socket
import threading

import pytest

from host_tools.watching.playback import Pace
from host_tools.watching.server import Settings, Watching, make_server
from sim.roots import ROOT
from tests.integration.watching import evening

NOTHING_ELSE_COMES = (
    "[...window.overlay.tables.values()].filter((t) => t.over).length === 2"  # of the two served
)
PICTURES = ROOT / "build" / "screenshots"
LONG_TABLE = "Wintergarten WWW"  # as long as a table's name may be
LONG = "Maximiliane-Theodora von Hohenzollern-Sigmaringen III"
# What is drawn outside of the picture, or cut off by its own box where nothing is to be shortened
OUTSIDE = """[...document.querySelectorAll('.stage *')].filter((e) => {
  const r = e.getBoundingClientRect();
  return r.width && (r.left < -1 || r.top < -1 || r.right > innerWidth + 1
    || r.bottom > innerHeight + 1);
}).map((e) => e.className)"""
CUT_OFF = """[...document.querySelectorAll('.stack, .did, .equity, .mark, .pots li, .jackpot,'
  + ' .summary, .caption, .caption > *,'
  + ' .player, .cards, .board')].filter((e) => e.scrollWidth > e.clientWidth + 1
  && getComputedStyle(e).display !== 'inline').map((e) => e.className + ': ' + e.textContent)"""
# An out of which a part is seen, and the rank of a card that lies under the next one
HALVES = """[...document.querySelectorAll('.outs .out-card')].filter((e) => {
  const r = e.getBoundingClientRect(), p = e.parentElement.getBoundingClientRect();
  return r.top < p.bottom - 1 && (r.bottom > p.bottom + 1 || r.right > p.right + 1);
}).map((e) => e.textContent)"""
COVERED = """[...document.querySelectorAll('.player .card + .card')].filter((e) => {
  const range = document.createRange();
  range.selectNodeContents(e.previousElementSibling.querySelector('b') ?? e);
  return range.getBoundingClientRect().right > e.getBoundingClientRect().left + 1
    && e.previousElementSibling.querySelector('b');
}).map((e) => e.previousElementSibling.textContent)"""
OVERLAPPING = """(() => {
  const boxes = [...document.querySelectorAll('.player, .stage > .board, .stage > .jackpot,'
    + ' .stage > .caption')].map((e) => [e.className, e.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${name} over ${other}`));
})()"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The address of pages over two tables: Hold-Em with every hand released, and a jackpot."""
    folder = tmp_path_factory.mktemp("watched")
    path = evening.stored(folder / "ledger.db", evening.lines("holdem"), "t1")
    evening.stored(path, evening.lines("canberra", evening.NEVER), "t2")
    names = folder / "names.toml"
    names.write_text(f'[t1]\n1 = "{LONG}"\n3 = "Ada <b>Lovelace</b>"\n')
    theme = folder / "own.css"
    theme.write_text(":root { --ink: rgb(1, 2, 3); }")
    pages = Watching(Settings(path, names=names, theme=theme, pace=Pace(speed=500)))
    server = make_server(pages)
    at = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{at.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)
    at.close()


@pytest.fixture
def seen(browser, served):
    """Pages of one test; none of them may have complained."""
    pages = []

    def page(path, width=1920, height=1080):
        pages.append(browser.page(width, height))
        return pages[-1].goto(served + path)

    yield page
    complaints = [error for one in pages for error in one.errors]
    for one in pages:
        one.close()
    assert complaints == []


def fits(page):
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(OVERLAPPING) == []
    assert page.evaluate(HALVES) == []
    assert page.evaluate(COVERED) == []


def test_the_overlay_is_transparent_and_shows_the_delayed_table(seen):
    page = seen("/overlay?table=t1")
    page.wait("document.querySelector('.winner')")
    for element in ("html", "body", "#stage"):
        colour = page.evaluate(
            f"getComputedStyle(document.querySelector('{element}')).backgroundColor"
        )
        assert colour == "rgba(0, 0, 0, 0)"
    assert page.text('[data-seat="1"] .name') == LONG
    assert page.text('[data-seat="3"] .name') == "Ada <b>Lovelace</b>", "a name is text"
    assert page.count(".player .card.back") == 0, "every hand was released"
    assert page.count(".player .cards .card") == 8
    fits(page)
    page.picture(PICTURES / "overlay.png")


@pytest.mark.parametrize("width, height", [(1920, 1080), (1280, 720)])
@pytest.mark.parametrize("cards", [2, 4, 5])
def test_long_names_and_seven_figures_fit(width, height, cards, seen):
    where = f"/overlay?table={LONG_TABLE.replace(' ', '+')}"
    page = seen(where, width, height)
    page.wait(NOTHING_ELSE_COMES)
    show(page, crowd(cards))
    assert page.count(".player") == 10
    fits(page)
    page.picture(PICTURES / f"overlay-{width}-{cards}.png")
    for scene in ("players", "board", "player", "jackpot", "tables"):
        other = seen(f"{where}&scene={scene}&theme=light", width, height)
        other.wait(NOTHING_ELSE_COMES)
        show(other, crowd(cards))
        assert other.count("#stage > *") > 0, scene
        fits(other)
        other.picture(PICTURES / f"overlay-{width}-{cards}-{scene}.png")


def show(page, table):
    """What no simulated table has: the page is told so, as the server would."""
    page.evaluate(f"window.overlay.show({json.dumps(table)})")


def crowd(cards):
    faces = [f"{rank}{suit}" for rank in "AKQJT98765432" for suit in "shdc"]
    seats = [
        {
            "seat": seat,
            "name": LONG,
            "stack": 987_654_321,
            "bet": 123_456_789,
            "ante": 0,
            "cards": faces[seat * cards - cards : seat * cards],
            "out": seat == 4,
            "all_in": False,
            "turn": seat == 2,
            "did": "raises $1,234,567.89",
            "blind": {2: "SB", 3: "BB"}.get(seat, ""),
            "hand": "full house, queens over sevens, and whatever else there is to say",
            "won": None,
            "prize": None,
            "equity": 1000,
            "error": 0.4,
            "outs": faces[30:50],
        }
        for seat in range(1, 11)
    ]
    return {
        "table": LONG_TABLE,
        "round": 123456,
        "game": "Hold-Em",
        "policy": "all",
        "street": "Before the flop",
        "board": [] if cards == 5 else faces[45:50],
        "board_size": 0 if cards == 5 else 5,
        "pots": [987_654_321, 123_456_789, 123_456_789, 123_456_789],
        "marker": 2,
        "jackpot": 123_456_789,
        "dealer": None,
        "over": False,
        "seats": seats,
    }


def test_themes_are_variables(seen):
    ink = "getComputedStyle(document.body).color"
    colours = {}
    for theme in ("night", "light", "contrast", "own", "../../etc"):
        page = seen(f"/overlay?table=t1&theme={theme}")
        page.wait("document.querySelector('.player')")
        if theme == "own":
            page.wait(f"{ink} === 'rgb(1, 2, 3)'")
        colours[theme] = page.evaluate(ink)
    assert len({colours["night"], colours["light"], colours["contrast"], colours["own"]}) == 4 - (
        colours["night"] == colours["contrast"]
    )
    assert colours["../../etc"] == colours["night"]


def test_a_production_may_style_the_page_and_run_nothing_in_it(seen):
    page = seen("/overlay?table=t1")
    page.evaluate(
        "(() => { const s = document.createElement('style');"
        " s.textContent = ':root { --ink: rgb(9, 9, 9); }'; document.head.append(s); })()"
    )
    page.wait("getComputedStyle(document.body).color === 'rgb(9, 9, 9)'")
    assert "script-src 'self'" in page.evaluate(
        "fetch('/overlay').then((a) => a.headers.get('content-security-policy'))", wait=True
    )


def test_the_jackpot_and_all_tables_have_scenes(seen):
    page = seen("/overlay?table=t2&scene=jackpot")
    page.wait("document.querySelector('.jackpot b')?.textContent.startsWith('$20,0')")
    tables = seen("/overlay?scene=tables")
    tables.wait("document.querySelectorAll('.summary').length === 2")
    fits(tables)
    tables.picture(PICTURES / "overlay-tables.png")


@pytest.mark.parametrize("width, height", [(1920, 1080), (1280, 800), (390, 844)])
def test_a_past_round_is_gone_through_step_by_step(width, height, seen):
    page = seen("/replay?table=t1", width, height)
    page.wait("window.replay.moments.length > 20")
    assert page.text("#at").startswith("1 of ")
    page.click("#next")
    page.wait("document.querySelector('#at').textContent.startsWith('2 of ')")
    page.click("#last")
    page.wait("document.querySelector('.winner')")
    assert page.evaluate("document.querySelector('#next').disabled")
    page.click("#back")
    page.wait("!document.querySelector('#next').disabled")
    assert page.evaluate("scrollY") == 0 and page.evaluate(
        "document.querySelector('.steps').getBoundingClientRect().bottom <= innerHeight"
    ), "picture and buttons at one look"
    fits(page)
    page.picture(PICTURES / f"replay-{width}.png")
    page.click("#play")
    page.wait("document.querySelector('#next').disabled")
    rounds = page.count("#round option")
    assert rounds >= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
