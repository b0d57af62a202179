"""A board is refused what was measured not to fit on it, before anything on it changes.

Real MicroPython behind a terminal: a Pico by the definition, which takes the name that this
MicroPython has for its machine. The verb itself, on the emulated Pico: tests/e2e/rp2040.
"""

from __future__ import annotations

import copy
import json

import pytest

from host_tools.boards import compiled
from host_tools.boards.budget import DoesNotFit
from host_tools.boards.load import Board, load
from host_tools.common.problems import DOES_NOT_FIT
from host_tools.flashing import flasher
from host_tools.flashing.find import Place
from host_tools.flashing.repl import Repl
from host_tools.install import putting
from sim.harness.pico import Pico
from tests.integration.flash import desk


def like(pico: Pico, name: str) -> Board:
    """The definition, as that of the chip which is here."""
    board = load(name)
    data = copy.deepcopy(board.data)
    with Repl(pico.port) as repl:
        data["board"]["machine"] = repl.facts().machine
    return Board(board.file, data)


def flash(pico: Pico, board: Board, **how) -> flasher.Outcome:
    return flasher.flash(
        Place(pico.port),
        lambda arch: desk.old(),
        board,
        lambda one: compiled.as_json(one.data),
        desk.STEPS,
        **how,
    )


@pytest.mark.parametrize("name, boxes", [("pico", 10), ("pico_7", 7)])
def test_modules_as_files_are_refused_with_the_way_out_and_nothing_changes(tmp_path, name, boxes):
    with Pico(tmp_path, desk.NOBODY) as pico:
        desk.settled(pico)
        board = like(pico, name)
        before = pico.files()
        for refused in (
            lambda: flash(pico, board),
            lambda: flash(pico, board, game="stud"),
            lambda: flasher.look(Place(pico.port), lambda arch: desk.old(), board, False),
            lambda: putting.flash(Place(pico.port), board, "canberra", desk.STEPS),
        ):
            with pytest.raises(DoesNotFit) as told:
                refused()
            assert told.value.code == DOES_NOT_FIT
            line = told.value.line()
            assert f"{boxes} boxes need a Pico 2" in line and "MicroPython with ROMFS" in line
            assert "Nothing was changed" in line
            assert told.value.verdict.as_dict()["fits"] is False
            assert pico.files() == before
        outcome = flash(pico, board, anyway=True)
        assert outcome.hello is not None and outcome.fits is not None
        assert outcome.fits.fits is False


def test_in_romfs_it_fits_and_a_table_without_readers_under_its_boxes_is_not_refused(tmp_path):
    with Pico(tmp_path / "board", desk.NOBODY, 512, desk.ROM_BLOCKS) as pico:
        desk.settled(pico)
        board = like(pico, "pico")
        outcome = flash(pico, board, game="canberra")
        assert outcome.fits is not None and outcome.fits.fits
        # What is wired is what the board says itself, once it is there.
        desk.into_maintenance(pico)
        with pytest.raises(DoesNotFit):
            flash(pico, board, as_files=True)
        desk.into_maintenance(pico)
        wired = json.loads(pico.files()["board.json"])
        (tmp_path / "board.json").write_text(json.dumps(wired | {"boxes": {}}))
        desk.mpremote(pico, "fs", "cp", str(tmp_path / "board.json"), ":board.json")
        outcome = flash(pico, board, as_files=True)
        assert outcome.fits is not None and outcome.fits.fits is None
        assert "not played" in outcome.fits.words or "not measured" in outcome.fits.words
