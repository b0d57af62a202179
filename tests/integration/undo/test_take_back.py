"""An entry keyed by mistake is taken back: nothing is left of it, in any game, at any moment."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardtable.rules.places import BOARD
from tests.integration.undo.table import GAMES, Table, by_face, state_of

_ROUNDS = 12
# What people have seen, what is in the discards, what was carried away: read from the documents
_FINAL = ("turn", "hand", "dealer_hand", "collect", "leave")


def _standing(records: list[tuple], base: int) -> list[tuple]:
    """The records that count, by a reading of their own: a stack that is cut back."""
    stack: list[tuple[int, tuple]] = []
    for number, record in enumerate(records, base):
        if record[0] == "taken_back":
            stack = [one for one in stack if one[0] < record[2]]
        elif record[0] not in ("refused", "fault", "fault_over", "boot"):
            stack.append((number, record))
    return [record for _, record in stack]


def play_with_mistakes(name: str, seed: int, chance: float = 0.4) -> Counter[str]:
    """A round in which entries are taken back at once; its twin keys only what stood."""
    table, met = Table(name, seed), Counter({"rounds": 1})
    twin = Table(name, seed)
    mistakes = Random(f"mistakes {name} {seed}")
    for one in (table, twin):
        one.take_seats()
    first = table.vault.round_at
    for _ in range(400):
        given = table.next()
        if given is None or table.vault.round_at != first:
            break
        played, before = table.round, table.state()
        wrong = table.keyed(given) and mistakes.random() < chance
        number = table.vault.journal.last
        assert table.give(given), (given, table.controller.refusal)
        if wrong and table.vault.round_at == first:
            made = table.records(number + 1)
            code = table.take_back()
            final = [record for record in made if record[0] in _FINAL]
            if final:
                assert code in ("card_was_shown", "in_the_discards", "chips_have_left"), made
                met["final"] += 1
            elif made:
                assert code is None, (given, code, made)
                assert table.state() == before, given
                assert table.round is not played
                met["taken back"] += 1
                assert table.take_back() is not None  # not twice
                continue
            else:  # it said nothing new: there is nothing of it to take back
                continue
        table.dealt(given)
        twin.dealt(given)
        assert twin.give(given), (given, twin.controller.refusal)
        if table.vault.round_at == first:
            assert table.state() == twin.state(), given
    assert table.vault.round_at != first or table.round.outcome is not None, table.round.expects()
    ours = _standing(table.records(first), first)
    theirs = _standing(twin.records(first), first)
    assert ours == theirs, "the round settles as the one without the mistakes"
    met["money"] += sum(1 for record in ours if record[0] in ("win", "settle"))
    return met


@pytest.mark.parametrize("name", GAMES)
def test_what_is_taken_back_at_once_leaves_nothing(name):
    met: Counter[str] = Counter()
    for seed in range(_ROUNDS):
        met += play_with_mistakes(name, seed)
    assert met["taken back"] > _ROUNDS and met["money"] >= _ROUNDS, met


def supervisor_goes_back(name: str, seed: int) -> Counter[str]:  # noqa: C901 - one story
    """A supervisor takes back any entry of the open round, with cards dealt behind it."""
    table, met = Table(name, seed), Counter({"rounds": 1})
    table.take_seats()
    first = table.vault.round_at
    chance = Random(f"supervisor {name} {seed}")
    past: list[tuple[int, dict[str, Any], tuple]] = []  # (its first record, the state before, it)
    tries = 0
    for _ in range(300):
        given = table.next()
        if given is None or table.vault.round_at != first or tries > 3:
            break
        before, number = table.state(), table.vault.journal.last
        assert table.give(given), given
        table.dealt(given)
        if table.vault.round_at != first:
            break
        if table.vault.journal.last == number:
            continue
        if table.keyed(given):
            past.append((number + 1, before, given))
        if past and chance.random() < 0.15:
            tries += 1
            at, was, _ = past[chance.randrange(max(0, len(past) - 6), len(past))]
            now, span = table.state(), table.records(at)
            if chance.random() < 0.3:
                table.restart()
                assert table.state() == now
            code = table.take_back("supervisor", at)
            shown = [r for r in span if r[0] in _FINAL or (r[0] == "deal" and len(r[2]) <= 3)]
            thrown = [r for r in span[1:] if r[0] == "throw" and r[2]]
            moved = [r for r in span if r[0] == "move"]
            if shown or thrown:
                assert code in ("card_was_shown", "in_the_discards"), (code, span)
            elif code == "cards_stand_against_it":
                assert [r for r in span if r[0] == "deal"]
            elif not moved:
                assert code is None, (code, span)
            if code is not None:
                assert table.state() == now, code
                met[code] += 1
                continue
            cards = [r for r in span if r[0] == "deal"]
            met["over cards" if cards else "taken back"] += 1
            if not cards:
                assert table.state() == was
            else:
                _as_if_dealt(table, at, cards)
            assert table.take_back("supervisor", at) == "no_such_entry"
            after = table.state()
            table.restart()
            assert table.state() == after, "a restart brings the same round back"
            past = [one for one in past if one[0] < at]
    return met


def _as_if_dealt(table: Table, at: int, cards: list[tuple]) -> None:
    """The round is what the records before make, with these cards: built here on its own."""
    from cardtable.rules.seals import restored

    played = table.round
    sealer = played.sealer
    game = table.controller.game
    base = table.vault.round_at
    numbered = list(enumerate(table.records(), base))
    spans = [(r[2], n) for n, r in numbered if r[0] == "taken_back" and n < at]
    kept = [r for n, r in numbered if n < at and not any(a <= n < b for a, b in spans)]
    made = game.restore(iter(kept), sealer.dump())
    other = restored(sealer.dump())
    for _, place, token in cards:
        made.take(("card", place, sealer.face(token)))
    assert by_face(state_of(made), made.sealer) == by_face(state_of(played), sealer), (at, cards)
    assert other.count == sealer.count


@pytest.mark.parametrize("name", GAMES)
def test_a_supervisor_goes_back_to_any_entry_of_the_open_round(name):
    met: Counter[str] = Counter()
    for seed in range(_ROUNDS):
        met += supervisor_goes_back(name, seed)
    assert met["taken back"] + met["over cards"] >= _ROUNDS // 4, met


# ---- attempted violations


def _until(table: Table, found, most: int = 300) -> None:
    """Play on until `found()`."""
    for _ in range(most):
        if found():
            return
        given = table.next()
        assert given is not None
        assert table.give(given)
        table.dealt(given)
    raise AssertionError("it never came")


def _refused(table: Table, *code: str, **given: Any) -> None:
    before, last = table.state(), table.vault.journal.last
    assert table.take_back(**given) in code
    assert table.state() == before
    told = table.records(last + 1)
    assert [record[0] for record in told] == ["refused"], told


@pytest.mark.parametrize("name", GAMES)
def test_a_dealer_may_not_after_the_next_card_or_action(name):
    table = Table(name, 5)
    table.take_seats()
    given = table.next()
    while given is None or not table.keyed(given):
        assert given and table.give(given)
        table.dealt(given)
        given = table.next()
    assert table.give(given)
    number = table.vault.entries.last()
    following = table.next()
    assert following and table.give(following)
    table.dealt(following)
    _refused(table, "too_late_to_take_back", "card_was_shown", record=number)
    if not table.keyed(following):
        _refused(table, "too_late_to_take_back")


@pytest.mark.parametrize("name", ["holdem", "omaha"])
def test_not_over_a_card_on_the_board(name):
    table = Table(name, 1)
    table.take_seats()
    _until(table, lambda: len(table.round.board) >= 3)
    _refused(table, "card_was_shown", who="supervisor")


def test_not_over_an_open_card_of_stud():
    table = Table("stud", 1)
    table.take_seats()
    _until(table, lambda: table.round.street >= 1)
    assert table.take_back("supervisor") == "card_was_shown"


def test_not_over_a_hand_that_was_shown_nor_one_in_the_rack():
    table = Table("canberra", 3)
    for seat in (2, 5):
        assert table.give(("ante", seat, 500))
    _until(table, lambda: table.round.phase == "act")
    for seat in (2, 5):
        assert table.give(("bet", seat, None))
    table.give(("show", 0))
    _refused(table, "card_was_shown", who="supervisor")


def test_not_over_a_card_that_the_rack_has_seen():
    table = Table("holdem", 2)
    table.take_seats()
    _until(table, lambda: table.round.phase == "bets")
    seat = table.round.to_act()
    racked = [table.round.sealer.face(token) for token in table.round.held[seat]]
    assert table.give(("fold", seat))
    table.controller.in_rack = lambda card: card in racked
    _refused(table, "in_the_discards")
    assert (
        table.controller.refusal is not None and table.controller.refusal.rule == "TGC-2006 C19.16"
    )
    table.controller.in_rack = lambda card: False
    assert table.take_back() is None


def test_not_over_chips_that_were_carried_away():
    table = Table("omaha", 2)
    for seat in (1, 2, 3):
        assert table.give(("join", seat, 10_000))
    assert table.give(("leave", 3))
    _refused(table, "chips_have_left", who="supervisor")
    assert table.give(("buy", 2, 5_000))
    assert table.take_back() is None
    assert table.round.stack[2] == 10_000


@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_a_round_that_is_over(name):
    table = Table(name, 4)
    table.take_seats()
    first = table.vault.round_at
    _until(table, lambda: table.vault.round_at != first, 600)
    ends = list(table.vault.records(first))
    assert [record[0] for record in ends].count("end") == 1
    for who in ("dealer", "supervisor"):
        _refused(table, "nothing_to_take_back", who=who)
    _refused(table, "no_such_entry", who="supervisor", record=first + 3)


def test_only_where_an_entry_begins():
    table = Table("canberra", 1)
    for seat in (2, 5):
        assert table.give(("ante", seat, 500))
    number = table.vault.entries.last()
    for wrong in (1, number - 2, number + 1, number + 50):
        _refused(table, "no_such_entry", who="supervisor", record=wrong)


def test_cards_that_do_not_fit_any_more_stand_against_it():
    """With the ante the box goes; a card that lies in it belongs to nobody then, or it stays."""
    table = Table("canberra", 1)
    for seat in (2, 5):
        assert table.give(("ante", seat, 500))
    number = table.vault.entries.last()
    for place in (2, 5):
        assert table.give(("card", place, table.deck.pop()))
    before = table.state()
    code = table.take_back("supervisor", number)
    if code is not None:
        assert code == "cards_stand_against_it" and table.state() == before
    else:
        assert 5 not in table.round.boxes


def test_money_that_moved_beside_the_round_stays_moved():
    """A correction of the meter between the entry and its end is not of the round."""
    from cardtable.jackpot import moves

    table = Table("canberra", 1)
    assert table.give(("ante", 2, 500))
    books = table.vault.books
    assert table.controller.move(moves.correct(books, 0, 250, 0, "sue", "count"))
    reserve = books.meter.reserve
    assert table.take_back() is None  # it is no action at the table
    assert books.meter.reserve == reserve and not table.round.boxes
    assert table.round.sign == books.meter.display


def test_what_waits_for_the_round_is_judged_by_the_round_that_takes_its_place():
    table = Table("canberra", 1)
    assert table.give(("ante", 2, 500))
    assert table.round_port.later(("ante", 5, 500))
    assert table.take_back() is None
    for _ in table.round_port.judging():
        pass
    assert list(table.round.boxes) == [5]


# ---- what it tells


def _told(name: str, deck: int) -> list:
    """A round with mistakes as anyone beside the table hears it, dealt from this deck."""
    table = Table(name, 7)
    Random(deck).shuffle(table.deck)
    table.take_seats()
    chance, told = Random("public"), []
    if not table.banked:
        told.append(table.take_back())
        assert table.give(("begin",))
    for step in range(60):
        given = table.next()
        if given is None or given[0] in ("show", "throw") or _lies_open(table, given):
            break
        taken = table.give(given)
        table.dealt(given)
        told.append((given[0], given[1] if given[0] == "card" else given[1:], taken))
        if table.keyed(given) and step % 2 == 0:
            told.append(table.take_back(chance.choice(("dealer", "supervisor"))))
        elif chance.random() < 0.2:
            told.append(table.take_back("supervisor"))
    records = table.records(1)
    return [told, [_without_seals(record) for record in records]]


def _lies_open(table: Table, given: tuple) -> bool:
    """From here on faces are told, and rounds may differ by them."""
    return given[0] == "card" and (given[1] == BOARD or table.name in ("stud", "freeze-out"))


def _without_seals(record: tuple) -> tuple:
    if record[0] == "deal" and len(record[2]) <= 3:
        return (*record[:2], "open")  # the dealer's last card of Canberra Poker
    return tuple("#" if isinstance(one, str) and len(one) == 32 else one for one in record)


@pytest.mark.parametrize("name", GAMES)
def test_it_tells_nothing_of_cards_that_lie_face_down(name):
    one, other = _told(name, 1), _told(name, 2)
    assert one == other
    assert any(record[0] == "taken_back" for record in one[1])
