"""Every round of the gallery comes out as its file says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardtable.desk import games
from cardtable.desk.record_kinds import KINDS
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open
from host_tools.scenarios.expect import differences
from host_tools.scenarios.player import play
from host_tools.scenarios.reader import RoundFile, read
from sim.micropython import bench

_DOCUMENT = {
    "draw": "NI2005_66",
    "holdem": "TGC_2006",
    "omaha": "NI2006_156",
    "stud": "TGC_2006",
}


def name_of(path: Path) -> str:
    """holdem-C16.2-under-raise → TGC_2006-C16_2-under-raise, so that -k finds the rule."""
    game, _, rest = path.stem.partition("-")
    return f"{_DOCUMENT.get(game, game)}-{game}-{rest.replace('.', '_')}"


GALLERY = Path(__file__).parents[2] / "scenarios" / "rounds"
FILES = sorted(GALLERY.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_round_of_the_gallery(path: Path):
    file = read(path)
    assert file.expect, "a round of the gallery expects something"
    played = play(file)
    assert played.problems == []
    assert differences(file.expect, played.results) == []
    for record in played.records:
        assert KINDS.why_not(record) is None, record


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_round_of_the_gallery_tells_what_it_shows(path: Path):
    first = path.read_text().splitlines()[0]
    assert first.startswith("# ") and len(first) > 20


def test_the_gallery_has_both_games():
    games = {read(path).game for path in FILES}
    assert {"holdem", "omaha"} <= games


def _inputs_and_records(file: RoundFile) -> list[Any] | None:
    """A round as the board gets it: inputs, and the records (and refusals) it must make."""
    seats = [list(pair) for pair in file.seats.items()]
    try:
        played: Any = games.start(
            file.game, file.determinations, [tuple(pair) for pair in seats], file.marker, Open()
        )
    except Refused:
        return None
    made: list[Any] = list(played.opening)
    inputs = [given for step in file.steps for given in step.inputs]
    for given in inputs:
        try:
            made += played.take(given)
        except Refused as refusal:
            made.append(("refused", refusal.code, refusal.rule))
    known = json.loads(json.dumps([inputs, made]))
    return [file.path.stem, file.game, file.determinations, seats, file.marker, *known]


def test_the_board_makes_the_same_records(tmp_path):
    """The gallery on real MicroPython, record by record."""
    rounds = [made for path in FILES if (made := _inputs_and_records(read(path)))]
    assert len(rounds) > 80
    data = tmp_path / "rounds.json"
    data.write_text(json.dumps(rounds))
    program = str(Path(__file__).with_name("board_gallery.py"))
    done = bench.run(
        [program, str(data)],
        heap_bytes=4 << 20,  # the recorded rounds lie in the same heap
        report=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    told = dict(json.loads(line) for line in done.stdout.splitlines())
    assert len(told) == len(rounds)
    assert [name for name, same in told.items() if not same] == []
