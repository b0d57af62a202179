"""The whole of a flash, step by step; what to print is the verb's business."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from host_tools.boards.load import Board
from host_tools.flashing import plan as plans
from host_tools.flashing import service, update
from host_tools.flashing.find import Place, known_boards
from host_tools.flashing.plan import Plan
from host_tools.flashing.repl import Facts, Repl, reconnect
from host_tools.link.hello import Hello
from host_tools.problems import BAD_INPUT, Problem
from host_tools.release.build import MPY, Release
from host_tools.release.manifest import Manifest


def _nothing(_: object = None) -> None:
    return None


@dataclass
class Steps:
    """What a flash tells as it goes."""

    say: Callable[[str], object] = _nothing
    planned: Callable[[Plan], object] = _nothing
    moved: Callable[[int], object] = _nothing
    ask_pin: Callable[[], str] = field(default=lambda: "")


@dataclass(frozen=True)
class Outcome:
    """What a flash did."""

    plan: Plan | None
    name: str  # of the release that is on the board now
    hello: Hello | None  # None: the application did not come up
    error: str = ""  # why not, as the board has kept it


def open_repl(place: Place, steps: Steps, force: bool) -> Repl:
    """The board's REPL, whether it is in service, in maintenance, or virgin."""
    said = service.hello(place.now())
    if said is not None:
        steps.say(f"{said.title} is in service with firmware {said.firmware}.")
        service.into_maintenance(place.now(), steps.ask_pin, force)
        return reconnect(place.now)
    return Repl(place.now())


def check_facts(facts: Facts, wanted: Board | None) -> Board:
    """The board's definition; a Problem when it cannot run this release."""
    boards = known_boards()
    found = next((one for one in boards if one.machine == facts.machine), None)
    if wanted is not None and found is not None and wanted.name != found.name:
        raise Problem(
            f"this is a {found.title}, not a {wanted.title}",
            f"Use --board {found.name}.",
            BAD_INPUT,
        )
    board = wanted or found
    if board is None:
        known = ", ".join(one.name for one in boards)
        raise Problem(
            f"no definition fits a board that calls itself '{facts.machine}'",
            f"Say which it is wired like: --board {known.replace(', ', ' or ')}; "
            "or add one: docs/adding-a-board.md.",
            BAD_INPUT,
        )
    oldest = tuple(map(int, board.data["board"]["micropython"].split(".")))
    if facts.version[: len(oldest)] < oldest:
        has = ".".join(map(str, facts.version))
        raise Problem(
            f"the board has MicroPython {has}; Cardtable needs "
            f"{board.data['board']['micropython']} or newer",
            f"Get the .uf2 file from {board.data['board']['download']}, hold BOOTSEL while "
            "plugging the board in, copy the file to the drive that appears. Files stay.",
        )
    if facts.mpy != MPY:
        raise Problem(
            f"the board reads compiled modules of version {facts.mpy}, these are {MPY}",
            "Install a MicroPython release that fits: " + board.data["board"]["download"],
        )
    return board


def look(place: Place, release: Release, board: Board | None, full: bool) -> Plan:
    """What a flash would do; changes nothing. The board must be in maintenance, or virgin."""
    _must_not_serve(place)
    with Repl(place.now()) as repl:
        check_facts(repl.facts(), board)
        return plans.plan(release.files, repl.tree(plans.PRIVATE), full)


def flash(
    place: Place,
    release: Release,
    board: Board | None,
    board_json: Callable[[Board], str],
    steps: Steps,
    full: bool = False,
    force: bool = False,
) -> Outcome:
    """Put `release` on the board and bring it back into service."""
    with open_repl(place, steps, force) as repl:
        facts = repl.facts()
        definition = check_facts(facts, board)
        tree = repl.tree(plans.PRIVATE)
        files = dict(release.files)
        if "board.json" not in tree:  # configuration, once it is there, is not a flash's to change
            files["board.json"] = board_json(definition).encode()
        made = plans.plan(files, tree, full)
        plans.check_room(made, tree, facts.free_bytes)
        steps.planned(made)
        if made.changes:
            update.hold(repl)
            update.stage(repl, made.put, steps.moved)
            told = update.change(release.manifest.name, "flashed")
            _keep_previous(repl, list(made.put), made.remove, tree)
            sizes = {path: len(content) for path, content in made.put.items()}
            update.commit(repl, sizes, made.remove, told)
            update.ensure_boot(repl, release.files["boot.py"])
            steps.say("Copied and checked. The board puts it in force.")
            repl.reset()
    if made.changes:
        _check(place, release.files)
        steps.say("Checked again, in place. The table starts.")
    return _outcome(place, made, release.manifest.name)


def rollback(place: Place, steps: Steps, force: bool = False) -> Outcome:
    """Put the previous release back, and keep the present one for the way forth."""
    with open_repl(place, steps, force) as repl:
        update.hold(repl)
        try:
            wanted, put, remove = update.prepare_back(repl)
        except Problem:
            update.release(repl)
            repl.reset()
            raise
        tree = repl.tree(plans.PRIVATE)
        _keep_previous(repl, list(put), remove, tree)
        update.commit(repl, put, remove, update.change(wanted.name, "rolled-back"))
        repl.reset()
    with reconnect(place.now) as repl:
        differences = plans.compare(wanted, repl.tree(plans.PRIVATE))
        if differences.missing or differences.altered:
            wrong = ", ".join(differences.missing + differences.altered)
            raise Problem(f"after the rollback these are not as they were: {wrong}", _AGAIN)
        update.tidy(repl)
    return _outcome(place, None, wanted.name)


_AGAIN = "The board stays in maintenance. Run: cardtable flash"


def _keep_previous(repl: Repl, put: list[str], remove: list[str], tree: dict) -> None:
    replaced = [path for path in (*remove, *put) if path in tree and not path.startswith("next/")]
    added = [path for path in put if path not in tree]
    # boot.py finishes whatever comes next: the way back may exchange it, never remove it.
    order = [path for path in replaced if path != "boot.py"]
    order += [path for path in replaced if path == "boot.py"]
    added = [path for path in added if path not in ("boot.py", "board.json")]
    update.keep_previous(repl, order, added, tree)


def _check(place: Place, files: dict[str, bytes]) -> None:
    """After the restart: every file in place, by its hash, while still in maintenance."""
    with reconnect(place.now) as repl:
        left = plans.plan(files, repl.tree(plans.PRIVATE))
        if left.changes:
            wrong = ", ".join([*left.put, *left.remove][:5])
            raise Problem(f"after the restart these are not as they should be: {wrong}", _AGAIN)
        update.tidy(repl)


def _outcome(place: Place, made: Plan | None, name: str) -> Outcome:
    hello = end_maintenance(place)
    return Outcome(made, name, hello, "" if hello else last_error(place))


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

    differences: plans.Differences
    changes: list[str]


def verify(place: Place, wanted: Manifest) -> Verdict:
    """Compare the board's files with a manifest; changes nothing."""
    _must_not_serve(place)
    with Repl(place.now()) as repl:
        return Verdict(
            plans.compare(wanted, repl.tree(plans.PRIVATE)),
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
