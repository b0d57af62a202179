"""The bench around real MicroPython does what its command line says."""

import re
import subprocess
import sys

import pytest

from sim.micropython import bench
from sim.roots import ROOT


def run(*words):
    return subprocess.run(
        [sys.executable, "-m", "sim.micropython", *words],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        check=False,
    )


@pytest.fixture
def program(tmp_path):
    def write(source):
        path = tmp_path / "program.py"
        path.write_text(source)
        return str(path)

    return write


def test_it_is_micropython_with_the_firmware_on_its_path(program):
    done = run(
        program("import sys, cardtable.records as r\nprint(sys.implementation.name, r.VERSION)")
    )
    assert (done.returncode, done.stdout) == (0, "micropython 1\n")


def test_stdout_passes_through_and_the_heap_is_reported_on_stderr(program):
    done = run(program("import sys\nkeep = bytearray(50000)\nprint(sys.argv[1:])"), "a", "b")
    assert done.stdout == "['a', 'b']\n"
    found = re.search(r"heap in use: (\d+) bytes of (\d+) \((\d+) by the program\)", done.stderr)
    assert found
    assert int(found[2]) <= bench.DEFAULT_HEAP_BYTES


def test_an_exception_ends_with_a_non_zero_code_and_a_traceback(program):
    done = run(program("raise ValueError('broken card')"))
    assert done.returncode == 1
    assert "ValueError: broken card" in done.stderr


@pytest.mark.parametrize(
    ("source", "code"),
    [("import sys; sys.exit(3)", 3), ("import sys; sys.exit()", 0), ("raise SystemExit('no')", 1)],
)
def test_exit_codes_pass_through(program, source, code):
    assert run(program(source)).returncode == code


def test_the_heap_is_as_small_as_a_picos(program):
    done = run(program("x = bytearray(600 * 1024)"))
    assert done.returncode == 1
    assert "MemoryError" in done.stderr


def test_a_larger_heap_can_be_had(program):
    assert run("--heap", "2000", program("x = bytearray(600 * 1024)")).returncode == 0


def test_a_module_can_be_run(tmp_path):
    done = run("-m", "cardtable.records")
    assert done.returncode == 0


def test_a_missing_module_is_named():
    done = run("-m", "cardtable.nothing_here")
    assert done.returncode == 2
    assert "no module named 'cardtable.nothing_here'" in done.stderr


def test_a_missing_file_is_named(tmp_path):
    done = run(str(tmp_path / "absent.py"))
    assert done.returncode == 2
    assert "absent.py" in done.stderr and "ENOENT" in done.stderr


def test_a_failing_firmware_test_fails_on_micropython_too(tmp_path):
    """The runner tells a failure from a pass: a runner that cannot fail proves nothing."""
    path = tmp_path / "test_x.py"
    path.write_text("def test_good():\n    pass\n\ndef test_bad():\n    assert 1 == 2, 'so bad'\n")
    done = bench.run(
        [str(bench.STARTER.with_name("run_tests.py")), str(path)],
        report=False,
        capture_output=True,
        text=True,
    )
    assert '"test_good"' in done.stdout and '"error": null' in done.stdout
    assert "so bad" in done.stdout
