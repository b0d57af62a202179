"""`cardtable room token …`, `webhook …`: doors for other systems."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from host_tools.cli.options import JsonOption
from host_tools.cli.room_verbs.options import DatabaseOption, database
from host_tools.cli.room_verbs.people import who
from host_tools.common.problems import remark
from host_tools.reports.times import moment

token = typer.Typer(help="Tokens for the room's HTTP API.", no_args_is_help=True)
webhook = typer.Typer(help="Events to other systems, by HTTP.", no_args_is_help=True)


@token.command("add")
def add_token(
    name: Annotated[str, typer.Argument(help="Whose it is.")],
    scope: Annotated[list[str], typer.Option(help="What it may; several.")],
    ledger: DatabaseOption = None,
) -> None:
    """Make a token: printed once, the room keeps only its digest.

    Example: cardtable room token add signage --scope floor:read --scope waiting:read
    """
    from host_tools.room import tokens
    from host_tools.room.store import now_ms, transaction

    with transaction(database(ledger)) as db:
        print(tokens.add(db, who(), name, scope, now_ms()))
    remark("it is not shown again.")


@token.command("revoke")
def revoke_token(
    name: Annotated[str, typer.Argument(help="Whose it is.")], ledger: DatabaseOption = None
) -> None:
    """A token is worth nothing from now on.

    Example: cardtable room token revoke signage
    """
    from host_tools.room import tokens
    from host_tools.room.store import now_ms, transaction

    with transaction(database(ledger)) as db:
        tokens.revoke(db, who(), name, now_ms())
    remark(f"the token of {name} is worth nothing from now on.")


@token.command("list")
def list_tokens(ledger: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Every token that was ever made, never the tokens themselves.

    Example: cardtable room token list
    """
    from host_tools.room import tokens
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        for name, scopes, since, revoked in tokens.listed(db):
            if as_json:
                told = {"name": name, "scopes": scopes.split(","), "since_ms": since}
                print(json.dumps(told | {"revoked_ms": revoked}))
                continue
            ended = f", revoked {moment(revoked)}" if revoked else ""
            print(f"{name}: {scopes}, since {moment(since)}{ended}")


@webhook.command("add")
def add_webhook(
    url: Annotated[str, typer.Argument(help="Where events go: https://…")],
    event: Annotated[
        list[str] | None, typer.Option(help="Which; several. Without it all.", show_default=False)
    ] = None,
    ledger: DatabaseOption = None,
) -> None:
    """Make a webhook; the secret its events are signed with is printed once.

    Example: cardtable room webhook add https://pager.example/hook --event alarm.raised
    """
    from host_tools.room import webhooks
    from host_tools.room.store import now_ms, transaction

    with transaction(database(ledger)) as db:
        number, secret = webhooks.add(db, who(), url, event or ["*"], now_ms())
    print(secret)
    remark(f"webhook {number}; its secret is not shown again.")


@webhook.command("end")
def end_webhook(
    number: Annotated[int, typer.Argument(help="Its number.")], ledger: DatabaseOption = None
) -> None:
    """Send nothing more there.

    Example: cardtable room webhook end 3
    """
    from host_tools.room import webhooks
    from host_tools.room.store import now_ms, transaction

    with transaction(database(ledger)) as db:
        webhooks.end(db, who(), number, now_ms())
    remark(f"webhook {number} is ended.")


@webhook.command("test")
def test_webhooks(ledger: DatabaseOption = None) -> None:
    """Send an event `test` to every webhook that wants it.

    Example: cardtable room webhook test
    """
    from host_tools.room import outbox
    from host_tools.room.store import now_ms, transaction

    with transaction(database(ledger)) as db:
        outbox.tell(db, "test", now_ms(), words="only a test")
    remark("the room sends it within a second, if it is served.")


@webhook.command("list")
def list_webhooks(ledger: DatabaseOption = None, as_json: JsonOption = False) -> None:
    """Webhooks, and how many events wait or were put aside.

    Example: cardtable room webhook list
    """
    from host_tools.room import webhooks
    from host_tools.room.store import transaction

    with transaction(database(ledger)) as db:
        for one in webhooks.all_of(db):
            print(json.dumps(vars(one)) if as_json else f"{one.id}: {one.url} ({one.events})")
        counts = webhooks.counts(db)
    if not as_json:
        remark(f"{counts.get('waiting', 0)} events wait, {counts.get('dead', 0)} were put aside.")


@webhook.command("dead")
def dead_letters(
    again: Annotated[bool, typer.Option("--again", help="Send all of them once more.")] = False,
    ledger: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Events that could not be delivered in a day, and why.

    Example: cardtable room webhook dead --again
    """
    from host_tools.room import webhooks
    from host_tools.room.store import now_ms, transaction

    with transaction(database(ledger)) as db:
        if again:
            remark(f"{webhooks.again(db, who(), now_ms())} events are sent once more.")
            return
        for one in webhooks.dead(db):
            if as_json:
                print(json.dumps(one))
                continue
            print(f"{one['id']}: webhook {one['webhook']}, {one['event']},"
                  f" {one['attempts']} tries: {one['said']}")  # fmt: skip
