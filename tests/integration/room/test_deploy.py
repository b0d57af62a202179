"""What is handed out to run a room with: units, a compose file, a dashboard, on a bare machine."""

from __future__ import annotations

import json
import os
import shlex
import shutil

import pytest
import yaml
from typer.testing import CliRunner

from host_tools.main import app
from host_tools.room.trial_postgres import TrialPostgres
from sim.roots import ROOT

DEPLOY = ROOT / "host_tools" / "room" / "deploy"


def _commands():
    for unit in sorted(DEPLOY.glob("*.service")):
        for line in unit.read_text(encoding="utf-8").splitlines():
            if line.startswith("ExecStart="):
                yield unit.name, line.partition("=")[2]
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    yield "compose.yaml", compose["services"]["room"]["command"][2]


@pytest.mark.parametrize(("where", "command"), list(_commands()))
def test_every_verb_and_option_that_is_named_there_is_one(where, command):
    words = shlex.split(command.replace("$(", "").replace("$$", ""))
    at = max(k for k, word in enumerate(words) if word.split()[-1:] and "cardtable" in word)
    tail = shlex.split(" ".join(words[at:]))
    at = max(k for k, word in enumerate(tail) if word.endswith("cardtable"))
    tail = tail[at + 1 :]
    verbs = []
    for word in tail:
        if word.startswith("-") or "/" in word:
            break
        verbs.append(word)
    shown = CliRunner().invoke(app, [*verbs, "--help"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0, (where, verbs)
    for option in (word for word in tail if word.startswith("--")):
        assert option.split("=")[0] in shown.output, (where, option)


def test_the_files_are_whole():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert set(compose["services"]) == {"database", "room"}
    assert yaml.safe_load((DEPLOY / "prometheus.yaml").read_text(encoding="utf-8"))
    assert json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))["panels"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root lends it")
def test_binaries_in_a_closed_home_are_copied_with_the_libraries_they_look_for(tmp_path):
    package = tmp_path / "site" / "pgserver"
    (package / "pginstall" / "bin").mkdir(parents=True)
    (package / "pginstall" / "bin" / "initdb").write_text("x")
    (tmp_path / "site" / "pgserver.libs").mkdir()
    (tmp_path / "site" / "pgserver.libs" / "libpq.so").write_text("y")
    made = TrialPostgres.__new__(TrialPostgres)
    made._user = object()
    made._made = tmp_path / "made"
    made._made.mkdir()
    (tmp_path / "site").chmod(0o700)
    found = made._reachable(package / "pginstall" / "bin")
    # RPATH of the wheel: $ORIGIN/../../../pgserver.libs
    assert (found / ".." / ".." / ".." / "pgserver.libs" / "libpq.so").resolve().read_text() == "y"
    shutil.rmtree(made._made)
