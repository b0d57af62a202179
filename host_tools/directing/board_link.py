"""A board of the tournament: its records into the ledger, the director's orders to it.

Where a console has the port already, everything goes through it; else others go through this one.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import Any

from cardtable.jackpot.meter import PARAMETERS
from cardtable.rules.determinations import DETERMINATIONS, fingerprint
from host_tools.common.problems import Problem
from host_tools.config.sending import PIECE, compact
from host_tools.console.board_service import UP, BoardService
from host_tools.directing.table_setup import Order, Setup
from host_tools.ledger.place import Place
from host_tools.link.connection import NotDone
from host_tools.link.hello import Hello
from host_tools.link.roles import SUPERVISOR, KeyRing, Signer, signer

_ANSWER_S = 6.0
_MODES = ("live", "test", "tournament")
_SEATS = 10
_CHANGES = ("mode", "boot", "restored")  # what was asked before is old


class BoardLink:
    """`pin()` gives the supervisor's PIN of this table when it is needed for the first time."""

    def __init__(
        self, table: str, port: str, ledger: Place, pin: Callable[[], str], share: bool = True
    ) -> None:
        self.table = table
        self.why = "it is looked for"  # why the board is not there; "" when it is
        self._pin = pin
        self._signer: Signer | None = None
        self._denied = ""  # the challenge under which the key was refused
        self._asked: Setup | None = None
        self._commits = ""  # the challenge before a restart that was ordered
        self._game = ""
        self._jackpot: dict[str, int] = {}
        self.service = BoardService(port, ledger, self, share="a tournament" if share else "")

    # ---- told from the service's thread

    def linked(self, state: str, why: str) -> None:
        self.why = "" if state == UP else why
        self._asked = None

    def greeted(self, hello: Hello, history: list[tuple[int, tuple]]) -> None:
        self._asked = None

    def recorded(self, number: int, record: tuple) -> None:
        if record[0] in _CHANGES:
            self._asked = None

    def stopped(self, code: str, where: str) -> None:
        self.why = f"play has stopped: {where}: {code}"

    # ---- from the director's

    def trouble(self) -> str:
        """Why this board cannot be ordered to do anything now; "" when it can."""
        hello = self.service.hello
        if hello is None or self.why:
            return f"no board ({self.why or 'it is away'})"
        if hello.table != self.table:
            return f"the board there is table {hello.table or 'without a name'}"
        if self._denied == hello.challenge:
            return "the board does not take the supervisor's PIN that was given"
        return ""

    def restarting(self) -> bool:
        hello = self.service.hello
        return bool(self._commits) and (hello is None or hello.challenge == self._commits)

    def setup(self, game: str) -> Setup:
        """Mode and determinations as the board says; chips and seats are in its records."""
        made = self._asked
        if made is None:
            told = dict(self._ask("config"))
            meters = dict(self._ask("meters"))
            self._jackpot = dict(zip(PARAMETERS, meters["parameters"], strict=True))
            self._jackpot |= {"pool": meters["amounts"][0], "reserve": meters["amounts"][1]}
            self._game = told["game"]
            values = {name: value for name, value in told.items() if name in DETERMINATIONS}
            made = Setup(_MODES[meters["play"][0]], values)
            self._asked = made
        if self._game != game:
            raise Problem(f"its board plays {self._game}", "Configure the table for this game.")
        return Setup(made.mode, dict(made.values))

    def head(self) -> tuple[int, int]:
        """(epoch, last record) of the board itself."""
        told = {one[0]: one[1] for one in self._ask("vault")}
        return told["epoch"], told["last"]

    def carry_out(self, order: Order) -> None:
        """One order; NotDone when the board refuses it."""
        if order[0] == "configure":
            self._configure(order[1])
        elif order[0] == "mode":
            self._do(*order)
            self._asked = None
        else:
            self._do("input", list(order))

    def _configure(self, values: dict[str, Any]) -> None:
        hello = self.service.hello
        if hello is None:
            raise Problem("the board has gone", "It comes back by itself.")
        # Whole already: what a game derives (stud's blinds: none) would be refused as determined
        config: dict[str, Any] = {"game": self._game, "values": values}
        config["fingerprint"] = fingerprint(values)
        config |= {"table": self.table, "seats": _SEATS, "jackpot": self._jackpot}
        content = compact(config)
        for at in range(0, len(content), PIECE):
            self._do("put", "table", at, base64.b64encode(content[at : at + PIECE]).decode())
        self._do("commit", "table", hashlib.sha256(content).hexdigest())
        self._commits, self._asked = hello.challenge, None

    def _ask(self, what: str) -> list[Any]:
        return self.service.ask(what).result(_ANSWER_S)

    def _do(self, *command: Any) -> Any:
        hello = self.service.hello
        if hello is None:
            raise Problem("the board has gone", "It comes back by itself.")
        if self._signer is None:
            key = KeyRing().get(hello.table, hello.simulated)
            self._signer = signer(key, SUPERVISOR, self._pin())
        try:
            return self.service.do(self._signer, *command).result(_ANSWER_S)
        except NotDone as refused:
            if refused.refusal == "wrong_key":
                self._denied = hello.challenge
            raise
