"""A table of an earlier release in service, with books and a ledger, updated and taken back.

Whatever is done to the board, what its books and its ledger say of the time before stays as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from host_tools.ledger.ledger import Ledger
from host_tools.ledger.verify import verify
from host_tools.link.connection import BoardConnection
from host_tools.link.roles import DEMO_KEY, DEMO_PINS, board_keys
from host_tools.release.build import MANIFEST, Release
from sim.harness.pico import Pico
from tests.integration.flash import desk
from tests.integration.flash.releases import released, unpack_around
from tests.support.process import in_this_process as cardtable

ROUND = ("1", "1", "200")  # seed, rounds, speed


class FieldPico(Pico):
    """A board that finds the emulated table of the release which lies in its flash."""

    def __init__(self, folder: Path, world: tuple[str, ...], arounds: dict[bytes, Path]) -> None:
        super().__init__(folder, world)
        self._arounds = arounds  # by the manifest

    def around(self) -> Path:
        try:
            there = self.files().get(MANIFEST, b"")
        except Exception:  # a virgin flash has no files
            there = b""
        return self._arounds.get(there, super().around())


class Field:
    """Boards and a ledger in `folder`."""

    def __init__(self, folder: Path, version: str) -> None:
        self.folder = folder
        self.old = released(version)
        self.new = desk.as_large_as_a_picos()
        self.ledger = folder / "ledger.db"
        around = unpack_around(version, folder / "release")
        self._arounds = {self.old.files[MANIFEST]: around}
        self._wiring = (around / "board.json").read_text()

    @contextmanager
    def board(self, name: str, world: tuple[str, ...] = desk.NOBODY) -> Iterator[Pico]:
        with FieldPico(self.folder / name, world, self._arounds) as pico:
            desk.settled(pico)
            yield pico

    @contextmanager
    def board_like(
        self, image: str, name: str, world: tuple[str, ...] = desk.NOBODY, start: bool = True
    ) -> Iterator[Pico]:
        desk.copy_board(self.folder / image, self.folder / name)
        self.ledger = self.folder / f"{name}.db"  # and its own ledger, of the time before
        self.ledger.write_bytes(self._installed_ledger)
        pico = FieldPico(self.folder / name, world, self._arounds)
        pico.powered = start
        with pico:
            if start:
                desk.settled(pico)
            yield pico

    def install(self) -> None:
        """A virgin board gets the old release and keys, and plays a round into the ledger."""
        keys = self.folder / "keys.json"
        keys.write_text(json.dumps(board_keys(DEMO_KEY, DEMO_PINS)))
        with self.board("installed") as pico:
            assert desk.flash(pico, self.old, wiring=self._wiring).hello is not None
            desk.into_maintenance(pico)
            desk.mpremote(pico, "fs", "cp", str(keys), ":keys.json")
            desk.into_service(pico)
            assert desk.holds(pico, self.old)
        self.play("installed", 1)
        with self.board("installed") as pico:
            self.sync(pico)
            assert not (wrong := self.wrong(pico)), wrong
            self.books = meters(pico)
        self._installed_ledger = self.ledger.read_bytes()

    def committed(self, way: str) -> tuple[str, Release]:
        """A board whose next start puts the new release in force, or the old one again."""
        name = "committed-" + way
        if way == "forth":
            with self.board_like("installed", name) as pico:
                desk.commit_only(pico, self.new)
            return name, self.new
        with self.board_like("installed", name) as pico:
            assert desk.flash(pico, self.new).hello is not None
            desk.commit_only_back(pico)
        return name, self.old

    def cut(self, image: str, release: Release, write: int, name: str, again: int = 0) -> bool:
        """The power goes at a write while it is put in force; False when it came to its end before.

        Then at a write of the first start in service, too: what that start changes of the old
        release's files is changed whole or not at all.
        """
        with self.board_like(image, name, start=False) as pico:
            done = not desk.cut_while_it_is_put_in_force(pico, write, again)
            said = desk.power_cycle(pico)
            assert "maintenance mode: an update is under way" in said, said
            assert desk.holds(pico, release)
            desk.leave_maintenance(pico, cut_at=write)
            said = desk.power_cycle(pico)
            assert '["hello"' in said and "safe mode" not in said, said
            self.is_well(pico, release, self.books)
        return not done

    # ---- what must stay

    def is_well(self, pico: Pico, release: Release, books: list[Any]) -> None:
        """In service with this release, its books as they were, and everything in the ledger."""
        assert desk.holds(pico, release)
        assert not (wrong := self.wrong(pico)), wrong
        assert (told := meters(pico)) == books, (told, books)
        self.sync(pico)

    def wrong(self, pico: Pico) -> list[Any]:
        """What the board says is wrong with it."""
        with BoardConnection.at(pico.port) as talk:
            assert "keyed" in talk.hello.able and "stopped" not in talk.hello.able, talk.hello
            return list(talk.ask("faults"))

    def sync(self, pico: Pico) -> None:
        """Everything into the ledger, which is whole before and after."""
        done = cardtable(
            "sync", "--once", "--verify", "--port", pico.port, "--ledger", str(self.ledger)
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def records(self) -> list[tuple[int, tuple]]:
        """(number, record) of everything in the ledger."""
        with Ledger(self.ledger) as opened:
            assert {one.fault for one in verify(opened)} <= {None}
            chains = opened.chains()
            assert len(chains) == 1 and not opened.gaps(chains[0])
            return [(entry.number, entry.body) for entry in opened.entries(chains[0])]

    def play(self, name: str, ends: int) -> None:
        """Until so many rounds have ended, all of them in the ledger."""
        with self.board(name, ROUND) as pico:

            def ended() -> bool:
                self.sync(pico)
                return sum(body[0] == "end" for _, body in self.records()) >= ends

            pico.wait_for(ended, f"{ends} rounds", 120)


def meters(pico: Pico) -> list[Any]:
    """What the board's books say, without zeros at the end: an older release has fewer counters."""
    with BoardConnection.at(pico.port) as talk:
        told = dict(talk.ask("meters"))
    while not told["amounts"][-1]:
        told["amounts"].pop()
    return list(told.items())
