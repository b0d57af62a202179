"""A flash interrupted everywhere: killed at every exchange, the power cut at every write.

After each interruption the board is switched off and on; it must start (in service, in maintenance
with a plain message, or as plain MicroPython), and the next flash must bring it to the new release.
Chunk k of n takes every n-th place, from k on, until an attempt runs through.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sim.harness.pico import Pico
from tests.integration.flash import desk
from tests.soak.framework import Chunk, Figures

SOURCES = (
    "firmware/boot.py",
    "firmware/main.py",
    "firmware/cardtable/startup/integrity.py",
    "host_tools/flashing/*.py",
    "host_tools/release/*.py",
    "sim/harness/pico.py",
    "sim/micropython/as_board.py",
    "tests/integration/flash/desk.py",
)

_VIRGIN, _NEXT, _BACK, _MOVES, _IMAGES, _COPIES = 24, 8, 6, 6, 24, 12


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="cardtable-soak-") as made:
        yield Path(made)


def _in_service(folder: Path, then_new: bool = False) -> Path:
    with Pico(folder / "image", desk.NOBODY) as pico:
        desk.settled(pico)
        assert desk.flash(pico, desk.old()).hello is not None
        if then_new:
            assert desk.flash(pico, desk.new()).hello is not None
    return folder / "image"


def _finish(pico: Pico, release) -> None:
    said = desk.power_cycle(pico)
    assert desk.starts_well(said), said
    assert desk.flash(pico, release).hello is not None
    assert desk.holds(pico, release)


def kill_on_a_virgin_board(first: int, step: int) -> Figures:
    """Killed at every exchange of the first flash."""
    killed = 0
    with _folder() as folder:
        exchange = first
        while True:
            with Pico(folder / "board", desk.NOBODY) as pico:
                desk.settled(pico)
                if not desk.flash_until_the_host_dies(pico, desk.old(), exchange):
                    return {"first flashes killed": killed}
                _finish(pico, desk.old())
            shutil.rmtree(folder / "board")
            killed += 1
            exchange += step


def kill_an_update(first: int, step: int) -> Figures:
    """Killed at every exchange of the flash of the next release."""
    killed = 0
    with _folder() as folder:
        image = _in_service(folder)
        exchange = first
        while True:
            with desk.pico_like(image, folder / str(exchange)) as pico:
                if not desk.flash_until_the_host_dies(pico, desk.new(), exchange):
                    return {"updates killed": killed}
                _finish(pico, desk.new())
            shutil.rmtree(folder / str(exchange))
            killed += 1
            exchange += step


def kill_a_rollback(first: int, step: int) -> Figures:
    """Killed at every exchange of the way back; the next one, or a flash, goes on."""
    killed = 0
    with _folder() as folder:
        image = _in_service(folder, then_new=True)
        exchange = first
        while True:
            with desk.pico_like(image, folder / str(exchange)) as pico:
                died = False
                with desk.host_dies_at(exchange):
                    try:
                        desk.rollback(pico)
                    except desk.HostDied:
                        died = True
                if not died:
                    return {"rollbacks killed": killed}
                said = desk.power_cycle(pico)
                assert desk.starts_well(said), said
                if killed % 2:
                    _finish(pico, desk.new())
                elif not desk.holds(pico, desk.old()):
                    assert desk.rollback(pico).hello is not None
                    assert desk.holds(pico, desk.old())
            shutil.rmtree(folder / str(exchange))
            killed += 1
            exchange += step


def cut_the_moves(first: int, step: int) -> Figures:
    """The power cut at every write while boot.py works, and again in the start after that."""
    cuts = twice = 0
    with _folder() as folder:
        image = _in_service(folder)
        with desk.pico_like(image, folder / "committed") as pico:
            desk.commit_only(pico, desk.new())
        write = first
        while True:
            for again in (0, 1, 2, 3, 5, 8):
                with desk.pico_like_unstarted(folder / "committed", folder / "board") as pico:
                    if not desk.cut_while_it_is_put_in_force(pico, write, again):
                        return {"moves cut": cuts, "moves cut twice": twice}
                    said = desk.power_cycle(pico)
                    assert "maintenance mode: an update is under way" in said, said
                    assert desk.holds(pico, desk.new())
                cuts += not again
                twice += bool(again)
            write += step


def cut_the_image(first: int, step: int) -> Figures:
    """The power cut at every write while boot.py writes ROMFS, and in the start after that."""
    cuts = 0
    with _folder() as folder:
        with Pico(folder / "image", desk.NOBODY, rom_blocks=desk.ROM_BLOCKS) as pico:
            desk.settled(pico)
            assert desk.flash(pico, desk.old()).hello is not None
        with desk.pico_like(folder / "image", folder / "committed") as pico:
            desk.commit_only(pico, desk.new())
        write = first
        while True:
            with desk.pico_like_unstarted(folder / "committed", folder / "board") as pico:
                if not desk.cut_while_it_is_put_in_force(pico, write, write % 3 * write):
                    return {"images cut": cuts}
                said = desk.power_cycle(pico)
                assert "maintenance mode: an update is under way" in said, said
                assert desk.holds(pico, desk.new())
            cuts += 1
            write += step


def cut_while_copying(first: int, step: int) -> Figures:
    """The power cut at writes of the flash while files are copied and committed."""
    cuts = 0
    with _folder() as folder:
        image = _in_service(folder)
        write = first
        while True:
            with desk.pico_like(image, folder / str(write)) as pico:
                desk.into_maintenance(pico)
                since = len(pico.said)
                pico.power_on(write)
                desk.settled(pico, since)
                try:
                    desk.flash(pico, desk.new())
                except desk.Problem:
                    pico.wait_for(lambda p=pico: p.cuts == 1, "the cut")
                if not pico.cuts:
                    return {"copies cut": cuts}
                _finish(pico, desk.new())
            shutil.rmtree(folder / str(write))
            cuts += 1
            write += step


def chunks() -> Iterator[Chunk]:
    for what, function, count in (
        ("first flash killed", kill_on_a_virgin_board, _VIRGIN),
        ("update killed", kill_an_update, _NEXT),
        ("rollback killed", kill_a_rollback, _BACK),
        ("moves cut", cut_the_moves, _MOVES),
        ("image cut", cut_the_image, _IMAGES),
        ("copying cut", cut_while_copying, _COPIES),
    ):
        for k in range(1, count + 1):
            yield Chunk(f"{what}, {k} of {count}", function, {"first": k, "step": count})


def check(figures: Figures) -> str | None:
    if figures.get("first flashes killed", 0) < len(desk.old().files):
        return "not every file of the first flash was interrupted"
    for what in ("updates killed", "rollbacks killed", "moves cut", "images cut", "copies cut"):
        if figures.get(what, 0) < 10:
            return f"too few {what}"
    return None
