"""`cardtable room`: its verbs put together."""

from __future__ import annotations

import typer

from host_tools.cli.room_verbs import keeping, serve, tables, trying

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
