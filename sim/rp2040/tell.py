"""A report for people: a table at the end of a run, and rows of Markdown."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.table import Table

_SHOWN = 3  # of things that should not be there


def show(report: dict[str, Any], console: Console) -> None:
    table = Table(title=title(report), show_header=False, title_justify="left")
    table.add_column()
    table.add_column(overflow="fold")
    for name, value in rows(report):
        table.add_row(name, value)
    console.print(table, highlight=False, markup=False)
    for row in report["records"]["context"]:
        console.print(f"  {row['record']:4} desk  {row['desk']}", highlight=False, markup=False)
        if row["desk"] != row["board"]:
            console.print(f"       board {row['board']}", highlight=False, markup=False)
    if report["records"]["too_many"]:
        console.print(f"more or fewer than on the desk: {report['records']['too_many']}")
    if not report["as_on_the_desk"]:
        for line in report["printed"][-12:]:
            console.print(f"  printed: {line}", highlight=False, markup=False)


def title(report: dict[str, Any]) -> str:
    told = report["setting"]
    return (
        f"{told['game']}, {told['seats']} seats, {told['pace']}, seed {told['seed']}, "
        f"{told['rounds']} round{'s' if told['rounds'] != 1 else ''} on "
        f"{report['micropython']['name']}"
    )


def rows(report: dict[str, Any]) -> list[tuple[str, str]]:
    found = [
        ("outcome", report["outcome"]),
        (
            "MicroPython",
            f"{report['micropython']['version']}, sha256 {report['micropython']['sha256'][:12]}…, "
            f"{'code in ROMFS' if report['micropython']['romfs'] else 'code on littlefs'}",
        ),
        ("firmware", report["firmware"]),
        ("power-up to hello", _ms(report["power_up_to_hello_ms"])),
        ("the board says it is", ", ".join(report["able"]) or "–"),
        ("records", f"{report['records']['got']} of {report['records']['wanted']}"),
        ("actions", f"{report['actions']['done']} of {report['actions']['of']}"),
        (
            "cards",
            f"{report['cards']['moved']} moved, {report['cards']['recorded']} recorded "
            f"({report['cards']['recorded_on_the_desk']} on the desk)",
        ),
    ]
    if "flood" in report:
        flood = report["flood"]
        told = ", ".join(json.dumps(one) for one in flood["records"]) or "nothing"
        size = f"{flood['bytes']:,} bytes, {flood['answered']} answers"
        found.append((f"flood of {flood['kind']}", f"{size}; it tells {told}"))
    for name, told in (("said", report["said"]), ("commands refused", report["refused"])):
        if told:
            found.append((name, "; ".join(map(str, told[:_SHOWN]))))
    for name in ("lamp_errors", "sign_errors"):
        if report.get(name):
            found.append((name.replace("_", " "), "; ".join(report[name][:_SHOWN])))
    if "keys" in report:
        keys = report["keys"]
        found += [
            (
                "keys",
                f"{keys['pressed']} pressed, {keys['seen']} seen, {keys['seen_once']} in one look "
                f"only, {keys['never_seen']} in none",
            ),
            (
                "key heard",
                f"by the jackpot's lamp: median {_ms(keys['key_to_heard_ms']['median'])}, "
                f"p95 {_ms(keys['key_to_heard_ms']['p95'])}, "
                f"max {_ms(keys['key_to_heard_ms']['max'])} "
                f"({keys['key_to_heard_ms']['told']} keys)",
            ),
            (
                "key to lamp",
                f"median {_ms(keys['key_to_lamp_ms']['median'])}, "
                f"p95 {_ms(keys['key_to_lamp_ms']['p95'])}, "
                f"max {_ms(keys['key_to_lamp_ms']['max'])} "
                f"({keys['key_to_lamp_ms']['answered']} keys to which lamps answer, "
                f"{keys['key_to_lamp_ms']['unanswered']} without)",
            ),
        ]
    if "start" in report:
        found.append(("C stack in the start", _stack(report["start"]["stack"])))
    for name, what in (("idle", "idle"), ("in_play", "in play")):
        if name in report:
            found += _phase_rows(what, report[name])
    if "in_play" in report:
        found += _memory_rows(report["in_play"])
    found.append(("emulated", f"{report['emulated_s']} s in {report['wall_s']} s"))
    return found


def _phase_rows(name: str, seen: dict[str, Any]) -> list[tuple[str, str]]:
    place = seen["place_ms"]
    stalls = [
        f"{what} {_ms(gap['max'])} (without erases {_ms(gap['max_without_erase'])})"
        for what, gap in seen["stall_ms"].items()
    ]
    return [
        (f"{name}: CPU busy", f"{seen['busy_percent']} % of {seen['seconds']} s"),
        (
            f"{name}: place seen again",
            f"median {_ms(place['median'])}, p95 {_ms(place['p95'])}, max {_ms(place['max'])}",
        ),
        (f"{name}: longest stall", ", ".join(stalls)),
    ]


def _memory_rows(seen: dict[str, Any]) -> list[tuple[str, str]]:
    flash, heap = seen["flash"], seen["heap"]
    erases = f"{flash['erases']}, at {flash['erased_at_s']} s" if flash["erases"] else "none"
    return [
        ("flash erases", erases),
        (
            "heap after collections",
            f"free {_bytes(heap['free_after_collection'])}, largest block "
            f"{_bytes(heap['largest_after_collection'])}, of {_bytes(heap['total'])}",
        ),
        ("gc pauses", _gc(seen["gc"], heap["collections"])),
        ("C stack in play", _stack(seen["stack"])),
    ]


def _stack(seen: dict[str, Any]) -> str:
    past = " — PAST ITS END" if seen["left"] is not None and seen["left"] < 0 else ""
    return f"{seen['used']} bytes used, {seen['left']} left (in {seen['deepest_in']}){past}"


def _gc(seen: dict[str, Any] | None, collections: int) -> str:
    if seen is None:
        return f"{collections} or more; how long, only the symbols of this MicroPython would tell"
    return f"{seen['count']}, median {_ms(seen['median_ms'])}, max {_ms(seen['max_ms'])}"


def _ms(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f} ms"


def _bytes(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def show_cuts(found: dict[str, Any], console: Console) -> None:
    console.print(
        f"{found['cuts']} power cuts, {found['in_a_flash_operation']} in a flash operation, "
        f"{found['cut_again_in_the_start']} cut again in the start: {found['bad']} bad"
    )
    for trial in found["trials"]:
        torn = trial["torn"]
        what = "" if torn is None else f", {torn['kind']} {100 * torn['done']:.0f} % done"
        again = "" if trial["again"] is None else ", cut again in the start"
        state = "; ".join(trial["wrong"]) or f"ok, the round: {trial['round']}"
        console.print(
            f"  at {trial['at_ms']:10,.1f} ms, {trial['told']} records told{what}{again}: {state}",
            highlight=False,
            markup=False,
        )


def show_profile(report: dict[str, Any], console: Console) -> None:
    """Shares of the time in which the core was not asleep."""
    for name, seen in report["profile"].items():
        if seen is None:
            console.print(f"{name}: no profile without the symbols of this MicroPython")
            continue
        console.print(f"{name}: {seen['samples']} samples of the busy core, in percent")
        for what, title in _PROFILES:
            console.print(f"  {title}")
            for one, share in seen[what][:_PROFILE_ROWS]:
                console.print(f"    {share:6.2f}  {one}", highlight=False, markup=False)


_PROFILE_ROWS = 25
_PROFILES = (
    ("layers", "by layer of the firmware"),
    ("work", "by what MicroPython itself is doing"),
    ("layers_and_work", "both"),
    ("own", "by Python function, without what it calls"),
    ("within", "by Python function, with what it calls"),
    ("c", "by C function"),
)

_HEAD = (
    "play", "outcome", "CPU busy idle / play", "place again: median / p95 / max",
    "longest stall (without erases)", "heap free / largest", "gc max", "stack left",
    "key to lamp: median / p95 / max", "hello",
)  # fmt: skip


def markdown(reports: list[dict[str, Any]]) -> str:
    """A table for the handbook, a row a run."""
    lines = ["| " + " | ".join(_HEAD) + " |", "|" + "---|" * len(_HEAD)]
    for report in reports:
        lines.append("| " + " | ".join(_cells(report)) + " |")
    return "\n".join(lines) + "\n"


def _cells(report: dict[str, Any]) -> list[str]:
    told = report["setting"]
    where = "ROMFS" if report["micropython"]["romfs"] else "stock"
    cells = [
        f"{told['game']}, {told['seats']} seats, {told['pace']}, seed {told['seed']}, {where}",
        f"{report['records']['got']} of {report['records']['wanted']} records: {report['outcome']}",
    ]
    if "in_play" not in report:
        return cells + ["–"] * (len(_HEAD) - len(cells))
    seen, place = report["in_play"], report["in_play"]["place_ms"]
    stall = seen["stall_ms"]["bus"]
    heap = seen["heap"]
    pause = "–" if seen["gc"] is None else _ms(seen["gc"]["max_ms"])
    lamp = report["keys"]["key_to_lamp_ms"]
    return cells + [
        f"{report['idle']['busy_percent']} / {seen['busy_percent']} %",
        f"{_ms(place['median'])} / {_ms(place['p95'])} / {_ms(place['max'])}",
        f"{_ms(stall['max'])} ({_ms(stall['max_without_erase'])})",
        f"{_bytes(heap['free_after_collection'])} / {_bytes(heap['largest_after_collection'])}",
        pause,
        f"{seen['stack']['left']}",
        f"{_ms(lamp['median'])} / {_ms(lamp['p95'])} / {_ms(lamp['max'])}",
        _ms(report["power_up_to_hello_ms"]),
    ]
