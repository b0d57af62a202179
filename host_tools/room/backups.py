"""Backups by PostgreSQL's own programs, pg_dump and pg_restore, as new as the server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import psycopg

from host_tools.common.problems import BAD_INPUT, FAILED, Problem
from host_tools.ledger.place import DatabaseUrl
from host_tools.ledger.postgres import explained
from host_tools.room.trial_postgres import binaries

VARIABLE = "CARDTABLE_PG_BIN"
_MAJOR = re.compile(r"\(PostgreSQL\) (\d+)")


def _tool(name: str, server: int) -> str:
    """A program that is not older than the server: an older one refuses."""
    given = os.environ.get(VARIABLE)
    found = [str(Path(given) / name)] if given else [shutil.which(name) or ""]
    try:
        found.append(str(binaries() / name))
    except Problem:
        pass
    for path in found:
        if path and Path(path).exists():
            said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
            major = _MAJOR.search(said.stdout)
            if major and int(major[1]) >= server:
                return path
    raise Problem(
        f"there is no {name} of PostgreSQL {server} or newer here",
        f"Install postgresql-client, or say where its programs are: {VARIABLE}",
        BAD_INPUT,
    )


def _server(place: DatabaseUrl) -> tuple[int, bool]:
    """(the server's version, whether there is anything in the database)."""
    with explained(place), psycopg.connect(place.url, connect_timeout=5) as connection:
        there = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        row = there.fetchone()
        return connection.info.server_version // 10_000, bool(row and row[0])


def _run(words: list[str], what: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        said = " ".join(done.stderr.split())[-300:]
        raise Problem(f"{what} did not work: {said}", "Nothing of it counts.", FAILED)


def backup(place: DatabaseUrl, file: Path) -> int:
    """A dump of one moment; the number of its bytes. Half a dump never lies under the name."""
    version, _ = _server(place)
    if file.exists():
        raise Problem(f"{file} is there already", "Choose another name.", BAD_INPUT)
    beside = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        words = [_tool("pg_dump", version), "--format=custom", "--no-owner", "--no-privileges"]
        _run([*words, f"--file={beside}", f"--dbname={place.url}"], "the backup")
        beside.chmod(0o600)
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)
    return file.stat().st_size


def restore(place: DatabaseUrl, file: Path) -> None:
    """Into an empty database, all or nothing."""
    version, full = _server(place)
    if not file.exists():
        raise Problem(f"{file} is not there", "Say which backup to take.", BAD_INPUT)
    if full:
        raise Problem(
            f"{place} is not empty", "Restore into a new database: createdb NAME", BAD_INPUT
        )
    words = [_tool("pg_restore", version), "--single-transaction", "--no-owner", "--exit-on-error"]
    _run([*words, f"--dbname={place.url}", str(file)], "the restore")
