"""What the host makes of records with entries taken back: the same as of the round without them."""

from __future__ import annotations

import pytest

from cardtable.desk.record_kinds import BESIDE, KINDS
from host_tools.console.round_projection import TableView
from host_tools.histories.hand import gathered
from host_tools.histories.ohh import ohh
from host_tools.histories.writer import written
from host_tools.ledger.ledger import Entry
from host_tools.ledger.standing import standing
from host_tools.wording.narrator import Narrator
from tests.integration.undo.table import GAMES, Table

_SEEN = ("stack", "front", "bet", "put", "dead", "out", "phase", "street", "players", "folds")


def _play(name: str, seed: int, mistakes: bool) -> Table:
    """A round; with mistakes every third entry is keyed twice, and taken back in between."""
    table = Table(name, seed)
    table.take_seats()
    table.opened = first = table.vault.round_at  # type: ignore[attr-defined]
    for step in range(400):
        given = table.next()
        if given is None or table.vault.round_at != first:
            break
        assert table.give(given)
        taken = mistakes and step % 3 == 0 and table.keyed(given) and table.vault.round_at == first
        if taken and table.take_back() is None:
            assert table.give(given)
        table.dealt(given)
    return table


def _entries(table: Table) -> list[Entry]:
    first = table.opened  # type: ignore[attr-defined]
    last = table.vault.round_at - 1 if table.vault.round_at != first else 10**9
    told = enumerate(table.records(first), first)
    return [Entry("t1", 1, n, 0, "u", n * 10, "", record) for n, record in told if n <= last]


@pytest.mark.parametrize("name", GAMES)
def test_the_view_is_the_boards_round_after_every_record(name):
    table = Table(name, 2)
    table.take_seats()
    view = TableView()
    view.configure(
        [["game", table.config["game"]], ["fingerprint", table.config["fingerprint"]]]
        + [[key, value] for key, value in table.config["values"].items()]
    )
    first, told, taken = table.vault.round_at, table.vault.round_at - 1, 0
    for step in range(60):
        given = table.next()
        if given is None or not table.give(given) or table.vault.round_at != first:
            break
        table.dealt(given)
        if step in (0, 1, 3, 6, 10, 15, 21) and table.take_back("supervisor") is None:
            taken += 1
        for number, record in enumerate(table.records(told + 1), told + 1):
            view.apply(number, record)
            told = number
        assert view.now is not None
        ours, theirs = table.round, view.now.played
        if table.banked:
            assert list(ours.boxes) == list(theirs.boxes)
            for seat, box in ours.boxes.items():
                other = theirs.boxes[seat]
                assert (box.ante, box.bet, box.jackpot, box.tokens, box.fate) == (
                    (other.ante, other.bet, other.jackpot, other.tokens, other.fate)
                )
        else:
            assert [getattr(ours, k) for k in _SEEN] == [getattr(theirs, k) for k in _SEEN]
        assert view.snapshot()["round"] is not None
    assert taken


@pytest.mark.parametrize("name", GAMES)
def test_words_and_histories_are_those_of_the_round_without_mistakes(name):
    taken = 0
    for seed in range(4):
        wrong, right = _play(name, seed, True), _play(name, seed, False)
        ours, theirs = _entries(wrong), _entries(right)
        taken += sum(entry.kind == "taken_back" for entry in ours)
        stand = [entry.body for entry in standing(ours) if entry.kind not in BESIDE]
        assert stand == [entry.body for entry in theirs if entry.kind not in BESIDE]
        tellers = [Narrator(), Narrator()]
        last: list[list[str]] = [[], []]
        for k, entries in enumerate((ours, theirs)):
            for entry in entries:
                last[k] += tellers[k].tell(entry.body, entry.number)
        assert vars(tellers[0]._chips) == vars(tellers[1]._chips)
        backs = [line for line in last[0] if "Taken back by the dealer: " in line]
        assert len(backs) == sum(entry.kind == "taken_back" for entry in ours)
        assert not any("an entry." in line for line in backs)
        if not wrong.banked:
            histories = [gathered(entries) for entries in (ours, theirs)]
            assert histories[0].finish == histories[1].finish
            assert histories[0].streets == histories[1].streets
            assert "taken back" in " ".join(histories[0].notes) or not backs
            assert written(histories[0], None, None) and ohh(histories[0], None)
    assert taken


def test_every_kind_is_the_rounds_or_beside_it():
    """What a round follows is taken back with it; all else counts whatever is taken back."""
    from cardtable.rules.canberra.state import CanberraState
    from cardtable.rules.draw.game import Draw
    from cardtable.rules.poker.omaha import Omaha
    from cardtable.rules.poker.state import _RARE_RECORDS
    from cardtable.rules.stud.game import Stud

    assert set(BESIDE) <= set(KINDS.names())
    for kind in KINDS.names():
        classes = (CanberraState, Draw, Omaha, Stud)
        follows = any(hasattr(one, f"_apply_{kind}") for one in classes)
        follows = follows or f" {kind} " in _RARE_RECORDS
        if follows:
            assert kind not in BESIDE, kind
