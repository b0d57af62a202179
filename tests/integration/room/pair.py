"""Two PostgreSQLs, the second a synchronous standby of the first, and one address for both."""

from __future__ import annotations

from host_tools.ledger.place import DatabaseUrl
from host_tools.room.trial_postgres import TrialPostgres


class Pair:
    """`place` is whichever of the two can be written; `fail_over` kills the first."""

    def __init__(self) -> None:
        self.first = TrialPostgres().start()
        self.second: TrialPostgres | None = None
        try:
            self.second = self.first.standby()
            # From here on a commit returns when the standby has it as well.
            self.first.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            self.first.ask("SELECT pg_reload_conf()")
        except BaseException:
            self.close()
            raise
        both = f"{self.first.socket_folder},{self.second.socket_folder}"
        self.place = DatabaseUrl(
            f"postgresql:///cardtable?host={both}&user=postgres&target_session_attrs=read-write"
        )
        self.failovers = 0

    def restart(self) -> None:
        at = self.second if self.failovers else self.first
        assert at is not None
        at.stop()
        at.start()

    def lose_first(self) -> None:
        """From now on nothing can be written."""
        self.first.kill()

    def promote(self) -> None:
        assert self.second is not None
        self.second.promote()
        self.failovers += 1

    def fail_over(self) -> None:
        self.lose_first()
        self.promote()

    def close(self) -> None:
        for server in (self.second, self.first):
            if server is not None:
                server.close()
