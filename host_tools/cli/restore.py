"""`cardtable restore`: the books of a replaced or wiped board, out of the ledger."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cardtable.records import dumps
from host_tools.cli.options import JsonOption, LedgerOption, TableOption, ledger_path
from host_tools.common.problems import BAD_INPUT, NOT_WHOLE, Problem, unwritable
from host_tools.ledger.books import Kept, books_of, newest_chain, the_table
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.lines import sensible
from host_tools.ledger.rounds import UNFINISHED, spans, view
from host_tools.ledger.verify import verify
from host_tools.link.roles import SUPERVISOR
from host_tools.link.session import Session
from host_tools.wording import money

_PLACE = "vault/order.json"
# What stops play and is mended by believing one device (docs/vault.md, "Bad days")
_DEVICES = {
    "flash": ("fram_new", "fram_damaged", "fram_foreign", "epochs_differ"),
    "fram": ("flash_new", "flash_foreign", "epochs_differ"),
}
_DEVICES_WORDS = {"flash": "files", "fram": "memory chip"}


def restore(
    who: Annotated[
        str,
        typer.Option(
            help="The supervisor who orders it; with --port the board tells whose PIN signed.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option(help="Where to write the order.")] = Path("order.json"),
    port: Annotated[
        str | None,
        typer.Option(
            help="Send it to the board there as well, signed by the supervisor.",
            show_default=False,
        ),
    ] = None,
    believe: Annotated[
        str | None,
        typer.Option(
            help="With --port, instead of the ledger: flash (the board's files, after a new memory "
            "chip) or fram (the chip, after a new board).",
            show_default=False,
        ),
    ] = None,
    table: TableOption = None,
    ledger: LedgerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the order that gives a replaced or wiped board its books back.

    The books are worked out from the table's records, which are hashed again first. The board
    begins a new epoch; a round that was open is void.

    With --port the order is sent, signed with the supervisor's PIN. A board without keys takes it
    as a file in maintenance mode; then restart it:

    mpremote cp order.json :vault/order.json

    Example:

    cardtable restore --who "A. Lee" --table t1 --out order.json
    """
    if not who.isascii() or not who.isprintable() or not who.strip():
        raise Problem("--who must be a name in plain letters", "It is recorded.", BAD_INPUT)
    if believe is not None:
        _believe(believe, port, who)
        return
    with Ledger(ledger_path(ledger)) as opened:
        kept = whole_books(opened, the_table(opened, table))
        begun = _open_round(opened, kept)
    order = order_of(kept, who)
    try:
        out.write_text(dumps(order), encoding="ascii")
    except OSError as failure:
        raise unwritable(out, failure) from failure
    if port is not None:
        _send(port, kept.chain.table, order)
    if as_json:
        print(json.dumps({"file": str(out), "open_round": begun, "order": order}))
        return
    meter = kept.books.meter
    print(f"{kept.chain.table}: books as of record {kept.chain.last:,} of epoch {kept.chain.epoch}")
    print(
        f"  pool {money(meter.pool)}, reserve {money(meter.reserve)},"
        f" overflow {money(meter.overflow)}, pending {money(meter.owed())}"
    )
    if begun is not None:
        print(f"  Round {begun} was open: it is void, every wager goes back.")
    if port is not None:
        print(
            f"Written to {out} and sent: the board has begun epoch {order['epoch']} or a later one."
        )
    else:
        print(
            f"Written to {out}: put it on the board as {_PLACE} in maintenance mode, then restart."
        )


def _believe(device: str, port: str | None, who: str) -> None:
    """Play has stopped because one device is new: the supervisor says which one is right."""
    if device not in _DEVICES:
        raise Problem(f"--believe {device} is not known", "Choose flash or fram.", BAD_INPUT)
    if port is None:
        raise Problem("nobody is told what to believe", "Name the board with --port.", BAD_INPUT)
    with Session(port) as session:
        session.talk.ask("health")  # what it says of stopped play comes with the first answer
        stopped = session.talk.stopped
        if stopped is None or stopped[0] not in _DEVICES[device]:
            said = "play has not stopped" if stopped is None else f"play has stopped: {stopped[0]}"
            raise Problem(
                f"{said}; believing {device} would mend nothing", "See: cardtable doctor", BAD_INPUT
            )
        session.order(SUPERVISOR, "order", device, who)
        session.again()
        session.talk.ask("health")
        session.talk.must_play()
    print(f"The board believes its {_DEVICES_WORDS[device]}; the table plays.")


def _send(port: str, table: str, order: dict) -> None:
    """The signed way: in pieces, then in force as a whole; back when the board is up again."""
    from host_tools.config.sending import send  # only this way needs it

    with Session(port) as session:
        there = session.talk.hello.table
        if there != table:
            raise Problem(
                f"the board is table {there}, the books are of {table}",
                "Plug in the right board, or choose with --table.",
                BAD_INPUT,
            )
        send(session, SUPERVISOR, "order", dumps(order).encode())
        session.talk.must_play()


def whole_books(ledger: Ledger, table: str) -> Kept:
    """The books of a table, if every record of its last epoch is whole."""
    chain = newest_chain(ledger, table)
    for verdict in verify(ledger, table):
        if verdict.chain.epoch == chain.epoch and verdict.fault:
            raise Problem(
                f"table {table}: {verdict.fault}; such books are not restored",
                "Another ledger may be whole: cardtable ledger verify --ledger FILE",
                NOT_WHOLE,
            )
    kept = books_of(ledger, chain)
    with sensible(f"table {table}"):
        problem = kept.books.why_not()
    if problem:
        raise Problem(
            f"the books of {table} do not balance ({problem}); such books are not restored",
            "Another ledger may be whole: cardtable restore --ledger FILE",
            NOT_WHOLE,
        )
    return kept


def order_of(kept: Kept, who: str) -> dict:
    """The supervisor's order, as firmware/cardtable/vault/recovery.py reads it."""
    return {
        "order": "ledger",
        "who": who,
        "epoch": kept.chain.epoch + 1,
        "books": kept.books.dump(),
        "from": [kept.chain.epoch, kept.chain.last],
    }


def _open_round(ledger: Ledger, kept: Kept) -> int | None:
    """The round that people had begun when the records end."""
    if kept.open_round is None:
        return None
    made = view(ledger, spans(ledger, kept.chain)[-1])
    return made.round if made is not None and made.outcome == UNFINISHED else None
