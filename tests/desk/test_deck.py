"""`cardtable deck` with a technician's hand at the shoe: enrolled, checked, replaced."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from host_tools.deck import command, work
from host_tools.link.roles import DEMO_PINS
from host_tools.link.session import Session
from host_tools.problems import BAD_INPUT, FAILED
from tests.desk import golden_text
from tests.desk.rig import SimTable, Spoken, cardtable, fits

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
    spoken = Spoken("deck", "enrol", "--cards", "32", "--port", table.port)
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
            command.enrol_all(session, tell, lambda: next(wishes), 30.0)
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
            table.side("hold", card=card)

    spoken = Spoken("deck", "check", "--patience", "3", "--port", table.port, *more)
    code, _ = spoken.follow(hear)
    table.side("release")
    return code, spoken


def test_a_complete_deck_passes_in_any_order(table):
    code, spoken = _check(table, list(reversed(SMALL)), "--why", "before")
    assert code == 0
    assert spoken.lines[-1] == "The deck is complete: 32 cards."


def test_missing_foreign_and_cloned_cards_are_each_named(table):
    code, spoken = _check(table, [*SMALL[2:], "2c", "clone As"])
    assert code == FAILED
    golden_text.check("deck-check", "\n".join(spoken.lines[-5:]))


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


def test_what_cannot_be_a_deck_or_a_card_is_refused_before_anything_happens(table):
    assert cardtable("deck", "enrol", "--cards", "51", "--port", table.port)[0] == BAD_INPUT
    code, _, errors = cardtable("deck", "replace", "Xx", "--port", table.port)
    assert code == BAD_INPUT and "no card" in errors
    code, _, errors = cardtable(
        "deck", "enrol", "--port", table.port, env={"CARDTABLE_PIN_TECHNICIAN": "9999"}
    )
    assert code == FAILED and "PIN" in errors
