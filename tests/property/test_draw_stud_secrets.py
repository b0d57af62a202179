"""The same public round with other cards face down: every answer and every record is the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtable.desk import games
from cardtable.rules import places
from cardtable.rules.cards import card_text
from cardtable.rules.seals import Sealer

ROUNDS = 60
DECK = [card_text(card) for card in range(52)]
STACKS = [(1, 2000), (3, 700), (4, 150), (8, 5000)]


def started(game: str, seed: int) -> Any:
    given: dict[str, Any] = {"commission": "none"}
    if game == "draw":
        given |= {"blinds": [50, 100], "limit": "full-pot", "win": ["high", "low"][seed % 2]}
    return games.start(game, given, STACKS, 3, Sealer(b"the same secret"))


def masked(records: list[Any]) -> str:
    """Records with every seal made alike; faces stay."""

    def hide(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [hide(one) for one in value]
        return "sealed" if isinstance(value, str) and len(value) == 32 else value

    return repr([hide(record) for record in records])


def asked(played: Any) -> list[str]:
    """What the machine answers about things that players and dealers may try now."""
    tries: list[tuple[Any, ...]] = [("reshuffle",), ("expose", places.SHOE)]
    for seat, _ in STACKS:
        tries += [(kind, seat) for kind in ("check", "call", "fold", "all_in", "muck", "stand")]
        tries += [("bet", seat, 100), ("raise", seat, 300), ("show", seat, None), ("expose", seat)]
    answers = [played.why_not(given) for given in tries]
    return [repr(why and (why.code, why.rule)) for why in answers] + [repr(played.expects())]


def inputs_of(game: str, seed: int) -> list[tuple[Any, ...]]:
    """A round at random, up to the showdown."""
    random = Random(f"{game} secrets {seed}")
    played = started(game, seed)
    deck = random.sample(DECK, 52)
    taken: list[tuple[Any, ...]] = [("begin",)]
    played.take(("begin",))
    while played.outcome is None and played.phase != "show":
        expected = played.expects()
        given = random.choice([one for one in expected if one[0] != "fold"] or expected)
        if random.random() < 0.05 and expected[-1][0] == "fold":
            given = expected[-1]
        if given[0] == "card":
            given = ("card", given[1], deck.pop())
        elif given[0] in ("bet", "raise"):
            given = (*given[:2], random.choice(given[2]))
        elif given[0] == "throw":
            faces = [played.sealer.face(token) for token in played.held[given[1]]]
            given = ("throw", given[1], random.sample(faces, random.randint(1, 5)))
        elif given[0] == "reshuffle" or given[0] == "rule_void":
            break
        played.take(given)
        taken.append(given)
    return taken


def other_cards(game: str, seed: int, inputs: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The same inputs with other cards wherever nobody sees them."""
    random = Random(f"{game} other {seed}")
    if game == "draw":  # everything is face down
        other = dict(zip(DECK, random.sample(DECK, 52), strict=True))
    else:  # one closed card each, dealt first
        used = {given[2] for given in inputs if given[0] == "card"}
        spare = random.sample([card for card in DECK if card not in used], len(STACKS))
        closed = [given[2] for given in inputs if given[0] == "card"][: len(STACKS)]
        other = {card: card for card in DECK} | dict(zip(closed, spare, strict=True))

    def changed(value: Any) -> Any:
        if isinstance(value, list):
            return [other[one] for one in value]
        return other.get(value, value) if isinstance(value, str) else value

    return [(given[0], *[changed(value) for value in given[1:]]) for given in inputs]


@pytest.mark.parametrize("game", ["draw", "stud"])
def test_nothing_told_depends_on_a_face_down_card(game: str):
    compared = sealed = 0
    for seed in range(ROUNDS):
        inputs = inputs_of(game, seed)
        others = other_cards(game, seed, inputs)
        assert inputs != others
        one, two = started(game, seed), started(game, seed)
        for first, second in zip(inputs, others, strict=True):
            told = masked(one.take(first))
            assert told == masked(two.take(second)), (seed, first)
            assert asked(one) == asked(two), (seed, first)
            compared += 1
            sealed += told.count("sealed")
    assert compared > 20 * ROUNDS and sealed >= 4 * ROUNDS
