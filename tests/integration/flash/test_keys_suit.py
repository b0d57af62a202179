"""A release that knew no masks gets its keys open; every other one as they are."""

from __future__ import annotations

import re
from typing import cast

import pytest

from host_tools.flashing import update
from host_tools.flashing.repl import Repl
from host_tools.release import manifest
from tests.integration.flash import desk
from tests.integration.flash.releases import VERSIONS, released


class Asked:
    """What a board is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def run(self, code: str) -> str:
        self.said.append(code)
        return ""


def opened(wanted: manifest.Manifest) -> bool:
    board = Asked()
    update.suit_keys(cast(Repl, board), wanted)
    assert board.said in ([], ["ct_open_keys()"])
    return bool(board.said)


@pytest.mark.parametrize("version", VERSIONS)
def test_releases_in_the_field(version):
    masks = any(re.search(r"cop(y|ies)", path) for path in released(version).files)
    assert opened(released(version).manifest) == (not masks)


@pytest.mark.parametrize("names", [{}, {"cardtable/whatever_it_is_called.mpy": b"x"}])
def test_names_of_modules_decide_nothing(names):
    kind = desk.built().manifest.mpy
    assert opened(manifest.make("0.1.0", kind, names))
    assert not opened(manifest.make("0.2.0", kind, names))
    assert not opened(manifest.make(desk.NEW_VERSION, kind, names))
