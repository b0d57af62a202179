"""The tables' records lead the tournament: rounds, eliminations, levels, the freeze-out's end.

Everything goes through the director, so what does not fit is refused by a rule, told, and waits
for a correction. The journal knows which rounds were counted: reading again changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from cardtable.rules.round import Refused
from host_tools.ledger.ledger import Ledger
from host_tools.tournament.director import Director
from host_tools.tournament.refusals import problem
from host_tools.tournament.table_rounds import TableRound, finished_rounds
from host_tools.wording import money


@dataclass
class Report:
    news: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    waits: bool = False  # a round waits for the director's correction


def follow(director: Director, ledger: Ledger, others: bool = True) -> Report:
    """Take what the tables have played since the session began.

    `others`: say also which tables play that are not in this tournament.
    """
    report, state = Report(), director.state
    if not state.playing:
        report.troubles.append("no session is played: nothing is counted")
        return report
    since, known = state.began_ms, set(ledger.tables())
    ours = set(state.tables()) | set(state.session_rounds)
    rounds: list[TableRound] = []
    for table in sorted(ours):
        if table in known:
            counted = partial(state.was_counted, table)
            rounds += finished_rounds(ledger, table, since, counted)
        else:
            report.troubles.append(f"{table} has no records in this ledger")
    for table in sorted(known - ours) if others else ():
        if any(finished_rounds(ledger, table, since, lambda *_: False)):
            report.troubles.append(f"{table} plays and is not in this tournament: left alone")
    stuck: set[str] = set()
    for one in sorted(rounds, key=lambda r: (r.ended_ms, r.table, r.epoch, r.number)):
        if one.table in stuck or not one.counts:
            continue
        if one.table not in state.tables():
            continue  # everybody there is out
        if not _take(director, one, report):
            stuck.add(one.table)
            report.waits = True
        if _ended(director, report):
            return report
    _ended(director, report)
    return report


def _take(director: Director, one: TableRound, report: Report) -> bool:
    """Count a round; False when it does not fit."""
    name = f"{one.table} round {one.number}"
    if one.game != director.conditions.game:
        report.troubles.append(f"{name} was {one.game}, not {director.conditions.game}")
        return False
    players = {p.seat.box: p for p in director.state.tables()[one.table] if p.seat}
    owed: list[int] = []
    if one.stacks is None:
        chips = {box: p.chips + one.gained.get(box, 0) for box, p in players.items()}
        idle = [b for b, p in players.items() if p.present and not one.contributed.get(b)]
        for box in [] if director.state.extra_rounds else sorted(idle):
            rule = director.rules.cite("minimum")
            report.troubles.append(f"{name}: box {box} has wagered nothing ({rule})")
    else:
        chips = {}
        for box, p in players.items():
            if box not in one.before:  # drawn for this table, and not seated there yet
                chips[box] = p.chips
            elif one.before[box] == p.chips - p.owed != p.chips:
                chips[box] = one.stacks.get(box, 0) + p.owed
                owed.append(p.number)
            else:
                chips[box] = one.stacks.get(box, 0)
    played = {box for box, cents in (one.stacks or {}).items() if cents}
    played |= {box for box, cents in one.contributed.items() if cents}
    strangers = sorted(played - set(players))
    if strangers:
        boxes = ", ".join(map(str, strangers))
        report.troubles.append(f"{name}: nobody of the tournament sits at box {boxes}")
        return False
    try:
        out = director.round_played(one.table, one.number, chips, one.contributed, one.epoch, owed)
    except Refused as refusal:
        report.troubles.append(f"{name}: {problem(refusal).line()}")
        return False
    report.news.append(f"{name} is counted")
    report.news += [f"Out: {n} {director.state.entrants[n].name}" for n in out]
    return True


def _ended(director: Director, report: Report) -> bool:
    """Levels follow each other by themselves, and a freeze-out ends with its last player."""
    if director.break_is_over():
        director.resume()
        report.news.append("The break is over")
    while director.level_is_over():
        pause = director.conditions.levels[director.state.clock.level].break_minutes
        report.news.append(f"Level {director.next_level() + 1}")
        if pause:
            director.pause(pause)
            report.news.append(f"A break of {pause} minutes")
    if len(director.state.in_play) < 2 and not director.state.extra_due():
        director.end_session()
        report.news.append("Nobody is left to play against: the tournament is over")
        return True
    missing = director.chips_missing()
    if missing:
        rule = director.rules.cite("chips")
        sign = "more" if missing > 0 else "fewer"
        what = f"chips for {money(abs(missing))} {sign} are in play than were given out ({rule})"
        if what not in report.troubles:
            report.troubles.append(what)
    over = "the session is over by its conditions: cardtable tournament end"
    if director.session_is_over() and over not in report.troubles:
        report.troubles.append(over)
    return False
