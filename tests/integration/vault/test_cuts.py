"""Power cuts in the middle of real rounds: a sample. The soak cuts at every write."""

from __future__ import annotations

from tests.integration.vault import cuts

_EVERY = 173  # writes from cut to cut: a prime, so that all parts of a write are met


def test_a_cut_leaves_the_state_before_or_after_a_record_and_play_goes_on():
    made = cuts.recorded()
    points = range(0, len(made.trace) + 1, _EVERY)
    count = cuts.cut_everywhere(made, points, go_on=6)
    assert count["first cuts"] > 400
    assert count["played to the end"] > 30


def test_a_second_cut_during_the_recovery_does_no_harm_either():
    made = cuts.recorded()
    telling = sorted(cuts.telling(made.trace))
    points = telling[:: len(telling) // 12]
    count = cuts.cut_everywhere(made, points, again=points, cut_recovery=cuts.one_in(41))
    assert count["recoveries cut again"] > 12
    assert count["second cuts"] > 200


def test_cuts_in_flash_operations_are_all_survived():
    made = cuts.recorded()
    flash = [k for k, write in enumerate(made.trace) if write[0] == "flash"]
    assert len(flash) > 80
    count = cuts.cut_everywhere(made, flash)
    assert count["first cuts"] == 2 * len(flash)


def test_the_script_has_everything_that_must_survive():
    made = cuts.recorded()
    told = b"\n".join(made.lines.values())
    kinds = "jackpot_hit jackpot_paid jackpot_confirmed meter_seed meter_in meter_held meter_freed"
    kinds += " meter_change meter_changed meter_correct day_open drop commission display end"
    for kind in kinds.split():
        assert b'"%s"' % kind.encode() in told, kind
    assert len(made.states) > 80
