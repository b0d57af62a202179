"""A hand history played through the firmware's rules, in tournament conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.rules import games, places
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.histories.actions import BOARD, DISCARD, FOLD, HOLE, MUCK, PASS, RAISE, Action
from host_tools.histories.cards import Cards
from host_tools.histories.money import Units
from host_tools.histories.problems import Unsupported
from host_tools.histories.reader import History
from host_tools.histories.tally import Tally

EQUAL = "equal"
DIFFERENT = "different"
REFUSED = "refused"
UNSUPPORTED = "unsupported"

GAME_OF = {"NT": "holdem", "FT": "holdem", "PO": "omaha", "FO/8": "omaha", "N2L1D": "draw"}
_LIMITS = {
    "NT": "no-limit",
    "FT": "fixed",
    "PO": "full-pot",
    "FO/8": "fixed",
    "N2L1D": "no-limit",
}
_HOLE_CARDS = {"holdem": 2, "omaha": 4, "draw": 5}
_TWO_PLAYERS = {
    "holdem": "TGC-2006 C3.4, C12.4",
    "omaha": "NI2006-156 8.5(a), 10.1",
    "draw": "NI2005-66 8.5(a), 10.1",
}
_POTS = {
    "holdem": "TGC-2006 C15.2, C16.1",
    "omaha": "NI2006-156 13.2, 14.2, 3.5(d)",
    "draw": "NI2005-66 13.2, 14.2",
}

OTHER_STACKS = "other stacks than the actions of the file come to"

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
    try:
        if GAME_OF[history.variant] == "draw":
            from host_tools.histories.draws import DrawReplay

            return DrawReplay(history).run(game)
        return Replay(history).run(game)
    except Unsupported as error:
        return Outcome(UNSUPPORTED, error.rule, _told(history), reason=error.reason)
    except Refused as refusal:
        reason = refusal.code.replace("_", " ")
        return Outcome(REFUSED, refusal.rule, _told(history), reason=reason)


def _told(history: History) -> Stacks | None:
    """The finishing stacks that the file itself gives."""
    if history.finishing is None:
        return None
    return [int(one) if one == int(one) else float(one) for one in history.finishing]


class _Irregular(Refused):
    """Something the table would take, but only as an irregularity; with the action it was."""


class Replay:
    """One hand with communal cards; draws.py has the draw."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.game = GAME_OF[history.variant]
        self.count = len(history.stacks)

    def run(self, game: str | None) -> Outcome:
        if game is not None and game != self.game:
            raise Unsupported(f"a hand of {self.game}, and only {game} was asked for")
        if self.count > places.SEATS:
            raise Unsupported(f"{self.count} players: the table has {places.SEATS} seats")
        if self.count < 2:
            raise Unsupported("one player: nobody to play against")
        if self.count < 3:
            raise Unsupported(
                "two players: the documents give button and blinds the other way round",
                _TWO_PLAYERS[self.game],
            )
        self.units = Units(self.history)
        self.cards = self._cards()
        self.table: Any = self._open()
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
        return Cards(self.history, _HOLE_CARDS[self.game])

    def _open(self) -> Any:
        whole = self.units.whole
        seats = [(n + 1, whole(stack)) for n, stack in enumerate(self.history.stacks)]
        marker = 1 if self.game in games.PUCK else self.count
        return games.start(self.game, self._given(), seats, marker, Open())

    def _given(self) -> dict[str, Any]:
        history, whole = self.history, self.units.whole
        given: dict[str, Any] = {
            "limit": _LIMITS[history.variant],
            "tournament": 1,
            "commission": "none",
            "table_min": 1,
            "blinds": self._blinds(),
            "ante": whole(max(history.antes)),
        }
        given |= {name: whole(amount) for name, amount in history.sizes.items()}
        if self.game != "holdem":
            given |= {"ace_low": 1, "smallest_chip": 1}
        if history.variant == "FO/8":
            given |= {"win": "high-low", "low_qualifier": 8, "low_ace": "low"}
        if given["ante"] and not given["blinds"] and len(set(history.antes)) > 1:
            raise Unsupported("antes that are not the same for all")
        return given

    def _blinds(self) -> list[int]:
        levels = [self.units.whole(blind) for blind in self.history.blinds]
        if min(levels) < 0:
            raise Unsupported("a blind posted on entering the game")
        posted = [level for level in levels if level]
        if levels[: len(posted)] != posted:
            raise Unsupported("blinds or straddles that are not next to each other from p1 on")
        return posted

    def _deal(self) -> None:
        for turn in range(_HOLE_CARDS[self.game]):
            for player in range(1, self.count + 1):
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
            made = self.table.take(given)
        except Refused as refusal:
            raise _Irregular(f"{refusal.code}: '{action.text}'", refusal.rule) from None
        for record in made:
            if record[0] == "irregular":
                raise _Irregular(f"{record[2]}: '{action.text}'", record[1])
            if record[0] == "place":
                rule = f"{self.table.document} {self.table.cites['short']}"
                raise _Irregular(f"short of a call: '{action.text}'", rule)

    # ---- the end

    def _showdown(self) -> None:
        table = self.table
        if table.outcome is not None:
            return
        dealt = len(table.board) == sum(table.streets)
        if not dealt or table.phase == HOLE or (table.to_act() and self._owing()):
            raise Unsupported("the file ends before the hand does")
        gives_up = [seat for seat in table.in_hand() if self._mucks(seat)]
        if gives_up == list(table.in_hand()):
            closed = [seat for seat in gives_up if seat in self.cards.closed]
            if len(closed) != 1:
                raise Unsupported("nobody shows: the file does not say whose hand won")
            gives_up.sort(key=closed.__contains__)  # all others give up, so this one has won
        for seat in [seat for seat in table.in_hand() if seat not in gives_up]:
            if not self.cards.known[seat]:
                raise Unsupported(f"the cards of p{seat} are not known at the showdown")
            if table.outcome is None:
                table.take(("show", seat, None))
        for seat in gives_up:
            if table.outcome is not None:
                return
            if seat == table.called and not self.cards.known[seat]:
                raise Unsupported(
                    f"p{seat} was called and must show, and the cards are not known",
                    f"{table.document} {table.cites['show']}",
                )
            self._regular(self.cards.shown[seat], ("muck", seat))

    def _owing(self) -> bool:
        """Whether a player still has to act; one alone with chips has nobody to bet against."""
        table = self.table
        able = [seat for seat in table.in_hand() if table.stack[seat]]
        return len(able) > 1 or table.betting.level > table.bet[table.to_act()]

    def _mucks(self, seat: int) -> bool:
        shown = self.cards.shown.get(seat)
        return shown is not None and shown.kind == MUCK

    def _compared(self) -> Outcome:
        table, told = self.table, self.units.told
        got = [table.stack[n + 1] for n in range(self.count)]
        tally = Tally(self.history, self.units, self.cards)
        ways = tally.expected()
        # Neither way: a rake takes chips and never brings any.
        nearest = min(ways, key=lambda way: (sum(way) > sum(got), abs(sum(got) - sum(way))))
        found = next((way for way in ways if way == got), nearest)
        outcome = Outcome(EQUAL, None, [told(one) for one in found], [told(one) for one in got])
        if found != got:
            outcome.result = DIFFERENT
            missing = sum(got) - sum(found)
            unseen = [seat for seat in sorted(self.cards.closed) if seat - 1 not in tally.folded]
            if abs(missing) >= 1:  # less than the smallest amount: a share written as 3.333…
                outcome.reason = (
                    f"the file's stacks come to {abs(told(missing))} "
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
