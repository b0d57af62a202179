"""Who left a box and comes back soon brings what was taken away (`return_minutes`): on the board's
own croupier, from round to round, with entries taken back. House custom: no rule is cited."""

import pytest

from cardtable.desk.games import is_banked
from tests.integration.undo.table import GAMES, Table

MINUTE = 60_000
CASH = [name for name in GAMES if not is_banked(name) and name != "freeze-out"]


class _Clock:
    ms = 0

    def __call__(self) -> int:
        return self.ms


def _table(name: str, **values: int) -> tuple[Table, _Clock]:
    table, clock = Table(name, 4), _Clock()
    table.config["values"] |= values
    table.controller.game.uptime_ms = clock  # type: ignore[attr-defined]
    table.controller.open()  # a round that has the clock
    for seat in (1, 2, 3, 4):
        assert table.give(("join", seat, 20_000))
    return table, clock


def _why_not(table: Table, *given: object) -> tuple[str, str] | None:
    if table.give(given):
        return None
    refusal = table.controller.refusal
    assert refusal is not None
    return refusal.code, refusal.rule


@pytest.mark.parametrize("name", CASH)
def test_less_is_refused_for_an_hour_and_over_rounds(name):
    table, clock = _table(name)
    clock.ms += 5 * MINUTE
    assert table.give(("leave", 4))
    assert table.give(("rule_void", None))
    clock.ms += 60 * MINUTE - 1
    assert _why_not(table, "join", 4, 19_999) == ("brings_less_than_left", "")
    assert _why_not(table, "join", 5, 19_999) is None  # another box: the table knows no persons
    clock.ms += 1
    assert _why_not(table, "join", 4, 19_999) is None


def test_as_much_is_enough():
    table, _ = _table("omaha")
    assert table.give(("leave", 4)) and table.give(("join", 4, 20_000))


def test_a_newcomer_brings_what_newcomers_bring_until_it_is_taken_back():
    table, _ = _table("holdem")
    assert table.give(("leave", 4))
    assert _why_not(table, "newcomer", 5) == ("nobody_left_there", "")
    assert table.give(("newcomer", 4))
    assert table.take_back() is None
    assert _why_not(table, "join", 4, 10_000) == ("brings_less_than_left", "")
    assert table.give(("newcomer", 4)) and table.give(("join", 4, 10_000))
    assert ("newcomer", 4) in [tuple(r) for r in table.vault.open_round()]


def test_never_more_than_the_maximum_buy_in():
    table, _ = _table("omaha", max_buy_in=20_000)
    table.round.stack[4] = 40_000  # won
    assert table.give(("leave", 4))
    assert _why_not(table, "join", 4, 19_999) == ("brings_less_than_left", "")
    assert _why_not(table, "join", 4, 20_000) is None


@pytest.mark.parametrize("values", [{"return_minutes": 0}, {"tournament": 1}])
def test_off_and_in_a_tournament_nothing_is_asked(values):
    table, _ = _table("draw", **values)
    assert table.give(("leave", 4)) and table.give(("join", 4, 10_000))


def test_a_restart_knows_who_left():
    table, _ = _table("holdem")
    assert table.give(("leave", 4))
    table.restart()
    assert _why_not(table, "join", 4, 19_999) == ("brings_less_than_left", "")


def test_asking_whether_somebody_may_leave_is_not_leaving():
    table, _ = _table("holdem")
    assert table.round.why_not(("leave", 4)) is None
    assert table.round.returns == {}
