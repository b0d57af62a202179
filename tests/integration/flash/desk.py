"""A technician's desk: a Pico in a process, releases that differ, interruptions of every kind."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest import mock

from mpremote import main as mpremote_main

from host_tools.boards import compiled
from host_tools.boards.load import Board, load
from host_tools.common.problems import Problem
from host_tools.flashing import flasher, plan, repl, update
from host_tools.flashing.find import Place
from host_tools.flashing.flasher import Outcome, Steps
from host_tools.flashing.repl import Repl
from host_tools.link.roles import DEMO_PINS, TECHNICIAN
from host_tools.release import manifest, romfs
from host_tools.release.build import MANIFEST, Release, as_module, build, sources
from sim.harness.pico import Pico
from sim.micropython import bench, cross
from sim.micropython.mpy_file import NONE, Kind, kind_for, read_kind
from sim.roots import FIRMWARE
from tests.support.process import started

__all__ = ["Problem"]

BOARD = "pico"
_PARTS = ("flash.bin", "flash.bin.rom", "fram.bin")
ROM_BLOCKS = 256  # machine code of a desk's processor takes more room than a Pico's
NOBODY = ("1", "-1")  # seed; nobody comes to the table
GONE = "cardtable/gone.mpy"
NEW = "cardtable/extra.mpy"
NEW_VERSION = "9.9.9"
STEPS = Steps(ask_pin=lambda: DEMO_PINS[TECHNICIAN])


@cache
def built() -> Release:
    """This firmware, with machine code that the board here runs: it is no Pico."""
    return build(bench.architecture())


def release(files: dict[str, bytes], version: str = "0.2.0", mpy: Kind | None = None) -> Release:
    """A release of these files, with its manifest."""
    files = {path: content for path, content in files.items() if path != MANIFEST}
    files[MANIFEST] = manifest.make(version, mpy or built().manifest.mpy, files).text()
    return Release(files)


def compiled_module(name: str, source: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "source.py"
        path.write_text(source, encoding="utf-8")
        return cross.compiled(path, name, bench.architecture())


@cache
def old() -> Release:
    """What is on the board first: this firmware, and a module that the next release drops."""
    made = built()
    return release(made.files | {GONE: compiled_module(GONE, "x = 1\n")}, made.manifest.version)


@cache
def new() -> Release:
    """The next release: a module changed, one added, one dropped, both starters changed."""
    files = dict(built().files)
    told = (FIRMWARE / "cardtable" / "__init__.py").read_text()
    assert '"0.2.0"' in told
    files["cardtable/__init__.mpy"] = compiled_module(
        "cardtable/__init__.py", told.replace('"0.2.0"', f'"{NEW_VERSION}"')
    )
    files[NEW] = compiled_module(NEW, "y = 2\n")
    files["main.py"] += b"# newer\n"
    files["boot.py"] += b"# newer\n"
    return release(files, NEW_VERSION)


@cache
def plain() -> Release:
    """As releases were before there was machine code in any: for every chip, and so it says."""
    files = dict(built().files)
    for name, source in sources().items():
        text = source.read_text(encoding="utf-8")
        bytecode = re.sub(r"^ *@micropython\.(native|viper)\n", "", text, flags=re.M)
        if bytecode != text:
            files[as_module(name)] = compiled_module(name, _POINTERS + bytecode)
    mpy = kind_for([content for path, content in files.items() if path.endswith(".mpy")])
    assert mpy.arch == NONE
    return release(files, "0.2.0", mpy)


_POINTERS = "def ptr8(buffer):\n    return buffer\nptr16 = ptr32 = ptr8\n"  # viper's own


@cache
def as_large_as_a_picos() -> Release:
    """A release that runs here and whose every file has the size that it has on a Pico: machine
    code of a desk's processor takes more room than there is."""
    files = dict(plain().files)
    for path, content in build().files.items():
        if path.endswith(".mpy"):  # MicroPython does not look behind the end of a module
            assert len(files[path]) <= len(content), path
            files[path] += bytes(len(content) - len(files[path]))
    made = release(files, "0.2.0", plain().manifest.mpy)
    spare = len(build().files[MANIFEST]) - len(made.files[MANIFEST])
    assert 0 <= spare < 16  # "mpy" is a longer number there
    return made


def with_machine_code(release: Release) -> set[str]:
    """The modules that fit one architecture."""
    modules = [path for path in release.files if path.endswith(".mpy")]
    return {path for path in modules if read_kind(release.files[path]).arch != NONE}


CHANGED = {"cardtable/__init__.mpy", NEW, "main.py", "boot.py", MANIFEST}


def flash(
    pico: Pico, release: Release, steps: Steps = STEPS, wiring: str = "", **options
) -> Outcome:
    board = load(BOARD)

    def releases(arch: str) -> Release:
        assert arch == bench.architecture()  # it was asked, whatever its definition says
        return release

    def board_json(definition: Board) -> str:
        return wiring or compiled.as_json(definition.data)

    return flasher.flash(Place(pico.port), releases, board, board_json, steps, **options)


def rollback(pico: Pico, steps: Steps = STEPS) -> Outcome:
    return flasher.rollback(Place(pico.port), steps)


def holds(pico: Pico, release: Release) -> bool:
    """Whether the flash holds this release and nothing else, read by littlefs on the desk, and
    what is in ROMFS by MicroPython."""
    found = pico.files() | {f"/rom/{path}": content for path, content in pico.in_rom().items()}
    if romfs.TOLD in found:
        size = int(found[romfs.TOLD].split()[0])
        found[romfs.ROM] = pico.rom.read_bytes()[:size]
    there = {
        path: repl.Entry(len(content), manifest.sha256(content)) for path, content in found.items()
    }
    return not plan.compare(release.manifest, there).any


def mpremote(pico: Pico, *words: str) -> str:
    """The real command, by its main function: hundreds of starts took longer than its work."""
    done = started(mpremote_main.main, "mpremote", "connect", pico.port, "resume", *words)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def copy_board(image: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in _PARTS:
        if (image / name).exists():
            shutil.copy(image / name, folder / name)


@contextmanager
def pico_like(image: Path, folder: Path, world: tuple[str, ...] = NOBODY) -> Iterator[Pico]:
    """Another board with the same flash and FRAM."""
    copy_board(image, folder)
    with Pico(folder, world) as pico:
        settled(pico)
        yield pico


@contextmanager
def pico_like_unstarted(image: Path, folder: Path) -> Iterator[Pico]:
    """The same without power: the first start is the caller's."""
    copy_board(image, folder)
    pico = Pico(folder, NOBODY)
    pico.powered = False
    with pico:
        yield pico


def wipe_table(image: Path, folder: Path) -> None:
    """The board of `image` in `folder`, without its table, deck, books and memory chip."""
    with pico_like(image, folder) as pico:
        into_maintenance(pico)
        for path in pico.files():
            if path.startswith(("vault/", "table.", "deck.")):
                mpremote(pico, "fs", "rm", f":{path}")
    (folder / "fram.bin").unlink()


def into_maintenance(pico: Pico) -> None:
    """By the link, as a technician does."""
    with flasher.open_repl(Place(pico.port), STEPS):
        pass


def into_service(pico: Pico) -> None:
    assert flasher.end_maintenance(Place(pico.port)) is not None


def settled(pico: Pico, since: int = 0) -> str:
    """What the board has said since, once it waits for somebody: in service, or at its REPL."""

    def waits() -> bool:
        said = pico.said[since:]
        return b">>> " in said or b'["hello"' in said

    pico.wait_for(waits, "a board that has started")
    return bytes(pico.said[since:]).decode(errors="replace")


def power_cycle(pico: Pico) -> str:
    pico.power_off()  # what it says until then is not what it starts with
    since = len(pico.said)
    pico.power_on()
    return settled(pico, since)


def starts_well(said: str) -> bool:
    """In service, in maintenance with a plain message, or plain MicroPython; never a traceback,
    and never an alarm over its own files: an interruption is none."""
    if "Traceback" in said or "safe mode" in said:
        return False
    return '["hello"' in said or "maintenance mode:" in said or said.startswith("MicroPython ")


class HostDied(BaseException):
    """The flashing program was killed: nothing of it runs on."""


@contextmanager
def host_dies_at(exchange: int) -> Iterator[list[int]]:
    """The program dies before its n-th exchange with the board; [how many there were]."""
    counted = [0]
    run, write, reset, leave = Repl.run, Repl.write, Repl.reset, Repl.__exit__
    dead = []

    def count() -> None:
        counted[0] += 1
        if counted[0] == exchange:
            dead.append(True)
            raise HostDied

    def counted_run(self, code):
        count()
        return run(self, code)

    def counted_write(self, path, content, moved):
        count()

        def counted_moved(size):
            count()  # in the middle of a file, chunk by chunk
            moved(size)

        return write(self, path, content, counted_moved)

    def counted_reset(self):
        count()
        reset(self)

    def exit_(self, *told):
        if dead:
            self._close()  # the system closes the port; nobody says goodbye
        else:
            leave(self, *told)

    with (
        mock.patch.object(Repl, "run", counted_run),
        mock.patch.object(Repl, "write", counted_write),
        mock.patch.object(Repl, "reset", counted_reset),
        mock.patch.object(Repl, "__exit__", exit_),
    ):
        yield counted


def flash_until_the_host_dies(pico: Pico, release: Release, exchange: int) -> bool:
    """True when the program died before it was done."""
    with host_dies_at(exchange):
        try:
            flash(pico, release)
        except HostDied:
            return True
    return False


def commit_only_back(pico: Pico) -> None:
    """The same of a rollback."""

    def die(_self):
        raise HostDied

    with mock.patch.object(Repl, "reset", die):
        try:
            rollback(pico)
        except HostDied:
            return
    raise AssertionError("nothing was committed")


def leave_maintenance(pico: Pico, cut_at: int) -> None:
    """Let the application start, and cut the power at a write of the flash if it comes to it."""
    with Repl(pico.port) as repl:
        update.release(repl)
    cuts, since = pico.cuts, len(pico.said)
    pico.restart_after_cut = False
    pico.power_on(cut_at)
    pico.wait_for(lambda: pico.cuts > cuts or b'["hello"' in pico.said[since:], "a cut, or a table")


def commit_only(pico: Pico, release: Release, **options) -> None:
    """Stage and commit a release, and die before the restart that puts it in force."""

    def die(_self):
        raise HostDied

    with mock.patch.object(Repl, "reset", die):
        try:
            flash(pico, release, **options)
        except HostDied:
            return
    raise AssertionError("nothing was committed")


def cut_while_it_is_put_in_force(pico: Pico, write: int, again: int = 0) -> bool:
    """Cut the power at a write of the flash while boot.py works; False when it came to its end.

    `again`: cut the start after that as well, at this write.
    """
    cuts = pico.cuts
    since = len(pico.said)
    pico.restart_after_cut = False
    pico.power_on(write)
    pico.wait_for(
        lambda: pico.cuts > cuts or b">>> " in pico.said[since:], "a cut, or the end of the update"
    )
    if pico.cuts == cuts:
        return False
    if again:
        cuts, since = pico.cuts, len(pico.said)
        pico.power_on(again)
        pico.wait_for(lambda: pico.cuts > cuts or b">>> " in pico.said[since:], "a second cut")
    return True
