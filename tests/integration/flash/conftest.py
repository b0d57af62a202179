"""Boards that several tests begin with, made once."""

from __future__ import annotations

import sys

import pytest

from host_tools.link.roles import DEMO_KEY, KeyRing
from sim.harness.pico import Pico
from tests.integration.flash import desk

if sys.platform == "win32":
    pytest.skip("a Pico in a process needs a pty", allow_module_level=True)


@pytest.fixture(scope="package", autouse=True)
def table_key(tmp_path_factory):
    """This computer has the key of the board's table: what comes over a cable is never taken for a
    simulated table, whose key is public."""
    folder = tmp_path_factory.mktemp("keys")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDTABLE_KEYS", str(folder))
        KeyRing().keep("sim-1", DEMO_KEY)
        yield


@pytest.fixture(scope="session")
def in_service(tmp_path_factory):
    """A folder with a board that was virgin, was flashed and is in service with the old release."""
    folder = tmp_path_factory.mktemp("pico")
    with Pico(folder, desk.NOBODY) as pico:
        desk.settled(pico)
        outcome = desk.flash(pico, desk.old())
        # In service: what says hello may be safe mode, with nothing of a table around it.
        assert outcome.hello is not None and not outcome.hello.safe, outcome.error
        assert outcome.plan is not None and not outcome.plan.same
        assert desk.holds(pico, desk.old())
    return folder


@pytest.fixture(scope="session")
def committed(in_service, tmp_path_factory):
    """A board to which the new release is committed and which has not started since."""
    folder = tmp_path_factory.mktemp("committed")
    with desk.pico_like(in_service, folder) as pico:
        desk.commit_only(pico, desk.new())
        assert "next/commit" in pico.files()
    return folder
