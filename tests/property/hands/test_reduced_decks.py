"""Reduced decks and their orders against a PokerKit lookup and against brute force."""

import pytest

from tests.property.hands import checks


@pytest.mark.parametrize("size", checks.SIZES[1:])
@pytest.mark.parametrize(("book", "ace_low"), [("act", True), ("act", False), ("tas", True)])
def test_every_class_of_a_reduced_deck_stands_in_the_documents_order(book, size, ace_low):
    """NI2005-66 r 3.4 and TGC-2006 B 14.2, ties included."""
    assert checks.reduced_order_by_pokerkit(book, size, ace_low) > 800


@pytest.mark.parametrize(("cards", "count"), [(5, 6000), (6, 1500), (7, 1500)])
def test_every_deck_and_order_agrees_with_brute_force(cards, count):
    checks.high_by_brute_force(seed=cards, count=count, cards=cards, joker=False)


def test_NI2006_156_omaha_of_every_deck_agrees_with_brute_force():
    checks.omaha_by_brute_force(seed=10, count=400, joker=False)
