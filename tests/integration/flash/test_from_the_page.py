"""Flash and verify as the console runs them: told line by line, with how far it is."""

from __future__ import annotations

import asyncio
from typing import Any

from host_tools.cli.flash import _Screen
from host_tools.console.jobs import VERBS, Jobs
from host_tools.flashing.plan import plan
from host_tools.link.roles import DEMO_PINS, TECHNICIAN
from tests.integration.flash import desk


def _run(verb: str, port: str) -> tuple[list[dict[str, Any]], list[bool]]:
    """(everything that pages were told, when the port was let go of and taken again)."""
    told: list[dict[str, Any]] = []
    away: list[bool] = []

    async def let_go(now: bool) -> None:
        away.append(now)

    async def whole() -> None:
        jobs = Jobs(told.append, let_go)
        await jobs.start(verb, port, DEMO_PINS[TECHNICIAN])
        assert jobs._task is not None
        await jobs._task

    asyncio.run(whole())
    return told, away


def test_a_board_is_flashed_and_verified_from_the_page_with_progress(
    in_service, tmp_path, monkeypatch
):
    # What plays a board here cannot say which one it is.
    monkeypatch.setitem(VERBS, "flash", ((("flash", "--board", desk.BOARD),), True))
    with desk.pico_like(in_service, tmp_path) as pico:
        told, away = _run("flash", pico.port)
        assert told[-1]["code"] == 0, told[-1]["lines"]
        assert away == [True, False]
        assert told[-1]["percent"] == 100
        assert any("is up with firmware" in line for line in told[-1]["lines"])
        told, _ = _run("verify", pico.port)  # out of service for it, and back
        assert told[-1]["code"] == 0, told[-1]["lines"]
        assert "is up with firmware" in told[-1]["lines"][-1]
        assert any("files are as in release" in line for line in told[-1]["lines"])


def test_where_nobody_sees_a_bar_each_tenth_is_a_line(capsys):
    with _Screen() as screen:
        screen.steps.planned(plan({"a.mpy": bytes(10_000)}, {}))
        for _ in range(100):
            screen.steps.moved(100)
    lines = [line for line in capsys.readouterr().err.splitlines() if line]
    assert [line.split("(")[1] for line in lines] == [f"{n} %)" for n in range(10, 101, 10)]
