"""Signing in beside somebody who works: wrong tries are the page's to bear, not the board's.

A board makes all commands of a role wait after a wrong key. So whoever reaches the page, without
any PIN, could keep a dealer from working by giving wrong ones.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from host_tools.common.problems import Problem
from host_tools.console.server import Console, Settings
from host_tools.console.sessions import COOKIE
from host_tools.link.connection import NotDone
from host_tools.link.roles import DEMO_KEY, KeyRing, Signer, role_key


class Board:
    """Takes the keys of these PINs; notes who has asked with which."""

    def __init__(self, **pins: str) -> None:
        self.pins = pins
        self.wrong: list[str] = []

    async def do(self, by: Signer, *command: Any) -> None:
        if by.key != role_key(DEMO_KEY, by.name, self.pins[by.name]):
            self.wrong.append(by.name)
            raise NotDone("wrong_key", None)


@pytest.fixture
def console(tmp_path):
    made = Console(Settings("", tmp_path / "ledger.db", keys=KeyRing(tmp_path)))
    board = Board(dealer="481516", supervisor="234200")
    made.hub = SimpleNamespace(hello=SimpleNamespace(able=("keyed",), table="t1", simulated=True))  # type: ignore[assignment]

    async def nobody_by_name() -> list[tuple[str, str]]:
        return []

    made.desk = SimpleNamespace(who_there_is=nobody_by_name)  # type: ignore[assignment]
    made._do = board.do  # type: ignore[method-assign]
    return made, board


def login(console: Console, role: str, pin: str, session: str = "") -> str:
    """The session; "" when it was refused."""
    request = SimpleNamespace(cookies={COOKIE: session}, scope={})
    try:
        answer = asyncio.run(console._login(request, {"role": role, "pin": pin}))  # type: ignore[arg-type]
    except Problem:
        return ""
    return answer.headers["set-cookie"].partition("=")[2].partition(";")[0]


def test_the_board_hears_no_wrong_pin_of_somebody_who_is_at_work(console):
    made, board = console
    session = login(made, "dealer", "481516")
    assert session
    for pin in ("000000", "000001", "000002", "000003"):
        assert not login(made, "dealer", pin)
    assert board.wrong == []
    assert made._sessions.roles(session).keys() == {"dealer"}
    assert made._slowly["dealer"].wait_s() > 0  # and at the page the tries wait all the same
    assert not login(made, "dealer", "481516")


def test_with_nobody_at_work_the_board_says_which_pin_is_right(console):
    made, board = console
    assert login(made, "supervisor", "234200")
    assert not login(made, "dealer", "000000")
    assert board.wrong == ["dealer"]
    session = login(made, "dealer", "481516")
    made._sessions.leave(session)
    assert not login(made, "dealer", "000000")
    assert board.wrong == ["dealer", "dealer"]


def test_a_pin_that_was_changed_elsewhere_counts_and_the_old_one_does_no_longer(console):
    made, board = console
    session = login(made, "dealer", "481516")
    board.pins["dealer"] = "271828"
    assert login(made, "dealer", "271828")
    assert made._sessions.roles(session) == {}
    assert not login(made, "dealer", "481516")
