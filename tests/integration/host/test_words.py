"""The board sends codes; the host must have words for every one of them."""

import ast

import pytest

from cardtable.desk.faults import FAULTS
from cardtable.desk.record_kinds import KINDS
from cardtable.rules.hands.rankings import CATEGORIES
from host_tools import wording
from host_tools.wording.narrator import Narrator
from sim.roots import FIRMWARE


def _codes(*calls):
    """First text arguments of calls by these names, anywhere in the firmware."""
    found = set()
    for path in FIRMWARE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            first = node.args[0]
            if name in calls and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.add(first.value)
    return found


def test_every_refusal_has_words():
    codes = {code for code in _codes("_refuse", "Refused") if " " not in code}
    assert len(codes) > 20
    assert codes - wording.REFUSALS.keys() == set()


def test_every_fault_has_words_and_a_remedy():
    assert set(FAULTS.names()) - wording.FAULTS.keys() == set()
    for what, remedy in wording.FAULTS.values():
        assert what and remedy.endswith(".")


def test_every_category_has_words():
    assert set(CATEGORIES) == set(wording.CATEGORIES)


@pytest.mark.parametrize("kind", KINDS.names())
def test_every_kind_of_record_can_be_told(kind):
    """Not necessarily in a sentence of its own, but never with an error."""
    example = {
        "int": 1, "cents": 500, "ms": 1, "flag": 1, "seat": 3, "place": 3, "text": "x",
        "name": "flush", "rule": "NI2004-492 9.4", "card": "As", "token": "As", "hex": "00",
        "cards": "AsKd", "any": [1, 2],
    }  # fmt: skip
    values = []
    for field in KINDS.fields(kind):
        value = field.choices[0] if field.choices else example[field.type]
        values.append([value] if field.many else value)
    for line in Narrator().tell((kind, *values)):
        assert isinstance(line, str)


def test_money_is_told_to_the_cent():
    told = [wording.money(cents) for cents in (0, 5, -5, 100, 2000640, -123456)]
    assert told == ["$0.00", "$0.05", "-$0.05", "$1.00", "$20,006.40", "-$1,234.56"]


def test_cards_are_told_as_people_write_them():
    assert wording.cards(["Td", "As", "Jk", "9c", "Qh"]) == "10♦ A♠ Joker 9♣ Q♥"


def test_a_checked_deck_is_told_with_which_it_was_and_blames_no_card_for_more_than_is_known():
    told = Narrator().tell(("deck", "after_second", 34, ["As"], [], 3))
    assert told == [
        "  The second deck was checked (after): 34 cards, missing A♠, 3 of another deck or of none."
    ]
    assert Narrator().tell(("deck", "count", 52, [], [], 0)) == [
        "  The deck was checked (count): 52 cards."
    ]
