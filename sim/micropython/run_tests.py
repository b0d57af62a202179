"""Runs inside MicroPython: the test functions of one file, a line of JSON for each.

    micropython run_tests.py FILE.py

A test is a function whose name begins with `test_` and that takes nothing; it fails by raising.
The same files run under pytest on CPython.
"""

import gc
import io
import json
import sys


def tell(name, error):
    print(json.dumps({"test": name, "error": error}))


def main(path):
    names = {"__name__": "firmware_test", "__file__": path}
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), names)
    for name in sorted(names):
        if not name.startswith("test_"):
            continue
        gc.collect()
        try:
            names[name]()
            tell(name, None)
        except Exception as failure:
            text = io.StringIO()
            sys.print_exception(failure, text)
            tell(name, text.getvalue())


main(sys.argv[1])
