"""A refusal depends on nothing hidden: two tables that differ only in face-down cards refuse alike.

Which inputs name cards is derived from their declarations. Each of them is tried with every card,
with every role's key, while people play; every other input is tried dry at many moments.
"""

from __future__ import annotations

from binascii import hexlify
from typing import Any

import pytest

from cardtable.rules import seals
from cardtable.rules.cards import RANKS, SUITS
from cardtable.rules.inputs import INPUTS
from cardtable.rules.places import BOARD, BURN, DEALER, DISCARD, SHOE
from cardtable.rules.round import NAMING, names_a_face, names_cards
from cardtable.vault.files import Files
from sim.people import house
from sim.people.dice import Dice
from tests.integration.table.visitor import visit

GAMES = ("holdem", "omaha", "draw", "stud", "canberra", "canberra-1997")
CARDS = [rank + suit for rank in RANKS for suit in SUITS] + ["Jk", "Zz"]
PLACES = (1, 2, 3, 5, DEALER, BOARD, BURN, DISCARD, SHOE)


@pytest.fixture(autouse=True)
def nothing_else_differs(monkeypatch):
    def seal_of(card, salt):
        return hexlify(seals.hmac_sha256(salt.encode(), b"")[:16]).decode()

    monkeypatch.setattr(seals, "seal_of", seal_of)
    monkeypatch.setattr(Files, "free", lambda files: 1 << 20)
    monkeypatch.setattr(house, "_JACKPOT_PERCENT", 0)


def _blind(world):
    """Players who do not look at their cards."""
    if isinstance(world.house, house.CanberraHouse):
        dice = Dice(77)
        world.house._would_bet = lambda faces: dice.chance(60)


def _naming() -> dict[str, list[Any]]:
    """kind → its fields, of every input in which a card may stand."""
    kinds = {name: INPUTS.fields(name) for name in INPUTS.names()}
    return {k: f for k, f in kinds.items() if any(one.type in ("card", "cards") for one in f)}


def _value(field: Any, card: str, place: int) -> Any:
    if field.type == "card":
        return [card, "Zz"] if field.many and place % 2 else [card] if field.many else card
    return place


def _named(card: str) -> list[list[Any]]:
    return [
        [kind] + [_value(field, card, place) for field in fields]
        for kind, fields in sorted(_naming().items())
        for place in (1, 2, BOARD)
    ]


def _others() -> list[tuple[Any, ...]]:
    """Every input without a card, over a domain of seats, places and amounts."""
    found = []
    for kind in INPUTS.names():
        fields = INPUTS.fields(kind)
        if any(field.type == "card" and not field.optional for field in fields):
            continue
        if kind in ("wait", "display"):
            continue
        domains = [_domain(field) for field in fields]
        size = max([len(one) for one in domains], default=1)
        for k in range(size):
            found.append((kind, *[one[(k + n) % len(one)] for n, one in enumerate(domains)]))
    return found


def _domain(field: Any) -> tuple[Any, ...]:
    if field.type == "card":
        return (None,)
    if field.type == "place":
        return PLACES
    if field.type == "seat":
        return tuple(range(1, 11))
    if field.type == "rule":
        return ("9.9",)
    if field.type == "name":
        return ("warning",)
    return (0, 3, 5, 500, 20000)


def test_which_inputs_name_cards_is_what_the_declarations_say():
    assert set(NAMING) == set(_naming())
    for card in ("As", "9" * 32):
        for given in _named(card):
            assert names_cards(given)
            assert names_a_face(given) == (len(card) < 4 or "Zz" in str(given))
    for given in _others():
        assert not names_cards(given) and not names_a_face(given)


def _faces_told(facts) -> set[str]:
    dealt = {fact[2] for fact in facts if fact[0] == "deal" and len(fact[2]) < 4}
    return dealt | {fact[3] for fact in facts if fact[0] == "turn"}


def _in_two_worlds(folder, game, seed, script_of):
    """What `script_of(told)` writes down at two tables that differ in cards that are never told."""
    both = []
    told_faces: set[str] = set()

    def mix(deck):
        hidden = [card for card in deck if card.face not in told_faces]
        faces = [card.face for card in hidden]
        Dice(seed + 100).shuffle(faces)
        for card, face in zip(hidden, faces, strict=True):
            card.face = face

    hands = []
    for name, relabel in (("a", None), ("b", mix)):
        told: list[Any] = []
        visitor = visit(
            folder / name, script_of(told), rounds=1, seed=seed, game=game, relabel=relabel,
            prepare=_blind,
        )  # fmt: skip
        told_faces = told_faces or _faces_told(visitor.facts)
        both.append(told)
        hands.append([card.face for card in visitor.world.felt.deck])
    assert hands[0] != hands[1], "hidden cards differ"
    return both


@pytest.mark.parametrize("game", GAMES)
def test_no_card_that_is_named_is_answered_by_what_is_hidden(game, tmp_path):
    def script_of(told):
        def script(visitor):
            yield from visitor.until(lambda: len(visitor.of("deal")) >= 8, 120_000)
            before = len(visitor.facts)
            for n, card in enumerate(CARDS):
                for given in _named(card)[n % 3 :: 3]:
                    for role in ("dealer", "supervisor") if n % 9 else ("technician",):
                        yield from visitor.do(role, "input", given)
                        told.append((visitor.world.clock.now_us, role, given, visitor.last))
            tried = [fact for fact in visitor.facts[before:] if fact[0] in ("refused", "denied")]
            told.append(tried)
            yield from visitor.until(lambda: visitor.of("end"), 200_000)

        return script

    first, other = _in_two_worlds(tmp_path, game, 4, script_of)
    assert first == other
    codes = {one[3][0] for one in first[:-1]}
    assert codes == {"names_a_face", "not_an_input", "wrong_role"}
    assert [fact for fact in first[-1] if fact[0] == "denied" and fact[2] == "names_a_face"]


@pytest.mark.parametrize("game", GAMES)
def test_no_other_input_is_refused_by_what_is_hidden(game, tmp_path):
    def script_of(told):
        def script(visitor):
            while not visitor.of("end"):
                yield 700
                played = visitor.world.app.controller.round
                if played is None:
                    continue
                for given in _others():
                    refusal = played.why_not(given)
                    told.append((given, None if refusal is None else (refusal.code, refusal.rule)))

        return script

    first, other = _in_two_worlds(tmp_path, game, 6, script_of)
    assert len(first) > 2000 and len({refusal for _, refusal in first}) > 10
    assert [pair for pair in zip(first, other, strict=True) if pair[0] != pair[1]] == []


def test_a_card_face_down_is_thrown_by_its_seal(tmp_path):
    """What people can see of it names it, and tells nobody anything."""
    replies = []

    def script(visitor):
        yield from visitor.until(lambda: visitor.of("street"), 200_000)
        played = visitor.world.app.controller.round
        yield from visitor.until(lambda: played.street == 1 and played._deciding(), 200_000)
        seat = played._deciding()
        mine = [fact[2] for fact in visitor.of("deal") if fact[1] == seat]
        another = next(fact[2] for fact in visitor.of("deal") if fact[1] != seat)
        for seal in (another, mine[1]):
            yield from visitor.do("dealer", "input", ["throw", seat, [seal]])
            replies.append(visitor.last[0])
        yield 500
        thrown = next(fact[2] for fact in visitor.of("throw") if fact[1] == seat)
        replies.append(thrown == [mine[1]])

    visit(tmp_path, script, rounds=1, seed=4, game="draw")
    assert replies == ["card_is_not_there", "ok", True]
