"""Work with the deck, by hand at the shoe and by clicking: enrolled, checked, a card replaced."""

from __future__ import annotations

import json
import re
import signal

import pytest

from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from host_tools.ledger.ledger import Ledger
from sim.roots import ROOT
from tests.e2e.browser.chromium import Page
from tests.e2e.browser.table import PINS, Table, become

PICTURES = ROOT / "build" / "screenshots"
SMALL = [card_text(code) for code in deck_cards(32, False)]
WHOLE = [card_text(code) for code in deck_cards(52, False)]
_SIZE = {"width": 1280, "height": 1000}


@pytest.fixture
def table(tables):
    """The table of this module, at its own pace and with nothing in anybody's hand."""
    made = tables("canberra")
    made.side(do="speed", value=20)
    yield made
    made.side(do="release")


# The board's answers to commands come when the test lets them.
_HOLD_ANSWERS = (
    "(() => { const act = page.act.bind(page); page.act = async (...given) => {"
    " const answer = await act(...given); window.answered = true;"
    " await new Promise((go) => { window.letGo = go; }); return answer; }; })()"
)


def _due(card: str) -> str:
    return f"document.querySelector('[data-due]')?.dataset.due === '{card}'"


def _pass(page: Page, table: Table, card: str) -> None:
    """One card over the shoe, until it was counted."""
    count = page.evaluate("page.devices.work.count")
    table.side(do="hold", card=card)
    page.wait(f"page.devices.work.count > {count}")


def _enrol(page: Page, table: Table, held: dict[str, str]) -> None:
    """Hold what stands for each card that is due."""
    for due, card in held.items():
        page.wait(_due(due))
        table.side(do="hold", card=card)
    page.wait("page.devices.work.due === null")


def _choose(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.evaluate(
            f"(() => {{ const one = document.querySelector('[data-deck] [name={name}]');"
            f" one.value = {json.dumps(value)};"
            " for (const kind of ['input', 'change'])"
            " one.dispatchEvent(new Event(kind, {bubbles: true})); })()"
        )


def _read_anew(page: Page) -> None:
    """The card that is held there now has been read twice, whatever the page knew before."""
    scans = "page.devices.readers.find((one) => one.name === 'shoe').scans"
    page.wait(f"{scans} > {page.evaluate(scans)}")  # an answer of this moment, and then many scans
    page.wait(f"{scans} > {page.evaluate(scans) + 20}")


def _keep(page: Page) -> None:
    """The deck is kept, and the board has started again with it."""
    up = page.evaluate("page.devices.health.uptime_ms")
    page.click("[data-form=enrol_keep]")
    page.wait(f"page.devices.health.uptime_ms < {up}")


def _decks(table: Table) -> dict[str, dict[str, str]]:
    return json.loads((table.folder / "deck.json").read_text())


def test_each_work_is_offered_to_the_role_whose_key_the_board_wants(table, look):
    page = look(table, "technician", **_SIZE)
    page.wait("document.querySelector('[data-closed=replace]')")
    assert page.count("[data-deck] [data-form]") == 0, "nobody is here: nothing is offered"
    for command, role in (("enrol", "technician"), ("replace", "supervisor")):
        page.click(f"[data-closed={command}]")
        page.wait(f"document.querySelector('.why')?.textContent.includes('needs a {role}')")
        page.click(f".why [data-unlock={role}]")
        page.wait("document.querySelector('#dialog').open")
        page.keys(PINS[role] + "\n")
        page.wait(f"document.querySelector('[data-form={command}]')")
        assert page.count("[data-deck] .why") == 0, "the reason is gone with its cause"
    # A supervisor may also order what a dealer may, and no more.
    assert page.count("[data-form=deck_check]") == 3
    page.evaluate("page.logout('technician')", wait=True)
    page.wait("document.querySelector('[data-closed=enrol]')")
    page.evaluate("page.logout('supervisor')", wait=True)
    page.click("[data-closed=deck_check]")
    page.wait("document.querySelector('.why')?.textContent.includes('needs a dealer')")


def test_NI2005_66_r2_4_a_check_names_what_is_missing_or_doubled_and_counts_strangers(table, look):
    """And tells nobody, card by card, what lies next to what in the deck."""
    page = look(table, "dealer", **_SIZE)
    become(page, "dealer")
    page.click("[data-fold=deck] summary")
    page.click("[data-form=deck_check][data-why=before]")
    page.wait("document.querySelector(`[data-progress='0/52']`)")
    page.wait("document.querySelector('[data-progress]').getBoundingClientRect().top < 400")
    page.payloads.clear()
    passed = [card for card in reversed(WHOLE) if card not in ("As", "7h")]
    for card in passed[:25]:
        _pass(page, table, card)
    _pass(page, table, "new 1")
    page.wait("document.querySelector('[data-outcome=foreign_card]')")
    assert "not of this deck" in page.text("[data-deck=said]")
    _pass(page, table, "clone Ks")
    page.wait("document.querySelector('[data-outcome=card_seen_twice]')")
    assert "call the supervisor" in page.text("[data-deck=said]")
    page.picture(PICTURES / "deck-check.png")
    for card in passed[25:]:
        _pass(page, table, card)
    page.wait("document.querySelector(`[data-progress='50/52']`)")
    assert page.text("[data-count=Strangers]") == "1"
    assert page.text("[data-count='Came twice']") == "1"
    told = [json.loads(one) for one in page.payloads]
    works = [one["work"] for one in told if one.get("work", {}).get("work") == "check"]
    assert len(works) > 20 and not re.search(r'"[2-9TJQKA][cdhs]"', json.dumps(works))
    page.click("[data-form=deck_end]")
    page.wait("document.querySelector('[data-checked=wrong]')")
    said = page.text("[data-checked]")
    assert "before gaming NI2005-66 2.4" in said
    assert "2 cards are missing: 7♥ A♠." in said
    assert "Came twice: K♠." in said
    assert "1 card is not of this deck" in said
    with Ledger(table.ledger) as kept:
        records = [entry.body for entry in kept.entries(kept.chains()[-1])]
    checked = [list(one) for one in records if one[0] == "deck"][-1]
    assert checked == ["deck", "before", 52, ["7h", "As"], ["Ks"], 1]
    # Whoever comes later is told the same.
    other = look(table, "technician", **_SIZE)
    other.wait("document.querySelector('[data-checked=wrong]')")
    assert other.text("[data-checked]") == said


def test_a_complete_deck_is_said_to_be_complete(table, look):
    page = look(table, "technician", **_SIZE)
    become(page, "technician", "dealer")
    page.click("[data-form=deck_check][data-why=after]")
    page.click("[data-form=pass_deck]")
    page.wait("document.querySelector(`[data-progress='52/52']`)", 60)
    assert "every card of the deck came" in page.text("[data-deck=said]")
    page.click("[data-form=deck_end]")
    page.wait("document.querySelector('[data-checked=whole]')")
    assert "after gaming" in page.text("[data-checked]")
    assert "The deck is complete: 52 cards." in page.text("[data-checked]")


def test_a_pulled_cable_leaves_a_check_where_it_was_and_a_power_cut_says_begin_anew(table, look):
    page = look(table, "technician", **_SIZE)
    become(page, "technician", "dealer")
    page.click("[data-form=deck_check][data-why=count]")
    page.wait("document.querySelector(`[data-progress='0/52']`)")
    for card in WHOLE[:3]:
        _pass(page, table, card)
    table.side(do="speed", value=1)
    assert table.board is not None
    table.board.send_signal(signal.SIGSTOP)  # nothing comes over the cable any more
    page.wait("document.querySelector('[data-outcome=away]')", 20)
    assert page.count("[data-progress='3/52']") == 1
    page.click("[data-closed=deck_end]")
    page.wait("document.querySelector('[data-deck] .why')?.textContent.includes('not there')")
    table.board.send_signal(signal.SIGCONT)
    page.wait("document.querySelector('[data-form=deck_end]')")
    table.side(do="speed", value=20)
    _pass(page, table, WHOLE[3])
    page.wait("document.querySelector(`[data-progress='4/52']`)")
    before = page.evaluate("page.devices.deck.checked")
    table.side(do="release")
    table.side(do="power_cut")
    page.wait("document.querySelector(`[data-over='check given_up']`)")
    assert "Begin anew: nothing was recorded." in page.text("[data-over]")
    assert page.evaluate("page.devices.deck.checked") == before
    page.wait("document.querySelector('[data-form=deck_check]')")


def test_NI2005_66_r2_5_a_replaced_card_is_looked_at_by_dealer_and_supervisor(table, look):
    page = look(table, "supervisor", **_SIZE)
    become(page, "supervisor")
    page.evaluate("page.views.supervisor.choose('deck')")
    before = _decks(table)["deck"]
    page.wait("document.querySelector('[data-deck] [name=card]')")
    _choose(page, card="replace As")
    page.evaluate(_HOLD_ANSWERS)
    page.click("[data-form=replace]")
    page.wait("document.querySelector('[data-due=As]')")
    page.click("[data-closed=replace_keep]")
    page.wait("window.answered && window.letGo")
    page.evaluate("window.letGo(); delete page.act;")  # its own again
    # What was said meanwhile stays, however late the board has answered.
    page.wait("document.querySelector('[data-deck] .why')?.textContent.includes('read twice')")
    table.side(do="hold", card="Kd")  # not a new card at all
    page.wait("document.querySelector('[data-outcome=duplicate]')")
    assert "This tag is K♦ already: take another card." in page.text("[data-deck=said]")
    table.side(do="hold", card="new 40")
    page.click("[data-form=replace_keep][data-who=dealer]")
    page.wait("document.querySelector('[data-who=dealer][aria-pressed=true]')")
    page.picture(PICTURES / "deck-replace.png")
    # Another card is held there: nobody has looked at that one.
    table.side(do="hold", card="new 41")
    _read_anew(page)
    page.wait("page.devices.deck.read")
    page.click("[data-form=replace_keep][data-who=supervisor]")
    page.wait("document.querySelector('[data-who=supervisor][aria-pressed=true]')")
    assert page.count("[data-who=dealer][aria-pressed=true]") == 0
    assert _decks(table)["deck"] == before
    page.click("[data-form=replace_keep][data-who=dealer]")
    page.wait("document.querySelector(`[data-over='replace in_play']`)")
    assert "A♠ is replaced; the old card counts no longer." in page.text("[data-over]")
    after = _decks(table)["deck"]
    assert sorted(after.values()) == sorted(before.values())
    gone, come = set(before) - set(after), set(after) - set(before)
    assert len(gone) == len(come) == 1 and before[gone.pop()] == after[come.pop()] == "As"


def test_a_deck_is_enrolled_by_what_is_chosen_and_an_error_is_undone(table, look):
    page = look(table, "technician", **_SIZE)
    become(page, "technician", "dealer")
    page.wait("document.querySelector('[data-form=enrol]')")
    before = _decks(table)
    chosen = "[...document.querySelectorAll('[data-work=work] :is([name=cards], [name=joker],"
    chosen += " [name=other])')].map((one) => one.value)"
    assert page.evaluate(chosen) == ["52", "0", "0"], "as the table is configured"
    _choose(page, cards="32", joker="1")
    # What is chosen stays while the section is built anew, and the table plays on.
    page.evaluate("document.querySelector('[data-form=enrol]').dataset.old = 'yes'")
    become(page, "supervisor")
    page.wait("!document.querySelector('[data-form=enrol]').dataset.old")
    assert page.evaluate(chosen) == ["32", "1", "0"]
    page.click("[data-form=enrol]")
    page.wait("document.querySelector(`[data-progress='0/33']`)")
    assert page.text("[data-due] b") == "7♣" and "7 of clubs" in page.text("[data-due]")
    held = {card: card for card in SMALL}
    for due in SMALL[:2]:
        page.wait(_due(due))
        table.side(do="hold", card=due)
    page.wait(_due(SMALL[2]))
    table.side(do="hold", card=SMALL[0])
    page.wait("document.querySelector('[data-outcome=duplicate]')")
    assert page.text("[data-deck=said]") == "This tag is 7♣ already: take another card."
    table.side(do="release")
    page.picture(PICTURES / "deck-enrol.png")
    page.resize(390, 844)
    wide = "[...document.querySelectorAll('.deck *')].filter((one) =>"
    wide += " one.getBoundingClientRect().right > innerWidth).length"
    assert page.wait("document.body.clientWidth === 390") and page.evaluate(wide) == 0
    page.evaluate("document.querySelector('[data-due]').scrollIntoView({block: 'center'})")
    page.picture(PICTURES / "phone-deck.png")
    page.resize(**_SIZE)
    page.click("[data-form=enrol_undo]")
    page.wait(_due(SMALL[1]))
    page.click("[data-closed=enrol_keep]")
    page.wait("document.querySelector('[data-deck] .why')?.textContent.includes('32 cards are')")
    del held[SMALL[0]]
    _enrol(page, table, held | {"Jk": "new 50"})
    assert "Keep the deck" in page.text("[data-deck=said]")
    _keep(page)
    page.wait("document.querySelector(`[data-over='enrol kept']`)")
    assert "The deck of 33 cards is enrolled" in page.text("[data-over]")
    page.wait("document.querySelector(`[data-enrolled='33 0']`)", 40)
    after = _decks(table)["deck"]
    assert sorted(after.values()) == sorted([*SMALL, "Jk"])
    old = {uid: card for uid, card in before["deck"].items() if uid in after}
    assert all(after[uid] == card for uid, card in old.items()) and len(old) >= 31


def test_NI2004_492_r12_2_a_second_deck_is_enrolled_and_takes_no_card_of_the_first(table, look):
    page = look(table, "technician", **_SIZE)
    become(page, "technician")
    first = _decks(table)["deck"]
    enrolled = f"document.querySelector(`[data-enrolled='{len(first)} 32']`)"
    page.wait("document.querySelector('[data-form=enrol]')")
    _choose(page, cards="32", joker="0", other="1")
    page.click("[data-form=enrol]")
    page.wait("document.querySelector('[data-due]')")
    assert "the second deck" in page.text("[data-deck=state]")
    table.side(do="hold", card="8d")
    page.wait("document.querySelector('[data-outcome=other_deck]')")
    assert page.text("[data-deck=said]").startswith("This tag is 8♦ of the other deck already")
    # Given up by mistake, a question comes first; nothing is lost when it is answered with no.
    table.side(do="hold", card="new 100")
    page.wait(_due(SMALL[1]))
    page.click("[data-form=deck_end]")
    page.wait("document.querySelector('[data-deck=why] .why')")
    assert "1 card has been held for nothing" in page.text("[data-deck=why] .why")
    _enrol(page, table, {card: f"new {101 + at}" for at, card in enumerate(SMALL[1:])})
    _keep(page)
    page.wait(enrolled, 40)
    assert "The second deck of 32 cards is enrolled" in page.text("[data-over]")
    assert _decks(table)["deck"] == first
    # In the middle of the next one the power is cut: everything is as it was.
    page.click("[data-form=enrol]")
    page.wait("document.querySelector('[data-due]')")
    table.side(do="hold", card="new 200")
    page.wait("document.querySelector(`[data-progress='1/32']`)")
    table.side(do="release")
    table.side(do="power_cut")
    page.wait("document.querySelector(`[data-over='enrol given_up']`)")
    assert "nothing was changed" in page.text("[data-over]")
    page.wait(enrolled)
    # A card of the second deck is replaced: the first keeps its own (NI2005-66 r 2.5).
    second = _decks(table)["other"]
    become(page, "supervisor")
    _choose(page, card="replace_other 9h")
    page.click("[data-form=replace]")
    page.wait("document.querySelector(`[data-due='9h']`)")
    table.side(do="hold", card="new 210")
    for who in ("dealer", "supervisor"):
        page.wait(f"document.querySelector('[data-form=replace_keep][data-who={who}]')")
        page.click(f"[data-form=replace_keep][data-who={who}]")
    page.wait("document.querySelector(`[data-over='replace in_play']`)")
    table.side(do="release")
    assert _decks(table)["deck"] == first
    after = _decks(table)["other"]
    assert sorted(after.values()) == sorted(second.values()) and len(set(after) - set(second)) == 1


def test_in_a_round_no_deck_is_worked_on_and_the_page_says_why(table, look):
    page = look(table, "technician", **_SIZE)
    become(page, "dealer")
    page.evaluate("page.input('ante', 2, 1000)", wait=True)
    page.wait("page.table.seats[1].ante === 1000 && !page.table.do.stale")
    page.click("[data-form=deck_check][data-why=count]")
    page.wait("document.querySelector('[data-deck] .why')?.textContent.includes('in play')")
    assert not page.evaluate("page.devices.work.work")
