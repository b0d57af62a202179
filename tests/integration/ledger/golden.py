"""What the office's verbs print, as text: `python -m tests.integration.ledger.golden` writes it."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
import time
from pathlib import Path

from host_tools import main
from host_tools.ledger.intake import Intake
from tests.integration.ledger.sample import sample

HERE = Path(__file__).parent / "golden"

CASES = {
    "rounds": ["rounds", "rounds --last 2 --table table-1", "rounds --csv --last 2"],
    "round-canberra": ["rounds 3 --table table-1", "rounds 5 --table table-1"],
    "round-holdem": ["rounds 1 --table t2", "rounds 1 --table t2 --phh"],
    "events": [
        "events --table table-1 --last 6",
        "events --kind irregular --kind fault --kind refused",
        "events --rule 'NI2004-492 9' --seat 2",
        "events --since 2026-11-16T12:16 --table table-1",
        "events --kind jackpot_hit --json",
        "events --kind jackpot_hit --csv",
    ],
    "nothing": [
        "events --kind irregular --seat 9",
        "events --kind irregular --seat 9 --table table-1",
        "events --ledger OUT/empty.db",
        "events --kind irregular --seat 9 --json",
        "rounds --epoch 7",
        "rounds --ledger OUT/empty.db",
        "ledger list --ledger OUT/empty.db",
        "ledger import OUT/empty.db",
    ],
    "meter": ["meter --table table-1", "meter --table table-1 --history"],
    "meter-scripts": [
        "meter --table table-1 --json",
        "meter --table table-1 --history --csv",
    ],
    "day": ["day", "day 2026-11-16 --table table-1", "day --all --csv"],
    "ledger": ["ledger list", "ledger verify"],
    "restore": ["restore --who sue --table table-1 --out OUT/order.json"],
    "errors": [
        "rounds 99 --table table-1",
        "rounds 1",
        "rounds 1 --table table-1 --phh",
        "rounds --phh",
        "rounds --json --csv",
        "meter",
        "meter --table t9",
        "meter --csv --table table-1",
        "day 1999-01-01",
        "day --ledger OUT/begun.db",
        "meter --ledger OUT/begun.db",
        "events --kind setle",
        "events --since yesterday",
        "events --table t9",
        "events --ledger OUT/none.db",
        "restore --table table-1 --who 'J\u00fcrgen'",
        "sync --once --port socket://127.0.0.1:1",
        "sync --once --port socket://nowhere",
        "sync --once --port OUT/no-such-device",
        "replay-trace OUT/none.trace",
        "ledger import OUT/none.db",
        "ledger verify --table t9",
        "ledger verify --ledger OUT/empty.db",
        "rounds 1 --table table-1 --csv",
        "rounds --last -1",
        "meter --table table-1 --svg OUT/none/meter.svg",
        "sink",
    ],
}


def run(words: list[str]) -> tuple[int, str, str]:
    """(exit code, stdout, stderr) of `cardtable WORDS`, in this process."""
    assert main.app  # all verbs, built by the first call: there are thousands
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["cardtable", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main._run()
    finally:
        sys.argv = before
    return code, out.getvalue(), err.getvalue()


@contextlib.contextmanager
def desk(folder: Path):
    """A desk with the sample's ledger, in one time zone, whatever this machine has."""
    kept = {name: os.environ.get(name) for name in ("CARDTABLE_LEDGER", "CARDTABLE_PORT", "TZ")}
    os.environ["CARDTABLE_LEDGER"] = str(folder / "ledger.db")
    os.environ["TZ"] = "UTC"
    os.environ.pop("CARDTABLE_PORT", None)
    time.tzset()
    try:
        yield
    finally:
        for name, value in kept.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        time.tzset()


def ledgers(folder: Path) -> None:
    """What the commands look at: the sample, one with nothing in it, one that knows a table."""
    sample(folder / "ledger.db")
    Intake(folder / "empty.db").close()
    begun = Intake(folder / "begun.db")
    begun.open("t3", 1)
    begun.close()


def transcript(name: str, folder: Path) -> str:
    """The commands of a case, each with what it prints and how it ends."""
    told = []
    with desk(folder):
        for line in CASES[name]:
            words = [word.replace("OUT", str(folder)) for word in shlex.split(line)]
            code, out, err = run(words)
            text = out + "".join(f"! {row}\n" for row in err.splitlines())
            text += f"(exit {code})\n" if code else ""
            # Another host has another key, and its chain begins with it.
            text = re.sub(r"digest of the last: \w+; signed by \w+", r"digest …, key …", text)
            told.append(f"$ cardtable {line}\n" + text.replace(str(folder), "OUT"))
    return "\n".join(told)


def write_all() -> None:
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        ledgers(folder)
        for name in CASES:
            (HERE / f"{name}.txt").write_text(transcript(name, folder), encoding="utf-8")


if __name__ == "__main__":
    write_all()
