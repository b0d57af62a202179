"""Names and notes that a terminal would obey or a spreadsheet would reckon: shown, not done."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.progress import Progress

from cardtable.records import Chain
from host_tools.common.plain_text import PlainStream, cell, one_line
from tests.integration.ledger.sample import NOON, fill
from tests.support.process import cardtable

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
EVIL = "=HYPERLINK(1)\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202eten\nforged line"
VERBS = [
    ["events", "--last", "0"],
    ["events", "--csv"],
    ["rounds", "--last", "0"],
    ["rounds", "--csv"],
    ["day", "--all"],
    ["day", "--all", "--csv"],
    ["meter"],
    ["meter", "--history", "--csv"],
    ["ledger", "list"],
    ["ledger", "verify"],
]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    """A board that was got at writes what it likes."""
    path = tmp_path_factory.mktemp("evil") / "ledger.db"
    chain = Chain(EVIL, 1)
    bodies = [
        ("boot", EVIL, EVIL, EVIL, EVIL),
        ("day_open", EVIL),
        ("fault", EVIL, EVIL, 1),
        ("irregular", EVIL, EVIL, 3),
        ("refused", EVIL, EVIL, [EVIL, EVIL]),
        (EVIL, EVIL),
    ]
    fill(path, EVIL, [chain.encode(one, "t", NOON + at) for at, one in enumerate(bodies)])
    return path


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_no_verb_hands_on_what_a_terminal_obeys(ledger, verb):
    done = cardtable(*verb, "--ledger", str(ledger))
    assert "Traceback" not in done.stderr
    for text in (done.stdout, done.stderr):
        assert not OBEYED.search(text), ascii(text)
    if verb[0] == "events":
        assert "HYPERLINK" in done.stdout
    if "--csv" in verb:
        for row in csv.reader(io.StringIO(done.stdout)):
            assert not any(one.startswith(("=", "+", "@")) for one in row), row
    elif verb[0] == "events":
        assert not [line for line in done.stdout.splitlines() if line.startswith("forged")]


@given(st.text())
def test_one_line_is_one_line(text):
    shown = one_line(text)
    assert not OBEYED.search(shown) and "\n" not in shown
    if not OBEYED.search(text) and "\n" not in text and "\t" not in text:
        assert shown == text


@given(st.text() | st.integers() | st.none())
def test_a_cell_is_never_a_formula(value):
    made = cell(value)
    if isinstance(value, str) and value[:1] in ("=", "@"):
        assert made == "'" + value
    if not isinstance(value, str):
        assert made == value


@pytest.mark.parametrize("text", ["-5", "+12", "-1.50", "5", "t1", "", "a=b", "2026-11-16"])
def test_numbers_and_words_stay_as_they_are(text):
    assert cell(text) == text


@pytest.mark.parametrize("text", ["-1+1", "+cmd|x", "@SUM(A1)", "=1", "\t=1", "\r=1"])
def test_what_begins_like_a_formula_is_text(text):
    assert cell(text) == "'" + text


def test_rich_draws_and_names_in_its_tables_do_not():
    """Colours and bars get through; a title, a clipboard, a cleared screen do not."""
    raw = io.StringIO()
    raw.isatty = lambda: True  # type: ignore[method-assign]
    console = Console(file=PlainStream(raw).rich_proxied_file, force_terminal=True, width=60)  # type: ignore[arg-type]
    console.print("[red]a colour[/]")
    console.print(EVIL + "\x1b]52;c;aGk=\x07", markup=False)
    with Progress(console=console) as bar:
        bar.update(bar.add_task("work", total=2), advance=1)
    text = raw.getvalue()
    assert "\x1b[31m" in text and "\x1b[?25l" in text
    assert "\x1b]" not in text and "\x1b[2J" not in text and "\x9b" not in text
