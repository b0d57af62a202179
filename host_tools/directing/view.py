"""What the director's page, the wall and the tables' consoles show; amounts are cents."""

from __future__ import annotations

from typing import Any

from host_tools.directing.runner import TableNow
from host_tools.tournament import money as prize_money
from host_tools.tournament.director import Director
from host_tools.tournament.state import Entrant, Tournament
from host_tools.wording import money

_LIMITS = {"blinds": "Blinds", "ante": "Ante", "min_bet": "Minimum bet", "max_bet": "Maximum bet"}
_LIMITS |= {"ante_min": "Least ante", "ante_max": "Most ante", "freeze_wager": "Freeze-out wager"}
_LIMITS |= {"small_bet": "Small bet", "big_bet": "Big bet", "table_min": "Table minimum"}


def wall(director: Director, now_ms: int) -> dict[str, Any]:
    """What everybody in the room may know."""
    state = director.state
    players = len(state.in_play)
    return {
        "name": state.conditions.name,
        "document": state.conditions.rules.document,
        "stage": stage(state),
        "session": state.conditions.sessions[state.session].name if state.session >= 0 else "",
        "starts": f"{state.starts:%Y-%m-%d %H:%M}" if state.starts else "",
        "restricted": state.conditions.entry.restricted_to,
        "playing": state.playing,
        "outcome": state.outcome,
        "clock": _clock(state, now_ms),
        "entries": state.entries,
        "players": players,
        "average": state.chips_in_play // players if players else 0,
        "chips": state.chips_in_play,
        "prizes": _prizes(state),
        "places": [_placed(state, one) for one in _by_place(state)],
        "seats": _seats(state),
        "hand_for_hand": state.playing and state.hands_from is not None,
        "ahead": state.ahead(),
        "extra": state.extra_rounds,
        "extra_due": state.extra_due(),
        "published": state.published,
        "departures": [{"rule": d.rule, "text": d.text} for d in state.conditions.departures],
    }


def desk(
    director: Director, now_ms: int, tables: dict[str, TableNow], troubles: list[str]
) -> dict[str, Any]:
    """The same for the director: everybody by name, boards, what waits for her."""
    state = director.state
    takings = state.takings
    return wall(director, now_ms) | {
        "over": director.session_is_over(),
        "drawn": state.drawn,
        "sessions": len(state.conditions.sessions),
        "at": state.session,
        "moves": state.conditions.departs_from("ballot") is not None,
        "forfeits": state.conditions.rules.forfeits_by_itself,
        "tables": {
            name: {
                "rounds": state.session_rounds.get(name, 0),
                "players": [_player(state, one) for one in state.tables().get(name, [])],
                "board": vars(tables[name]) if name in tables else None,
            }
            for name in sorted({*state.tables(), *state.tables_open, *tables})
        },
        "others": [_player(state, one) for one in state.entrants.values() if one.seat is None],
        "takings": vars(takings),
        "missing": director.chips_missing(),
        "troubles": troubles,
    }


def stage(state: Tournament) -> str:
    if state.outcome:
        return state.outcome
    if state.session < 0:
        return "entries"
    if state.playing:
        if state.extra_rounds:
            return "extra rounds"
        if state.clock.running_since_ms is None:
            return "break"
        return "playing"
    return "drawn" if state.drawn else "between sessions"


def _clock(state: Tournament, now_ms: int) -> dict[str, Any]:
    levels, at = state.conditions.levels, state.clock.level
    until = state.clock.break_until_ms
    return {
        "level": at + 1,
        "levels": len(levels),
        "limits": limits(state, at),
        "next": limits(state, at + 1) if at + 1 < len(levels) else "",
        "left_ms": state.clock.left_ms(now_ms),
        "rounds": levels[at].rounds,
        "rounds_left": {t: state.clock.rounds_left(t) for t in state.tables()},
        "break_after": levels[at].break_minutes,
        "break_left_ms": None if until is None else max(0, until - now_ms),
        "runs": state.playing and state.clock.running_since_ms is not None,
    }


def limits(state: Tournament, level: int) -> str:
    """`Blinds 50/100, ante 10`."""
    given = state.conditions.given_at(level)
    told = []
    for name, words in _LIMITS.items():
        value = given.get(name)
        if value:
            amounts = value if isinstance(value, list) else [value]
            told.append(f"{words} {'/'.join(_short(one) for one in amounts)}")
    return ", ".join(told)


def _short(cents: int) -> str:
    return money(cents).removesuffix(".00")


def _prizes(state: Tournament) -> list[int]:
    """By place, of the pool as it is now."""
    try:
        shares = state.conditions.shares_for(state.entries)
    except ValueError:
        return []  # too few entries yet
    return prize_money.prizes(state.takings.pool, shares)


def _by_place(state: Tournament) -> list[Entrant]:
    placed = [one for one in state.entrants.values() if one.place is not None]
    return sorted(placed, key=lambda one: (one.place or 0, one.number))


def _placed(state: Tournament, one: Entrant) -> dict[str, Any]:
    return {"place": one.place, "name": one.name, "prize": state.awards.get(one.number, 0)}


def _seats(state: Tournament) -> list[dict[str, Any]]:
    """Where everybody sits, and with what; chips are in view of all (17.12, 20.13)."""
    return [
        {
            "table": one.seat.table,
            "box": one.seat.box,
            "number": one.number,
            "name": one.name,
            "chips": one.chips,
        }
        for players in state.tables().values()
        for one in players
        if one.seat
    ]


def _player(state: Tournament, one: Entrant) -> dict[str, Any]:
    return {
        "number": one.number,
        "name": one.name,
        "standing": one.standing,
        "chips": one.chips,
        "box": one.seat.box if one.seat else None,
        "present": one.present,
        "leaves": one.leaves,
        "comes_back": state.playing and one.standing == "out" and one.last_seat is not None,
    }
