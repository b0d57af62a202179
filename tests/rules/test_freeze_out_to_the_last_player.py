"""A whole freeze-out, round after round, by random players: down to the last one."""

import random

import pytest

from cardtable.rules import games, seals
from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards

WAGER = 500
BUY_IN = 5000
PLAYERS = 5
MOST_ROUNDS = 400
MOST_INPUTS = 400


def one_round(dice, seats, marker, gone, number):
    """(records, stacks) of one round; of what is expected, any choice is as good as another."""
    given = {"freeze_wager": WAGER, "freeze_eliminated": gone}
    played = games.start("stud", given, seats, marker, seals.Open(), number)
    records = list(played.opening)
    deck = [card_text(card) for card in deck_cards(52, False)]
    dice.shuffle(deck)
    for _ in range(MOST_INPUTS):
        if played.outcome is not None:
            return records, played.stack
        choice = dice.choice(played.expects())
        if choice[0] == "card":
            choice = ("card", choice[1], deck.pop())
        elif choice[0] in ("bet", "raise") and isinstance(choice[2], tuple):
            choice = (*choice[:2], choice[2][0])
        elif choice[0] == "show":
            choice = ("show", choice[1], None)
        records += played.take(choice)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("seed", range(4))
def test_TGC_2006_B16_5_the_ante_rises_and_B16_6_one_player_is_left_with_everything(seed):
    dice = random.Random(seed)
    seats = [(seat, BUY_IN) for seat in range(1, PLAYERS + 1)]
    marker = None
    gone = 0
    for number in range(1, MOST_ROUNDS):
        stakes = dict(seats)
        records, stack = one_round(dice, seats, marker, gone, number)
        antes = {record[1]: record[3] for record in records if record[0] == "post"}
        # B16.5 and B16.9: everybody wagers it; who has less taps out with it.
        assert antes == {seat: min(WAGER * (1 + gone), has) for seat, has in stakes.items()}
        out = {record[1] for record in records if record[0] == "eliminated"}
        assert out == {seat for seat in stakes if not stack[seat]}
        gone += len(out)
        seats = [(seat, stack[seat]) for seat in stakes if stack[seat]]
        assert sum(has for _, has in seats) == PLAYERS * BUY_IN
        if len(seats) == 1:
            break
        after = sorted(seat for seat, _ in seats if seat > (marker or 1))
        marker = after[0] if after else seats[0][0]
    assert seats == [(seats[0][0], PLAYERS * BUY_IN)]
    assert gone == PLAYERS - 1
