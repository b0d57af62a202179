"""What has to be done to make a board hold a release: compared by hashes, nothing copied yet."""

from __future__ import annotations

from dataclasses import dataclass

from host_tools.common.problems import Problem
from host_tools.flashing.repl import Entry
from host_tools.release.build import MANIFEST, STARTERS
from host_tools.release.manifest import Manifest, read, sha256
from host_tools.release.romfs import ROM, TOLD, told

NEXT = "next/"
PREVIOUS = "previous/"
# Not part of a release: what the table knows and keeps. A flash never touches it.
KEPT = (
    "vault/", "board.json", "table.json", "keys.json", "deck.json", "board.copy", "table.copy",
    "keys.copy", "deck.copy", "incoming_", "maintenance",
    "starts.txt", "last_error.txt", "changes.txt", "altered.txt", NEXT, PREVIOUS,
)  # fmt: skip
# Never read, only seen to be there
PRIVATE = (
    "vault/", "keys.json", "deck.json", "table.json", "keys.copy", "deck.copy", "table.copy",
)  # fmt: skip
# Folders and names that belong to releases.
OURS = ("cardtable/", "adafruit_pn532/", "digitalio.", TOLD)
IN_ROM = ROM + "/"
_BLOCK = 4096  # of littlefs on a Pico: a file takes at least one
_INLINE = 512  # files up to an eighth of a block may lie in their folder's own block
_ENTRY = 64  # its name, and what littlefs notes of it
_SPREAD = 8  # blocks in pairs, each of which may be no more than a quarter full
_SPARE = 8  # for folders, and for files that are written beside their old selves


@dataclass(frozen=True)
class Plan:
    """`put` and `remove` change the board."""

    put: dict[str, bytes]
    remove: list[str]
    same: list[str]
    unexpected: list[str]

    @property
    def changes(self) -> bool:
        return bool(self.put or self.remove)

    @property
    def bytes(self) -> int:
        """What has to go over the cable."""
        return sum(map(len, self.put.values()))


def plan(files: dict[str, bytes], tree: dict[str, Entry], full: bool = False) -> Plan:
    """What makes the board hold `files`; with `full`, everything is copied anew."""
    put = {}
    for path in in_order(files):
        digest = sha256(files[path])
        there = tree.get(path)
        if not full and there is not None and there.sha256 == digest:
            continue
        put[path] = files[path]
    strange = [
        path
        for path in sorted(tree)
        if path not in files and not path.startswith((*KEPT, ROM)) and path[-1] != "/"
    ]
    remove = [path for path in strange if path.startswith(OURS)]
    if ROM in tree and ROM not in files and rom_is_ours(tree):
        remove.insert(0, ROM)
    return Plan(
        put,
        remove + _left_empty(files, tree),
        sorted(set(files) - set(put)),
        [path for path in strange if not path.startswith(OURS)],
    )


def _left_empty(files: dict[str, bytes], tree: dict[str, Entry]) -> list[str]:
    """Folders, inner ones first: as long as `cardtable/` is there nothing comes from ROMFS."""
    folders = [path for path in tree if path[-1] == "/" and path.startswith(OURS)]
    return [
        folder
        for folder in sorted(folders, reverse=True)
        if not any(path.startswith(folder) for path in files)
    ]


def rom_is_ours(tree: dict[str, Entry]) -> bool:
    """Whether a release of ours was put into ROMFS, whatever has become of it."""
    return TOLD in tree or any(path.startswith(IN_ROM + OURS[0]) for path in tree)


def in_order(files: dict[str, bytes]) -> list[str]:
    """Modules, then the manifest, then the starters: boot.py, which finishes updates, last."""
    last = [path for path in (MANIFEST, *STARTERS) if path in files]
    return sorted(set(files) - set(last)) + last


def files_of(content: bytes | None) -> list[str]:
    """What a board's own manifest lists, and itself; nothing where there is none that is whole."""
    try:
        return [*read(content or b"").files, MANIFEST]
    except Problem:
        return []


def blocks_of_files(sizes: list[int]) -> int:
    """What so many files take at most: a small one its share of its folder's blocks only.

    littlefs keeps those twice, and splits them when they are more than half full.
    """
    small = sum(min(_BLOCK, (size + _ENTRY) * _SPREAD) for size in sizes if size <= _INLINE)
    return _blocks(small) + sum(_blocks(size) for size in sizes if size > _INLINE)


def check_room(made: Plan, tree: dict[str, Entry], free_bytes: int) -> bool:
    """Whether what is replaced can be kept for the way back; a Problem when not even what is new
    fits beside what is there."""
    replaced = [tree[path].size for path in (*made.put, *made.remove) if path in tree]
    added = [len(data) for path, data in made.put.items() if path not in tree and path != ROM]
    # boot.py removes before it adds: a release that moves every module takes their places.
    gone = [tree[path].size for path in made.remove if path in tree and path != ROM]
    taken_over = sum(_blocks(size) for size in gone if size > _INLINE)
    # Packs that lie there from before are removed first.
    freed = [entry.size for path, entry in tree.items() if path.startswith((NEXT, PREVIOUS))]
    need = _blocks(made.bytes) + max(0, blocks_of_files(added) - taken_over) + _SPARE
    need -= sum(size // _BLOCK for size in freed)
    if need * _BLOCK > free_bytes:
        raise Problem(
            f"the board has {free_bytes // 1024} kB free, {need * _BLOCK // 1024} kB are needed",
            "Take files off it that Cardtable does not know: cardtable verify names them. With a "
            "ROMFS partition beside them files have less room: docs/flashing.md.",
        )
    return (need + _blocks(sum(replaced))) * _BLOCK <= free_bytes


def _blocks(size: int) -> int:
    return -(-size // _BLOCK)


@dataclass(frozen=True)
class Differences:
    """How a board differs from a manifest."""

    missing: list[str]
    altered: list[str]
    unexpected: list[str]
    same: int

    @property
    def any(self) -> bool:
        return bool(self.missing or self.altered or self.unexpected)


def compare(manifest: Manifest, tree: dict[str, Entry]) -> Differences:
    """Every file of the manifest against the board, and every file of the board against it.

    Modules are compared where they would be imported from: in ROMFS where none are files.
    """
    wanted = dict(manifest.files)
    wanted[MANIFEST] = sha256(manifest.text())
    if rom_is_ours(tree) and not any(path.startswith(OURS[0]) for path in tree):
        wanted = {_in_rom(path): digest for path, digest in wanted.items()}
        if ROM in tree and TOLD in tree:
            image = tree[ROM]
            wanted[TOLD] = sha256(told(image.size, image.sha256, sha256(manifest.text())[:12]))
    missing = [path for path in sorted(wanted) if path not in tree]
    altered = [
        path for path in sorted(wanted) if path in tree and tree[path].sha256 != wanted[path]
    ]
    unexpected = [
        path
        for path in sorted(tree)
        if path not in wanted and not _kept(path) and path[-1] != "/" and path != ROM
    ]
    return Differences(missing, altered, unexpected, len(wanted) - len(missing) - len(altered))


def _in_rom(path: str) -> str:
    return IN_ROM + path if path.endswith(".mpy") else path


def _kept(path: str) -> bool:
    """Data of the table, by its exact name or in its folder; code never hides among it."""
    if path.endswith((".py", ".mpy")) and not path.startswith((NEXT, PREVIOUS)):
        return False
    return any(path == one or (one[-1] in "/_" and path.startswith(one)) for one in KEPT)
