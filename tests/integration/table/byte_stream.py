"""Everything a board says in some rounds, searched for tags and for faces before they are shown."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from cardtable.records import HEAD
from tests.integration.table.rounds import on_cpython


def search(game: str, seed: int, rounds: int) -> dict[str, int]:
    """Figures; AssertionError when a tag, or a face that nobody has shown, is in the bytes."""
    said = bytearray()

    def prepare(world):
        plain = world.port.write

        def write(data):
            said.extend(data)
            plain(data)

        world.port.write = write

    with tempfile.TemporaryDirectory() as folder:
        world, _ = on_cpython(Path(folder) / "board", rounds, seed, game=game, prepare=prepare)
    for card in world.felt.deck:
        for tag in (card.tag.uid, card.tag.uid.hex().encode(), card.tag.uid.hex().upper().encode()):
            assert tag not in said, "a tag"
    faces = {card.face for card in world.felt.deck}
    shown: set[str] = set()
    for line in bytes(said).splitlines():
        told = json.loads(line.rpartition(b"*")[0])
        if not isinstance(told[0], int):
            continue
        kind, *fields = told[HEAD:]
        if kind == "round":
            shown = set()
        if kind == "turn" or (kind == "deal" and len(fields[1]) < 4):
            shown.add(fields[2] if kind == "turn" else fields[1])
        for face in faces - shown:
            assert f'"{face}"'.encode() not in line, (kind, face)
    return {f"bytes of {game}": len(said), f"rounds of {game}": rounds}
