"""Rounds through the whole path, on either interpreter."""

from __future__ import annotations

import json
import subprocess

from cardtable.records import HEAD
from sim.charging.clock import ChargingClock
from sim.harness import headless
from sim.micropython import bench

_LIMIT_S = 300


def on_cpython(folder, rounds=1, seed=1, **options):
    """(world, listener) after so many rounds."""
    folder.mkdir(parents=True, exist_ok=True)
    return headless.play(f"{folder}/", rounds, seed, **options)


def on_charging_desk(folder, rounds=1, seed=1, **options):
    """The same where the firmware's work costs the time that it costs on a Pico (sim/charging)."""
    return on_cpython(folder, rounds, seed, clock=ChargingClock(), **options)


def on_micropython(folder, rounds=1, seed=1, game="canberra") -> list[bytes]:
    """The record lines of the same rounds, played by real MicroPython."""
    folder.mkdir(parents=True, exist_ok=True)
    done = bench.run(
        ["-m", "sim.harness.headless", str(folder), str(rounds), str(seed), "--game", game],
        heap_bytes=4 << 20,  # the simulator lives beside the firmware here
        report=False,
        stdout=subprocess.PIPE,
        timeout=_LIMIT_S,
    )
    assert done.returncode == 0
    return done.stdout.splitlines()


def bodies(lines) -> list[list]:
    """(kind, field, …) of each record line."""
    return [json.loads(line)[HEAD:] for line in lines]


def by_round(records) -> list[list]:
    """The records of each finished round, its opening first; meter records belong to it."""
    rounds: list[list] = []
    for record in records:
        if record[0] == "round":
            rounds.append([])
        if rounds:
            rounds[-1].append(record)
    return [r for r in rounds if any(record[0] == "end" for record in r)]


def two_decks(world, second):
    """The cards on the felt are the table's second deck, or its first; the tags of the other one
    by their faces."""
    felt = {card.tag.uid.hex(): card.face for card in world.felt.deck}
    faces = sorted(felt.values())
    spare = {face: bytes((4, 0xDE, 0xC2, k, 0, 0, 0x80)) for k, face in enumerate(faces)}
    spares = {uid.hex(): face for face, uid in spare.items()}
    decks = {"deck": spares, "other": felt} if second else {"deck": felt, "other": spares}
    with open(world.root + "deck.json", "w") as file:
        json.dump(decks, file)
    return spare
