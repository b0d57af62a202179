"""The power is cut in the middle of a play: what the next start makes of it, judged.

It must come to hello and not to maintenance; every record that was told must be there and be the
same; what is told now must continue the chain; and the round that was open is open, or its loss is
told in so many words.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from sim.rp2040.flashed import Flashed
from sim.rp2040.play import Conditions, write_job
from sim.rp2040.recorder import KIND, Recording
from sim.rp2040.tools import Tools

_LIMIT_S = 3600
_NUMBER = 2
_PREVIOUS = 5
_NOT_WELL = ("stopped", "altered", "not_installed")
_MAINTENANCE = "maintenance mode"


def cut(
    tools: Tools, board: Flashed, recording: Recording, how: Conditions, cuts: int
) -> dict[str, Any]:
    """Cut the power so many times; each trial, and what was wrong with it."""
    with tempfile.TemporaryDirectory(prefix="cardtable-pico-") as folder:
        job = write_job(Path(folder), tools, board, recording, how, cuts=cuts)
        tools.run("cuts.mjs", str(job), limit_s=_LIMIT_S)
        seen = json.loads((Path(folder) / "result.json").read_text())
    trials = []
    for trial in seen["trials"]:
        trials.append(
            {
                "at_ms": round(trial["moment"], 3),
                "torn": trial["torn"],
                "again": trial["again"],
                "told": len(trial["told"]),
                "hello_ms": trial["hello_ms"],
                "resets": trial["resets"],
                "round": round_after(trial),
                "wrong": wrong(trial),
                "printed": trial["printed"][-5:],
            }
        )
    return {
        "cuts": len(trials),
        "in_a_flash_operation": sum(one["torn"] is not None for one in trials),
        "cut_again_in_the_start": sum(one["again"] is not None for one in trials),
        "bad": sum(bool(one["wrong"]) for one in trials),
        "flash_operations_in_play": seen["flash_operations"],
        "trials": trials,
    }


def wrong(trial: dict[str, Any]) -> list[str]:
    """Everything that is not as it must be after this cut."""
    found = []
    if any(_MAINTENANCE in text for text in trial["printed"]):
        found.append("it went into maintenance mode")
    hello = trial["hello"]
    if hello is None:
        return [*found, "it did not say hello"]
    found += [f"it says it is {one}" for one in hello[9] if one in _NOT_WELL]
    if trial["resets"]:
        found.append(f"it was reset {trial['resets']} times")
    told = {json.loads(text)[_NUMBER]: text for text in trial["told"]}
    after = {json.loads(text)[_NUMBER]: text for text in trial["after"]}
    if told and hello[6] < max(told):
        found.append(f"records up to {max(told)} were told, and it has only {hello[6]}")
    if told and after and min(after) > max(told) + 1:
        found.append(f"records {max(told) + 1} to {min(after) - 1} were never told")
    different = [number for number in told if number in after and after[number] != told[number]]
    if different:
        found.append(f"record {different[0]} is not what was told before")
    found += chain({**told, **after})
    found += _round_wrong(trial)
    return found


def chain(records: dict[int, str]) -> list[str]:
    """Where a record does not carry the digest of the one before it (cardtable/records.py)."""
    for number in sorted(records):
        before = records.get(number - 1)
        if before is not None:
            digest = hashlib.sha256(before.encode()).digest()[:16].hex()
            if json.loads(records[number])[_PREVIOUS] != digest:
                return [f"record {number} does not continue the chain"]
    return []


def _bodies(texts: list[str]) -> list[list[Any]]:
    return [json.loads(text)[KIND:] for text in texts]


def open_round(texts: list[str]) -> int | None:
    """The round that is open after these records."""
    number = None
    for record in _bodies(texts):
        if record[0] == "round":
            number = record[1]
        elif record[0] == "end":
            number = None
    return number


def round_after(trial: dict[str, Any]) -> str:
    """What became of the round that was open when the power failed, in a word or two."""
    before = open_round(trial["told"])
    if before is None:
        return "none was open"
    new = _new(trial)
    if any(one[0] == "fault" and one[1] == "round_lost" for one in new):
        return "lost, and told"
    if any(one[0] == "end" for one in new):
        return "ended"
    return "goes on"


def _round_wrong(trial: dict[str, Any]) -> list[str]:
    """A round neither vanishes nor is another one opened beside it."""
    before = open_round(trial["told"])
    new = _new(trial)
    if before is None or round_after(trial) != "goes on":
        return []
    opened = [one[1] for one in new if one[0] == "round"]
    return [f"round {before} was open, and round {opened[0]} was begun"] if opened else []


def _new(trial: dict[str, Any]) -> list[list[Any]]:
    """What is told now and was not told before."""
    last = max((json.loads(text)[_NUMBER] for text in trial["told"]), default=0)
    return _bodies([text for text in trial["after"] if json.loads(text)[_NUMBER] > last])
