"""What the ledger has of a table's past, for a page: rounds to find, to replay, and to look at.

A round is folded again from its records, step by step, by the code that shows the live table; a
card that was opened for a dispute is shown with the proof of its seal, a hand that the board has
released (`reveal`) lies open, every other face-down card stays what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from cardtable.rules.determinations import settled
from cardtable.rules.round import Refused
from cardtable.rules.seals import seal_of
from host_tools import wording
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.console.lines import Lines
from host_tools.console.round_projection import TableView, cards
from host_tools.ledger.books import books_of, newest_chain
from host_tools.ledger.ledger import ChainInfo, Entry, Ledger
from host_tools.ledger.place import Place
from host_tools.ledger.released import faces_of, releases
from host_tools.ledger.rounds import Span, entries_of, spans, view

_LISTED = 40  # rounds a page is shown at once
_SEARCHED = 400  # … and that a search looks through, newest first
_POINTS = 240  # of a trend
_FAULTS = 60
_BOX = re.compile(r"(?:box|seat)\s*(\d+)")


def found(path: Place, table: str, wanted: str = "", before: int = 0) -> dict[str, Any]:
    """Rounds, newest first; `wanted` is a number, "box 3", or any words of what was told."""
    wanted = " ".join(wanted.lower().split())
    listed: list[dict[str, Any]] = []
    looked = 0
    with Ledger(path) as ledger:
        for span in _newest(ledger, table):
            if before and span.first >= before:
                continue
            looked += 1
            made = view(ledger, span)
            if made is not None and _is_wanted(ledger, span, made, wanted):
                listed.append(asdict(made) | {"game_name": wording.GAMES.get(made.game, made.game)})
            if len(listed) >= _LISTED or looked >= _SEARCHED:
                return {"rounds": listed, "more": span.first}
    return {"rounds": listed, "more": 0}


def _newest(ledger: Ledger, table: str) -> Iterator[Span]:
    for chain in reversed(ledger.chains(table)):
        yield from reversed(spans(ledger, chain))


def _is_wanted(ledger: Ledger, span: Span, made: Any, wanted: str) -> bool:
    if not wanted:
        return True
    if wanted.isdigit():
        return span.number == int(wanted)
    box = _BOX.fullmatch(wanted)
    if box:
        return int(box.group(1)) in made.seats
    told = f"{made.outcome} {made.rule or ''} {span.game} "
    lines = Lines()
    for entry in entries_of(ledger, span):
        for line in lines.tell(entry.number, entry.body):
            told += f"{line['text']} {line['rule'] or ''} "
    told = told.lower()
    return all(word in told for word in wanted.split())


def replayed(
    path: Place, table: str, epoch: int, first: int, step: int | None, now: TableView
) -> dict[str, Any]:
    """A round after `step` of its records (all: None), and what each of them told."""
    with Ledger(path) as ledger:
        span = _span(ledger, table, epoch, first)
        entries = list(entries_of(ledger, span))
        made = view(ledger, span)
        release = releases(ledger, table).get((span.chain.epoch, span.first))
    kept = [at for at, entry in enumerate(entries) if entry.kind != "time"]
    until = len(entries) if step is None else max(1, min(len(entries), step))
    folded = _folded(entries[:until], now)
    lines = Lines()
    told = [
        {"step": at + 1, "text": line["text"], "rule": line["rule"], "news": line["news"]}
        for at in kept
        for line in lines.tell(entries[at].number, entries[at].body)
    ]
    opened = _opened(entries)
    snapshot: dict[str, Any] = {
        **folded.snapshot(),
        "link": {"state": "up"},
        "table": table,
        "replay": True,
    }
    if release is not None:
        _lay_released(snapshot, folded, faces_of(entries, release))
    if folded.now is not None and snapshot["sign"] is not None:
        # As it was then: the books that the page shows are those of now.
        opened_with = next((one.body[1] for one in entries if one.kind == "canberra"), 0)
        snapshot["sign"] = folded.now.played.sign or opened_with
    _lay_open(snapshot, opened)
    return {
        "round": span.number,
        "epoch": epoch,
        "first": span.first,
        "last": entries[-1].number if entries else span.first,
        "step": until,
        "steps": len(entries),
        "when_ms": entries[-1].when_ms if entries else 0,
        "about": asdict(made) if made is not None else None,
        "told": told,
        "opened": opened,
        "released": release is not None,
        "table": snapshot,
    }


def _span(ledger: Ledger, table: str, epoch: int, first: int) -> Span:
    for chain in ledger.chains(table):
        for span in spans(ledger, chain) if epoch in (0, chain.epoch) else ():
            if span.first == first:
                return span
    raise Problem("the ledger has no such round", "Look it up in the list.", BAD_INPUT)


def _folded(entries: list[Entry], now: TableView) -> TableView:
    """The round as these records make it; by the determinations in force now, if it was so."""
    made = TableView()
    opening = entries[0].body
    made.game, made.fingerprint = opening[2], opening[3]
    made.values = now.values
    if (made.game, made.fingerprint) != (now.game, now.fingerprint):
        try:
            made.values = settled(made.game, {})["values"]
        except Refused:
            made.values = {}
    for entry in entries:
        made.apply(entry.number, entry.body)
    if made.now is not None:
        made.now.begun = True  # never the round before it
    return made


def _opened(entries: list[Entry]) -> list[dict[str, Any]]:
    """Cards opened for a dispute: whose, what, by whom, and whether the seal proves them."""
    sealed = {entry.body[2]: entry.number for entry in entries if entry.kind == "deal"}
    told = []
    for entry in entries:
        if entry.kind != "opened":
            continue
        seat, token, card, salt, who = entry.body[1:6]
        told.append(
            {
                "seat": seat,
                "card": card,
                "seal": token,
                "salt": salt,
                "dealt": sealed.get(token),  # the record that told the seal before
                "proved": token in sealed and (seal_of(card, salt) if salt else card) == token,
                "who": who,
                "record": entry.number,
            }
        )
    return told


def _lay_open(snapshot: dict[str, Any], opened: list[dict[str, Any]]) -> None:
    """Opened hands lie face up at their boxes, also where they had folded."""
    faces: dict[int, list[dict[str, str]]] = {}
    for one in opened:
        cards = faces.setdefault(one["seat"], [])
        if {"face": one["card"]} not in cards:
            cards.append({"face": one["card"]})
    for seat in snapshot["seats"]:
        if seat["seat"] in faces:
            seat |= {"in": True, "cards": faces[seat["seat"]], "out": False, "opened": True}


def _lay_released(snapshot: dict[str, Any], made: TableView, faces: dict[str, str]) -> None:
    """Hands whose faces the board has released lie face up while they are held."""
    if made.now is None or made.now.banked:
        return
    for seat in snapshot["seats"]:
        held = made.now.played.held[seat["seat"]]
        told = [face for token in held if (face := faces.get(token or "", token))]
        if seat["cards"]:
            seat["cards"] = cards(told)


def trends(path: Place, table: str) -> dict[str, Any]:
    """How the meter moved, and what has been wrong with the table."""
    with Ledger(path) as ledger:
        chain = newest_chain(ledger, table)
        try:
            kept = books_of(ledger, chain).history
        except Problem:
            kept = []  # records are missing: the meter cannot be told
        points = [[one.when_ms, one.body[1], one.body[2]] for one in _thinned(kept)]
        return {"meter": points, "faults": _faults(ledger, chain)}


def _thinned(entries: list[Entry]) -> list[Entry]:
    if len(entries) <= _POINTS:
        return entries
    return [entries[(at + 1) * len(entries) // _POINTS - 1] for at in range(_POINTS)]


def _faults(ledger: Ledger, chain: ChainInfo) -> list[dict[str, Any]]:
    """Newest first: what was wrong, where, from when, until when."""
    told: list[dict[str, Any]] = []
    going: dict[tuple[str, str], dict[str, Any]] = {}
    for entry in ledger.entries(chain, ("fault", "fault_over")):
        key = (str(entry.body[1]), str(entry.body[2]))
        if entry.kind == "fault_over":
            if key in going:
                going.pop(key)["over_ms"] = entry.when_ms
            continue
        what, remedy = wording.FAULTS.get(key[0], (key[0], "See the handbook."))
        going[key] = {"where": key[1], "what": what, "remedy": remedy, "from_ms": entry.when_ms}
        told.append(going[key])
    return told[: -_FAULTS - 1 : -1]
