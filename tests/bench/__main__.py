"""python -m tests.bench [NAME ...]: measure and print tables."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from tests.bench import framework


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="these only")
    chosen = parser.parse_args(arguments)
    known = framework.names()
    unknown = sorted(set(chosen.names) - set(known))
    if unknown:
        there = ", ".join(known)
        print(f"no benchmark named {', '.join(unknown)}; there are {there}", file=sys.stderr)
        return 2
    console = Console()
    for name in chosen.names or known:
        for table in framework.load(name).tables():
            console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
