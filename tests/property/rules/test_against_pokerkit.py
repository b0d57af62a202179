"""Seeded hands played on both sides: same turns, same amounts, same chips, or a listed exception.

The full counts are in `make soak ARGS="--only poker"`.
"""

from __future__ import annotations

import pytest

from cardtable.desk import games
from cardtable.rules.seals import Open
from tests.oracles import poker_play
from tests.oracles.poker_play import EXCEPTIONS, GAMES, Disagreement, Duel

_SEED = 50_000  # the soak begins elsewhere

# Where each exception really occurs: (exception, game, seed)
_MET = (
    ("raise cap", "fixed Hold-Em", 3),
    ("raise cap", "pot-limit Omaha", 2),
    ("raise cap", "Omaha 8-or-better", 2),
    ("no cap", "fixed Hold-Em", 6),
    ("no cap", "Omaha 8-or-better", 19),
    ("tap-out closes the betting", "no-limit Hold-Em", 1),
    ("tap-out closes the betting", "pot-limit Omaha", 0),
    ("raise to the structured level", "fixed Hold-Em", 1),
    ("under-raises do not add up", "fixed Hold-Em", 11),
    ("raise that nobody can call", "no-limit Hold-Em", 1),
    ("raise that nobody can call", "pot-limit Omaha", 1),
    ("fold without a bet", "no-limit Hold-Em", 0),
    ("fold without a bet", "pot-limit Omaha", 0),
    ("nothing left to decide", "no-limit Hold-Em", 117),
    ("nothing left to decide", "Omaha 8-or-better", 78),
    ("pots by tap-out level", "fixed Hold-Em", 133),
    ("pots by tap-out level", "Omaha 8-or-better", 3),
    ("no low in a side pot", "Omaha 8-or-better", 48),
    ("odd amount", "Hold-Em shared in units", 9),
    ("odd amount", "Omaha shared in chips", 2),
)


def _rule_id(met: tuple[str, str, int]) -> str:
    """So that `pytest -k "TGC_2006 and C16_3"` finds it."""
    document = "TGC-2006" if GAMES[met[1]].puck else "NI2006-156"
    rules = [rule.split()[-1] for rule in EXCEPTIONS[met[0]].rules if rule.startswith(document)]
    plain = "_".join([document, *rules, met[0]])
    return "".join(letter if letter.isalnum() else "_" for letter in plain)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("no-limit Hold-Em", 100),
        ("fixed Hold-Em", 100),
        ("pot-limit Omaha", 30),
        ("Omaha 8-or-better", 25),
        ("Hold-Em shared in units", 40),
        ("Omaha shared in chips", 15),
    ],
)
def test_every_decision_and_every_stack_is_the_same(name, count):
    figures = poker_play.play_many(name, _SEED, count)
    assert figures["hands"] == count
    assert figures["hands with side pots"] > count // 2  # the stacks are unequal enough
    assert figures["decisions"] > 5 * count


@pytest.mark.parametrize("met", _MET, ids=_rule_id)
def test_an_exception_really_occurs(met):
    name, game, seed = met
    assert Duel(GAMES[game], seed).play().met[name] > 0


def test_every_exception_is_shown_to_occur():
    shown = {name for name, _, _ in _MET} | {"two players"}
    assert shown == set(EXCEPTIONS)


@pytest.mark.parametrize("name", ["no-limit Hold-Em", "pot-limit Omaha"])
def test_two_players_TGC_2006_C12_4_NI2006_156_r10_1(name):
    """With two players the small blind opens after the flop too; in PokerKit the big blind."""
    game = GAMES[name]
    state = game.theirs(poker_play.AUTOMATIC, True, 0, (1, 2), 2)((100, 100), 2)
    given = {"limit": game.limit, "blinds": [1, 2], "tournament": 1, **game.determinations}
    table = games.start(game.ours, given, [(1, 100), (2, 100)], 1 if game.puck else 2, Open())
    cards = (f"{rank}c" for rank in "23456789TJQ")
    for turn in range(2 * game.hole):
        table.take(("card", 1 + turn % 2, next(cards)))
    state.deal_hole("2d3d4d5d"[: 2 * game.hole], 0)
    state.deal_hole("6d7d8d9d"[: 2 * game.hole], 1)
    assert table.bet[1:3] == [1, 2] and list(state.bets) == [2, 1]
    table.take(("call", 1))
    table.take(("check", 2))
    state.check_or_call()
    state.check_or_call()
    state.burn_card("Th")
    state.deal_board("JhQhKh")
    for _ in range(3):
        table.take(("card", poker_play.BOARD, next(cards)))
    assert table.to_act() == 1  # the small blind
    assert state.actor_index == 0  # the big blind


def test_the_seed_tells_everything():
    first, second = (Duel(GAMES["fixed Hold-Em"], 7).play() for _ in range(2))
    assert first.stacks == second.stacks
    assert first.state.operations == second.state.operations


def test_a_wrong_amount_would_be_found(monkeypatch):
    """The comparison can fail: a machine with a smaller least raise does not pass."""
    from cardtable.rules.poker.limits import Limits

    right = Limits.bounds

    def wrong(self, *given):
        least, most = right(self, *given)
        return least - 1, most

    monkeypatch.setattr(Limits, "bounds", wrong)
    with pytest.raises(Disagreement, match="seed 0"):
        Duel(GAMES["no-limit Hold-Em"], 0).play()


def test_a_wrong_share_would_be_found(monkeypatch):
    from cardtable.rules.poker import pots, showdown

    def one_pot(amounts, out, dead=0):
        pot = [sum(amounts) + dead, [s for s in range(len(amounts)) if amounts[s] and not out[s]]]
        return [pot]

    assert showdown.side_pots is pots.side_pots
    monkeypatch.setattr(showdown, "side_pots", one_pot)
    with pytest.raises(Disagreement, match="the documents give"):
        for seed in range(20):
            Duel(GAMES["no-limit Hold-Em"], seed).play()
