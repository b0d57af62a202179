"""A simulated board that kills itself at a device write, with a host attached; then it goes on."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardtable.jackpot.books import Books
from cardtable.records import body
from host_tools.ledger.intake import Intake
from host_tools.link.client import LinkClient
from host_tools.link.connection import BoardConnection
from host_tools.link.wire import Unplugged, open_wire
from sim.harness.power_cut import DEAD

_PATIENCE_S = 60
_ROUNDS = 1  # that must end after the kill
# Tables with readers under the boxes take ten times as long to emulate: fewer of them.
GAMES = (
    ("canberra", 40_000), ("omaha", 30_000), ("canberra", 15_000), ("omaha", 15_000),
    ("holdem", 12_000), ("canberra", 40_000), ("omaha", 30_000), ("draw", 15_000),
    ("canberra", 20_000), ("stud", 15_000),
)  # fmt: skip


class Board:
    """A process that runs the board."""

    def __init__(self, folder: Path, game: str, die_at: int) -> None:
        words = ["--folder", folder / "board", "--game", game, "--speed", 1000, "--seats", 4]
        words += ["--die-at", die_at]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sim.harness.serve", *map(str, words)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.port = "socket://" + self.process.stdout.readline().split()[-1]

    def end(self) -> int:
        self.process.kill()
        return self.process.wait(30)


def follow(port: str, keep: Intake, rounds: int) -> list[tuple]:
    """What the board tells until so many rounds are over, or it is gone."""
    told: list[tuple] = []
    client = LinkClient(keep)
    end = time.monotonic() + _PATIENCE_S
    with suppress(Unplugged):
        wire = open_wire(port)
        while time.monotonic() < end:
            if client.outgoing:
                wire.write(bytes(client.outgoing))
                client.outgoing.clear()
            told += [body(record) for record in client.receive(wire.read(0.2))]
            if len([one for one in told if one[0] == "end"]) >= rounds:
                return told
    return told


def killed(folder: Path, game: str, die_at: int) -> dict[str, Any]:
    """One board killed at this write and started again; what its records and its books say."""
    keep = Intake(folder / "ledger.db")
    told: list[tuple] = []
    board = Board(folder, game, die_at)
    told += follow(board.port, keep, 50)
    board.process.wait(_PATIENCE_S)
    died = board.process.returncode
    board = Board(folder, game, 0)
    try:
        after = follow(board.port, keep, _ROUNDS)
        told += after
        with BoardConnection.at(board.port) as talk:
            meters, vault = _at_one_moment(talk)
        told += follow_to(board.port, keep, vault["last"])
    finally:
        board.end()
    books = Books()
    for fact in told[: vault["last"]]:
        books.apply(fact)
    last = keep.number
    keep.close()
    return {
        "died": died == DEAD,
        "told": told,
        "after": after,
        "last": last,
        "books": dict(books.sections()),
        "meters": meters,
        "vault": vault,
    }


def follow_to(port: str, keep: Intake, last: int) -> list[tuple]:
    told: list[tuple] = []
    client = LinkClient(keep)
    wire = open_wire(port)
    end = time.monotonic() + _PATIENCE_S
    while keep.number < last and time.monotonic() < end:
        if client.outgoing:
            wire.write(bytes(client.outgoing))
            client.outgoing.clear()
        told += [body(record) for record in client.receive(wire.read(0.2))]
    wire.close()
    return told


def _at_one_moment(talk: BoardConnection) -> tuple[dict, dict]:
    """Meters and vault with no record in between."""
    while True:
        before = dict(talk.ask("vault"))
        meters = dict(talk.ask("meters"))
        after = dict(talk.ask("vault"))
        if before["last"] == after["last"]:
            return meters, after


def why_wrong(found: dict[str, Any]) -> str | None:
    """None when nothing was lost, doubled or forgotten."""
    if not found["died"]:
        return "the board did not die"
    lost = [one for one in found["told"] if one[:2] == ("fault", "round_lost")]
    if lost:
        return "the round did not go on"
    outcomes = [one[1] for one in found["told"] if one[0] == "end"]
    if set(outcomes) - {"won", "settled"}:
        return f"rounds ended as {outcomes}"
    if len([one for one in found["after"] if one[0] == "end"]) < _ROUNDS:
        return f"play did not go on after the kill: {found['after'][-5:]}"
    if found["vault"]["audit"] is not None:
        return f"the audit equation does not hold: {found['vault']['audit']}"
    if found["books"]["amounts"] != found["meters"]["amounts"]:
        return f"the meter shows {found['meters']}, its records come to {found['books']}"
    numbers = [one[1] for one in found["told"] if one[0] == "round"]
    if numbers != list(range(1, len(numbers) + 1)):
        return f"rounds are numbered {numbers}"
    return None


def points(count: int, seed: int) -> list[tuple[str, int]]:
    """(game, write to die at), spread over all games."""
    dice = random.Random(seed)
    chosen = [GAMES[k % len(GAMES)] for k in range(count)]
    return [(game, dice.randint(200, most)) for game, most in chosen]
