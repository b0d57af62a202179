"""One round between players, gathered from its records: what every format of hand histories asks.

The formats know deals, posts, actions in turn, shown hands and pots. What they have no word for
(an irregularity, a card set right, a misdeal) is kept as a note beside what it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cardtable.desk.record_kinds import KINDS
from cardtable.rules.places import BOARD, is_seat
from cardtable.rules.registry import PLAYERS_AGAINST_EACH_OTHER
from host_tools.histories.actions import UNKNOWN
from host_tools.ledger.ledger import Entry
from host_tools.ledger.standing import standing
from host_tools.wording import GAMES
from host_tools.wording.narrator import Narrator

DEAL = "deal"  # cards to a player
SHARED = "board"
ACT = "act"
DRAW = "draw"
SHOW = "show"
MUCK = "muck"

_FACE = 3  # characters; a longer token is a seal
_FOLDS = ("fold", "call_fold")
# Told in other fields, or changing nothing that a history tells
_SILENT = (
    "round", "street", "gather", "collect", "fault", "fault_over", "refused", "boot", "attach",
    "command", "denied", "signs", "person", "key_switch", "meter", "mode", "deck", "day_open",
    "drop", "lap", "away",
    "clock", "books", "taken_back", "reveal", "released",
)  # fmt: skip


class Unwritable(Exception):
    """Why a round has no hand history."""


@dataclass(frozen=True)
class Event:
    """One thing that happened, in the order of the table; amounts in cents."""

    kind: str
    seat: int = 0
    cards: tuple[str, ...] = ()
    what: str = ""  # of an action: check, call, bet, raise, under_raise or fold
    to: int = 0  # total in this betting round
    added: int = 0
    all_in: bool = False
    pot: int = 0  # all money bet, this action included
    note: str = ""


@dataclass
class Pot:
    """A pot as it was won."""

    amount: int
    winners: list[int]
    commission: int = 0
    won: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Post:
    """What was posted before the first card; `dead` of it is nobody's bet."""

    seat: int
    what: str  # ante, blind, over or entry
    amount: int
    dead: int = 0
    all_in: bool = False


@dataclass
class Hand:
    """A whole round; players in dealing order."""

    number: int
    game: str
    table: str
    fingerprint: str
    marker: int = 0
    clock: str = "u"
    time_ms: int = 0
    order: list[int] = field(default_factory=list)
    start: dict[int, int] = field(default_factory=dict)
    finish: dict[int, int] = field(default_factory=dict)
    posts: list[Post] = field(default_factory=list)
    streets: list[list[Event]] = field(default_factory=lambda: [[]])
    showdown: list[Event] = field(default_factory=list)
    pots: list[Pot] = field(default_factory=list)
    halves: bool = False  # a pot was shared between high and low
    outcome: str = "unfinished"
    rule: str | None = None
    notes: list[str] = field(default_factory=list)

    def events(self) -> list[Event]:
        return [event for street in self.streets for event in street] + self.showdown

    def posted(self, *kinds: str) -> dict[int, int]:
        """What each seat posted of these kinds, without what is dead."""
        found: dict[int, int] = {}
        for post in self.posts:
            if post.what in kinds:
                found[post.seat] = found.get(post.seat, 0) + post.amount - post.dead
        return found

    @property
    def commission(self) -> int:
        return sum(pot.commission for pot in self.pots)


def gathered(entries: Iterable[Entry], released: Mapping[str, str] | None = None) -> Hand:
    """The round that these records tell, from its opening on.

    `released` are faces by their seals that the board has told later (ledger/released.py).
    """
    entries = list(entries)
    _, number, game, fingerprint, marker, stacks = entries[0].body[:6]
    if game not in PLAYERS_AGAINST_EACH_OTHER:
        name = GAMES.get(game, game)
        raise Unwritable(f"{name} is played against the house: hand histories have no such game")
    taken = sum(entry.kind == "taken_back" for entry in entries)
    entries = list(standing(entries))
    hand = Hand(number, game, entries[0].table, fingerprint, marker or 0)
    hand.clock, hand.time_ms = entries[0].clock, entries[0].time_ms
    hand.start = {entry[0]: entry[1] for entry in stacks}
    if taken:
        hand.notes.append(f"Entries keyed by mistake and taken back: {taken}.")
    return _Gatherer(hand, released or {}).taken(entries)


class _Gatherer:
    def __init__(self, hand: Hand, released: Mapping[str, str]) -> None:
        self.hand = hand
        self.released = released
        self.teller = Narrator()
        self.stack: dict[int, int] = {}
        self.bet: dict[int, int] = {}  # in this betting round
        self.front: dict[int, int] = {}  # placed, and not yet a bet
        self.pot = 0
        self.held: dict[int, list[str]] = {}  # as tokens, for what is turned over
        self.faces: dict[str, str] = {}  # seal → face
        self.fresh: dict[int, list[str]] = {}  # dealt since the last betting round
        self.board: list[str] = []
        self.folded: set[int] = set()
        self.late: list[int] = []  # folded out of turn: told when the turn comes
        self.last = 0  # who acted last
        self.note = ""

    def taken(self, entries: list[Entry]) -> Hand:
        self.teller.tell(entries[0].body, entries[0].number)
        for entry in entries[1:]:
            known = entry.kind in KINDS
            take = getattr(self, f"_{entry.kind}", None) if known else None
            said = " ".join(" ".join(self.teller.tell(entry.body, entry.number)).split())
            if take is not None:
                take(*entry.body[1:])
            elif entry.kind not in _SILENT and said:
                self._remark(said)
            if entry.kind == "players":
                self.hand.clock, self.hand.time_ms = entry.clock, entry.time_ms
            elif entry.kind == "street":
                self._lay()
                self.hand.streets.append([])
                self.last = 0
        self._close()
        return self.hand

    def _close(self) -> None:
        hand = self.hand
        self._lay()
        if not hand.order:
            raise Unwritable("nobody was dealt in")
        hand.finish = {seat: self.stack[seat] for seat in hand.order}
        if hand.outcome == "unfinished":
            hand.notes.append("The round is not over.")
        if self.note:
            hand.notes.append(self.note)

    def _remark(self, text: str) -> None:
        """Beside the next action, or at the end."""
        self.note = f"{self.note} {text}".strip()

    def _event(self, event: Event, where: list[Event]) -> None:
        where.append(replace(event, note=self.note))
        self.note = ""

    # ---- seats

    def _join(self, seat: int, amount: int, *_rest: object) -> None:
        self.hand.start[seat] = amount

    def _buy(self, seat: int, amount: int) -> None:
        self.hand.start[seat] = self.hand.start.get(seat, 0) + amount

    def _leave(self, seat: int, _amount: int) -> None:
        if not self.hand.order:
            self.hand.start.pop(seat, None)

    def _change_seat(self, seat: int, to: int, *_rest: object) -> None:
        self.hand.start[to] = self.hand.start.pop(seat, 0)

    def _declared(self, *_told: object) -> None:
        pass

    def _marker(self, seat: int, why: str, _rule: str) -> None:
        if why != "next":
            self.hand.marker = seat

    def _players(self, order: list[int]) -> None:
        if any(seat not in self.hand.start for seat in order):
            raise Unwritable("the stacks at its beginning are not in its records")
        self.hand.order = list(order)
        for seat in order:
            self.stack[seat] = self.hand.start[seat] - self._forced(seat)

    def _forced(self, seat: int) -> int:
        return sum(post.amount for post in self.hand.posts if post.seat == seat)

    def _post(self, seat: int, what: str, amount: int, dead: int, _rule: object) -> None:
        left = self.hand.start.get(seat, 0) - self._forced(seat) - amount
        self.hand.posts.append(Post(seat, what, amount, dead, left <= 0))
        if seat in self.stack:
            self.stack[seat] -= amount
        self.pot += amount
        if what != "ante":
            self.bet[seat] = self.bet.get(seat, 0) + amount - dead

    # ---- cards

    def _deal(self, place: int, token: str) -> None:
        if is_seat(place):
            self.held.setdefault(place, []).append(token)
            self.fresh.setdefault(place, []).append(token)
        elif place == BOARD:
            self.board.append(token)

    def _move(self, token: str, start: int, end: int, rule: str) -> None:
        """A card set right: told where it came to lie, with a note of where it had landed."""
        for place in (self.fresh, self.held):
            if token in place.get(start, []):
                place[start].remove(token)
        if start == BOARD and token in self.board:
            self.board.remove(token)
        if is_seat(end):
            self.held.setdefault(end, []).append(token)
            self.fresh.setdefault(end, []).append(token)
        elif end == BOARD:
            self.board.append(token)
        self._remark(f"A card was set right ({rule}).")

    def _turn(self, place: int, token: str, card: str, _salt: str) -> None:
        self.faces[token] = card

    def _throw(self, seat: int, tokens: list[str]) -> None:
        self._lay()
        for token in tokens:
            if token in self.held.get(seat, []):
                self.held[seat].remove(token)
        cards = tuple(self._face(token) for token in tokens)
        self._event(Event(DRAW, seat, cards), self.hand.streets[-1])

    def _face(self, token: str) -> str:
        return token if len(token) < _FACE else self.released.get(token, UNKNOWN)

    def _lay(self) -> None:
        """What was dealt since the last action, in dealing order."""
        street = self.hand.streets[-1]
        for seat in self.hand.order:
            cards = tuple(self._face(token) for token in self.fresh.get(seat, []))
            if cards:
                street.append(Event(DEAL, seat, cards))
        self.fresh = {}
        if self.board:
            street.append(Event(SHARED, cards=tuple(self.board)))
            self.board = []

    # ---- betting

    def _act(self, seat: int, what: str, to: int, rule: str | None) -> None:
        self._lay()
        if rule:
            self._remark(f"By {rule}.")
        if self.hand.showdown:
            return  # a call taken back when the hands were turned over (TGC-2006 B17.2)
        self._late_folds(seat)
        turn = self._turn_of()
        if what in _FOLDS:
            self.folded.add(seat)
        if what == "call_fold":
            self._remark("Calls and folds: Blind A.")
            self.late.append(seat)
            what = "call"
        elif what == "fold" and turn != seat and turn:
            self._remark("Folded out of turn.")
            self.late.append(seat)
            return
        was = self.bet.get(seat, 0)
        added = to - was
        if added and what == "fold":
            self._remark(f"{added / 100:.2f} in front of seat {seat} stay in the pot.")
        self.stack[seat] -= added
        self.front[seat] = max(0, self.front.get(seat, 0) - added)
        self.bet[seat] = was + added
        self.pot += added
        made = Event(ACT, seat, (), what, self.bet[seat], added, pot=self.pot)
        all_in = added > 0 and not self.stack[seat] - self.front[seat]
        self._event(replace(made, all_in=all_in), self.hand.streets[-1])
        self.last = seat

    def _turn_of(self) -> int:
        """Who acts next by the order of the table, as far as that can be told; 0 if not."""
        order = self.hand.order
        if not self.last:
            return 0
        at = order.index(self.last)
        for seat in order[at + 1 :] + order[:at]:
            gone = seat in self.folded and seat not in self.late
            if not gone and self.stack[seat] > 0:
                return seat
        return 0

    def _late_folds(self, seat: int) -> None:
        """Those who folded out of turn, when the turn has come to them."""
        while self.late:
            turn = self._turn_of()
            if turn not in self.late or turn == seat:
                return
            self._fold_now(turn)

    def _fold_now(self, seat: int) -> None:
        self.late.remove(seat)
        made = Event(ACT, seat, (), "fold", self.bet.get(seat, 0), pot=self.pot)
        self._event(made, self.hand.streets[-1])
        self.last = seat

    def _place(self, seat: int, to: int) -> None:
        self.front[seat] = to - self.bet.get(seat, 0)
        self._remark(f"Seat {seat} put {to / 100:.2f} forward out of turn, or short of a call.")

    def _return(self, seat: int, amount: int, _rule: str) -> None:
        if self.front.get(seat):
            self.front[seat] = max(0, self.front[seat] - amount)
            return
        self.bet[seat] = self.bet.get(seat, 0) - amount
        self.stack[seat] += amount
        self.pot -= amount

    def _gather(self, _pot: int) -> None:
        for seat in [s for s in self.hand.order if s in self.late]:
            if self.bet.get(seat, 0) < max(self.bet.values(), default=0):
                self._fold_now(seat)
        self.bet = {}
        self.front = {}

    # ---- the end

    def _hand(self, seat: int, _category: str) -> None:
        self._lay()
        cards = [self._face(self.faces.get(token, token)) for token in self.held.get(seat, [])]
        self._event(Event(SHOW, seat, tuple(cards)), self.hand.showdown)

    def _muck(self, seat: int) -> None:
        self._lay()
        self._event(Event(MUCK, seat), self.hand.showdown)

    def _dead(self, seat: int, rule: str) -> None:
        self._lay()
        self._remark(f"The hand of seat {seat} cannot win ({rule}).")
        self._event(Event(MUCK, seat), self.hand.showdown)

    def _pot(self, _pot: int, amount: int, winners: list[int]) -> None:
        self._lay()
        self.hand.pots.append(Pot(amount, list(winners)))

    def _commission(self, pot: int, amount: int, _rule: str) -> None:
        self.hand.pots[pot].commission += amount

    def _win(self, pot: int, seat: int, amount: int, part: str) -> None:
        self.hand.halves = self.hand.halves or part != "all"
        self.stack[seat] += amount
        if self.hand.pots:
            won = self.hand.pots[pot].won
            won[seat] = won.get(seat, 0) + amount

    def _refund(self, seat: int, amount: int, _rule: str) -> None:
        self.stack[seat] = self.hand.start.get(seat, 0)

    def _end(self, outcome: str, rule: str | None) -> None:
        self.hand.outcome, self.hand.rule = outcome, rule
        if outcome != "won":
            self._remark(f"The round ended as a {outcome} ({rule}): every chip went back.")
