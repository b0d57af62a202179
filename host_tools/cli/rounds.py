"""`cardtable rounds`: a list of rounds with their money; one in words, or as a hand history."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from host_tools import wording
from host_tools.cli.options import (
    CsvOption,
    FirstFromOption,
    JsonOption,
    LedgerOption,
    TableOption,
    ledger_path,
    one_of,
)
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.config.load import BadConfig, Config, load
from host_tools.histories import session
from host_tools.histories.hand import Hand, Unwritable, gathered
from host_tools.ledger.books import the_table
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.lines import believing, sensible
from host_tools.ledger.released import Release, Round, faces_of, releases
from host_tools.ledger.rounds import UNFINISHED, RoundView, Span, entries_of, spans, view
from host_tools.reports.receiving import catch_up
from host_tools.reports.rounds import as_csv_text, as_data
from host_tools.wording import money
from host_tools.wording.narrator import Narrator

_FOR_PEOPLE = 20
_COLUMNS = ("round", "game", "players", "outcome", "wagered", "house", "commission", "jackpot", "")


def rounds(
    number: Annotated[
        int | None, typer.Argument(help="One round, told in words.", show_default=False)
    ] = None,
    epoch: Annotated[
        int | None, typer.Option(help="Of this epoch; else of the last.", show_default=False)
    ] = None,
    last: Annotated[
        int | None,
        typer.Option(
            help="So many at the most; 0 = all. 20 for people.", show_default=False, min=0
        ),
    ] = None,
    as_phh: Annotated[
        bool, typer.Option("--phh", help="One round, or those listed, as PHH hand histories.")
    ] = False,
    as_ohh: Annotated[
        bool, typer.Option("--ohh", help="One round, or those listed, as Open Hand History.")
    ] = False,
    as_gfx: Annotated[
        bool, typer.Option("--gfx", help="One round, or those listed, as PokerGFX has them (JSON).")
    ] = False,
    variant: Annotated[
        str | None,
        typer.Option(help="With --phh: NT, FT, PO, FO/8 …, if not as usual.", show_default=False),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(help="The table.toml that the round was played by.", show_default=False),
    ] = None,
    table: TableOption = None,
    ledger: LedgerOption = None,
    port: FirstFromOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """List rounds with what was wagered and won, or tell one of them.

    house: what the house won from the players where it banks; commission stands apart.

    Hand histories have the cards that were shown and those that the board has released (`reveal`).
    Without a number they are a session: every round between players that is over.

    Examples:

    cardtable rounds --last 5

    cardtable rounds 57 --table t1

    cardtable rounds 57 --phh --config table.toml > 57.phh

    cardtable rounds --ohh --last 200 > evening.ohh
    """
    one_of(as_json, as_csv)
    path = ledger_path(ledger)
    catch_up(port, path)
    with Ledger(path) as opened:
        if number is not None:
            if as_csv:
                raise Problem("--csv lists rounds", "For one of them: --json.", BAD_INPUT)
            span = _found(opened, the_table(opened, table), number, epoch)
            if form := _form(as_phh, as_ohh, as_gfx):
                _history(opened, span, form, variant, config)
            else:
                _one(opened, span, as_json)
            return
        if form := _form(as_phh, as_ohh, as_gfx):
            if as_json or as_csv:
                raise Problem(f"--{form} is a form of its own", "Choose one.", BAD_INPUT)
            _session(opened, the_table(opened, table), form, epoch, last or 0, variant, config)
            return
        if table is not None:
            the_table(opened, table)
        limit = last if last is not None else 0 if as_json or as_csv else _FOR_PEOPLE
        found = list(_views(opened, table, epoch, limit))
    with sensible("these rounds"):
        _list(found, as_json, as_csv)
    if not found:
        of = f" of epoch {epoch}" if epoch is not None else ""
        remark(f"the ledger has no rounds{of} yet. See what it has: cardtable ledger list")


def _views(ledger: Ledger, table: str | None, epoch: int | None, limit: int) -> Iterator[RoundView]:
    for chain in ledger.chains(table):
        if epoch is not None and chain.epoch != epoch:
            continue
        wanted = spans(ledger, chain)
        # One more: the newest may be open and untouched.
        views = [view(ledger, span) for span in (wanted[-limit - 1 :] if limit else wanted)]
        yield from [made for made in views if made is not None][-limit:]


def _found(ledger: Ledger, table: str, number: int, epoch: int | None) -> Span:
    """The newest round with this number."""
    chains = [c for c in ledger.chains(table) if epoch is None or c.epoch == epoch]
    for chain in reversed(chains):
        for span in reversed(spans(ledger, chain)):
            if span.number == number:
                return span
    raise Problem(
        f"the ledger has no round {number} of table {table}", "See: cardtable rounds", BAD_INPUT
    )


def _form(as_phh: bool, as_ohh: bool, as_gfx: bool) -> str:
    chosen = [name for name, on in (("phh", as_phh), ("ohh", as_ohh), ("gfx", as_gfx)) if on]
    if len(chosen) > 1:
        raise Problem("one format at a time", f"Choose --{chosen[0]} alone.", BAD_INPUT)
    return chosen[0] if chosen else ""


def _history(
    ledger: Ledger, span: Span, form: str, variant: str | None, config: Path | None
) -> None:
    try:
        with sensible(f"round {span.number}"):
            hand = _gathered(ledger, span, releases(ledger, span.chain.table))
            print(session.one(form, hand, _determinations(hand, config), variant), end="")
    except Unwritable as why:
        raise Problem(
            f"round {span.number} cannot be written as a hand history: {why}",
            f"In words: cardtable rounds {span.number}",
            BAD_INPUT,
        ) from None


def _gathered(ledger: Ledger, span: Span, released: dict[Round, Release]) -> Hand:
    entries = list(entries_of(ledger, span))
    release = released.get((span.chain.epoch, span.first))
    # Shown hands stand in their `show` events; only a whole release tells what was dealt to whom.
    whole = release is not None and release.sealer is not None
    return gathered(entries, faces_of(entries, release) if whole else {})


def _session(
    ledger: Ledger,
    table: str,
    form: str,
    epoch: int | None,
    last: int,
    variant: str | None,
    config: Path | None,
) -> None:
    """Every round that is over and was played between players; the others are counted aloud."""
    released = releases(ledger, table)
    chains = [c for c in ledger.chains(table) if epoch is None or c.epoch == epoch]
    found = [span for chain in chains for span in spans(ledger, chain)]
    hands: list[Hand] = []
    left_out = 0
    for span in reversed(found):
        if last and len(hands) >= last:
            break
        with sensible(f"round {span.number}"):
            made = view(ledger, span)
            if made is None or made.outcome == UNFINISHED:
                continue
            try:
                hands.append(_gathered(ledger, span, released))
            except Unwritable:
                left_out += 1
    if not hands:
        raise Problem(
            f"table {table} has no round that hand histories know",
            "They know rounds between players that are over. See: cardtable rounds",
            BAD_INPUT,
        )
    loaded = _loaded(config) if config is not None else None
    told = [
        (hand, loaded.values if loaded and loaded.fingerprint == hand.fingerprint else None)
        for hand in reversed(hands)  # some may be from before the determinations were others
    ]
    try:
        print(session.session(form, told, variant), end="")
    except Unwritable as why:
        raise Problem(str(why), "Leave --variant out.", BAD_INPUT) from None
    if left_out:
        remark(f"{left_out} rounds have no hand history: against the house, or nobody dealt in.")


def _determinations(hand: Hand, config: Path | None) -> dict[str, Any] | None:
    """What the round was played by, when the file given is the one in force then."""
    if config is None:
        return None
    loaded = _loaded(config)
    if loaded.fingerprint != hand.fingerprint:
        raise Problem(
            f"round {hand.number} was not played by {config}: other determinations were in force",
            "Give the table.toml of that day, or leave --config out.",
            BAD_INPUT,
        )
    return loaded.values


def _loaded(config: Path) -> Config:
    try:
        return load(config)
    except BadConfig as bad:
        raise Problem(str(bad), f"See: cardtable config check {config}", BAD_INPUT) from None


def _one(ledger: Ledger, span: Span, as_json: bool) -> None:
    entries = list(entries_of(ledger, span))
    teller = Narrator()
    told = []
    for entry in entries:
        with believing(entry):
            told += teller.tell(entry.body, entry.number)
    if as_json:
        made = view(ledger, span)
        data = as_data(made) if made else {}
        print(json.dumps(data | {"told": [line.strip() for line in told if line.strip()]}))
        return
    for line in told[1:] if told and not told[0] else told:
        print(line)


def _list(found: list[RoundView], as_json: bool, as_csv: bool) -> None:
    if as_json:
        for made in found:
            print(json.dumps(as_data(made)))
        return
    if as_csv:
        print(as_csv_text(found), end="")
        return
    for (table, epoch), group in _grouped(found).items():
        print(f"{table}, epoch {epoch}")
        rows = [list(_COLUMNS), *(_cells(made) for made in group)]
        widths = [max(len(row[at]) for row in rows) for at in range(len(_COLUMNS))]
        for row in rows:
            cells = zip(_COLUMNS, row, widths, strict=True)
            print(("  " + "  ".join(_fitted(*cell) for cell in cells)).rstrip())


def _fitted(name: str, cell: str, width: int) -> str:
    return cell.ljust(width) if name in ("game", "outcome", "") else cell.rjust(width)


def _grouped(found: list[RoundView]) -> dict[tuple[str, int], list[RoundView]]:
    grouped: dict[tuple[str, int], list[RoundView]] = {}
    for made in found:
        grouped.setdefault((made.table, made.epoch), []).append(made)
    return grouped


def _cells(made: RoundView) -> list[str]:
    jackpot = made.jackpot_in - made.jackpot_out
    return [
        str(made.round),
        wording.GAMES.get(made.game, made.game),
        str(len(made.seats)),
        made.outcome,
        money(made.wagered),
        money(made.house),
        money(made.commission) if made.commission else "",
        f"{'+' if jackpot > 0 else ''}{money(jackpot)}" if jackpot else "",
        f"irregular: {made.irregular}" if made.irregular else "",
    ]
