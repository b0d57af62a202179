"""A board whose supply is cut at any write, in the middle of a record: its journal and the ledger
never part. The real vault on emulated FRAM and flash, the real feed, the real ledger."""

from __future__ import annotations

import random

import pytest

from host_tools.ledger.intake import Intake
from host_tools.link.record_pump import Syncing
from sim.chips.power import PowerCut
from tests.integration.ledger.rig import Rig
from tests.integration.vault.devices import TABLE, Devices
from tests.integration.vault.script import Table

_CARDS = ("As", "Kd", "7c", "5d", "3c", "9h", "8h", "7h", "6h", "5h", "Jd", "4c")


def _anything(dice):
    """What may happen at a table, allowed or not: a refusal is a record, too."""
    seat = dice.randrange(1, 4)
    return dice.choice(
        [
            ("ante", seat, 500),
            ("jackpot", seat),
            ("card", dice.choice((0, 1, 2, 3)), dice.choice(_CARDS)),
            ("bet", seat, None),
            ("fold", seat),
            ("show", 0),
            ("collect", None),
        ]
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_board_killed_in_the_middle_of_records_sends_what_it_has_and_has_what_it_sent(
    tmp_path, seed
):
    dice = random.Random(seed)
    devices = Devices(bus=False)
    vault = devices.installed()
    rig = Rig(vault.journal, tmp_path / "l.db", devices.clock, TABLE)
    written: dict[int, bytes] = {}
    amid = 0  # cuts that came while the host was behind
    for _ in range(12):
        power = devices.power
        power.torn = dice.random() < 0.5
        power.cut_after = power.points + dice.randrange(200, 4000)
        intake = Intake(rig.path)
        syncing = Syncing(rig.cable.host_end(), intake, rig.cable.now)
        try:
            table = Table(devices, vault)
            for _ in range(2000):
                table.controller.give(_anything(dice))
                if dice.random() < 0.5:
                    syncing.pump(0.04)
                if dice.random() < 0.3:
                    table.work()
        except PowerCut:
            amid += intake.number < vault.journal.last
        else:
            pytest.fail("the supply was not cut")
        intake.close()
        devices = devices.after_cut()
        vault = devices.opened()
        rig.plug(vault.journal, TABLE)
        rig.sync()
        journal = vault.journal
        written |= {n: journal.get(n) for n in range(journal.first, journal.last + 1)}
        assert rig.kept() == [written[n] for n in range(1, journal.last + 1)]
    assert amid >= 2
    assert rig.verdicts() == [None]
    assert len(written) > 100
