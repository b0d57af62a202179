# pyright: reportOptionalMemberAccess=false, reportOptionalCall=false
"""A technician's look at muxes and readers: who answers, as what, who blocks the bus."""

from cardtable.readers.codes import BUS_DOWN, CHIP_ERROR, CORRUPT, NO_ACK, OK, TIMEOUT
from cardtable.service.probe import look
from sim.hardware.faults import FOREVER
from sim.rig import Rig

EIO = 5
ETIMEDOUT = 110


class _Boxes:
    """As the application has them."""

    def __init__(self, rig):
        self.muxes = rig.mux
        self.readers = {n: rig.readers[n] for n in range(len(rig.readers))}


def _look(part=None, fault=None, boxes=10):
    """(muxes, readers) by name, with one fault."""
    rig = Rig(boxes)
    for n in range(boxes):
        rig.scan(n)
    if fault is not None:
        part(rig).fault(fault, FOREVER)
    found = []
    rig.run(look(_Boxes(rig), found))
    muxes = {row[0]: row[1] for row in found if len(row) == 2}
    readers = {row[0]: row[1:] for row in found if len(row) != 2}
    for n in range(boxes):
        rig.chips[n].clear(fault) if fault in ("sda_low", "unplugged") else None
    return rig, muxes, readers


def _third(rig):
    return rig.chips[3]


def test_a_healthy_table():
    _, muxes, readers = _look()
    assert muxes == {"mux 1": 0, "mux 2": 0}
    assert len(readers) == 10
    for n in range(10):
        assert readers[f"box {n}"] == [OK, 0x0106, 0, 0, n // 8 + 1]


def test_each_fault_of_a_reader_is_its_own_and_of_no_other():
    for fault, code, error in (
        ("unplugged", BUS_DOWN, EIO),
        ("no_ack", NO_ACK, 0),
        ("bad_ack", CORRUPT, 0),
        ("stuck_busy", TIMEOUT, 0),
        ("bad_dcs", CORRUPT, 0),
        ("i2c_timeout", BUS_DOWN, ETIMEDOUT),
    ):
        _, muxes, readers = _look(_third, fault)
        assert muxes == {"mux 1": 0, "mux 2": 0}, fault
        assert readers["box 3"][0] == code, fault
        assert readers["box 3"][2:4] == [error, 0], fault
        for n in range(10):
            if n != 3:
                assert readers[f"box {n}"][0] == OK, fault


def test_a_chip_that_is_no_pn532_has_no_version_also_when_it_was_swapped_meanwhile():
    _, _, readers = _look(_third, "wrong_ic")
    assert readers["box 3"][:2] == [CHIP_ERROR, 0]


def test_the_reader_that_holds_the_line_is_named_and_the_others_answer():
    _, muxes, readers = _look(_third, "sda_low")
    assert readers["box 3"][0] == BUS_DOWN
    assert readers["box 3"][2:4] == [ETIMEDOUT, 1]
    for n in range(10):
        if n != 3:
            assert readers[f"box {n}"][0] == OK
    assert muxes == {"mux 1": 0, "mux 2": 0}


def test_a_bus_that_is_held_by_nobody_behind_a_mux_blames_no_reader():
    _, muxes, readers = _look(lambda rig: rig.bus, "bus_held")
    assert muxes == {"mux 1": ETIMEDOUT, "mux 2": ETIMEDOUT}
    for n in range(10):
        assert readers[f"box {n}"][0] == BUS_DOWN
        assert readers[f"box {n}"][3] == 0


def test_a_mux_that_keeps_its_channel_is_counted():
    rig, muxes, _ = _look(lambda rig: rig.muxes[1], "mux_stuck")
    assert muxes["mux 1"] == 0
    assert muxes["mux 2"] == -1
    assert rig.mux.astray[0] == 0
    assert rig.mux.astray[1] > 0


def test_the_sweep_goes_on_as_before():
    rig, _, _ = _look(_third, "unplugged")
    for n in range(10):
        assert rig.scan(n)[0] in (OK, 1)
