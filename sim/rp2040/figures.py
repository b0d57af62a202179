"""What a run has shown, as figures: from the emulator's raw observations."""

from __future__ import annotations

import statistics
from typing import Any

_ANSWER_MS = 100  # within which lamps are to answer a key
_SETTLED = 2  # a contact counts once two looks have found it closed


def median(values: list[float]) -> float | None:
    return round(statistics.median(values), 1) if values else None


def percentile(values: list[float], share: float) -> float | None:
    if not values:
        return None
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1)


def largest(values: list[float]) -> float | None:
    return round(max(values), 1) if values else None


def phase(seen: dict[str, Any]) -> dict[str, Any]:
    """The figures of one stretch of time: an idle table, or a play."""
    erases = [(one["from"], one["until"]) for one in seen["flash_erases"]]
    scans = seen["scans_ms"]
    return {
        "seconds": round(seen["span_ms"] / 1000, 2),
        "busy_percent": round(100 * (seen["busy"] + seen["flash_wait"]), 1),
        "flash_wait_percent": round(100 * seen["flash_wait"], 2),
        "cache_misses_per_ms": round(seen["cache_misses"] / seen["span_ms"], 1),
        "place_ms": {
            "median": median(scans),
            "p95": percentile(scans, 0.95),
            "max": largest(scans),
            "looks": len(scans),
        },
        "stall_ms": {what: _stalls(gaps, erases) for what, gaps in seen["gaps"].items()},
        "flash": {
            "erases": len(erases),
            "erase_ms": [round(until - begin, 1) for begin, until in erases],
            "erased_at_s": [round((one["from"]) / 1000, 2) for one in seen["flash_erases"]],
            "programs": seen["flash_programs"],
        },
        "heap": seen["heap"],
        "gc": _gc(seen["gc_pauses"]),
        "stack": stack(seen["stack"]),
    }


def _stalls(gaps: list[list[float]], erases: list[tuple[float, float]]) -> dict[str, float | None]:
    """The longest gap, and the longest in which no sector was being erased."""
    plain = [
        until - begin
        for begin, until in gaps
        if not any(start < until and end > begin for start, end in erases)
    ]
    return {
        "max": largest([until - begin for begin, until in gaps]),
        "max_without_erase": largest(plain),
    }


def _gc(pauses: list[list[float]] | None) -> dict[str, Any] | None:
    """None where nobody could see them: without symbols."""
    if pauses is None:
        return None
    lengths = [length for _, length in pauses]
    return {"count": len(lengths), "median_ms": median(lengths), "max_ms": largest(lengths)}


def stack(seen: dict[str, Any]) -> dict[str, Any]:
    """How deep the C stack was; what is left is negative when it went past its end."""
    top, bottom, lowest = seen["top"], seen["bottom"], seen["lowest"]
    return {
        "bytes": None if bottom is None else top - bottom,
        "used": top - lowest,
        "left": None if bottom is None else lowest - bottom,
        "deepest_in": seen["function"] or hex(seen["pc"]),
    }


def keys(seen: dict[str, Any]) -> dict[str, Any]:
    """Keys pressed, and what the board could know of them."""
    presses = seen["keys"]
    due = [one for one in presses if one.get("lampDue")]  # the desk's own watch sees no lamps
    heard = [one["heardAfter"] for one in presses if one.get("heardAfter") is not None]
    answered = [one["lampAfter"] for one in due if one["lampAfter"] is not None]
    return {
        "pressed": len(presses),
        "seen": sum(one["looks"] >= _SETTLED for one in presses),
        "seen_once": sum(one["looks"] == 1 for one in presses),
        "never_seen": sum(one["looks"] == 0 for one in presses),
        "key_to_heard_ms": {
            "median": median(heard),
            "p95": percentile(heard, 0.95),
            "max": largest(heard),
            "told": len(heard),
        },
        "key_to_lamp_ms": {
            "median": median(answered),
            "p95": percentile(answered, 0.95),
            "max": largest(answered),
            "answered": len(answered),
            "unanswered": len(due) - len(answered),
            "late": [
                [
                    one["key"],
                    round(one["at"] / 1000, 2),
                    one["lampAfter"] and round(one["lampAfter"]),
                ]
                for one in due
                if one["lampAfter"] is None or one["lampAfter"] > _ANSWER_MS
            ],
        },
    }
