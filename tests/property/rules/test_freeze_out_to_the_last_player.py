"""A whole freeze-out, round after round, by random players: down to the last one."""

import random

import pytest

from cardtable.desk import games
from cardtable.rules import seals
from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from cardtable.rules.determinations import resolve
from cardtable.rules.poker import next_round
from host_tools.sitting.sitting import Sitting

WAGER = 500
BUY_IN = 5000
PLAYERS = 5
MOST_ROUNDS = 400
MOST_INPUTS = 400


def one_round(dice, table):
    """(records, round) of one round; of what is expected, any choice is as good as another."""
    played = table.begin({"freeze_wager": WAGER}, seals.Open())
    records = list(played.opening)
    deck = [card_text(card) for card in deck_cards(52, False)]
    dice.shuffle(deck)
    for _ in range(MOST_INPUTS):
        if played.outcome is not None:
            table.finish()
            return records, played
        expected = [given for given in played.expects() if given[0] not in ("join", "leave")]
        choice = dice.choice(expected)
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
    table = Sitting("stud")
    table.seats = {seat: [BUY_IN, 0, 0] for seat in range(1, PLAYERS + 1)}
    gone = 0
    for _ in range(MOST_ROUNDS):
        stakes = {seat: cents for seat, cents, *_ in table.entries()}
        records, played = one_round(dice, table)
        antes = {record[1]: record[3] for record in records if record[0] == "post"}
        # B16.5 and B16.9: everybody wagers it; who has less taps out with it.
        assert antes == {seat: min(WAGER * (1 + gone), has) for seat, has in stakes.items()}
        again = games.make("stud", resolve("stud", {"freeze_wager": WAGER}), seals.Open())
        for record in records:
            again.apply(record)
        assert next_round.carried(again) == next_round.carried(played), "also after a restart"
        out = {record[1] for record in records if record[0] == "eliminated"}
        assert out == {seat for seat in stakes if not played.stack[seat]}
        gone += len(out)
        assert set(table.seats) == set(stakes) - out and table.marker in table.seats
        assert sum(cents for cents, *_ in table.seats.values()) == PLAYERS * BUY_IN
        if len(table.seats) == 1:
            break
    assert [cents for cents, *_ in table.seats.values()] == [PLAYERS * BUY_IN]
    assert gone == table.gone == PLAYERS - 1
