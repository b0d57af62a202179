"""A simulated table as a process of its own, and the `cardtable` command in this one."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
from typer.testing import CliRunner

from host_tools.cli.sim import prepare
from host_tools.common.problems import Problem
from host_tools.link.connection import BoardConnection
from host_tools.link.roles import DEMO_PINS
from host_tools.main import app
from sim.roots import ROOT

_LIMIT_S = 60.0
PINS = {f"CARDTABLE_PIN_{role.upper()}": pin for role, pin in DEMO_PINS.items()}


class SimTable:
    """`port` for the verbs, `side(...)` for hands and faults. As fast as this computer goes."""

    def __init__(self, folder: Path, *words: str, keyed: bool = True, house: str = "rest") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if keyed:
            prepare(folder)
        command = [
            sys.executable,
            "-m",
            "sim.harness.serve",
            "--folder",
            str(folder),
            "--side",
            "0",
        ]
        command += ["--speed", "1000", "--house", house, *words]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE, text=True
        )
        self.port = f"socket://127.0.0.1:{self._number()}"
        side = int(self._number())
        self._line = socket.create_connection(("127.0.0.1", side), timeout=_LIMIT_S)
        self._answers = self._line.makefile("rb")

    def _number(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rpartition(":")[2].strip()

    def side(self, do: str, **given: Any) -> Any:
        self._line.sendall(json.dumps({"do": do, **given}).encode() + b"\n")
        answer = json.loads(self._answers.readline())
        assert answer["ok"], answer
        return answer["value"]

    def ask(self, what: str) -> list[Any]:
        with BoardConnection.at(self.port) as talk:
            return talk.ask(what)

    def until(self, what: str, holds: Callable[[list[Any]], Any]) -> list[Any]:
        """The answer to a question once something holds of it."""
        end = time.monotonic() + _LIMIT_S
        with BoardConnection.at(self.port) as talk:
            while True:
                told = talk.ask(what)
                if holds(told):
                    return told
                assert time.monotonic() < end, told

    def close(self) -> None:
        self._answers.close()
        self._line.close()
        self._process.terminate()
        self._process.wait(timeout=10)
        assert self._process.stdout is not None
        self._process.stdout.close()


def fits(name: str, text: str) -> Any:
    """What a verb printed as JSON, if it fits its schema in docs/schemas."""
    schema = json.loads((ROOT / "docs" / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    told = json.loads(text)
    jsonschema.Draft202012Validator(schema).validate(told)
    return told


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "firmware")])}


def cardtable(*words: str, pins: bool = True, env: dict[str, str] | None = None):
    """Run a verb: (exit code, stdout, stderr)."""
    settings = (PINS if pins else {}) | {"COLUMNS": "200", "NO_COLOR": "1"} | (env or {})
    done = CliRunner().invoke(app, list(words), env=settings)
    if isinstance(done.exception, Problem):
        return done.exception.code, done.stdout, done.stderr + done.exception.line()
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


class Spoken:
    """A verb in a process of its own: its lines are heard as they come."""

    def __init__(self, *words: str, **env: str) -> None:
        settings = _environment() | PINS | {"COLUMNS": "200", "NO_COLOR": "1"} | env
        self.lines: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "host_tools.main", *words],
            cwd=ROOT,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def follow(self, heard: Callable[[str], None]) -> tuple[int, str]:
        """Give each line to `heard`; (exit code, stderr) at the end."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.rstrip("\n"))
            heard(self.lines[-1])
        _, errors = self._process.communicate(timeout=_LIMIT_S)
        return self._process.returncode, errors
