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
from host_tools.tournament import ballot, money, names, places
from host_tools.tournament.ballot import Seat
from host_tools.tournament.conditions import parse
from host_tools.tournament.journal import Journal
from host_tools.tournament.state import Entrant, Tournament

_LONGEST_BREAK = 24 * 60  # minutes


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
        self._one_entry(name)
        begun = self.state.session > 0 or self.state.playing
        if begun or (self.state.session == 0 and not reserve):  # a reserve player draws no lot
            self._refuse("the_first_ballot_was_drawn", "late_entry")
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
        if self.conditions.freeze_out and len(tables) > 1:
            self._refuse("a_freeze_out_is_one_game", "level")
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
        self._one_entry(self._entrant(reserve).name, reserve)
        back = self.conditions.entry.fee if self.rules.replaced_fee_returns else 0
        self._emit(
            "replaced", number=number, by=reserve, returned=back, rule=self.rules.cite("reserve")
        )

    def substitute(self, number: int, name: str) -> None:
        """Another person plays on for an entrant, as the director approves (17.11, 20.12)."""
        self._playing(number)
        name = self._name(name)
        self._one_entry(name, number)
        self._emit("substituted", number=number, name=name, rule=self.rules.cite("substitute"))

    def begin_session(self, forfeit: Sequence[int] = ()) -> list[int]:
        """Play begins. Who has not taken the seat has forfeited it (17.9), or may have (20.9).

        `forfeit` names those under r 20.9; under r 17.9 it is everybody who is not there. The fee
        stays in the pool. Returns who has.
        """
        self._open()
        if self.state.playing:
            self._refuse("a_session_is_played", "ballot")
        if not (self.state.drawn and self.state.in_play):
            self._refuse("no_ballot_was_drawn", "ballot")
        gone = [one.number for one in self.state.in_play if not one.present]
        if not self.rules.forfeits_by_itself:
            for number in forfeit:
                if number not in gone:
                    self._refuse("the_seat_is_taken", "forfeit")
            gone = list(dict.fromkeys(forfeit))
        starts = self.conditions.starts_ms(self.state.session)
        if gone and starts is not None and self._now() < starts:
            self._refuse("before_the_starting_time", "forfeit")
        if len(self.state.in_play) - len(gone) < 2:
            self._refuse("too_few_players", "approved")
        for number in gone:
            self._emit("forfeited", number=number, rule=self.rules.cite("forfeit"))
        self._emit("session_began", session=self.state.session, now_ms=self._now())
        return gone

    def pause(self, minutes: int | None = None) -> None:
        """A break of so many minutes (17.19, 20.15), or play stands until the director says.

        A freeze-out that stands goes on, perhaps on another day, with everybody there (B16.7).
        """
        self._in_session()
        if minutes is not None and not 1 <= minutes <= _LONGEST_BREAK:
            self._refuse("a_break_has_minutes", "break")
        now = self._now()
        if minutes is not None:
            until, why = now + minutes * 60_000, "break"
        else:
            until, why = None, "interrupted" if self.rules.waits_for_all else "pace"
        self._emit(
            "paused",
            now_ms=now,
            until_ms=until,
            rule=self.rules.cite(why),
            **({"waits_for_all": True} if why == "interrupted" else {}),
        )

    def resume(self) -> None:
        self._in_session()
        if self.state.waits_for_all and not all(one.present for one in self.state.in_play):
            self._refuse("not_everybody_is_there", "interrupted")
        self._emit("resumed", now_ms=self._now())

    def next_level(self) -> int:
        """The next level is played from the next round on."""
        self._in_session()
        if self.state.clock.level + 1 >= len(self.conditions.levels):
            self._refuse("this_is_the_last_level", "pace")
        return self._go_to(self.state.clock.level + 1)

    def level_before(self, why: str) -> int:
        """Back to the level before, with a reason: it begins again."""
        self._in_session()
        if not why.strip():
            self._refuse("a_reason_is_needed", "pace")
        if self.state.clock.level == 0:
            self._refuse("this_is_the_first_level", "pace")
        return self._go_to(self.state.clock.level - 1, why=why)

    def _go_to(self, level: int, **why: str) -> int:
        rule = self.rules.cite("pace")
        self._emit("level", level=level, now_ms=self._now(), rule=rule, **why)
        return level

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
        if epoch is None and any(contributed[b] > players[b].chips for b in put_in):
            self._refuse("more_than_there_was", "chips")  # of what a person has typed
        by_number = {players[box].number: left for box, left in chips.items()}
        before = [  # fell before this round, and had no part in it (17.14)
            one.number
            for box, one in players.items()
            if box not in put_in and chips[box] == one.chips and self._falls(one, one.chips)
        ]
        played = self.state.put.get(table, (0, {}))
        self._emit(
            "round",
            table=table,
            epoch=epoch,
            round=round,
            chips=sorted(map(list, by_number.items())),
            put=sorted([players[box].number, contributed[box]] for box in put_in),
            **({"owed": sorted(owed)} if owed else {}),
        )
        entrants = self.state.entrants
        out = [n for n, left in by_number.items() if self._falls(entrants[n], left)]
        out = [n for n in out if n not in before]
        self._fell_before(table, before, played)
        if out:
            put = {players[box].number: contributed[box] for box in put_in}
            self._eliminated(table, round, {n: put.get(n, 0) for n in out})
        self._hand_for_hand()
        return sorted([*before, *out])

    def between_rounds(self, tables: Collection[str]) -> list[int]:
        """Who falls at tables that have no round on: who cannot wager the minimum when it has
        risen (17.14), has nothing left after a correction, or leaves for good (B16.4)."""
        if not self.state.playing:
            return []
        fallen: list[int] = []
        for table, players in self.state.tables().items():
            if table in tables:
                falls = [one.number for one in players if self._falls(one, one.chips)]
                self._fell_before(table, falls, self.state.put.get(table, (0, {})))
                fallen += falls
        return sorted(fallen)

    def _fell_before(
        self, table: str, numbers: Sequence[int], last: tuple[int, Mapping[int, int]]
    ) -> None:
        """These play no further round. Who has nothing by a correction lost it in the `last` one;
        who leaves, or cannot wager the minimum, falls now."""
        entrants = self.state.entrants
        lost = [n for n in numbers if not entrants[n].leaves and not entrants[n].chips]
        gone = [n for n in numbers if n not in lost]
        if lost:
            round, put = last
            self._eliminated(table, round, {n: put.get(n, 0) for n in lost})
        if gone:
            self._eliminated(table, 0, dict.fromkeys(gone, 0))

    def _eliminated(self, table: str, round: int, put: dict[int, int]) -> None:
        """Who fell, best first; hand for hand, with those of the same hand at another table."""
        entrants = self.state.entrants
        hand = self.state.hand_of(table) if round else None
        why = "minimum" if self.rules.minimum_decides else "places"
        joins = hand is not None and hand == self.state.last_hand
        joins |= bool(round) and self.state.last_fell == (table, round)
        joins &= not self.state.extra_rounds
        together = {**self.state.last_put, **put} if joins else put
        if all(entrants[number].leaves for number in put):
            why = "leaving"
        elif len(together) > 1:
            why = "same_round"
        self._emit(
            "eliminated",
            table=table,
            round=round,
            hand=hand,
            joins=joins,
            places=places.of_one_round(self.rules, together),
            contributed=sorted(map(list, together.items())),
            rule=self.rules.cite(why),
            **({"extra": True} if self.state.extra_rounds else {}),
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
        self._reasoned(chips, why)
        others = [o for o in self.state.in_play if o is not one and not self._falls(o, o.chips)]
        if self.state.playing and self._is_out(chips) and len(others) < 2:
            self._refuse("this_would_end_it", "places")
        self._emit(
            "corrected",
            number=number,
            before=one.chips,
            chips=chips,
            why=why,
            rule=self.rules.cite("chips"),
        )

    def bring_back(self, number: int, chips: int, why: str) -> None:
        """Somebody is out by a mistake, and plays on in the same seat; with a record."""
        self._in_session()
        one = self._entrant(number)
        self._reasoned(chips, why)
        if one.standing != "out" or one.last_seat is None or self._is_out(chips):
            self._refuse("nobody_to_bring_back", "places")
        if self.state.at(one.last_seat) is not None:
            self._refuse("somebody_sits_there", "ballot")
        self._emit(
            "brought_back", number=number, chips=chips, why=why, rule=self.rules.cite("places")
        )

    def leaves(self, number: int, why: str) -> None:
        """A player goes for good, chips and all, when the round is over: cannot go on (B16.4), or
        has to go. The place is that of whoever falls then."""
        self._in_session()
        one = self._playing(number)
        if not why.strip():
            self._refuse("a_reason_is_needed", "leaving")
        if not one.leaves:
            self._emit("leaves", number=number, why=why, rule=self.rules.cite("leaving"))

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
            self._emit(
                "moved",
                number=number,
                table=seat.table,
                box=seat.box,
                rule=self.rules.cite("departs" if self.state.playing else "ballot"),
            )
        return moves

    # ---- the end

    def level_is_over(self) -> bool:
        return self.state.playing and self.state.clock.is_over(
            self._now(), list(self.state.tables())
        )

    def break_is_over(self) -> bool:
        until = self.state.clock.break_until_ms
        if until is None or self.state.waits_for_all:
            return False
        return self.state.playing and self._now() >= until

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
            if self.state.extra_due():
                self._refuse("extra_rounds_are_due", "equal_chips")
            equal = places.to_play_off(self.state, advance)
        if equal:
            players = sorted(number for group in equal for number in group)
            self._emit("extra_rounds", players=players, rule=self.rules.cite("equal_chips"))
            return equal
        out = [] if advance is None else places.behind(self.state, advance)
        finish = places.final(self.state) if last else None
        self._emit("session_ended", session=self.state.session, now_ms=self._now(), out=out)
        if finish is not None or len(self.state.in_play) < 2:
            self._finish(finish or places.final(self.state))
        return []

    def _finish(self, groups: list[list[int]]) -> None:
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

    def _falls(self, one: Entrant, chips: int) -> bool:
        """Whether a player with so many chips plays no further round."""
        if one.leaves:
            return True
        extra = self.state.extra_rounds  # who plays none of them loses nothing by waiting
        return self._is_out(chips) and (not extra or one.number in extra)

    def _one_entry(self, name: str, besides: int = 0) -> None:
        if self.conditions.departs_from("one_entry") is not None:
            return
        if names.has_entered(self.journal.events, name, besides):
            self._refuse("one_entry_only", "one_entry")

    def _reasoned(self, chips: int, why: str) -> None:
        if chips < 0 or not why.strip():
            self._refuse("a_reason_is_needed", "chips")

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
        name = names.kept(given)
        if not name:
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
