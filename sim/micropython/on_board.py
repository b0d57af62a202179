"""Runs inside MicroPython: starts a file or module as a program, then reports the heap.

micropython on_board.py report|quiet FILE.py [arguments]
micropython on_board.py report|quiet -m MODULE [arguments]
"""

import gc
import sys


def find(module):
    """The file of a module on sys.path."""
    import os

    name = module.replace(".", "/")
    for folder in sys.path:
        for tail in (".py", "/__main__.py"):
            path = (folder + "/" if folder else "") + name + tail
            try:
                os.stat(path)
                return path
            except OSError:
                pass
    raise OSError("no module named '%s'" % module)


def load(argv):
    """(path, source, arguments) of what is to be started; ends with a plain message if absent."""
    try:
        path = find(argv[1]) if argv[0] == "-m" else argv[0]
        with open(path) as file:
            return path, file.read(), argv[1:] if argv[0] == "-m" else argv
    except OSError as failure:
        sys.stderr.write("cannot start %s: %s\n" % (" ".join(argv), failure))
        sys.exit(2)


def report(before):
    gc.collect()
    used = gc.mem_alloc()
    sys.stderr.write(
        "heap in use: %d bytes of %d (%d by the program), 64-bit\n"
        % (used, used + gc.mem_free(), used - before)
    )


def start(how, argv):
    path, source, argv = load(argv)
    sys.argv[:] = argv
    gc.collect()
    before = gc.mem_alloc()
    code = 0
    try:
        exec(compile(source, path, "exec"), {"__name__": "__main__", "__file__": path})
    except SystemExit as stop:
        code = stop.args[0] if stop.args else 0
        if code is None:
            code = 0
        elif not isinstance(code, int):
            sys.stderr.write(str(code) + "\n")
            code = 1
    except KeyboardInterrupt:
        code = 130
    except BaseException as failure:
        sys.print_exception(failure, sys.stderr)
        code = 1
    if how == "report":
        report(before)
    sys.exit(code)


start(sys.argv[1], sys.argv[2:])
