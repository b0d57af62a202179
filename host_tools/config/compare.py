"""What would change on a board, and what each change has to wait for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.jackpot.meter import PARAMETERS
from cardtable.rules.determinations import DETERMINATIONS, NOTICE, WON, rule_of
from host_tools import wording
from host_tools.config.load import Config
from host_tools.link.session import Session

# The amounts of the meter's section of that name, in their order (jackpot/meter.py)
_POOL, _WAGERS_IN, _WON = 0, 7, 12

WHEN_WORDS = {
    "round": "between rounds",
    "notice": "between rounds, after notice to the players",
    "won": "once the jackpot has been won",
}


@dataclass(frozen=True)
class OnBoard:
    """The configuration a board plays by."""

    table: str
    board: str
    game: str
    fingerprint: str
    values: dict[str, Any]
    parameters: dict[str, int]
    waiting: dict[str, int]  # parameters that change once the jackpot is won
    untouched: bool  # no jackpot wager is in the pool: it was won, or the books are new
    round_in_play: bool


@dataclass(frozen=True)
class Change:
    name: str
    now: Any
    then: Any
    when: str  # round | notice | won
    rule: str = ""

    def line(self) -> str:
        cited = f", {self.rule}" if self.rule else ""
        return (
            f"{self.name}: {shown(self.now)} → {shown(self.then)} ({WHEN_WORDS[self.when]}{cited})"
        )


def on_board(session: Session) -> OnBoard:
    hello = session.talk.hello
    told = dict(session.talk.ask("config"))
    meters = dict(session.talk.ask("meters"))
    amounts = meters["amounts"]
    parameters: dict[str, int] = dict(zip(PARAMETERS, meters["parameters"], strict=True))
    seeded = amounts[_POOL] <= parameters["start_up"]
    return OnBoard(
        hello.table,
        hello.board,
        told.pop("game"),
        told.pop("fingerprint"),
        {name: value for name, value in told.items() if name in DETERMINATIONS},
        parameters,
        {PARAMETERS[at]: value for at, value in meters.get("waiting", [])},
        bool(amounts[_WON]) or not amounts[_WAGERS_IN] or seeded,
        bool(session.asked("health").get("round_in_play")),
    )


def changes(config: Config, there: OnBoard) -> list[Change]:
    """Every determination that would change, in the order of the declarations' names."""
    if config.game != there.game:
        was, will = wording.GAMES[there.game], wording.GAMES[config.game]
        return [Change("game", was, will, NOTICE)]
    return [
        Change(
            f"determinations.{name}",
            there.values.get(name),
            value,
            DETERMINATIONS.row(name)[3],
            rule_of(config.game, name),
        )
        for name, value in sorted(config.values.items())
        if there.values.get(name) != value
    ]


def parameter_changes(config: Config, there: OnBoard) -> list[Change]:
    """Parameters of the jackpot; the board itself lets them wait for a win."""
    meant = there.parameters | there.waiting
    return [
        Change(f"jackpot.{name}", meant[name], config.jackpot[name], WON, "NI2004-492 10.5")
        for name in PARAMETERS
        if meant[name] != config.jackpot[name]
    ]


def must_wait(found: list[Change], there: OnBoard) -> list[Change]:
    """Changes that have to wait for the jackpot to be won."""
    return [] if there.untouched else [one for one in found if one.when == WON]


def shown(value: Any) -> str:
    if value is None:
        return "none"
    return f'"{value}"' if isinstance(value, str) else str(value)
