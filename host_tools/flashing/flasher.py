"""The whole of a flash, step by step; what to print is the verb's business."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from host_tools.boards import budget
from host_tools.boards.budget import Verdict as Fit
from host_tools.boards.load import Board
from host_tools.common.problems import NO_BOARD, Problem
from host_tools.flashing import fits, kept, service, update
from host_tools.flashing import plan as plans
from host_tools.flashing.find import Place
from host_tools.flashing.fits import Releases
from host_tools.flashing.patience import Clock, Wait, Waited, Work, spoken
from host_tools.flashing.plan import Plan
from host_tools.flashing.repl import Entry, Facts, Repl, reconnect
from host_tools.link.hello import Hello
from host_tools.release import romfs
from host_tools.release.build import MANIFEST, Release
from host_tools.release.manifest import Manifest
from sim.micropython.mpy_file import Kind
from sim.roots import FIRMWARE


def _nothing(_: object = None) -> None:
    return None


@dataclass
class Steps:
    """What a flash tells as it goes."""

    say: Callable[[str], object] = _nothing
    planned: Callable[[Plan], object] = _nothing
    moved: Callable[[int], object] = _nothing
    ask_pin: Callable[[], str] = field(default=lambda: "")
    waited: Waited = lambda gone_s, limit_s: None  # while the board is away
    clock: Clock = field(default_factory=Clock)


@dataclass(frozen=True)
class Outcome:
    """What a flash did."""

    plan: Plan | None
    manifest: Manifest  # of the release that is on the board now
    hello: Hello | None  # None: the application did not come up
    error: str = ""  # why not, as the board has kept it
    fits: Fit | None = None  # whether a game was measured to; None: nobody looked

    @property
    def name(self) -> str:
        return self.manifest.name


def open_repl(place: Place, steps: Steps) -> Repl:
    """The board's REPL, whether it is in service, in maintenance, or virgin."""
    said = service.hello(place.now())
    if said is not None:
        steps.say(f"{said.title} is in service with firmware {said.firmware}.")
        service.into_maintenance(place.now(), steps.ask_pin)
        repl = reconnect(place.now)
        repl.served = True
        return repl
    return Repl(place.now())


@contextlib.contextmanager
def _unchanged(repl: Repl) -> Iterator[None]:
    """Nothing is changed here yet: a board that is refused goes back to where it was."""
    try:
        yield
    except Problem:
        if repl.served:
            with contextlib.suppress(Problem):
                update.release(repl)
                repl.reset()
        raise


def look(
    place: Place,
    releases: Releases,
    board: Board | None,
    full: bool,
    as_files: bool = False,
    anyway: bool = False,
) -> tuple[Release, Plan]:
    """What a flash would do; changes nothing. The board must be in maintenance, or virgin."""
    _must_not_serve(place)
    with Repl(place.now()) as repl:
        facts = repl.facts()
        definition = fits.check_facts(facts, board)
        release = fits.release_for(facts.mpy, releases, definition)
        tree = repl.tree(plans.PRIVATE)
        files = _laid_out(release, facts, tree, as_files, _nothing)
        _fits(repl, definition, facts, romfs.ROM in files, None, anyway)
        return release, plans.plan(files, tree, full)


def _laid_out(
    release: Release,
    facts: Facts,
    tree: dict[str, Entry],
    as_files: bool,
    say: Callable[[str], object],
) -> dict[str, bytes]:
    """The files that the board gets: its modules in ROMFS, where it has a place for them."""
    if as_files or not facts.rom_bytes:
        return dict(release.files)
    files = romfs.in_romfs(release)
    size = len(files[romfs.ROM])
    if size > facts.rom_bytes:
        say(
            f"Its ROMFS has {facts.rom_bytes:,} bytes, {size:,} are needed: the modules become "
            "files, and leave little memory (docs/budgets.md)."
        )
        return dict(release.files)
    if romfs.ROM in tree and not plans.rom_is_ours(tree):
        raise Problem(
            "something that is not Cardtable's lies in ROMFS",
            "Leave it and have the modules as files with --files; or erase it in maintenance: "
            "mpremote exec 'import vfs; vfs.rom_ioctl(2, 0).ioctl(6, 0)'",
        )
    say(f"The modules go into ROMFS: {size:,} of {facts.rom_bytes:,} bytes.")
    return files


def flash(
    place: Place,
    releases: Releases,
    board: Board | None,
    board_json: Callable[[Board], str],
    steps: Steps,
    full: bool = False,
    as_files: bool = False,
    game: str | None = None,
    anyway: bool = False,
) -> Outcome:
    """Put the release that the board loads on it, and bring it back into service.

    `as_files`: its modules as files also where it has ROMFS. `game`: which it is to play, where
    that is known. `anyway`: also where that was measured not to fit.
    """
    with open_repl(place, steps) as repl:
        with _unchanged(repl):
            facts = repl.facts()
            definition = fits.check_facts(facts, board)
            release = fits.release_for(facts.mpy, releases, definition)
            tree = repl.tree(plans.PRIVATE)
            files = _laid_out(release, facts, tree, as_files, steps.say)
            found = _fits(repl, definition, facts, romfs.ROM in files, game, anyway)
            if found.fits is False:
                steps.say(f"Beware: {found.words}. {found.way_out}")
            if "board.json" not in tree:  # configuration, once it is there, is not ours to change
                files["board.json"] = board_json(definition).encode()
            made = plans.plan(files, tree, full)
            room_for_both = plans.check_room(made, tree, facts.free_bytes)
            sizes = {path: len(content) for path, content in made.put.items()}
        steps.planned(made)
        if made.changes:
            update.hold(repl)
            if not room_for_both:
                _keep_here(repl, tree, steps)
                update.forget_previous(repl)
            update.stage(repl, made.put, steps.moved)
            told = update.change(release.manifest.name, "flashed")
            if room_for_both:
                _keep_previous(repl, list(made.put), made.remove, tree)
            if _in_rom(made.put, made.remove):
                update.ensure_boot(repl, release.files["boot.py"], rom=True)
            update.suit_keys(repl, release.manifest)
            update.commit(repl, sizes, made.remove, told)
            update.ensure_boot(repl, release.files["boot.py"])
            steps.say("Copied and checked. The board puts it in force.")
            repl.reset()
        elif update.COMMIT in tree:  # an update that can never be finished, over files as released
            update.tidy(repl)
    if made.changes:
        files.pop("board.json", None)  # is its own from now on
        _check(place, files, Work(tuple(sizes.values()), len(made.remove)), steps)
        steps.say("Checked again, in place. The table starts.")
    return replace(_outcome(place, made, release.manifest), fits=found)


def _fits(
    repl: Repl, board: Board, facts: Facts, in_rom: bool, game: str | None, anyway: bool
) -> Fit:
    """DoesNotFit, unless it is wanted anyway. Nothing is known of a board that is only wired like
    its definition, as a simulated one is."""
    if facts.machine != board.machine:
        return Fit(None, f"nothing was measured on {facts.machine}")
    micropython = budget.ROMFS if in_rom else budget.STOCK
    boxes = _boxes_wired(repl.read("board.json"))
    found = budget.reckon(board, micropython, game, boxes)
    if found.fits is False and not anyway:
        raise budget.DoesNotFit(found, "Nothing was changed.")
    return found


def _boxes_wired(board_json: bytes | None) -> int | None:
    """As the board itself has it; None where that cannot be read."""
    try:
        return len(json.loads(board_json or b"").get("boxes", {}))
    except (ValueError, AttributeError, TypeError):
        return None


def rollback(place: Place, steps: Steps) -> Outcome:
    """Put the previous release back, and keep the present one for the way forth."""
    with open_repl(place, steps) as repl:
        with _unchanged(repl):
            facts = repl.facts()
            found = _kept_here(repl)
            wanted = found.manifest if found else update.previous(repl, facts.rom_bytes)
            fits.check_loads(facts.mpy, wanted.mpy, _INSTEAD)
            tree = repl.tree(plans.PRIVATE)
            made = plans.plan(dict(found.files), tree) if found else None
            if made:
                plans.check_room(made, tree, facts.free_bytes)
        update.hold(repl)
        if made:
            _keep_here(repl, tree, steps)
            update.stage(repl, made.put, steps.moved)
            put, remove = {path: len(data) for path, data in made.put.items()}, made.remove
        else:
            put, remove = _stage_what_the_board_has(repl, wanted)
        update.suit_keys(repl, wanted)
        update.commit(repl, put, remove, update.change(wanted.name, "rolled-back"))
        repl.reset()
    with _back(place, Work(tuple(put.values()), len(remove)), steps) as repl:
        differences = plans.compare(wanted, repl.tree(plans.PRIVATE))
        if differences.missing or differences.altered:
            wrong = ", ".join(differences.missing + differences.altered)
            raise Problem(f"after the rollback these are not as they were: {wrong}", _AGAIN)
        update.tidy(repl)
    return _outcome(place, None, wanted)


def _stage_what_the_board_has(repl: Repl, wanted: Manifest) -> tuple[dict[str, int], list[str]]:
    try:
        put, remove = update.prepare_back(repl, wanted)
    except Problem:
        update.release(repl)
        repl.reset()
        raise
    _keep_previous(repl, list(put), remove, repl.tree(plans.PRIVATE))
    if _in_rom(put, remove):
        update.ensure_boot(repl, (FIRMWARE / "boot.py").read_bytes(), rom=True)
    return put, remove


def _keep_here(repl: Repl, tree: dict[str, Entry], steps: Steps) -> None:
    """The board has no room for two releases: what it runs now is kept on this computer."""
    try:
        there = plans.files_of(repl.read(MANIFEST))
        release = kept.whole({path: repl.read(path) for path in there if path in tree})
        if release is not None:
            steps.say(f"No room for two releases: the one before is kept in {kept.keep(release)}.")
            return
    except OSError as failure:
        steps.say(f"The release before cannot be kept on this computer: {failure}.")
    steps.say(_NO_WAY_BACK)


def _kept_here(repl: Repl) -> Release | None:
    """The release before, where the board has none and this computer has it."""
    if update.has_previous(repl):
        return None
    changes = [line.split(" ") for line in update.changes(repl)]
    if len(changes) < 2:
        return None
    # One that was interrupted after boot.py had done its work is gone through again, not undone.
    again = update.under_way(repl) and "rolled-back" in changes[-1]
    return kept.find(changes[-1 if again else -2][-1])


_INSTEAD = "Flash a release instead: cardtable flash."
_NO_WAY_BACK = (
    "There is no room for the release before beside this one: --rollback will find none. The way "
    "back is to flash it again, with the Cardtable that it came with."
)
_AGAIN = "The board stays in maintenance. Run: cardtable flash"


def _keep_previous(repl: Repl, put: list[str], remove: list[str], tree: dict) -> None:
    there = [path for path in (*remove, *put) if path in tree and path[-1] != "/"]
    replaced = [path for path in there if not path.startswith("next/")]
    added = [path for path in put if path not in tree]
    added += _new_folders(added, tree)
    # boot.py finishes whatever comes next: the way back may exchange it, never remove it.
    order = [path for path in replaced if path != "boot.py"]
    order += [path for path in replaced if path == "boot.py"]
    added = [path for path in added if path not in ("boot.py", "board.json")]
    moved = romfs.TOLD in added or romfs.TOLD in remove
    update.keep_previous(repl, order, added, tree, moved)


def _new_folders(added: list[str], tree: dict[str, Entry]) -> list[str]:
    """Folders that come with them, inner ones first."""
    folders = {path[: at + 1] for path in added for at in range(1, len(path)) if path[at] == "/"}
    return sorted(folders - set(tree), reverse=True)


def _in_rom(put: Iterable[str], remove: Iterable[str]) -> bool:
    return romfs.ROM in {*put, *remove}


def _back(place: Place, work: Work, steps: Steps) -> Repl:
    """The REPL once boot.py has done its work; it says nothing while it does."""
    steps.say(work.told())
    try:
        return reconnect(place.now, Wait(work.longest_s, steps.clock, steps.waited))
    except Problem as away:
        raise Problem(
            f"the board has not come back in {spoken(work.longest_s)}", _STAYS_AWAY, NO_BOARD
        ) from away


_STAYS_AWAY = (
    "What was copied is safe on it, and it goes on at every start. Unplug it, plug it in again and "
    "wait as long; then run cardtable flash. If no port appears, copy MicroPython to it anew "
    "(docs/flashing.md): files stay."
)


def _check(place: Place, files: dict[str, bytes], work: Work, steps: Steps) -> None:
    """After the restart: every file in place, by its hash, while still in maintenance."""
    with _back(place, work, steps) as repl:
        left = plans.plan(files, repl.tree(plans.PRIVATE))
        if left.changes:
            wrong = ", ".join([*left.put, *left.remove][:5])
            raise Problem(f"after the restart these are not as they should be: {wrong}", _AGAIN)
        update.tidy(repl)


def _outcome(place: Place, made: Plan | None, manifest: Manifest) -> Outcome:
    hello = end_maintenance(place)
    if hello is None:
        return Outcome(made, manifest, None, last_error(place))
    return Outcome(made, manifest, hello, service.why_safe(place.now()) if hello.safe else "")


def last_error(place: Place) -> str:
    """The last line of what the board has kept about a failure; empty when it says nothing."""
    try:
        with Repl(place.now()) as repl:
            told = (repl.read("last_error.txt") or b"").decode(errors="replace").strip()
    except Problem:
        return ""
    return told.splitlines()[-1] if told else ""


def end_maintenance(place: Place) -> Hello | None:
    """Restart into service: the application's hello, or None when it did not come up."""
    with reconnect(place.now) as repl:
        update.release(repl)
        repl.reset()
    return service.greet(place.now)


@dataclass(frozen=True)
class Verdict:
    """How a board compares with a manifest, and what it remembers of its changes."""

    wanted: Manifest
    mpy: Kind  # what the board's MicroPython loads
    differences: plans.Differences
    changes: list[str]


def verify(place: Place, wanted: Callable[[Kind], Manifest]) -> Verdict:
    """Compare the board's files with the manifest for what it loads; changes nothing."""
    _must_not_serve(place)
    with Repl(place.now()) as repl:
        mpy = repl.facts().mpy
        manifest = wanted(mpy)
        return Verdict(
            manifest,
            mpy,
            plans.compare(manifest, repl.tree(plans.PRIVATE)),
            update.changes(repl),
        )


def _must_not_serve(place: Place) -> None:
    said = service.hello(place.now())
    if said is not None:
        raise Problem(
            f"{said.name} is in service with firmware {said.firmware}: "
            "its files cannot be looked at",
            "Send it into maintenance mode first: cardtable maintenance",
        )
