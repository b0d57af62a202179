"""How long the doctor takes on a healthy table with every reader, and what of it is the table's.

The table's own time is virtual: it comes from the models of chips and buses. Wall time is this
desk's, with the table as fast as it goes, and at the speed of life.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.table import Table

from host_tools.doctor import checks
from host_tools.doctor.examine import Examiner
from host_tools.doctor.result import OK, SKIP
from host_tools.link.roles import DEMO_PINS
from host_tools.link.session import Session
from tests.integration.verbs.rig import SimTable


def tables() -> Iterator[Table]:
    table = Table("cardtable doctor, 14 readers", title="The doctor on a healthy table")
    for title in ("checks", "seconds on this desk", "seconds of the table"):
        table.add_column(title, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        sim = SimTable(Path(folder) / "table", "--full")
        try:
            sim.until("readers", lambda told: len(told) > 3 and all(one[4] for one in told))
            table.add_row("as fast as it goes", *_examined(sim))
            sim.side("speed", value=1)
            table.add_row("at the speed of life", *_examined(sim))
        finally:
            sim.close()
    yield table


def _examined(sim: SimTable) -> tuple[str, str, str]:
    with Session(sim.port, lambda role: DEMO_PINS[role]) as session:
        begun = session.asked("health")["uptime_ms"]
        start = time.perf_counter()
        results = checks.run(Examiner(session, lambda text: None).examine())
        took = time.perf_counter() - start
        passed = session.asked("health")["uptime_ms"] - begun
    sick = [one.title for one in results if one.result not in (OK, SKIP)]
    if sick:
        raise RuntimeError(f"the table is not healthy: {', '.join(sick)}")
    return str(len(results)), f"{took:.1f}", f"{passed / 1000:.1f}"
