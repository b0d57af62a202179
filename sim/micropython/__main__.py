"""`python -m sim.micropython FILE.py | -m MODULE [arguments]`: run it on real MicroPython."""

import argparse
import sys

from sim.micropython import bench


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m sim.micropython",
        description="Run a file or module on real MicroPython with the firmware tree on its path.",
    )
    parser.add_argument(
        "--heap",
        type=int,
        default=bench.DEFAULT_HEAP_BYTES // 1024,
        metavar="KB",
        help="heap in kB (default %(default)s: twice a Pico's, this port is 64-bit)",
    )
    parser.add_argument("--quiet", action="store_true", help="no heap report on stderr")
    parser.add_argument("-m", dest="module", metavar="MODULE", help="a module instead of a file")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="FILE.py [arguments]")
    options = parser.parse_args()
    target = ["-m", options.module, *options.rest] if options.module else options.rest
    if not target:
        parser.error("give a FILE.py or -m MODULE")
    try:
        return bench.run(target, options.heap * 1024, not options.quiet).returncode
    except FileNotFoundError as failure:
        print(f"sim.micropython: {failure}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
