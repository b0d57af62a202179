"""The room for Prometheus: /metrics, base units, counters end in _total."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from host_tools.room import alarms
from host_tools.room.desk import Desk
from host_tools.room.doors import table_out
from host_tools.room.floor import Floor, now_ms
from host_tools.room.writer import Writer
from host_tools.wording import GAMES

CONTENT_TYPE = CONTENT_TYPE_LATEST
_GAUGES = {
    "table_up": ("Whether the table is heard", lambda t: t["link"] == "up"),
    "table_stopped": ("Whether play has stopped", lambda t: t["stopped"]),
    "table_open": ("Whether the table is open to players", lambda t: t["opening"] != "closed"),
    "table_players": ("Players at the table", lambda t: t["players"]),
    "table_seats": ("Seats of the table", lambda t: t["places"]),
    "table_faults": ("Faults that are not over", lambda t: t["faults"]),
    "table_alarms": ("Alarms that are not over", lambda t: t["alarms"]),
    "table_jackpots_pending": ("Prizes to be paid", lambda t: t["jackpot_pending"]),
    "table_last_record": ("Number of its last record in this epoch", lambda t: t["record"]),
    "table_epoch": ("Its epoch", lambda t: t["epoch"]),
}


class _Collector(Collector):
    def __init__(self, floor: Floor, desk: Desk, writer: Writer) -> None:
        self._floor = floor
        self._desk = desk
        self._writer = writer

    def collect(self) -> Iterable[Any]:
        tables = [table_out(row, self._desk) for row in self._floor.rows()]
        for name, (words, value) in _GAUGES.items():
            gauge = GaugeMetricFamily(f"cardtable_{name}", words, labels=["table"])
            for table in tables:
                gauge.add_metric([table["table"]], float(value(table)))
            yield gauge
        yield from self._by_table(tables)
        yield from self._of_room()

    def _by_table(self, tables: list[dict[str, Any]]) -> Iterable[Any]:
        jackpot = GaugeMetricFamily(
            "cardtable_table_jackpot_dollars", "The amount on the sign", labels=["table"]
        )
        info = InfoMetricFamily("cardtable_table", "Game and software", labels=["table"])
        rounds = CounterMetricFamily(
            "cardtable_table_rounds", "Rounds ended since the room began", labels=["table"]
        )
        seen = GaugeMetricFamily(
            "cardtable_table_last_heard_timestamp_seconds", "When it was heard", labels=["table"]
        )
        for table in tables:
            name = table["table"]
            state = self._floor.tables.get(name)
            if state is None:
                continue
            if table["jackpot_cents"] is not None:
                jackpot.add_metric([name], table["jackpot_cents"] / 100)
            about = {key: str(table[key]) for key in ("game", "firmware", "software", "mode")}
            info.add_metric([name], about)
            rounds.add_metric([name], float(state.ended))
            if state.heard_ms:
                seen.add_metric([name], state.heard_ms / 1000)
        yield from (jackpot, info, rounds, seen)

    def _of_room(self) -> Iterable[Any]:
        open_ones = GaugeMetricFamily(
            "cardtable_alarms", "Alarms that are not over", labels=["kind", "acknowledged"]
        )
        for kind in alarms.KINDS:
            for taken in (True, False):
                count = sum(
                    one.kind == kind and (one.acknowledged_ms is not None) == taken
                    for one in self._desk.board.open.values()
                )
                open_ones.add_metric([kind, str(taken).lower()], float(count))
        yield open_ones
        oldest = min(
            (one.began_ms for one in self._desk.board.open.values() if not one.acknowledged_ms),
            default=None,
        )
        yield GaugeMetricFamily(
            "cardtable_alarm_oldest_unacknowledged_seconds",
            "For how long the oldest alarm waits for somebody",
            value=0.0 if oldest is None else (now_ms() - oldest) / 1000,
        )
        waiting = GaugeMetricFamily("cardtable_waiting", "Players who wait", labels=["game"])
        for game in GAMES:
            waits = [p for p in self._desk.players if p.game == game and p.seated_ms is None]
            waiting.add_metric([game], float(len(waits)))
        yield waiting
        yield CounterMetricFamily(
            "cardtable_records_stored", "Records stored since the room began",
            value=float(self._writer.stored),
        )  # fmt: skip
        yield CounterMetricFamily(
            "cardtable_commits", "Transactions of the ledger since the room began",
            value=float(self._writer.commits),
        )  # fmt: skip
        yield GaugeMetricFamily(
            "cardtable_database_up", "Whether the room's database answers",
            value=float(not self._floor.database),
        )  # fmt: skip


def exposition(floor: Floor, desk: Desk, writer: Writer) -> bytes:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector(floor, desk, writer))
    return generate_latest(registry)
