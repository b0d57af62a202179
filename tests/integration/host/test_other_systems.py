"""Technicians' laptops: Windows and macOS, as far as another system can tell.

A program is run in which modules and calls that only POSIX has are missing, and whose platform says
win32: every module must load there, and the verbs must answer in plain words. What this cannot show
(Windows' own paths, drivers, consoles) .github/workflows/host.yml runs on the systems themselves.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from types import SimpleNamespace

import pytest
import yaml

from host_tools.common.problems import Problem
from host_tools.flashing.find import find
from host_tools.link.ports import as_named, find_port
from sim.roots import ROOT

# The standard library and pyserial are loaded as this system needs them; only then it is another.
AS_WINDOWS = r"""
import asyncio, concurrent.futures, http.server, importlib, logging, multiprocessing, os, pathlib
import pkgutil, runpy, select, shutil, signal, socket, sqlite3, subprocess, sys, tempfile, typing
import uuid, zipfile, webbrowser, getpass
import serial, serial.tools.list_ports, mpremote.transport_serial, typer, rich.console
import platformdirs, starlette.applications, uvicorn, sysconfig, platform

sysconfig.get_config_vars()
platform.uname()

GONE = {"pty", "tty", "termios", "fcntl", "pwd", "grp", "resource", "readline", "curses"}
for name in list(sys.modules):
    if name.split(".")[0] in GONE:
        del sys.modules[name]


class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in GONE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Gone())
for module, names in {
    os: "fork forkpty getuid geteuid getgid mkfifo openpty ttyname set_blocking killpg setsid "
        "getpgid chown",
    socket: "AF_UNIX",
    signal: "SIGHUP SIGKILL SIGQUIT SIGUSR1 SIGALRM setitimer",
    select: "poll epoll",
}.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
sys.platform = "win32"
"""


def as_windows(code: str, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", AS_WINDOWS + code, *words],
        capture_output=True, text=True, cwd=ROOT, stdin=subprocess.DEVNULL, encoding="utf-8",
    )  # fmt: skip


def test_every_module_of_the_host_loads_without_what_only_posix_has():
    done = as_windows("""
import host_tools
wrong, count = [], 0
for one in pkgutil.walk_packages(host_tools.__path__, "host_tools."):
    if one.name.endswith((".__main__", ".on_board", ".migrations.env")):
        continue  # a program; what runs on the board; what alembic runs
    count += 1
    try:
        importlib.import_module(one.name)
    except Exception as why:
        wrong.append(f"{one.name}: {type(why).__name__}: {why}")
for name in ("serve", "folder", "world", "headless"):
    importlib.import_module(f"sim.harness.{name}")
importlib.import_module("sim.people.technician")
print(count, wrong)
""")
    assert done.returncode == 0, done.stderr
    count, wrong = done.stdout.split(" ", 1)
    assert wrong.strip() == "[]" and int(count) > 100


def verb(*words: str) -> subprocess.CompletedProcess:
    return as_windows("from host_tools.main import main\nmain()\n", *words)


@pytest.mark.parametrize("name", ["flash", "doctor", "sync", "console", "install", "bringup"])
def test_a_verb_explains_itself(name):
    done = verb(name, "--help")
    assert done.returncode == 0 and "Usage" in done.stdout, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("flash", "--port", "COM37"),
        ("doctor", "--yes", "--port", "COM37"),
        ("sync", "--once", "--port", "com37"),
        ("verify", "--port", "COM37"),
        ("bringup", "pico", "--port", "COM37"),
    ],
)
def test_a_port_that_is_not_there_is_said_in_a_line(words, tmp_path):
    more = ("--ledger", str(tmp_path / "x.db")) if words[0] == "sync" else ()
    done = verb(*words, *more)
    assert done.returncode in (1, 2, 3), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "COM37" in done.stdout + done.stderr or words[0] == "bringup"


def test_a_demonstration_that_needs_a_terminal_says_so(tmp_path):
    done = verb("sim", "--bare", "--folder", str(tmp_path))
    assert done.returncode == 1 and "Use Linux or macOS." in done.stderr


def test_two_processes_do_not_run_one_simulated_table(tmp_path):
    """Windows has no flock: there the first byte of a file is locked."""
    done = as_windows(
        """
import types
held = []
def locking(descriptor, mode, count):
    if held:
        raise OSError(36, "locked")
    held.append((descriptor, mode, count))
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
from sim.harness import folder
folder.hold(sys.argv[1])
try:
    folder.hold(sys.argv[1])
except folder.InUse as used:
    print("in use", held[0][1:], used.pid == os.getpid())
""",
        str(tmp_path),
    )
    assert done.stdout == "in use (2, 1) True\n", done.stderr


def test_words_that_a_console_lacks_do_not_end_a_verb():
    done = subprocess.run(
        [sys.executable, "-m", "host_tools.main", "boards", "pico", "--parts"],
        capture_output=True, env={"PYTHONIOENCODING": "ascii", "PATH": ""}, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0 and b"Capacitor 100 ?F" in done.stdout


# ---- ports by their names


@pytest.mark.parametrize(
    "given, system, name",
    [
        ("com3", "win32", "COM3"),
        ("COM12", "win32", "COM12"),
        ("commander", "win32", "commander"),
        ("/dev/tty.usbmodem1101", "darwin", "/dev/cu.usbmodem1101"),
        ("/dev/cu.usbmodem1101", "darwin", "/dev/cu.usbmodem1101"),
        ("/dev/ttyACM0", "linux", "/dev/ttyACM0"),
        ("com3", "linux", "com3"),
        ("socket://127.0.0.1:4444", "win32", "socket://127.0.0.1:4444"),
    ],
)
def test_a_port_is_named_as_its_system_names_it(given, system, name):
    assert as_named(given, system) == name


@pytest.mark.parametrize("device", ["COM3", "/dev/cu.usbmodem1101", "/dev/ttyACM0"])
def test_a_board_is_found_by_its_usb_numbers_whatever_its_port_is_called(device):
    board = SimpleNamespace(device=device, vid=0x2E8A, pid=0x0005, serial_number="E66")
    other = SimpleNamespace(device="COM1", vid=None, pid=None, serial_number=None)
    assert find_port("auto", lambda: [other, board]) == device
    place = find("auto", lambda: [other, board])
    assert place.port == device
    moved = SimpleNamespace(device="COM9", vid=0x2E8A, pid=0x0005, serial_number="E66")
    assert place.now(lambda: [other, moved]) == "COM9"  # a restart gives it another name


def test_two_boards_are_named_by_their_ports():
    two = [SimpleNamespace(device=f"COM{n}", vid=0x2E8A, pid=5, serial_number="E") for n in (4, 3)]
    with pytest.raises(Problem, match=r"COM3.*COM4"):
        find_port("auto", lambda: two)


# ---- text files are UTF-8 everywhere


def test_no_file_of_the_host_is_read_or_written_in_the_systems_own_encoding():
    """Windows' is not UTF-8: what one computer writes, another could not read."""
    wrong = []
    for path in (ROOT / "host_tools").rglob("*.py"):
        if path.name == "on_board.py":
            continue  # MicroPython knows no other
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = {word.arg for word in node.keywords}
            plain = name == "open" and isinstance(node.func, ast.Name)
            mode = [a.value for a in node.args[1:2] if isinstance(a, ast.Constant)]
            binary = plain and mode and "b" in str(mode[0])
            if (name in ("read_text", "write_text") or (plain and not binary)) and (
                "encoding" not in given
            ):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert wrong == []


def test_the_workflow_runs_the_host_tests_on_all_three_systems():
    text = (ROOT / ".github" / "workflows" / "host.yml").read_text(encoding="utf-8")
    told = yaml.safe_load(text)
    (job,) = told["jobs"].values()
    assert job["strategy"]["matrix"]["system"] == [
        "ubuntu-latest",
        "windows-latest",
        "macos-latest",
    ]
    for step in job["steps"]:
        for word in str(step.get("run", "")).split():
            if word.startswith(("tests/", "requirements")):
                assert (ROOT / word).exists(), word
