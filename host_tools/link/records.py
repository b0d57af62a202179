"""Records as named types.

Made from cardtable/desk/record_kinds.py by `python -m host_tools.docsgen`: change them there.
A field that an older board did not write yet is None; fields of a newer one are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Act:
    seat: int | None = None
    what: str | None = None
    to: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Adopted:
    source: str | None = None
    number: int | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Ante:
    seat: int | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Astray:
    rule: str | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Attach:
    refused: int | None = None


@dataclass(frozen=True, slots=True)
class Away:
    seat: int | None = None
    waits: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Begin:
    boxes: list[int] | None = None
    display: int | None = None


@dataclass(frozen=True, slots=True)
class Bet:
    seat: int | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Books:
    section: str | None = None
    values: list[Any] | None = None


@dataclass(frozen=True, slots=True)
class Boot:
    firmware: str | None = None
    board: str | None = None
    table: str | None = None
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class BoxLimit:
    seat: int | None = None
    amount: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Burns:
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Buy:
    seat: int | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Canberra:
    display: int | None = None
    advised: list[int] | None = None


@dataclass(frozen=True, slots=True)
class ChangeSeat:
    seat: int | None = None
    to: int | None = None
    waits: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    seat: int | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Collect:
    place: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Command:
    role: str | None = None
    what: str | None = None


@dataclass(frozen=True, slots=True)
class Commission:
    pot: int | None = None
    amount: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    seat: int | None = None
    amount: int | None = None
    was: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Count:
    place: int | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class DayOpen:
    day: str | None = None


@dataclass(frozen=True, slots=True)
class Dead:
    seat: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    place: int | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class DealerHand:
    category: str | None = None
    qualifies: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    what: str | None = None
    place: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    why: str | None = None
    count: int | None = None
    missing: list[str] | None = None
    twice: list[str] | None = None
    wrong: int | None = None


@dataclass(frozen=True, slots=True)
class Declare:
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    seat: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Denied:
    role: str | None = None
    code: str | None = None
    refused: int | None = None


@dataclass(frozen=True, slots=True)
class Display:
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    day: str | None = None
    counted: int | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Eliminated:
    seat: int | None = None
    ante: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class End:
    outcome: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    code: str | None = None
    where: str | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class FaultOver:
    code: str | None = None
    where: str | None = None


@dataclass(frozen=True, slots=True)
class Fold:
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class FreezeOut:
    eliminated: int | None = None
    ante: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Gather:
    pot: int | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    seat: int | None = None
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Irregular:
    rule: str | None = None
    what: str | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Jackpot:
    seat: int | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class JackpotBack:
    seat: int | None = None
    amount: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class JackpotConfirmed:
    hit: int | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class JackpotHit:
    seat: int | None = None
    prize: str | None = None
    amount: int | None = None
    from_pool: int | None = None
    from_reserve: int | None = None
    from_house: int | None = None


@dataclass(frozen=True, slots=True)
class JackpotKept:
    seat: int | None = None
    amount: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class JackpotLost:
    seat: int | None = None
    wager: int | None = None


@dataclass(frozen=True, slots=True)
class JackpotPaid:
    seat: int | None = None
    prize: str | None = None
    amount: int | None = None
    from_pool: int | None = None
    from_reserve: int | None = None
    from_house: int | None = None


@dataclass(frozen=True, slots=True)
class JackpotWon:
    seat: int | None = None
    prize: str | None = None
    wager: int | None = None


@dataclass(frozen=True, slots=True)
class Join:
    seat: int | None = None
    amount: int | None = None
    waits: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class KeySwitch:
    on: int | None = None


@dataclass(frozen=True, slots=True)
class Lap:
    seat: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    seat: int | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class LinkedHit:
    seat: int | None = None
    prize: str | None = None
    shown: int | None = None


@dataclass(frozen=True, slots=True)
class LinkedIn:
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class LinkedPaid:
    seat: int | None = None
    prize: str | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Marker:
    seat: int | None = None
    why: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Meter:
    pool: int | None = None
    reserve: int | None = None


@dataclass(frozen=True, slots=True)
class MeterChange:
    name: str | None = None
    value: int | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class MeterChanged:
    name: str | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class MeterCorrect:
    pool: int | None = None
    reserve: int | None = None
    overflow: int | None = None
    who: str | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class MeterFreed:
    to_pool: int | None = None
    to_reserve: int | None = None
    to_overflow: int | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class MeterHeld:
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class MeterIn:
    to_pool: int | None = None
    to_reserve: int | None = None
    carry: int | None = None
    to_overflow: int | None = None


@dataclass(frozen=True, slots=True)
class MeterSeed:
    from_reserve: int | None = None
    from_house: int | None = None
    from_overflow: int | None = None


@dataclass(frozen=True, slots=True)
class Mode:
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    token: str | None = None
    from_: int | None = None
    to: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Muck:
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Newcomer:
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    seat: int | None = None
    token: str | None = None
    card: str | None = None
    salt: str | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Person:
    what: str | None = None
    role: str | None = None
    name: str | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    seat: int | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Players:
    order: list[int] | None = None


@dataclass(frozen=True, slots=True)
class Post:
    seat: int | None = None
    what: str | None = None
    amount: int | None = None
    dead: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Pot:
    pot: int | None = None
    amount: int | None = None
    winners: list[int] | None = None


@dataclass(frozen=True, slots=True)
class Refund:
    seat: int | None = None
    amount: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    input: list[Any] | None = None
    code: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Released:
    epoch: int | None = None
    first: int | None = None
    secret: str | None = None
    cards: str | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    seat: int | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Replaced:
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Restored:
    source: str | None = None
    epoch: int | None = None
    number: int | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Return:
    seat: int | None = None
    amount: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    scope: str | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    round: int | None = None
    game: str | None = None
    determinations: str | None = None
    marker: int | None = None
    stacks: list[Any] | None = None


@dataclass(frozen=True, slots=True)
class See:
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Settle:
    seat: int | None = None
    ante: int | None = None
    bet: int | None = None
    result: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Signs:
    role: str | None = None
    who: str | None = None


@dataclass(frozen=True, slots=True)
class Street:
    number: int | None = None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    who: str | None = None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Throw:
    seat: int | None = None
    tokens: list[str] | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    place: int | None = None
    token: str | None = None
    card: str | None = None
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class Win:
    pot: int | None = None
    seat: int | None = None
    amount: int | None = None
    part: str | None = None


Record = (
    Act
    | Adopted
    | Ante
    | Astray
    | Attach
    | Away
    | Begin
    | Bet
    | Books
    | Boot
    | BoxLimit
    | Burns
    | Buy
    | Canberra
    | ChangeSeat
    | Clock
    | Collect
    | Command
    | Commission
    | Corrected
    | Count
    | DayOpen
    | Dead
    | Deal
    | DealerHand
    | Decision
    | Deck
    | Declare
    | Declared
    | Denied
    | Display
    | Drop
    | Eliminated
    | End
    | Fault
    | FaultOver
    | Fold
    | FreezeOut
    | Gather
    | Hand
    | Irregular
    | Jackpot
    | JackpotBack
    | JackpotConfirmed
    | JackpotHit
    | JackpotKept
    | JackpotLost
    | JackpotPaid
    | JackpotWon
    | Join
    | KeySwitch
    | Lap
    | Leave
    | LinkedHit
    | LinkedIn
    | LinkedPaid
    | Marker
    | Meter
    | MeterChange
    | MeterChanged
    | MeterCorrect
    | MeterFreed
    | MeterHeld
    | MeterIn
    | MeterSeed
    | Mode
    | Move
    | Muck
    | Newcomer
    | Opened
    | Person
    | Place
    | Players
    | Post
    | Pot
    | Refund
    | Refused
    | Released
    | Replace
    | Replaced
    | Restored
    | Return
    | Reveal
    | Round
    | See
    | Settle
    | Signs
    | Street
    | TakenBack
    | Throw
    | Turn
    | Win
)
_TYPES: dict[str, type[Record]] = {
    "act": Act,
    "adopted": Adopted,
    "ante": Ante,
    "astray": Astray,
    "attach": Attach,
    "away": Away,
    "begin": Begin,
    "bet": Bet,
    "books": Books,
    "boot": Boot,
    "box_limit": BoxLimit,
    "burns": Burns,
    "buy": Buy,
    "canberra": Canberra,
    "change_seat": ChangeSeat,
    "clock": Clock,
    "collect": Collect,
    "command": Command,
    "commission": Commission,
    "corrected": Corrected,
    "count": Count,
    "day_open": DayOpen,
    "dead": Dead,
    "deal": Deal,
    "dealer_hand": DealerHand,
    "decision": Decision,
    "deck": Deck,
    "declare": Declare,
    "declared": Declared,
    "denied": Denied,
    "display": Display,
    "drop": Drop,
    "eliminated": Eliminated,
    "end": End,
    "fault": Fault,
    "fault_over": FaultOver,
    "fold": Fold,
    "freeze_out": FreezeOut,
    "gather": Gather,
    "hand": Hand,
    "irregular": Irregular,
    "jackpot": Jackpot,
    "jackpot_back": JackpotBack,
    "jackpot_confirmed": JackpotConfirmed,
    "jackpot_hit": JackpotHit,
    "jackpot_kept": JackpotKept,
    "jackpot_lost": JackpotLost,
    "jackpot_paid": JackpotPaid,
    "jackpot_won": JackpotWon,
    "join": Join,
    "key_switch": KeySwitch,
    "lap": Lap,
    "leave": Leave,
    "linked_hit": LinkedHit,
    "linked_in": LinkedIn,
    "linked_paid": LinkedPaid,
    "marker": Marker,
    "meter": Meter,
    "meter_change": MeterChange,
    "meter_changed": MeterChanged,
    "meter_correct": MeterCorrect,
    "meter_freed": MeterFreed,
    "meter_held": MeterHeld,
    "meter_in": MeterIn,
    "meter_seed": MeterSeed,
    "mode": Mode,
    "move": Move,
    "muck": Muck,
    "newcomer": Newcomer,
    "opened": Opened,
    "person": Person,
    "place": Place,
    "players": Players,
    "post": Post,
    "pot": Pot,
    "refund": Refund,
    "refused": Refused,
    "released": Released,
    "replace": Replace,
    "replaced": Replaced,
    "restored": Restored,
    "return": Return,
    "reveal": Reveal,
    "round": Round,
    "see": See,
    "settle": Settle,
    "signs": Signs,
    "street": Street,
    "taken_back": TakenBack,
    "throw": Throw,
    "turn": Turn,
    "win": Win,
}


def named(record: tuple[Any, ...]) -> Record | None:
    """(kind, field, …) by its name; None when this program does not know the kind."""
    kind = _TYPES.get(record[0])
    return None if kind is None else kind(*record[1 : 1 + len(kind.__match_args__)])
