"""The table as anyone beside it may see it, folded from its records alone.

The records are applied to the same rounds that the board plays with; under a seal there is nothing
here but the seal, and not even that leaves this module: a face-down card is told as `{}`.
"""

from __future__ import annotations

from typing import Any

from cardtable.desk.games import PUCK, is_banked, make
from cardtable.jackpot.books import Books
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.determinations import DETERMINATIONS, DOCUMENTS
from cardtable.rules.places import SEATS
from cardtable.rules.poker import next_round
from cardtable.rules.poker.pots import side_pots
from cardtable.rules.poker.state import AWAY, DEAD, FOLDED
from cardtable.rules.round import Round
from cardtable.rules.seals import Sealer
from cardtable.ui import lamps
from host_tools import wording
from host_tools.console.page_types import Card, FaultWords, Pot, Seat, Snapshot
from host_tools.sitting.sitting import may_be_vacated

_SEAL = 4  # a token at least so long is a seal, never a face
_BEGINS = ("deal", "ante", "post", "players", "begin")  # a round that has begun to move
_COLOURS = ("off", "red", "yellow", "green", "white", "blue", "violet")
PHASES = {
    "wagers": "Place your wagers",
    "deal": "Dealing",
    "act": "Bet or fold",
    "turn": "The dealer's hand",
    "settle": "Settling",
    "collect": "Collecting",
    "before": "Between rounds",
    "bets": "Betting",
    "show": "Showdown",
}


class RoundProjection:
    """One round, as far as its records have been told."""

    def __init__(self, game: str, values: dict, opening: tuple) -> None:
        self.number: int = opening[1]
        self.game = game
        self.banked = is_banked(game)
        self.records: list[tuple] = []
        self.begun = False
        self.hands: dict[int, str] = {}  # place → words for the hand shown
        self.won: dict[int, int] = {}  # seat → what the round has brought
        self.prizes: dict[int, str] = {}
        self.posted: list[int] = []  # seats, as they put their blinds in
        self.racked = 0
        self.pots: list[tuple[int, list[int]]] = []
        self.commission = 0
        self.rule: str | None = None
        sealer = Sealer(b"")
        self.played: Any = (
            Canberra(values, {}, sealer, boomerang_class, game=game)
            if self.banked
            else make(game, values, sealer)
        )
        self.apply(opening)

    def apply(self, record: tuple) -> None:
        self.records.append(record)
        kind = record[0]
        self.begun = self.begun or kind in _BEGINS
        note = getattr(self, f"_note_{kind}", None)
        if note is not None:
            note(*record[1:])
        if kind == "canberra":
            self.played.sign = self.played.display = record[1]
            self.played.advised = list(record[2])
        else:
            self.played.follow(record)  # what is not about the round passes by

    def _note_post(self, seat: int, *_rest: Any) -> None:
        if seat not in self.posted:
            self.posted.append(seat)

    def _note_hand(self, seat: int, category: str) -> None:
        self.hands[seat] = wording.CATEGORIES.get(category, category)

    def _note_dealer_hand(self, category: str, qualifies: int) -> None:
        said = wording.CATEGORIES.get(category, "no hand")
        self.hands[0] = said if qualifies else f"{said}: does not play"

    def _note_settle(self, seat: int, ante: int, bet: int, *_: Any) -> None:
        self.won[seat] = ante + bet

    def _note_jackpot_won(self, seat: int, prize: str, wager: int) -> None:
        self.prizes[seat] = wording.PRIZES.get(prize, prize)

    def _note_pot(self, number: int, amount: int, winners: list[int]) -> None:
        self.pots.append((amount, winners))

    def _note_win(self, pot: int, seat: int, amount: int, part: str) -> None:
        self.won[seat] = self.won.get(seat, 0) + amount

    def _note_commission(self, pot: int, amount: int, rule: str) -> None:
        self.commission += amount

    def _note_collect(self, place: int, count: int) -> None:
        self.racked += count

    def _note_end(self, outcome: str, rule: str | None) -> None:
        self.rule = rule


class _AsExpected:
    """A round whose next inputs are those that the board has told."""

    def __init__(self, played: Round, expects: list) -> None:
        self._played = played
        self._expects = expects

    def __getattr__(self, name: str) -> Any:
        return getattr(self._played, name)

    def expects(self) -> list:
        return self._expects


class TableView:
    """Records and answers in, `snapshot()` out: plain data for a page."""

    def __init__(self) -> None:
        self.game = ""
        self.values: dict[str, Any] = {}
        self.fingerprint = ""
        self.seats = SEATS  # as the table is configured
        self._opened: list[tuple[int, tuple]] = []  # records since the last round was opened
        self.now: RoundProjection | None = None
        self.before: RoundProjection | None = None
        self.expects: list = []
        self.expects_at = 0  # the last record when the board was asked
        self.books = Books()
        self.idle: dict[int, int] = {}  # seat → rounds without a wager, as far as they were seen
        self.faults: list[list[str]] = []
        self.last = 0  # number of the last record seen

    # ---- what comes in

    def forget(self) -> None:
        """Another table, or another epoch: begin anew."""
        self._opened = []
        self.now = self.before = None
        self.idle = {}
        self.expects = []
        self.faults = []
        self.last = 0

    def configure(self, pairs: list[list]) -> None:
        """What the board has answered to "config"."""
        told: dict[str, Any] = dict(pairs)  # type: ignore[arg-type]
        game, fingerprint = told.pop("game"), told.pop("fingerprint")
        values = {name: value for name, value in told.items() if name in DETERMINATIONS}
        self.seats = told.get("seats", SEATS)
        if (game, fingerprint) == (self.game, self.fingerprint):
            return
        self.game, self.fingerprint, self.values = game, fingerprint, values
        opened, self._opened = self._opened, []
        self.now = self.before = None
        for number, record in opened:
            self._fold(number, record)

    @property
    def is_configured(self) -> bool:
        """Whether the round in play is one of the game we know."""
        if not self._opened:
            return bool(self.game)
        opening = self._opened[0][1]
        return (opening[2], opening[3]) == (self.game, self.fingerprint)

    def apply(self, number: int, record: tuple) -> None:
        if number <= self.last:
            return
        self.last = number
        self._fold(number, record)

    def _fold(self, number: int, record: tuple) -> None:
        if record[0] == "taken_back":
            self._take_back(record[2])
            return
        if record[0] == "round":
            if self.now is not None and self.now.begun and self.now.played.outcome is not None:
                self.before = self.now
            self._opened = [(number, record)]
            self.now = (
                RoundProjection(self.game, self.values, record) if self.is_configured else None
            )
            return
        if self._opened:
            self._opened.append((number, record))
        if self.now is not None:
            self.now.apply(record)
            if record[0] == "end" and not self.now.banked:
                self.idle = next_round.idle(self.now.played, self.idle)

    def _take_back(self, first: int) -> None:
        """The round as it was before that record; what happened beside it passes by anyway."""
        stands = [(number, record) for number, record in self._opened if number < first]
        if not stands:
            return
        before = self.before
        self._opened = []
        for number, record in stands:
            self._fold(number, record)
        self.before = before

    # ---- what goes out

    def snapshot(self) -> Snapshot:
        """The table as data for a page: no seals, no face that has not been shown."""
        meter = self.books.meter
        told: Snapshot = {
            "game": self.game,
            "game_name": wording.GAMES.get(self.game, self.game),
            "document": DOCUMENTS.get(self.game, ""),
            "values": self.values,
            "record": self.last,
            "sign": meter.display if is_banked(self.game) else None,
            "locked": bool(meter.locked),
            "pending": len(meter.pending),
            "mode": self.books.mode,
            "faults": [_fault_words(code, where) for code, where in self.faults],
            "seats": [],
            "round": None,
        }
        now = self.now
        if now is None:
            return told
        shown = now
        if not now.begun and self.before is not None and now.number == self.before.number + 1:
            shown = self.before
        over = shown.played.outcome is not None
        told["round"] = shown.number
        told["over"] = over
        told["outcome"] = shown.played.outcome
        told["rule"] = shown.rule
        told["phase"] = now.played.phase
        told["phase_words"] = PHASES.get(now.played.phase, now.played.phase)
        told["banked"] = now.banked
        told["marker"] = None if now.banked else now.played.marker or None
        told["marker_kind"] = "puck" if self.game in PUCK else "button"
        told["staked"] = _staked(now)
        public = lamps.Public()
        public.look(_AsExpected(now.played, self.expects), meter, [tuple(f) for f in self.faults])
        told["lamp"] = "yellow" if public.pending else "red" if public.locked else "off"
        if told["lamp"] == "off" and public.wager:
            told["lamp"] = "green"
        if now.banked:
            _lay_banked(told, shown)
        else:
            _lay_against_each_other(told, shown, now)
        taken = sum(seat["in"] for seat in told["seats"])
        told["vacate"] = may_be_vacated(self.game, self.seats, taken, self.idle)
        for seat in told["seats"]:
            number = seat["seat"]
            fault = bool(public.faults >> number & 1)
            seat["lamp"] = "blue" if fault else _COLOURS[public.cards[number]]
            seat["waited"] = bool(public.waited >> number & 1)
        return told


def _staked(now: RoundProjection) -> int:
    """Cents that would go back if the round were void."""
    if now.played.outcome is not None:
        return 0
    if now.banked:
        return sum(box.ante + box.bet + box.jackpot for box in now.played.boxes.values())
    return now.played.money()[1]


def _fault_words(code: str, where: str) -> FaultWords:
    what, remedy = wording.FAULTS.get(code, (code, "See the handbook."))
    return {"code": code, "where": where, "what": what, "remedy": remedy}


def cards(tokens: list[str]) -> list[Card]:
    """Cards as they may be told: a face, or nothing at all of what is face down."""
    return [{} if len(token) >= _SEAL else {"face": token} for token in tokens]


def _lay_banked(told: Snapshot, shown: RoundProjection) -> None:
    played = shown.played
    dealt = len(played.dealer) + len(played.astray)
    for seat in range(1, SEATS + 1):
        box = played.boxes.get(seat)
        at: Seat = {"seat": seat, "in": box is not None, "cards": []}
        if box is not None:
            dealt += len(box.tokens) + len(box.racked)
            at["ante"] = box.ante
            at["bet"] = box.bet
            at["jackpot"] = box.jackpot
            at["cards"] = _on_the_felt(box, played.outcome is not None)
            at["out"] = box.folded
            at["state"] = _box_state(box)
            at["won"] = shown.won.get(seat)
            at["hand"] = shown.hands.get(seat)
            at["prize"] = shown.prizes.get(seat)
        told["seats"].append(at)
    told["dealer"] = {"cards": cards(played.dealer), "hand": shown.hands.get(0)}
    told["board"] = None
    told["pots"] = []
    told["shoe"] = played.values["deck"] + played.values["joker"] - dealt
    told["rack"] = shown.racked
    told["display"] = played.display


def _on_the_felt(box: Any, over: bool) -> list[Card]:
    """A hand until it is collected; one that was shown stays to be looked at until the next."""
    if box.collected and not (over and box.shown):
        return []
    return cards(box.tokens)


def _box_state(box: Any) -> str:
    if box.folded:
        return "folded"
    if box.fate is not None:
        return box.fate
    if box.declared:
        return "declared"
    return "bet" if box.bet else ""


def _lay_against_each_other(told: Snapshot, shown: RoundProjection, now: RoundProjection) -> None:
    played, current = shown.played, now.played
    over = played.outcome is not None
    racked = len(played.discards)
    for seat in range(1, SEATS + 1):
        seated = seat in current.seated
        at: Seat = {"seat": seat, "in": seated, "cards": []}
        if seated or seat in played.players:
            out = played.out[seat] in (FOLDED, DEAD)
            held = played.held[seat]
            if played.out[seat]:
                racked += len(held)
            at["stack"] = current.stack[seat]
            at["bet"] = 0 if over else played.bet[seat] + played.front[seat]
            at["cards"] = [] if played.out[seat] else cards(held)
            at["out"] = bool(played.out[seat])
            at["state"] = _seat_state(played, current, seat, out)
            at["won"] = shown.won.get(seat)
            at["hand"] = shown.hands.get(seat)
            at["turn"] = not over and played.to_act() == seat
            at["blind"] = _blind(shown, seat)
        told["seats"].append(at)
    gone = len(played.board) + len(played.burnt) + len(played.discards)
    gone += sum(len(held) for held in played.held)
    told["dealer"] = None
    told["board"] = cards(played.board) if sum(played.streets) else None
    told["board_size"] = sum(played.streets)
    told["burnt"] = len(played.burnt)
    told["pots"] = _pots(shown)
    told["commission"] = shown.commission
    told["shoe"] = played.values["deck"] + played.values["joker"] - gone
    told["rack"] = racked
    told["street"] = played.street
    told["clock"] = {"seat": played.clock, "left_ms": played.left_ms} if played.clock else None
    told["follow"] = played.values["follow"]


def _blind(shown: RoundProjection, seat: int) -> str:
    """SB, BB: only where there are two, and they were the first to be put in."""
    two = len(shown.played.values.get("blinds") or ()) == 2
    if not two or shown.played.outcome is not None or seat not in shown.posted[:2]:
        return ""
    return ("SB", "BB")[shown.posted.index(seat)]


def _pots(shown: RoundProjection) -> list[Pot]:
    if shown.pots:
        return [{"amount": cents, "seats": winners} for cents, winners in shown.pots]
    played = shown.played
    if played.outcome is not None:
        return []
    pots = side_pots(played.put, played.out, sum(played.dead))
    return [{"amount": cents, "seats": seats} for cents, seats in pots if cents]


def _seat_state(played: Any, current: Any, seat: int, out: bool) -> str:
    if seat in current.seated and current.waits[seat] >= AWAY:
        return "away"
    if seat in current.seated and current.waits[seat] and current.phase == "before":
        return "waits"
    if seat not in played.players:
        return "not in the hand" if played.players else ""
    if played.out[seat]:
        return "folded" if out else "mucked"
    if not played.stack[seat] and played.outcome is None and played.bets:
        return "all in"
    return "shown" if played.shown[seat] else ""
