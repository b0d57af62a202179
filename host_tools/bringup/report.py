"""The page of a bring-up: what was found, what was measured; to print and keep with the table."""

from __future__ import annotations

import json
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Any

from host_tools.bringup.findings import Finding
from host_tools.common.problems import unwritable

_STYLE = """body{font:14px/1.4 sans-serif;max-width:60em;margin:2em auto;color:#222}
table{border-collapse:collapse;margin:.5em 0 1.5em}td,th{border:1px solid #bbb;padding:.2em .6em}
td.n{text-align:right}.bad{color:#a00;font-weight:bold}.sign{margin-top:3em}"""


def save(
    page: Path, trace_to: Path, trace: dict[str, Any], found: list[Finding], other: list[Finding]
) -> None:
    """Both files; a Problem when they cannot be written."""
    told = trace | {"findings": [one.as_dict() for one in found]}
    for file, text in (
        (page, html(trace, found, other)),
        (trace_to, json.dumps(told, indent=1) + "\n"),
    ):
        try:
            file.write_text(text, encoding="utf-8", newline="\n")
        except OSError as failure:
            raise unwritable(file, failure) from failure


def html(trace: dict[str, Any], found: list[Finding], other: list[Finding]) -> str:
    when = trace.get("when") or datetime.now().astimezone().isoformat(timespec="minutes")
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        f"<title>Bring-up of {escape(trace['board'])}</title><style>{_STYLE}</style>",
        f"<h1>Bring-up of {escape(trace['board'])}</h1><p>{escape(when)}, on "
        f"{escape(trace.get('machine', '?'))}</p>",
        "<h2>Found</h2>",
        _list(found) or "<p>Nothing needs hands.</p>",
        "<h2>Otherwise than emulated</h2>",
        _list(other) or "<p>Nothing beyond what is allowed for (docs/bringup.md).</p>",
        "<h2>Addresses</h2>",
        _table(
            ("bus", "answers"),
            [(f"I2C {n}", _hex(a)) for n, a in trace["scan"]["buses"].items()]
            + [
                (f"mux channel {n}", "nobody: its line is held" if a is None else _hex(a))
                for n, a in trace["scan"]["behind"].items()
            ],
        ),
        "<h2>Chips and exchanges</h2>",
        _table(
            ("reader", "version", "echo ms", "failed", "empty list ms", "two listed"),
            [_chip(name, one) for name, one in trace["readers"].items()],
        ),
        "<h2>Cards read</h2>",
        _table(
            ("reader", "cards", "mm above", "mm beside", "whole", "scan ms", "seen by"),
            [
                (
                    name, c["cards"], c["distance_mm"], c["offset_mm"],
                    f"{c['whole']} of {c['looks']}", _ms(c["scan_us"]), ", ".join(c["by"]),
                )
                for name, one in trace["readers"].items()
                for c in one["cards"]
            ],
        ),
        "<h2>Fields that reach other readers</h2>",
        _table(
            ("field of", "reaches"), [(n, ", ".join(r) or "–") for n, r in trace["bleed"].items()]
        ),
        "<h2>Currents</h2>",
        _table(("with", "mA"), list(trace["currents"].items()))
        if trace["currents"]
        else "<p>No meter was read.</p>",
        "<p class=sign>Technician ______________________ Date ______________</p>",
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def _chip(name: str, one: dict[str, Any]) -> tuple[Any, ...]:
    if not one["version"]:
        return name, "–", one["why_not"], "", "", ""
    echo, empty = one["exchanges"]["echo"], one["exchanges"]["list_empty"]
    both = None if echo["ack_us"] is None else echo["ack_us"] + echo["answer_us"]
    two = [c["two_listed"] for c in one["cards"] if c.get("two_listed") is not None]
    return (
        name, one["version"], _ms(both), f"{len(echo['errors'])} of {echo['of']}",
        _ms(empty["answer_us"]), two[0] if two else "",
    )  # fmt: skip


def _ms(us: int | None) -> str:
    return "–" if us is None else f"{us / 1000:.1f}"


def _hex(addresses: list[int]) -> str:
    return ", ".join(f"0x{one:02X}" for one in addresses) or "–"


def _list(found: list[Finding]) -> str:
    if not found:
        return ""
    rows = (
        f"<li><b class=bad>{escape(one.where)}</b>: {escape(one.text)}. {escape(one.remedy)}</li>"
        for one in found
    )
    return f"<ul>{''.join(rows)}</ul>"


def _table(head: tuple[str, ...], rows: list[Any]) -> str:
    top = "".join(f"<th>{escape(str(one))}</th>" for one in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(one))}</td>" for one in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{top}</tr>{body}</table>"
