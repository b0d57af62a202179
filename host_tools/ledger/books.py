"""The books of a table as its records make them: the board's own code applies them."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtable.jackpot.books import Books
from cardtable.jackpot.meter import MOVES
from host_tools.common.problems import BAD_INPUT, NO_LEDGER, NOT_WHOLE, Problem
from host_tools.ledger.ledger import ChainInfo, Entry, Ledger
from host_tools.ledger.lines import believing

_MOVERS = (*MOVES, "round", "restored", "books", "mode", "day_open", "commission", "drop")


@dataclass
class Kept:
    """Books as of a record."""

    chain: ChainInfo
    books: Books
    open_round: int | None = None  # its number, when the chain ends in the middle of it
    history: list[Entry] = field(default_factory=list)  # every `meter` record


def newest_chain(ledger: Ledger, table: str) -> ChainInfo:
    """The last epoch of a table."""
    chains = [chain for chain in ledger.chains(table) if chain.count]
    if not chains:
        raise Problem(
            f"the ledger has no records of table {table}", "Take them: cardtable sync", NO_LEDGER
        )
    return chains[-1]


def known(ledger: Ledger) -> str:
    """A hint that names the tables there are."""
    names = ", ".join(ledger.tables())
    return f"It has: {names}." if names else "Take records first: cardtable sync"


def the_table(ledger: Ledger, table: str | None) -> str:
    """The table that is meant: the one given, or the only one."""
    names = ledger.tables()
    if table is not None:
        if table not in names:
            raise Problem(f"the ledger has no table {table}", known(ledger), NO_LEDGER)
        return table
    if len(names) == 1:
        return names[0]
    if not names:
        raise Problem("the ledger is empty", known(ledger), NO_LEDGER)
    hint = f"Choose with --table: {', '.join(names)}."
    raise Problem(f"the ledger has {len(names)} tables", hint, BAD_INPUT)


def _apply(kept: Kept, entry: Entry) -> None:
    if entry.kind == "meter":
        if not all(isinstance(value, int) for value in entry.body[1:]):
            raise ValueError("amounts are whole numbers")
        kept.history.append(entry)
    elif entry.kind == "end":
        kept.open_round = None
    else:
        kept.books.apply(entry.body, entry.clock, entry.time_ms)
        if entry.kind == "round":
            kept.open_round = int(entry.body[1])


def books_of(ledger: Ledger, chain: ChainInfo, until: int | None = None) -> Kept:
    """The books at the end of a chain, or as of a record; a Problem when records are missing."""
    gaps = [gap for gap in ledger.gaps(chain) if until is None or gap.first <= until]
    retired = ledger.retired(chain)
    if retired is not None and retired.facts.get("books") is None:
        raise Problem(
            f"table {chain.table}, epoch {chain.epoch}: records were missing when its first"
            f" {retired.last} were retired, so the books cannot be worked out",
            "Another ledger may have them: cardtable meter --ledger FILE",
            NOT_WHOLE,
        )
    if gaps:
        first, last = gaps[0].first, gaps[0].last
        raise Problem(
            f"table {chain.table}, epoch {chain.epoch}: records {first} to {last} are missing,"
            " so the books cannot be worked out",
            "Another ledger may have them: cardtable ledger import FILE",
            NOT_WHOLE,
        )
    kept = Kept(chain, Books())
    if retired is not None:
        kept.books.load(retired.facts["books"])
    after = retired.last if retired is not None else 0
    for entry in ledger.entries(chain, (*_MOVERS, "meter", "end"), after, until):
        with believing(entry):
            _apply(kept, entry)
    return kept
