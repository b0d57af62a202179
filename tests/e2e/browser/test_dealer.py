"""The dealer's view: nothing moves under a finger, one key does one thing, few presses a hand."""

from __future__ import annotations

import json

import pytest

from sim.roots import ROOT
from tests.e2e.browser.chromium import Page
from tests.e2e.browser.table import become, seat_players

PICTURES = ROOT / "build" / "screenshots"
_SIZES = ((1280, 800), (1024, 768), (1920, 1080), (390, 844))
_PLACES = (
    "[...document.querySelectorAll('[data-slot], .amount button, .amount input, [data-part=now],"
    " [data-part=message]')].map((one) => { const r = one.getBoundingClientRect();"
    " return [one.dataset.slot ?? one.dataset.key ?? one.dataset.part, r.x, r.y, r.width, r.height]"
    ".join(' '); })"
)
_ALL_PLACES = (
    "[...document.querySelectorAll('button, input, select, summary, a')]"
    ".filter((one) => one.checkVisibility() && !one.closest('#toasts, #alarm')).map((one) => {"
    " const r = one.getBoundingClientRect();"
    " return [one.textContent.trim().slice(0, 20), r.x, r.y, r.width, r.height].join(' '); })"
)
_ORDER = ["fold", "call", "bet", "all_in"]
_LONG = "Something happened that takes a good many words to tell, and then some more of them."
_NEWS = ("irregular", "refused", "fault", "won")


def _places(page: Page) -> list[str]:
    return page.evaluate(_PLACES)


def _nothing_moves(page: Page, places: str = _PLACES) -> None:
    """Every kind of message that the page has, with a long text: all stays where it is."""
    before = page.evaluate(places)
    for news in _NEWS:
        line = {
            "n": 1,
            "kind": "x",
            "news": news,
            "text": f"{_LONG} {_LONG}",
            "rule": "TGC-2006 C16.2",
        }
        page.evaluate(f"page.views.dealer.heard({json.dumps(line)})")
        assert page.evaluate(places) == before, news
    page.evaluate(f"page.toast({json.dumps(f'{_LONG} {_LONG}')}, {{ bad: true }})")
    assert page.evaluate(places) == before, "toast"
    # In one breath: news of the table itself would take the fault away again.
    hidden, now = page.evaluate(
        "(() => { page.table = { ...page.table, faults: [{ code: 'x', where: 'box 3',"
        " what: 'silent', remedy: 'Look at the plug.' }] }; page.show();"
        f" return [document.querySelector('#alarm').hidden, {places}]; }})()"
    )
    assert not hidden
    assert now == before, "alarm"


def _dealt(page: Page, *seats: int) -> None:
    """A hand of Hold-Em in which the first player may act."""
    become(page, "supervisor", "dealer")
    if page.evaluate("page.table.phase") == "before":
        taken = page.evaluate("page.table.seats.filter((one) => one.in).map((one) => one.seat)")
        seat_players(page, *(seat for seat in seats if seat not in taken))
        page.click("[data-act=begin]")
    page.wait("page.table.do.seat && !page.table.do.stale", 40)


def _pressed(page: Page, key: str) -> int:
    """Press a key and wait until the table has moved: one press."""
    before = page.evaluate("page.table.record")
    page.keys(key)
    page.wait(f"page.table.record > {before} && !page.table.do.stale", 40)
    assert page.text(".why") == ""
    return 1


@pytest.mark.parametrize("size", _SIZES)
def test_no_button_moves_when_a_message_comes(tables, look, size):
    width, height = size
    page = look(tables("holdem"), "dealer", width=width, height=height, touch=width < 400)
    _dealt(page, 2, 5, 7)
    slots = "[...document.querySelectorAll('[data-slot]')].map((one) => one.dataset.slot)"
    assert page.evaluate(slots) == _ORDER
    page.evaluate("page.views.dealer.root.scrollTop = 0")
    before = _places(page)
    assert len(before) >= 20
    page.keys("999999r")  # a refusal with its rule
    page.wait("document.querySelector('.why')")
    assert _places(page) == before, "refusal"
    _nothing_moves(page)
    page.picture(PICTURES / f"dealer-{width}x{height}.png")


def test_digits_go_to_the_amount_and_never_to_another_view(tables, look):
    page = look(tables("holdem"), "dealer", width=1280, height=800)
    _dealt(page, 2, 5, 7)
    page.wait("page.table.do.act.some((one) => one.kind === 'raise' && !one.closed)")
    seat = page.evaluate("page.table.do.seat")
    page.keys("30")
    assert page.evaluate("document.body.dataset.view") == "dealer"
    assert page.evaluate("document.querySelector('.amount input').value") == "30"
    assert page.text("[data-slot=bet] span") == "Raise to $30"
    page.click('[data-digit-key="5"]')  # the same by touch
    assert page.text("[data-slot=bet] span") == "Raise to $305"
    page.click('[data-digit-key="⌫"]')
    assert _pressed(page, "r") == 1
    assert page.evaluate(f"page.table.seats[{seat - 1}].bet") == 3000
    assert page.evaluate("document.querySelector('.amount input').value") != "30", "the next's own"


def test_a_three_way_hand_of_hold_em_takes_at_most_fourteen_presses(tables, look):
    table = tables("holdem")
    page = look(table, "dealer", width=1280, height=800)
    become(page, "supervisor", "dealer")
    _finish(page)
    taken = page.evaluate("page.table.seats.filter((one) => one.in).map((one) => one.seat)")
    seat_players(page, *(seat for seat in (2, 5, 7) if seat not in taken))
    number = page.evaluate("page.table.round")
    presses = _pressed(page, "n")
    page.wait("page.table.do.seat && !page.table.do.stale", 40)
    # Called all round before the flop, checked on the flop, a bet and two folds on the turn.
    for key in ("c", "c", "c", "c", "c", "c", "b", "f", "f"):
        page.wait("page.table.do.seat && !page.table.do.stale", 40)
        presses += _pressed(page, key)
    page.wait("page.table.over || page.table.do.act.some((one) => one.kind === 'collect')", 40)
    if not page.evaluate("page.table.over"):
        presses += _pressed(page, "x")
    page.wait(f"page.table.over && page.table.round >= {number}", 40)
    assert presses <= 14


def test_U_takes_back_what_was_keyed_by_mistake(tables, look):
    """On the console as on the keypad: the same player is to act, with the same chips."""
    page = look(tables("holdem"), "dealer", width=1280, height=800)
    become(page, "supervisor", "dealer")
    _finish(page)
    _dealt(page, 2, 5, 7)
    seat, bets = "page.table.do.seat", "page.table.seats.map((one) => [one.bet, one.stack, one.in])"
    before = page.evaluate(f"[{seat}, {bets}]")
    for mistake in ("c", "b"):
        _pressed(page, mistake)
        assert page.evaluate(f"[{seat}, {bets}]") != before
        _pressed(page, "u")
        assert page.evaluate(f"[{seat}, {bets}]") == before, mistake
    page.keys("u")  # there is nothing left to take back: said, and nothing moves
    page.wait("document.querySelector('.why')")
    assert page.evaluate(f"[{seat}, {bets}]") == before


def test_seven_boxes_of_canberra_take_at_most_sixteen_presses(tables, look):
    table = tables("canberra")
    page = look(table, "dealer", width=1280, height=800)
    become(page, "dealer")
    for seat in range(1, 8):  # the first time: a box's number places the ante that is shown
        page.keys(str(seat))
        page.wait(f"page.table.seats[{seat - 1}].ante && !page.table.do.stale")
    _canberra(page)
    number = page.evaluate("page.table.round")
    page.wait("page.table.do.wagers.length && !page.table.do.stale", 40)
    page.keys("g")  # the same wagers again
    page.wait("page.table.seats.filter((one) => one.ante).length === 7 && !page.table.do.stale", 40)
    page.wait("!page.views.dealer.busy")
    presses = 1 + _canberra(page)
    assert page.evaluate("page.table.round") > number
    assert presses <= 16
    page.picture(PICTURES / "dealer-canberra-again.png")


def _canberra(page: Page) -> int:
    """From placed wagers to the end of the round, by keys: how many."""
    presses = 1
    page.keys("n")
    page.wait("page.table.do.act.some((one) => one.kind === 'bet') && !page.table.do.stale", 60)
    while page.evaluate("page.table.do.act.some((one) => one.kind === 'bet')"):
        presses += _pressed(page, "b")
    page.wait("page.table.do.act.some((one) => one.kind === 'show')", 40)
    presses += _pressed(page, "s")  # the dealer's hand
    page.wait("document.querySelector('[data-all=show], [data-act=collect]')", 40)
    if page.count("[data-all=show]"):
        page.keys("h")
        presses += 1
    page.wait("page.table.do.act.some((one) => one.kind === 'collect' && !one.seat)", 40)
    page.wait("!page.table.do.stale && !page.views.dealer.busy")
    presses += _pressed(page, "x")
    page.wait("page.table.over", 40)
    return presses


def _finish(page: Page) -> None:
    """End the hand that other tests have left, if one is in play."""
    while page.evaluate("page.table.phase") != "before":
        page.wait(
            "page.table.phase === 'before' || (page.table.do.act.length && !page.table.do.stale)",
            40,
        )
        if page.evaluate("page.table.phase") == "before":
            return
        kinds = page.evaluate("page.table.do.act.filter((a) => !a.closed).map((a) => a.kind)")
        _pressed(page, "f" if "fold" in kinds else "x" if "collect" in kinds else "s")


@pytest.mark.parametrize("size", [_SIZES[0], _SIZES[3]])
@pytest.mark.parametrize("view", ["felt", "supervisor", "technician", "history"])
def test_no_button_of_another_view_moves_either(tables, look, view, size):
    width, height = size
    page = look(tables("holdem"), view, width=width, height=height, touch=width < 400)
    become(page, "supervisor", "technician")
    page.evaluate(f"page.go('{view}')")
    page.wait(f"document.body.dataset.view === '{view}'")
    _nothing_moves(page, _ALL_PLACES)


@pytest.mark.parametrize("game", ["omaha", "draw", "stud"])
def test_a_round_of_each_game_is_played_by_keys_alone(tables, look, game):
    """A raise to what is offered next, a fold, calls and checks, the draw, the showdown."""
    page = look(tables(game), "dealer", width=1280, height=800)
    become(page, "supervisor", "dealer")
    seat_players(page, 2, 5, 7)
    chips = "page.table.seats.reduce((sum, one) => sum + (one.stack ?? 0), 0)"
    before = page.evaluate(chips)
    pressed = _pressed_to_the_end(page)
    wanted = {"n", "+", "b", "f", "c", "s", "x"} | ({"2", "p"} if game == "draw" else set())
    assert wanted - {"s", "x"} <= set(pressed), pressed
    page.wait("page.table.phase === 'before'")
    assert page.evaluate(f"{chips} + (page.table.commission ?? 0)") == before
    page.picture(PICTURES / f"dealer-{game}-by-keys.png")


def _pressed_to_the_end(page: Page) -> list[str]:
    """Play one round, each thing by its key: which keys, in their order."""
    pressed: list[str] = []
    number = page.evaluate("page.table.round")
    once = ["b", "f"]  # somebody raises, somebody gives up; the others stay
    while True:
        keys = page.wait(
            f"(() => {{ const t = page.table; if (t.over && t.round >= {number}"
            f" && {len(pressed)} > 2) return ['over']; if (t.do.stale) return null;"
            " const open = t.do.act.filter((one) => !one.closed && one.key).map((one) => one.key);"
            " if (t.do.throw) open.push('throw'); return open.length ? open : null; })()",
            60,
        )
        if keys == ["over"]:
            return pressed
        if "throw" in keys:
            key = "p" if "2" in pressed else "2"
        elif once and once[0] == "b" and {"b", "r"} & set(keys):
            page.keys("+")
            pressed.append("+")
            key = once.pop(0)
        elif once and once[0] == "f" and {"c", "f"} <= set(keys):
            key = once.pop(0)
        else:
            key = next((one for one in "nckbpsx" if one in keys), keys[0])
            key = "c" if key == "k" else key
        _pressed(page, key)
        pressed.append(key)


def test_a_rule_says_what_it_is_about_when_its_chip_is_pressed(tables, look):
    page = look(tables("holdem"), "dealer", width=1280, height=800)
    line = {"n": 1, "kind": "x", "news": "irregular", "text": "x", "rule": "TGC-2006 C16.2"}
    page.evaluate(f"page.views.dealer.heard({json.dumps(line)})")
    page.click(".message [data-rule]")
    page.wait("document.querySelector('.toast')?.textContent.includes('C16.2: ')")
    assert "nothing is known" not in page.text(".toast")
