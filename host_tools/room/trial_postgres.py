"""A real PostgreSQL for trying out and for tests: PyPI's pgserver brings the binaries.

The server is a child of ours, reached through a socket in a folder of its own, and ends with us.
PostgreSQL does not run as root: then it runs as another user of this computer, and its data lie
where that one may write. For use there is your own server (docs/room.md).
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from host_tools.common.problems import Problem

_START_S = 60.0
_USERS = ("postgres", "nobody")  # whom root lends it to
_LOCAL = "local all all trust\nlocal replication all trust\n"
DATABASE = "cardtable"


def binaries() -> Path:
    """The folder with postgres, initdb and the rest; a Problem where there is none."""
    found = importlib.util.find_spec("pgserver")
    if found is None or found.origin is None:
        raise Problem(
            "PyPI's pgserver is not installed",
            "It brings a PostgreSQL for trying out: pip install pgserver. For use, give the"
            " address of a server of yours.",
        )
    return Path(found.origin).parent / "pginstall" / "bin"


def why_not() -> str | None:
    """Why no server can be had on this computer, in words; None when one can."""
    if os.name == "nt":
        return "the trial server speaks through a Unix socket, which this system has not"
    try:
        binaries()
    except Problem as problem:
        return problem.line()
    if os.geteuid() == 0 and _lent() is None:
        return "PostgreSQL does not run as root, and there is no other user to run it"
    return None


def _lent() -> Any:
    import pwd

    for name in _USERS:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    return None


class TrialPostgres:
    """One server. `settings` are lines of postgresql.conf; `start`, `stop` and `kill` as needed."""

    def __init__(self, folder: Path | None = None, settings: dict[str, str] | None = None) -> None:
        reason = why_not()
        if reason is not None:
            raise Problem(reason, "For use, give the address of a server of yours.")
        self._user = _lent() if os.geteuid() == 0 else None
        self._made = Path(tempfile.mkdtemp(prefix="cardtable-pg-"))  # socket, and perhaps the rest
        self._bin = self._reachable(binaries())
        self.data = self._own(folder) if folder is not None else self._made / "data"
        self._own(self._made)
        self._settings = settings or {}
        self._process: subprocess.Popen[Any] | None = None

    # ---- where it lives

    def _own(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        return folder

    def _reachable(self, folder: Path) -> Path:
        """The binaries where the other user may read them: a home folder is closed to it."""
        open_to_all = all(one.stat().st_mode & 0o005 == 0o005 for one in (folder, *folder.parents))
        if self._user is None or open_to_all:
            return folder
        package = folder.parent.parent
        copy = self._made / package.name
        shutil.copytree(folder.parent, copy / folder.parent.name)
        # The wheel keeps its shared libraries beside the package, and finds them from there.
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, copy.with_name(libraries.name))
        return copy / folder.parent.name / "bin"

    @property
    def log(self) -> Path:
        return self._made / "log"

    def url(self, database: str = DATABASE) -> str:
        return f"postgresql:///{database}?host={self._made}&user=postgres"

    @property
    def socket_folder(self) -> Path:
        return self._made

    def run(self, program: str, *arguments: str) -> str:
        """What one of PostgreSQL's own programs says, run as its user."""
        done = subprocess.run(
            [str(self._bin / program), *arguments],
            capture_output=True,
            text=True,
            check=False,
            **self._as_user(),
        )
        if done.returncode:
            said = (done.stderr.strip() or done.stdout.strip())[:500]
            raise Problem(f"{program}: {said}", "Use a server of your own: DATABASE_URL.")
        return done.stdout

    def _as_user(self) -> dict[str, Any]:
        told: dict[str, Any] = {"cwd": self._made, "env": {**os.environ, "LC_ALL": "C"}}
        if self._user is not None:
            told |= {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return told

    # ---- its life

    def start(self) -> TrialPostgres:
        if not (self.data / "PG_VERSION").exists():
            self.run(
                "initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8",
                "--no-locale", "--no-sync",
            )  # fmt: skip
            (self.data / "pg_hba.conf").write_text(_LOCAL, encoding="utf-8")
        self._launch()
        names = self.ask("SELECT datname FROM pg_database")
        if DATABASE not in names.split() and self.ask("SELECT pg_is_in_recovery()") == "f":
            self.run("createdb", "-h", str(self._made), "-U", "postgres", DATABASE)
        return self

    def _launch(self) -> None:
        words = [str(self._bin / "postgres"), "-D", str(self.data), "-k", str(self._made)]
        words += ["-c", "listen_addresses=", "-c", "unix_socket_permissions=0700"]
        for name, value in self._settings.items():
            words += ["-c", f"{name}={value}"]
        with open(self.log, "ab") as log:
            process: subprocess.Popen[Any] = subprocess.Popen(
                words, stdout=log, stderr=log, start_new_session=True, **self._as_user()
            )
        self._process = process
        end = time.monotonic() + _START_S
        while time.monotonic() < end and process.poll() is None:
            with contextlib.suppress(Problem):
                self.ask("SELECT 1", "postgres")
                return
            time.sleep(0.05)
        self.kill()
        raise Problem(
            "the trial PostgreSQL did not start",
            self.log.read_text(encoding="utf-8", errors="replace")[-500:],
        )

    def ask(self, sql: str, database: str = "postgres") -> str:
        """One value of one question, by psql."""
        return self.run("psql", self.url(database), "-X", "-A", "-t", "-q", "-c", sql).strip()

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """As a restart does: sessions are cut, what is committed stays."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As a power cut does: postmaster and children at once."""
        process = self._process
        if process is not None and process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        self._end(signal.SIGKILL)
        # What a power cut takes along, and a kill leaves behind
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(how)
        try:
            process.wait(_START_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(_START_S)

    def close(self) -> None:
        """Stop it, and remove what was made for it alone."""
        self.stop()
        shutil.rmtree(self._made, ignore_errors=True)

    def __enter__(self) -> TrialPostgres:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- a second one that follows

    def standby(self, settings: dict[str, str] | None = None) -> TrialPostgres:
        """A copy of this server that follows it by streaming replication."""
        made = TrialPostgres(settings=settings)
        self.run(
            "pg_basebackup", "-h", str(self._made), "-U", "postgres", "-D", str(made.data),
            "--checkpoint=fast", "--write-recovery-conf", "--wal-method=stream", "--no-sync",
        )  # fmt: skip
        name = "standby"
        conf = made.data / "postgresql.auto.conf"
        said = conf.read_text(encoding="utf-8")
        named = said.replace("user=postgres", f"user=postgres application_name={name}", 1)
        conf.write_text(named, encoding="utf-8")
        made._launch()
        return made

    def promote(self) -> None:
        """The standby becomes the primary."""
        self.run("pg_ctl", "promote", "-D", str(self.data), "-w", "-t", str(int(_START_S)))


if __name__ == "__main__":
    with TrialPostgres() as server:
        print(server.url(), flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            sys.stdin.read()
