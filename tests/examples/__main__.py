"""python -m tests.examples [FILE.yaml] [--kind K]: run worked examples and count them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.examples.registry import DEFAULT_FILE, Tally, Unreadable, load, run


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.examples", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=DEFAULT_FILE)
    parser.add_argument("--kind", help="run only the examples of this kind")
    chosen = parser.parse_args(arguments)
    try:
        examples = load(chosen.file)
        if chosen.kind:
            kinds = sorted({example.kind for example in examples})
            examples = [example for example in examples if example.kind == chosen.kind]
            if not examples:
                raise Unreadable(
                    f"{chosen.file}: no example of kind '{chosen.kind}'; it has {', '.join(kinds)}"
                )
    except Unreadable as reason:
        print(reason, file=sys.stderr)
        return 2
    tally = Tally()
    for outcome in run(examples):
        tally.add(outcome)
        if outcome.status == "failed":
            example = outcome.example
            print(f"FAILED {example.id} ({example.kind})")
            print(f"  given    {example.given}")
            print(f"  expected {example.expect}")
            print(f"  got      {outcome.got}")
    for kind, count in sorted(tally.skipped_kinds.items()):
        print(f"skipped {kind}: {count} (not supported yet)")
    print(tally.line())
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
