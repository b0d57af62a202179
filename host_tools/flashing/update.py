"""An update: staged, checked where it lies, committed; and the way back.

boot.py does the moving, from next/commit: `+path` takes next/path into use, `-path` removes,
`=text` is remembered among the last ten changes. previous/back is the same list for the way back.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from host_tools.flashing.plan import NEXT, PREVIOUS, Plan
from host_tools.flashing.repl import Entry, Repl
from host_tools.problems import Problem
from host_tools.release import manifest
from host_tools.release.build import MANIFEST
from host_tools.release.manifest import sha256

COMMIT = NEXT + "commit"
BACK = PREVIOUS + "back"
WAITING_BACK = NEXT + "back"  # a rollback that was interrupted before its commit
_BOOT_MARK = b"# cardtable boot 1"
_HALF = ("boot.py.new", "maintenance.new", "changes.txt.new")  # written, not yet renamed
_FLASHING = "an update is under way. Run cardtable flash to finish it."


def hold(repl: Repl) -> None:
    """From here on the board starts into maintenance, whatever happens."""
    repl.run(f"ct_put('maintenance', {_FLASHING!r})")


def release(repl: Repl) -> None:
    """Let the application start again, and forget how often it failed before."""
    repl.run("ct_remove('starts.txt')\nct_remove('last_error.txt')\nct_remove('maintenance')")


def stage(repl: Repl, made: Plan, moved: Callable[[int], object]) -> None:
    """Copy what is not there yet into next/, and make sure that it got there."""
    repl.run(f"ct_remove({COMMIT!r})\nct_remove({WAITING_BACK!r})")
    for path, content in made.copied.items():
        repl.write(NEXT + path, content, moved)
    there = hashes(repl, [NEXT + path for path in made.put])
    for path, content in made.put.items():
        if there.get(NEXT + path) != sha256(content):
            raise Problem(
                f"{path} did not get to the board unharmed",
                "What it ran before is still in place; try again, maybe with another cable.",
            )


def hashes(repl: Repl, paths: list[str]) -> dict[str, str]:
    """SHA-256 of files as they lie on the board."""
    told = repl.run(f"for path in {paths!r}:\n    print(ct_hash(path))\n").split()
    return dict(zip(paths, told, strict=True))


def keep_previous(
    repl: Repl, replaced: list[str], added: list[str], tree: dict[str, Entry]
) -> None:
    """Copies of what is about to be replaced, and the list that leads back to it."""
    repl.run(f"ct_remove({BACK!r})\nct_clear({PREVIOUS[:-1]!r})")
    for path in replaced:
        repl.run(f"ct_copy({path!r}, {PREVIOUS + path!r})")
    there = hashes(repl, [PREVIOUS + path for path in replaced])
    for path in replaced:
        if there[PREVIOUS + path] != tree[path].sha256:
            raise Problem(
                f"{path} could not be kept for the way back",
                "The board still runs what it ran before; try again.",
            )
    steps = [f"-{path}" for path in added] + [f"+{path}" for path in replaced]
    repl.write(BACK, _text(steps), lambda _: None)


def commit(repl: Repl, put: list[str], remove: list[str], told: str) -> None:
    """After this the board finishes the update by itself, at its next start."""
    for folder in sorted({path.rpartition("/")[0] for path in put if "/" in path}):
        repl.run(f"ct_folders({folder + '/'!r})")
    steps = [f"-{path}" for path in remove] + [f"+{path}" for path in put] + [f"={told}"]
    repl.write(COMMIT + ".new", _text(steps), lambda _: None)
    repl.run(f"os.rename({COMMIT + '.new'!r}, {COMMIT!r})")


def ensure_boot(repl: Repl, boot: bytes) -> None:
    """A virgin board has no boot.py that could finish the update: ours comes last, whole."""
    there = repl.read("boot.py")
    if there is None or not there.startswith(_BOOT_MARK):
        repl.write("boot.py.new", boot, lambda _: None)
        repl.run("os.rename('boot.py.new', 'boot.py')")


def change(name: str, how: str) -> str:
    """A line for the board's list of its last changes."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {how} {name}"


def tidy(repl: Repl) -> None:
    """What an interrupted attempt has left behind is of no use once an update is in force."""
    repl.run(f"ct_clear({NEXT[:-1]!r})\nfor path in {_HALF!r}:\n    ct_remove(path)\n")


def changes(repl: Repl) -> list[str]:
    """The board's last ten software changes, oldest first."""
    return (repl.read("changes.txt") or b"").decode().splitlines()


# ---- the way back


def prepare_back(repl: Repl) -> tuple[manifest.Manifest, list[str], list[str]]:
    """Stage the previous release: (its manifest, what to put, what to remove).

    The list of what to do is removed with the rest: until then an interruption leaves it in place.
    """
    if repl.read(WAITING_BACK) is None:
        if repl.read(BACK) is None or repl.read(PREVIOUS + MANIFEST) is None:
            raise Problem(
                "there is no previous release on this board",
                "One is kept when a release is replaced; this board has had only one.",
            )
        # One rename of a folder: the previous release is in one place or in the other.
        repl.run(f"ct_clear({NEXT[:-1]!r})\nos.rename({PREVIOUS[:-1]!r}, {NEXT[:-1]!r})")
    steps = (repl.read(WAITING_BACK) or b"").decode().splitlines()
    put = [step[1:] for step in steps if step[0] == "+"]
    remove = [step[1:] for step in steps if step[0] == "-"]
    wanted = manifest.read(repl.read(NEXT + MANIFEST) or b"", "the previous manifest")
    there = hashes(repl, [NEXT + path for path in put])
    for path in put:
        if path in wanted.files and there[NEXT + path] != wanted.files[path]:
            raise Problem(
                f"the previous {path} was altered", "Flash a release instead: cardtable flash."
            )
    return wanted, put, [*remove, WAITING_BACK]


def _text(steps: list[str]) -> bytes:
    return ("\n".join(steps) + "\n").encode()
