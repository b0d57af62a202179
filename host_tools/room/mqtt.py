"""Each table's state to an MQTT broker, retained, for other systems to see; nothing comes in.

    cardtable/ROOM/status                online | offline (the broker says so when the room is gone)
    cardtable/ROOM/table/NAME/state      JSON, retained
    cardtable/ROOM/table/NAME/status     online | offline: whether the table is heard
    homeassistant/device/…/config        Home Assistant's discovery (MQTT, device based)

Only what anybody beside the table may know.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import ssl
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from urllib.parse import unquote, urlsplit

import aiomqtt

from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.room.desk import Desk
from host_tools.room.doors import table_out
from host_tools.room.floor import Floor

_AGAIN_S = (1.0, 30.0)
_LOOK_S = 0.5
ONLINE, OFFLINE = "online", "offline"


@dataclass(frozen=True)
class Broker:
    """mqtt://[USER:PASSWORD@]HOST[:PORT], or mqtts:// for TLS."""

    host: str
    port: int
    user: str | None
    password: str | None
    tls: bool
    room: str = "room"
    discovery: str = "homeassistant"


def broker(url: str, room: str = "room") -> Broker:
    try:
        at = urlsplit(url)
        tls = at.scheme == "mqtts"
        if at.scheme not in ("mqtt", "mqtts") or not at.hostname:
            raise ValueError
        port = at.port or (8883 if tls else 1883)
    except ValueError:
        raise Problem(
            f"'{url[:60]}' is no broker's address", "Write it as mqtt://HOST:1883.", BAD_INPUT
        ) from None
    user = unquote(at.username) if at.username else None
    password = unquote(at.password) if at.password else None
    return Broker(at.hostname, port, user, password, tls, topic_part(room))


def topic_part(name: str) -> str:
    """A name within a topic: nothing in it that a broker reads as more than a name."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", name) or "_"


class Publisher:
    """Lives in the server's event loop; a broker that is away is tried again and again."""

    def __init__(self, to: Broker, floor: Floor, desk: Desk) -> None:
        self._to = to
        self._floor = floor
        self._desk = desk
        self._told: dict[str, str] = {}  # topic → payload, as the broker has it from us
        self.connected = False

    @property
    def _base(self) -> str:
        return f"cardtable/{self._to.room}"

    async def run(self) -> None:
        pause = _AGAIN_S[0]
        while True:
            with contextlib.suppress(aiomqtt.MqttError, OSError, TimeoutError):
                async with self._client() as client:
                    self.connected, pause = True, _AGAIN_S[0]
                    self._told.clear()
                    await self._serve(client)
            self.connected = False
            await asyncio.sleep(pause)
            pause = min(_AGAIN_S[1], pause * 2)

    def _client(self) -> aiomqtt.Client:
        to = self._to
        return aiomqtt.Client(
            to.host,
            to.port,
            username=to.user,
            password=to.password,
            identifier=f"cardtable-{to.room}",
            tls_context=ssl.create_default_context() if to.tls else None,
            will=aiomqtt.Will(f"{self._base}/status", OFFLINE, qos=1, retain=True),
            keepalive=20,
            timeout=10,
        )

    async def _serve(self, client: aiomqtt.Client) -> None:
        try:
            while True:
                await self._publish(client, self._wanted())
                await asyncio.sleep(_LOOK_S)
        except asyncio.CancelledError:  # the room ends in order: it says so itself
            with contextlib.suppress(aiomqtt.MqttError):
                await client.publish(f"{self._base}/status", OFFLINE, qos=1, retain=True)
            raise

    async def _publish(self, client: aiomqtt.Client, wanted: dict[str, str]) -> None:
        for topic in set(self._told) - set(wanted):
            await client.publish(topic, "", qos=1, retain=True)  # a table that was revoked
            del self._told[topic]
        for topic, payload in wanted.items():
            if self._told.get(topic) != payload:
                await client.publish(topic, payload, qos=1, retain=True)
                self._told[topic] = payload

    def _wanted(self) -> dict[str, str]:
        made = {f"{self._base}/status": ONLINE}
        for row in self._floor.rows():
            told = table_out(row, self._desk)
            at = f"{self._base}/table/{topic_part(told['table'])}"
            made[f"{at}/state"] = json.dumps(told, separators=(",", ":"), sort_keys=True)
            made[f"{at}/status"] = ONLINE if told["link"] == "up" else OFFLINE
            name, config = self._discovery(told, at)
            made[name] = json.dumps(config, separators=(",", ":"), sort_keys=True)
        return made

    def _discovery(self, told: dict[str, Any], at: str) -> tuple[str, dict[str, Any]]:
        """One device a table, with what a house's automation can use of it."""
        own = f"cardtable_{self._to.room}_{topic_part(told['table'])}"

        def part(platform: str, key: str, name: str, **more: Any) -> dict[str, Any]:
            made = {"p": platform, "unique_id": f"{own}_{key}", "name": name}
            return made | {"value_template": f"{{{{ value_json.{key} }}}}"} | more

        def flag(key: str, name: str, **more: Any) -> dict[str, Any]:
            told = f"{{{{ 'ON' if value_json.{key} else 'OFF' }}}}"
            return part("binary_sensor", key, name, **more) | {"value_template": told}

        parts = {
            "round": part("sensor", "round", "Round", state_class="total"),
            "game": part("sensor", "game_name", "Game"),
            "players": part("sensor", "players", "Players", state_class="measurement"),
            "rounds_an_hour": part("sensor", "rounds_an_hour", "Rounds an hour",
                                   state_class="measurement"),
            "opening": part("sensor", "opening", "Opening"),
            "stopped": flag("stopped", "Stopped", device_class="problem"),
            "needs": flag("needs_person", "Needs a person", device_class="problem"),
            "jackpot_pending": flag("jackpot_pending", "Jackpot to be paid"),
        }  # fmt: skip
        if told["jackpot_cents"] is not None:
            parts["jackpot"] = part(
                "sensor", "jackpot", "Jackpot", device_class="monetary",
                unit_of_measurement="AUD",
            ) | {"value_template": "{{ value_json.jackpot_cents / 100 }}"}  # fmt: skip
        config = {
            "dev": {"ids": [own], "name": f"Table {told['table']}", "mf": "Cardtable",
                    "sw": told["firmware"]},
            "o": {"name": "cardtable", "sw": version("cardtable")},
            "cmps": parts,
            "state_topic": f"{at}/state",
            "availability": [{"topic": f"{self._base}/status"}, {"topic": f"{at}/status"}],
            "availability_mode": "all",
            "qos": 1,
        }  # fmt: skip
        return f"{self._to.discovery}/device/{own}/config", config
