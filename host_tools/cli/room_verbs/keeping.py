"""`cardtable room import`, `backup`, `restore`, `retain`: the room's ledger in and out of files."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from host_tools.cli.ledger import tell_verdicts
from host_tools.cli.options import JsonOption
from host_tools.cli.room_verbs.options import DatabaseOption, FolderOption, database, room_folder
from host_tools.common.problems import BAD_INPUT, Problem, remark
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.merge import merge
from host_tools.ledger.retention import cuts
from host_tools.ledger.retention import retain as retire


def import_ledger(
    file: Annotated[Path, typer.Argument(help="An SQLite ledger.", show_default=False)],
    ledger: DatabaseOption = None,
) -> None:
    """Take a table's SQLite ledger into the room, whole: every chain is checked on the way in.

    Example: cardtable room import ledger.db
    """
    place = database(ledger)
    if not file.exists():
        raise Problem(f"{file} is not there", "Say which ledger to take.", BAD_INPUT)
    with Ledger(file) as source:
        if not source.tables():
            remark(f"{file} is empty: nothing was taken.")
        for one in merge(source, place):
            print(f"{one.table}, epoch {one.epoch}: {one.new:,} new, {one.known:,} known.")


def backup(
    file: Annotated[Path, typer.Argument(help="Where to; must not be there.", show_default=False)],
    ledger: DatabaseOption = None,
) -> None:
    """Write the whole ledger into a file, as of one moment, while the room goes on.

    Example:

    cardtable room backup room-2026-11-18.dump
    """
    from host_tools.room import backups  # its libraries are of no use to other verbs

    print(f"{file}: {backups.backup(database(ledger), file):,} bytes.")


def restore(
    file: Annotated[Path, typer.Argument(help="What `room backup` has written.")],
    ledger: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put a backup into an empty database, and hash every record of it again.

    What came after the backup is sent again by the tables by themselves: each keeps its own.

    Example: cardtable room restore room-2026-11-18.dump
    """
    from host_tools.room import backups

    place = database(ledger)
    backups.restore(place, file)
    with Ledger(place) as opened:
        raise typer.Exit(tell_verdicts(opened, None, as_json))


def retain(
    keep: Annotated[
        int | None,
        typer.Option(help="Retire what came more than so many days ago.", min=1, metavar="DAYS"),
    ] = None,
    before: Annotated[
        str | None,
        typer.Option(help="Retire what came before this day, 2026-01-31.", metavar="DATE"),
    ] = None,
    archive: Annotated[
        Path | None,
        typer.Option(help="Folder for archives; else `archive` in the room's.", show_default=False),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be retired.")
    ] = False,
    ledger: DatabaseOption = None,
    folder: FolderOption = None,
) -> None:
    """Move old records into an archive: written, checked and on the disk before any is removed.

    The archive is a ledger of its own, signed by this host: cardtable ledger verify --ledger FILE.
    Whole gaming days are retired; the open round and what came since always stays.

    Example:

    cardtable room retain --keep 400 --dry-run
    """
    moment = _moment(keep, before)
    place = database(ledger)
    if dry_run:
        with Ledger(place) as opened:
            for cut in cuts(opened, int(moment.timestamp() * 1000)):
                of = f"{cut.chain.table}, epoch {cut.chain.epoch}"
                print(f"{of}: {cut.removed:,} records would go.")
        remark("nothing was changed.")
        return
    name = f"retired-before-{moment:%Y-%m-%d}"
    into = archive or room_folder(folder) / "archive"
    done = retire(place, int(moment.timestamp() * 1000), into, name)
    if done is None:
        remark(f"nothing that can be retired came before {moment:%Y-%m-%d}.")
        return
    file, taken = done
    for cut in taken:
        print(f"{cut.chain.table}, epoch {cut.chain.epoch}: {cut.removed:,} records retired.")
    print(file)
    remark(f"keep it well, it is the only copy here. To look: cardtable rounds --ledger {file}")


def _moment(keep: int | None, before: str | None) -> datetime:
    if (keep is None) == (before is None):
        raise Problem(
            "how far back records are kept was not said",
            "Give either --keep DAYS or --before DATE.",
            BAD_INPUT,
        )
    today = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
    if keep is not None:
        try:
            return today - timedelta(days=keep)
        except OverflowError:
            raise Problem(
                f"{keep} days is beyond all calendars", "Keep fewer days.", BAD_INPUT
            ) from None
    try:
        return datetime.strptime(before or "", "%Y-%m-%d")
    except ValueError:
        raise Problem(f"'{before}' is no day", "Write it as 2026-01-31.", BAD_INPUT) from None
