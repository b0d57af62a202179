"""Every round of the gallery comes out as its file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.record_kinds import KINDS
from host_tools.rounds.expect import differences
from host_tools.rounds.player import play
from host_tools.rounds.reader import read

GALLERY = Path(__file__).parents[1] / "rounds"
FILES = sorted(GALLERY.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_round_of_the_gallery(path: Path):
    file = read(path)
    assert file.expect, "a round of the gallery expects something"
    played = play(file)
    assert played.problems == []
    assert differences(file.expect, played.results) == []
    for record in played.records:
        assert KINDS.why_not(record) is None, record


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_round_of_the_gallery_tells_what_it_shows(path: Path):
    first = path.read_text().splitlines()[0]
    assert first.startswith("# ") and len(first) > 20


def test_the_gallery_has_both_games():
    games = {read(path).game for path in FILES}
    assert {"holdem", "omaha"} <= games
