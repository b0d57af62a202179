"""python -m tests.soak: run the full counts and print their figures."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.soak import framework
from tests.soak.framework import Soak

_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--list", action="store_true", help="name the soaks and what is left")
    parser.add_argument("--only", action="append", metavar="NAME", help="this soak only")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--fresh", action="store_true", help="forget what was done before")
    chosen = parser.parse_args(arguments)
    known = framework.names()
    unknown = sorted(set(chosen.only or ()) - set(known))
    if unknown:
        print(f"no soak named {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    soaks = [framework.load(name) for name in chosen.only or known]
    for soak in soaks:
        if not chosen.fresh:
            soak.resume()
    if chosen.list:
        for soak in soaks:
            print(f"{soak.name}: {len(soak.chunks)} chunks, {len(soak.left())} left")
        return 0
    return soak_all(soaks, max(1, chosen.jobs), Console())


def soak_all(soaks: list[Soak], jobs: int, console: Console) -> int:
    """Run what is left of the soaks, print failures, figures and the count."""
    try:
        _run_with_a_bar(soaks, jobs, console)
    except KeyboardInterrupt:
        left = sum(len(soak.left()) for soak in soaks)
        console.print(f"stopped with {left} chunks left; run it again to go on from here")
        return _INTERRUPTED
    except RuntimeError as error:
        console.print(str(error), style="red")
        return 1
    failed = 0
    for soak in soaks:
        failures = soak.failures()
        failed += len(failures)
        for name, error in failures.items():
            console.print(f"FAILED {soak.name}: {name}", style="red", highlight=False)
            console.print(error, highlight=False, markup=False)
    console.print(_table(soaks))
    passed = sum(r.error is None for soak in soaks for r in soak.results.values())
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _run_with_a_bar(soaks: list[Soak], jobs: int, console: Console) -> None:
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    ) as progress:
        bars = {
            soak.name: progress.add_task(
                soak.name, total=len(soak.chunks), completed=len(soak.results)
            )
            for soak in soaks
        }
        for soak, _, _ in framework.run(soaks, jobs):
            progress.advance(bars[soak.name])


def _table(soaks: list[Soak]) -> Table:
    table = Table("soak", "what", title="figures")
    table.add_column("count", justify="right")
    table.add_column("seconds", justify="right")
    for soak in soaks:
        seconds = f"{soak.seconds():,.0f}"
        for what, count in sorted(soak.figures().items()):
            table.add_row(soak.name, what, f"{count:,}", seconds)
            seconds = ""
    return table


if __name__ == "__main__":
    sys.exit(main())
