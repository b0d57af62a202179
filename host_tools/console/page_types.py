"""What a page is told, by name and type: the table, what may be done now, lines, devices.

`page_types.d.ts` is made from this by `python -m host_tools.docsgen`, so that TypeScript holds the
pages' JavaScript to it in `make check`.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Card(TypedDict, total=False):
    """No face: it lies face down, and nothing more is known of it here."""

    face: str


class FaultWords(TypedDict):
    code: str
    where: str
    what: str
    remedy: str


_Seated = TypedDict("_Seated", {"seat": int, "in": bool})


class Seat(_Seated):
    cards: list[Card]
    lamp: NotRequired[str]
    waited: NotRequired[bool]
    # of a seat in the round
    bet: NotRequired[int]
    out: NotRequired[bool]
    state: NotRequired[str]
    won: NotRequired[int | None]
    hand: NotRequired[str | None]
    # against the house
    ante: NotRequired[int]
    jackpot: NotRequired[int]
    prize: NotRequired[str | None]
    # against each other
    stack: NotRequired[int]
    turn: NotRequired[bool]
    blind: NotRequired[str]


class Pot(TypedDict):
    amount: int
    seats: list[int]


class HouseHand(TypedDict):
    cards: list[Card]
    hand: str | None


class Clock(TypedDict):
    seat: int
    left_ms: int


class _Moment(TypedDict, total=False):
    """The round, as far as its records have been told."""

    over: bool
    outcome: str | None
    rule: str | None
    phase: str
    phase_words: str
    banked: bool
    marker: int | None
    marker_kind: str
    staked: int
    lamp: str
    vacate: list[tuple[int, str]]


class _OnTheFelt(TypedDict, total=False):
    """What lies there; from `board_size` on only where players play against each other."""

    dealer: HouseHand | None
    board: list[Card] | None
    pots: list[Pot]
    shoe: int
    rack: int
    display: int
    board_size: int
    burnt: int
    commission: int
    street: int
    clock: Clock | None
    follow: int


class Snapshot(_Moment, _OnTheFelt):
    """The table as anyone beside it may see it; of a round nothing before there is one."""

    game: str
    game_name: str
    document: str
    values: dict[str, Any]
    record: int
    sign: int | None
    locked: bool
    pending: int
    mode: str
    faults: list[FaultWords]
    seats: list[Seat]
    round: int | None


class Preset(TypedDict):
    label: str
    cents: int


class Amount(TypedDict):
    least: int
    most: int
    step: int
    presets: list[Preset]


class Action(TypedDict):
    """A button: the input that it sends, and where in it an amount goes (`at`)."""

    kind: str
    input: list[Any]
    label: str
    key: str | None
    style: str
    amount: NotRequired[Amount]
    at: NotRequired[int]
    seat: NotRequired[int | None]
    closed: NotRequired[bool]


class Wager(TypedDict):
    """A box while wagers are open."""

    seat: int
    ante: int
    jackpot: int
    open: bool
    may_jackpot: bool
    amount: Amount


class Again(TypedDict):
    seat: int
    ante: int
    jackpot: int


class Actions(TypedDict):
    headline: str
    detail: str
    act: list[Action]
    wagers: list[Wager]
    deal: int | None
    seat: NotRequired[int]
    throw: NotRequired[int]
    again: NotRequired[list[Again]]
    stale: NotRequired[bool]


class Link(TypedDict):
    state: str
    why: str


class Place(TypedDict):
    place: int
    name: str


class Table(Snapshot):
    """The event `table`: the snapshot, its board, and what may be done."""

    link: Link
    halt: FaultWords | None
    table: str
    hardware: str
    firmware: str
    able: list[str]
    simulated: bool
    demo: bool
    side: bool
    persons: list[tuple[str, str]]
    do: Actions
    exposable: list[Place]
    replay: NotRequired[bool]


class Line(TypedDict):
    """The event `line`: a sentence of a record, and what kind of news it is."""

    n: int
    at: int
    kind: str
    text: str
    rule: str | None
    news: str


class Reader(TypedDict):
    name: str
    place: str
    state: str
    now: int
    scans: int
    starts: int
    answered: NotRequired[int]
    clean: NotRequired[int]
    cards: NotRequired[int]
    latency: NotRequired[list[int]]
    longest_ms: NotRequired[int]
    antenna: NotRequired[Any]
    tests: NotRequired[Any]
    bleeds: NotRequired[Any]


class Over(TypedDict):
    work: str
    how: str


class Deck(TypedDict):
    enrolled: dict[str, list[str]] | None
    checked: Any
    ordered: list[Any] | None
    over: Over | None
    read: bool
    looked: list[Any]


class Devices(TypedDict):
    """The event `devices`: readers, health, vault and meter, work with a deck."""

    readers: list[Reader]
    health: dict[str, Any]
    vault: dict[str, Any]
    meters: dict[str, Any]
    work: dict[str, Any]
    deck: Deck
    latency_ms: list[int]
