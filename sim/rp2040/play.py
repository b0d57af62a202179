"""A recorded play on the emulated board: run it, compare it, measure it."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sim.rp2040 import figures
from sim.rp2040.commission import commissioned, keys
from sim.rp2040.compare import Comparison, body, compare
from sim.rp2040.flashed import Flashed
from sim.rp2040.recorder import KIND, Recording, is_awaited
from sim.rp2040.tools import Tools
from sim.rp2040.wiring import RACK, wiring

_LIMIT_S = 3600
_CARDS = ("deal",)  # records that tell where a card went


@dataclass(frozen=True)
class Conditions:
    """How the board is run."""

    idle_ms: int = 2000
    fram_bytes: int = 32768
    flash_timing: str = "typ"
    patience_ms: int = 10_000
    profile: bool = False
    settings: dict[str, Any] = field(default_factory=dict)  # of board.json, beside the wiring
    flood: str | None = None  # bytes at full USB speed all through the play (emulator/flood.mjs)


def play(tools: Tools, board: Flashed, recording: Recording, how: Conditions) -> dict[str, Any]:
    """Everything that is to be said about the run, as it goes into the JSON file."""
    seen = observe(tools, board, recording, how)
    records = [record for _, record in seen["records"]]
    if how.flood:
        seen["flood"]["records"] = [body(one) for one in records if _of_the_flood(one)]
        records = [record for record in records if not _of_the_flood(record)]
    comparison = compare(recording.records, records)
    setting = recording.setting
    report: dict[str, Any] = {
        "micropython": {
            "name": board.micropython.name,
            "sha256": board.micropython.sha256,
            "version": board.facts.version,
            "romfs": board.in_romfs > 0,
            "romfs_bytes": board.in_romfs,
        },
        "firmware": board.firmware,
        "setting": {
            "game": setting.game,
            "board": setting.board or "pico",
            "seats": len(setting.players),
            "seed": setting.seed,
            "pace": setting.pace,
            "rounds": setting.rounds,
        },
        "conditions": asdict(how),
        "outcome": outcome(seen, recording, comparison),
        "as_on_the_desk": seen["outcome"] == "done" and comparison.identical,
        "power_up_to_hello_ms": seen["hello_ms"],
        "able": seen["hello"][9] if "hello" in seen else [],
        "said": [told for _, told in seen["replies"] if told[0] in ("stopped", "error")],
        "records": asdict(comparison),
        "actions": {"done": seen.get("actions_done", 0), "of": len(recording.actions)},
        "cards": _cards(recording, records, seen.get("actions_done", 0)),
        "link": {"resent": seen["resent"], "damaged": seen["damaged"]},
        "refused": [told for _, told in seen["replies"] if told[0] == "reply" and told[2] != "ok"],
        "printed": [text for _, text in seen["noise"]][-40:],
        "emulated_s": round(seen["table_s"], 1),
        "wall_s": round(seen["wall_s"], 1),
    }
    if "start" in seen:
        report["start"] = {"stack": figures.stack(seen["start"]["stack"])}
    phases = seen["phases"]
    if "idle" in phases:
        report["idle"] = figures.phase(phases["idle"])
    if "play" in phases:
        report["in_play"] = figures.phase(phases["play"])
        report["keys"] = figures.keys(phases["play"])
        for what in ("lamp_errors", "sign_errors"):
            report[what] = phases["play"][what]
    if "flood" in seen:
        report["flood"] = seen["flood"]
    if how.profile:
        report["profile"] = {"start": seen.get("start_profile")}
        report["profile"] |= {name: raw["profile"] for name, raw in phases.items()}
    return report


def observe(tools: Tools, board: Flashed, recording: Recording, how: Conditions) -> dict[str, Any]:
    """Run it; what the emulator has seen."""
    with tempfile.TemporaryDirectory(prefix="cardtable-pico-") as folder:
        job = write_job(Path(folder), tools, board, recording, how)
        tools.run("play.mjs", str(job), limit_s=_LIMIT_S)
        return json.loads((Path(folder) / "result.json").read_text())


def write_job(
    scratch: Path,
    tools: Tools,
    board: Flashed,
    recording: Recording,
    how: Conditions,
    **more: Any,
) -> Path:
    """The file that tells the emulator what to do; the result is to lie beside it."""
    (scratch / "flash").write_bytes(commissioned(board, recording, how.settings))
    (scratch / "fram").write_bytes(recording.fram)
    symbols = board.micropython.symbols
    job = {
        "bootrom": str(tools.bootrom),
        "flash": str(scratch / "flash"),
        "fram": str(scratch / "fram"),
        "fram_bytes": max(how.fram_bytes, len(recording.fram)),
        "wiring": wiring(recording.setting.wired),
        "flash_timing": how.flash_timing,
        "seed": recording.setting.seed,
        "keys": keys(),
        "play": recording.actions,
        "records": sum(map(is_awaited, recording.records)),
        "idle_ms": how.idle_ms,
        "patience_ms": how.patience_ms,
        "symbols": None if symbols is None else str(symbols),
        "profile": how.profile,
        "flood": how.flood,
        "result": str(scratch / "result.json"),
        **more,
    }
    path = scratch / "job.json"
    path.write_text(json.dumps(job))
    return path


def outcome(seen: dict[str, Any], recording: Recording, comparison: Comparison) -> str:
    """In a few words how it went."""
    why = seen["outcome"]
    if why == "done":
        return "as on the desk" if comparison.identical else "told otherwise than on the desk"
    if why == "untold":
        due = list(filter(is_awaited, recording.records))
        got = sum(is_awaited(record) for _, record in seen["records"])
        missing = json.dumps(body(due[min(got, len(due) - 1)]))
        return f"waited in vain for record {got + 1} of {seen['wanted']}, {missing}"
    if why == "reset":
        return f"the board restarted after {seen['actions_done']} actions"
    return why


def _of_the_flood(record: list[Any]) -> bool:
    """What a flood itself leaves in the journal; everything else must be as on the desk."""
    kind, first = record[KIND : KIND + 2]
    return kind == "denied" or (kind in ("fault", "fault_over") and first == "link_flooded")


def _cards(recording: Recording, records: list[list[Any]], done: int) -> dict[str, int]:
    """Cards that hands have put to a place, and cards whose place was recorded."""
    moved = 0
    for action in recording.actions[:done]:
        for hands in [action["do"], *[then for _, then in action["then"]]]:
            moved += hands[0] == "put" and hands[1] not in ("shoe", RACK)
    wanted = sum(record[KIND] in _CARDS for record in recording.records)
    got = sum(record[KIND] in _CARDS for record in records)
    return {"moved": moved, "recorded": got, "recorded_on_the_desk": wanted}
