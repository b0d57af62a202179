"""The page in a real browser: refusals with their rule, PINs, cables, a dead board, a phone."""

from __future__ import annotations

import json

from sim.roots import ROOT
from tests.e2e.browser.table import PINS, become, enter, seat_players

PICTURES = ROOT / "build" / "screenshots"
_HANDBOOK = {
    "console.png": "felt-canberra.png",
    "dealer.png": "dealer-holdem-raise.png",
    "dispute.png": "dispute.png",
    "technician.png": "technician.png",
}


def test_the_pictures_of_the_handbook_are_of_this_page():
    """Made by the tests below, and copied by hand when the page changes on purpose."""
    for name, made in _HANDBOOK.items():
        assert (ROOT / "docs" / name).exists(), f"cp build/screenshots/{made} docs/{name}"


def test_a_closed_action_says_why_with_its_rule_and_a_refused_amount_too(tables, look):
    """TGC-2006 C13.1: no check in the first betting round; nobody raises beyond the stack."""
    page = look(tables("holdem"), "dealer", width=1180, height=820)
    become(page, "supervisor", "dealer")
    seat_players(page, 2, 5, 7)
    page.click("[data-act=begin]")
    page.wait("page.table.do.act.some((one) => one.kind === 'raise' && !one.closed)", 40)
    page.keys("k")
    page.wait("document.querySelector('.why')")
    assert "may not check" in page.text(".why")
    assert "C13.1" in page.text(".why .rule")
    before = page.evaluate("page.table.seats")
    page.keys("99999")
    assert page.text("[data-slot=bet] span") == "Raise to $99,999"
    page.evaluate("page.views.dealer.root.scrollTop = 0")
    page.picture(PICTURES / "dealer-holdem-raise.png")
    page.keys("r")
    page.wait("document.querySelector('.why')?.textContent.includes('not enough chips')")
    assert "TGC-2006" in page.text(".why .rule")
    assert page.evaluate("page.table.seats") == before, "refused: nothing moved"
    # Pressed as it may be, by its key: the next player is asked.
    turn = page.evaluate("page.table.do.seat")
    page.evaluate("document.activeElement.blur()")
    page.wait("!page.table.do.stale")
    page.keys("c")
    page.wait(f"page.table.do.seat !== {turn}")


def test_a_board_that_is_killed_shows_at_once_and_its_round_goes_on(tables, look):
    table = tables("holdem")
    page = look(table, "dealer", width=1180, height=820)
    before = page.evaluate("[page.table.round, page.table.record, page.table.seats]")
    table.kill_board()
    page.wait("document.querySelector('#link').textContent === 'Board lost'", 5)
    page.wait("!document.querySelector('#alarm').hidden")
    assert page.text("[data-headline]") == "The board is not there"
    page.picture(PICTURES / "board-lost.png")
    table.start_board()
    page.wait("document.querySelector('#link').textContent === 'Board connected'", 40)
    page.wait(f"page.table.record > {before[1]} && !page.table.do.stale", 40)
    assert page.evaluate("page.table.round") == before[0]
    told = [(one["in"], one.get("stack"), len(one["cards"])) for one in before[2]]
    now = page.evaluate("page.table.seats")
    assert [(one["in"], one.get("stack"), len(one["cards"])) for one in now] == told


def _task(page, name: str, there: str) -> None:
    """Choose a task of the supervisor's, and wait for what it shows."""
    page.wait(f"document.querySelector('[data-task={name}]')")
    page.click(f"[data-task={name}]")
    page.wait(f"document.querySelector('.task {there}')")


def test_a_sealed_hand_is_opened_for_a_dispute_and_recorded(tables, look):
    """NI2004-492 r 14.4 and its relatives: by a supervisor, with a name; nothing is turned over."""
    page = look(tables("holdem"), "supervisor", width=1180, height=900)
    become(page, "supervisor")
    dealt = page.evaluate("page.table.seats.find((one) => one.cards.length)?.seat")
    assert dealt, "the round of the tests before has hands on the table"
    page.wait("document.querySelector('[data-task=dispute]')")
    page.click("[data-task=dispute]")
    page.wait("document.querySelector('[data-form=dispute]')")
    page.click("[data-form=dispute]")
    page.wait(f"document.querySelector('[data-open=\"{dealt}\"]')")
    page.click(f'[data-open="{dealt}"]')
    # A hand that can still win stays shut, whoever asks.
    page.wait("document.body.textContent.includes('can still win')")
    assert not page.evaluate("page.stream.list.textContent.includes('Opened for a dispute')")
    page.evaluate(f"page.input('rule_fold', {dealt})", wait=True)
    page.wait(f"page.stream.list.textContent.includes('Box {dealt} folds')")
    page.click(f'[data-open="{dealt}"]')
    # Who it was is whose PIN it was, never what a page says.
    page.wait("page.stream.list.textContent.includes('Opened for a dispute by supervisor')")
    page.wait(f"document.querySelector('[data-opened=\"{dealt}\"] [data-proved=true]')")
    page.wait(f"page.history.table.seats[{dealt - 1}].cards.length === 2")
    opened = page.evaluate(f"page.history.table.seats[{dealt - 1}].cards")
    assert all("face" in card for card in opened), "it lies on this felt"
    cards = page.evaluate(f"page.table.seats[{dealt - 1}].cards")
    assert all(card == {} for card in cards), "nothing is turned over"
    page.picture(PICTURES / "dispute.png")


def test_a_dealer_comes_with_the_pin_and_leaves_again(tables, look):
    page = look(tables("canberra"), "dealer", width=1180, height=900)
    page.click("[data-unlock=dealer]")
    page.wait("document.querySelector('#dialog').open")
    page.keys("1111\n")
    page.wait("'dealer' in page.roles")
    page.click("[data-leave=dealer]")
    page.wait("!('dealer' in page.roles)")
    assert page.count("[data-unlock=dealer]") == 1


def test_a_wrong_pin_is_refused_and_the_right_one_opens_the_supervisors_view(tables, look):
    page = look(tables("canberra"), "supervisor", width=1180, height=900)
    assert page.count("[data-task]") == 0
    page.click("[data-unlock=supervisor]")
    page.wait("document.querySelector('#dialog').open")
    page.picture(PICTURES / "pin.png")
    page.keys("9999\n")
    page.wait("document.querySelector('.wrong').textContent.includes('not the PIN')")
    assert "supervisor" not in page.evaluate("page.roles")
    for digit in "3333":
        page.click(f'[data-digit="{digit}"]')
    page.click("[data-enter]")
    page.wait("document.querySelector('[data-nothing]')", 30)
    assert page.count("[data-form=rule_void]") == 0, "nothing is staked: nothing to void"
    page.picture(PICTURES / "supervisor.png")
    _task(page, "meter", "[data-audit=ok]")
    # Every determination of the game, with its rule, checked as a whole before anything changes.
    _task(page, "limits", "[name=ante_min]")
    assert page.count(".task .rule") >= 10
    assert "NI2004-492 3.1" in page.text(".task")
    page.evaluate("document.querySelector('[name=ante_min]').value = '$900.00'")
    page.click("[data-form=preview]")
    page.wait("document.querySelector('[data-verdict].bad')")
    assert "NI2004-492" in page.text("[data-verdict]")
    assert page.evaluate("document.cookie") == "", "no script may read the session"


def test_a_pulled_cable_is_told_in_words_and_over_when_it_is_plugged_in_again(tables, look):
    page = look(tables("canberra"), "technician", width=1280, height=860)
    become(page, "technician")
    page.wait("document.querySelectorAll('.reader').length >= 14")
    page.click('#felt [data-where-name="box 3"] .body')
    page.wait("document.querySelector('[data-where]').value === 'box 3'")
    page.click("[data-break=unplugged]")
    page.wait("document.querySelector('[data-fault=\"reader_silent box 3\"]')", 40)
    page.wait("document.querySelector('.reader[data-reader=\"box 3\"]').dataset.state === 'silent'")
    assert page.text("#alarm") == (
        "Box 3: the reader does not answer."
        "Check its plug and its supply; the table plays on without it."
    )
    bad = '#felt [data-where-name="box 3"][data-reader=bad]'
    page.wait(f"document.querySelector({json.dumps(bad)})")
    page.picture(PICTURES / "technician.png")
    page.click("[data-break=unplugged]")
    page.wait(
        "document.querySelector('[data-faults=\"0\"]') && document.querySelector('#alarm').hidden"
    )
    page.wait("document.querySelector('.reader[data-reader=\"box 3\"]').dataset.state === 'ok'")
    assert "over" in page.evaluate("page.stream.list.textContent")


def test_a_power_cut_by_the_technician_ends_with_the_same_round(tables, look):
    page = look(tables("canberra"), "technician", width=1280, height=860)
    become(page, "technician")
    boots = page.evaluate("page.stream.list.textContent.split('is up: firmware').length")
    at = page.evaluate("page.table.round")
    page.click("[data-break=power]")
    page.wait(f"page.stream.list.textContent.split('is up: firmware').length > {boots}", 40)
    page.wait(f"page.table.round === {at} && !page.table.do.stale")
    # Keys of a session outlive the cut: the challenge is new, the role is not.
    assert page.evaluate("page.act('command', {command: ['deck_end']})", wait=True)["ok"]


def test_a_supervisor_puts_a_determination_in_force_and_the_board_starts_again_with_it(
    tables, look
):
    page = look(tables("canberra"), "supervisor", width=1180, height=900)
    become(page, "supervisor")
    _task(page, "limits", "[name=ante_min]")
    page.evaluate("document.querySelector('[name=ante_min]').value = '$10.00'")
    page.click("[data-form=preview]")
    # NI2004-492 r 3.1: not before the players have had notice.
    page.wait("document.querySelector('[data-form=configure]')")
    assert "Least ante: $5.00 → $10.00" in page.text(".task .sure")
    assert page.evaluate("document.querySelector('[data-form=configure]').disabled")
    rounds = page.evaluate("page.table.round")
    page.click("[name=notice]")
    page.click("[data-form=configure]")
    page.wait("page.table.values.ante_min === 1000 && page.table.link.state === 'up'")
    page.wait(f"page.table.round > {rounds}")
    told = page.evaluate("page.stream.list.textContent")
    assert "could not be taken up" not in told and "void" not in told, "nobody had a stake in it"
    page.click("[data-go=dealer]")
    page.wait("document.querySelector('[data-act=ante]') && !page.table.do.stale")
    assert page.count("[data-cents='500']") == 0, "what is under the minimum is not offered"


def test_an_amount_is_read_as_it_is_written_and_nothing_else_is_taken_for_one(tables, look):
    page = look(tables("canberra"), "felt")
    page.evaluate("import('/page/dom.js').then((dom) => { window.dom = dom; })", wait=True)
    amounts = [0, 1, 99, 100, 12345, 123456789, -1, -234, -100000]
    read = "{}.map((one) => dom.cents(dom.money(one)))"
    assert page.evaluate(read.format(json.dumps(amounts))) == amounts
    typed = {"5": 500, "-$2.34": -234, "$-2.34": -234, " 1,000.5 ": 100050, "−7": -700}
    wrong = ["", "-", "$", "1,2", "1,00", "--1", "-$-1", "1.234", "1e3", "5 5", "0x10", "Infinity"]
    read = "{}.map((one) => dom.cents(one))"
    assert page.evaluate(read.format(json.dumps(list(typed)))) == list(typed.values())
    assert page.evaluate(read.format(json.dumps(wrong))) == [None] * len(wrong)


def test_a_supervisor_keeps_the_books_by_their_forms_and_the_audit_holds(tables, look):
    """NI2004-492 r 10: corrected with a name and a reason; no tournament moves the books."""
    page = look(tables("canberra"), "supervisor", width=1180, height=900)
    become(page, "supervisor")
    _task(page, "meter", "[data-audit=ok]")
    before = page.evaluate("[page.devices.meters.pool, page.devices.meters.corrected]")
    form = "document.querySelector('[name={}]').value = {}"
    for name, value in (("pool", "$12.34"), ("reserve", "-$2.34"), ("overflow", "0")):
        page.evaluate(form.format(name, json.dumps(value)))
    page.evaluate(form.format("why", "'counted by two'"))
    page.click("[data-form=correct]")
    page.wait("document.querySelector('[data-sure=correct]')")
    assert "counted by two" in page.text(".sure:not([hidden])")
    page.click("[data-sure=correct]")
    page.wait("page.stream.list.textContent.includes('counted by two')")
    page.wait(f"page.devices.meters.corrected === {before[1] + 1000}")
    page.wait(f"page.devices.meters.pool === {before[0] + 1234}")
    page.wait("document.querySelector('[data-audit=ok]')")
    _task(page, "contest", "[data-form=mode]")
    for mode in ("tournament", "live"):
        page.evaluate(f"document.querySelector('[name=mode]').value = '{mode}'")
        page.click("[data-form=mode]")
        page.wait("document.querySelector('[data-sure=mode]')")
        page.click("[data-sure=mode]")
        page.wait(f"page.devices.meters.mode === '{mode}'")
    # A button of the contest leads to its determination, and puts nothing in force by itself.
    page.click("[data-contest=tournament]")
    page.wait("document.activeElement.name === 'tournament'")
    assert not page.evaluate("page.table.values.tournament")


def test_what_a_supervisor_is_typing_stays_while_the_table_plays_on(tables, look):
    page = look(tables("holdem"), "supervisor", width=1180, height=900)
    become(page, "supervisor")
    if not page.evaluate("page.table.seats.some((one) => one.in)"):
        seat_players(page, 2)
    seats = "document.querySelector('.task "
    _task(page, "seats", "details")
    page.click(".task summary")
    field = seats + "[data-form=buy]').closest('.form').querySelector('[name=amount]')"
    page.evaluate(f"{field}.select(); {field}.focus()")
    page.keys("123")
    page.evaluate(f"{field}.dataset.old = 'yes'")
    free = page.evaluate("page.table.seats.find((one) => !one.in).seat")
    assert page.evaluate(f"page.input('join', {free}, 20000)", wait=True)["ok"]
    page.wait(f"!{field}.dataset.old")  # the section was built anew
    page.keys("45")
    assert page.evaluate(f"{field}.value") == "12345"
    assert page.evaluate(seats + "details').open")


def test_a_deck_is_checked_card_by_card(tables, look):
    """Counts and progress come out; which card lies where does not."""
    page = look(tables("canberra"), "technician", width=1280, height=860)
    become(page, "technician", "dealer")
    page.click("[data-form=deck_check]")
    page.wait("document.querySelector('[data-progress]')")
    page.click("[data-form=pass_deck]")
    page.wait("document.querySelector(`[data-progress='52/52']`)", 60)
    page.click("[data-form=deck_end]")
    page.wait("page.stream.list.textContent.includes('ended the work on the deck')")
    page.wait("document.querySelector('[data-form=deck_check]')")


def test_enter_and_leave_a_role(tables, look):
    page = look(tables("canberra"), "technician", width=1180, height=820)
    enter(page, "technician")
    page.wait("'technician' in page.roles")
    page.evaluate("page.logout('technician')", wait=True)
    assert page.evaluate("Object.keys(page.roles).length") == 0


def test_a_role_is_asked_for_the_moment_another_has_come(tables, look):
    """A dialog tells late that it was closed; the keys must go to the one that is open then."""
    page = look(tables("canberra"), "technician", width=1180, height=820)
    page.evaluate(
        "void page.pins.ask('technician').then((here) => { window.first = here;"
        " page.pins.ask('dealer').then((here) => { window.second = here; }); })"
    )
    page.wait("document.querySelector('#dialog').open")
    page.keys(PINS["technician"] + "\n")
    page.wait("window.first && document.querySelector('#dialog').textContent.includes('dealer')")
    page.keys(PINS["dealer"] + "\n")
    page.wait("window.second && 'dealer' in page.roles && 'technician' in page.roles")
    # Closed as by Escape, and asked again at once: the first asking has come to nothing.
    page.evaluate(
        "void page.pins.ask('supervisor').then((here) => { window.third = here; });"
        " document.querySelector('#dialog').close();"
        " void page.pins.ask('supervisor').then((here) => { window.fourth = here; });"
    )
    page.wait("window.third === false")
    page.keys(PINS["supervisor"] + "\n")
    page.wait("window.fourth && 'supervisor' in page.roles")


_REMEMBER = (
    "(() => { window.seen = {}; const show = page.show.bind(page); page.show = () => {"
    " const t = page.table; seen[t.record + ' ' + t.do.stale] ??= JSON.stringify(t);"
    " show(); }; })()"
)


def test_two_browsers_agree(tables, look):
    """Both remember everything they are told: of each moment they were told the same."""
    table = tables("canberra", house="play")
    pages = look(table), look(table, "dealer")
    for page in pages:
        page.evaluate(_REMEMBER)
    for page in pages:
        page.wait("Object.keys(seen).length >= 20", 60)
    one, other = (page.evaluate("seen") for page in pages)
    for told in (one, other):  # it came in the middle of the first moment that it knows
        del told[next(iter(told))]
    same = sorted(set(one) & set(other))
    assert len(same) >= 10
    assert [one[key] for key in same] == [other[key] for key in same]


def test_every_view_fits_a_phone(tables, look):
    page = look(tables("canberra", house="play"), width=390, height=844, touch=True)
    page.wait("document.querySelector('#felt').classList.contains('tall')")
    page.wait("page.table.seats.some((one) => one.cards.length >= 4)", 40)
    page.picture(PICTURES / "phone-felt.png")
    for view in ("felt", "dealer", "supervisor", "technician"):
        page.click(f"[data-go={view}]")
        page.wait(f"document.body.dataset.view === '{view}'")
        wide = page.evaluate(
            "[...document.querySelectorAll('body *')].filter((one) => one.checkVisibility()"
            " && !one.closest('svg') && one.getBoundingClientRect().right > innerWidth + 1)"
            ".map((one) => one.className || one.tagName)"
        )
        assert wide == [], view
    page.click("[data-go=dealer]")
    small = page.evaluate(
        "[...document.querySelectorAll('.dealer .button')].filter((one) => one.checkVisibility()"
        " && one.getBoundingClientRect().height < 36).length"
    )
    assert small == 0
    page.picture(PICTURES / "phone-dealer.png")


def test_everything_on_the_felt_has_a_name_for_those_who_cannot_see_it(tables, look):
    table = tables("canberra", house="play")
    page = look(table, width=1280, height=800)
    # Looked at in one moment: the table plays on, and soon every hand lies open.
    told = page.wait(
        "(() => { const told = [...document.querySelectorAll('#felt [role=img]')].map((one) =>"
        " one.getAttribute('aria-label')); return told.some((one) =>"
        " one?.includes('face down')) && told; })()",
        60,
    )
    assert all(told)
    assert any(one.startswith("Boomerang Jackpot $") for one in told)
    unnamed = page.evaluate(
        "[...document.querySelectorAll('button, select, input')].filter((one) =>"
        " !one.textContent.trim() && !one.getAttribute('aria-label') && !one.labels?.length).length"
    )
    assert unnamed == 0
    page.wait("page.table.phase === 'deal' && page.table.dealer.cards.length >= 3", 60)
    table.side(do="speed", value=2)  # for the picture
    page.wait("page.table.phase === 'act' && page.table.seats.filter((s) => s.bet).length >= 2", 60)
    page.picture(PICTURES / "felt-canberra.png")
