"""`cardtable config`: everything wrong at once; pushed, pulled, compared; what must wait, waits."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.rules.determinations import DETERMINATIONS, DOCUMENTS, resolve, taken_by
from cardtable.rules.round import Refused
from host_tools.cli import config as verb
from host_tools.common.problems import BAD_INPUT, FAILED
from host_tools.config import load as loading
from host_tools.config import text
from tests.integration.verbs import golden_text
from tests.integration.verbs.rig import SimTable, cardtable, fits

GOOD = """
table = "sim-1"
game = "canberra"
board = "pico"
seats = 7

[determinations]
ante_min = "$5.00"
ante_max = "$200.00"

[jackpot]
start_up = "$10,000.00"
pool_share = 8000
pool = 2_000_000
reserve = "$3,000.00"
"""

BAD = """
tabel = "x"
game = "holdem"
board = "pcio"
seats = 12

[determinations]
limit = "fixd"
blinds = [200, 100]
min_bet = -5
ante_min = 500
burn = 9
small_bett = 4
joker = true
tournament = "yes"
win = "low"
commission = "act-5"

[jackpot]
pool_share = 12000
pol = 3
"""


def _file(folder: Path, content: str) -> Path:
    path = folder / "table.toml"
    path.write_text(content, encoding="utf-8")
    return path


# ---- check


def test_everything_that_is_wrong_is_said_at_once_with_path_suggestion_and_range(tmp_path):
    code, _, errors = cardtable("config", "check", str(_file(tmp_path, BAD)))
    assert code == BAD_INPUT
    golden_text.check("config-check", errors.replace(str(tmp_path) + "/", ""))
    _, out, _ = cardtable("config", "check", "--json", str(tmp_path / "table.toml"))
    assert len(fits("config-check", out)["faults"]) == 16


def test_a_good_one_gives_what_the_board_reads(tmp_path):
    code, out, _ = cardtable("config", "check", "--json", str(_file(tmp_path, GOOD)))
    told = fits("config-check", out)
    assert code == 0 and told["ok"]
    assert told["values"]["ante_min"] == 500 and told["values"]["max_payout"] == 2500000
    assert told["jackpot"] == {
        "start_up": 1000000, "ceiling": 0, "pool_share": 8000, "most_in": 0, "bonus_from": 0,
        "pool": 2000000, "reserve": 300000,
    }  # fmt: skip


def test_two_values_that_contradict_each_other_are_both_named():
    found = loading.contradictions("canberra", {"ante_min": 900, "ante_max": 800}, 7)
    assert len(found) == 1
    assert found[0].path == "determinations.ante_min"
    assert "determinations.ante_max = 800" in found[0].what and "NI2004-492" in found[0].what


def test_a_value_that_another_one_makes_possible_is_not_blamed():
    """A maximum bet needs a limit; the blinds are wrong all the same."""
    given = {"limit": "full-pot", "max_bet": 500, "blinds": [200, 100]}
    assert [one.path for one in loading.contradictions("holdem", given, 6)] == [
        "determinations.blinds"
    ]


def test_too_many_seats_for_a_deck_are_named_as_seats():
    found = loading.contradictions("draw", {"deck": 32}, 9)
    assert found and any("seats" in one.path or "deck" in one.path for one in found)


_VALUES = {
    "flag": st.sampled_from((0, 1)),
    "cents": st.sampled_from((1, 100, 500, 20000)),
    "int": st.integers(0, 9),
    "text": st.sampled_from(("", "minute 12 of the board", "ünicode")),
}


def _value(name: str) -> st.SearchStrategy:
    declared = DETERMINATIONS.fields(name)[0]
    if declared.choices:
        return st.sampled_from(declared.choices)
    one = _VALUES[declared.type]
    return st.lists(one, max_size=4) if declared.many else one


@given(st.data())
@settings(max_examples=60)
def test_whatever_the_rules_refuse_is_told_and_whatever_they_take_is_not(data):
    game = data.draw(st.sampled_from(sorted(DOCUMENTS)))
    names = data.draw(st.lists(st.sampled_from(taken_by(game)), max_size=6, unique=True))
    values = {name: data.draw(_value(name)) for name in names}
    values = {
        name: value
        for name, value in values.items()
        if DETERMINATIONS.fields(name)[0].why_not(value) is None
    }
    try:
        resolve(game, values)
        taken = True
    except Refused:
        taken = False
    found = loading.contradictions(game, values, 0)
    assert (found == []) == taken
    for fault in found:
        assert fault.advice and fault.what


@pytest.mark.parametrize("game", DOCUMENTS)
def test_what_is_written_down_reads_the_same(game):
    values = resolve(game, {})
    made = text.table_toml("t", game, "pico", 6, values, {"start_up": 5, "bonus_from": 1})
    config, faults = loading.check(tomllib.loads(made))
    assert faults == [] and config is not None
    assert config.values == values
    assert config.jackpot["bonus_from"] == 1


# ---- with a board


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[SimTable]:
    table = SimTable(tmp_path_factory.mktemp("config") / "table", "--seats", "2")
    try:
        table.until("readers", lambda told: told and told[0][2] == 0)
        yield table
    finally:
        table.close()


def test_a_configuration_is_pushed_pulled_and_compared(table, tmp_path):
    file = _file(tmp_path, GOOD)
    port = ("--port", table.port)
    assert cardtable("config", "diff", str(file), *port)[:2] == (0, "No difference.\n")
    file = _file(tmp_path, GOOD.replace('"$200.00"', '"$300.00"').replace("8000", "7500"))
    code, out, _ = cardtable("config", "diff", str(file), *port)
    assert code == FAILED
    golden_text.check("config-diff", out)
    _, out, _ = cardtable("config", "diff", "--json", str(file), *port)
    assert len(fits("config-diff", out)) == 2
    code, _, errors = cardtable("config", "push", str(file), *port)
    assert code == FAILED and "the players need notice" in errors and "ante_max" in errors
    assert dict(table.ask("config"))["ante_max"] == 20000
    code, out, errors = cardtable("config", "push", str(file), "--notice-given", *port)
    assert code == 0, errors
    golden_text.check("config-push", out)
    assert dict(table.ask("config"))["ante_max"] == 30000
    pulled = tmp_path / "pulled.toml"
    assert cardtable("config", "pull", str(pulled), *port)[0] == 0
    assert cardtable("config", "diff", str(pulled), *port)[0] == 0
    assert cardtable("config", "pull", str(pulled), *port)[0] == BAD_INPUT
    code, out, _ = cardtable("config", "show", *port)
    assert code == 0 and "pool_share = 7500" in out and "waits until the jackpot is won" in out
    code, out, _ = cardtable("config", "show", "--json", *port)
    assert code == 0 and fits("config-show", out)["waiting"] == {"pool_share": 7500}
    code, out, _ = cardtable("config", "push", str(file), *port)
    assert code == 0 and "already" in out
    _, out, _ = cardtable("config", "push", "--json", str(file), *port)
    assert fits("config-push", out) == {"changed": [], "waits": [], "board": False}


def test_another_tables_configuration_is_refused(table, tmp_path):
    file = _file(tmp_path, GOOD.replace("sim-1", "sim-2"))
    code, _, errors = cardtable("config", "push", str(file), "--port", table.port)
    assert code == BAD_INPUT and "table sim-1" in errors


def test_only_the_supervisors_pin_puts_it_in_force(table, tmp_path):
    file = _file(tmp_path, GOOD.replace('"$200.00"', '"$400.00"'))
    before = table.ask("config")
    code, _, errors = cardtable(
        "config", "push", str(file), "--notice-given", "--port", table.port,
        env={"CARDTABLE_PIN_SUPERVISOR": "2222"},
    )  # fmt: skip
    assert code == FAILED and "PIN" in errors
    assert table.ask("config") == before


def test_changes_wait_for_the_jackpot_to_be_won(table, tmp_path):
    """NI2004-492 r 10.2: the jackpot wager is changed once the jackpot has been won."""
    port = ("--port", table.port)
    pulled = tmp_path / "pulled.toml"
    assert cardtable("config", "pull", str(pulled), *port)[0] == 0
    now = pulled.read_text()
    table.side("house", mode="play")
    table.until("meters", lambda told: dict(told)["amounts"][7] > 0)  # wagers have come in
    wager = _file(tmp_path, now.replace("jackpot_wager = 100", "jackpot_wager = 200"))
    code, _, errors = cardtable("config", "push", str(wager), *port)
    assert code == FAILED and "wait until the jackpot is won" in errors
    assert "NI2004-492 10.2" in errors
    assert dict(table.ask("config"))["jackpot_wager"] == 100


def test_changes_wait_for_the_end_of_the_round(table, tmp_path, monkeypatch):
    port = ("--port", table.port)
    pulled = tmp_path / "pulled.toml"
    assert cardtable("config", "pull", str(pulled), *port)[0] == 0
    now = pulled.read_text()
    # Whatever another test has pushed before: this one also runs alone.
    limit = _file(tmp_path, re.sub(r"(?m)^ante_max = \d+", "ante_max = 40000", now))
    assert limit.read_text() != now
    table.side("house", mode="play")
    table.side("speed", value=20)  # a round takes seconds: whoever looks sees it in play
    for playing in (0, 1):  # the beginning of a round, which takes a minute of the table's time
        table.until("health", lambda told, now=playing: dict(told)["round_in_play"] == now)
    table.side("speed", value=1)
    code, _, errors = cardtable("config", "push", str(limit), "--notice-given", *port)
    assert code == FAILED and "a round is in play" in errors
    table.side("house", mode="rest")

    def hurry(said: str) -> None:
        """The round ends once it was said that it is waited for, however slow this machine is."""
        remarks.append(said)
        table.side("speed", value=1000)

    remarks: list[str] = []
    monkeypatch.setattr(verb, "remark", hurry)
    code, _, errors = cardtable("config", "push", str(limit), "--notice-given", "--wait", *port)
    table.side("speed", value=1000)
    assert code == 0, errors
    assert remarks[0] == "waiting for the end of the round."
    assert dict(table.ask("config"))["ante_max"] == 40000
