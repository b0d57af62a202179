"""Where the ledger lies: a file in the user's data folder, unless somebody says otherwise.

Anything that is no address of a database is the path of a file.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from platformdirs import user_data_path

from host_tools.common.problems import BAD_INPUT, Problem

VARIABLE = "CARDTABLE_LEDGER"
_SCHEME = re.compile(r"(?P<scheme>[a-z][a-z0-9+]+)://")
_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")


@dataclass(frozen=True)
class DatabaseUrl:
    """A ledger on a PostgreSQL server; everything after the scheme is as libpq understands it."""

    url: str

    def __str__(self) -> str:
        """The address without its password: this is printed."""
        parts = urlsplit(self.url)
        user, at, host = parts.netloc.rpartition("@")
        netloc = f"{user.partition(':')[0]}{at}{host}"
        query = re.sub(r"(^|&)password=[^&]*", "", parts.query).lstrip("&")
        made = urlunsplit((parts.scheme, netloc, parts.path, query, ""))
        # urlunsplit leaves out the slashes of an empty host
        return made if "://" in made else made.replace(":", "://", 1)


Place = Path | DatabaseUrl


def default_ledger() -> Path:
    return user_data_path("cardtable", appauthor=False) / "ledger.db"


def place_of(given: str | Path) -> Place:
    """A file, or a database when it is written as its address; Problem when it is another's."""
    found = _SCHEME.match(str(given)) if isinstance(given, str) else None
    if found is None:
        return Path(given)
    scheme = found["scheme"]
    if scheme not in _POSTGRES:
        raise Problem(
            f"a ledger cannot be kept at {scheme}://",
            "Give the path of a file, or postgresql://USER@HOST/DATABASE.",
            BAD_INPUT,
        )
    return DatabaseUrl("postgresql" + str(given)[len(scheme) :])


def name_of(place: Place) -> str:
    """What a ledger is known by on this host, whoever opens it and from wherever."""
    return str(place) if isinstance(place, DatabaseUrl) else str(Path(os.path.abspath(place)))
