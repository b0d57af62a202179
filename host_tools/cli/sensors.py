"""`cardtable sensors`: every reader of a table, live."""

from __future__ import annotations

import json
import time
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from cardtable.desk.code_names import COUNTER_NAMES
from cardtable.diag import states
from cardtable.diag.readings import LATENCY_MS
from host_tools.cli.options import PortOption
from host_tools.common.problems import BAD_INPUT, FAILED, INTERRUPTED, Problem, remark, unwritable
from host_tools.doctor.examine import Examiner
from host_tools.doctor.figures import SHOE, Figures, fitted, reached_by
from host_tools.link.session import Session
from host_tools.sensors.watching import Watch, Watched

_COLOURS = {
    states.OK: "green",
    states.STARTING: "cyan",
    states.SILENT: "bold red",
    states.DISTURBED: "yellow",
    states.UNKNOWN_CARD: "magenta",
    states.DUPLICATE_CARD: "magenta",
    states.NOT_FITTED: "dim",
}


def sensors(
    port: PortOption = "auto",
    reader: Annotated[
        str | None,
        typer.Option(help='One reader in depth: "box 4".', show_default=False),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="One look, and end.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON, one look a line.")] = False,
    record: Annotated[
        Path | None,
        typer.Option(help="Write every look to this file (JSON lines).", show_default=False),
    ] = None,
    bleed: Annotated[
        bool,
        typer.Option("--bleed", help="Test which fields reach which reader (technician's PIN)."),
    ] = False,
    every: Annotated[float, typer.Option(help="Seconds between looks.")] = 1.0,
) -> None:
    """Watch every reader: state, cards, read rate, time of a scan, errors. Ctrl-C ends.

    No tag and no face is shown: what lies on a table is counted, never named.

    Examples:

    cardtable sensors

    cardtable sensors --once --json --reader "box 4"
    """
    if every <= 0:
        raise Problem(f"--every {every:g} is no time", "Give seconds, like 0.5.", BAD_INPUT)
    with Session(port) as session:
        if bleed:
            _bleed(session, as_json)
            return
        watch = Watch(session.talk)
        watch.look()
        only = _named(watch, reader)
        kept = _open(record)
        try:
            _watch(watch, only, once, as_json, kept, every)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        finally:
            if kept is not None:
                kept.close()


def _watch(
    watch: Watch, only: str | None, once: bool, as_json: bool, kept: TextIO | None, every: float
) -> None:
    live = None
    console = Console(highlight=False)
    if not once and not as_json and console.is_terminal:
        live = Live(_screen(watch, only), console=console, refresh_per_second=4)
        live.start()
    try:
        while True:
            told = watch.as_dict(only)
            if kept is not None:
                kept.write(json.dumps(told) + "\n")
                kept.flush()
            if as_json:
                print(json.dumps(told), flush=True)
            elif live is not None:
                live.update(_screen(watch, only))
            else:
                console.print(_screen(watch, only))
            if once:
                return
            time.sleep(every)
            watch.look()
    finally:
        if live is not None:
            live.stop()


def _named(watch: Watch, reader: str | None) -> str | None:
    """The reader as the board calls it: "box4" is "box 4"."""
    if reader is None or reader in watch.readers:
        return reader
    squeezed = {name.replace(" ", ""): name for name in watch.readers}
    plain = reader.lower().replace(" ", "")
    if plain in squeezed:
        return squeezed[plain]
    close = get_close_matches(plain, squeezed, 1, 0.5)
    hint = (
        f"Did you mean {squeezed[close[0]]}?"
        if close
        else f"There are: {', '.join(watch.readers)}."
    )
    raise Problem(f"this table has no reader '{reader}'", hint, BAD_INPUT)


def _open(record: Path | None) -> TextIO | None:
    if record is None:
        return None
    try:
        return record.open("a", encoding="utf-8")
    except OSError as failure:
        raise unwritable(record, failure) from failure


# ---- for people


def _screen(watch: Watch, only: str | None) -> Table | Group:
    if only is not None:
        return _depth(watch.readers[only], watch.unknown.get(only, 0))
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("reader", "state", "cards", "read rate", "p50", "p95", "max ms", "errors", ""):
        justify = "left" if title in ("reader", "state", "") else "right"
        table.add_column(title, justify=justify, no_wrap=True)
    for one in watch.readers.values():
        total, recent = one.total, one.recent
        here = total.state != states.NOT_FITTED
        table.add_row(
            total.name,
            Text(total.state_name, style=_COLOURS.get(total.state, "")),
            "" if total.name == SHOE or not here else str(total.cards_now),
            _rate(recent),
            _ms(total, 50),
            _ms(total, 95),
            str(total.longest_ms) if total.latency else "",
            str(total.failures) if here else "",
            one.sparkline(),
        )
    return table


def _depth(one: Watched, unknown: int) -> Group:
    """One reader: every counter, the histogram of its scans, its antenna's past."""
    total = one.total
    head = Text(f"{total.name}: ")
    head.append(total.state_name, style=_COLOURS.get(total.state, ""))
    if total.state == states.NOT_FITTED:
        return Group(head)
    head.append(f", {total.cards_now} cards, {_clean(one)}")
    counters = Table(box=None, pad_edge=False, show_header=False)
    for name, count in zip(COUNTER_NAMES, total.counters, strict=True):
        counters.add_row(name.lower().replace("_", " "), f"{count:,}")
    counters.add_row("unknown cards", f"{unknown:,}")
    parts: list = [head, Text(f"read rate {one.sparkline()}"), counters]
    if total.latency:
        times = Table(box=None, pad_edge=False, show_header=False)
        most = max([*total.latency, 1])
        ends = [f"≤ {end} ms" for end in LATENCY_MS] + [f"> {LATENCY_MS[-1]} ms"]
        for end, count in zip(ends, total.latency, strict=True):
            times.add_row(end, f"{count:,}", "█" * round(40 * count / most))
        parts += [Text("time of a scan"), times]
    shown = " ".join(f"{n:02x}" for n in total.trend) or "not tested yet"
    parts.append(Text(f"antenna tests, newest last: {shown}"))
    return Group(*parts)


def _clean(one: Watched) -> str:
    if one.total.read_rate is None:
        return "no scan yet"
    since_start = f"{_rate(one.total)} of {one.total.scans:,} scans clean since the board started"
    if one.looks < 2 or one.recent.read_rate is None:
        return since_start
    return f"{_rate(one.recent)} of the last {one.recent.scans:,} scans clean, {since_start}"


def _rate(figures: Figures) -> str:
    rate = figures.read_rate
    return "" if rate is None else f"{min(1.0, rate):.1%}"


def _ms(figures: Figures, percent: int) -> str:
    if not sum(figures.latency):
        return ""
    found = figures.at_most_ms(percent)
    return f"≤ {found}" if found is not None else f"> {LATENCY_MS[-1]}"


def _bleed(session: Session, as_json: bool) -> None:
    """Which fields reach which reader, as a matrix. Ends with 1 when that is not known of all."""
    if "boxes" not in session.talk.hello.able:
        raise Problem(
            "there are no readers under the boxes of this table",
            "The shoe's field has no neighbour to be tested with.",
            BAD_INPUT,
        )
    examiner = Examiner(session, lambda text: None)
    why = examiner.why_no_trials()
    if why:
        raise Problem(
            f"the fields cannot be tested: {why}", "Mend that, then try again.", BAD_INPUT
        )
    told = {pair[0]: pair[1] for pair in examiner.trial("bleed") if len(pair) == 2}
    watch = Watch(session.talk)
    watch.look()
    told_of = fitted({name: one.total for name, one in watch.readers.items()})
    reached = {name: by for name, by in reached_by(told_of).items() if name != SHOE}
    whole = bool(told.get("whole"))
    if as_json:
        print(json.dumps({"whole": whole, "reached_by": reached}))
    else:
        for name, others in reached.items():
            by = "not tested" if others is None else f"reached by {', '.join(others) or 'none'}"
            print(f"{name:8} {by}")
    if not whole:
        remark("not every reader could be tested; see cardtable doctor.")
        raise typer.Exit(FAILED)
