"""Who finished where: by chips at the end, by the moment of elimination before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from host_tools.tournament.ballot import Seat
from host_tools.tournament.documents import TournamentRules
from host_tools.tournament.state import Entrant, Tournament

Name = TypeVar("Name", int, str)
Rank = TypeVar("Rank", int, tuple[int, ...])


def by_amount(amounts: Mapping[Name, Rank]) -> list[list[Name]]:
    """Numbers with the same amount in one group, most first."""
    groups: dict[Rank, list[Name]] = {}
    for number in sorted(amounts):
        groups.setdefault(amounts[number], []).append(number)
    return [groups[amount] for amount in sorted(groups, reverse=True)]


def is_out(rules: TournamentRules, chips: int, table_minimum: int) -> bool:
    """Whether a player with so many chips plays no further round."""
    return chips < table_minimum if rules.minimum_decides else chips <= 0


def of_one_round(rules: TournamentRules, contributed: Mapping[Name, int]) -> list[list[Name]]:
    """Places of players eliminated in the same round of play, best first.

    NI2005-66 and NI2006-156 r 20.19: by what each put into the pots. NI2004-492 r 17.24: they tie.
    """
    if rules.contribution_decides:
        return by_amount(contributed)
    return [sorted(contributed)] if contributed else []


def standing(state: Tournament) -> list[list[int]]:
    """Who is still in the session, best first, equal ones in one group.

    Extra rounds are played for the order of those alone who were equal before them (17.23): they
    pass nobody else, whatever they win or lose. So the chips before each such round come first.
    """
    return by_amount({one.number: rank(one) for one in (*state.in_play, *state.lost_extra)})


def rank(one: Entrant) -> tuple[int, ...]:
    """Chips before each extra round, and now; nothing for who lost them in an extra round."""
    return (*one.equal_at, one.chips if one.standing == "playing" else 0)


def final(state: Tournament) -> list[list[int]]:
    """All places, best first: those who hold chips, then the fallen, the last ones first."""
    groups = standing(state)
    for places in reversed(state.fallen):
        groups.extend(places)
    return groups


def to_play_off(state: Tournament, deciding: int | None) -> list[list[int]]:
    """Groups with equal chips whose order matters (r 17.23).

    `deciding`: how many go on; only a tie across that line matters. None (the final): every tie
    for which different places are at stake.
    """
    at = 0
    found = []
    playing = {one.number for one in state.in_play}
    for group in standing(state):
        behind = at + len(group)
        tied = [number for number in group if number in playing]
        if len(tied) > 1 and (deciding is None or at < deciding < behind):
            found.append(tied)
        at = behind
    return found


def behind(state: Tournament, advance: int) -> list[list[int]]:
    """Who does not go on; where equal chips lie across the line, all of them do."""
    kept = 0
    out = []
    playing = {one.number for one in state.in_play}
    for group in standing(state):
        if kept >= advance or not playing & set(group):
            out.append(group)
        kept += len(group)
    return out


def balance(
    tables: dict[str, list[Entrant]], open_boxes: dict[str, list[int]]
) -> list[tuple[int, Seat]]:
    """Moves that leave no table two players larger than another, and none that can be spared.

    Tables that are not needed for everybody are broken first, the smallest first; then players
    go from the largest to the smallest table, those in the highest boxes first.
    """
    sitting = {table: list(players) for table, players in tables.items() if players}
    moves: list[tuple[int, Seat]] = []
    players = sum(len(one) for one in sitting.values())
    while len(sitting) > 1:
        smallest = min(sitting, key=lambda t: (len(sitting[t]), t))
        rest = sum(len(open_boxes[t]) for t in sitting if t != smallest)
        if rest < players:
            break
        for one in sitting.pop(smallest):
            _move(one, sitting, open_boxes, moves)
    while len(sitting) > 1:
        largest = max(sitting, key=lambda t: (len(sitting[t]), t))
        if len(sitting[largest]) - min(map(len, sitting.values())) < 2:
            break
        _move(sitting[largest].pop(), sitting, open_boxes, moves)
    return _shortest(moves, tables)


def _move(
    one: Entrant,
    sitting: dict[str, list[Entrant]],
    open_boxes: dict[str, list[int]],
    moves: list[tuple[int, Seat]],
) -> None:
    table = min(
        (t for t in sitting if len(sitting[t]) < len(open_boxes[t])),
        key=lambda t: (len(sitting[t]), t),
    )
    moved = dict(moves)
    taken = {
        (moved.get(p.number) or p.seat).box  # type: ignore[union-attr]
        for p in sitting[table]
    }
    box = next(b for b in open_boxes[table] if b not in taken)
    sitting[table].append(one)
    moves.append((one.number, Seat(table, box)))


def _shortest(
    moves: list[tuple[int, Seat]], tables: dict[str, list[Entrant]]
) -> list[tuple[int, Seat]]:
    """Where somebody was moved twice, the last move; who is back where he was, none."""
    last = dict(moves)
    before = {one.number: one.seat for players in tables.values() for one in players}
    return [(number, seat) for number, seat in last.items() if seat != before[number]]
