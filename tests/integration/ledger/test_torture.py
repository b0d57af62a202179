"""Whatever happens to cable, board and host: the ledger is the board's journal, byte for byte."""

from __future__ import annotations

import pytest

from tests.integration.ledger.rig import Journal, Rig, made_lines, spoiler


@pytest.fixture(scope="module")
def bytes_of_a_sync(tmp_path_factory):
    """How many bytes pass when nothing happens."""
    rig = Rig(Journal(made_lines(60)), tmp_path_factory.mktemp("ledger") / "l.db")
    rig.sync()
    return rig.cable.passed


@pytest.mark.parametrize("part", range(4))
def test_a_cable_cut_after_the_nth_byte_loses_nothing_and_repeats_nothing(
    tmp_path, bytes_of_a_sync, part
):
    """A sample of all n; `make soak` cuts after every one."""
    lines = made_lines(60)
    for n in range(part * 47 + 1, bytes_of_a_sync, 188):
        rig = Rig(Journal(lines), tmp_path / f"{n}.db")
        rig.cable.cut_after = n
        rig.sync()
        assert rig.cable.cut_after is None  # it was cut
        if not rig.cable.cuts:
            rig.sync()  # in the last acknowledgement, when all was here
        assert rig.kept() == lines
        assert rig.journal.acked == 60
        assert rig.verdicts() == [None]


@pytest.mark.parametrize("n", [700, 1201, 1999, 3557])
def test_a_cable_that_is_cut_again_and_again_still_brings_everything(tmp_path, n):
    lines = made_lines(200)
    rig = Rig(Journal(lines), tmp_path / "l.db")

    def until(syncing):
        if rig.cable.cut_after is None:
            rig.cable.cut_after = rig.cable.passed + n
        return syncing.caught_up

    rig.sync(until)
    assert rig.cable.cuts >= 3
    assert rig.kept() == lines
    assert rig.verdicts() == [None]


@pytest.mark.parametrize("seed", range(6))
def test_lines_repeated_reordered_lost_and_garbled_are_stored_once_and_in_order(tmp_path, seed):
    lines = made_lines(300)
    rig = Rig(Journal(lines), tmp_path / "l.db")
    rig.cable.spoil = spoiler(seed)
    rig.sync()
    assert rig.kept() == lines
    assert rig.verdicts() == [None]


def test_ten_thousand_records_through_cuts_and_a_bad_cable(tmp_path):
    lines = made_lines(10_000)
    rig = Rig(Journal(lines), tmp_path / "l.db")
    rig.cable.spoil = spoiler(1, often=0.01)

    def until(syncing):
        if rig.cable.cut_after is None:
            rig.cable.cut_after = rig.cable.passed + 120_011
        return syncing.caught_up

    rig.sync(until, limit=100_000)
    assert rig.cable.cuts >= 5
    assert rig.kept() == lines
    assert rig.journal.acked == 10_000
    assert rig.verdicts() == [None]


def test_syncing_twice_equals_syncing_once(tmp_path):
    lines = made_lines(40)
    rig = Rig(Journal(lines), tmp_path / "l.db")
    rig.sync()
    before = rig.kept()
    again = rig.sync()
    assert again.caught_up
    assert rig.kept() == before == lines
