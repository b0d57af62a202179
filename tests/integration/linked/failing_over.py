"""A random schedule whose database is killed in the middle of it; its standby goes on."""

from __future__ import annotations

import random
import threading

from tests.integration.linked.schedule import Schedule
from tests.integration.room.pair import Pair

_AWAY = 4  # moments without a database


def failing_over(tables: int, steps: int, seed: int) -> dict[str, int]:
    """Figures, when every hit was settled once and for what it is worth."""
    pair = Pair()
    try:
        schedule = Schedule(pair.place, tables, seed)
        dice = random.Random(seed)
        at = dice.randint(steps // 3, 2 * steps // 3)
        # At any instant of that moment: between two statements, or within a commit.
        killer = threading.Timer(dice.uniform(0.0, 0.05), pair.lose_first)

        def meanwhile(step: int) -> None:
            if step == at:
                killer.start()
            elif step == at + 1 + _AWAY:
                killer.join()
                pair.promote()

        schedule.play(steps, meanwhile)
        schedule.heal()
        wins = schedule.check()
        failed = sum(n for what, n in schedule.happened.items() if what.endswith("failed"))
        return {
            "hits": schedule.owner.pool.hits,
            "wins": wins,
            "failovers": pair.failovers,
            "tried in vain": failed,
            "contributions": sum(len(table.wagers) for table in schedule.world.tables),
        }
    finally:
        pair.close()
