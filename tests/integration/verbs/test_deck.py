"""`cardtable deck` with a technician's hand at the shoe: enrolled, checked, replaced."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from host_tools.cli import deck
from host_tools.common.problems import BAD_INPUT, FAILED
from host_tools.deck import work
from host_tools.link.roles import DEMO_PINS, TECHNICIAN
from host_tools.link.session import Session
from tests.integration.verbs import golden_text
from tests.integration.verbs.rig import SimTable, Spoken, cardtable, fits

SMALL = [card_text(code) for code in deck_cards(32, False)]


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[SimTable]:
    table = SimTable(tmp_path_factory.mktemp("deck") / "table")
    try:
        table.until("readers", lambda told: told and told[0][2] == 0)
        yield table
    finally:
        table.close()


def _deck_file(table: SimTable) -> dict[str, str]:
    return json.loads((table.folder / "deck.json").read_text())["deck"]


class Enroller:
    """Holds the card that is called; the first time a king is due, an older card by mistake."""

    def __init__(self, table: SimTable) -> None:
        self._table = table
        self._erred = False

    def hear(self, line: str) -> None:
        due = re.search(r"\((\w+)\) over the shoe", line)
        if due is None:
            return
        card = due[1]
        if card == "8c" and not self._erred:
            self._erred = True
            self._table.side("hold", card="7c")
        else:
            self._table.side("hold", card=card)


def test_a_deck_is_enrolled_card_by_card_and_a_wrong_card_is_named(table):
    before = _deck_file(table)
    spoken = Spoken("deck", "enrol", "--cards", "32", "--yes", "--port", table.port)
    code, errors = spoken.follow(Enroller(table).hear)
    table.side("release")
    assert code == 0, errors
    after = _deck_file(table)
    assert sorted(after.values()) == sorted(SMALL)
    assert all(before[uid] == card for uid, card in after.items())
    told = "\n".join(spoken.lines)
    assert "This tag is 7♣ already." in told
    assert not [uid for uid in before if uid in told]
    heard = [line for line in spoken.lines if " there." not in line]  # may pass unseen
    golden_text.check("deck-enrol", "\n".join(heard[:3] + heard[-3:]))


def test_the_last_card_can_be_taken_back(table):
    """And nothing is changed by giving up."""
    before = _deck_file(table)
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if "is taken back" in line or line.startswith("0/"):
            table.side("hold", card="7c" if "7♣" in line else "7d")
        if line.startswith("1/") and "taken." in line:
            raise KeyboardInterrupt

    wishes = iter(("undo", "stop"))
    with Session(table.port, lambda role: DEMO_PINS[role]) as session:
        with pytest.raises(KeyboardInterrupt), work.enrolling(session, 32, False, False):
            deck.enrol_all(session, tell, lambda: next(wishes), 30.0)
        assert work.progress(session) is None
    table.side("release")
    assert told[0] == "0/32 Hold 7♣ (7c) over the shoe."
    assert "7♣ is taken back." in told
    assert not [line for line in told if "7♣ taken. Hold 7♣" in line]
    assert _deck_file(table) == before


def _check(table: SimTable, cards: list[str], *more: str) -> tuple[int, Spoken]:
    """Pass cards over the shoe, each once the one before was told."""
    left = list(cards)

    def hear(line: str) -> None:
        if left:
            card = left.pop(0)
            table.side("release")
            if card:  # else the next line is waited for
                table.side("hold", card=card)

    spoken = Spoken("deck", "check", "--patience", "8", "--port", table.port, *more)
    code, _ = spoken.follow(hear)
    table.side("release")
    return code, spoken


def test_a_complete_deck_passes_in_any_order(table):
    code, spoken = _check(table, list(reversed(SMALL)), "--why", "before")
    assert code == 0
    assert spoken.lines[-1] == "The deck is complete: 32 cards."


@pytest.mark.parametrize("surplus", ["clone 7c", "2c"])
def test_NI2005_66_r2_6_what_lies_behind_the_last_card_does_not_pass(table, surplus):
    code, spoken = _check(table, [*SMALL, "", surplus])
    assert code == FAILED, spoken.lines
    assert "All came; pass whatever is left." in spoken.lines
    assert "The deck is complete: 32 cards." not in spoken.lines


def test_a_check_that_is_stopped_says_that_it_is_recorded_as_incomplete(table):
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if line.startswith("Pass every card"):
            table.side("hold", card="7c")
        elif line.startswith("1/"):
            raise KeyboardInterrupt

    with Session(table.port, lambda role: DEMO_PINS[role]) as session:
        last = deck.pass_all(session, "count", 30.0, tell)
    table.side("release")
    assert told[-1] == "Stopped. It is recorded as it stands: incomplete."
    assert not last.all_came


def test_missing_foreign_and_cloned_cards_are_each_named(table):
    code, spoken = _check(table, [*SMALL[2:], "2c", "clone As"])
    assert code == FAILED
    golden_text.check("deck-check", "\n".join(spoken.lines[-6:]))


def test_a_card_is_replaced_and_the_old_one_counts_no_longer(table):
    old = next(uid for uid, card in _deck_file(table).items() if card == "As")

    def hear(line: str) -> None:
        if line.startswith("Hold the new"):
            table.side("hold", card="Kd")  # not a new card at all
        elif "already" in line:
            table.side("hold", card="new 1")

    spoken = Spoken("deck", "replace", "As", "--yes", "--port", table.port)
    code, errors = spoken.follow(hear)
    table.side("release")
    assert code == 0, errors
    assert "This tag is K♦ already: take another card." in spoken.lines
    after = _deck_file(table)
    assert old not in after and list(after.values()).count("As") == 1


def test_the_enrolled_cards_are_listed(table):
    code, out, _ = cardtable("deck", "list", "--json", "--port", table.port)
    assert code == 0
    assert sorted(fits("deck-list", out)["deck"]) == sorted(SMALL)
    code, out, _ = cardtable("deck", "list", "--port", table.port)
    golden_text.check("deck-list", out)


def test_a_check_for_scripts(table):
    code, out, _ = cardtable("deck", "check", "--json", "--patience", "0.5", "--port", table.port)
    told = fits("deck-check", out)
    assert code == FAILED and not told["whole"]
    assert len(told["missing"]) == told["of"] == 32


def _blank(card: str, first: int) -> str:
    return f"new {first + SMALL.index(card)}"


def _enrol_second(table: SimTable, first: int, wrong: str = "") -> Spoken:
    """New cards as the second deck; `wrong` is held first."""
    left = [wrong] if wrong else []

    def hear(line: str) -> None:
        due = re.search(r"\((\w+)\) over the shoe", line)
        if due is not None:
            table.side("hold", card=left.pop() if left else _blank(due[1], first))

    spoken = Spoken("deck", "enrol", "--other", "--cards", "32", "--yes", "--port", table.port)
    code, errors = spoken.follow(hear)
    table.side("release")
    assert code == 0, errors
    assert spoken.lines[-1] == "The deck of 32 cards is known as the second deck of this table."
    return spoken


def test_a_second_deck_is_enrolled_twice_checked_and_mended(table):
    first = _deck_file(table)
    _enrol_second(table, 10)
    spoken = _enrol_second(table, 10, wrong="Kd")  # once more, the same cards
    assert [line for line in spoken.lines if "This tag is K♦ already, in the other deck." in line]
    code, spoken = _check(table, [_blank(card, 10) for card in SMALL], "--why", "before")
    assert code == 0, spoken.lines
    assert spoken.lines[-1] == "The second deck is complete: 32 cards."

    def hear(line: str) -> None:
        if line.startswith("Hold the new"):
            table.side("hold", card="new 99")

    spoken = Spoken("deck", "replace", "7c", "--other", "--yes", "--port", table.port)
    code, errors = spoken.follow(hear)
    table.side("release")
    assert code == 0, errors
    assert "7♣ of the second deck is replaced" in spoken.lines[-1]
    code, spoken = _check(table, ["new 99", *[_blank(card, 10) for card in SMALL[1:]]])
    assert code == 0, spoken.lines
    assert _deck_file(table) == first
    code, spoken = _check(table, ["Kd", *[card for card in SMALL if card not in ("Kd", "As")]])
    assert code == FAILED  # As has been replaced by a new tag before
    assert "Missing: A♠." in spoken.lines
    assert "The deck is not as it should be: 31 of 32 cards came." in spoken.lines


def test_a_card_that_the_deck_never_had_is_not_replaced(table):
    before = _deck_file(table)
    code, _, errors = cardtable("deck", "replace", "Jk", "--yes", "--port", table.port)
    assert code == BAD_INPUT
    assert "Joker is no card of the deck" in errors and "deck list" in errors
    assert _deck_file(table) == before


def test_a_deck_that_the_table_does_not_play_with_wants_somebody_who_is_sure(table):
    for words in (("--cards", "32"), ("--joker",), ("--cards", "32", "--joker")):
        code, _, errors = cardtable("deck", "enrol", *words, "--port", table.port)
        assert code == FAILED and "this table plays with 52 cards, not with" in errors
    assert table.ask("work") == []


def _enrol_until_interrupted(table: SimTable, tell) -> None:
    with (
        Session(table.port, lambda role: DEMO_PINS[role]) as session,
        pytest.raises(KeyboardInterrupt),
        work.enrolling(session, 32, False, False),
    ):
        deck.enrol_all(session, tell, lambda: "stop", 30.0)


def test_a_silent_shoe_is_told_and_work_goes_on_when_it_is_back(table):
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if line.startswith("0/"):
            table.side("fault", where="shoe", fault="unplugged")
        elif "does not answer" in line:
            table.side("clear", where="shoe", fault="unplugged")
        elif "is back" in line:
            table.side("hold", card="7c")
        elif line.startswith("1/"):
            raise KeyboardInterrupt

    _enrol_until_interrupted(table, tell)
    table.side("release")
    assert told[1].endswith("check its plug; work goes on when it is back.")
    table.side("fault", where="shoe", fault="unplugged")
    try:
        table.until("faults", lambda faults: ["reader_silent", "shoe"] in faults)
        code, _, errors = cardtable("deck", "check", "--port", table.port)
    finally:
        table.side("clear", where="shoe", fault="unplugged")
        table.until("faults", lambda faults: not faults)
    assert code == FAILED and "the shoe's reader does not answer" in errors
    assert table.ask("work") == []


def test_two_cards_over_the_shoe_are_not_taken_for_one(table):
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if line.startswith("Two cards"):
            table.side("take_away", where="shoe")
        elif line.startswith("1/"):
            raise KeyboardInterrupt

    table.side("foreign", where="shoe")
    table.side("hold", card="7c")
    _enrol_until_interrupted(table, tell)
    table.side("release")
    assert "Two cards there? Hold a single one over the shoe." in told
    assert told[-1].startswith("1/32 7♣ taken.")


def test_work_under_way_is_named_and_replaced_by_nobody_who_does_not_say_so(table):
    def tell(line: str) -> None:
        if line.startswith("0/32 Hold"):
            table.side("hold", card="7c")
        elif line.startswith("1/"):
            raise KeyboardInterrupt

    with Session(table.port, lambda role: DEMO_PINS[role]) as session:
        session.order(TECHNICIAN, "enrol", 32, 0, 0)
        with pytest.raises(KeyboardInterrupt):
            deck.enrol_all(session, tell, lambda: "stop", 30.0)
    table.side("release")
    check = ("deck", "check", "--patience", "0.5", "--port", table.port)
    for words in (check, ("deck", "replace", "Kd", "--port", table.port)):
        code, _, errors = cardtable(*words)
        assert code == FAILED
        assert "the enrolment of a deck, 1 of 32 cards, is under way" in errors
    assert ["progress", [1, 32]] in table.ask("work")
    assert cardtable(*check, "--yes")[0] == FAILED  # nothing came
    assert table.ask("work") == []


def test_what_cannot_be_a_deck_or_a_card_is_refused_before_anything_happens(table):
    assert cardtable("deck", "enrol", "--cards", "51", "--port", table.port)[0] == BAD_INPUT
    code, _, errors = cardtable("deck", "replace", "Xx", "--port", table.port)
    assert code == BAD_INPUT and "no card" in errors
    code, _, errors = cardtable(
        "deck", "enrol", "--port", table.port, env={"CARDTABLE_PIN_TECHNICIAN": "9999"}
    )
    assert code == FAILED and "PIN" in errors
