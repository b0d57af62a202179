"""`cardtable room`: its verbs put together."""

from __future__ import annotations

import typer

from host_tools.cli.room_verbs import (
    doors,
    jackpot,
    keeping,
    people,
    releases,
    reporting,
    serve,
    tables,
    trying,
)

room = typer.Typer(
    help="One ledger for many tables, and a page that shows all of them.", no_args_is_help=True
)
room.command("serve")(serve.serve)
room.command("enrol")(tables.enrol)
room.command("revoke")(tables.revoke)
room.command("tables")(tables.tables)
room.command("import")(keeping.import_ledger)
room.command("backup")(keeping.backup)
room.command("restore")(keeping.restore)
room.command("retain")(keeping.retain)
room.command("try")(trying.try_room)
room.add_typer(people.person, name="person")
room.command("journal")(people.journal)
room.command("report")(reporting.report)
room.command("reconcile")(reporting.reconcile)
room.add_typer(releases.software, name="software")
room.add_typer(releases.rollout, name="rollout")
room.add_typer(jackpot.jackpot, name="jackpot")
room.add_typer(doors.token, name="token")
room.add_typer(doors.webhook, name="webhook")
