"""A hand history played through the firmware's rules, in tournament conditions."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cardtable.desk import games
from cardtable.rules import places
from cardtable.rules.determinations import taken_by
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.histories.actions import BOARD, DISCARD, FOLD, HOLE, MUCK, PASS, RAISE, Action
from host_tools.histories.cards import Cards
from host_tools.histories.duels import asked_first
from host_tools.histories.money import Units
from host_tools.histories.problems import Unsupported
from host_tools.histories.rake import is_rake
from host_tools.histories.reader import History
from host_tools.histories.stacks import fill_in
from host_tools.histories.tally import Tally
from host_tools.histories.variants import HOLE_CARDS, VARIANTS

EQUAL = "equal"
RAKED = "equal before the file's rake"
DIFFERENT = "different"
REFUSED = "refused"
UNSUPPORTED = "unsupported"

_TWO_PLAYERS = {
    "holdem": "TGC-2006 C3.4, C12.4",
    "omaha": "NI2006-156 8.5(a), 10.1",
    "draw": "NI2005-66 8.5(a), 10.1",
    "stud": "TGC-2006 B2.4",
}
_POTS = {
    "holdem": "TGC-2006 C15.2, C16.1",
    "omaha": "NI2006-156 13.2, 14.2, 3.5(d)",
    "draw": "NI2005-66 13.2, 14.2",
    "stud": "TGC-2006 B11.3.c, B13",
}

_DUEL = "two players: the small blind was asked first in the later betting rounds, too"
_BLINDS_AND_ANTES = ("omaha", "draw")  # in a tournament: NI2005-66 and NI2006-156 r 20.11
_MISSED = 3  # why a seat is dealt in once it has posted: see state.py
OTHER_STACKS = "other stacks than the actions of the file come to"

_DEAD = "a small blind posted on entering is in the pot, and nobody's bet"

Stacks = list[int | float]


@dataclass
class Outcome:
    """What came of a hand; stacks as the file writes them, p1 first."""

    result: str
    rule: str | None = None
    expected: Stacks | None = None
    got: Stacks | None = None
    reason: str | None = None


def replay(history: History, game: str | None = None) -> Outcome:
    """Play a hand to its end and compare the finishing stacks."""
    kind: type[Replay] = Replay
    if VARIANTS[history.variant].game == "draw":
        from host_tools.histories.draws import DrawReplay as kind
    elif VARIANTS[history.variant].game == "stud":
        from host_tools.histories.studs import StudReplay as kind
    again = deepcopy(history) if history.finishing and _small_post(history) else None
    try:
        outcome = kind(history).run(game)
        if outcome.result == DIFFERENT and again is not None:
            return _with_dead_posts(kind(again), game) or outcome
        return outcome
    except Unsupported as error:
        return Outcome(UNSUPPORTED, error.rule, _told(history), reason=error.reason)
    except Refused as refusal:
        reason = refusal.code.replace("_", " ")
        return Outcome(REFUSED, refusal.rule, _told(history), reason=reason)


def _small_post(history: History) -> bool:
    """Whether somebody has posted less than the big blind on entering."""
    return any(-max(history.blinds) < blind < 0 for blind in history.blinds)


def _with_dead_posts(played: Replay, game: str | None) -> Outcome | None:
    """Sites differ: a missed small blind is a bet, or it goes into the pot as the documents say
    (TGC-2006 C19.10, NI2006-156 r 17.4). Which it was the file's own stacks tell."""
    played.dead_posts = True
    try:
        outcome = played.run(game)
    except (Refused, Unsupported):
        return None
    if outcome.result == DIFFERENT:
        return None
    outcome.reason = f"{outcome.reason}; {_DEAD}" if outcome.reason else _DEAD
    return outcome


def _told(history: History) -> Stacks | None:
    """The finishing stacks that the file itself gives."""
    if history.finishing is None:
        return None
    return [int(one) if one == int(one) else float(one) for one in history.finishing]


class _Irregular(Refused):
    """Something the table would take, but only as an irregularity; with the action it was."""


class Replay:
    """One hand with communal cards; draws.py has the draw, studs.py the open cards."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.variant = VARIANTS[history.variant]
        self.game = self.variant.game
        self.count = len(history.stacks)
        self.order = history.order()
        self.duel = self.order == [2, 1]  # the file has the big blind open after the flop
        if self.duel:
            history.actions = asked_first(history.actions)
        self.won: dict[int, int] = {}
        self.returned = 0  # what nobody called
        self.dead_posts = False  # a small blind posted on entering is nobody's bet

    def run(self, game: str | None) -> Outcome:
        if game is not None and game != self.game:
            raise Unsupported(f"a hand of {self.game}, and only {game} was asked for")
        if self.count > places.SEATS:
            raise Unsupported(f"{self.count} players: the table has {places.SEATS} seats")
        if self.count < 2:
            raise Unsupported("one player: nobody to play against")
        if self.history.outcome != "won":
            raise Unsupported(f"the round ended as {self.history.outcome}: nothing to compare")
        fill_in(self.history)
        self.units = Units(self.history)
        self.cards = self._cards()
        self.table: Any = self._open()
        self._post()
        self._deal()
        for action in self.history.actions:
            self._take(action)
        self._showdown()
        if self.table.outcome != "won":
            raise Unsupported("the file ends before the hand does")
        return self._compared()

    # ---- before the deal

    def _cards(self) -> Cards:
        for action in self.history.actions:
            if action.kind == DISCARD:
                raise Unsupported(f"'{action.text}' is a draw: no part of Hold-Em or Omaha")
        return Cards(self.history, HOLE_CARDS[self.game])

    def _open(self) -> Any:
        history, whole = self.history, self.units.whole
        seats = [
            (n + 1, whole(stack), _MISSED if history.blinds[n] < 0 else 0, 0)
            for n, stack in enumerate(history.stacks)
        ]
        marker = self.order[0 if self.game in games.PUCK else -1]
        return games.start(self.game, self._given(), seats, marker, Open())

    def _given(self) -> dict[str, Any]:
        history, whole = self.history, self.units.whole
        given: dict[str, Any] = {
            "limit": self.variant.limit,
            "tournament": 1,
            "commission": "none",
            "table_min": 1,
            "ante": self._ante(),
        }
        given |= {name: whole(amount) for name, amount in history.sizes.items()}
        if self.game in ("omaha", "draw"):
            given["smallest_chip"] = 1
        given |= self.variant.given
        if history.determinations:
            names = taken_by(self.game)
            given = {name: v for name, v in history.determinations.items() if name in names}
        if self.game != "stud":
            given["blinds"] = self._blinds(given.get("blinds") or [])
        return given

    def _ante(self) -> int:
        """The ante of all. What one player puts in alone is dead money (`_post`), where the
        document has blinds and antes together."""
        history = self.history
        together = self.game in _BLINDS_AND_ANTES and any(history.blinds)
        least = min(history.antes)
        alone = [ante for ante in history.antes if ante > least]
        entered = [b < 0 for a, b in zip(history.antes, history.blinds, strict=True) if a > least]
        if alone and not all(entered) and not (together and len(alone) == 1 and not least):
            if any(history.blinds):
                return self.units.whole(max(history.antes))  # refused, with the rule
            raise Unsupported("antes that are not the same for all")
        return self.units.whole(least)

    def _blinds(self, determined: list[int]) -> list[int]:
        """The blinds of the game; a higher bet further on is an over-blind."""
        levels = [self.units.whole(self.history.blinds[player - 1]) for player in self.order]
        if determined and levels[: len(determined)] == determined:
            return determined
        posted = []
        for level in levels:
            if level <= 0:
                break
            posted.append(level)
        if any(level > 0 for level in levels[len(posted) :]):
            raise Unsupported("blinds or straddles that are not next to each other from p1 on")
        return posted

    def _post(self) -> None:
        """What players put in by themselves: on entering the game, or over the blinds."""
        blinds = self.table.values["blinds"]
        for at, player in enumerate(self.order):
            level = self.units.whole(self.history.blinds[player - 1])
            dead = self.units.whole(self.history.antes[player - 1]) - self.table.values["ante"]
            given: tuple[object, ...] | None = None
            if self.dead_posts and -max(blinds) < level < 0:
                dead, level = dead - level, 0
            if level < 0:
                given = ("post", player, dead - level)
            elif level and at >= len(blinds):
                given = ("over_blind", player, level)
            if given:
                self.table.take(given)
            elif dead > 0:  # one ante for the whole table: in the pot, and nobody's bet
                dead = min(dead, self.table.stack[player])
                self.table.apply(("post", player, "entry", dead, dead, None))

    def _deal(self) -> None:
        for turn in range(HOLE_CARDS[self.game]):
            for player in self.order:
                self.table.take(("card", player, self.cards.hole[player][turn]))

    # ---- one action after the other

    def _take(self, action: Action) -> None:
        table, seat = self.table, action.player
        if action.kind == BOARD:
            self._playing(action)
            for card in action.cards:
                self._regular(action, ("card", places.BOARD, card))
            return
        if action.kind not in (FOLD, PASS, RAISE):
            return
        self._playing(action)
        owed = table.betting.level - table.bet[seat] if table.phase == "bets" else 0
        able = [one for one in table.in_hand() if table.stack[one]]
        if action.kind == PASS and not table.to_act() and not owed and able == [seat]:
            return  # a check that could change nothing: all others have tapped out
        if table.to_act() != seat:
            refusal = table.why_not(("check", seat))
            raise _Irregular(f"{refusal.code}: '{action.text}'", refusal.rule)
        if action.kind == FOLD:
            self._regular(action, ("fold", seat))
        elif action.kind == PASS:
            self._regular(action, ("call" if owed else "check", seat))
        elif action.amount is not None:
            kind = "raise" if table.betting.level else "bet"
            self._regular(action, (kind, seat, self.units.whole(action.amount)))

    def _playing(self, action: Action) -> None:
        if self.table.outcome is not None:
            raise Unsupported(f"'{action.text}' comes after the pot has been won")

    def _regular(self, action: Action, given: tuple[object, ...]) -> None:
        """Take an input; what the table would put right by a rule is refused by that rule."""
        try:
            made = self._follow(given)
        except Refused as refusal:
            raise _Irregular(f"{refusal.code}: '{action.text}'", refusal.rule) from None
        for record in made:
            if record[0] == "irregular":
                raise _Irregular(f"{record[2]}: '{action.text}'", record[1])
            if record[0] == "place":
                rule = f"{self.table.document} {self.table.cites['short']}"
                raise _Irregular(f"short of a call: '{action.text}'", rule)

    def _follow(self, given: tuple[object, ...]) -> list[tuple[Any, ...]]:
        made = self.table.take(given)
        for record in made:
            if record[0] == "win":
                self.won[record[2]] = self.won.get(record[2], 0) + record[3]
            elif record[0] == "return":
                self.returned += record[2]
        return made

    # ---- the end

    def _showdown(self) -> None:  # noqa: C901  # one way to end a case
        table = self.table
        if table.outcome is not None:
            return
        dealt = len(table.board) == sum(table.streets)
        if not dealt or table.phase == HOLE or (table.to_act() and self._owing()):
            raise Unsupported("the file ends before the hand does")
        gives_up = [seat for seat in table.in_hand() if self._mucks(seat)]
        if sorted(gives_up) == sorted(self.history.mucked):
            gives_up = list(self.history.mucked)
        if len(gives_up) == len(table.in_hand()):
            closed = [seat for seat in gives_up if seat in self.cards.closed]
            told = self.history.winnings or []
            paid = [seat for seat in gives_up if told and told[seat - 1] > 0]
            closed = paid if len(paid) == 1 else closed
            if len(closed) != 1:
                raise Unsupported("nobody shows: the file does not say whose hand won")
            gives_up.sort(key=closed.__contains__)  # all others give up, so this one has won
        shows = [seat for seat in table.in_hand() if seat not in gives_up]
        if len(shows) == 1 and not self.cards.known[shows[0]] and shows[0] != table.called:
            shows = []  # all others give up, and nobody has to see the winner's hand
        for seat in shows:
            if not self.cards.known[seat]:
                raise Unsupported(f"the cards of p{seat} are not known at the showdown")
            if table.outcome is None:
                self._follow(("show", seat, None))
        for seat in gives_up:
            if table.outcome is not None:
                return
            if seat == table.called and not self.cards.known[seat]:
                raise Unsupported(
                    f"p{seat} was called and must show, and the cards are not known",
                    f"{table.document} {table.cites['show']}",
                )
            try:
                self._follow(("muck", seat))
            except Refused as refusal:
                text = self.cards.shown[seat].text
                raise _Irregular(f"{refusal.code}: '{text}'", refusal.rule) from None

    def _owing(self) -> bool:
        """Whether a player still has to act; one alone with chips has nobody to bet against."""
        table = self.table
        able = [seat for seat in table.in_hand() if table.stack[seat]]
        return len(able) > 1 or table.betting.level > table.bet[table.to_act()]

    def _mucks(self, seat: int) -> bool:
        shown = self.cards.shown.get(seat)
        return shown is not None and shown.kind == MUCK

    def _compared(self) -> Outcome:
        table = self.table
        got = [table.stack[n + 1] for n in range(self.count)]
        tally = Tally(self.history, self.units, self.cards, self.order)
        ways = tally.expected()
        base = sum(self.won.values()) + self.returned
        raked = next((way for way in ways if is_rake(way, got, self.won, base)), None)
        # Neither way: a rake takes chips and never brings any.
        nearest = min(ways, key=lambda way: (sum(way) > sum(got), abs(sum(got) - sum(way))))
        found = next((way for way in ways if way == got), raked or nearest)
        outcome = Outcome(EQUAL, None, self._told(found), self._told(got))
        if found == got:
            if self.duel and table.street > 1:
                outcome.rule, outcome.reason = _TWO_PLAYERS[self.game], _DUEL
            return outcome
        missing = sum(got) - sum(found)
        if found is raked:
            share = 100 * missing / base
            outcome.result = RAKED
            outcome.reason = f"the file's rake is {self.units.told(missing)}, {float(share):.1f} %"
            return outcome
        outcome.result = DIFFERENT
        unseen = [seat for seat in sorted(self.cards.closed) if seat - 1 not in tally.folded]
        if abs(missing) >= 1:  # less than the smallest amount: a share written as 3.333…
            outcome.reason = (
                f"the file's stacks come to {abs(self.units.told(missing))} "
                f"{'less' if missing > 0 else 'more'} than were there at the start"
            )
        elif unseen:
            raise Unsupported(f"the cards of p{unseen[0]} are not known at the showdown")
        elif tally.settled() == got:
            outcome.rule = _POTS[self.game]
            outcome.reason = "the file shares its pots in another way"
        else:
            outcome.reason = OTHER_STACKS
        return outcome

    def _told(self, stacks: Sequence[int | Fraction]) -> Stacks:
        """As the file writes them; of a stack that nobody wrote down, what was won or lost."""
        start = [self.units.whole(stack) for stack in self.history.stacks]
        unknown = self.history.unknown
        return [
            self.units.told(stack - start[n] if n + 1 in unknown else stack)
            for n, stack in enumerate(stacks)
        ]
