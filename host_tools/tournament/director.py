"""The director's table: what is asked is judged by the document, and becomes an event.

`Director` refuses with a code and the rule, before anything is written; what it takes is on the
disk before the state moves. So a restart in the middle of anything goes on where it was.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from cardtable.desk.games import is_banked
from cardtable.rules.round import Refused
from host_tools.common.problems import BAD_INPUT, Problem, unreadable
from host_tools.tournament import ballot, money, places
from host_tools.tournament.ballot import Seat
from host_tools.tournament.conditions import parse
from host_tools.tournament.journal import Journal
from host_tools.tournament.state import Entrant, Tournament

_LONGEST_NAME = 40


def now_ms() -> int:
    return int(time.time() * 1000)


class Director:
    """One tournament, its journal and its secret for the ballots.

    `conditions` is the text of the approved file: the journal keeps it word for word.
    """

    def __init__(
        self,
        conditions: str,
        journal: Journal,
        secret: bytes,
        who: str,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.conditions = parse(conditions)
        self.rules = self.conditions.rules
        self.state = Tournament(self.conditions)
        self.journal = journal
        self.who = who
        self._secret = secret
        self._now = clock
        self.state.replay(journal.events)
        if not journal.events:
            self._emit(
                "opened",
                conditions=conditions,
                published=ballot.link(secret, -1).hex(),
            )

    # ---- entries

    def enter(self, name: str, reserve: bool = False) -> Entrant:
        """A paid entry, or a reserve player who pays when a seat is offered (17.6, 17.10)."""
        self._open()
        name = self._name(name)
        names = {one.name.casefold() for one in self.state.entrants.values()}
        if name.casefold() in names and self.conditions.departs_from("one_entry") is None:
            self._refuse("one_entry_only", "one_entry")
        if self.state.session >= 0:
            self._refuse("the_first_ballot_was_drawn", "ballot")
        if not reserve and self.state.entries >= self.conditions.entry.most:
            self._refuse("no_more_entries", "approved")
        number = len(self.state.entrants) + 1
        self._emit("entered", number=number, name=name, reserve=reserve)
        return self.state.entrants[number]

    def cancel(self, why: str) -> int:
        """Everything that was paid goes back (17.26, 20.21). Returns the sum."""
        self._open()
        refund = self.state.takings.paid_in - self.state.takings.returned
        self._emit("cancelled", why=why, refund=refund, rule=self.rules.cite("cancelled"))
        return refund

    # ---- a session

    def draw_seats(self, tables: Mapping[str, Sequence[int]]) -> dict[int, Seat]:
        """The ballot for the next session (17.7, 20.7)."""
        self._open()
        if self.state.playing:
            self._refuse("a_session_is_played", "ballot")
        if self.state.drawn:  # or the director could draw until she likes what she sees
            self._refuse("a_ballot_was_drawn", "ballot")
        session = self.state.session + 1
        if session >= len(self.conditions.sessions):
            self._refuse("no_more_sessions", "approved")
        who = self.state.standing("entered") if session == 0 else self.state.in_play
        if session == 0 and len(who) < self.conditions.entry.least:
            self._refuse("too_few_entries", "approved")
        most = self.conditions.sessions[session].players_a_table
        seats = {name: list(boxes)[:most] for name, boxes in tables.items()}
        if sum(len(boxes) for boxes in seats.values()) < len(who):
            self._refuse("too_few_seats", "players_a_table")
        disclosed = ballot.link(self._secret, self.state.ballots)
        drawn = ballot.drawn(disclosed, [(one.number, one.name) for one in who], seats)
        self._emit(
            "ballot",
            session=session,
            disclosed=disclosed.hex(),
            tables={name: list(boxes) for name, boxes in seats.items()},
            seats=[[number, seat.table, seat.box] for number, seat in sorted(drawn.items())],
            rule=self.rules.cite("ballot"),
        )
        return drawn

    def seat(self, number: int) -> None:
        """The player has taken the allocated seat."""
        one = self._playing(number)
        if not one.present:
            self._emit("seated", number=number)

    def absent(self, number: int) -> None:
        """Not at the table: blinds and antes are posted, the cards folded in turn (20.11); at
        Canberra Poker the round begins without the player (17.14 is the director's to apply)."""
        one = self._playing(number)
        if one.present:
            self._emit("absent", number=number, rule=self.rules.cite("absent"))

    def replace(self, number: int, reserve: int) -> None:
        """A reserve player buys the seat of one who has not come (17.10, 20.10)."""
        one = self._playing(number)
        if self.state.session != 0 or self.state.playing:
            self._refuse("the_first_session_has_begun", "reserve")
        if one.present:
            self._refuse("the_seat_is_taken", "reserve")
        if self._entrant(reserve).standing != "reserve":
            self._refuse("no_reserve_player", "reserve")
        back = self.conditions.entry.fee if self.rules.replaced_fee_returns else 0
        self._emit(
            "replaced", number=number, by=reserve, returned=back, rule=self.rules.cite("reserve")
        )

    def substitute(self, number: int, name: str) -> None:
        """Another person plays on for an entrant, as the director approves (17.11, 20.12)."""
        self._playing(number)
        name = self._name(name)
        self._emit("substituted", number=number, name=name, rule=self.rules.cite("substitute"))

    def begin_session(self, forfeit: Sequence[int] = ()) -> list[int]:
        """Play begins. Who has not taken the seat has forfeited it (17.9), or may have (20.9).

        `forfeit` names those under r 20.9; under r 17.9 it is everybody who is not there. The fee
        stays in the pool. Returns who has.
        """
        self._open()
        if self.state.playing or self.state.session < 0 or not self.state.in_play:
            self._refuse("no_ballot_was_drawn", "ballot")
        gone = [one.number for one in self.state.in_play if not one.present]
        if not self.rules.forfeits_by_itself:
            for number in forfeit:
                if number not in gone:
                    self._refuse("the_seat_is_taken", "forfeit")
            gone = list(forfeit)
        if len(self.state.in_play) - len(gone) < 2:
            self._refuse("too_few_players", "approved")
        for number in gone:
            self._emit("forfeited", number=number, rule=self.rules.cite("forfeit"))
        self._emit("session_began", session=self.state.session, now_ms=self._now())
        return gone

    def pause(self, minutes: int | None = None) -> None:
        """A break of so many minutes (17.19, 20.15), or until the director says."""
        self._in_session()
        now = self._now()
        until = None if minutes is None else now + minutes * 60_000
        self._emit("paused", now_ms=now, until_ms=until, rule=self.rules.cite("break"))

    def resume(self) -> None:
        self._in_session()
        self._emit("resumed", now_ms=self._now())

    def next_level(self) -> int:
        """The next level is played from the next round on."""
        self._in_session()
        if self.state.clock.level + 1 >= len(self.conditions.levels):
            self._refuse("this_is_the_last_level", "pace")
        self._emit("level", level=self.state.clock.level + 1, now_ms=self._now())
        return self.state.clock.level

    # ---- what tables tell

    def round_played(
        self,
        table: str,
        round: int,
        chips: Mapping[int, int],
        contributed: Mapping[int, int],
        epoch: int | None = None,
        owed: Sequence[int] = (),
    ) -> list[int]:
        """A table's round is over: chips by box, and what each box put into the pots.

        Returns who is out. Chips neither come nor go (17.13, 20.14): a sum that differs is refused
        and nothing is taken; the director corrects it. `epoch` is that of the table's records,
        `owed` the players whose correction the table did not know of when it played.
        """
        self._in_session()
        if self.state.was_counted(table, epoch, round):
            self._refuse("the_round_was_counted", "places")
        players = {one.seat.box: one for one in self.state.tables().get(table, []) if one.seat}
        put_in = {box for box, cents in contributed.items() if cents}
        if set(chips) != set(players) or not put_in <= set(players):
            self._refuse("other_players_than_seated", "ballot")
        if min(chips.values(), default=0) < 0:
            self._refuse("chips_below_nothing", "chips")
        if not self.banked and sum(chips.values()) != sum(p.chips for p in players.values()):
            self._refuse("chips_do_not_add_up", "chips")
        by_number = {players[box].number: left for box, left in chips.items()}
        self._emit(
            "round",
            table=table,
            epoch=epoch,
            round=round,
            chips=sorted(map(list, by_number.items())),
            **({"owed": sorted(owed)} if owed else {}),
        )
        out = {n: left for n, left in by_number.items() if self._is_out(left)}
        if out:
            put = {players[box].number: contributed[box] for box in put_in}
            self._eliminated(table, round, {n: put.get(n, 0) for n in out})
        self._hand_for_hand()
        return sorted(out)

    def _eliminated(self, table: str, round: int, put: dict[int, int]) -> None:
        """Who fell, best first; hand for hand, with those of the same hand at another table."""
        hand = self.state.hand_of(table)
        joins = hand is not None and hand == self.state.last_hand
        together = {**self.state.last_put, **put} if joins else put
        self._emit(
            "eliminated",
            table=table,
            round=round,
            hand=hand,
            joins=joins,
            places=places.of_one_round(self.rules, together),
            contributed=sorted(map(list, together.items())),
            rule=self.rules.cite("same_round" if len(together) > 1 else "minimum"),
        )

    def _hand_for_hand(self) -> None:
        """It begins when one place more is left than there are prizes."""
        if not self.conditions.hand_for_hand or self.state.hands_from is not None:
            return
        prizes = len(self.conditions.shares_for(self.state.entries))
        tables = self.state.tables()
        if len(tables) > 1 and len(self.state.in_play) <= prizes + 1:
            rounds = {table: self.state.session_rounds.get(table, 0) for table in tables}
            self._emit("hand_for_hand", rounds=rounds, rule=self.rules.cite("pace"))

    def correct(self, number: int, chips: int, why: str) -> None:
        """The director sets a player's chips right; with a record, always."""
        one = self._playing(number)
        if chips < 0 or not why.strip():
            self._refuse("a_reason_is_needed", "chips")
        self._emit(
            "corrected",
            number=number,
            before=one.chips,
            chips=chips,
            why=why,
            rule=self.rules.cite("chips"),
        )
        if self.state.playing and self._is_out(chips) and one.seat is not None:
            self._eliminated(one.seat.table, 0, {number: 0})

    def chips_missing(self) -> int:
        """How many more or fewer chips are in play than were given out (17.13, 20.14)."""
        if self.banked or not self.state.playing:
            return 0
        return self.state.chips_in_play - self.state.chips_given

    def table_taken(self, table: str, values: Mapping[str, Any], mode: str) -> None:
        """A board is about to be set up for the tournament: what it played before is kept."""
        if table not in self.state.taken_tables:
            self._emit("table_taken", table=table, values=dict(values), mode=mode)

    def table_released(self, table: str) -> None:
        self._emit("table_released", table=table)

    def balance(
        self, tables: dict[str, list[int]], at: Collection[str] | None = None
    ) -> list[tuple[int, Seat]]:
        """Moves that even out the tables; within a session only under approved conditions.

        `at`: only players of these tables move now, the others when their round is over.
        """
        self._open()
        if self.state.playing and self.conditions.departs_from("ballot") is None:
            self._refuse("seats_are_kept_for_the_session", "ballot")
        moves = [
            (number, seat)
            for number, seat in places.balance(self.state.tables(), tables)
            if at is None or self._table_of(number) in at
        ]
        for number, seat in moves:
            self._emit("moved", number=number, table=seat.table, box=seat.box)
        return moves

    # ---- the end

    def level_is_over(self) -> bool:
        return self.state.playing and self.state.clock.is_over(
            self._now(), list(self.state.tables())
        )

    def break_is_over(self) -> bool:
        until = self.state.clock.break_until_ms
        return self.state.playing and until is not None and self._now() >= until

    def session_is_over(self) -> bool:
        """Whether what the conditions say of the session's end has come about."""
        if not self.state.playing:
            return False
        if len(self.state.in_play) < 2:
            return True
        session, tables = self.conditions.sessions[self.state.session], self.state.tables()
        if session.players_left is not None:
            return len(self.state.in_play) <= session.players_left
        if session.rounds is not None:
            least = session.rounds
            return all(self.state.session_rounds.get(table, 0) >= least for table in tables)
        return self.state.session_clock.played(self._now()) >= (session.minutes or 0) * 60_000

    def end_session(self) -> list[list[int]]:
        """The session is over. Returns groups who must play extra rounds first (17.23), or none."""
        self._in_session()
        session = self.conditions.sessions[self.state.session]
        last = self.state.session + 1 == len(self.conditions.sessions)
        advance = None if last else session.advance
        equal = []
        if self.rules.plays_off_equal_chips and (last or advance is not None):
            equal = places.to_play_off(self.state.in_play, advance)
        if equal:
            players = sorted(number for group in equal for number in group)
            self._emit("extra_rounds", players=players, rule=self.rules.cite("equal_chips"))
            return equal
        out: list[list[int]] = []
        if advance is not None:
            out = self._behind(advance)
        self._emit("session_ended", session=self.state.session, now_ms=self._now(), out=out)
        if last or len(self.state.in_play) < 2:
            self._finish()
        return []

    def _behind(self, advance: int) -> list[list[int]]:
        """Who does not go on; where equal chips lie across the line, all of them do."""
        kept = 0
        groups = places.by_amount({one.number: one.chips for one in self.state.in_play})
        for at, group in enumerate(groups):
            if kept >= advance:
                return groups[at:]
            kept += len(group)
        return []

    def _finish(self) -> None:
        groups = places.final(self.state.in_play, self.state.fallen)
        shares = self.conditions.shares_for(self.state.entries)
        pool = self.state.takings.pool
        prize_list = money.prizes(pool, shares)
        won = money.awards(groups, prize_list)
        short = pool - sum(won.values())
        if short:  # fewer finished than there are prizes: the rest is the winners' (17.22, 20.18)
            for n, number in enumerate(groups[0]):
                won[number] += short // len(groups[0]) + (n < short % len(groups[0]))
        self._emit(
            "finished",
            places=groups,
            awards=sorted([n, cents] for n, cents in won.items() if cents),
            pool=pool,
            rule=self.rules.cite("whole_pool"),
        )

    # ---- pieces

    def _table_of(self, number: int) -> str:
        seat = self.state.entrants[number].seat
        return seat.table if seat else ""

    @property
    def banked(self) -> bool:
        """Whether the house plays: the table then counts no chips."""
        return is_banked(self.conditions.game)

    def _is_out(self, chips: int) -> bool:
        least = self.conditions.values_at(self.state.clock.level)["ante_min"] if self.banked else 0
        return places.is_out(self.rules, chips, least)

    def _emit(self, kind: str, **fields: Any) -> None:
        event = {"kind": kind, "at_ms": self._now(), "who": self.who, **fields}
        self.journal.append(event)
        self.state.apply(event)

    def _refuse(self, code: str, what: str) -> NoReturn:
        raise Refused(code, self.rules.cite(what))

    def _open(self) -> None:
        if self.state.outcome:
            self._refuse("the_tournament_is_over", "places")

    def _in_session(self) -> None:
        self._open()
        if not self.state.playing:
            self._refuse("no_session_is_played", "approved")

    def _name(self, given: str) -> str:
        name = " ".join(given.split())
        if not name or len(name) > _LONGEST_NAME or not name.isprintable():
            self._refuse("a_name_is_needed", "one_entry")
        return name

    def _entrant(self, number: int) -> Entrant:
        one = self.state.entrants.get(number)
        if one is None:
            raise Refused("no_such_entrant", self.rules.cite("one_entry"))
        return one

    def _playing(self, number: int) -> Entrant:
        self._open()
        one = self._entrant(number)
        if one.standing != "playing":
            self._refuse("not_in_play", "ballot")
        return one


def reopened(folder: Path, who: str, clock: Callable[[], int] = now_ms) -> Director:
    """A tournament that was begun, from its folder."""
    journal = Journal(folder / "journal.jsonl")
    if not journal.events:
        raise Problem(
            f"there is no tournament in {folder}", "Open one with `tournament open`.", BAD_INPUT
        )
    try:
        secret = (folder / "secret").read_bytes()
    except OSError as failure:
        raise unreadable(folder / "secret", failure) from failure
    return Director(journal.events[0]["conditions"], journal, secret, who, clock)


def opened(folder: Path, conditions: str, who: str, clock: Callable[[], int] = now_ms) -> Director:
    """A new tournament in a folder of its own."""
    parse(conditions)
    if (folder / "journal.jsonl").exists():
        raise Problem(f"{folder} has a tournament already", "Choose another folder.", BAD_INPUT)
    folder.mkdir(parents=True, exist_ok=True)
    secret = ballot.new_secret()
    handle = os.open(folder / "secret", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(secret)
    return Director(conditions, Journal(folder / "journal.jsonl"), secret, who, clock)
