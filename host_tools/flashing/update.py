"""An update: staged, checked where it lies, committed; and the way back.

boot.py puts it in force, from next/commit: `+size path` takes so many bytes of next/pack as file
`path`, `-path` removes, `=text` is remembered among the last ten changes. previous/pack and
previous/back are the same for the way back. The path /rom stands for what is in ROMFS, as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from host_tools.common.problems import Problem
from host_tools.flashing.plan import NEXT, PREVIOUS
from host_tools.flashing.repl import Entry, Repl
from host_tools.release import manifest
from host_tools.release.build import MANIFEST
from host_tools.release.manifest import sha256
from host_tools.release.romfs import ROM

PACK = NEXT + "pack"
COMMIT = NEXT + "commit"
OLD_PACK = PREVIOUS + "pack"
BACK = PREVIOUS + "back"
WAITING_BACK = NEXT + "back"  # a rollback that was interrupted before its commit
_BOOT_MARK = b"# cardtable boot "
_BOOT_ROM = b"# cardtable boot 1\n"  # the one that knows no ROMFS
_WITHOUT_MASKS = "0.1.0"
_HALF = ("boot.py.new", "maintenance.new", "changes.txt.new")  # written, not yet renamed
_INSTEAD = "Flash a release instead: cardtable flash."
_FLASHING = "an update is under way. Run cardtable flash to finish it."


def hold(repl: Repl) -> None:
    """From here on the board starts into maintenance, whatever happens."""
    repl.run(f"ct_put('maintenance', {_FLASHING!r})")


def under_way(repl: Repl) -> bool:
    """Whether an update has been interrupted."""
    return (repl.read("maintenance") or b"").decode(errors="replace") == _FLASHING


def release(repl: Repl) -> None:
    """Let the application start again, and forget how often it failed before."""
    repl.run("ct_remove('starts.txt')\nct_remove('last_error.txt')\nct_remove('maintenance')")


def stage(repl: Repl, put: dict[str, bytes], moved: Callable[[int], object]) -> None:
    """Copy new files into next/, packed, and make sure that they got there."""
    repl.run(f"ct_remove({COMMIT!r})\nct_clear({NEXT[:-1]!r})")
    pack = b"".join(put.values())
    repl.write(PACK, pack, moved)
    if repl.run(f"print(ct_hash({PACK!r}))").strip() != sha256(pack):
        raise Problem(
            "the files did not get to the board unharmed",
            "What it ran before is still in place; try again, maybe with another cable.",
        )


def parts(repl: Repl, pack: str, sizes: list[int]) -> list[str]:
    """SHA-256 of each part of a pack on the board."""
    return repl.run(f"ct_parts({pack!r}, {sizes!r})").split()


def keep_previous(
    repl: Repl, replaced: list[str], added: list[str], tree: dict[str, Entry], moved: bool
) -> None:
    """A pack of what is about to be replaced, and the list that leads back to it.

    `moved`: from files into ROMFS or out of it, maybe the same release.
    """
    forget_previous(repl)
    repl.run(f"ct_pack({replaced!r}, {OLD_PACK!r})")
    if MANIFEST in replaced or (moved and MANIFEST in tree):
        repl.run(f"ct_pack(({MANIFEST!r},), {PREVIOUS + MANIFEST!r})")
    sizes = [tree[path].size for path in replaced]
    if parts(repl, OLD_PACK, sizes) != [tree[path].sha256 for path in replaced]:
        raise Problem(
            "what is replaced could not be kept for the way back",
            "The board still runs what it ran before; try again.",
        )
    steps = _removals(added)
    steps += [f"+{size} {path}" for size, path in zip(sizes, replaced, strict=True)]
    if ROM in replaced:  # no manifest has the hash of an image
        steps.append(f"#{tree[ROM].sha256}")
    repl.write(BACK, _text(steps), lambda _: None)


def forget_previous(repl: Repl) -> None:
    repl.run(f"ct_remove({BACK!r})\nct_clear({PREVIOUS[:-1]!r})")


def commit(repl: Repl, put: dict[str, int], remove: list[str], told: str) -> None:
    """After this the board finishes the update by itself, at its next start."""
    if ROM not in remove:  # else boot.py makes them: they would come before what is in ROMFS
        for folder in sorted({path.rpartition("/")[0] for path in put if path.find("/") > 0}):
            repl.run(f"ct_folders({folder + '/'!r})")
    steps = _removals(remove)
    steps += [f"+{size} {path}" for path, size in put.items()] + [f"={told}"]
    repl.write(COMMIT + ".new", _text(steps), lambda _: None)
    repl.run(f"os.rename({COMMIT + '.new'!r}, {COMMIT!r})")


def ensure_boot(repl: Repl, boot: bytes, rom: bool = False) -> None:
    """There must be a boot.py that can finish the update; `rom`: also one with ROMFS in it."""
    there = repl.read("boot.py")
    if there is None or not there.startswith(_BOOT_MARK) or (rom and there.startswith(_BOOT_ROM)):
        repl.write("boot.py.new", boot, lambda _: None)
        repl.run("os.rename('boot.py.new', 'boot.py')")


def suit_keys(repl: Repl, wanted: manifest.Manifest) -> None:
    """The keys as the release that comes reads them: 0.1.0 knew no masks. Others mask them again.

    By its version, not by the names of its modules: those move. Builds between 0.1.0 and 0.2.0
    have its number as well and mask the keys at their first start. Before the commit: until then
    the present release starts, and reads them either way.
    """
    if wanted.version == _WITHOUT_MASKS:
        repl.run("ct_open_keys()")


def change(name: str, how: str) -> str:
    """A line for the board's list of its last changes."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {how} {name}"


def tidy(repl: Repl) -> None:
    """What an interrupted attempt has left behind is of no use once an update is in force."""
    repl.run(f"ct_remove({COMMIT!r})\nct_clear({NEXT[:-1]!r})")
    repl.run(f"for path in {_HALF!r}:\n    ct_remove(path)\n")


def changes(repl: Repl) -> list[str]:
    """The board's last ten software changes, oldest first."""
    return (repl.read("changes.txt") or b"").decode().splitlines()


# ---- the way back


def has_previous(repl: Repl) -> bool:
    """Whether the board itself has the release before."""
    return repl.read(WAITING_BACK) is not None or repl.read(PREVIOUS + MANIFEST) is not None


def previous(repl: Repl, rom_bytes: int = 0) -> manifest.Manifest:
    """The manifest of the release before; a Problem when there is none, or no ROMFS for it."""
    back = repl.read(WAITING_BACK)
    if back is not None:
        content = repl.read(NEXT + MANIFEST)
    else:
        content, back = repl.read(PREVIOUS + MANIFEST), repl.read(BACK)
        if content is None or back is None:
            raise Problem(
                "there is no previous release on this board",
                "One is kept when a release is replaced; this board has had only one.",
            )
    needs = [step for step in back.decode().splitlines() if step.endswith(f" {ROM}")]
    if needs and int(needs[0][1:].split(" ")[0]) > rom_bytes:
        raise Problem("this MicroPython has no ROMFS for the previous release", _INSTEAD)
    return manifest.read(content or b"", "the previous manifest")


def prepare_back(repl: Repl, wanted: manifest.Manifest) -> tuple[dict[str, int], list[str]]:
    """Stage the previous release: (what to put with sizes, what to remove).

    The list of what to do is removed with the rest: until then an interruption leaves it in place.
    """
    if repl.read(WAITING_BACK) is None:
        # One rename of a folder: the previous release is in one place or in the other.
        repl.run(f"ct_clear({NEXT[:-1]!r})\nos.rename({PREVIOUS[:-1]!r}, {NEXT[:-1]!r})")
    steps = (repl.read(WAITING_BACK) or b"").decode().splitlines()
    told = [step[1:].split(" ", 1) for step in steps if step[0] == "+"]
    put = {path: int(size) for size, path in told}
    remove = [step[1:] for step in steps if step[0] == "-"]
    for path, there in zip(put, parts(repl, PACK, list(put.values())), strict=True):
        if path in wanted.files and there != wanted.files[path]:
            raise Problem(f"the previous {path} was altered", _INSTEAD)
        if path == ROM and f"#{there}" not in steps:
            raise Problem("the previous code for ROMFS was altered", _INSTEAD)
    return put, [*remove, WAITING_BACK]


def _removals(paths: list[str]) -> list[str]:
    return [f"-{path.rstrip('/')}" for path in paths]


def _text(steps: list[str]) -> bytes:
    return ("\n".join(steps) + "\n").encode()
