"""Every view at four sizes: nothing sticks out, axe finds nothing, two languages, pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from host_tools.console.server import PAGE
from host_tools.console.squeeze import packed, squeezed
from sim.roots import ROOT
from tests.e2e.browser.chromium import executable

pytest.importorskip("playwright", reason="playwright is not installed: make setup")
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.browser.people import become, chromium, opened, wait
from tests.e2e.browser.table import Table

SIZES = ((1280, 800), (1024, 768), (1920, 1080), (390, 844), (1180, 820), (1081, 800))
VIEWS = ("felt", "dealer", "supervisor", "technician", "history", "help")
TASKS = (
    "decide",
    "dispute",
    "seats",
    "prize",
    "meter",
    "day",
    "limits",
    "contest",
    "deck",
    "persons",
)
GERMAN = ("de.js", "de_reasons.js", "de_table.js")
PICTURES = ROOT / "build" / "screenshots"
_READ = "button, a, p, li, dt, dd, h2, h3, label, small, summary, input, select"
_OUTSIDE = (
    """() => [...document.querySelectorAll('.bar button, main :is("""
    + _READ
    + """)')]
  .filter((one) => one.checkVisibility?.() ?? one.offsetParent)
  .filter((one) => { const box = one.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1
      || one.scrollWidth > one.clientWidth + 2); })
  .map((one) => one.textContent.trim().slice(0, 50))"""
)
_TEXT = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_KEY = re.compile(r"\bt\(\s*" + _TEXT)


def _texts(found: list[str]) -> set[str]:
    """Texts of scripts without their quotes."""
    return {text[1:-1].replace("\\'", "'").replace('\\"', '"') for text in found}


@pytest.fixture(scope="module")
def driven():
    if executable() is None:
        pytest.skip("no Chromium on this machine: nobody has looked at the page")
    with chromium() as browser:
        yield browser


def test_the_whole_page_is_under_150_kB_as_it_is_sent(tables, driven):
    """Every file, the second language too; and small enough in English for who unpacks nothing."""
    files = {path.name: path.read_bytes() for path in PAGE.iterdir() if path.is_file()}
    sent = {name: len(packed(name, content)) for name, content in files.items()}
    assert sum(sent.values()) < 110_000, sent
    english = files.keys() - set(GERMAN)
    assert sum(len(squeezed(name, files[name])) for name in english) < 165_000
    page = opened(driven, tables("canberra"))
    came = page.evaluate("""Object.fromEntries(performance.getEntriesByType('resource')
      .filter((one) => one.name.includes('/page/'))
      .map((one) => [one.name.split('/page/')[1], one.encodedBodySize]))""")
    assert {name: sent[name] for name in came} == came and len(came) > 15
    page.context.close()


def test_every_text_of_the_page_has_its_german():
    """English texts are the keys; what a script gives to t() must be in de.js."""
    german = [PAGE / name for name in GERMAN]
    known = _texts(re.findall(_TEXT + ":", "".join(one.read_text("utf-8") for one in german)))
    wanted: set[str] = set()
    for path in PAGE.glob("*.js"):
        if path.name not in (*GERMAN, "texts.js"):
            wanted |= _texts(_KEY.findall(path.read_text(encoding="utf-8")))
    assert len(wanted) > 150
    assert sorted(wanted - known) == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_view_fits_four_sizes_and_axe_finds_nothing(tables, driven, language):
    table = tables("canberra")
    page = opened(driven, table, language=language, viewport={"width": 1280, "height": 800})
    become(page, "dealer", "supervisor", "technician")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for view in VIEWS:
            page.evaluate(f"page.go('{view}')")
            wait(page, f"page.view === '{view}' && (page.views.help || page.view !== 'help')")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{view} at {width}: it scrolls sideways"
            assert page.evaluate(_OUTSIDE) == [], f"{view} at {width}"
            name = f"{view}-{width}{'' if language == 'en' else '-' + language}.png"
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(PICTURES / name))
            if width in (1280, 390):
                _without_violations(page, f"{view} at {width}")
    page.evaluate("page.go('supervisor')")
    for width, height in (SIZES[3], SIZES[0]):
        page.set_viewport_size({"width": width, "height": height})
        for task in TASKS:
            page.evaluate(f"page.views.supervisor.choose('{task}')")
            wait(page, "document.querySelector('.task h2')")
            assert page.evaluate(_OUTSIDE) == [], f"{task} at {width}"
            page.screenshot(path=str(PICTURES / f"task-{task}-{width}-{language}.png"))
            if width > 1000:
                _without_violations(page, task)
    missing = page.evaluate("import('/page/texts.js').then((texts) => [...texts.missing])")
    assert missing == [] and page.errors == []  # type: ignore[attr-defined]
    page.context.close()


def _without_violations(page, where: str) -> None:
    found = Axe().run(page)
    told = [(one["id"], one["nodes"][0]["html"][:120]) for one in found.response["violations"]]
    assert told == [], where


def test_with_reduced_motion_nothing_moves(tables, driven):
    page = opened(driven, tables("canberra"), reduced_motion="reduce")
    moving = """document.getAnimations().filter((one) => one.playState === 'running')
      .map((one) => one.animationName ?? one.transitionProperty)
      .filter((one) => one !== 'waited')"""  # the lamp itself blinks on the table
    assert page.evaluate(moving) == []
    page.context.close()


def test_nothing_to_void_the_day_is_closed_with_its_count_and_its_report_is_printed(tables, driven):
    page = opened(driven, tables("canberra"), "supervisor")
    become(page, "supervisor")
    wait(page, "document.querySelector('[data-nothing]')")
    page.click("[data-task=day]")
    page.click("[data-form=day_open]")
    page.click("[data-sure=day_open]")
    wait(page, "document.querySelector('[data-form=drop]')")
    day = page.evaluate("document.querySelector('[data-day]').dataset.day")
    page.fill("[name=counted]", "$12.50")
    page.click("[data-form=drop]")
    wait(page, "document.querySelector('.sure:not([hidden])')?.textContent.includes('$12.50')")
    page.click("[data-sure=drop]")
    wait(page, f"document.querySelector('[data-day]').textContent.includes('{day}') && "
         "document.querySelector('[data-day]').textContent.includes('$12.50')")  # fmt: skip
    report = page.request.get(f"{tables('canberra').address}report/day.html?day={day}")
    assert report.ok and "Supervisor<br>name, signature, date" in report.text()
    assert "$12.50" in report.text() and "Drop box, counted by supervisor" in report.text()
    pdf = page.request.get(f"{tables('canberra').address}report/day.pdf?day={day}").body()
    assert pdf.startswith(b"%PDF-1.4") and pdf.rstrip().endswith(b"%%EOF")
    csv = page.request.get(f"{tables('canberra').address}report/day.csv").text()
    assert "commission_dollars" in csv.splitlines()[0] and "12.50" in csv
    page.context.close()


def test_the_doctor_examines_from_the_page_with_the_checks_of_the_command_line(tables, driven):
    page = opened(driven, tables("canberra"), "technician")
    become(page, "technician")
    page.click("[data-job=doctor]")
    wait(page, "document.querySelectorAll('.checks li').length > 20", 60)
    assert page.evaluate("document.querySelector('[data-doctor]').dataset.doctor") == "0"
    page.context.close()


def test_a_past_round_is_found_and_played_again_on_the_felt(tables, driven):
    table = tables("holdem", 40, "play")
    page = opened(driven, table, "history")
    become(page, "dealer")
    wait(page, "page.table.round > 2", 90)
    page.fill("[name=search]", "1")
    page.click("[data-history=search]")
    wait(page, "document.querySelectorAll('[data-round]').length === 1")
    page.click('[data-round="1"]')
    last = wait(page, "document.querySelector('[data-at]')?.dataset.at")
    page.click("[data-step=first]")
    wait(page, "document.querySelector('[data-at]').dataset.at === '1'")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    wait(page, "document.querySelector('[data-at]').dataset.at === '2'")
    assert page.evaluate("page.history.table.round") == 1 and int(last) > 10
    assert page.evaluate("page.history.shown.opened") == []
    page.context.close()


def test_a_person_is_added_comes_by_name_changes_the_pin_and_is_revoked(tmp_path, driven):
    table = Table(tmp_path, "canberra", 20, "cards")
    try:
        _a_person_comes_and_goes(opened(driven, table, "supervisor"))
        log = [json.loads(line) for line in (tmp_path / "console.log").read_text().splitlines()]
    finally:
        table.close()
    added = [one for one in log if one["asked"] == "POST /api/person"]
    assert [one["who"] for one in added] == ["supervisor", "dealer/Ann Smith", "supervisor"]
    assert added[0]["what"] == {"what": "add", "role": "dealer", "name": "Ann Smith"}
    assert not any(pin in json.dumps(log) for pin in ("580213", "471108", "3333"))


def _a_person_comes_and_goes(page) -> None:
    become(page, "supervisor")
    page.click("[data-task=persons]")
    page.fill("[name=name]", "Ann Smith")
    page.fill(".deed:has([data-form=person_add]) [name=pin]", "580213")
    page.click("[data-form=person_add]")
    assert "Ann Smith may act as dealer" in page.text_content(".sure:not([hidden])")
    page.click("[data-sure=person_add]")
    wait(page, "document.querySelector('[data-persons]').dataset.persons === '1'")
    page.evaluate("page.go('dealer')")
    page.click("[data-unlock=dealer]")
    assert page.get_attribute("[data-person='Ann Smith']", "aria-checked") == "true"
    _without_violations(page, "whose PIN")
    page.keyboard.type("580213")
    page.keyboard.press("Enter")
    wait(page, "page.who('dealer') === 'Ann Smith' && !document.querySelector('#dialog').open")
    page.click("[data-own-pin=dealer]")
    for pin in ("471108", "471109", "471108"):  # another one the second time: asked once more
        wait(page, "document.querySelector('#dialog').open")
        page.keyboard.type(pin)
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    wait(page, "!('dealer' in page.roles) && !document.querySelector('#dialog').open")
    page.click("[data-unlock=dealer]")
    page.keyboard.type("471108")
    page.keyboard.press("Enter")
    wait(page, "page.who('dealer') === 'Ann Smith'")
    page.evaluate("page.go('supervisor')")
    page.select_option(".deed:has([data-form=person_revoke]) select", "dealer/Ann Smith")
    page.click("[data-form=person_revoke]")
    page.click("[data-sure=person_revoke]")
    wait(page, "document.querySelector('[data-persons]').dataset.persons === '0'")
    wait(page, "!('dealer' in page.roles)")
    assert page.errors == []
    page.context.close()
