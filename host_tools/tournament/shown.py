"""A tournament for people and for scripts."""

from __future__ import annotations

from typing import Any

from host_tools.tournament.state import Entrant, Tournament
from host_tools.wording import money

_STANDING = {
    "entered": "entered",
    "reserve": "in reserve",
    "forfeited": "has forfeited",
    "replaced": "was replaced",
    "out": "is out",
    "placed": "has finished",
    "playing": "plays",
}


def as_lines(state: Tournament, now_ms: int) -> list[str]:
    made = state.conditions
    lines = [f"{made.name}: {_stage(state)}"]
    if not (state.playing or state.outcome) and (starts := state.starts) is not None:
        lines.append(f"Starts {starts:%Y-%m-%d %H:%M}")
    lines += [f"Departs from {one.rule}: {one.text}" for one in made.departures]
    if state.session >= 0 and not state.outcome:
        lines.append(_level(state, now_ms))
    for table, players in state.tables().items():
        lines.append(f"{table}, {state.session_rounds.get(table, 0)} rounds of this session")
        lines += [f"  box {one.seat.box}: {_player(one)}" for one in players if one.seat]
    others = [one for one in state.entrants.values() if one.seat is None]
    lines += [f"{one.number} {one.name} {_STANDING[one.standing]}" for one in others]
    if state.extra_rounds:
        lines.append(f"Extra rounds (17.23): {', '.join(map(str, state.extra_rounds))}")
        if state.extra_due():
            lines.append(f"  still to play: {', '.join(state.extra_due())}")
    return lines


def _stage(state: Tournament) -> str:
    if state.outcome:
        return state.outcome
    if state.session < 0:
        return f"{state.entries} entries"
    name = state.conditions.sessions[state.session].name
    if state.playing:
        return f"{name} is played, {len(state.in_play)} players"
    return f"{name} is {'drawn' if state.drawn else 'over'}, {len(state.in_play)} players"


def _level(state: Tournament, now_ms: int) -> str:
    left = state.clock.left_ms(now_ms)
    text = f"Level {state.clock.level + 1} of {len(state.conditions.levels)}"
    if left is not None:
        text += f", {left // 60_000}:{left // 1000 % 60:02d} left"
    return text if state.clock.running_since_ms is not None else f"{text}, the clock stands"


def _player(one: Entrant) -> str:
    what = " (leaves)" if one.leaves else "" if one.present else " (not seated)"
    return f"{one.number} {one.name} {money(one.chips)}{what}"


def prize_lines(state: Tournament) -> list[str]:
    takings = state.takings
    lines = [
        f"Paid in {money(takings.paid_in)}: pool {money(takings.pool)},"
        f" commission {money(takings.commission)}, returned {money(takings.returned)}"
    ]
    if state.outcome == "cancelled":
        return [f"Cancelled: everything goes back, {money(takings.paid_in - takings.returned)}"]
    if not state.outcome:
        return [*lines, "The places are open."]
    for one in _by_place(state):
        prize = state.awards.get(one.number, 0)
        lines.append(f"{one.place}. {one.name}" + (f"  {money(prize)}" if prize else ""))
    return lines


def _by_place(state: Tournament) -> list[Entrant]:
    placed = [one for one in state.entrants.values() if one.place is not None]
    return sorted(placed, key=lambda one: (one.place or 0, one.number))


def as_data(state: Tournament, now_ms: int) -> dict[str, Any]:
    """For scripts; amounts are cents."""
    takings = state.takings
    return {
        "name": state.conditions.name,
        "game": state.conditions.game,
        "outcome": state.outcome,
        "session": state.session,
        "playing": state.playing,
        "level": state.clock.level,
        "level_left_ms": state.clock.left_ms(now_ms),
        "limits": state.conditions.values_at(state.clock.level),
        "published": state.published,
        "entrants": [
            {
                "number": one.number,
                "name": one.name,
                "standing": one.standing,
                "chips": one.chips,
                "table": one.seat.table if one.seat else None,
                "box": one.seat.box if one.seat else None,
                "place": one.place,
                "prize": state.awards.get(one.number, 0),
            }
            for one in state.entrants.values()
        ],
        "prizes": {
            "paid_in": takings.paid_in,
            "pool": takings.pool,
            "commission": takings.commission,
            "returned": takings.returned,
            "awards": [
                {
                    "place": one.place,
                    "number": one.number,
                    "name": one.name,
                    "prize": state.awards.get(one.number, 0),
                }
                for one in _by_place(state)
            ],
        },
    }
